/** Export, erasure and retention of personal data, on real PostgreSQL. */
import {
  decideRefund,
  objectRefund,
  replyToReview,
  requestRefund,
  reviewOrder,
  saveRegistration,
  changeReview,
  sendAsBuyer,
  sendOrderTalk,
  sendToSupport,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDestination,
  aMerchant,
  anOperator,
  anOperatorWithPassword,
  anOrder,
  aRefundPicture,
  aRegistrationPicture,
  aShopPicture,
  aStockedShop,
  closeShopNow,
  creditMerchant,
  pay,
  placeTestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { testProcessor } from '../../../providers/test-processor.ts'
import { runDeadlines } from '../../selling/orders/pickup/deadlines.ts'
import { sendRefund } from '../../money/payments/send-refund.ts'
import { CannotHandle, erasePerson, exportPerson } from './person.ts'
import { deleteExpired } from './retention.ts'

let server: TestServer
let operator: string
beforeAll(async () => {
  server = await startTestServer()
  operator = (await anOperatorWithPassword(server, 'support')).email
})
afterAll(() => server.close())

const requestFor = (party: 'buyer' | 'merchant', name: string, by = operator) => ({
  party,
  name,
  operator: by,
  reason: 'Request 4711 of the person',
  now: server.clock.now(),
})

/** A word that stands nowhere else, of letters alone: a number would look like an account. */
const aMark = (): string => `mark${newId().replace(/[\d-]/g, (sign) => 'ghijklmnop'[Number(sign)] ?? '')}`

/** The tables in which a text stands anywhere, also inside of JSON. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await queryAll(
    server.owner,
    sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'ledger') order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const row = await queryOne(
      server.owner,
      sql<{ n: number }>`select count(*)::int as n from ${sql.raw(name)} t where t::text ilike ${`%${text}%`}`,
    )
    if (row!.n > 0) found.push(name)
  }
  return found
}

/** Every posting, transfer and amount of an order: what an erasure must not touch. */
const books = async () => {
  const row = await queryOne(
    server.owner,
    sql<{ postings: string; transfers: string; orders: string }>`select
        (select md5(string_agg(p::text, '|' order by p.account_id, p.seq)) from ledger.posting p) as postings,
        (select md5(string_agg(t::text, '|' order by t.id)) from ledger.transfer t) as transfers,
        (select md5(string_agg((to_jsonb(o) - array['buyer_name', 'address', 'sought'])::text, '|' order by o.id)) from orders o) as orders`,
  )
  return row!
}

test('a buyer is exported, then erased; the books and the amounts stay', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: 6 })
  const { token, buyerId } = order.buyer
  const mark = aMark()
  await sql`update buyer set name = ${`Bea ${mark}`}, email = ${`${mark}@buyer.example`} where id = ${buyerId}`.execute(
    server.owner,
  )
  await sql`update orders set buyer_name = ${`Bea ${mark}`}, address = jsonb_set(address, '{street}', to_jsonb(${mark}::text)) where id = ${order.id}`.execute(
    server.owner,
  )
  await server.must(reviewOrder, { id: order.id, rating: 4, text: `Good, says ${mark}` }, { token })
  await server.must(changeReview, { id: order.id, rating: 4, text: `Very good, says ${mark}` }, { token })
  await server.must(sendAsBuyer, { id: newId(), text: `Where is it? ${mark}` }, { token })
  await server.must(sendOrderTalk, { orderId: order.id, id: newId(), text: `Dear Bea ${mark}` }, shop)
  const other = await anOrder(server, shop)
  const before = await books()
  expect(await tablesWith(mark)).toEqual([
    'public.buyer',
    'public.order_talk_message',
    'public.orders',
    'public.review',
    'public.review_change',
    'public.talk_message',
  ])

  const copy = (await exportPerson(
    server.owner,
    server.app.ctx.keys,
    requestFor('buyer', `${mark}@buyer.example`),
  )) as {
    sections: Record<string, Record<string, unknown>[]>
  }
  expect(copy.sections['orders']).toMatchObject([{ code: order.code, address: { street: mark, city: 'Cork' } }])
  expect(copy.sections['conversation']).toMatchObject([{ by: 'buyer', text: `Where is it? ${mark}` }])
  expect(copy.sections['reviews']).toMatchObject([{ rating: 4 }])
  expect(copy.sections['conversations about orders']).toMatchObject([
    { order: order.code, by: 'merchant', language: 'en', text: `Dear Bea ${mark}` },
  ])
  expect(JSON.stringify(copy)).not.toMatch(/password_hash|token_hash/)
  expect(JSON.stringify(copy)).not.toContain(other.code)

  expect(await erasePerson(server.owner, requestFor('buyer', buyerId))).toMatchObject({
    orders: 1,
    reviews: 1,
    messages: 1,
  })
  expect(await tablesWith(mark)).toEqual([])
  expect(await books()).toEqual(before)
  const row = await queryOne(
    server.owner,
    sql<{ address: object; rating: number; buyer_name: string }>`select o.address, o.buyer_name, r.rating
      from orders o join review r on r.order_id = o.id where o.id = ${order.id}`,
  )
  expect(row).toEqual({
    address: { name: '—', phone: '—', street: '—', city: '—', postcode: '—', country: 'IE' },
    buyer_name: '—',
    rating: 4,
  })
  // The session ended, and a second call changes nothing.
  await expect
    .poll(async () => (await server.call(sendAsBuyer, { id: newId(), text: 'Again' }, { token })).code)
    .toBe(0)
  expect(await erasePerson(server.owner, requestFor('buyer', buyerId))).toEqual({})
  const audit = await queryAll(
    server.owner,
    sql<{
      act: string
    }>`select act from audit_record where subject_id = ${buyerId} and reason = 'Request 4711 of the person' order by seq`,
  )
  expect(audit.map(({ act }) => act)).toEqual(['exported', 'deleted', 'deleted'])
  const broken = await queryOne(server.owner, sql<{ n: bigint }>`select count_broken_audit_records() as n`)
  expect(Number(broken!.n)).toBe(0)
})

