/** The metrics as Prometheus reads them, over a socket of their own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboard, login } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { sql, withTransaction } from '../../../platform/database/postgres.ts'
import { reconcile } from '../../money/reconciliation/reconcile.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { metrics: { port: 0, host: '127.0.0.1' } } })
})
afterAll(() => server?.close())

const read = async (path = '/metrics'): Promise<{ status: number; text: string }> => {
  const response = await fetch(`http://127.0.0.1:${server.app.metrics!.port}${path}`)
  return { status: response.status, text: await response.text() }
}
/** The value of a series as it is printed, labels included; undefined where it has none. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
/** Figures of the database are read every five seconds at most. */
const readFresh = async (): Promise<string> => {
  await new Promise((wait) => setTimeout(wait, 5100))
  return (await read()).text
}

test('requests are counted by route and status, and unknown paths are one route', async () => {
  const merchant = await aMerchant(server)
  await server.must(dashboard, {}, merchant)
  await server.call(dashboard, {})
  await server.call(login, { name: 'nobody@shop.example', password: 'a wrong password' })
  for (const path of ['/wp-admin', '/.env', '/merchant/no-such-thing']) await server.app.http.inject(path)

  const { status, text } = await read()
  expect(status).toBe(200)
  const count = (method: string, route: string, code: number) =>
    valueOf(text, `quayside_http_request_duration_seconds_count{method="${method}",route="${route}",status="${code}"}`)
  expect(count(dashboard.method, dashboard.path, 200)).toBe(1)
  expect(count(dashboard.method, dashboard.path, 401)).toBe(1)
  expect(count('POST', login.path, 200)).toBe(1)
  expect(count('GET', 'unknown', 404)).toBe(3)
  // A refusal with the status 200 is seen too.
  for (const [reason, n] of [
    ['login/wrong', 1],
    ['session/missing', 1],
    ['request/not-found', 3],
  ] as const)
    expect(valueOf(text, `quayside_refusals_total{reason="${reason}"}`)).toBe(n)
  expect(text).not.toContain('wp-admin')
  expect(text).not.toContain(merchant.token)
  expect(valueOf(text, 'quayside_change_listener_connected')).toBe(1)
  expect(valueOf(text, 'quayside_database_connections{state="waiting"}')).toBe(0)
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
})

test('metrics are on their own port only, and that port serves nothing else', async () => {
  expect((await server.app.http.inject('/metrics')).statusCode).toBe(404)
  expect((await read('/merchant/login')).status).toBe(404)
  expect((await read('/')).status).toBe(404)
})

test('figures say what waits, what failed, and what the last check of the books found', async () => {
  const before = await readFresh()
  expect(valueOf(before, 'quayside_figures_readable')).toBe(1)
  // Before the first check there is no value, which an alert can tell from 0.
  expect(valueOf(before, 'quayside_reconciliation_whole')).toBeUndefined()
  expect(valueOf(before, 'quayside_payouts_paused')).toBe(0)
  expect(valueOf(before, 'quayside_partition_strays{table="visit"}')).toBe(0)

  const jobsBefore = valueOf(before, 'quayside_jobs{state="waiting"}')!
  await withTransaction(server.app.ctx.db, (tx) => enqueueJob(tx, 'send-message', { id: 'x' }))
  await sql`select graphile_worker.add_job('send-message', run_at => now() - interval '10 minutes')`.execute(
    server.owner,
  )
  await sql`update graphile_worker._private_jobs set attempts = max_attempts
    where id = (select max(id) from graphile_worker._private_jobs)`.execute(server.owner)
  await sql`select graphile_worker.add_job('send-message', run_at => now() - interval '5 minutes')`.execute(
    server.owner,
  )
  await reconcile(server.app.ctx, 'daily')
  await sql`insert into payout_pause (since, cause) values (now(), 'test')`.execute(server.owner)
  // Before a node was asked there is no lag, which an alert can tell from 0.
  await sql`insert into chain_cursor (network, scanned, head, at) values ('ethereum', 100, 112, now()), ('polygon', 9, null, now())`.execute(
    server.owner,
  )

  const after = await readFresh()
  expect(valueOf(after, 'quayside_jobs{state="waiting"}')).toBe(jobsBefore + 2)
  expect(valueOf(after, 'quayside_jobs{state="failed"}')).toBe(1)
  expect(valueOf(after, 'quayside_jobs_oldest_seconds')).toBeGreaterThan(299)
  expect(valueOf(after, 'quayside_reconciliation_whole')).toBe(1)
  expect(valueOf(after, 'quayside_reconciliation_age_seconds')).toBeLessThan(60)
  expect(valueOf(after, 'quayside_payouts_paused')).toBe(1)
  expect(valueOf(after, 'quayside_chain_blocks_behind{network="ethereum"}')).toBe(12)
  expect(valueOf(after, 'quayside_chain_blocks_behind{network="polygon"}')).toBeUndefined()
})

test('the database, its archive and its standbys have figures', async () => {
  const text = (await read()).text
  expect(valueOf(text, 'quayside_database_bytes')).toBeGreaterThan(1_000_000)
  expect(valueOf(text, 'quayside_archive_failing')).toBe(0)
  // Without an archive there is no age, which an alert can tell from 0.
  expect(valueOf(text, 'quayside_archive_age_seconds')).toBeUndefined()
  expect(valueOf(text, 'quayside_transaction_id_age')).toBeGreaterThan(0)
  expect(valueOf(text, 'quayside_standbys')).toBe(0)
  const tables = [...text.matchAll(/^quayside_table_bytes\{table="([a-z_.]+)"\} (\d+)$/gm)]
  expect(tables).toHaveLength(10)
  expect(tables.map(([, , bytes]) => Number(bytes))).toEqual(
    tables.map(([, , bytes]) => Number(bytes)).sort((one, other) => other - one),
  )
})

test('without the database the metrics are still served, and figures have no value', async () => {
  const other = await startTestServer({ settings: { metrics: { port: 0, host: '127.0.0.1' } } })
  try {
    await sql`revoke execute on function job_figures() from quayside_app`.execute(other.owner)
    const response = await fetch(`http://127.0.0.1:${other.app.metrics!.port}/metrics`)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(valueOf(text, 'quayside_figures_readable')).toBe(0)
    expect(valueOf(text, 'quayside_payouts_paused')).toBeUndefined()
    expect(valueOf(text, 'quayside_change_listener_connected')).toBe(1)
  } finally {
    await other.close()
  }
})

const deploy = '../../../../../../deploy'
test.each(['prometheus/alerts.yml', 'grafana/quayside.json'])('%s names metrics that are served', async (file) => {
  const text = readFileSync(join(import.meta.dirname, deploy, file), 'utf8')
  const used = new Set(
    [...text.matchAll(/\b(quayside|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(count|bucket|sum)$/, ''),
    ),
  )
  expect(used.size).toBeGreaterThan(10)
  // The backup says itself when it ended.
  const ofBackups = [
    ...readFileSync(join(import.meta.dirname, deploy, 'backup/report.sh'), 'utf8').matchAll(/quayside_\w+/g),
  ]
  for (const [name] of ofBackups) used.delete(name)
  const served = new Set([...(await read()).text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
  expect([...used].filter((name) => !served.has(name))).toEqual([])
})
