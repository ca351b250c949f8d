import { run, type Runner, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { sql, type Tx } from './postgres.ts'

/**
 * Asks for work later, in the transaction of the act: it is there exactly if the act is. `key` makes asking twice one job;
 * `queue` runs jobs of one name one after the other.
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

/** Starts working off jobs. `crontab` lines are in UTC; `around` runs each job, or throws so that it is tried again later. */
export async function startJobs(
  pool: pg.Pool,
  taskList: TaskList,
  crontab: string,
  log: (message: string) => void,
  around: (work: () => Promise<void>) => Promise<void>,
): Promise<Runner> {
  const { Logger } = await import('graphile-worker')
  const guarded: TaskList = Object.fromEntries(
    Object.entries(taskList).map(([name, task]) => [
      name,
      (payload, helpers) => around(async () => void (await task!(payload, helpers))),
    ]),
  )
  return run({
    pgPool: pool,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 1000,
    taskList: guarded,
    crontab,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log(message)
    }),
  })
}
