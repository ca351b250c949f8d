import {
  answerNotices,
  browseShop,
  cancelOrder,
  changeListing,
  changeListings,
  changeShopCategory,
  createShopCategory,
  deleteShopCategory,
  distribute,
  hotProducts,
  listDistribution,
  listingDetail,
  listListings,
  lowestPrice,
  orderShopCategories,
  previewDistribution,
  previewPrices,
  savePricingRule,
  shopCategories,
  supplierNotices,
  undoListings,
  viewListing,
  type Endpoint,
  type RequestBody,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeSupply,
  aMerchant,
  anOperator,
  anOrder,
  aStockedShop,
  placeTestOrder,
  someProducts,
  type TestMerchant,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, sql, withTransaction } from '../../../platform/database/postgres.ts'

let server: TestServer
let catalogue: { token: string }
beforeAll(async () => {
  server = await startTestServer()
  catalogue = await anOperator(server, 'catalogue')
})
afterAll(() => server.close())

const as = <E extends Endpoint>(shop: TestMerchant, endpoint: E, input: RequestBody<E>) =>
  server.must(endpoint, input, { token: shop.token })
const refusal = async <E extends Endpoint>(shop: TestMerchant, endpoint: E, input: RequestBody<E>) =>
  (await server.call(endpoint, input, { token: shop.token })).reason
const supplier = (id: string, change: Parameters<typeof changeSupply>[2]) => changeSupply(server, id, change, catalogue)
const rename = (id: string, name: string) =>
  sql`update product set name = ${name} where id = ${id}`.execute(server.owner)
const firstListing = async (shop: TestMerchant) => (await as(shop, listListings, {})).list[0]!
const everything = { filter: {} }

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

/** Reads the storefront as a browser, or as the program that `userAgent` names. */
const browser = async (path: 'list' | 'detail', input: object, userAgent = phoneAgent) => {
  const answer = await server.app.http.inject({
    method: 'POST',
    url: (path === 'list' ? browseShop : viewListing).path,
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    payload: JSON.stringify(input),
  })
  expect(answer.json<{ code: number }>().code).toBe(1)
}

describe('search', () => {
  test('matches names and codes without regard to case and accents, with each word at any position', async () => {
    const shop = await aStockedShop(server, { products: 4 })
    const names = ['Café crème Ünïverse', 'Đèn lồng đỏ', 'Żółta ﬁlmowa ИЗБА', 'Plain mug 100% wool_a']
    for (const [i, name] of names.entries()) await rename(shop.products[i]!, name)
    const found = async (search: string) => (await as(shop, listListings, { search })).list.map((row) => row.name)
    expect(await found('CREME cafe')).toEqual([names[0]])
    expect(await found('universe')).toEqual([names[0]])
    expect(await found('den long do')).toEqual([names[1]])
    expect(await found('zolta FILM изба')).toEqual([names[2]])
    expect(await found('ｐｌａｉｎ')).toEqual([names[3]])
    expect(await found('100%')).toEqual([names[3]])
    expect(await found('1%0')).toEqual([])
    expect(await found('wool_a')).toEqual([names[3]])
    expect(await found('woolxa')).toEqual([])
    expect(await found('cafe mug')).toEqual([])
    const { list } = await as(shop, listListings, {})
    const { code, name } = list[1]!
    expect(await found(code.toLowerCase().slice(0, 8))).toEqual([name])
    expect((await as(shop, listDistribution, { search: 'UNIVERSE creme' })).list.map((row) => row.name)).toEqual([
      names[0],
    ])
    expect((await server.must(browseShop, { shop: shop.shopCode, search: 'DEN LONG' })).total).toBe(1)
  })
})

