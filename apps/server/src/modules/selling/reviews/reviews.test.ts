/** Reviews of buyers: reply, reports, decisions and appeals, on real PostgreSQL. */
import {
  appealOwnReview,
  appealReview,
  changeReview,
  dashboard,
  decideReview,
  listReviews,
  moderatedReviews,
  replyToReview,
  reportReview,
  reportShopReview,
  reviewOrder,
  shopReviews,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aBuyer,
  aMerchant,
  anOperator,
  anOrder,
  aStockedShop,
  type TestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { wrongPageCounts } from '../../../../test/page-counts.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { changeReview as changeOwnReview } from './change-review.ts'

let server: TestServer
let shop: TestShop
let [ann, ben]: { token: string; id: string }[] = []
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  ann = await anOperator(server, 'review')
  ben = await anOperator(server, 'support')
})
afterAll(() => server.close())

/** A completed order with a review. */
async function aReview(text: string, rating = 2): Promise<{ id: string; order: TestOrder }> {
  const order = await anOrder(server, shop, { status: 6 })
  await server.must(reviewOrder, { id: order.id, rating, text }, { token: order.buyer.token })
  const row = await queryOne(server.owner, sql<{ id: string }>`select id from review where order_id = ${order.id}`)
  return { id: row!.id, order }
}
const shown = async (id: string) =>
  (await server.must(listReviews, { shop: shop.shopCode, limit: 100 })).list.find((review) => review.id === id)!
const mine = async (id: string) =>
  (await server.must(shopReviews, { limit: 100 }, { token: shop.token })).list.find((review) => review.id === id)!
const report = (id: string, token = shop.token) =>
  server.call(reportShopReview, { id, reason: 'abuse', text: 'See here' }, { token })
const decide = (id: string, more: object, by = ann!) => server.call(decideReview, { id, ...more } as never, by)

test('everybody reads reviews with the merchant’s one reply', async () => {
  const { id, order } = await aReview('The cup was broken.')
  const reply = (text: string, token = shop.token) => server.call(replyToReview, { id, text }, { token })
  expect((await reply('See harbour.com/refund')).reason).toBe('request/invalid')
  expect((await reply('Sorry', (await aMerchant(server)).token)).reason).toBe('review/not-found')
  const both = await Promise.all([reply('We are sorry.'), reply('We sent a new one.')])
  expect(both.map((one) => one.reason ?? 'published').sort()).toEqual(['published', 'review/already-replied'])
  const review = await shown(id)
  expect(review).toMatchObject({ rating: 2, text: 'The cup was broken.', state: 'shown', reason: null })
  expect(review.reply!.text).toMatch(/^We /)
  expect(await mine(id)).toMatchObject({
    order: { id: order.id, code: order.code },
    may: { reply: false, report: true },
  })
  expect(JSON.stringify(review)).not.toContain(order.buyer.buyerId)
})

test('a reported review is shown until a person hides its words with a published reason; the stars count in any case', async () => {
  const { id, order } = await aReview('You are all thieves and fools.', 1)
  const before = await server.must(dashboard, {}, { token: shop.token })
  expect((await report(id)).code).toBe(1)
  expect((await report(id)).reason).toBe('review/already-reported')
  server.clock.pass(1000)
  const other = await aBuyer(server)
  await server.must(reportReview, { id, reason: 'abuse', text: '' }, other)
  expect((await shown(id)).text).toContain('thieves')
  const [row] = (await server.must(moderatedReviews, { search: order.code }, ann)).list
  expect(row).toMatchObject({ id, rating: 1, state: 'shown', decided: null })
  expect(row!.reports.map(({ by, reason }) => [by, reason])).toEqual([
    ['merchant', 'abuse'],
    ['buyer', 'abuse'],
  ])
  expect((await decide(id, { decision: 'hide' })).fields).toHaveProperty('reason')
  expect((await decide(id, { decision: 'redact' })).fields).toHaveProperty('redactedText')
  const counts = (await server.must(listReviews, { shop: shop.shopCode })).counts
  // Of two operators who decide at once one does.
  const both = await Promise.all([
    decide(id, { decision: 'hide', reason: 'abuse' }, ann),
    decide(id, { decision: 'keep' }, ben),
  ])
  expect(both.map((one) => one.reason ?? 'decided').sort()).toEqual(['decided', 'review/not-open'])
  if (both[1]!.code === 1) return
  expect(await shown(id)).toMatchObject({ rating: 1, text: null, state: 'hidden', reason: 'abuse' })
  expect((await server.must(listReviews, { shop: shop.shopCode })).counts).toEqual({
    ...counts,
    hidden: counts.hidden + 1,
  })
  expect((await server.must(dashboard, {}, { token: shop.token })).rating).toEqual(before.rating)
})

