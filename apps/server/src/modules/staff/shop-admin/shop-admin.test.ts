/**
 * The desk of shops on real PostgreSQL: search, looking with a reason, restrictions by two people, open withdrawals.
 */
import {
  addShopNote,
  listShopNotes,
  changeListings,
  claimWork,
  distribute,
  liftRestriction,
  listMessages,
  me,
  openShopAccess,
  orderStatus,
  pickUpOrders,
  placeOrder,
  planPickup,
  refuseAct,
  restrictShop,
  restrictionScopes,
  searchShops,
  shopDetail,
  type RequestBody,
  type RestrictionScope,
} from '@quayside/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  aBuyer,
  aDestination,
  address,
  aMerchant,
  anOrder,
  aStockedShop,
  closeShopNow,
  creditMerchant,
  paymentPassword,
  withdraw,
  type TestMerchant,
  type TestShop,
  anOperator,
  aSigner,
  mustSign,
  signs,
  type Signer,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { processEvents } from '../../people/messages/process-events.ts'

let server: TestServer
let shop: TestShop
let ann: Signer
let ben: Signer
beforeAll(async () => {
  server = await startTestServer()
  server.app.ctx.settings.money.coolDown = 0
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await aStockedShop(server)
  ann = await aSigner(server, 'support', 'review')
  ben = await aSigner(server, 'review')
})

const propose = (scope: RestrictionScope, more: Partial<RequestBody<typeof restrictShop>> = {}, operator = ann) =>
  server.call(
    restrictShop,
    {
      shopId: shop.shopId,
      scope,
      reason: 'fraud',
      text: 'Buyers reported parcels without goods.',
      evidence: 'Three refund orders of this week.',
      effectiveAt: server.clock.now().toISOString(),
      ...more,
    },
    operator,
  )
async function restrict(scope: RestrictionScope): Promise<string> {
  const { id, actId } = (await propose(scope)).data
  await mustSign(server, ben, actId)
  return id
}
const buy = async () => {
  const buyer = await aBuyer(server)
  const [listing] = shop.listings
  const lines = [{ listingId: listing!.id, quantity: 1, price: listing!.price }]
  return server.call(placeOrder, { shop: shop.shopCode, lines, address }, { token: buyer.token, key: newId() })
}
const look = (of: TestMerchant = shop, operator = ann) => server.call(shopDetail, { shopId: of.shopId }, operator)

test('shops are found by code, name, phone and e-mail, by state and country, page by page', async () => {
  const fresh = await aMerchant(server, { verified: false })
  await sql`update shop set name = 'Lantern & Rope', country = 'PT' where id = ${shop.shopId}`.execute(server.owner)
  await sql`update merchant set phone = '+351911222333' where shop_id = ${shop.shopId}`.execute(server.owner)
  const ids = async (input: RequestBody<typeof searchShops>) =>
    (await server.must(searchShops, input, ann)).list.map((row) => row.id)
  for (const search of [shop.shopCode.toLowerCase(), 'lantern &', '911222', shop.email])
    expect(await ids({ search })).toEqual([shop.shopId])
  expect(await ids({ search: '%' })).toEqual([])
  expect(await ids({ country: 'PT' })).toEqual([shop.shopId])
  expect(await ids({ state: 'not-verified' })).toContain(fresh.shopId)
  expect(await ids({ state: 'restricted' })).toEqual([])
  await restrict('sell')
  expect(await ids({ state: 'restricted' })).toEqual([shop.shopId])
  const all = await ids({})
  const first = await server.must(searchShops, { limit: 1 }, ann)
  expect([...first.list.map((row) => row.id), ...(await ids({ cursor: first.cursor! }))]).toEqual(all)
})

test('a shop is looked at for a reason of ten minutes, or for a claimed work item of this shop', async () => {
  expect((await look()).reason).toBe('shop/reason-missing')
  const reason = 'The merchant asks about the score'
  expect((await server.call(openShopAccess, { shopId: shop.shopId }, ann)).reason).toBe('shop/reason-missing')
  await server.must(openShopAccess, { shopId: shop.shopId, reason }, ann)
  expect((await look()).data).toMatchObject({
    code: shop.shopCode,
    state: 'open',
    figures: { totalSales: '0.00', credit: { score: null } },
    balances: { balance: '0.00' },
    open: { orders: 0 },
    restrictions: [],
    acts: expect.arrayContaining([expect.objectContaining({ by: { id: ann.id, name: 'Op Erator' }, act: 'read' })]),
  })
  expect((await look(shop, ben)).reason).toBe('shop/reason-missing')
  server.clock.pass(minutes(10))
  expect((await look()).reason).toBe('shop/reason-missing')

  const applicant = await aMerchant(server, { verified: false })
  await sql`update registration set state = 'submitted', submitted_at = ${server.clock.now()} where shop_id = ${applicant.shopId}`.execute(
    server.owner,
  )
  const work = { kind: 'registration' as const, id: applicant.shopId }
  const open = (shopId: string) => server.call(openShopAccess, { shopId, work }, ben)
  expect((await open(applicant.shopId)).reason).toBe('shop/reason-missing')
  await server.must(claimWork, work, ben)
  expect((await open(applicant.shopId)).code).toBe(1)
  expect((await open(shop.shopId)).reason).toBe('shop/reason-missing')
})

test('notes stay with the shop', async () => {
  await server.must(addShopNote, { shopId: shop.shopId, text: 'Called on Monday.' }, ann)
  // Notes need no stated reason: whoever reviews a registration reads them.
  const notes = await server.must(listShopNotes, { shopId: shop.shopId }, await anOperator(server, 'review'))
  expect(notes.list).toMatchObject([{ text: 'Called on Monday.', by: { id: ann.id } }])
  await server.must(openShopAccess, { shopId: shop.shopId, reason: 'Reading the notes' }, ben)
  expect((await look(shop, ben)).data.notes).toMatchObject([{ text: 'Called on Monday.', by: { id: ann.id } }])
  await expect(sql`update shop_note set text = 'x'`.execute(server.owner)).rejects.toMatchObject({ code: '23001' })
})

