/** Lists that had page numbers only, or no end: read one row at a time by cursor, they are the whole list. */
import * as contract from '@quayside/contract'
import type { Endpoint, RequestBody, ResponseBody } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/platform/database/postgres.ts'
import { aBuyer, anOperator, aStockedShop, placeTestOrder, type TestShop } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let shop: TestShop
let buyer: { token: string; buyerId: string }
let staff: { token: string; id: string }
/** Rows of each list. Pairs of them have the same time. */
const count = 5
const instant = "timestamptz '2026-11-20 10:00Z' + (n / 2) * interval '1 hour'"

/** Inserts rows without the laws of the tables: what the rows mean is of no account here. */
const insert = (table: string, columns: string, values: string) =>
  server.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql
      .raw(`insert into ${table} (${columns}) select ${values} from generate_series(1, ${count}) as n`)
      .execute(tx)
  })

beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server, { products: count })
  buyer = await aBuyer(server)
  staff = await anOperator(server, 'owner', 'support', 'finance', 'fulfilment', 'review', 'catalogue')
  const orders = []
  for (let n = 0; n < count; n += 1) orders.push(await placeTestOrder(server, shop, 1, buyer))
  const text = (value: string) => `'${value}'`
  const [shopId, staffId, buyerId] = [shop.shopId, staff.id, buyer.buyerId].map(text)
  const uuid = 'gen_random_uuid()'
  await insert(
    'withdrawal',
    'shop_id, id, code, method, destination_id, state, gross, fee, net, requested_at, decide_by, needs_two, changed_by, changed_at',
    `${shopId}, ${uuid}, 'W' || n, 'bank', ${uuid}, 'pending', 5000, 100, 4900, ${instant}, ${instant}, false, 'merchant', ${instant}`,
  )
  await insert(
    'refund_order',
    'shop_id, id, code, order_id, buyer_id, opened_by, state, amount, cause, text, requested_at, answer_by, changed_by, changed_at',
    `${shopId}, ${uuid}, 'R' || n, (array['${orders.map(({ id }) => id).join(`','`)}']::uuid[])[n], ${buyerId}, 'buyer', 'requested', 100, 'other', '', ${instant}, ${instant}, 'buyer', ${instant}`,
  )
  await insert(
    'invitation',
    'id, code_hash, note, created_by, created_at, expires_at',
    `${uuid}, sha256(convert_to('i' || n, 'UTF8')), '', ${staffId}, ${instant}, ${instant}`,
  )
  await insert(
    'deadline_failure',
    'step, shop_id, id, error, first_failed_at, last_failed_at, next_try_at',
    `'step-' || n, ${shopId}, ${uuid}, '', ${instant}, ${instant}, ${instant}`,
  )
  await insert(
    'unbooked_event',
    'id, processor, event_id, type, live, reason, received_at',
    `${uuid}, 'test', 'e' || n, 'x', false, 'unreadable', ${instant}`,
  )
  await insert('operator_event', 'at, name', `${instant}, 'signed-in'`)
  await insert(
    'document_view',
    'shop_id, field, operator_id, reason, at',
    `${shopId}, 'id-front', ${staffId}, 'r' || n, ${instant}`,
  )
  await insert(
    'supplier',
    'id, code, name, contact, payment_days, terms, created_at',
    `${uuid}, 'S' || n, 'Supplier ' || n / 2, '', 30, '', ${instant}`,
  )
  await insert(
    'operator',
    'id, name, email, password_hash, roles, created_at, may_approve_from',
    `${uuid}, 'Person ' || n / 2, n || '@people.example', '', '{}', ${instant}, ${instant}`,
  )
  const listings = shop.listings.map(({ id }) => id).join(`','`)
  await insert(
    'supplier_notice',
    'shop_id, id, listing_id, supplier_price, stock, withdrawn, selling_price, at',
    `${shopId}, ${uuid}, (array['${listings}']::uuid[])[n], 100, 1, true, 200, ${instant}`,
  )
  for (const [n, { id }] of orders.entries())
    await sql`insert into order_review (shop_id, id, signs, state, opened_at, changed_by, changed_at)
      values (${shop.shopId}, ${id}, '{device}', 'open', ${new Date(Date.UTC(2026, 10, 20, Math.floor(n / 2)))}, 'test', now())`.execute(
      server.owner,
    )
  await sql`update listing set recommended = true where shop_id = ${shop.shopId} and id = any(${shop.listings.slice(0, 2).map(({ id }) => id)}::uuid[])`.execute(
    server.owner,
  )
  // Other shops that list the first product.
  for (let n = 0; n < 3; n += 1) {
    const other = await aStockedShop(server, { products: 1 })
    await sql`update listing set product_id = ${shop.products[0]}, shelf = ${n === 0 ? 'off-shelf' : 'on-shelf'}, off_reason = ${n === 0 ? 'merchant' : null}
      where shop_id = ${other.shopId}`.execute(server.owner)
  }
  // One closing of each shop. Those that have not begun wait for a second person.
  await server.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into shop_closing (shop_id, id, scope, reason, note, made_by, made_at, effective_at, began_at)
      select id, gen_random_uuid(), 'orders', 'fraud', '', ${staff.id}, now() - interval '30 days', date_trunc('day', now()), case when n % 2 = 0 then now() end
      from (select id, row_number() over () as n from shop) as s`.execute(tx)
  })
}, 240_000)
afterAll(() => server?.close())

type Listed = { list: unknown[]; cursor: string | null }

const c = contract
test.each<[string, Endpoint, () => object, () => { token?: string }]>([
  ['supplierNotices', c.supplierNotices, () => ({}), () => shop],
  ['withdrawRecords', c.withdrawRecords, () => ({}), () => shop],
  ['documentViews', c.documentViews, () => ({}), () => shop],
  ['buyerRefunds', c.buyerRefunds, () => ({}), () => buyer],
  ['buyerOrders', c.buyerOrders, () => ({}), () => buyer],
  ['browseShop', c.browseShop, () => ({ shop: shop.shopCode }), () => ({})],
  ['productShops', c.productShops, () => ({ id: shop.products[0] }), () => staff],
  ['operatorOrders', c.operatorOrders, () => ({ status: 1 }), () => staff],
  ['listOrderReviews', c.listOrderReviews, () => ({}), () => staff],
  ['listDeadlineFailures', c.listDeadlineFailures, () => ({}), () => staff],
  ['listUnbookedEvents', c.listUnbookedEvents, () => ({}), () => staff],
  ['listClosings', c.listClosings, () => ({}), () => staff],
  ['listInvitations', c.listInvitations, () => ({}), () => staff],
  ['listShops', c.listShops, () => ({}), () => staff],
  ['listOperatorEvents', c.listOperatorEvents, () => ({}), () => staff],
  ['listSuppliers', c.listSuppliers, () => ({}), () => staff],
  ['listOperators', c.listOperators, () => ({}), () => staff],
])('%s', async (_name, endpoint, inputOf, loginOf) => {
  const read = async (part: object): Promise<Listed> =>
    (await server.must(
      endpoint,
      { ...inputOf(), ...part } as RequestBody<Endpoint>,
      loginOf(),
    )) as ResponseBody<Endpoint> & Listed
  const whole = await read({ limit: 100 })
  expect(whole.list.length).toBeGreaterThan(3)
  expect(whole.cursor).toBeNull()
  const rows: unknown[] = []
  let cursor: string | null | undefined
  // One call more than there are rows: the last page is full, so the next one is empty.
  for (let calls = 0; calls <= whole.list.length && cursor !== null; calls += 1) {
    const part: Listed = await read({ limit: 1, ...(cursor && { cursor }) })
    rows.push(...part.list)
    ;({ cursor } = part)
  }
  expect(cursor).toBeNull()
  expect(rows).toEqual(whole.list)
  // Two pages by number are the same rows too.
  if ('page' in endpointInput(endpoint))
    expect([...(await read({ limit: 2, page: 1 })).list, ...(await read({ limit: 2, page: 2 })).list]).toEqual(
      whole.list.slice(0, 4),
    )
  expect(
    (await server.call(endpoint, { ...inputOf(), cursor: 'bm9uc2Vuc2Uh' } as RequestBody<Endpoint>, loginOf())).reason,
  ).toBe('request/malformed')
})

const endpointInput = (endpoint: Endpoint): object =>
  (endpoint.input as unknown as { _zod: { def: { shape: object } } })._zod.def.shape
