/** Shows push notifications. A tap opens the messages, the button “Pick up” the orders that await it, and
 * “Refund orders” those that await an answer. */
/// <reference lib="webworker" />
import type { PushPayload } from '@quayside/contract'

declare const self: ServiceWorkerGlobalScope

const screens: Record<string, string> = {
  pickup: `${self.registration.scope}#/pages/order?status=5`,
  refund: `${self.registration.scope}#/pages/refundRequest?state=requested`,
}
const messages = `${self.registration.scope}#/pages/message`

self.addEventListener('push', (event) => {
  const said = event.data?.json() as PushPayload | undefined
  if (!said) return
  // A push from before the last update of the server has no buttons.
  const { title, body, tag, actions = [] } = said as Omit<PushPayload, 'actions'> & Partial<PushPayload>
  const icon = `${self.registration.scope}icon-192.png`
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, actions } as NotificationOptions))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const screen = screens[event.action] ?? messages
  const show = async () => {
    const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (!open) return void (await self.clients.openWindow(screen))
    await open.focus()
    await open.navigate(screen)
  }
  event.waitUntil(show())
})
