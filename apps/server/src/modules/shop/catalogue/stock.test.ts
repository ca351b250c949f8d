/** The stock of a product that many buy at once: slots, and what ends them. */
import {
  adjustStock,
  browseShop,
  listDistribution,
  cancelOwnOrder,
  distribute,
  placeOrder,
  productRecord,
  viewListing,
  type ParsedInput,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBuyer,
  address,
  aMerchant,
  anOperator,
  aStockedShop,
  changeSupply,
  someProducts,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { placeOrder as place } from '../../selling/orders/placing/place-order.ts'

let server: TestServer
let desk: { token: string }
beforeAll(async () => {
  server = await startTestServer()
  desk = await anOperator(server, 'catalogue')
  await someProducts(server, 1)
})
afterAll(async () => {
  const wrong = await queryAll(
    server.owner,
    sql`select v.code, s.pieces, c.pieces as slots, v.stock, m.pieces as moved from product_variant v join product p on p.id = v.product_id
      left join variant_stock s on s.variant_id = v.id
      cross join lateral (select coalesce(sum(pieces), 0)::int as pieces from stock_slot where variant_id = v.id) c
      cross join lateral (select coalesce(sum(pieces), 0)::int as pieces from stock_movement where coalesce(variant_id, product_id) = v.id) m
      where s.pieces + c.pieces is distinct from m.pieces or v.stock <> s.pieces or p.stock <> v.stock
        or c.pieces > 0 and (s.pieces < 200 or v.withdrawn)`,
  )
  await server.close()
  expect(wrong).toEqual([])
})

/** Buyers that are only rows: a log-in of each would take seconds. */
const buyers = async (n: number) =>
  (
    await queryAll(
      server.owner,
      sql<{ id: string }>`insert into buyer (id, name, email, password_hash, created_at)
        select uuidv7(), 'Bea Buyer', gen_random_uuid() || '@buyer.example', 'none', ${server.clock.now()} from generate_series(1, ${n}::int) returning id`,
    )
  ).map(({ id }) => id)

/** Places an order. Its transaction stays open until `meanwhile` is done. */
const order = (shop: TestShop, buyerId: string, quantity: number, meanwhile?: () => Promise<unknown>) =>
  withTransaction(server.db, async (tx: Tx) => {
    const [listing] = shop.listings
    await place(
      server.app.ctx,
      tx,
      { buyerId, clientId: newId(), network: Buffer.from(newId().replaceAll('-', ''), 'hex') },
      {
        shop: shop.shopCode,
        lines: [{ listingId: listing!.id, quantity, price: listing!.price }],
        address,
      } as ParsedInput<typeof placeOrder>,
      server.clock.now(),
    )
    await meanwhile?.()
  })
const outcomeOf = (placed: Promise<void>) =>
  placed.then(
    () => 'placed',
    (error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
  )

/** Runs `work` while another transaction holds the lock of the product. */
const withLock = (product: string, work: () => Promise<unknown>) =>
  withTransaction(server.owner, async (tx) => {
    await sql`select from product where id = ${product} for no key update`.execute(tx)
    await work()
  })

const pieces = async (shop: TestShop) =>
  (await queryOne(
    server.owner,
    sql<{ row: number; slots: number; open: number; most: number }>`select s.pieces as row,
        coalesce(sum(c.pieces), 0)::int as slots, count(c)::int as open, coalesce(max(c.pieces), 0)::int as most
      from variant_stock s left join stock_slot c using (variant_id) where s.variant_id = ${shop.products[0]!} group by s.pieces`,
  ))!

/** A shop whose product has slots, made by an order of one piece that waited. */
async function aHotShop(stock = 2000): Promise<TestShop> {
  const shop = await aStockedShop(server, { stock: stock + 1 })
  const [buyer] = await buyers(1)
  let waiting: Promise<unknown> | undefined
  await withLock(shop.products[0]!, async () => {
    waiting = order(shop, buyer!, 1)
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server.owner)
        return rows.length
      })
      .toBeGreaterThan(0)
  })
  await waiting
  return shop
}