test('words with a phone number are held by a rule, and redacted without adding a word', async () => {
  const { id } = await aReview('Call me at +353 1 555 0100 200 about the late parcel.')
  expect(await shown(id)).toMatchObject({ text: null, state: 'held' })
  expect((await decide(id, { decision: 'redact', redactedText: 'The parcel was very late.' })).reason).toBe(
    'review/words-added',
  )
  expect(
    (await decide(id, { decision: 'redact', redactedText: 'Call me at […] about the late parcel.' })).data,
  ).toEqual({
    state: 'redacted',
  })
  expect(await shown(id)).toMatchObject({
    text: 'Call me at […] about the late parcel.',
    state: 'redacted',
    reason: 'personal-data',
  })
})

test('the buyer appeals a removal once, and another person decides; a merchant appeals a review that was kept', async () => {
  const { id, order } = await aReview('A bad shop.')
  await report(id)
  const appeal = (text = 'It is only my opinion.') =>
    server.call(appealOwnReview, { id, text }, { token: order.buyer.token })
  expect((await appeal()).reason).toBe('review/no-appeal')
  await decide(id, { decision: 'hide', reason: 'abuse' })
  expect((await server.call(appealOwnReview, { id, text: 'Not mine' }, await aBuyer(server))).reason).toBe(
    'review/not-found',
  )
  expect((await server.call(appealReview, { id, text: 'Mine' }, { token: shop.token })).reason).toBe('review/no-appeal')
  expect((await appeal()).code).toBe(1)
  expect((await appeal()).reason).toBe('review/appealed')
  expect((await server.must(moderatedReviews, { view: 'appeals' }, ben)).list.map((row) => row.id)).toContain(id)
  expect((await decide(id, { decision: 'keep' }, ann)).reason).toBe('operator/second-person')
  await expect(
    sql`update review_case set appeal_decided_by = decided_by, appeal_decided_at = now(), state = 'kept', reason = null where id = ${id}`.execute(
      server.db,
    ),
  ).rejects.toThrow('not two people')
  await expect(
    sql`update review_case set state = 'kept', reason = null where id = ${id}`.execute(server.db),
  ).rejects.toThrow('only an appeal')
  const raced = await Promise.all([decide(id, { decision: 'keep' }, ben), decide(id, { decision: 'keep' }, ben)])
  expect(raced.map((one) => one.reason ?? 'decided').sort()).toEqual(['decided', 'review/not-open'])
  expect(await shown(id)).toMatchObject({ text: 'A bad shop.', state: 'kept', reason: null })
  expect(await mine(id)).toMatchObject({ appeal: 'changed', may: { appeal: false, report: false } })

  const kept = await aReview('Never again.')
  await report(kept.id)
  await decide(kept.id, { decision: 'keep' })
  expect(await mine(kept.id)).toMatchObject({ may: { appeal: true } })
  const byMerchant = { id: kept.id, text: 'It is about another shop.' }
  expect((await server.call(appealReview, byMerchant, { token: shop.token })).code).toBe(1)
  expect(await mine(kept.id)).toMatchObject({ appeal: 'waiting' })
  await decide(kept.id, { decision: 'keep' }, ben)
  expect(await mine(kept.id)).toMatchObject({ appeal: 'upheld' })
  expect((await server.call(decideReview, { id: newId(), decision: 'keep' }, ben)).reason).toBe('review/not-found')
})

