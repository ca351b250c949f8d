/** Shop settings: saved, recorded, refused field by field and shown to buyers. */
import {
  bannerShapes,
  cancelOrder,
  dashboard,
  decideRegistration,
  orderStatus,
  readRegistration,
  readShop,
  salesCurve,
  saveBanners,
  saveRegistration,
  saveShop,
  visitShop,
} from '@quayside/contract'
import { openShopAccess, shopDetail } from '@quayside/contract/shop-admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aMerchant,
  anOperator,
  anOrder,
  aShopPicture,
  aStockedShop,
  pay,
  placeTestOrder,
  type TestMerchant,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { queryAll, sql } from '../../../platform/database/postgres.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-03-01T10:30:00Z') })
})
afterAll(() => server.close())

const pier = { latitude: 51.8986, longitude: -8.49577 }

const changes = async (shop: TestMerchant) =>
  (
    await queryAll(
      server.owner,
      sql<{ data: { changes: Record<string, [unknown, unknown]> } }>`
        select data from event where shop_id = ${shop.shopId} and name = 'shop.changed' order by id`,
    )
  ).map((event) => event.data.changes)

test('what a merchant states about the business is kept, shown to the desk, and erased with the account', async () => {
  const shop = await aMerchant(server)
  const stated = { legalName: 'Pier Goods Ltd', registrationNumber: 'IE 123456', contactEmail: 'Hello@Pier.example ' }
  const wrong = await server.call(saveShop, { ...stated, contactEmail: 'hello' }, { token: shop.token })
  expect(wrong).toMatchObject({ reason: 'request/invalid', fields: { contactEmail: 'Enter a valid email address.' } })
  const kept = { ...stated, contactEmail: 'hello@pier.example' }
  expect(await server.must(saveShop, stated, { token: shop.token })).toMatchObject(kept)
  const desk = await anOperator(server, 'support')
  await server.must(openShopAccess, { shopId: shop.shopId, reason: 'A buyer asks who sells' }, { token: desk.token })
  expect(await server.must(shopDetail, { shopId: shop.shopId }, { token: desk.token })).toMatchObject(kept)
  // An empty field removes it.
  expect(await server.must(saveShop, { legalName: '' }, { token: shop.token })).toMatchObject({
    ...kept,
    legalName: null,
  })
  await sql`update merchant set erased_at = now() where shop_id = ${shop.shopId}`.execute(server.owner)
  const [row] = await queryAll(
    server.owner,
    sql`select legal_name, registration_number, contact_email from shop where id = ${shop.shopId}`,
  )
  expect(row).toEqual({ legal_name: null, registration_number: null, contact_email: null })
})

test('buyers see the merchant’s settings, and each change is recorded', async () => {
  const shop = await aMerchant(server)
  const logo = await aShopPicture(server, shop, 'logo')
  const saved = await server.must(
    saveShop,
    {
      name: 'Pier Goods',
      logo,
      address: '1 Pier Road, Cork',
      point: pier,
      phone: '+353 21 427 1234',
      introduction: 'Good things\nfor the quay',
      welcome: 'Welcome aboard',
    },
    shop,
  )
  expect(saved).toMatchObject({
    name: 'Pier Goods',
    logo: `/files/${logo}.webp`,
    address: '1 Pier Road, Cork',
    point: pier,
    phone: '+353214271234',
    introduction: 'Good things\nfor the quay',
    welcome: 'Welcome aboard',
  })
  expect(await server.must(readShop, {}, shop)).toEqual(saved)
  const { name, address, point, phone, introduction, welcome } = saved
  expect(await server.must(visitShop, { shop: shop.shopCode })).toMatchObject({
    name,
    logo: saved.logo,
    address,
    point,
    phone,
    introduction,
    welcome,
  })

  // An empty value clears a setting. An unchanged value is not recorded.
  await server.must(saveShop, { phone: '', name: 'Pier Goods' }, shop)
  expect((await changes(shop)).at(-1)).toEqual({ phone: ['+353214271234', null] })
  await server.must(saveShop, { name: 'Pier Goods' }, shop)
  expect(await changes(shop)).toHaveLength(2)
})