describe('bulk changes', () => {
  test('listings that can go on the shelf do; the others are reported with their reasons', async () => {
    const shop = await aStockedShop(server, { products: 4 })
    const { list } = await as(shop, listListings, {})
    const ids = list.map((row) => row.id)
    expect(await as(shop, changeListings, { selection: { ids }, change: { shelf: 'off-shelf' } })).toMatchObject({
      changed: 4,
      unchanged: 0,
      refused: [],
    })
    const [losing, gone] = [list[0]!, list[1]!]
    await supplier(losing.productId, { supplierPrice: '30.00' })
    await supplier(gone.productId, { withdrawn: true })
    await as(shop, changeListings, { selection: { ids: [list[2]!.id] }, change: { shelf: 'on-shelf' } })
    const done = await as(shop, changeListings, { selection: everything, change: { shelf: 'on-shelf' } })
    expect(done).toMatchObject({ changed: 1, unchanged: 1 })
    expect(new Map(done.refused.map((row) => [row.id, [row.reason, row.sentence]]))).toEqual(
      new Map([
        [
          losing.id,
          [
            'listing/sells-at-loss',
            'You’d lose money on every sale at this price. To make a profit, charge at least $31.58.',
          ],
        ],
        [gone.id, ['listing/product-withdrawn', 'The supplier no longer offers this product.']],
      ]),
    )
    expect(lowestPrice(3000n, 500)).toBe(3158n)
  })

  test('a filter selects exactly the listings that match; an empty result is refused', async () => {
    const shop = await aStockedShop(server, { products: 3 })
    await rename(shop.products[0]!, 'Brass lamp')
    const selection = { filter: { search: 'lamp' } }
    expect(await as(shop, changeListings, { selection, change: { recommended: true } })).toMatchObject({ changed: 1 })
    expect((await as(shop, listListings, { recommended: true })).list.map((row) => row.name)).toEqual(['Brass lamp'])
    // Buyers see a recommended listing first.
    expect((await server.must(browseShop, { shop: shop.shopCode })).list[0]!.name).toBe('Brass lamp')
    expect((await as(shop, listListings, {})).counts).toEqual({ all: 3, onShelf: 3, offShelf: 0, recommended: 1 })
    expect(
      await refusal(shop, changeListings, {
        selection: { filter: { search: 'zeppelin' } },
        change: { recommended: true },
      }),
    ).toBe('distribution/nothing-selected')
  })

  test('another shop’s listings are answered as unknown', async () => {
    const [mine, theirs] = [await aStockedShop(server), await aStockedShop(server)]
    const selection = { ids: theirs.listings.map((listing) => listing.id) }
    expect(await refusal(mine, changeListings, { selection, change: { shelf: 'off-shelf' } })).toBe(
      'distribution/nothing-selected',
    )
    expect((await firstListing(theirs)).shelf).toBe('on-shelf')
  })

  test('with 10,000 listings, bulk changes and undo take seconds, and a page or a search much less', async () => {
    const shop = await aMerchant(server)
    const [category] = (await sql<{ id: string }>`select id from category limit 1`.execute(server.owner)).rows
    await sql`insert into product (id, code, category_id, name, description, supplier_price, suggested_price, stock, created_at)
      select uuidv7(), 'TT-' || g, ${category!.id}, 'Tén thousand ' || g, '', 1000 + g % 50, 2000, 5, now() from generate_series(1, 10000) g`.execute(
      server.owner,
    )
    const timed = async <T>(most: number, act: () => Promise<T>): Promise<T> => {
      const from = performance.now()
      const result = await act()
      expect(performance.now() - from).toBeLessThan(most)
      return result
    }
    const selection = { filter: { search: 'ten thousand' } }
    expect(await timed(5000, () => as(shop, distribute, { selection }))).toMatchObject({ added: 10_000 })
    const off = await timed(5000, () => as(shop, changeListings, { selection, change: { shelf: 'off-shelf' } }))
    expect(off.changed).toBe(10_000)
    expect(await timed(5000, () => as(shop, undoListings, { id: off.undo! }))).toEqual({ undone: 10_000, kept: 0 })
    const rule = { percent: 60, rounding: 'ending-99' } as const
    expect(await timed(2000, () => as(shop, previewPrices, { selection, rule }))).toMatchObject({ selected: 10_000 })
    expect((await timed(5000, () => as(shop, changeListings, { selection, change: { rule } }))).changed).toBe(10_000)
    await timed(1500, () => as(shop, listListings, { limit: 30 }))
    expect((await timed(1500, () => as(shop, listListings, { search: 'THOUSAND 9999' }))).total).toBe(1)
    const plan = await withTransaction(server.db, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return queryAll(
        tx,
        sql<{ 'QUERY PLAN': string }>`explain select id from product p where p.search like fold('%thousand 9999%')`,
      )
    })
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('product_search_idx')
  })
})

