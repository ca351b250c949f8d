import { run, type Runner, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { sql, type Tx } from './postgres.ts'

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
  await sql`select ask_job(${task}, ${JSON.stringify(payload)}::json, ${options.at ?? null}::timestamptz, ${options.key ?? null}::text,
    ${options.queue ?? null}::text, ${options.attempts ?? 25}::int)`.execute(tx)
}

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
      (payload, helpers) => wrapJob(async () => void (await task!(payload, helpers)), helpers.job.run_at),
    ]),
  )
  return run({
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
