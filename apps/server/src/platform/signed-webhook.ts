/** Calls of other systems, signed as the Standard Webhooks specification says. */
import { createHmac, randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { RefusedAddress, type AddressGuard } from './public-address.ts'

/** The prefix of a signing secret. The rest is the key in base64. */
export const secretPrefix = 'whsec_'

export const newWebhookSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`

/** The headers of a call: one signature for each secret, so that a receiver may know either. */
function signedHeaders(secrets: readonly string[], id: string, text: string, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * Sends `body` as JSON to an address of the settings. `id` is the same for each attempt, so that the receiver
 * recognizes a repeated call.
 * Throws unless the receiver answers 2xx within fifteen seconds. A redirect is an error.
 */
export async function sendSignedWebhook(
  { url, secret }: { url: string; secret: string },
  id: string,
  body: object,
): Promise<void> {
  const text = JSON.stringify(body)
  const response = await fetch(url, {
    method: 'POST',
    headers: signedHeaders([secret], id, text, new Date()),
    body: text,
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`webhook: the receiver answered ${response.status}`)
}

/** The outcome of a call. `failure` is null after a status of 2xx. */
export type CallOutcome = {
  status: number | null
  failure: 'address' | 'connection' | 'timeout' | 'redirect' | 'status' | null
}

/** Milliseconds for one call to an address that a merchant typed. */
const callTimeout = 10_000

/**
 * Sends `body` as JSON to an address that a merchant typed. Never follows a redirect, never reads the answer, and
 * connects only to an address that `guard` has checked.
 */
export function callReceiver(
  guard: AddressGuard,
  { url, secrets }: { url: string; secrets: readonly string[] },
  id: string,
  body: object,
  at: Date,
): Promise<CallOutcome> {
  const text = JSON.stringify(body)
  const address = new URL(url)
  return new Promise((done) => {
    const fail = (error: Error) =>
      done({
        status: null,
        failure: error instanceof RefusedAddress ? 'address' : error.name === 'TimeoutError' ? 'timeout' : 'connection',
      })
    // A host that is an address is never looked up.
    guard.check(address.hostname).then(() => {
      const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
        method: 'POST',
        headers: {
          ...signedHeaders(secrets, id, text, at),
          'content-length': Buffer.byteLength(text),
          'user-agent': 'Quayside-Webhooks/1',
        },
        lookup: guard.lookup,
        // A kept connection would outlive the check of its address.
        agent: false,
        signal: AbortSignal.timeout(callTimeout),
      })
      request.on('response', (response) => {
        const status = response.statusCode!
        response.destroy()
        done({
          status,
          failure: status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status',
        })
      })
      request.on('error', (error) => fail((error.cause as Error | undefined) ?? error))
      request.end(text)
    }, fail)
  })
}
