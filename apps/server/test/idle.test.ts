/** What a server asks the database for while nobody does anything. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryAll, sql } from '../src/platform/database/postgres.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await sql`create extension if not exists pg_stat_statements`.execute(server.owner)
})
afterAll(() => server.close())

test('an idle worker sends at most three statements a second besides the jobs of the minute', async () => {
  await server.app.startWorker({ deadlines: false })
  await sleep(3000)
  const count = () =>
    queryAll(
      server.owner,
      sql<{ query: string; calls: number }>`select query, sum(calls)::int as calls from pg_stat_statements s
        join pg_database d on d.oid = s.dbid join pg_roles r on r.oid = s.userid
        where d.datname = current_database() and r.rolname <> current_user group by query order by 2 desc`,
    )
  await sql`select pg_stat_statements_reset(0, oid) from pg_database where datname = current_database()`.execute(
    server.owner,
  )
  const started = performance.now()
  await sleep(12_000)
  const statements = await count()
  const seconds = (performance.now() - started) / 1000
  const sent = statements.reduce((sum, { calls }) => sum + calls, 0)
  // The loops did ask: a worker that hangs is not idle.
  expect(statements.some(({ query }) => query.includes('event_waiting'))).toBe(true)
  expect(sent / seconds, JSON.stringify(statements, null, 1)).toBeLessThanOrEqual(3)
})
