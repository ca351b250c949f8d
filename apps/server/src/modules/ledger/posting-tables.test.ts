/** Executes the tables of docs/money.md: what stands there is what is booked. */
import { readFile } from 'node:fs/promises'
import {
  agreeRefund,
  cancelOrder,
  cannotSupply,
  confirmReceipt,
  openRefund,
  orderBooks,
  orderStatus,
  requestRefund,
  scanOrder,
  toWire,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anOperator,
  anOrder,
  aStockedShop,
  checkout,
  hear,
  placed,
  webhook,
  type TestOrder,
  type TestShop,
} from '../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { all, sql, transact } from '../../platform/postgres.ts'
import { testProcessor } from '../../providers/test-processor.ts'
import { reversedEntry } from '../deposits/entries.ts'
import { runDeadlines } from '../orders/deadlines.ts'
import { sendRefund } from '../orders/take-payment.ts'
import { record } from './record.ts'

type Row = [side: string, account: string, amount: string]
const page = await readFile(new URL('../../../../../docs/money.md', import.meta.url), 'utf8')
const tables = new Map(
  page
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const rows = [...section.split('\n## ')[0]!.matchAll(/^\|\s*(debit|credit)\s*\|\s*(\S+)\s*\|\s*(\S+)\s*\|$/gm)]
      return [section.split('\n')[0]!.trim(), rows.map(([, ...cells]) => cells as unknown as Row)] as const
    }),
)

let server: TestServer
let shop: TestShop
const booked = new Map<string, Row[]>()

/** What one order booked, by event; under the first of these names for which there is a table. */
async function read(order: TestOrder, ...names: string[]): Promise<void> {
  const { list } = await server.must(orderBooks, { id: order.id }, { token: order.shop.token })
  for (const { event, lines } of list) {
    const rows = lines.map((line): Row =>
      line.debit === '0.00' ? ['credit', line.account, line.credit] : ['debit', line.account, line.debit],
    )
    const named = names.map((name) => `${event} (${name})`).find((name) => tables.has(name))
    booked.set(named ?? (tables.has(event) ? event : `${event} (${names.join()})`), rows)
  }
}

/** Asks for a part of an order, or all of it, and agrees. */
async function refund(order: TestOrder, amount?: string): Promise<void> {
  const asked = { orderId: order.id, reason: 'other' as const, text: 'It broke', ...(amount ? { amount } : {}) }
  const request = await server.call(requestRefund, asked, { token: order.buyer.token, key: newId() })
  const { token } = await anOperator(server, 'support')
  const opened =
    request.reason === 'refund/window-over'
      ? await server.must(openRefund, { ...asked, shopId: order.shop.shopId }, { token, key: newId() })
      : request.data.refund!
  await server.must(agreeRefund, { id: opened.id }, { token: order.shop.token, key: newId() })
}

beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  const operator = await anOperator(server, 'fulfilment')
  // Some orders first, so that there is a balance to pay from.
  for (let i = 0; i < 8; i += 1) await anOrder(server, shop, { status: orderStatus.completed })
  for (const funding of ['escrow', 'balance'] as const) {
    await read(await anOrder(server, shop, { status: orderStatus.completed, funding }), funding)
    const unsupplied = await anOrder(server, shop, { status: orderStatus.awaitingShipment, funding })
    await server.must(cannotSupply, { shopId: shop.shopId, id: unsupplied.id }, { token: operator.token, key: newId() })
    await read(unsupplied, funding)
  }
  const staff = () => ({ token: operator.token, key: newId() })
  for (const [status, name, amount] of [
    [orderStatus.shipped, 'shipped', undefined],
    [orderStatus.received, 'received', '3.00'],
    [orderStatus.completed, 'completed', undefined],
  ] as const) {
    const order = await anOrder(server, shop, { status })
    await refund(order, amount)
    await read(order, name, 'escrow')
  }
  const owing = await anOrder(server, await aStockedShop(server), { status: orderStatus.completed })
  await refund(owing)
  await read(owing, 'owed', 'escrow')
  const unsupplied = await anOrder(server, shop, { status: orderStatus.awaitingShipment })
  await refund(unsupplied, '6.00')
  await server.must(cannotSupply, { shopId: shop.shopId, id: unsupplied.id }, staff())
  await read(unsupplied, 'after a refund of 6.00', 'waiting for shipment', 'escrow')
  const kept = await anOrder(server, shop, { status: orderStatus.shipped })
  await refund(kept, '2.00')
  await server.must(scanOrder, { shopId: shop.shopId, id: kept.id, note: 'Delivered', delivered: true }, staff())
  await server.must(confirmReceipt, { id: kept.id }, { token: kept.buyer.token, key: newId() })
  await read(kept, 'after a refund of 2.00', 'in part', 'escrow')
  const declined = await anOrder(server, shop)
  await server.must(cancelOrder, { id: declined.id }, { token: shop.token, key: newId() })
  const late = await placed(server, shop)
  const reference = await checkout(server, late)
  server.clock.pass(minutes(31))
  await runDeadlines(server.app.house)
  await hear(server, webhook(reference, late.total))
  const processors = { test: testProcessor(server.app.house, 'unused') }
  const due = await all(
    server.owner,
    sql<{ shop_id: string; id: string }>`select shop_id, id from buyer_refund where state = 'due'`,
  )
  for (const row of due) await sendRefund(server.app.house, processors, { shopId: row.shop_id, refundId: row.id })
  // Two dollars that a chain took back and the balance did not have.
  const lost = { shopId: shop.shopId, id: newId(), amount: 200n, source: 'A.CHAIN.usdt' } as const
  await transact(server.db, (tx) => record(tx, reversedEntry(lost, 0n, server.clock.now())))
  await read(await anOrder(server, shop, { status: orderStatus.completed }), 'escrow')
  await read(declined)
  await read(late)
})
afterAll(() => server.close())

test('each table balances', () => {
  for (const [name, rows] of tables) {
    const sum = rows.reduce(
      (off, [side, , amount]) => off + (side === 'debit' ? 1 : -1) * Math.round(Number(amount) * 100),
      0,
    )
    expect([name, sum]).toEqual([name, 0])
  }
})

test.each([...tables.keys()])('%s', (name) => {
  expect(booked.get(name)).toEqual(tables.get(name))
})

test('nothing is booked that has no table', () => {
  expect([...booked.keys()].filter((name) => !tables.has(name))).toEqual([])
  expect(toWire(1499n)).toBe('14.99')
})