test('each wrong field is refused separately in the caller’s language, and nothing is saved', async () => {
  const [shop, other] = [await aMerchant(server), await aMerchant(server)]
  const before = await server.must(readShop, {}, shop)
  const theirs = await aShopPicture(server, other, 'logo')
  const wrong = { name: 'Other', phone: '12345', timeZone: 'Europe/Nowhere', logo: theirs }
  const reply = await server.call(saveShop, wrong, { ...shop, lang: 'fr' })
  expect(reply.reason).toBe('request/invalid')
  expect(Object.keys(reply.fields!).sort()).toEqual(['logo', 'phone', 'timeZone'])
  expect(reply.fields!['phone']).toMatch(/téléphone/)
  const short = await server.call(saveShop, { name: 'x', introduction: 'x'.repeat(1001) }, shop)
  expect(Object.keys(short.fields!).sort()).toEqual(['introduction', 'name'])
  const beyond = await server.call(saveShop, { address: 'North', point: { latitude: 91, longitude: 0 } }, shop)
  expect(beyond.code).toBe(0)
  expect(await server.must(readShop, {}, shop)).toEqual(before)
})

test('a closed shop reads its settings and changes none', async () => {
  const shop = await aMerchant(server, { closed: true })
  expect((await server.must(readShop, {}, shop)).code).toBe(shop.shopCode)
  expect((await server.call(saveShop, { welcome: 'Hello' }, shop)).reason).toBe('shop/closed')
  expect((await server.call(saveBanners, { kind: 'store', files: [] }, shop)).reason).toBe('shop/closed')
})

test('banners keep the merchant’s order, can be replaced and removed, and are limited in number', async () => {
  const shop = await aMerchant(server)
  const [a, b, c] = [
    await aShopPicture(server, shop, 'banner', '#a00'),
    await aShopPicture(server, shop, 'banner', '#0a0'),
    await aShopPicture(server, shop, 'banner', '#00a'),
  ]
  const keep = (kind: 'home' | 'store' | 'advertisement', ...files: string[]) =>
    server.call(saveBanners, { kind, files }, shop)
  await keep('store', a!)
  await keep('advertisement', a!, b!, c!)
  const { data } = await keep('advertisement', c!, a!)
  expect(data.banners.advertisement.map(({ file }) => file)).toEqual([c, a])
  expect((await server.must(visitShop, { shop: shop.shopCode })).banners).toEqual({
    home: [],
    store: [`/files/${a}.webp`],
    advertisement: [`/files/${c}.webp`, `/files/${a}.webp`],
  })
  expect((await keep('store')).data.banners.store).toEqual([])

  expect((await keep('home', a!, b!)).reason).toBe('shop/too-many-banners')
  expect((await keep('home', a!, b!)).values).toEqual({ most: bannerShapes.home.most })
  const logo = await aShopPicture(server, shop, 'logo')
  const theirs = await aShopPicture(server, await aMerchant(server), 'banner')
  for (const file of [logo, theirs]) expect((await keep('home', file)).reason).toBe('file/not-found')
  expect((await changes(shop)).at(-1)).toEqual({ 'store banners': [[a], []] })
})

test('a new address without coordinates clears the coordinates of the old address', async () => {
  const shop = await aMerchant(server)
  await server.must(saveShop, { address: '1 Pier Road', point: pier }, shop)
  await server.must(saveShop, { welcome: 'Hello' }, shop)
  expect((await server.must(readShop, {}, shop)).point).toEqual(pier)
  await server.must(saveShop, { address: '2 Pier Road' }, shop)
  expect((await server.must(readShop, {}, shop)).point).toBeNull()
})