test('a buyer with an open order or refund is not erased, and nothing changes', async () => {
  const shop = await aStockedShop(server)
  const open = await placeTestOrder(server, shop)
  await pay(server, open)
  await expect(erasePerson(server.owner, requestFor('buyer', open.buyer.buyerId))).rejects.toThrow(
    `order ${open.code} is not finished`,
  )
  const done = await anOrder(server, shop, { status: 4 })
  const picture = await aRefundPicture(server, done.buyer.token)
  await server.must(
    requestRefund,
    { orderId: done.id, amount: '1.00', reason: 'damaged', text: 'Broken', pictures: [picture] },
    { token: done.buyer.token, key: newId() },
  )
  await expect(erasePerson(server.owner, requestFor('buyer', done.buyer.buyerId))).rejects.toThrow('is not decided')
  const row = await queryOne(
    server.owner,
    sql<{ name: string }>`select buyer_name as name from orders where id = ${open.id}`,
  )
  expect(row!.name).toBe('Bea Buyer')
})

test('a request without a known person, an operator of the desk, or a reason is refused', async () => {
  const buyer = requestFor('buyer', newId())
  await expect(exportPerson(server.owner, server.app.ctx.keys, buyer)).rejects.toThrow(CannotHandle)
  await expect(exportPerson(server.owner, server.app.ctx.keys, { ...buyer, reason: 'short' })).rejects.toThrow(
    '--reason',
  )
  await expect(
    exportPerson(server.owner, server.app.ctx.keys, { ...buyer, operator: 'nobody@platform.example' }),
  ).rejects.toThrow('no active operator')
  const { email } = await anOperatorWithPassword(server, 'fulfilment')
  await expect(exportPerson(server.owner, server.app.ctx.keys, { ...buyer, operator: email })).rejects.toThrow(
    'neither at the desk owner',
  )
})