describe('undo', () => {
  test('restores the changed values, except those that changed again', async () => {
    const shop = await aStockedShop(server, { products: 3 })
    const { list } = await as(shop, listListings, {})
    const { undo } = await as(shop, changeListings, { selection: everything, change: { shelf: 'off-shelf' } })
    await as(shop, changeListings, { selection: { ids: [list[0]!.id] }, change: { shelf: 'on-shelf' } })
    // The shelf can be restored although the price changed later.
    await as(shop, changeListing, { id: list[1]!.id, price: { from: list[1]!.sellingPrice, to: '44.00' } })
    // A listing that would sell at a loss is not restored.
    await supplier(list[2]!.productId, { supplierPrice: '30.00' })
    expect(await as(shop, undoListings, { id: undo! })).toEqual({ undone: 1, kept: 2 })
    const after = new Map((await as(shop, listListings, {})).list.map((row) => [row.id, row]))
    expect(after.get(list[1]!.id)).toMatchObject({ shelf: 'on-shelf', offReason: null, sellingPrice: '44.00' })
    expect(after.get(list[2]!.id)).toMatchObject({ shelf: 'off-shelf' })
  })

  test('works once, for ten minutes, and only for the shop’s own changes', async () => {
    const [shop, other] = [await aStockedShop(server), await aMerchant(server)]
    const act = () => as(shop, changeListings, { selection: everything, change: { recommended: true } })
    const { undo } = await act()
    expect(await refusal(other, undoListings, { id: undo! })).toBe('listing/undo-over')
    expect(await as(shop, undoListings, { id: undo! })).toEqual({ undone: 1, kept: 0 })
    expect(await refusal(shop, undoListings, { id: undo! })).toBe('listing/undo-over')
    const late = await act()
    server.clock.pass(minutes(10))
    expect(await refusal(shop, undoListings, { id: late.undo! })).toBe('listing/undo-over')
    expect((await act()).undo).toBeNull()
  })

  test('deletes added listings; those that a buyer has seen or ordered stay off the shelf', async () => {
    const shop = await aMerchant(server)
    const products = await someProducts(server, 4)
    const { undo } = await as(shop, distribute, { selection: { products } })
    const { list } = await as(shop, listListings, {})
    const [seen, bought] = [list[0]!, list[1]!]
    await browser('detail', { shop: shop.shopCode, id: seen.id })
    const stocked = { ...shop, products, listings: [{ id: bought.id, price: bought.sellingPrice }] }
    await placeTestOrder(server, stocked)
    expect(await as(shop, undoListings, { id: undo! })).toEqual({ undone: 2, kept: 2 })
    const left = await as(shop, listListings, {})
    expect(new Set(left.list.map((row) => row.id))).toEqual(new Set([seen.id, bought.id]))
    expect(left.counts.offShelf).toBe(2)
    // Deleted listings can be added again. A second addition changes nothing.
    expect(await as(shop, distribute, { selection: { products } })).toMatchObject({ added: 2, alreadyAdded: 2 })
    expect(await as(shop, distribute, { selection: { products } })).toMatchObject({ added: 0, undo: null })
  })

  test('an order concurrent with the undo of an addition never refers to a deleted listing', async () => {
    for (let i = 0; i < 4; i += 1) {
      const shop = await aMerchant(server)
      const products = await someProducts(server, 1)
      const { undo } = await as(shop, distribute, { selection: { products } })
      const row = await firstListing(shop)
      const stocked = { ...shop, products, listings: [{ id: row.id, price: row.sellingPrice }] }
      const [order] = await Promise.allSettled([placeTestOrder(server, stocked), as(shop, undoListings, { id: undo! })])
      const { total } = await as(shop, listListings, {})
      expect(total).toBe(order.status === 'fulfilled' ? 1 : 0)
    }
  })
})

