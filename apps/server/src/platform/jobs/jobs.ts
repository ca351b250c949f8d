import { run as runWorker, type Job, type Runner, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { sql, type Tx } from '../database/postgres.ts'
import { traced, tracing } from '../observability/tracing.ts'
import type { SpanAttributes } from '../observability/tracing-types.ts'

/**
 * Adds a job in the caller's transaction: the job exists exactly if the transaction commits.
 * Two jobs with the same `key` are one. Jobs with the same `queue` run one after the other.
 */
export async function enqueueJob(
  tx: Tx,
  task: string,
  payload: Record<string, unknown>,
  options: { at?: Date; key?: string; queue?: string; attempts?: number } = {},
): Promise<void> {
  // The trace of the job is linked to the one that asks for it.
  const traceparent = tracing()?.traceparent()
  await sql`select ask_job(${task}, ${JSON.stringify({ ...payload, ...(traceparent && { traceparent }) })}::json, ${options.at ?? null}::timestamptz, ${options.key ?? null}::text,
    ${options.queue ?? null}::text, ${options.attempts ?? 25}::int)`.execute(tx)
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
  crontab,
  onProblem,
  wrapJob,
}: {
  pool: pg.Pool
  tasks: TaskList
  crontab: string
  onProblem: (message: string) => void
  wrapJob: (job: () => Promise<void>, dueAt: Date) => Promise<void>
}): Promise<Runner> {
  const { Logger } = await import('graphile-worker')
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (queued, helpers) => {
        const { traceparent, ...payload } = (queued ?? {}) as { traceparent?: string }
        const run = () => wrapJob(async () => void (await task!(payload, helpers)), helpers.job.run_at)
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
    pollInterval: 1000,
    taskList,
    crontab,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') onProblem(message)
    }),
  })
}