test('a merchant is erased once the shop is closed and holds no money; the books stay', async () => {
  const shop = await aStockedShop(server)
  const mark = aMark()
  const done = await anOrder(server, shop, { status: 6 })
  await server.must(reviewOrder, { id: done.id, rating: 5, text: 'Fine' }, { token: done.buyer.token })
  const review = await queryOne(server.owner, sql<{ id: string }>`select id from review where order_id = ${done.id}`)
  await server.must(replyToReview, { id: review!.id, text: `Thanks, ${mark}` }, { token: shop.token })
  await server.must(sendToSupport, { id: newId(), text: `Hello from ${mark}` }, { token: shop.token })
  await aDestination(server, shop)
  await sql`update merchant set real_name = ${`Ada ${mark}`}, email = ${`${mark}@merchant.example`} where shop_id = ${shop.shopId}`.execute(
    server.owner,
  )
  await sql`update shop set name = ${`Shop ${mark}`}, address = ${mark}, phone = ${mark} where id = ${shop.shopId}`.execute(
    server.owner,
  )
  await sql`update registration set real_name = ${`Ada ${mark}`}, address = ${mark} where shop_id = ${shop.shopId}`.execute(
    server.owner,
  )
  await expect(erasePerson(server.owner, requestFor('merchant', shop.shopCode))).rejects.toThrow(
    'the shop is not closed',
  )
  await closeShopNow(server, shop.shopId)
  await expect(erasePerson(server.owner, requestFor('merchant', shop.shopCode))).rejects.toThrow('holds')

  // A merchant without money.
  const empty = await aMerchant(server, { verified: false })
  await sql`update merchant set real_name = ${`Ada ${mark}`} where shop_id = ${empty.shopId}`.execute(server.owner)
  const front = await aRegistrationPicture(server, empty, 'identity', '#123')
  await server.must(saveRegistration, { idFront: front, realName: `Ada ${mark}` } as never, { token: empty.token })
  await server.must(sendToSupport, { id: newId(), text: `Hello from ${mark}` }, { token: empty.token })
  // As after a question of a reviewer and an approval.
  const asked = JSON.stringify({ address: { text: `Where does Ada ${mark} live?` } })
  const { id: reviewer } = await anOperator(server, 'review')
  await sql`update registration set state = 'verified', country = 'IE', asked = ${asked} where shop_id = ${empty.shopId}`.execute(
    server.owner,
  )
  await sql`insert into registration_decision (shop_id, operator_id, at, decision, asked, after_appeal)
    values (${empty.shopId}, ${reviewer}, now(), 'more-information', ${asked}, false)`.execute(server.owner)
  await sql`update shop set verified_at = ${server.clock.now()} where id = ${empty.shopId}`.execute(server.owner)
  await closeShopNow(server, empty.shopId)
  const before = await books()
  const copy = (await exportPerson(server.owner, server.app.ctx.keys, requestFor('merchant', empty.shopCode))) as {
    sections: Record<string, unknown[]>
  }
  expect(copy.sections['registration']).toMatchObject([{ real_name: `Ada ${mark}` }])
  await erasePerson(server.owner, requestFor('merchant', empty.shopCode))
  expect(await books()).toEqual(before)
  const row = await queryOne(
    server.owner,
    sql<{ name: string; code: string; email: string; id_front: string | null; photos: number; texts: number }>`
      select s.name, s.code, m.email, r.id_front,
        (select count(*)::int from file where id = ${front}) as photos,
        (select count(*)::int from talk_message where shop_id = s.id and text <> '—' and by_party = 'merchant') as texts
      from shop s join merchant m on m.shop_id = s.id join registration r on r.shop_id = s.id where s.id = ${empty.shopId}`,
  )
  expect(row).toMatchObject({ name: empty.shopCode, id_front: null, photos: 0, texts: 0 })
  expect(row!.email).toMatch(/@erased\.invalid$/)
  const blanked = await queryOne(
    server.owner,
    sql<{ country: string | null; asked: object; text: string | null; decided: object }>`
      select r.country, r.asked, d.text, d.asked as decided
      from registration r join registration_decision d on d.shop_id = r.shop_id where r.shop_id = ${empty.shopId}`,
  )
  expect(blanked).toEqual({ country: null, asked: {}, text: '—', decided: {} })
})

