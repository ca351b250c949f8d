/** API keys of merchants on real PostgreSQL: what they may do, what they never may, and how they end. */
import {
  apiScopes,
  changeListing,
  changeLoginPassword,
  createApiKey,
  dashboard,
  listApiKeys,
  listListings,
  listOrders,
  maxApiKeys,
  me,
  merchant,
  orderDetail,
  revokeApiKey,
  type ApiScope,
  type Endpoint,
} from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aMerchant,
  anOrder,
  aStockedShop,
  closeShopNow,
  loginPassword,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, minutes } from '../../../platform/jobs/clock.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'

let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
})
afterAll(() => server.close())

const aKey = (token: string, scopes: ApiScope[], length: 30 | 90 | 365 = 30) =>
  server.must(createApiKey, { name: 'Accounting', scopes, days: length, loginPassword }, { token })

/** Written by hand: what a key may call. An endpoint that gets a scope needs a place here. */
const callable: Record<ApiScope, string[]> = {
  'orders:read': [
    'listOrders',
    'orderCounts',
    'orderDetail',
    'orderViews',
    'pickupSum',
    'orderBooks',
    'refundOrders',
    'refundDetail',
  ],
  'products:read': [
    'listListings',
    'listingDetail',
    'shopCategories',
    'listCategories',
    'listDistribution',
    'hotProducts',
    'productDetail',
    'supplierNotices',
    'readPricingRule',
    'previewDistribution',
    'previewPrices',
    'listCoupons',
  ],
  'products:write': [
    'distribute',
    'changeListing',
    'changeListings',
    'undoListings',
    'createShopCategory',
    'changeShopCategory',
    'deleteShopCategory',
    'orderShopCategories',
    'answerNotices',
  ],
  'finance:read': [
    'readWallet',
    'fundsRecords',
    'financeReport',
    'financePending',
    'previewStatement',
    'downloadStatement',
    'headProof',
    'dashboard',
    'salesCurve',
    'bestSellers',
  ],
}

test('the scopes give what is listed here, and none of it moves money or writes without its scope', () => {
  for (const scope of apiScopes) {
    const names = Object.entries(endpoints).filter(([, endpoint]) => endpoint.scope === scope)
    expect(names.map(([name]) => name).toSorted()).toEqual(callable[scope].toSorted())
    for (const [, endpoint] of names) {
      expect(endpoint.access.who).toBe('merchant')
      expect(endpoint.idempotent ?? false).toBe(false)
      expect(endpoint.ownTransaction ?? false).toBe(false)
      if (scope.endsWith(':read')) expect(endpoint.readOnly).toBe(true)
    }
  }
})

test('a key with every scope is refused wherever there is no scope, before the input is read', async () => {
  const { key } = await aKey(shop.token, [...apiScopes])
  const others = Object.entries(endpoints).filter(([, { access, scope }]) => access.who === 'merchant' && !scope)
  expect(others.length).toBeGreaterThan(60)
  const allowed: string[] = []
  for (const [name, endpoint] of others) {
    const reply = await server.call(endpoint as Endpoint, {}, { apiKey: key })
    if (reply.status !== 403 || reply.reason !== 'request/forbidden') allowed.push(name)
  }
  expect(allowed).toEqual([])
})

test('a key gives what its scopes say, of its own shop only', async () => {
  const order = await anOrder(server, shop)
  const { key } = await aKey(shop.token, ['orders:read'])
  const read = await server.must(orderDetail, { id: order.id }, { apiKey: key })
  expect(read.id).toBe(order.id)
  expect((await server.call(listListings, {}, { apiKey: key })).status).toBe(403)
  expect((await server.call(dashboard, {}, { apiKey: key })).status).toBe(403)
  expect((await server.call(changeListing, { id: order.id }, { apiKey: key })).status).toBe(403)

  const other = await aMerchant(server)
  const foreign = await aKey(other.token, ['orders:read'])
  expect((await server.call(orderDetail, { id: order.id }, { apiKey: foreign.key })).reason).toBe('order/not-found')
  expect((await server.must(listOrders, { status: 0 }, { apiKey: foreign.key })).list).toEqual([])
})

test('the database holds a hash; the list shows the start, the last use and the end', async () => {
  const owner = await aMerchant(server)
  const { key, apiKey } = await aKey(owner.token, ['orders:read', 'orders:read'], 90)
  expect(key).toMatch(/^qsk_[\w-]{43}$/)
  const rows = await queryAll(
    server.owner,
    sql<{ row: string }>`select k::text as row from api_key k where id = ${apiKey.id}`,
  )
  expect(rows[0]!.row).not.toContain(key.slice(10))
  await server.must(listOrders, { status: 5 }, { apiKey: key })
  const { list } = await server.must(listApiKeys, {}, { token: owner.token })
  expect(list).toEqual([
    {
      id: apiKey.id,
      name: 'Accounting',
      start: key.slice(0, 10),
      scopes: ['orders:read'],
      createdAt: server.clock.now().toISOString(),
      expiresAt: new Date(server.clock.now().getTime() + days(90)).toISOString(),
      usedAt: server.clock.now().toISOString(),
    },
  ])
})

