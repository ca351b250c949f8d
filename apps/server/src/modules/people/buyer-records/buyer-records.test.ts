/** The record of a buyer over all shops, and blocks of buyers. */
import {
  auditDetail,
  blockBuyer,
  buyerRecord,
  findBuyers,
  listAudit,
  placeOrder,
  unblockBuyer,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBuyer,
  address,
  anAddress,
  anOperator,
  aStockedShop,
  pay,
  theOwner,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { exportPerson } from '../privacy/person.ts'

let server: TestServer
let shops: [TestShop, TestShop]
let desk: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  shops = [await aStockedShop(server), await aStockedShop(server)]
  desk = await anOperator(server, 'support')
})
afterAll(() => server.close())

type Buyer = { token: string; buyerId: string }
const emailOf = async ({ buyerId }: Buyer) =>
  (await queryOne(server.db, sql<{ email: string }>`select email from buyer where id = ${buyerId}`))!.email
/** Another buyer with an address: what a guest is at each order. */
async function another(email: string): Promise<Buyer> {
  const buyer = await aBuyer(server)
  await sql`update buyer set email = ${email} where id = ${buyer.buyerId}`.execute(server.owner)
  return buyer
}
const order = (buyer: Buyer, shop: TestShop, phone: string | null = null) =>
  server.call(
    placeOrder,
    {
      shop: shop.shopCode,
      lines: shop.listings.slice(0, 1).map(({ id, price }) => ({ listingId: id, quantity: 1, price })),
      address: { ...address, phone },
    },
    { token: buyer.token, key: newId(), ip: anAddress() },
  )
const find = async (search: string) => (await server.must(findBuyers, { search }, desk)).list
const record = (id: string, reason = 'Request 4711') => server.must(buyerRecord, { id, reason }, desk)

test('one address is one record over all shops, found by address, phone, name and order, and opened for a reason', async () => {
  const first = await aBuyer(server)
  const email = await emailOf(first)
  const second = await another(email)
  const made = await order(first, shops[0], '+49 151 7654 3210')
  const other = await order(second, shops[1])
  expect([made.code, other.code]).toEqual([1, 1])
  const { id, code, total } = made.data
  await pay(server, { id, code, total, buyer: first, shop: shops[0] })
  await sql`update buyer set name = 'Quirina Umlaut' where id = ${first.buyerId}`.execute(server.owner)
  for (const words of [email.toUpperCase(), '0151 7654 3210', 'quirina', code]) {
    const found = await find(words)
    expect(found, words).toMatchObject([{ email, orders: 2, blockedUntil: null }])
    expect((await record(found[0]!.id)).totals, words).toMatchObject({ orders: 2, shops: 2, paid: total, disputes: 0 })
  }
  const person = (await find(email))[0]!.id
  const shown = await record(person)
  expect(shown.orders.map(({ shop }) => shop.code).toSorted()).toEqual(shops.map((shop) => shop.shopCode).toSorted())
  expect(shown).toMatchObject({ email, phones: ['+49 151 7654 3210'], accountSince: null, blocks: [] })
  // Nobody is listed who was not looked for.
  expect((await server.must(findBuyers, {}, desk)).list).toEqual([])
  expect((await server.call(buyerRecord, { id: person } as never, desk)).reason).toBe('request/invalid')
  const owner = { token: await theOwner(server) }
  const { list } = await server.must(listAudit, { subject: 'buyer', act: 'read' }, owner)
  expect(list.find(({ outcome }) => outcome === 'done')).toMatchObject({
    subject: { id: person },
    reason: 'Request 4711',
  })
  // The audit is never erased: it does not keep what was looked for.
  const looked = (await server.must(listAudit, { subject: 'buyer', act: 'searched' }, owner)).list[0]!
  expect(JSON.stringify(await server.must(auditDetail, { id: looked.id }, owner))).not.toContain(email)
})