test('the pictures of an objection go with the merchant, and with the buyer whom they may show', async () => {
  const support = (await anOperator(server, 'support')).token
  /** A refund order of a shop that the platform decided after an objection with a picture. */
  const objected = async (status: 2 | 4, decision: 'approve' | 'decline', picture?: string) => {
    const shop = await aStockedShop(server)
    return objectedIn(shop, status, decision, picture)
  }
  const objectedIn = async (shop: TestShop, status: 2 | 4, decision: 'approve' | 'decline', known?: string) => {
    const order = await anOrder(server, shop, { status })
    const { refund } = await server.must(
      requestRefund,
      { orderId: order.id, reason: 'damaged', text: 'Broken' },
      { token: order.buyer.token, key: newId() },
    )
    const { id } = refund!
    const picture = known ?? (await aShopPicture(server, shop, 'refund'))
    await server.must(objectRefund, { id, text: 'It left whole', pictures: [picture] }, { token: shop.token })
    await server.must(
      decideRefund,
      { shopId: shop.shopId, id, decision, bearer: 'platform', text: 'Looked at both sides' },
      { token: support, key: newId() },
    )
    return { shop, order, id, picture }
  }
  const kept = async ({ id, picture }: { id: string; picture: string }) =>
    queryOne(
      server.owner,
      sql<{ named: number; files: number }>`select cardinality(objection_pictures) as named,
        (select count(*)::int from file where id = ${picture}) as files from refund_order where id = ${id}`,
    )
  const [ofMerchant, stays] = [await objected(2, 'approve'), await objected(4, 'decline')]
  const ofBuyer = await objectedIn(stays.shop, 4, 'decline')
  // One picture against two buyers: it stays for the other one.
  const again = await objectedIn(stays.shop, 4, 'decline', stays.picture)
  expect([await kept(ofMerchant), await kept(ofBuyer)]).toEqual([
    { named: 1, files: 1 },
    { named: 1, files: 1 },
  ])
  const due = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from buyer_refund where order_id = ${ofMerchant.order.id}`,
  ))!
  const { ctx } = server.app
  await sendRefund(ctx, { test: testProcessor(ctx, 'unused') }, { shopId: ofMerchant.shop.shopId, refundId: due.id })
  await closeShopNow(server, ofMerchant.shop.shopId)
  await erasePerson(server.owner, requestFor('merchant', ofMerchant.shop.shopCode))
  expect(await kept(ofMerchant)).toEqual({ named: 0, files: 0 })

  server.clock.pass(hours(20 * 24))
  await runDeadlines(server.app.ctx)
  await erasePerson(server.owner, requestFor('buyer', ofBuyer.order.buyer.buyerId))
  expect(await kept(ofBuyer)).toEqual({ named: 0, files: 0 })
  await erasePerson(server.owner, requestFor('buyer', again.order.buyer.buyerId))
  expect([await kept(again), await kept(stays)]).toEqual([
    { named: 0, files: 1 },
    { named: 1, files: 1 },
  ])
})

test('the server’s role can neither erase a person nor blank or delete words', async () => {
  const { db } = server.app.ctx
  const shop = await aStockedShop(server)
  await server.must(sendToSupport, { id: newId(), text: 'Stays' }, { token: shop.token })
  const refused = (query: ReturnType<typeof sql>) => expect(query.execute(db)).rejects.toThrow(/permission denied/)
  await refused(sql`select erase_buyer(${newId()}, now())`)
  await refused(sql`select erase_one_buyer(${newId()}, now())`)
  await refused(sql`select erase_merchant(${shop.shopId}, now())`)
  await refused(sql`select shred_identity_of(array[${shop.shopId}::uuid])`)
  await refused(sql`update talk_message set text = '—'`)
  await refused(sql`delete from talk_message`)
  await refused(sql`delete from event`)
  // The owner changes no words either, unless an erasure blanks them.
  await expect(
    sql`update talk_message set text = 'Other' where shop_id = ${shop.shopId}`.execute(server.owner),
  ).rejects.toThrow('never changed')
})

test('rows are deleted when their time is over, and not before', async () => {
  const shop = await aStockedShop(server)
  await creditMerchant(server, shop, '100.00')
  await deleteExpired(server.app.ctx)
  const rows = [
    ['request_key', 'created_at', 30],
    ['processor_event', 'received_at', 400],
    ['event', 'at', 400],
    ['message', 'at', 730],
    ['talk_message', 'at', 1095],
    ['work_claim_log', 'at', 400],
  ] as const
  await server.must(sendToSupport, { id: newId(), text: 'A question' }, { token: shop.token })
  await sql`insert into message (shop_id, id, seq, kind, type, at) values (${shop.shopId}, ${newId()}, 900000, 'deposit.credited', 'money', now())`.execute(
    server.owner,
  )
  await sql`delete from event_waiting`.execute(server.owner)
  const { id: reviewer } = await anOperator(server, 'review')
  await sql`insert into work_claim_log (kind, id, operator_id, at, in_order)
    values ('registration', ${shop.shopId}, ${reviewer}, now(), true)`.execute(server.owner)
  for (const [table, column, days] of rows) {
    const count = async () =>
      (await queryOne(server.owner, sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`))!.n
    const age = (n: number) =>
      sql`alter table ${sql.table(table)} disable trigger user; update ${sql.table(table)} set ${sql.ref(column)} = now() - make_interval(days => ${sql.raw(String(n))}); alter table ${sql.table(table)} enable trigger user`
    await age(days - 1).execute(server.owner)
    const before = await count()
    expect(before, table).toBeGreaterThan(0)
    await deleteExpired(server.app.ctx)
    expect(await count(), `${table} before its time`).toBe(before)
    await age(days + 1).execute(server.owner)
    await deleteExpired(server.app.ctx)
    expect(await count(), `${table} after its time`).toBe(0)
  }
})