describe('a price', () => {
  test('of two concurrent changes the second is refused with the price of the first', async () => {
    const shop = await aStockedShop(server)
    const { id, sellingPrice: from } = await firstListing(shop)
    const change = (to: string) => server.call(changeListing, { id, price: { from, to } }, { token: shop.token })
    const [a, b] = await Promise.all([change('31.00'), change('32.00')])
    const winner = (await firstListing(shop)).sellingPrice
    const [won, lost] = winner === '31.00' ? [a, b] : [b, a]
    expect(won.code).toBe(1)
    expect(lost).toMatchObject({ reason: 'listing/price-changed', values: { price: winner } })
    expect(lost.msg).toContain(`$${winner}`)
    // A repeated identical change is not a conflict.
    expect((await change(winner)).code).toBe(1)
  })

  test('at a loss is refused with an error on its field; one cent more is accepted', async () => {
    const shop = await aStockedShop(server)
    const { id, sellingPrice: from } = await firstListing(shop)
    const refused = await server.call(changeListing, { id, price: { from, to: '10.52' } }, { token: shop.token })
    expect(refused.reason).toBe('listing/sells-at-loss')
    expect(refused.fields!['price.to']).toContain('$10.53')
    expect(await as(shop, changeListing, { id, price: { from, to: '10.53' } })).toMatchObject({ profit: '0.00' })
    expect(await refusal(shop, changeListing, { id: newId(), price: { from, to: '20.00' } })).toBe('listing/not-found')
  })

  test('set by a rule for many listings has a preview and can be undone', async () => {
    const shop = await aStockedShop(server, { products: 4 })
    const { list } = await as(shop, listListings, {})
    await supplier(list[0]!.productId, { supplierPrice: '12.00' })
    for (const [listing, to] of [
      [list[1]!, '40.00'],
      [list[2]!, '15.00'],
    ] as const)
      await as(shop, changeListing, { id: listing.id, price: { from: listing.sellingPrice, to } })
    const rule = { percent: 50, rounding: 'none' } as const
    expect(await as(shop, previewPrices, { selection: everything, rule })).toEqual({
      selected: 4,
      raised: 2,
      lowered: 1,
      same: 1,
      atLoss: 0,
      lowestMargin: 2833,
      medianMargin: 2833,
      lowestProfit: '4.25',
      highestProfit: '5.10',
      commissionBasisPoints: 500,
    })
    const { undo, changed } = await as(shop, changeListings, { selection: everything, change: { rule } })
    expect(changed).toBe(3)
    expect(new Set((await as(shop, listListings, {})).list.map((row) => row.sellingPrice))).toEqual(
      new Set(['15.00', '18.00']),
    )
    await as(shop, undoListings, { id: undo! })
    expect((await as(shop, listingDetail, { id: list[1]!.id })).sellingPrice).toBe('40.00')
    const losing = { percent: 0, rounding: 'none' } as const
    expect(await as(shop, previewPrices, { selection: everything, rule: losing })).toMatchObject({
      atLoss: 4,
      lowestMargin: null,
    })
    const kept = await as(shop, changeListings, { selection: everything, change: { rule: losing } })
    expect(kept.changed).toBe(0)
    expect(kept.refused.map((row) => row.reason)).toEqual(Array(4).fill('listing/sells-at-loss'))
  })
})