describe('a review that its buyer changes', () => {
  const change = (order: TestOrder, rating: number, text: string, token = order.buyer.token) =>
    server.call(changeReview, { id: order.id, rating, text }, { token })
  const rating = async () => (await server.must(dashboard, {}, { token: shop.token })).rating

  test('says so; what it was is kept, the figures follow, and the reply is to the former text', async () => {
    const { id, order } = await aReview('Nothing arrived.', 1)
    await server.must(replyToReview, { id, text: 'It arrives today.' }, { token: shop.token })
    expect((await shown(id)).reply).toMatchObject({ former: false })
    const sums = async () =>
      (await queryOne(
        server.owner,
        sql<{ figures: number; rows: number; n: number }>`
          select f.rating_sum::int as figures, f.reviews as n, (select sum(v.rating)::int from review v join orders o
              on o.shop_id = v.shop_id and o.id = v.order_id where v.shop_id = f.shop_id and o.counted) as rows
          from shop_figures f where f.shop_id = ${shop.shopId}`,
      ))!
    const before = await sums()
    server.clock.pass(1000)
    expect((await change(order, 5, 'It arrived.', (await aBuyer(server)).token)).reason).toBe('order/not-found')
    // Pressed twice at once, and once more: one change.
    await Promise.all([change(order, 5, 'It arrived.'), change(order, 5, 'It arrived.')])
    await change(order, 5, 'It arrived.')
    const after = await sums()
    expect([after.figures - before.figures, after.n, after.figures]).toEqual([4, before.n, after.rows])
    expect(await rating()).not.toBeNull()
    const review = await shown(id)
    expect(review).toMatchObject({ rating: 5, text: 'It arrived.', reply: { former: true } })
    expect(review.changedAt).not.toBeNull()
    expect(await mine(id)).toMatchObject({ changedAt: review.changedAt, reply: { former: true } })
    await report(id)
    const [row] = (await server.must(moderatedReviews, { search: order.code }, ann)).list
    expect(row!.former).toMatchObject([{ rating: 1, text: 'Nothing arrived.' }])
    for (const statement of [
      sql`update review_change set text = 'Fine'`,
      sql`delete from review_change`,
      sql`insert into review_change select shop_id, order_id, now(), 5, 'x' from review limit 1`,
      sql`update review set rating = 5`,
    ])
      await expect(statement.execute(server.app.ctx.db)).rejects.toThrow(/permission denied/)
  })

  test('is moderated again: a number holds the new words, and a decision is about the words that were read', async () => {
    const { id, order } = await aReview('A bad shop.')
    await report(id)
    server.clock.pass(1000)
    await change(order, 1, 'Call me at +353 1 555 0100 200 about this shop.')
    expect(await shown(id)).toMatchObject({ text: null, state: 'held' })
    expect((await decide(id, { decision: 'keep' })).reason).toBe('review/changed')
    const { changedAt } = (await server.must(moderatedReviews, { search: order.code }, ann)).list[0]!
    expect((await decide(id, { decision: 'keep', changedAt })).code).toBe(1)
    expect((await change(order, 5, 'A good shop.')).reason).toBe('review/decided')
    expect(await shown(id)).toMatchObject({ rating: 1, state: 'kept' })
  })

  test('is changed for 30 days, and only where there is one', async () => {
    const { order } = await aReview('Slow.')
    const none = await anOrder(server, shop, { status: 6 })
    expect((await change(none, 5, '')).reason).toBe('review/not-found')
    server.clock.pass(days(31))
    try {
      const { db, clock } = server.app.ctx
      const late = { id: order.id, rating: 5, text: 'Fast.' }
      await expect(
        withTransaction(db, (tx) => changeOwnReview(tx, order.buyer.buyerId, late, clock.now())),
      ).rejects.toMatchObject({ reason: 'review/change-over' })
      // The database has the same rule.
      const changed = await queryOne(
        db,
        sql<{
          ok: boolean
        }>`select change_review(${shop.shopId}, ${order.id}, ${order.buyer.buyerId}, 5, 'Fast.', ${clock.now()}) as ok`,
      )
      expect(changed).toEqual({ ok: false })
    } finally {
      server.clock.pass(-days(31))
    }
  })
})

test('after all of this the counts of the shops’ pages are those of the rows', async () => {
  expect(await wrongPageCounts(server.owner)).toEqual([])
})
