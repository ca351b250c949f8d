/** The system desk on real PostgreSQL: health, jobs, outgoing messages and retries. */
import {
  listJobs,
  listOutgoing,
  readSystem,
  retryDeadline,
  retryJobs,
  retryOutgoing,
  retryProcessorEvent,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, anOperator } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { hideAddress } from '../../people/outbox/routes.ts'
import { startHeartbeat } from './heartbeat.ts'

let server: TestServer
let owner: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  owner = await anOperator(server, 'owner')
})
afterAll(() => server.close())

const reason = 'The gateway works again'
const aJob = async (state: 'waiting' | 'failed' | 'dead'): Promise<string> => {
  const key = newId()
  await withTransaction(server.db, (tx) => enqueueJob(tx, 'announce', { id: 'content' }, { key, attempts: 3 }))
  if (state !== 'waiting')
    await sql`update graphile_worker._private_jobs set attempts = ${state === 'dead' ? 3 : 1}, last_error = 'no route to host',
      run_at = now() + interval '1 hour' where key = ${key}`.execute(server.owner)
  const row = await queryOne(
    server.owner,
    sql<{ id: bigint }>`select id from graphile_worker._private_jobs where key = ${key}`,
  )
  return String(row!.id)
}

test('jobs are listed by state without their contents; failed and dead ones run again, others are left', async () => {
  const [waiting, failed, dead] = [await aJob('waiting'), await aJob('failed'), await aJob('dead')]
  const list = async (state: 'waiting' | 'failed' | 'dead') =>
    (await server.must(listJobs, { state, limit: 100 }, owner)).list
  expect((await list('dead'))[0]).toMatchObject({ id: dead, task: 'announce', attempts: 3, error: 'no route to host' })
  expect((await list('failed')).map(({ id }) => id)).toEqual([failed])
  expect(JSON.stringify(await list('waiting'))).not.toContain('content')

  const ids = [waiting, failed, dead, '999999999']
  expect(await server.must(retryJobs, { ids, reason }, owner)).toEqual({ retried: 2 })
  expect(await list('dead')).toEqual([])
  const due = await queryAll(
    server.owner,
    sql<{
      id: bigint
    }>`select id from graphile_worker._private_jobs where id in (${failed}, ${dead}) and attempts = 0 and run_at <= now()`,
  )
  expect(due).toHaveLength(2)
  const auditor = await anOperator(server, 'auditor')
  expect((await server.call(retryJobs, { ids: [dead], reason }, auditor)).reason).toBe('request/forbidden')
  expect((await server.call(retryJobs, { ids: [dead], reason: '' }, owner)).fields).toHaveProperty('reason')
  const [row] = await queryAll(
    server.owner,
    sql<{
      reason: string
      detail: { jobs: string }
    }>`select reason, detail from audit_record where endpoint = ${retryJobs.path} and outcome = 'done'`,
  )
  expect(row).toMatchObject({ reason, detail: { jobs: [failed, dead].join(' ') } })
})

test('pages of jobs continue after a cursor', async () => {
  const ids = [await aJob('dead'), await aJob('dead'), await aJob('dead')]
  const first = await server.must(listJobs, { state: 'dead', limit: 2 }, owner)
  const second = await server.must(listJobs, { state: 'dead', limit: 2, cursor: first.cursor! }, owner)
  expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(ids.toReversed())
  expect(second.cursor).toBe(null)
})

test('outgoing messages are listed with hidden addresses; a waiting one is sent again, a refused one cannot be', async () => {
  const merchant = await aMerchant(server)
  const insert = async (state: string) => {
    const id = newId()
    await sql`insert into outbox (id, merchant_id, to_operators, channel, address, sealed, state, written_at)
      values (${id}, ${merchant.merchantId}, false, 'email', 'somebody@shop.example', ${state === 'waiting' ? Buffer.from('x') : null}, ${state}, now())`.execute(
      server.owner,
    )
    return id
  }
  const [waiting, refused] = [await insert('waiting'), await insert('refused')]
  const { list } = await server.must(listOutgoing, { state: 'waiting' }, owner)
  expect(list).toMatchObject([{ id: waiting, to: 's•••@shop.example', shopCode: merchant.shopCode }])
  expect((await server.must(listOutgoing, { state: 'failed' }, owner)).list.map(({ id }) => id)).toEqual([refused])
  expect(await server.must(retryOutgoing, { ids: [waiting, refused], reason }, owner)).toEqual({ retried: 1 })
  const job = await queryOne(
    server.owner,
    sql<{
      payload: { id: string }
    }>`select payload from graphile_worker._private_jobs where key = ${`message ${waiting}`}`,
  )
  expect(job?.payload).toEqual({ id: waiting })
  expect(hideAddress('+441632960961')).toBe('•••961')
})

test('a failed deadline and an open processor event are tried again at once', async () => {
  const { shopId } = await aMerchant(server)
  const [row, event] = [{ step: 'order.unpaid', shopId, id: newId() }, newId()]
  const later = new Date(server.clock.now().getTime() + 3_600_000)
  await sql`insert into deadline_failure (step, shop_id, id, error, first_failed_at, last_failed_at, next_try_at)
    values (${row.step}, ${row.shopId}, ${row.id}, 'broken', now(), now(), ${later})`.execute(server.owner)
  await sql`insert into unbooked_event (id, processor, event_id, type, live, reason, received_at, next_attempt_at)
    values (${event}, 'test', ${event}, 'payment.captured', false, 'not-at-processor', now(), null)`.execute(
    server.owner,
  )
  const health = await server.must(readSystem, {}, owner)
  expect(health).toMatchObject({ deadlineFailures: 1, unbookedEvents: 1 })
  await server.must(retryDeadline, { ...row, reason }, owner)
  await server.must(retryProcessorEvent, { id: event, reason }, owner)
  const due = await queryOne(
    server.owner,
    sql<{ n: number }>`select (select count(*) from deadline_failure where next_try_at <= ${server.clock.now()})::int
      + (select count(*) from unbooked_event where next_attempt_at <= ${server.clock.now()})::int as n`,
  )
  expect(due!.n).toBe(2)
  expect((await server.call(retryDeadline, { ...row, id: newId(), reason }, owner)).reason).toBe('request/not-found')
  expect((await server.call(retryProcessorEvent, { id: newId(), reason }, owner)).reason).toBe('payment/not-found')
})

test('a copy of the server is listed while it lives, and is gone when it stops', async () => {
  const copies = async () => (await server.must(readSystem, {}, owner)).copies
  const stop = startHeartbeat(server.app.ctx)
  await expect
    .poll(copies)
    .toMatchObject([{ process: process.pid, alive: true, clockRight: true, node: process.version }])
  await sql`update server_copy set seen_at = now() - interval '2 minutes'`.execute(server.owner)
  expect((await copies())[0]).toMatchObject({ alive: false })
  await stop()
  expect(await copies()).toEqual([])
  const { versions } = await server.must(readSystem, {}, owner)
  expect(versions.migration).toMatch(/^\d{4}_/)
})