describe('the shop’s categories', () => {
  test('can be created, renamed, ordered, hidden and deleted; their listings stay after a deletion', async () => {
    const shop = await aStockedShop(server, { products: 3 })
    const names = async () => (await as(shop, shopCategories, {})).list.map((c) => c.name)
    const gifts = (await as(shop, createShopCategory, { name: 'Gifts' })).id
    const ete = (await as(shop, createShopCategory, { name: 'Été' })).id
    expect(await refusal(shop, createShopCategory, { name: 'ETE' })).toBe('shop-category/name-taken')
    expect(await refusal(shop, changeShopCategory, { id: gifts, name: 'été' })).toBe('shop-category/name-taken')
    await as(shop, changeShopCategory, { id: gifts, name: 'Presents' })
    await as(shop, orderShopCategories, { ids: [ete] })
    expect(await names()).toEqual(['Été', 'Presents'])
    await as(shop, orderShopCategories, { ids: [gifts, ete] })
    expect(await names()).toEqual(['Presents', 'Été'])

    const { list } = await as(shop, listListings, {})
    const sorted = await as(shop, changeListings, {
      selection: { ids: [list[0]!.id, list[1]!.id] },
      change: { shopCategoryId: gifts },
    })
    expect(sorted.changed).toBe(2)
    await as(shop, changeListing, { id: list[1]!.id, shopCategoryId: ete })
    expect(await as(shop, shopCategories, {})).toMatchObject({
      list: [{ listings: 1 }, { listings: 1 }],
      uncategorised: 1,
    })
    const of = async (shopCategoryId: string) =>
      (await as(shop, listListings, { shopCategoryId })).list.map((row) => row.id)
    expect([await of(gifts), await of(ete), await of('none')]).toEqual([[list[0]!.id], [list[1]!.id], [list[2]!.id]])

    const front = () => server.must(browseShop, { shop: shop.shopCode })
    expect((await front()).categories).toEqual([
      { id: gifts, name: 'Presents', products: 1 },
      { id: ete, name: 'Été', products: 1 },
    ])
    expect((await server.must(browseShop, { shop: shop.shopCode, category: ete })).list).toMatchObject([
      { id: list[1]!.id },
    ])
    await as(shop, changeShopCategory, { id: ete, shown: false })
    expect((await front()).categories.map((c) => c.name)).toEqual(['Presents'])
    expect((await front()).total).toBe(3)

    await as(shop, deleteShopCategory, { id: gifts })
    expect(await as(shop, listingDetail, { id: list[0]!.id })).toMatchObject({ shopCategoryId: null })
    // The category is deleted: after the undo the listing has no category.
    expect(await as(shop, undoListings, { id: sorted.undo! })).toEqual({ undone: 0, kept: 2 })
  })

  test('of another shop are answered as unknown', async () => {
    const [mine, theirs] = [await aStockedShop(server), await aMerchant(server)]
    const { id } = await as(theirs, createShopCategory, { name: 'Theirs' })
    const selection = everything
    expect(await refusal(mine, changeListings, { selection, change: { shopCategoryId: id } })).toBe(
      'shop-category/not-found',
    )
    expect(await refusal(mine, changeListing, { id: (await firstListing(mine)).id, shopCategoryId: id })).toBe(
      'shop-category/not-found',
    )
    for (const [endpoint, input] of [
      [changeShopCategory, { id, name: 'Mine' }],
      [deleteShopCategory, { id }],
    ] as const)
      expect(await refusal(mine, endpoint as Endpoint, input as never)).toBe('shop-category/not-found')
  })

  test('are limited to 100, also with concurrent additions', async () => {
    const shop = await aMerchant(server)
    for (let i = 0; i < 98; i += 1) await as(shop, createShopCategory, { name: `Category ${i}` })
    const reasons = await Promise.all(
      Array.from({ length: 6 }, (_, i) => refusal(shop, createShopCategory, { name: `Last ${i}` })),
    )
    expect(reasons.filter((reason) => reason === 'shop-category/too-many')).toHaveLength(4)
    expect((await as(shop, shopCategories, {})).list).toHaveLength(100)
  })
})

