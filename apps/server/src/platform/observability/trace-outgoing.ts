/**
 * Spans of the calls that this server makes over HTTP: processor, webhooks, gateways, bucket, push services, nodes of
 * chains. Node announces each call of `fetch` and of `node:http` on a diagnostics channel, so no library is changed
 * and a bundle works like the sources.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { context, SpanKind, SpanStatusCode, trace, type Span, type Tracer } from '@opentelemetry/api'
import { isTracingSuppressed } from '@opentelemetry/core'

/** A request of `fetch`. */
type FetchRequest = { method: string; origin: string | URL; addHeader(name: string, value: string): void }
type Call = { method: string; origin: URL | null; addHeader: (name: string, value: string) => void }

/**
 * Starts the spans. A span ends with the headers of the response. Only a receiver of `own` gets the `traceparent`.
 * Returns the function that ends them.
 */
export function traceOutgoing(
  tracer: Tracer,
  { own, traceparent }: { own: ReadonlySet<string>; traceparent: () => string | undefined },
): () => void {
  const spans = new WeakMap<object, Span>()
  const begin = (request: object, { method, origin, addHeader }: Call): void => {
    if (isTracingSuppressed(context.active())) return
    // Neither path nor query: addresses of push services and of webhooks are secrets of their owners.
    const span = tracer.startSpan(origin ? `${method} ${origin.hostname}` : method, {
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': method,
        ...(origin && {
          'server.address': origin.hostname,
          'server.port': Number(origin.port) || (origin.protocol === 'https:' ? 443 : 80),
          'url.scheme': origin.protocol.slice(0, -1),
        }),
      },
    })
    spans.set(request, span)
    if (!origin || !own.has(origin.origin)) return
    const value = context.with(trace.setSpan(context.active(), span), traceparent)
    if (value) addHeader('traceparent', value)
  }
  const end = (request: object, outcome: { status: number } | { error: unknown }): void => {
    const span = spans.get(request)
    if (!span) return
    spans.delete(request)
    const failure = 'error' in outcome ? typeOf(outcome.error) : outcome.status >= 400 ? String(outcome.status) : null
    if ('status' in outcome) span.setAttribute('http.response.status_code', outcome.status)
    if (failure !== null) {
      span.setAttribute('error.type', failure)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  }
  const listeners: Record<string, (message: never) => void> = {
    'undici:request:create': ({ request }: { request: FetchRequest }) =>
      begin(request, {
        method: request.method,
        origin: URL.parse(String(request.origin)),
        addHeader: (name, value) => request.addHeader(name, value),
      }),
    'undici:request:headers': ({ request, response }: { request: object; response: { statusCode: number } }) =>
      end(request, { status: response.statusCode }),
    'undici:request:error': ({ request, error }: { request: object; error: unknown }) => end(request, { error }),
    'http.client.request.created': ({ request }: { request: ClientRequest }) =>
      begin(request, {
        method: request.method,
        origin: URL.parse(`${request.protocol}//${String(request.getHeader('host') ?? request.host)}`),
        addHeader: (name, value) => {
          if (!request.headersSent) request.setHeader(name, value)
        },
      }),
    'http.client.response.finish': ({ request, response }: { request: ClientRequest; response: IncomingMessage }) =>
      end(request, { status: response.statusCode ?? 0 }),
    'http.client.request.error': ({ request, error }: { request: ClientRequest; error: unknown }) =>
      end(request, { error }),
  }
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener as () => void)
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener as () => void)
  }
}

/** The code of the system, otherwise the name. Messages may hold addresses. */
function typeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'error'
}
