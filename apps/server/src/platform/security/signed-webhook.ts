/**
 * Calls to and from other systems, signed as the Standard Webhooks specification says. Its library, with which the
 * tests and the client for partners verify our calls, takes the time from the machine and not from the server's clock,
 * and does not tell which signature fitted, which is kept as evidence of a delivery. It also signs the text of a body
 * and not its bytes, so two bodies that are no UTF-8 would have one signature.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { request as requestHttp, type IncomingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import { RefusedAddress, type AddressGuard } from '../http/public-address.ts'

/** The prefix of a signing secret. The rest is the key in base64. */
export const secretPrefix = 'whsec_'

export const newWebhookSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`

const macOf = (secret: string, head: { id: string; timestamp: string }, body: string | Buffer): Buffer =>
  createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
    .update(`${head.id}.${head.timestamp}.`)
    .update(body)
    .digest()

/** The headers of a call: one signature for each secret, so that a receiver may know either. */
function signedHeaders(secrets: readonly string[], id: string, text: string, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${macOf(secret, { id, timestamp }, text).toString('base64')}`)
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** The headers of a received call. */
export type WebhookHead = { id: string; timestamp: string; signatures: readonly Buffer[] }

/**
 * Reads the headers of a received call; null when one is missing or not as the specification says. Signatures of
 * other versions than `v1` are left out.
 */
export function readWebhookHead(headers: IncomingHttpHeaders): WebhookHead | null {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': list } = headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof list !== 'string') return null
  if (!/^[\x21-\x7e]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return null
  const signatures = list
    .split(' ')
    .flatMap((part) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(part)?.[1] ?? [])
    .map((text) => Buffer.from(text, 'base64'))
  return signatures.length > 0 && signatures.length <= maxSignatures ? { id, timestamp, signatures } : null
}
/** Signatures in a header that are compared. */
const maxSignatures = 10

/** The signature that a secret made over these bytes; undefined when it made none. The age is checked elsewhere. */
export function findSignature(secret: string, head: WebhookHead, rawBody: Buffer): Buffer | undefined {
  const mac = macOf(secret, head, rawBody)
  return head.signatures.find((signature) => timingSafeEqual(mac, signature))
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
