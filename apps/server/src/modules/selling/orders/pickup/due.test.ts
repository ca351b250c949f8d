/** The debt of a merchant is settled only from newly released earnings. */
import { confirmReceipt, fundsRecords, orderStatus, readWallet } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrder, aStockedShop, creditMerchant, type TestShop } from '../../../../../test/builders.ts'
import { postUnchecked } from '../../../../../test/post-unchecked.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { reversedEntry } from '../../../money/deposits/entries.ts'
import { balanceOf } from '../../../money/ledger/store.ts'
import { checkBooks } from '../../../money/reconciliation/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  const broken = (await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)
  // Only R5 fails: the tests book the reversals without a chain.
  expect(broken.map((check) => check.name.split(' ')[0])).toEqual(['R5'])
  await server.close()
})

/** Books a debt of `amount` cents: a chain reversed a deposit, and the balance covers none of it. */
const owe = (shop: TestShop, amount: bigint) =>
  postUnchecked(
    server.owner,
    reversedEntry({ shopId: shop.shopId, id: newId(), amount, source: 'A.CHAIN.usdt' }, 0n, server.clock.now()),
  )
const due = (shop: TestShop) => balanceOf(server.owner, 'A.DUE', shop.shopId)
const balance = async (shop: TestShop) => (await server.must(readWallet, {}, { token: shop.token })).balance

test('each order pays at most its own earnings towards the debt, and the existing balance stays', async () => {
  const shop = await aStockedShop(server)
  await creditMerchant(server, shop, '100')
  await owe(shop, 600n)
  expect(await balance(shop)).toBe('100.00')
  // An order earns 4.24 after the purchase was paid from its escrow.
  await anOrder(server, shop, { status: orderStatus.completed })
  expect([await due(shop), await balance(shop)]).toEqual([176n, '100.00'])
  await anOrder(server, shop, { status: orderStatus.completed })
  expect([await due(shop), await balance(shop)]).toEqual([0n, '102.48'])
  await anOrder(server, shop, { status: orderStatus.completed })
  expect([await due(shop), await balance(shop)]).toEqual([0n, '106.72'])
  const { list } = await server.must(fundsRecords, { event: 'due.recovered' }, { token: shop.token })
  expect(list.map(({ amount, cause }) => [amount, cause?.kind])).toEqual([
    ['-1.76', 'order'],
    ['-4.24', 'order'],
  ])
})

test('eight orders that complete concurrently settle a debt once', async () => {
  const shop = await aStockedShop(server)
  const orders = await Promise.all(
    Array.from({ length: 8 }, () => anOrder(server, shop, { status: orderStatus.received })),
  )
  await owe(shop, 500n)
  const replies = await Promise.all(
    orders.map((order) => server.call(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })),
  )
  expect(replies.map((reply) => reply.code)).toEqual(orders.map(() => 1))
  expect([await due(shop), await balance(shop)]).toEqual([0n, '28.92'])
})
