/** What the server asks of traces; `tracing-sdk.ts` implements it. */
import type { FastifyInstance } from 'fastify'
import type { LogEvent } from 'kysely'

export type SpanAttributes = Record<string, string | number | boolean | string[]>

export type SpanOptions = {
  /** `client`: a call of another system. `consumer`: a job, with a trace of its own. Default: work of this process. */
  kind?: 'client' | 'consumer'
  attributes?: SpanAttributes
  /** The `traceparent` of what asked for this job; the span is linked to it. */
  askedBy?: string | undefined
}

export type Tracing = {
  /** Runs `work` in a span. An error gives the span its type, never its message: messages may quote rows. */
  run<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>
  /** A span for each request of a listener, except for the routes in `untraced`. */
  traceRequests(http: FastifyInstance, options: { trustCaller: boolean; untraced: readonly string[] }): void
  /** A span for a statement that has run, if it belongs to a span that is recorded. */
  statement(event: LogEvent): void
  /** The fields of a log line of the current span. */
  logFields(): Record<string, string>
  /** The current span as a W3C `traceparent`; undefined without one. */
  traceparent(): string | undefined
  /** Sends what is left and stops. */
  stop(): Promise<void>
}