test('a restriction holds after a second person has confirmed it, and the merchant reads it', async () => {
  expect((await propose('sell', { reason: 'complaints' })).reason).toBe('shop/closing-notice')
  const refused = (await propose('sell')).data
  await server.must(refuseAct, { id: refused.actId, reason: 'Ask the buyers first' }, ben)
  const { id, actId } = (await propose('sell')).data
  expect((await propose('sell')).reason).toBe('shop/already-restricted')
  expect((await buy()).code).toBe(1)
  const key = { shopId: shop.shopId, id }
  expect((await signs(server, ann, actId)).reason).toBe('operator/second-person')
  const change = (text: string) =>
    sql`update shop_restriction set text = ${text} where id = ${id}`.execute(server.owner)
  await change('Another text.')
  expect((await signs(server, ben, actId)).reason).toBe('decision/changed')
  await change('Buyers reported parcels without goods.')
  const race = await Promise.all([1, 2].map(() => signs(server, ben, actId)))
  expect(race.filter((reply) => reply.code === 1)).toHaveLength(1)
  // The second finds the act signed or its challenge answered, whichever it looks at first.
  expect(['act/not-open', 'act/signature-wrong']).toContain(race.find((reply) => reply.code !== 1)!.reason)
  expect((await buy()).reason).toBe('shop/restricted')
  expect((await server.must(me, {}, shop)).shop.restrictions).toMatchObject([
    { scope: 'sell', reason: 'fraud', text: 'Buyers reported parcels without goods.', inForce: true },
  ])
  await server.must(liftRestriction, { ...key, reason: 'The parcels were found.' }, ann)
  expect((await buy()).code).toBe(1)
  await processEvents(server.app.ctx)
  const texts = (await server.must(listMessages, { limit: 2 }, shop)).list.map(({ text, more }) => [text, more])
  expect(texts).toEqual([
    ['A restriction on your shop was lifted.', 'The parcels were found.'],
    [expect.stringMatching(/^From .*, buyers can’t place new orders/), 'Buyers reported parcels without goods.'],
  ])
})

test('a restriction with notice begins at its time and ends by itself', async () => {
  const at = (span: number) => new Date(server.clock.now().getTime() + span).toISOString()
  const proposal = { reason: 'complaints', effectiveAt: at(days(7)), endsAt: at(days(9)) } as const
  await mustSign(server, ben, (await propose('sell', proposal)).data.actId)
  expect((await buy()).code).toBe(1)
  server.clock.pass(days(8))
  expect((await buy()).reason).toBe('shop/restricted')
  server.clock.pass(days(1))
  expect((await buy()).code).toBe(1)
  expect((await propose('sell')).code).toBe(1)
})

test('each scope stops what it names', async () => {
  await restrict('list')
  expect(
    (await server.call(distribute, { selection: { products: shop.products } }, { token: shop.token })).reason,
  ).toBe('shop/restricted')
  const selection = { ids: shop.listings.map((listing) => listing.id) }
  const put = (shelf: 'on-shelf' | 'off-shelf') =>
    server.call(changeListings, { selection, change: { shelf } }, { token: shop.token })
  expect((await put('off-shelf')).code).toBe(1)
  expect((await put('on-shelf')).reason).toBe('shop/restricted')

  shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: orderStatus.awaitingPickup })
  await restrict('pick-up')
  const plan = await server.must(planPickup, { orders: [order.id] }, { token: shop.token })
  const reply = await server.call(
    pickUpOrders,
    { planId: plan.planId, funding: 'escrow', paymentPassword },
    { token: shop.token, key: newId() },
  )
  expect(reply.reason).toBe('shop/restricted')
})

test('a merchant withdraws under every restriction and in a closed shop', async () => {
  await creditMerchant(server, shop, '100')
  const destination = await aDestination(server, shop)
  for (const scope of restrictionScopes) await restrict(scope)
  await closeShopNow(server, shop.shopId)
  expect((await withdraw(server, shop, destination, '50')).code).toMatch(/^\w+$/)
  // The database knows no scope that reaches withdrawals.
  const law = await queryOne(
    server.owner,
    sql<{
      text: string
    }>`select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'restriction_scope'`,
  )
  expect([...law!.text.matchAll(/'([a-z-]+)'/g)].map(([, scope]) => scope)).toEqual([...restrictionScopes])
  await expect(
    sql`insert into shop_restriction (shop_id, id, scope, reason, text, evidence, made_by, made_at, effective_at)
      values (${shop.shopId}, ${newId()}, 'withdraw', 'fraud', 'No money', 'None at all', ${ann.id}, now(), now())`.execute(
      server.db,
    ),
  ).rejects.toThrow(/restriction_scope/)
})

test('the database refuses a restriction that one person confirms', async () => {
  const { id } = (await propose('sell')).data
  await expect(
    sql`update shop_restriction set confirmed_by = made_by, confirmed_at = now() where id = ${id}`.execute(server.db),
  ).rejects.toThrow()
  await expect(
    sql`insert into shop_restriction (shop_id, id, scope, reason, text, evidence, made_by, made_at, effective_at, confirmed_by, confirmed_at)
      values (${shop.shopId}, ${newId()}, 'list', 'fraud', 'At once', 'None at all', ${ann.id}, now(), now(), ${ben.id}, now())`.execute(
      server.db,
    ),
  ).rejects.toThrow(/second person/)
})
