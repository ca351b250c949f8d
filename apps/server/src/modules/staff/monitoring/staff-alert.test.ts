/** Alerts to the staff, from the condition in the database to the mail and the signed call. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDestination, aStockedShop, creditMerchant, withdraw } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { queryAll, sql } from '../../../platform/database/postgres.ts'
import { contentOf } from '../../people/outbox/write-message.ts'
import type { MessageRow } from '../../people/outbox/store.ts'
import { notifyStaff } from './notify-staff.ts'
import { alertKinds, alertMail, findAlerts, type AlertFigures } from './staff-alert.ts'

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
type Received = { headers: IncomingHttpHeaders; body: string }

/** A receiver of webhooks that answers `status`. */
function webhookReceiver() {
  const received: Received[] = []
  const answer = { status: 204 }
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(answer.status).end()
    })
  })
  return { http, received, answer }
}

const receiver = webhookReceiver()
let server: TestServer
beforeAll(async () => {
  await new Promise<void>((ready) => receiver.http.listen(0, '127.0.0.1', ready))
  const { port } = receiver.http.address() as AddressInfo
  server = await startTestServer({
    settings: {
      alerts: { mail: ['duty@platform.example'], webhook: { url: `http://127.0.0.1:${port}/alerts`, secret } },
    },
  })
})
afterAll(async () => {
  await server.close()
  receiver.http.close()
})

const mails = async () =>
  (
    await queryAll(
      server.owner,
      sql<MessageRow>`select * from outbox where to_operators and address = 'duty@platform.example' order by written_at, id`,
    )
  ).map((row) => contentOf(server.app.ctx, row))
const notify = () => notifyStaff(server.app.ctx)

test('an overdue decision opens one alert, reminds after a day, and closes when it is decided', async () => {
  await notify()
  expect(await mails()).toEqual([])

  const shop = await aStockedShop(server)
  await creditMerchant(server, shop, '100')
  const { id } = await withdraw(server, shop, await aDestination(server, shop), '50')
  await sql`update withdrawal set decide_by = ${new Date(server.clock.now().getTime() - minutes(1))} where id = ${id}`.execute(
    server.owner,
  )
  await Promise.all([notify(), notify(), notify()])
  await notify()
  const [opened, ...further] = await mails()
  expect(further).toEqual([])
  expect(opened!.subject).toBe('[Quayside] Alert: Decisions past the promised time: 1 withdrawals')
  expect(opened!.text).toContain('Open Work in the console')

  server.clock.pass(days(1))
  await notify()
  await notify()
  expect((await mails()).map(({ subject }) => subject!.split(':')[0])).toEqual([
    '[Quayside] Alert',
    '[Quayside] Still open',
  ])

  await sql`update withdrawal set decide_by = ${new Date(server.clock.now().getTime() + hours(1))} where id = ${id}`.execute(
    server.owner,
  )
  await notify()
  expect((await mails()).at(-1)!.subject).toMatch(/^\[Quayside\] Ended: /)
  expect(await queryAll(server.owner, sql`select from staff_alert where closed_at is null`)).toEqual([])
})

test('broken books and the pause of payouts are two alerts', async () => {
  const now = server.clock.now()
  await sql`insert into reconciliation (id, at, cause, whole, checks, figures)
    values (gen_random_uuid(), ${now}, 'test', false, '[]', '{}')`.execute(server.owner)
  await sql`insert into payout_pause (since, cause) values (${now}, 'test')`.execute(server.owner)
  await notify()
  const open = await queryAll(server.owner, sql<{ kind: string }>`select kind from staff_alert where closed_at is null`)
  expect(open.map(({ kind }) => kind).sort()).toEqual(['books-broken', 'payouts-paused'])
})

test('the webhook is signed as Standard Webhooks says, and is sent again with the same id', async () => {
  await server.app.startWorker()
  receiver.answer.status = 503
  // The worker sends all calls that wait, in any order.
  const opened = () =>
    receiver.received.find(({ body }) => {
      const { kind, stage } = JSON.parse(body) as Record<string, unknown>
      return kind === 'decisions-overdue' && stage === 'opened'
    })
  await expect.poll(opened, { timeout: 45_000 }).toBeDefined()
  receiver.answer.status = 204
  const first = opened()!
  const verified = new Webhook(secret).verify(first.body, first.headers as Record<string, string>)
  expect(verified).toMatchObject({ kind: 'decisions-overdue', subject: 'withdrawals', stage: 'opened' })
  expect(() => new Webhook(secret).verify(`${first.body} `, first.headers as Record<string, string>)).toThrow()
  await expect
    .poll(
      () => receiver.received.filter(({ headers }) => headers['webhook-id'] === first.headers['webhook-id']).length,
      { timeout: 45_000 },
    )
    .toBeGreaterThan(1)
})

test('each condition has its alert and its text', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const quiet: AlertFigures = {
    jobs: { waiting: 3n, running: 1n, failed: 0n, oldest_seconds: 2 },
    queues: {
      outbox_waiting: 1n,
      outbox_oldest_seconds: 60,
      events_waiting: 5n,
      deadline_failures: 0n,
      payouts_paused: false,
      shops_owing: 0n,
      shops_owed: 0n,
      withdrawals_overdue: 0n,
      refunds_overdue: 0n,
      refund_payments_failed: 0n,
      registrations_overdue: 0n,
    },
    reconciliation: { at: before(hours(25)), whole: true, coverage: '1.05' },
    chains: [{ network: 'base', behind: 0n, at: before(minutes(9)), disagree_since: before(minutes(9)) }],
    database: { bytes: 1n, archive_failing: false, archive_age: null, transaction_age: 1 },
  }
  expect(findAlerts(quiet, now)).toEqual([])
  expect(findAlerts({ ...quiet, reconciliation: null, chains: [] }, now)).toEqual([])

  const loud: AlertFigures = {
    jobs: { ...quiet.jobs, failed: 2n },
    queues: {
      ...quiet.queues,
      outbox_oldest_seconds: 16 * 60,
      deadline_failures: 4n,
      payouts_paused: true,
      shops_owing: 1n,
      shops_owed: 1n,
      refunds_overdue: 1n,
      refund_payments_failed: 2n,
    },
    reconciliation: { at: before(hours(27)), whole: false, coverage: '0.98' },
    chains: [{ network: 'base', behind: 0n, at: before(minutes(11)), disagree_since: before(minutes(11)) }],
    database: { ...quiet.database, archive_failing: true },
  }
  // Cover is low or below one, never both.
  const low = findAlerts({ ...quiet, reconciliation: { ...quiet.reconciliation!, coverage: '1.0499' } }, now)
  expect(low.map(({ kind }) => kind)).toEqual(['coverage-low'])
  const alerts = [...findAlerts(loud, now), ...low]
  expect(alerts.map(({ kind }) => kind).sort()).toEqual([...alertKinds].sort())
  for (const alert of alerts) {
    const { subject, text } = alertMail(alert, 'opened', 'https://shop.example')
    expect(`${subject} ${text}`).not.toMatch(/undefined|null|\{/)
  }
})