test('no order of a blocked mailbox is taken, in any spelling and of its account, until the term or the end', async () => {
  const buyer = await another(`blocked-${newId()}@mail.example`)
  const email = await emailOf(buyer)
  const wish = { id: buyer.buyerId, reason: 'card-fraud', text: 'Three stolen cards', days: 30 } as const
  const { until } = await server.must(blockBuyer, wish, desk)
  expect(until).toBe(addTime(server.clock.now(), days(30)).toISOString())
  const tagged = await another(email.replace('@', '+shop@').toUpperCase().replace('MAIL.EXAMPLE', 'mail.example'))
  for (const who of [buyer, tagged]) {
    const refused = await order(who, shops[0])
    expect([refused.reason, refused.msg.includes('customer service')]).toEqual(['buyer/blocked', true])
  }
  // A changed address of the account does not get around it.
  await sql`update buyer set email = ${`new-${email}`} where id = ${buyer.buyerId}`.execute(server.owner)
  expect((await order(buyer, shops[0])).reason).toBe('buyer/blocked')
  // Nor does a guest with the new address, in any spelling of it, once the account has proved it.
  await sql`update buyer set verified_at = now() where id = ${buyer.buyerId}`.execute(server.owner)
  for (const spelled of [`new-${email}`, `new-${email}`.replace('@', '+guest@')])
    expect((await order(await another(spelled), shops[0])).reason, spelled).toBe('buyer/blocked')
  await sql`update buyer set email = ${email} where id = ${buyer.buyerId}`.execute(server.owner)
  const blocked = await server.must(findBuyers, { view: 'blocked' }, desk)
  expect(blocked.list.find((row) => row.email === email)).toMatchObject({ blockedUntil: until })
  expect((await order(await aBuyer(server), shops[0])).code).toBe(1)

  await server.must(unblockBuyer, { id: buyer.buyerId, text: 'The cards were her own' }, desk)
  expect((await order(buyer, shops[0])).code).toBe(1)
  const { blocks, blockedUntil } = await record(buyer.buyerId)
  expect(blockedUntil).toBeNull()
  expect(blocks).toMatchObject([{ reason: 'card-fraud', liftReason: 'The cards were her own' }])

  await server.must(blockBuyer, { ...wish, days: 1 }, desk)
  expect((await order(tagged, shops[0])).reason).toBe('buyer/blocked')
  server.clock.pass(days(1))
  expect((await order(tagged, shops[0])).code).toBe(1)
  // No block is for ever, whatever the server would write.
  await expect(
    sql`insert into buyer_block (id, buyer_id, mailbox, reason, text, made_by, made_at, ends_at)
      select ${newId()}, buyer_id, mailbox, reason, text, made_by, made_at, made_at + interval '367 days' from buyer_block limit 1`.execute(
      server.db,
    ),
  ).rejects.toThrow('buyer_block_term')
})

test('an erasure blanks what staff wrote, the copy of the data names the block, and the block goes on', async () => {
  const buyer = await aBuyer(server)
  const email = await emailOf(buyer)
  await server.must(blockBuyer, { id: buyer.buyerId, reason: 'threats', text: 'Threatened a packer', days: 9 }, desk)
  const owner = (await queryOne(
    server.db,
    sql<{
      email: string
    }>`select o.email from operator o join operator_desk d on d.operator_id = o.id where d.desk = 'owner' limit 1`,
  ))!.email
  const copy = await exportPerson(server.db, server.app.ctx.keys, {
    party: 'buyer',
    name: buyer.buyerId,
    operator: owner,
    reason: 'Request of the person',
    now: server.clock.now(),
  })
  expect(JSON.stringify(copy)).toContain('"reason":"threats"')
  await sql`select erase_buyer(${buyer.buyerId}, ${server.clock.now()})`.execute(server.owner)
  const row = await queryOne(
    server.db,
    sql<{ text: string }>`select text from buyer_block where buyer_id = ${buyer.buyerId}`,
  )
  expect(row?.text).toBe('—')
  expect((await server.call(buyerRecord, { id: buyer.buyerId, reason: 'Request 1' }, desk)).reason).toBe(
    'buyer/not-found',
  )
  expect((await order(await another(email), shops[0])).reason).toBe('buyer/blocked')
})
