/**
 * Kills the server at fail points of a payout and restarts it: the bank has paid once and the ledger has one booking.
 * Two points here: on both sides of the bank's answer, where a careless restart would pay never or twice.
 * `npm run test:night payouts` kills at all six (PAYOUT_POINTS=all).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveWithdrawal } from '@quayside/contract'
import { expect, test } from 'vitest'
import { checkBooks } from '../src/modules/money/reconciliation/store.ts'
import { failPoints, type FailPoint } from '../src/platform/jobs/fail-points.ts'
import { newId } from '../src/platform/database/ids.ts'
import { queryOne, sql } from '../src/platform/database/postgres.ts'
import { aDestination, anOperator, aStockedShop, creditMerchant, withdraw } from './builders.ts'
import { freshDatabase } from './database.ts'
import { overHttp, startServerProcess } from './server-process.ts'
import { startTestServer } from './server.ts'

async function dieAt(point: FailPoint) {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-payout-'))
  const inside = await startTestServer({ database })
  const shop = await aStockedShop(inside)
  await creditMerchant(inside, shop, '500')
  const { id } = await withdraw(inside, shop, await aDestination(inside, shop), '100')
  const { token } = await anOperator(inside, 'finance')
  await inside.close()

  const state = async () =>
    (await queryOne(database.owner, sql<{ state: string }>`select state from withdrawal where id = ${id}`))!.state
  const doomed = await startServerProcess(database.url, dataDir, { QUAYSIDE_FAIL_AT: point })
  // The server may die before its answer. The approval is stored all the same.
  await overHttp(doomed)
    .call(approveWithdrawal, { shopId: shop.shopId, id }, { token, key: newId() })
    .catch(() => undefined)
  const signal = await doomed.ended
  const left = await state()

  const next = await startServerProcess(database.url, dataDir)
  try {
    for (let i = 0; i < 150 && (await state()) !== 'paid'; i += 1) await new Promise((wait) => setTimeout(wait, 100))
    const facts = await queryOne(
      database.owner,
      sql<{ payments: number; amount: bigint; booked: number }>`
        select (select count(*)::int from test_payout) as payments, (select max(amount) from test_payout) as amount,
          (select count(*)::int from ledger.transfer where ref = ${id} and event = 'withdrawal.paid') as booked`,
    )
    const broken = (await checkBooks(database.owner, new Date())).filter((check) => !check.ok)
    return { signal, left, end: await state(), ...facts!, broken }
  } finally {
    await next.kill()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The state of the withdrawal after a kill at each fail point. */
const leaves: Record<FailPoint, string> = {
  'payout: before it is marked as sending': 'approved',
  'payout: marked as sending, bank not asked': 'sending',
  'payout: bank asked, answer not kept': 'sending',
  'payout: answer kept, end not asked for': 'sending',
  'payout: end known, not booked': 'sending',
  'payout: booked': 'paid',
}

const points: readonly FailPoint[] =
  process.env['PAYOUT_POINTS'] === 'all'
    ? failPoints
    : ['payout: marked as sending, bank not asked', 'payout: bank asked, answer not kept']

test('a payout is paid once and booked once after a kill at any fail point', async () => {
  const waiting = [...points]
  const found: Record<string, unknown> = {}
  // Two at a time, each on a separate database.
  const work = async () => {
    for (let point = waiting.shift(); point; point = waiting.shift()) found[point] = await dieAt(point)
  }
  await Promise.all([work(), work()])
  expect(found).toEqual(
    Object.fromEntries(
      points.map((point) => [
        point,
        { signal: 'SIGKILL', left: leaves[point], end: 'paid', payments: 1, amount: 9800n, booked: 1, broken: [] },
      ]),
    ),
  )
}, 300_000)
