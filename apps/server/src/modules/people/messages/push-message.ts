import { asLanguage, type PushPayload } from '@quayside/contract'
import { appMessage } from '@quayside/locales/catalogues'
import { hours } from '../../../platform/jobs/clock.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import type { JobPayloads } from '../../../platform/jobs/jobs.ts'
import { typeName } from './render-message.ts'
import { countUnreadOfType, deleteSubscription, readSubscription } from './store.ts'

/** Time for which a push service stores a push for an unreachable phone. */
const pushLifetime = hours(12)
/** Milliseconds. */
const requestTimeout = 10_000
/** Bytes of a private key on the curve P-256. */
const privateKeyLength = 32

/**
 * A private key in base64url with its leading zero bytes. Node leaves them out, so one key in 256 is shorter than the
 * push library takes.
 */
function withLeadingZeros(privateKey: string): string {
  const bytes = Buffer.from(privateKey, 'base64url')
  return Buffer.concat([Buffer.alloc(Math.max(0, privateKeyLength - bytes.length)), bytes]).toString('base64url')
}

/**
 * Sends a push to one device through its push service, encrypted for that device. It replaces the former push of the
 * same type with the current number of unread messages. A subscription that ended is deleted. Throws to make the job
 * queue retry.
 */
export async function pushMessage(
  ctx: AppContext,
  { shopId, device, type }: JobPayloads['push-message'],
): Promise<void> {
  const { push } = ctx.settings
  const subscription = await readSubscription(ctx.db, shopId, device)
  if (!push || !subscription) return
  const n = await countUnreadOfType(ctx.db, shopId, type)
  if (n === 0) return
  const lang = asLanguage(subscription.lang)
  const t = appMessage(lang)
  const payload: PushPayload = {
    title: typeName(lang, type),
    body: t('messages.unread-count', { n }),
    tag: type,
    actions: [
      { action: 'open', title: t('messages.open') },
      ...(type === 'orders' ? [{ action: 'pickup' as const, title: t('orders.pickup') }] : []),
      // The refund orders that wait for an answer: money moves on their screen only.
      ...(type === 'refunds' ? [{ action: 'refund' as const, title: t('refunds.title') }] : []),
    ],
  }
  const { endpoint, p256dh, auth } = subscription
  // Imported when the first push is sent: most copies of the server send none.
  const { default: webpush } = await import('web-push')
  const request = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
    vapidDetails: { subject: push.subject, publicKey: push.publicKey, privateKey: withLeadingZeros(push.privateKey) },
    TTL: pushLifetime / 1000,
    // A phone that was off gets only the last push of each type.
    topic: type,
    urgency: 'normal',
    contentEncoding: 'aes128gcm',
  })
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(request.body!),
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeout),
  })
  await response.body?.cancel()
  if (response.status === 404 || response.status === 410) await deleteSubscription(ctx.db, shopId, { id: device })
  // A permanent refusal: a retry would be refused again.
  else if (response.status >= 400 && response.status < 500 && response.status !== 429 && response.status !== 408)
    ctx.log.warn(
      { status: response.status, service: new URL(endpoint).host },
      'messages: a push service refused a push',
    )
  else if (!response.ok) throw new Error(`messages: the push service responded with ${response.status}`)
}

/**
 * Whether an endpoint belongs to an allowed push service. It comes from a client, so the server calls no other host.
 */
export function isPushService(endpoint: string, hosts: readonly string[], production: boolean): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  // Plain HTTP only outside production: a test has its push service on this machine.
  if (url.protocol !== 'https:' && (production || url.protocol !== 'http:')) return false
  return hosts.some((host) => url.host === host || url.host.endsWith(`.${host}`))
}
