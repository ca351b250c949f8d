/** A database that lags behind the card processor, as after a restore to a point in time. */
import { cancelOrder, openCardDeposit, orderDetail, payOrder } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDestination,
  aShopPicture,
  aStockedShop,
  placeTestOrder,
  referenceOf,
  withdraw,
  type TestShop,
} from '../../../../test/builders.ts'
import { startFakeStripe, type FakeStripe } from '../../../../test/fake-stripe.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { checkBooks } from '../reconciliation/store.ts'
import { compareWithOutside } from './compare-with-outside.ts'

let stripe: FakeStripe
let server: TestServer
let shop: TestShop
const nowhere = 'http://127.0.0.1:9'

beforeAll(async () => {
  stripe = await startFakeStripe()
  server = await startTestServer({ settings: { processor: 'stripe', stripe } })
  shop = await aStockedShop(server)
})
afterAll(async () => {
  await server.close()
  await stripe.stop()
})

async function checkout() {
  const order = await placeTestOrder(server, shop)
  const { reference } = await server.must(payOrder, { id: order.id }, { token: order.buyer.token })
  return { order, reference }
}
const compare = () => compareWithOutside(server.app.ctx, server.app.processors, server.clock.now())
const statusOf = async (id: string) => (await server.must(orderDetail, { id }, { token: shop.token })).status

test('payments and refunds that only the processor knows are booked once; payouts pause', async () => {
  const { order, reference } = await checkout()
  // The event never reaches the server.
  expect(await stripe.capture(reference, nowhere)).toBe(false)
  expect(await statusOf(order.id)).toBe(1)
  expect(await compare()).toMatchObject({ events: 1, unbooked: [], refundsBooked: 0, refundsToCheck: [] })
  expect(await statusOf(order.id)).toBe(5)
  expect(await queryOne(server.owner, sql`select from payout_pause`)).toBeDefined()

  // The refund was sent, and the answer is lost.
  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  const refund = (await queryOne(
    server.owner,
    sql<{ id: string; amount: bigint; capture: string }>`select r.id, r.amount, p.capture_reference as capture
      from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id where r.order_id = ${order.id}`,
  ))!
  await server.app.processors.stripe!.refund({
    refundId: refund.id,
    attempt: 0,
    captureReference: refund.capture,
    amount: refund.amount,
  })
  expect(await compare()).toMatchObject({ refundsBooked: 1, refundsToCheck: [] })
  expect(await compare()).toMatchObject({ refundsBooked: 0, refundsToCheck: [], unbooked: [] })
  const states = await queryAll(
    server.owner,
    sql<{ state: string }>`select state from buyer_refund where order_id = ${order.id}`,
  )
  expect(states).toEqual([{ state: 'sent' }])
  const checks = await checkBooks(server.owner, server.clock.now())
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})

test('what the books cannot explain is named and not booked', async () => {
  const { order, reference } = await checkout()
  await stripe.capture(reference, nowhere)
  // The order was placed after the point: this database has never seen it.
  await sql`set session_replication_role = replica; delete from payment where order_id = '${sql.raw(order.id)}'; reset session_replication_role`.execute(
    server.owner,
  )
  const refund = { refundId: newId(), attempt: 0, captureReference: 'pi_other', amount: 700n }
  await server.app.processors.stripe!.refund(refund)
  const found = await compare()
  expect(found.unbooked).toEqual([{ event: expect.stringMatching(/^evt_/), reason: 'unknown-payment' }])
  expect(found.refundsToCheck).toMatchObject([{ refundId: refund.refundId, amount: 700n, why: 'unknown' }])
})

test('a refund with another amount than ours is not booked', async () => {
  const { order, reference } = await checkout()
  await stripe.capture(reference, nowhere)
  await compare()
  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  const refund = (await queryOne(
    server.owner,
    sql<{ id: string; amount: bigint }>`select id, amount from buyer_refund where order_id = ${order.id}`,
  ))!
  await server.app.processors.stripe!.refund({
    refundId: refund.id,
    attempt: 0,
    captureReference: 'pi_any',
    amount: refund.amount - 1n,
  })
  const { refundsToCheck } = await compare()
  expect(refundsToCheck).toContainEqual(expect.objectContaining({ refundId: refund.id, why: 'differs' }))
})

test('withdrawals that are not known as paid and files that are gone are listed', async () => {
  const { id } = await server.must(openCardDeposit, { amount: '100.00' }, { token: shop.token, key: newId() })
  await stripe.capture(await referenceOf(server, id), nowhere)
  await compare()
  await withdraw(server, shop, await aDestination(server, shop), '20.00')
  const found = await compare()
  expect(found.withdrawals).toMatchObject([{ state: 'pending', method: 'bank', shop_code: shop.shopCode }])
  expect(found.missingFiles).toEqual([])
  await aShopPicture(server, shop, 'logo')
  const file = (await queryOne(
    server.owner,
    sql<{ id: string; storage_key: string }>`select id, storage_key from file limit 1`,
  ))!
  await server.app.ctx.storage.remove(file.storage_key)
  expect((await compare()).missingFiles).toEqual([file.id])
})