test('the shop takes over the coordinates of the registration', async () => {
  const merchant = await aMerchant(server, { verified: false })
  const address = { address: '1 Pier Road', point: pier }
  await server.must(saveRegistration, { shopName: 'Pier Goods', country: 'IE', ...address }, merchant)
  await server.must(saveRegistration, { realName: 'Ada Quay' }, merchant)
  expect((await server.must(readRegistration, {}, merchant)).point).toEqual(pier)
  await sql`update registration set state = 'in-review' where shop_id = ${merchant.shopId}`.execute(server.owner)
  const { token } = await anOperator(server, 'review')
  await server.must(decideRegistration, { shopId: merchant.shopId, decision: 'verified' }, { token })
  expect(await server.must(visitShop, { shop: merchant.shopCode })).toMatchObject({
    ...address,
    country: 'IE',
    name: 'Pier Goods',
  })
})

const days = (shopId: string) =>
  queryAll(
    server.owner,
    sql`select day, orders, sales, expected_profit, cancelled, completed, realised_profit, picked_up, pickup_seconds, declined
      from shop_day where shop_id = ${shopId} and (orders, cancelled, completed, picked_up) <> (0, 0, 0, 0) order by day`,
  )
const pieces = (shopId: string) =>
  queryAll(
    server.owner,
    sql`select day, listing_id, units, sales from shop_product_day where shop_id = ${shopId} and units <> 0 order by day, listing_id`,
  )
const rank = (products: string[]) =>
  queryAll(
    server.owner,
    sql`select product_id, day, units from product_day where product_id = any(${products}::uuid[]) and units <> 0 order by product_id, day`,
  )

test('a change of the time zone recalculates the daily figures, and changing it back restores them', async () => {
  server.clock.set(new Date('2026-03-01T10:30:00Z'))
  const shop = await aStockedShop(server)
  const zone = (timeZone: string) => server.must(saveShop, { timeZone }, shop)
  const all3 = async () => [await days(shop.shopId), await pieces(shop.shopId), await rank(shop.products)]
  for (const status of [orderStatus.awaitingPickup, orderStatus.awaitingShipment, orderStatus.completed])
    await anOrder(server, shop, { status, quantity: 2 })
  const declined = await anOrder(server, shop)
  await server.must(cancelOrder, { id: declined.id }, { token: shop.token, key: declined.id })
  const inUtc = await all3()
  expect((inUtc[0] as { orders: number }[])[0]!.orders).toBe(3)

  server.clock.pass(hours(1))
  // 11:30 UTC on 1 March is after midnight in Auckland. The orders are from before that midnight.
  await zone('Pacific/Auckland')
  const there = await server.must(dashboard, {}, shop)
  expect([there.today, there.todayOrders, there.yesterdayOrders]).toEqual(['2026-03-02', 0, 3])
  expect((await server.must(salesCurve, { days: 7 }, shop)).list.at(-2)).toMatchObject({ day: '2026-03-01', orders: 3 })

  // A cancelled order is deducted from its day in the new time zone.
  const late = await placeTestOrder(server, shop)
  await pay(server, late)
  await zone('UTC')
  await server.must(cancelOrder, { id: late.id }, { token: shop.token, key: late.id })
  expect((await days(shop.shopId)).map((row) => (row as { orders: number }).orders)).toEqual([3])
  await zone('America/Los_Angeles')
  await zone('UTC')
  const [after, ...rest] = await all3()
  expect(after).toEqual([{ ...(inUtc[0] as object[])[0], cancelled: 2, declined: 2 }])
  expect(rest).toEqual(inUtc.slice(1))
})

test('a name that imitates the platform or has invisible characters is refused, before and after the verification', async () => {
  const shop = await aMerchant(server)
  const draft = await aMerchant(server, { verified: false })
  for (const name of ['Quayside Official Support', 'Har\u00adbour', 'Two\nlines', 'Braille\u2800']) {
    expect((await server.call(saveShop, { name }, { token: shop.token })).fields).toHaveProperty('name')
    expect((await server.call(saveRegistration, { shopName: name }, { token: draft.token })).fields).toHaveProperty(
      'shopName',
    )
  }
  expect((await server.must(saveShop, { name: 'Ｈａｒｂｏｕｒ shop' }, { token: shop.token })).name).toBe(
    'Harbour shop',
  )
  await expect(
    sql`update shop set name = ${'Har\u200dbour'} where id = ${shop.shopId}`.execute(server.db),
  ).rejects.toThrow('not seen')
})
