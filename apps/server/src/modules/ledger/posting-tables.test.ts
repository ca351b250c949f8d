/** Executes the tables of docs/money.md: what stands there is what is booked. */
import { readFile } from 'node:fs/promises'
import { cancelOrder, cannotSupply, orderBooks, orderStatus, toWire } from '@quayside/contract'
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

/** What one order booked, by event. */
async function read(order: TestOrder, funding?: 'escrow' | 'balance'): Promise<void> {
  const { list } = await server.must(orderBooks, { id: order.id }, { token: shop.token })
  for (const { event, lines } of list) {
    const rows = lines.map((line): Row =>
      line.debit === '0.00' ? ['credit', line.account, line.credit] : ['debit', line.account, line.debit],
    )
    booked.set(tables.has(event) ? event : `${event} (${funding})`, rows)
  }
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
  const declined = await anOrder(server, shop)
  await server.must(cancelOrder, { id: declined.id }, { token: shop.token, key: newId() })
  const late = await placed(server, shop)
  const reference = await checkout(server, late)
  server.clock.pass(minutes(31))
  await runDeadlines(server.app.house)
  await hear(server, webhook(reference, late.total))
  const processors = { test: testProcessor(server.app.house, 'unused') }
  const due = await all(server.owner, sql<{ id: string }>`select id from buyer_refund where state = 'due'`)
  for (const { id } of due) await sendRefund(server.app.house, processors, { shopId: shop.shopId, refundId: id })
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
