/** The demo's client of the platform: the public HTTP API, on this machine only. */
import { createHash } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { ResponseBody, Endpoint, Envelope, RefusalName, RefusedData, RequestBody } from '@quayside/contract'
import { signCall } from '../../apps/server/src/platform/security/signature.ts'

/** The platform refused a request. */
export class Refused extends Error {
  readonly reason: RefusalName | 'unknown'
  constructor(path: string, reason: RefusalName | 'unknown', sentence: string) {
    super(`${path}: ${reason} (${sentence})`)
    this.reason = reason
  }
}

/** Waits, or throws the signal's reason as soon as it is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((done, stopped) => {
    const stop = () => {
      clearTimeout(timer)
      stopped(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Runs `act` for each item, `width` of them at a time. Results are in the order of the items. */
export async function runConcurrently<T, R>(
  items: readonly T[],
  width: number,
  act: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = Array.from({ length: items.length })
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const index = next++
      answers[index] = await act(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
  return answers
}

export type Credentials = {
  token?: string
  key?: string
  /** Clients with the same text share a network address. Default: the token. */
  from?: string
  /** Secret that signs the call, for carriers. */
  secret?: string
}
/** The addresses of the server's two listeners. */
export type Origins = { origin: string; consoleOrigin: string }
/** Sends a request. Default: `fetch`. */
export type Send = (url: string | URL, init: RequestInit) => Promise<Response>
/** The transport and the time of a client, where they are not the network and the clock of this machine. */
export type World = { send?: Send; now?: () => Date; rest?: (ms: number) => Promise<void> }
export type ApiClient = ReturnType<typeof createApiClient>

/** Whether a host name of a URL is this machine: a name of the loopback, or an own address in a network (`--host`). */
export const isThisMachine = (hostname: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) ||
  Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === hostname))

const transient = new Set<string>(['request/too-many', 'request/busy', 'request/unavailable'])

/**
 * The network address of a demo person. All of them run on this machine, but rate limits count addresses. The demo
 * trusts one proxy in front (start.ts), so the server takes this address from `x-forwarded-for`. The range
 * 198.18.0.0/15 is reserved for benchmarks (RFC 2544).
 */
export const addressOf = (who: string): string => {
  const [a, b, c] = createHash('sha256').update(who).digest()
  return `198.${18 + (a! & 1)}.${b}.${c}`
}

const heads = (say: Credentials): Record<string, string> => ({
  lang: 'en',
  // Only browsers count as visitors, so the demo's requests look like a phone's.
  'user-agent': 'Mozilla/5.0 (Linux; Android 15; Mobile) QuaysideDemo/1.0',
  'x-forwarded-for': addressOf(say.from ?? say.token ?? 'demo'),
  ...(say.token ? { token: say.token } : {}),
  ...(say.key ? { 'idempotency-key': say.key } : {}),
})

/**
 * Client of the platform at `origin`, with its console at `consoleOrigin`. Refuses any other machine: a demo must never
 * place orders in production. Each request times out after 20 s. Transient refusals (too many, busy) are retried up to
 * `patience` times.
 */
export function createApiClient(
  { origin, consoleOrigin }: Origins,
  signal: AbortSignal | undefined,
  patience = 6,
  { send: transport = fetch, now = () => new Date(), rest = (ms) => pause(ms, signal) }: World = {},
) {
  for (const { hostname } of [new URL(origin), new URL(consoleOrigin)])
    if (!isThisMachine(hostname)) throw new Error('the demo only speaks to this machine')

  const originOf = ({ api }: Endpoint): string => (api === 'platform' ? consoleOrigin : origin)

  const send = async (url: string, init: RequestInit): Promise<Response> => {
    signal?.throwIfAborted()
    const limit = AbortSignal.timeout(20_000)
    return transport(url, { ...init, redirect: 'error', signal: signal ? AbortSignal.any([signal, limit]) : limit })
  }

  const read = async <E extends Endpoint>(endpoint: E, make: () => Promise<Response>): Promise<ResponseBody<E>> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await make()
      const envelope = (await response.json()) as Envelope
      if (envelope.code !== 0) return envelope.data as ResponseBody<E>
      const { reason } = (envelope.data ?? {}) as Partial<RefusedData>
      if (attempt > patience || !transient.has(reason ?? ''))
        throw new Refused(endpoint.path, reason ?? 'unknown', envelope.msg)
      await rest(Math.min(Number(response.headers.get('retry-after') ?? 1) * 1000, 5000) * attempt)
    }
  }

  return {
    signal,
    now,
    /** Waits: nothing happens meanwhile. */
    rest,
    /**
     * Calls an endpoint. Throws `Refused` if the platform refuses. An idempotent call without a key gets one, which
     * all retries share.
     */
    call<E extends Endpoint>(endpoint: E, input: RequestBody<E>, given: Credentials = {}): Promise<ResponseBody<E>> {
      const say = endpoint.idempotent ? { key: crypto.randomUUID(), ...given } : given
      const body = JSON.stringify(input)
      const query = endpoint.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      return read(endpoint, () =>
        send(`${originOf(endpoint)}${endpoint.path}${query}`, {
          method: endpoint.method,
          headers: {
            ...heads(say),
            ...(query ? {} : { 'content-type': 'application/json' }),
            ...(say.secret
              ? { 'quayside-signature': signCall(say.secret, body, Math.floor(now().getTime() / 1000)) }
              : {}),
          },
          ...(query ? {} : { body }),
        }),
      )
    },
    /** Uploads a picture. */
    upload<E extends Endpoint>(
      endpoint: E,
      picture: Buffer<ArrayBuffer>,
      purpose: string,
      say: Credentials,
    ): Promise<ResponseBody<E>> {
      return read(endpoint, () => {
        const form = new FormData()
        form.set('file', new Blob([picture]), 'picture')
        return send(`${originOf(endpoint)}${endpoint.path}?purpose=${purpose}`, {
          method: 'POST',
          headers: heads(say),
          body: form,
        })
      })
    },
    /** Pays on the processor's hosted page: opens it and submits its form. */
    async payAt(checkoutUrl: string): Promise<void> {
      const page = `${origin}${new URL(checkoutUrl).pathname}`
      const opened = await send(page, { headers: heads({}) })
      const html = await opened.text()
      const action = /<form method="post" action="(\/test-processor\/[\w/-]+)"/.exec(html)?.[1]
      // Without a form the checkout has been paid already.
      if (!action) return
      const paid = await send(`${origin}${action}`, {
        method: 'POST',
        headers: { ...heads({}), 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      })
      if (!paid.ok) throw new Error(`the checkout answered ${paid.status}`)
      await paid.text()
    },
  }
}
