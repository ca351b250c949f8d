/** The traces of `tracing.ts` with the packages of OpenTelemetry. Names are those of its semantic conventions. */
import {
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  DiagLogLevel,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { suppressTracing, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'
// Imported, so that the bundle of a release contains the version.
import manifest from '../../../../../package.json' with { type: 'json' }
import type { TracingSettings } from '../../settings-schema.ts'
import { statementSummary } from '../database/statement-summary.ts'
import { traceOutgoing } from './trace-outgoing.ts'
import type { SpanOptions, Tracing } from './tracing-types.ts'

const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }
const propagator = new W3CTraceContextPropagator()

/** `own`: the origins that get a `traceparent`. */
export function openTracing(settings: TracingSettings, own: ReadonlySet<string>, log: FastifyBaseLogger): Tracing {
  logProblems(log)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new TracerProvider({
    sampler: samplerOf(settings.sampler),
    // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` replace the name that stands here.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'quayside', 'service.version': manifest.version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new (settings.protocol === 'http/json' ? JsonExporter : ProtobufExporter)({ url: settings.url }),
        scheduledDelayMillis: settings.delay,
      }),
    ],
  })
  const tracer = provider.getTracer('quayside', manifest.version)
  const stopOutgoing = traceOutgoing(tracer, { own, traceparent })
  return {
    run: (name, options, work) => runSpan(tracer, name, options, work),
    traceRequests: (http, options) => traceRequests(tracer, http, options),
    statement: (event) => recordStatement(tracer, event),
    logFields,
    traceparent,
    async stop() {
      stopOutgoing()
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'tracing: the last spans were lost'))
      context.disable()
      diag.disable()
    },
  }
}

async function runSpan<T>(
  tracer: Tracer,
  name: string,
  { kind, attributes = {}, askedBy }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const asked = askedBy ? trace.getSpanContext(contextOf({ traceparent: askedBy })) : undefined
  const span = tracer.startSpan(name, {
    kind: kind ? kinds[kind] : SpanKind.INTERNAL,
    attributes,
    root: kind === 'consumer',
    links: asked ? [{ context: asked }] : [],
  })
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

function traceRequests(
  tracer: Tracer,
  http: FastifyInstance,
  { trustCaller, untraced }: Parameters<Tracing['traceRequests']>[1],
): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  http.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && untraced.includes(route)) {
      contexts.set(request, suppressTracing(context.active()))
      return context.with(contexts.get(request)!, done)
    }
    const parent = trustCaller ? contextOf(request.headers) : ROOT_CONTEXT
    // The path is not recorded: the address of an order's page holds its token.
    const attributes = {
      'http.request.method': request.method,
      ...(route !== undefined && { 'http.route': route }),
      'url.scheme': request.protocol,
      'http.response.header.x-request-id': [request.id],
    }
    const name = route === undefined ? request.method : `${request.method} ${route}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    contexts.set(request, trace.setSpan(parent, span))
    context.with(contexts.get(request)!, done)
  })
  // The events of a request's body run in the context of its connection.
  http.addHook('preValidation', (request, _reply, done) => context.with(contexts.get(request) ?? ROOT_CONTEXT, done))
  http.addHook('onResponse', (request, reply, done) => {
    const own = contexts.get(request) ?? ROOT_CONTEXT
    const span = trace.getSpan(own)
    if (span) {
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) {
        span.setAttribute('error.type', String(reply.statusCode))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    }
    // The line of the request log, whose hook comes next, carries the ids.
    context.with(own, done)
  })
}

function recordStatement(tracer: Tracer, event: LogEvent): void {
  if (!trace.getActiveSpan()?.isRecording()) return
  const end = performance.timeOrigin + performance.now()
  const { operation, summary, text } = statementSummary(event.query.sql)
  const span = tracer.startSpan(summary, {
    kind: SpanKind.CLIENT,
    startTime: end - event.queryDurationMillis,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
      'db.query.text': text,
    },
  })
  if (event.level === 'error') {
    const code = (event.error as { code?: unknown } | null)?.code
    if (typeof code === 'string') span.setAttribute('db.response.status_code', code)
    fail(span, event.error)
  }
  span.end(end)
}

/** The type of an error: the code of the database or the system, otherwise the class. */
function fail(span: Span, error: unknown): void {
  const code = (error as { code?: unknown } | null)?.code
  const type = typeof code === 'string' ? code : error instanceof Error ? error.constructor.name : typeof error
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

const contextOf = (headers: Record<string, unknown>): Context =>
  propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)

function traceparent(): string | undefined {
  const carrier: Record<string, string> = {}
  propagator.inject(context.active(), carrier, defaultTextMapSetter)
  return carrier['traceparent']
}

function logFields(): Record<string, string> {
  const current = trace.getSpanContext(context.active())
  return current && isSpanContextValid(current)
    ? {
        trace_id: current.traceId,
        span_id: current.spanId,
        trace_flags: current.traceFlags.toString(16).padStart(2, '0'),
      }
    : {}
}

function samplerOf({ name, ratio }: TracingSettings['sampler']): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** Problems of OpenTelemetry itself, such as a collector that does not answer, go to the log. */
function logProblems(log: FastifyBaseLogger): void {
  const warn = (problem: string) => log.warn({ problem: problem.slice(0, 500) }, 'tracing: spans were not sent')
  const none = () => undefined
  diag.setLogger(
    { error: warn, warn, info: none, debug: none, verbose: none },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