/** Another shop with the same product on its shelf. */
async function alsoSells({ products }: TestShop): Promise<TestShop> {
  const merchant = await aMerchant(server)
  await server.must(distribute, { selection: { products } }, { token: merchant.token })
  const { list } = await server.must(browseShop, { shop: merchant.shopCode, limit: 100 })
  return { ...merchant, products, listings: list.map(({ id, price }) => ({ id, price })) }
}

test('an order that waited for another one leaves slots; every list shows the whole stock', async () => {
  const shop = await aHotShop(2000)
  expect(await pieces(shop)).toEqual({ row: 1104, slots: 896, open: 16, most: 56 })
  const [id] = shop.products
  expect((await server.must(productRecord, { id: id! }, desk)).stock).toBe(2000)
  expect((await server.must(productRecord, { id: id! }, desk)).variants).toMatchObject([{ stock: 2000 }])
  const { list } = await server.must(listDistribution, { limit: 100 }, { token: shop.token })
  expect(list.find((product) => product.id === id)).toMatchObject({ stock: 2000 })
  expect(await server.must(viewListing, { shop: shop.shopCode, id: shop.listings[0]!.id })).toMatchObject({
    stock: 2000,
    variants: [{ stock: 2000 }],
  })
})

test('an order that waits for nobody makes no slots', async () => {
  const shop = await aStockedShop(server, { stock: 2000 })
  for (const buyer of await buyers(3)) await order(shop, buyer, 1)
  expect(await pieces(shop)).toMatchObject({ row: 1997, open: 0 })
})

test('few pieces get no slots', async () => {
  const shop = await aHotShop(350)
  expect(await pieces(shop)).toMatchObject({ row: 350, open: 0 })
})

test('orders of one product are placed side by side while its lock and slots are held', async () => {
  // Orders of one shop wait for the shop's limit of unpaid orders, so each buys in another.
  const shop = await aHotShop(2000)
  const shops = [shop, await alsoSells(shop), await alsoSells(shop), await alsoSells(shop)]
  const ids = await buyers(4)
  const placed: number[] = []
  /** Each order is placed while those before it are open. */
  const nested = (i: number): Promise<unknown> =>
    i === shops.length
      ? Promise.resolve()
      : order(shops[i]!, ids[i]!, 2, () => {
          placed.push(i)
          return nested(i + 1)
        })
  await withLock(shop.products[0]!, () => nested(0))
  expect(placed).toEqual([0, 1, 2, 3])
  expect(await pieces(shop)).toMatchObject({ row: 1104, slots: 888 })
})

test('2,000 pieces ×50 orders of 50 in five shops at once: 40 are placed, ten refused, nothing is left', async () => {
  const shop = await aHotShop(2000)
  const shops = [shop]
  for (let i = 0; i < 4; i += 1) shops.push(await alsoSells(shop))
  const ids = await buyers(50)
  const outcomes = await Promise.all(ids.map((id, i) => outcomeOf(order(shops[i % 5]!, id, 50))))
  expect(outcomes.toSorted()).toEqual([
    ...Array.from({ length: 40 }, () => 'placed'),
    ...Array.from({ length: 10 }, () => 'product/stock-gone'),
  ])
  expect(await pieces(shop)).toMatchObject({ row: 0, slots: 0 })
  expect((await server.must(productRecord, { id: shop.products[0]! }, desk)).stock).toBe(0)
})

