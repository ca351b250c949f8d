/** The history of a product's prices: of the catalogue, and of shops. */
import { changeListing, changeListings, priceHistory, undoListings } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, aStockedShop, changeSupply, type TestShop } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { sql } from '../../../platform/database/postgres.ts'

let server: TestServer
let shop: TestShop
let desk: { token: string }
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  desk = await anOperator(server, 'catalogue')
})
afterAll(() => server.close())

const pricesOf = async (more: { shop?: string; kind?: 'supplier' | 'suggested' | 'shop' }) =>
  (await server.must(priceHistory, { id: shop.products[0]!, ...more }, desk)).list

test('every price of a shop has its cause, its time and the value before, and nobody rewrites them', async () => {
  const [{ id, price }] = shop.listings as [{ id: string; price: string }]
  const merchant = { token: shop.token }
  const next = (Number(price) + 5).toFixed(2)
  server.clock.pass(1000)
  const typedAt = server.clock.now().toISOString()
  await server.must(changeListing, { id, price: { from: price, to: next } }, merchant)
  server.clock.pass(1000)
  const rule = { percent: 90, rounding: 'none' as const }
  const bulk = await server.must(changeListings, { selection: { ids: [id] }, change: { rule } }, merchant)
  server.clock.pass(1000)
  await server.must(undoListings, { id: bulk.undo! }, merchant)
  // What is no price leaves nothing.
  await server.must(changeListing, { id, recommended: true }, merchant)
  const list = await pricesOf({ shop: shop.shopCode.toLowerCase(), kind: 'shop' })
  expect(list.map(({ cause }) => cause)).toEqual(['undone', 'rule', 'typed', 'added'])
  expect(list.map(({ before }) => before)).toEqual([list[1]!.after, next, price, null])
  expect(list[0]!.after).toBe(next)
  expect(list[2]).toMatchObject({ at: typedAt, after: next, by: `Shop ${shop.shopCode}`, variant: null })
  // Without the shop its prices are not shown.
  expect(await pricesOf({ kind: 'shop' })).toEqual([])
  for (const statement of [sql`update listing_price set after = 1`, sql`delete from listing_price`])
    await expect(statement.execute(server.db)).rejects.toThrow('permission denied')
  await expect(sql`update listing_price set after = 1`.execute(server.owner)).rejects.toThrow()
})

test('a changed supplier price names who changed it, and both histories are one list', async () => {
  server.clock.pass(1000)
  await changeSupply(server, shop.products[0]!, { supplierPrice: '1.23' }, desk)
  const [row] = await pricesOf({ shop: shop.shopCode })
  expect(row).toMatchObject({ kind: 'supplier', after: '1.23', cause: 'operator', by: 'Op Erator' })
  expect(row!.before).not.toBeNull()
  const all = await pricesOf({ shop: shop.shopCode })
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['supplier', 'suggested', 'shop']))
  const page = await server.must(priceHistory, { id: shop.products[0]!, shop: shop.shopCode, limit: 2 }, desk)
  const rest = await server.must(
    priceHistory,
    { id: shop.products[0]!, shop: shop.shopCode, cursor: page.cursor! },
    desk,
  )
  expect([...page.list, ...rest.list]).toEqual(all)
})
