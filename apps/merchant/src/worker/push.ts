/** Shows push notifications. A tap opens the messages. */
/// <reference lib="webworker" />
import type { PushPayload } from '@quayside/contract'

declare const self: ServiceWorkerGlobalScope

const messages = `${self.registration.scope}#/pages/message`

self.addEventListener('push', (event) => {
  const said = event.data?.json() as PushPayload | undefined
  if (!said) return
  const { title, body, tag } = said
  const icon = `${self.registration.scope}icon-192.png`
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const show = async () => {
    const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (!open) return void (await self.clients.openWindow(messages))
    await open.focus()
    await open.navigate(messages)
  }
  event.waitUntil(show())
})