test('an order of more than any slot has gets what row and slots have together', async () => {
  const shop = await aHotShop(2000)
  const [first, second, ...others] = await buyers(12)
  await order(shop, first!, 200)
  expect(await pieces(shop)).toMatchObject({ row: 904, slots: 896 })
  for (const buyer of others.slice(0, 4)) await order(shop, buyer, 200)
  // The row fell below 200 and took its slots back.
  expect(await pieces(shop)).toMatchObject({ row: 1000, open: 0 })
  for (const buyer of others.slice(4, 9)) await order(shop, buyer, 200)
  // As large as the others: a smaller one takes the place of a larger one that nobody has begun to pay.
  expect(await outcomeOf(order(shop, second!, 200))).toBe('product/stock-gone')
})

test('a cancelled order gives its pieces back, and a buyer cannot give back twice', async () => {
  const shop = await aHotShop(2000)
  const buyer = await aBuyer(server)
  const [listing] = shop.listings
  const { id } = await server.must(
    placeOrder,
    { shop: shop.shopCode, lines: [{ listingId: listing!.id, quantity: 3, price: listing!.price }], address },
    { token: buyer.token, key: newId() },
  )
  expect(await pieces(shop)).toMatchObject({ row: 1104, slots: 893 })
  await server.must(cancelOwnOrder, { id }, { token: buyer.token, key: newId() })
  await server.call(cancelOwnOrder, { id }, { token: buyer.token, key: newId() })
  expect(await pieces(shop)).toMatchObject({ row: 1107, slots: 893 })
})

test('adjusting while many buy counts every piece, and never below zero', async () => {
  const shop = await aHotShop(2000)
  const [id] = shop.products
  const ids = await buyers(30)
  const [taken, tooMany, ...outcomes] = await Promise.all([
    server.call(adjustStock, { id: id!, pieces: -1000, reason: 'damage' }, desk),
    server.call(adjustStock, { id: id!, pieces: -2001, reason: 'damage' }, desk),
    ...ids.map((buyer) => outcomeOf(order(shop, buyer, 10))),
  ])
  expect(taken!).toMatchObject({ code: 1 })
  expect(tooMany!).toMatchObject({ reason: 'product/stock-gone' })
  expect(outcomes).toEqual(ids.map(() => 'placed'))
  expect((await server.must(productRecord, { id: id! }, desk)).stock).toBe(700)
  const all = await server.must(adjustStock, { id: id!, pieces: -700, reason: 'damage' }, desk)
  expect(all.stock).toBe(0)
})

test('a change of the price leaves the stock; a withdrawn product is sold from no slot', async () => {
  const shop = await aHotShop(2000)
  const [id] = shop.products
  const [buyer] = await buyers(1)
  await changeSupply(server, id!, { supplierPrice: '10.50' }, desk)
  expect(await pieces(shop)).toEqual({ row: 2000, slots: 0, open: 0, most: 0 })
  await withTransaction(server.owner, (tx) =>
    // As a slot would be if the order had waited after the lock of the desk was released.
    sql`insert into stock_slot (variant_id, slot, product_id, pieces) values (${id!}, 1, ${id!}, 0)`.execute(tx),
  )
  await sql`update stock_slot set pieces = 100 where variant_id = ${id!}`.execute(server.owner)
  await sql`update variant_stock set pieces = pieces - 100 where variant_id = ${id!}`.execute(server.owner)
  await sql`update product_variant set withdrawn = true where id = ${id!}`.execute(server.owner)
  expect(await pieces(shop)).toEqual({ row: 2000, slots: 0, open: 0, most: 0 })
  expect(await outcomeOf(order(shop, buyer!, 1))).not.toBe('placed')
})

test('the server’s role reads slots and writes none', async () => {
  const shop = await aHotShop(2000)
  const [id] = shop.products
  await expect(sql`update stock_slot set pieces = 1000 where variant_id = ${id!}`.execute(server.db)).rejects.toThrow(
    'permission denied',
  )
  await expect(
    sql`insert into stock_slot (variant_id, slot, product_id, pieces) values (${id!}, 1, ${id!}, 1)`.execute(server.db),
  ).rejects.toThrow('permission denied')
})