test('a key ends when it is revoked, at its time, and when the merchant is erased', async () => {
  const owner = await aMerchant(server)
  const use = async (apiKey: string) => (await server.call(listOrders, { status: 5 }, { apiKey })).reason ?? 'done'
  const first = await aKey(owner.token, ['orders:read'])
  expect(await use(first.key)).toBe('done')
  const stranger = await aMerchant(server)
  expect((await server.call(revokeApiKey, { id: first.apiKey.id }, { token: stranger.token })).reason).toBe(
    'integration/not-found',
  )
  await server.must(revokeApiKey, { id: first.apiKey.id }, { token: owner.token })
  expect(await use(first.key)).toBe('session/expired')

  const second = await aKey(owner.token, ['orders:read'], 30)
  const erased = await aMerchant(server)
  const third = await aKey(erased.token, ['orders:read'])
  await sql`update merchant set erased_at = now() where id = ${erased.merchantId}`.execute(server.owner)
  expect(await use(third.key)).toBe('session/expired')
  server.clock.pass(days(30) - minutes(1))
  expect(await use(second.key)).toBe('done')
  server.clock.pass(minutes(1))
  expect(await use(second.key)).toBe('session/expired')
})

test('a new key needs the login password of a person; a key is no session and makes no key', async () => {
  const owner = await aMerchant(server)
  const input = { name: 'Stock', scopes: ['products:read' as const], days: 30 as const }
  const wrong = await server.call(createApiKey, { ...input, loginPassword: 'not the password' }, { token: owner.token })
  expect(wrong.reason).toBe('login/password-wrong')
  const { key } = await aKey(owner.token, [...apiScopes])
  expect((await server.call(createApiKey, { ...input, loginPassword }, { apiKey: key })).status).toBe(403)
  // In the header of sessions a key is unknown, and a session is no key.
  expect((await server.call(listOrders, { status: 5 }, { token: key })).reason).toBe('session/expired')
  expect((await server.call(me, {}, { apiKey: owner.token })).reason).toBe('session/missing')
  expect((await server.call(listOrders, { status: 5 }, { apiKey: `qsk_${'x'.repeat(43)}` })).status).toBe(401)
})

test('a key of an unverified or closed shop gives what a session of it would give', async () => {
  const owner = await aMerchant(server)
  const { key } = await aKey(owner.token, ['orders:read', 'products:write'])
  await closeShopNow(server, owner.shopId)
  expect((await server.call(changeListing, { id: owner.shopId }, { apiKey: key })).reason).toBe('shop/closed')
  expect((await server.call(listOrders, { status: 5 }, { apiKey: key })).code).toBe(1)
  const unverified = await aMerchant(server, { verified: false })
  const refused = await server.call(
    createApiKey,
    { name: 'Early', scopes: ['orders:read'], days: 30, loginPassword },
    { token: unverified.token },
  )
  expect(refused.reason).toBe('shop/not-verified')
  expect(merchant.shop).toBe('any')
})

test('twenty keys at most, also of requests at once', async () => {
  const owner = await aMerchant(server)
  for (let n = 0; n < maxApiKeys - 1; n += 1)
    await sql`insert into api_key (shop_id, id, merchant_id, name, token_hash, start, scopes, created_at, expires_at)
      values (${owner.shopId}, gen_random_uuid(), ${owner.merchantId}, 'Many', sha256(gen_random_uuid()::text::bytea), 'qsk_test',
        array['orders:read'], ${server.clock.now()}, ${new Date(server.clock.now().getTime() + days(1))})`.execute(
      server.owner,
    )
  const input = { name: 'Last', scopes: ['orders:read' as const], days: 30 as const, loginPassword }
  const replies = await Promise.all([1, 2].map(() => server.call(createApiKey, input, { token: owner.token })))
  expect(replies.map(({ reason }) => reason ?? 'done').toSorted()).toEqual(['done', 'integration/too-many'])
  const { n } = (await queryOne(
    server.owner,
    sql<{ n: number }>`select count(*)::int as n from api_key where shop_id = ${owner.shopId}`,
  ))!
  expect(n).toBe(maxApiKeys)
})

test('a key that is made while the password changes does not outlive the change', async () => {
  const owner = await aMerchant(server)
  const input = { name: 'Late', scopes: ['orders:read' as const], days: 30 as const, loginPassword }
  const [changed, ...made] = await Promise.all([
    server.call(
      changeLoginPassword,
      { old: loginPassword, password: 'a new password 9', again: 'a new password 9', stay: true, endKeys: true },
      { token: owner.token },
    ),
    ...Array.from({ length: 6 }, () => server.call(createApiKey, input, { token: owner.token })),
  ])
  expect(changed.code).toBe(1)
  for (const { reason } of made) expect([undefined, 'login/password-wrong']).toContain(reason)
  expect((await server.must(listApiKeys, {}, { token: owner.token })).list).toEqual([])
})
