/**
 * One call to the server: headers, timeout, envelope. Every request of an app uses it, except the live stream,
 * uploads and files.
 */
import type {
  ResponseBody,
  Endpoint,
  Envelope,
  RefusalName,
  RefusalValues,
  RefusedData,
  RequestBody,
} from '@quayside/contract'
import { networkTimeout } from '@quayside/contract/constants'
import { maxCallsTogether, readTogether } from '@quayside/contract/together'
import { deviceStore, tokenStore, wishedLanguage } from './session-storage.ts'
import { takePrefetchedResponse } from './prefetched-responses.ts'
import { requestOf } from './request.ts'

/**
 * The server refused the call. `reason` is the name of the refusal, `message` its sentence in the caller's language.
 */
export class Refused extends Error {
  readonly reason: RefusalName
  readonly fields: Record<string, string>
  readonly values: RefusalValues
  readonly status: number
  constructor(message: string, data: Partial<RefusedData>, status: number) {
    super(message)
    this.reason = data.reason ?? 'request/failed'
    this.fields = data.fields ?? {}
    this.values = data.values ?? {}
    this.status = status
  }
}

/**
 * No response arrived: no network, or a timeout. A mutation that moves money may have succeeded; only another call
 * with the same key can tell.
 */
export class Unreachable extends Error {
  /** The request waited for the whole network timeout. */
  readonly timedOut: boolean
  constructor(message: string, { timedOut = false, ...options }: ErrorOptions & { timedOut?: boolean } = {}) {
    super(message, options)
    this.timedOut = timedOut
  }
}

type ResponseListener = {
  loggedOut: (message: string) => void
  notice: (message: string) => void
  /** A call was refused with code 0. */
  refused: (refusal: Refused) => void
}
const listeners = new Set<Partial<ResponseListener>>()

/**
 * Subscribes to what any call may bring: the end of the session, a notice, or a refusal. Returns the function to
 * unsubscribe.
 */
export function onResponse(listener: Partial<ResponseListener>): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Passes on a sentence of the server that is to be shown. */
export function announceNotice(message: string): void {
  for (const listener of listeners) listener.notice?.(message)
}

/** Tells the app that a call was refused with code 0. Other statuses are faults, and a 401 ends the session. */
export function announceRefusal(refusal: Refused): void {
  if (refusal.status !== 200) return
  for (const listener of listeners) listener.refused?.(refusal)
}

/**
 * Unwraps an envelope and stores a token that comes with it. `sent` is the token of the request. A refusal is
 * announced, unless it is `cached`: the cache of the queries announces its own. Throws `Refused`.
 */
export function unwrapEnvelope<T>(envelope: Envelope<T>, status: number, sent: string | null, cached = false): T {
  // A wrong password (sent without a token) does not end a session, and a late response must not end a newer session.
  if (status === 401 && sent !== null && tokenStore.get() === sent) {
    tokenStore.clear()
    for (const listener of listeners) listener.loggedOut?.(envelope.msg)
  }
  if (envelope.code === 0 || status !== 200) {
    const refusal = new Refused(envelope.msg, envelope.data as Partial<RefusedData>, status)
    if (!cached) announceRefusal(refusal)
    throw refusal
  }
  const info = (envelope.data as { userinfo?: { token?: unknown; device?: unknown } } | null)?.userinfo
  if (typeof info?.device === 'string') deviceStore.set(info.device)
  if (typeof info?.token === 'string') tokenStore.set(info.token)
  if (envelope.code === 2 && envelope.msg) announceNotice(envelope.msg)
  return envelope.data
}

export const headers = (key?: string): Record<string, string> => {
  const token = tokenStore.get()
  return { lang: wishedLanguage(), ...(token ? { token } : {}), ...(key ? { 'idempotency-key': key } : {}) }
}
/** Only endpoints without a session need the device's secret. */
const deviceHeader = (endpoint: Endpoint): Record<string, string> => {
  const device = endpoint.access.who === 'anyone' ? deviceStore.get() : null
  return device ? { device } : {}
}

let isBackground = (): boolean => false
/**
 * Sets what tells whether a query is sent by the page itself (a poll, a refetch after a live event) and not because
 * of a person. The server does not count such a request as a use of the session.
 */
export const setBackgroundCheck = (check: () => boolean): void => {
  isBackground = check
}

type Answer = { status: number; body: Envelope }
type Collected = { path: string; input: unknown; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
let collected: Collected[] | null = null

/**
 * Sends the queries of the platform that `refetch` starts as one request: an open desk that nobody touches reads its
 * list, its counts and its opened item at once. Each is answered, checked and written in the audit by itself.
 */
export function readInOneRequest(refetch: () => void): void {
  collected ??= []
  refetch()
  // A query may start after a promise.
  setTimeout(() => {
    const calls = collected ?? []
    collected = null
    if (calls.length > 0) void sendTogether(calls)
  })
}

async function sendTogether(calls: readonly Collected[]): Promise<void> {
  for (let from = 0; from < calls.length; from += maxCallsTogether) {
    const some = calls.slice(from, from + maxCallsTogether)
    try {
      const { answers } = await call(
        readTogether,
        { calls: some.map(({ path, input }) => ({ path, input })) },
        { query: true, cached: true },
      )
      for (const [i, { resolve }] of some.entries()) resolve(answers[i] as Answer)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
}

/**
 * Calls an endpoint. A `query` may be sent in the background; the response of a `cached` one goes to the cache, which
 * announces its refusal. Throws `Refused` or `Unreachable`.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: RequestBody<E>,
  options: { key?: string | undefined; signal?: AbortSignal | undefined; query?: boolean; cached?: boolean } = {},
): Promise<ResponseBody<E>> {
  const sent = tokenStore.get()
  const { api, readOnly, method: by, path } = endpoint
  if (collected && options.query && api === 'platform' && readOnly && by === 'POST' && path !== readTogether.path) {
    const { status, body } = await new Promise<Answer>((resolve, reject) =>
      collected!.push({ path, input, resolve, reject }),
    )
    return unwrapEnvelope(body as Envelope<ResponseBody<E>>, status, sent, options.cached)
  }
  const timeout = AbortSignal.timeout(networkTimeout)
  const request = requestOf(endpoint, input)
  let response: Response
  let envelope: Envelope<ResponseBody<E>>
  try {
    const { method, url, body } = request
    const get = method === 'GET'
    const sender = { ...headers(options.key), ...(options.query && isBackground() ? { background: '1' } : {}) }
    response = await (takePrefetchedResponse(request, sender) ??
      fetch(url, {
        method,
        headers: get ? sender : { ...sender, ...deviceHeader(endpoint), 'content-type': 'application/json' },
        ...(get ? {} : { body }),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      }))
    envelope = (await response.json()) as Envelope<ResponseBody<E>>
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new Unreachable('no answer', { cause: error, timedOut: (error as Error).name === 'TimeoutError' })
  }
  return unwrapEnvelope(envelope, response.status, sent, options.cached)
}