describe('supplier changes', () => {
  const open = (shop: TestMerchant) => as(shop, supplierNotices, {})

  test('appear as a notice with the profit before and after and the shelf, until the merchant answers', async () => {
    const shop = await aStockedShop(server)
    await as(shop, savePricingRule, { percent: 50, rounding: 'none' })
    const [product] = shop.products
    const before = await firstListing(shop)
    await supplier(product!, { supplierPrice: '11.00' })
    expect(await open(shop)).toMatchObject({
      total: 1,
      list: [
        {
          listingId: before.id,
          purchasePrice: { before: '10.00', after: '11.00' },
          profit: { before: before.profit },
          byRule: { price: '16.50', profit: '4.67' },
          shelf: 'on-shelf',
          takenOff: null,
        },
      ],
    })
    // A second change updates the open notice: its price before is still 10.00.
    await supplier(product!, { supplierPrice: '40.00' })
    const { list } = await open(shop)
    expect(list).toMatchObject([
      { purchasePrice: { before: '10.00', after: '40.00' }, takenOff: 'at-loss', shelf: 'off-shelf' },
    ])
    expect(list[0]!.profit.after.startsWith('-')).toBe(true)

    const answer = { notices: [list[0]!.id], until: list[0]!.at, act: 'reprice' as const }
    const done = await as(shop, answerNotices, answer)
    expect(done).toMatchObject({ changed: 1, refused: [] })
    expect(await firstListing(shop)).toMatchObject({ sellingPrice: '60.00', shelf: 'on-shelf', offReason: null })
    expect((await open(shop)).total).toBe(0)
    expect(await refusal(shop, answerNotices, answer)).toBe('distribution/nothing-selected')
    // The undo reopens the notice and restores the listing.
    await as(shop, undoListings, { id: done.undo! })
    expect(await firstListing(shop)).toMatchObject({
      sellingPrice: before.sellingPrice,
      shelf: 'off-shelf',
      offReason: 'at-loss',
    })
    expect((await open(shop)).total).toBe(1)
  })

  test('can be kept, repriced or taken off the shelf, also all together; of stock changes only sold out and back are notified', async () => {
    const shop = await aStockedShop(server, { products: 3, stock: 5 })
    const [a, b, c] = shop.products
    await supplier(a!, { stockChange: 7 })
    expect((await open(shop)).total).toBe(0)
    await supplier(a!, { stockChange: -12 })
    expect((await open(shop)).list).toMatchObject([{ stock: { before: 12, after: 0 } }])
    // In stock again before the merchant's answer: the notice is void.
    await supplier(a!, { stockChange: 3 })
    expect((await open(shop)).total).toBe(0)
    await supplier(b!, { supplierPrice: '10.50' })
    await supplier(c!, { withdrawn: true })
    const { list, total } = await open(shop)
    expect(total).toBe(2)
    expect(list[0]).toMatchObject({ withdrawn: true, takenOff: 'withdrawn', shelf: 'off-shelf' })
    const kept = list.find((notice) => !notice.withdrawn)!
    expect(await as(shop, answerNotices, { notices: [kept.id], until: kept.at, act: 'keep' })).toMatchObject({
      changed: 0,
      undo: null,
    })
    expect((await open(shop)).total).toBe(1)
    await supplier(b!, { supplierPrice: '10.60' })
    const until = (await open(shop)).list[0]!.at
    // A notice whose listing cannot be repriced stays open, with the reason.
    expect((await as(shop, answerNotices, { notices: 'all', until, act: 'reprice' })).refused).toMatchObject([
      { reason: 'listing/product-withdrawn' },
    ])
    expect((await open(shop)).total).toBe(1)
    await supplier(c!, { withdrawn: false })
    // When the product is available again, its listing returns to the shelf.
    expect(await as(shop, answerNotices, { notices: 'all', until, act: 'reprice' })).toMatchObject({ changed: 1 })
    expect((await as(shop, listListings, {})).counts.offShelf).toBe(0)
    await supplier(b!, { supplierPrice: '10.70' })
    const last = (await open(shop)).list[0]!.at
    await as(shop, answerNotices, { notices: 'all', until: last, act: 'take-off' })
    expect((await open(shop)).total).toBe(0)
    expect((await as(shop, listListings, {})).counts.offShelf).toBe(1)
  })

  test('an answer does not cover changes after the merchant read the notice', async () => {
    const shop = await aStockedShop(server)
    await supplier(shop.products[0]!, { supplierPrice: '10.50' })
    const { at } = (await open(shop)).list[0]!
    server.clock.pass(1000)
    await supplier(shop.products[0]!, { supplierPrice: '12.00' })
    expect(await refusal(shop, answerNotices, { notices: 'all', until: at, act: 'keep' })).toBe(
      'distribution/nothing-selected',
    )
    expect((await open(shop)).total).toBe(1)
  })

  test('notify every shop that lists the product, and no other shop', async () => {
    const [a, b, c] = [await aStockedShop(server), await aMerchant(server), await aMerchant(server)]
    await as(b, distribute, { selection: { products: a.products } })
    expect(await supplier(a.products[0]!, { supplierPrice: '30.00' })).toEqual({ offShelf: 2 })
    expect([(await open(a)).total, (await open(b)).total, (await open(c)).total]).toEqual([1, 1, 0])
  })
})

