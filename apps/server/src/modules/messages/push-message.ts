import { asLanguage, type MessageType, type PushPayload } from '@quayside/contract'
import { appMessage } from '@quayside/locales/catalogues'
import webpush from 'web-push'
import { hours } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { typeName } from './render-message.ts'
import { countOfType, deleteSubscription, readSubscription } from './store.ts'

/** A push service keeps it this long for a phone that is off. */
const keptFor = hours(12)
const answersWithin = 10_000

/**
 * Hands one device's notification to its push service, sealed for that device alone. What is still unread of a type replaces what was said of it
 * before. A device that is gone is forgotten. Throws when it should be tried again.
 */
export async function pushMessage(
  ctx: AppContext,
  { shopId, device, type }: { shopId: string; device: string; type: MessageType },
): Promise<void> {
  const { push } = ctx.settings
  const subscription = await readSubscription(ctx.db, shopId, device)
  if (!push || !subscription) return
  const n = await countOfType(ctx.db, shopId, type)
  if (n === 0) return
  const lang = asLanguage(subscription.lang)
  const payload: PushPayload = {
    title: typeName(lang, type),
    body: appMessage(lang)('messages.unread-count', { n }),
    tag: type,
  }
  const { endpoint, p256dh, auth } = subscription
  const request = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
    vapidDetails: { subject: push.subject, publicKey: push.publicKey, privateKey: push.privateKey },
    TTL: keptFor / 1000,
    // Of what waits for a phone that is off only the last of each type is worth delivering.
    topic: type,
    urgency: 'normal',
    contentEncoding: 'aes128gcm',
  })
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(request.body!),
    redirect: 'error',
    signal: AbortSignal.timeout(answersWithin),
  })
  await answer.body?.cancel()
  if (answer.status === 404 || answer.status === 410) await deleteSubscription(ctx.db, shopId, { id: device })
  // Refused for good: sending the same again would be refused again.
  else if (answer.status >= 400 && answer.status < 500 && answer.status !== 429 && answer.status !== 408)
    ctx.log.warn({ status: answer.status, service: new URL(endpoint).host }, 'a push service refused a message')
  else if (!answer.ok) throw new Error(`the push service answered ${answer.status}`)
}

/** Whether a device's push service is one that this platform speaks to: the address comes from outside, and the server calls nobody else's. */
export function isPushService(endpoint: string, hosts: readonly string[], production: boolean): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  // Without a name there is no certificate: only a test has its service at an address of this machine.
  if (url.protocol !== 'https:' && (production || url.protocol !== 'http:')) return false
  return hosts.some((host) => url.host === host || url.host.endsWith(`.${host}`))
}
