/**
 * Traces of requests, transactions, statements, jobs and outgoing calls, for a collector of OpenTelemetry. They are
 * off unless the settings name a collector, and then nothing of OpenTelemetry is loaded: `tracing-sdk.ts`, which
 * imports it, is itself imported by `startTracing` only.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Settings, TracingSettings } from '../../settings-schema.ts'
import type { SpanOptions, Tracing } from './tracing-types.ts'

/** One for the process, as the context of OpenTelemetry is. */
let active: Tracing | null = null

/** Null while traces are off. */
export const tracing = (): Tracing | null => active

/** Starts the traces that the settings ask for. Problems of the collector are logged and disturb nothing else. */
export async function startTracing(settings: Settings, wanted: TracingSettings, log: FastifyBaseLogger): Promise<void> {
  const { openTracing } = await import('./tracing-sdk.ts')
  active = openTracing(wanted, ownOrigins(settings), log)
}

export async function stopTracing(): Promise<void> {
  const stopped = active
  active = null
  await stopped?.stop()
}

/** Runs `work` in a span while traces are on. */
export const traced = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  active ? active.run(name, options, work) : work()

/** Origins that get our `traceparent`: this installation and the gateways that its operator runs. */
const ownOrigins = ({ publicUrl, consoleUrl, storefrontUrl, outgoing, alerts }: Settings): Set<string> =>
  new Set(
    [publicUrl, consoleUrl, storefrontUrl, outgoing.sms?.url, alerts.webhook?.url].flatMap(
      (url) => (url && URL.parse(url)?.origin) || [],
    ),
  )
