/** One call to the server: headers, time-out, envelope. Everything an app sends goes through here. */
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
import { deviceStore, tokenStore, wishedLanguage } from './session-storage.ts'
import { takePrefetchedResponse } from './prefetched-responses.ts'
import { requestOf } from './request.ts'

/** The server said no, for a reason that has a name; `message` is its sentence in the caller's language. */
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

/** No answer came: no network, or none in time. A money act may or may not have been done; only its own key can tell. */
export class Unreachable extends Error {}

type ResponseListener = { loggedOut: (message: string) => void; notice: (message: string) => void }
const listeners = new Set<Partial<ResponseListener>>()

/** Hears what any call may bring: the session is over, or a notice worth showing. Returns how to stop. */
export function onResponse(ear: Partial<ResponseListener>): () => void {
  listeners.add(ear)
  return () => listeners.delete(ear)
}

/** Unwraps an envelope; keeps a token that comes with it. Throws `Refused`. */
export function unwrapEnvelope<T>(envelope: Envelope<T>, status: number, sent: string | null): T {
  // A wrong password ends nothing, and an answer that comes late must not end a session that began in the meantime.
  if (status === 401 && sent !== null && tokenStore.get() === sent) {
    tokenStore.clear()
    for (const ear of listeners) ear.loggedOut?.(envelope.msg)
  }
  if (envelope.code === 0 || status !== 200)
    throw new Refused(envelope.msg, envelope.data as Partial<RefusedData>, status)
  const info = (envelope.data as { userinfo?: { token?: unknown; device?: unknown } } | null)?.userinfo
  if (typeof info?.device === 'string') deviceStore.set(info.device)
  if (typeof info?.token === 'string') tokenStore.set(info.token)
  if (envelope.code === 2 && envelope.msg) for (const ear of listeners) ear.notice?.(envelope.msg)
  return envelope.data
}

export const headers = (key?: string): Record<string, string> => {
  const token = tokenStore.get()
  return { lang: wishedLanguage(), ...(token ? { token } : {}), ...(key ? { 'idempotency-key': key } : {}) }
}
/** Only who is not logged in needs to be known by the device. */
const known = (endpoint: Endpoint): Record<string, string> => {
  const device = endpoint.access.who === 'anyone' ? deviceStore.get() : null
  return device ? { device } : {}
}

/** Calls an endpoint. Throws `Refused` or `Unreachable`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: RequestBody<E>,
  options: { key?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<ResponseBody<E>> {
  const timeout = AbortSignal.timeout(networkTimeout)
  const sent = tokenStore.get()
  const request = requestOf(endpoint, input)
  let response: Response
  let envelope: Envelope<ResponseBody<E>>
  try {
    const { method, url, body } = request
    const get = method === 'GET'
    const sender = headers(options.key)
    response = await (takePrefetchedResponse(request, sender) ??
      fetch(url, {
        method,
        headers: get ? sender : { ...sender, ...known(endpoint), 'content-type': 'application/json' },
        ...(get ? {} : { body }),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      }))
    envelope = (await response.json()) as Envelope<ResponseBody<E>>
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new Unreachable('no answer', { cause: error })
  }
  return unwrapEnvelope(envelope, response.status, sent)
}