test('evidence in a card dispute is deleted with its files 540 days after the dispute closed', async () => {
  const { id: operatorId } = await anOperator(server, 'finance')
  const [shopId, disputeId, fileId] = [newId(), newId(), newId()]
  await withTransaction(server.owner, async (tx) => {
    // Nothing here checks a dispute: the rows alone count.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into card_dispute (shop_id, id, deposit_id, processor, reference, state, amount, asked, owed, as_of, opened_at, closed_at)
      values (${shopId}, ${disputeId}, ${newId()}, 'test', ${disputeId}, 'lost', 100, 100, 0, now(), now() - interval '600 days',
        now() - interval '539 days')`.execute(tx)
    await sql`insert into dispute_evidence (shop_id, dispute_id, round, texts, files, saved_at, saved_by)
      values (${shopId}, ${disputeId}, 1, '{}', ${JSON.stringify({ receipt: fileId })}, now(), ${operatorId}),
        (${shopId}, ${disputeId}, 2, '{}', '{}', now(), ${operatorId})`.execute(tx)
    await sql`insert into file (id, owner_who, owner_id, purpose, private, content_type, bytes, width, height, storage_key, created_at)
      values (${fileId}, 'operator', ${operatorId}, 'evidence', false, 'image/webp', 1, 1, 1, ${'0'.repeat(40)}, now())`.execute(
      tx,
    )
  })
  const left = async () =>
    (await queryOne(
      server.owner,
      sql<{ rows: number; files: number }>`select
        (select count(*)::int from dispute_evidence where dispute_id = ${disputeId}) as rows,
        (select count(*)::int from file where id = ${fileId}) as files`,
    ))!
  await deleteExpired(server.app.ctx)
  expect(await left()).toEqual({ rows: 2, files: 1 })
  await withTransaction(server.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update card_dispute set closed_at = now() - interval '541 days' where id = ${disputeId}`.execute(tx)
  })
  await deleteExpired(server.app.ctx)
  expect(await left()).toEqual({ rows: 0, files: 0 })
})

test('identity photos of a rejected registration are shredded after 180 days', async () => {
  const merchant = await aMerchant(server, { verified: false })
  const front = await aRegistrationPicture(server, merchant, 'identity', '#456')
  await server.must(saveRegistration, { idFront: front } as never, { token: merchant.token })
  const { id } = await anOperator(server, 'review')
  const decided = (days: number) =>
    sql`update registration set state = 'rejected', rejection = 'not-eligible', rejected_by = ${id}, decided_at = now() - make_interval(days => ${days})
      where shop_id = ${merchant.shopId}`.execute(server.owner)
  const photos = async () =>
    (await queryOne(server.owner, sql<{ n: number }>`select count(*)::int as n from file where id = ${front}`))!.n
  await decided(179)
  await deleteExpired(server.app.ctx)
  expect(await photos()).toBe(1)
  await decided(181)
  await deleteExpired(server.app.ctx)
  expect(await photos()).toBe(0)
})