describe('the distribution center', () => {
  test('lists products that would sell at a loss, with the lowest profitable price', async () => {
    const shop = await aMerchant(server)
    await as(shop, savePricingRule, { percent: 0, rounding: 'none' })
    const products = await someProducts(server, 2)
    const seen = await as(shop, previewDistribution, { selection: { products } })
    expect(seen).toMatchObject({ toAdd: 0, atLoss: 2, lowestMargin: null })
    expect(seen.losing.map((row) => row.lowest)).toEqual(['10.53', '10.53'])
  })

  test('ranks hot-selling products by the paid units of 30 days without cancelled ones, with the number of shops', async () => {
    const mine = await aStockedShop(server)
    const merchant = await aMerchant(server)
    await as(merchant, distribute, { selection: { products: mine.products } })
    const theirs = { ...merchant, ...mine, token: merchant.token, shopId: merchant.shopId, shopCode: merchant.shopCode }
    const listing = await firstListing(merchant)
    await anOrder(server, mine, { quantity: 3 })
    await anOrder(server, { ...theirs, listings: [{ id: listing.id, price: listing.sellingPrice }] }, { quantity: 2 })
    const cancelled = await anOrder(server, mine, { quantity: 4 })
    await server.must(cancelOrder, { id: cancelled.id }, { token: mine.token, key: newId() })
    await placeTestOrder(server, mine, 9)
    const { list, from, to, days } = await as(mine, hotProducts, {})
    expect(list[0]).toMatchObject({ id: mine.products[0], sold30: 5, shops: 2 })
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(days - 1)
  })
})

describe('views and clicks', () => {
  test('count each visitor once a day and no bots; opening a listing is a click, its impression a view', async () => {
    const shop = await aStockedShop(server, { products: 2 })
    const [a, b] = (await as(shop, listListings, {})).list
    const visitor = newId()
    const list = { shop: shop.shopCode, visitor }
    const detail = { ...list, id: a!.id }
    await browser('list', list)
    await browser('list', list)
    await browser('detail', detail)
    await browser('detail', detail)
    await browser('detail', { ...detail, visitor: newId() })
    await browser('list', { ...list, visitor: newId() }, 'Googlebot/2.1')
    await browser('detail', { ...detail, visitor: newId() }, 'curl/8')
    const figures = async ({ id, views, clicks }: { id: string; views: number; clicks: number }) => {
      const now = await as(shop, listingDetail, { id })
      return [now.views - views, now.clicks - clicks]
    }
    expect([await figures(a!), await figures(b!)]).toEqual([
      [2, 2],
      [1, 0],
    ])
    server.clock.pass(86_400_000)
    await browser('detail', detail)
    expect(await figures(a!)).toEqual([3, 3])
  })

  test('from one IP address count a limited number of visitors', async () => {
    const shop = await aStockedShop(server)
    for (let i = 0; i < 70; i += 1) await browser('list', { shop: shop.shopCode, visitor: newId() })
    const { views } = await firstListing(shop)
    expect(views).toBeLessThanOrEqual(60)
    expect(views).toBeGreaterThan(50)
    server.clock.pass(3_600_000)
    await browser('list', { shop: shop.shopCode, visitor: newId() })
    expect((await firstListing(shop)).views).toBe(views + 1)
  })
})
