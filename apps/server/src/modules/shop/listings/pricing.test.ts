import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeListing,
  changeListings,
  distribute,
  hotProducts,
  listDistribution,
  listListings,
  listingSorts,
  lowestPrice,
  previewDistribution,
  priceByRule,
  profitOf,
  savePricingRule,
  sellsAtLoss,
  type PricingRule,
} from '@quayside/contract'
import { changeSupply, aMerchant, anOperator, anOrder, aStockedShop, someProducts } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { priceSql, profitSql } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const cents = fc.bigInt({ min: 1n, max: 10_000_000n })
const rule = fc.record({
  percent: fc.integer({ min: 0, max: 1000 }),
  rounding: fc.constantFrom<PricingRule['rounding']>('none', 'ending-99', 'whole'),
})

test('the SQL formulas and the TypeScript formulas give the same prices', async () => {
  await fc.assert(
    fc.asyncProperty(cents, rule, fc.integer({ min: 0, max: 5000 }), async (supplierPrice, r, basisPoints) => {
      const price = priceSql(r)
      const row = await queryOne(
        server.owner,
        sql<{
          price: bigint
          profit: bigint
        }>`select ${price} as price, ${profitSql(price, basisPoints)} as profit from (select ${supplierPrice}::bigint as supplier_price) p`,
      )
      expect(row?.price).toBe(priceByRule(supplierPrice, r))
      expect(row?.profit).toBe(profitOf(row!.price, supplierPrice, basisPoints))
    }),
    { numRuns: 120 },
  )
})

test('the lowest profitable price of one piece makes no loss at any quantity; one cent less does', () => {
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: 0, max: 5000 }),
      fc.bigInt({ min: 1n, max: 1000n }),
      (cost, basisPoints, n) => {
        const price = lowestPrice(cost, basisPoints)
        expect(sellsAtLoss(price, cost, basisPoints)).toBe(false)
        expect(profitOf(price * n, cost * n, basisPoints)).toBeGreaterThanOrEqual(0n)
        if (price > 1n) expect(sellsAtLoss(price - 1n, cost, basisPoints)).toBe(true)
      },
    ),
  )
})

test('a second addition changes nothing; products that would sell at a loss are skipped and reported', async () => {
  const merchant = await aMerchant(server)
  const products = await someProducts(server, 120)
  await server.must(savePricingRule, { percent: 40, rounding: 'none' }, { token: merchant.token })
  const selection = { products }
  expect(await server.must(previewDistribution, { selection }, { token: merchant.token })).toMatchObject({
    selected: 120,
    toAdd: 120,
    atLoss: 0,
  })
  expect(await server.must(distribute, { selection }, { token: merchant.token })).toMatchObject({
    added: 120,
    alreadyAdded: 0,
    atLoss: 0,
  })
  expect(await server.must(distribute, { selection }, { token: merchant.token })).toMatchObject({
    added: 0,
    alreadyAdded: 120,
    atLoss: 0,
  })
  await server.must(savePricingRule, { percent: 0, rounding: 'none' }, { token: merchant.token })
  const dear = await someProducts(server, 3)
  expect(await server.must(distribute, { selection: { products: dear } }, { token: merchant.token })).toMatchObject({
    added: 0,
    alreadyAdded: 0,
    atLoss: 3,
  })
  expect(
    (await server.call(distribute, { selection: { filter: { search: 'no such thing' } } }, { token: merchant.token }))
      .reason,
  ).toBe('distribution/nothing-selected')
})

test('a supplier’s price change takes listings at a loss off every shelf; they return only when they make a profit', async () => {
  const shop = await aStockedShop(server)
  const { token } = await anOperator(server, 'catalogue')
  expect(await changeSupply(server, shop.products[0]!, { supplierPrice: '14.50' }, { token })).toEqual({
    offShelf: 1,
  })
  const { list } = await server.must(listListings, {}, { token: shop.token })
  expect(list[0]).toMatchObject({ shelf: 'off-shelf', offReason: 'at-loss' })
  const refused = await server.must(
    changeListings,
    { selection: { ids: [list[0]!.id] }, change: { shelf: 'on-shelf' } },
    { token: shop.token },
  )
  expect(refused).toMatchObject({ changed: 0, refused: [{ reason: 'listing/sells-at-loss' }] })
  await changeSupply(server, shop.products[0]!, { supplierPrice: '10.00' }, { token })
  expect(
    (
      await server.must(
        changeListings,
        { selection: { ids: [list[0]!.id] }, change: { shelf: 'on-shelf' } },
        { token: shop.token },
      )
    ).changed,
  ).toBe(1)
})

test('every sort order of the distribution center pages by cursor and returns each product once', async () => {
  const merchant = await aMerchant(server)
  for (const sort of ['hot', 'new', 'price-up', 'price-down'] as const) {
    const seen: string[] = []
    for (let cursor: string | null | undefined = undefined; cursor !== null;) {
      const page: { list: { id: string }[]; cursor: string | null } = await server.must(
        listDistribution,
        { sort, limit: 50, ...(cursor ? { cursor } : {}) },
        { token: merchant.token },
      )
      seen.push(...page.list.map((product) => product.id))
      cursor = page.cursor
    }
    const total = (await server.must(listDistribution, { sort }, { token: merchant.token })).total
    expect(new Set(seen).size).toBe(total)
    expect(seen).toHaveLength(total)
  }
  expect((await server.must(hotProducts, {}, { token: merchant.token })).list).toEqual([])
  expect((await server.must(listDistribution, { search: '100%_' }, { token: merchant.token })).total).toBe(0)
})

test('every sort order of the products pages by cursor, returns each product once, and refuses the cursor of another', async () => {
  const shop = await aStockedShop(server, { products: 5 })
  const as = { token: shop.token }
  const { list } = await server.must(listListings, {}, as)
  // Two are equal in each order, so that the id decides between them.
  for (const [i, price] of ['30.00', '20.00', '20.00', '40.00', '25.00'].entries())
    await server.must(changeListing, { id: list[i]!.id, price: { from: list[i]!.sellingPrice, to: price } }, as)
  await anOrder(server, { ...shop, listings: [{ id: list[3]!.id, price: '40.00' }] })
  const by = {
    added: (row: (typeof list)[number]) => -Date.parse(row.addedAt),
    sales: (row: (typeof list)[number]) => -row.sales,
    profit: (row: (typeof list)[number]) => -Number(row.profit),
    stock: (row: (typeof list)[number]) => row.stock,
  }
  for (const sort of listingSorts) {
    const seen: (typeof list)[number][] = []
    for (let cursor: string | null | undefined = undefined; cursor !== null;) {
      const page: { list: typeof list; cursor: string | null } = await server.must(
        listListings,
        { sort, limit: 2, ...(cursor ? { cursor } : {}) },
        as,
      )
      seen.push(...page.list)
      cursor = page.cursor
      if (cursor) {
        const other = sort === 'added' ? 'stock' : 'added'
        expect((await server.call(listListings, { sort: other, cursor }, as)).code).toBe(0)
      }
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(5)
    const values = seen.map(by[sort])
    expect([sort, values]).toEqual([sort, values.toSorted((a, b) => a - b)])
  }
  expect((await server.must(listListings, { sort: 'sales', limit: 1 }, as)).list[0]!.id).toBe(list[3]!.id)
})
