import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { enqueueJob, startJobs } from './jobs.ts'
import { endPool, queryOne, openJobsPool, sql } from '../database/postgres.ts'
import { derivedLogins } from '../database/roles.ts'

test('a failed job is tried again later, and other jobs run in the meantime', async () => {
  const database = await freshDatabase()
  const pool = openJobsPool(derivedLogins(database.url).jobs, () => undefined)
  const done: string[] = []
  const problems: string[] = []
  let tries = 0
  const runner = await startJobs({
    pool,
    tasks: {
      'send-message': async () => {
        tries += 1
        if (tries === 1) throw new Error('not now')
        done.push('moody')
      },
      'match-pix': async () => {
        done.push('calm')
      },
    },
    repeated: {},
    crontab: '',
    onProblem: (message) => problems.push(message),
    wrapJob: (job) => job(),
  })
  try {
    await database.db.transaction().execute((tx) => enqueueJob(tx, 'send-message', { id: 'moody' }))
    await expect
      .poll(async () =>
        queryOne(
          database.owner,
          // On a busy machine it would be due again before the other job has run, so it is postponed once more.
          sql<{ error: string; later: boolean }>`with failed as (
              select id, last_error, run_at > updated_at + interval '2 seconds' as later
              from graphile_worker._private_jobs where locked_at is null and last_error is not null
            ) update graphile_worker._private_jobs j set run_at = now() + interval '1 hour'
            from failed where j.id = failed.id returning failed.last_error as error, failed.later`,
        ),
      )
      .toEqual({ error: 'not now', later: true })
    await database.db.transaction().execute((tx) => enqueueJob(tx, 'match-pix', {}))
    await expect.poll(() => done).toEqual(['calm'])
    expect(tries).toBe(1)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.owner)
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['calm', 'moody'])
    expect(tries).toBe(2)
    expect(problems.join('\n')).toContain('not now')
  } finally {
    await runner.stop()
    await endPool(pool)
    await database.drop()
  }
})

test('a pool ends after those who wait for a connection have had one', async () => {
  const database = await freshDatabase()
  const pool = openJobsPool(derivedLogins(database.url).jobs, () => undefined)
  try {
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    const waiting = pool.query<{ one: number }>('select 1 as one')
    expect(pool.waitingCount).toBe(1)
    const ended = endPool(pool)
    for (const client of held) client.release()
    expect((await waiting).rows).toEqual([{ one: 1 }])
    await ended
  } finally {
    await database.drop()
  }
})
