/** Calls of other systems, signed as the Standard Webhooks specification says. */
import { createHmac } from 'node:crypto'

/** The prefix of a signing secret. The rest is the key in base64. */
export const secretPrefix = 'whsec_'

/**
 * Sends `body` as JSON. `id` is the same for each attempt, so that the receiver recognizes a repeated call.
 * Throws unless the receiver answers 2xx within fifteen seconds. A redirect is an error.
 */
export async function sendSignedWebhook(
  { url, secret }: { url: string; secret: string },
  id: string,
  body: object,
): Promise<void> {
  const text = JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body: text,
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`webhook: the receiver answered ${response.status}`)
}
