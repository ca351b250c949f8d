import { run as runWorker, type Job, type Runner, type TaskList } from 'graphile-worker'
import type { Language, MessageType, ScreeningSubjectKind } from '@quayside/contract'
import type pg from 'pg'
import { jobAsked } from '../events/events.ts'
import { recordNotification, sql, type Tx } from '../database/postgres.ts'
import { traced, tracing } from '../observability/tracing.ts'
import type { SpanAttributes } from '../observability/tracing-types.ts'

type Nothing = Record<string, never>

/**
 * The jobs that modules ask for, and what each gets: ids, and what no row holds. Payloads are JSON: instants are ISO
 * texts. A job asked for by the former version of the server runs in this one, so a new field is optional at first.
 */
export type JobPayloads = {
  announce: { id: string }
  'look-at-payment': { shopId: string; paymentId: string }
  'make-picture-avif': { id: string; width: number }
  'match-pix': Nothing
  'push-message': { shopId: string; device: string; type: MessageType }
  screen: { kind: ScreeningSubjectKind; shopId: string; id: string }
  'send-account-link': {
    purpose: 'join' | 'password' | 'email'
    email: string
    lang: Language
    at: string
    /** The account that wants to have the address; only with `email`. */
    buyerId?: string
  }
  'send-login-code': {
    name: string
    purpose: `login-password ${string}`
    device: { merchant_id: string; id: string } | null
    /** The network of the request. */
    network: string
    lang: Language
    at: string
  }
  'send-message': { id: string }
  'send-order-links': { email: string; lang: Language; at: string }
  'send-payout': { shopId: string; id: string }
  'send-refund': { shopId: string; refundId: string }
  /** A change of an alert, for the webhook of the staff. */
  'send-staff-alert': {
    id: string
    stage: 'opened' | 'reminder' | 'closed'
    kind: string
    subject: string
    facts: Record<string, string | number>
    title: string
    at: string
  }
  /** A call of the test processor to its own webhook. */
  'test-webhook': { body: string }
}
export type JobName = keyof JobPayloads
/** What runs the jobs: one task for each. */
export type JobTasks = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

/**
 * Adds a job in the caller's transaction: the job exists exactly if the transaction commits. The workers are told after
 * the commit; one that was not told looks once a second.
 * Two jobs with the same `key` are one. Jobs with the same `queue` run one after the other.
 */
export async function enqueueJob<Name extends JobName>(
  tx: Tx,
  task: Name,
  payload: JobPayloads[Name],
  options: { at?: Date; key?: string; queue?: string; attempts?: number } = {},
): Promise<void> {
  // The trace of the job is linked to the one that asks for it.
  const traceparent = tracing()?.traceparent()
  await sql`select ask_job(${task}, ${JSON.stringify({ ...payload, ...(traceparent && { traceparent }) })}::json, ${options.at ?? null}::timestamptz, ${options.key ?? null}::text,
    ${options.queue ?? null}::text, ${options.attempts ?? 25}::int)`.execute(tx)
  if (!options.at) recordNotification(tx, jobAsked)
}

const attributesOf = ({ id, task_identifier: task, attempts }: Job): SpanAttributes => ({
  'messaging.system': 'graphile-worker',
  'messaging.operation.type': 'process',
  'messaging.operation.name': 'process',
  'messaging.destination.name': task,
  'messaging.message.id': id,
  'quayside.job.attempt': attempts,
})

/**
 * Starts a worker. The times in `crontab` are in UTC. `wrapJob` runs each job, or throws, so that the job is tried
 * again later. It gets the time that the job is due at.
 */
export async function startJobs({
  pool,
  tasks,
  repeated,
  crontab,
  onProblem,
  wrapJob,
}: {
  pool: pg.Pool
  tasks: Partial<JobTasks>
  /** The tasks of the crontab. */
  repeated: Record<string, () => Promise<void>>
  crontab: string
  onProblem: (message: string) => void
  wrapJob: (job: () => Promise<void>, dueAt: Date) => Promise<void>
}): Promise<Runner> {
  const { Logger } = await import('graphile-worker')
  // `enqueueJob` wrote the payload of each, with the type of its task.
  const all = { ...tasks, ...repeated } as Record<string, (payload: unknown) => Promise<void>>
  const taskList: TaskList = Object.fromEntries(
    Object.entries(all).map(([name, task]) => [
      name,
      (queued, helpers) => {
        const { traceparent, ...payload } = (queued ?? {}) as { traceparent?: string }
        const run = () => wrapJob(() => task(payload), helpers.job.run_at)
        return traced(
          `process ${name}`,
          { kind: 'consumer', attributes: attributesOf(helpers.job), askedBy: traceparent },
          run,
        )
      },
    ]),
  )
  return runWorker({
    pgPool: pool,
    concurrency: 4,
    noHandleSignals: true,
    // A new job is told at once; a look finds those of a later time, and those of whose telling nobody heard.
    pollInterval: 4000,
    taskList,
    crontab,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') onProblem(message)
    }),
  })
}
