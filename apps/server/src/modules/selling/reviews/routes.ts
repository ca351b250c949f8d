import * as reviews from '@quayside/contract/reviews'
import * as storefront from '@quayside/contract/storefront'
import { hours } from '../../../platform/jobs/clock.ts'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { reviewOrder } from '../orders/ending/review-order.ts'
import { findShopByCode } from '../../shop/shops/store.ts'
import { changeReview } from './change-review.ts'
import { appealReview, decideReview, holdReview, replyToReview, reportReview } from './moderate-review.ts'
import { isFormer, mayAppeal, reviewChangeLimit, shownState, shownText } from './review.ts'
import {
  countModerated,
  listModerated,
  listReviewRows,
  readReviewCounts,
  type ModeratedRow,
  type ReviewRow,
} from './store.ts'

/** Reports of one person in an hour. */
const maxReportsPerHour = 20

const presentPublic = (row: ReviewRow) => ({
  id: row.id,
  rating: row.rating,
  text: shownText(row.text, row),
  at: row.at.toISOString(),
  changedAt: row.changed_at?.toISOString() ?? null,
  state: shownState(row),
  reason: row.state === 'open' ? null : row.reason,
  reply:
    row.reply_text !== null ? { text: row.reply_text, at: row.reply_at!.toISOString(), former: isFormer(row) } : null,
})

async function presentCounts(db: Queryable, shopId: string) {
  const { reviews: n, rating_sum, hidden, redacted } = await readReviewCounts(db, shopId)
  return { reviews: n, rating: n > 0 ? Number(rating_sum) / n : null, hidden, redacted }
}

const cursorOf = (rows: readonly ReviewRow[], limit: number) =>
  nextTimeCursor(rows, limit, ({ at, id }) => ({ at, id }))

export const reviewRoutes = (): Route[] => [
  // Buyers.

  defineRoute(storefront.reviewOrder, async ({ actor, now }, input, tx) => {
    const shopId = await reviewOrder(tx, actor.buyerId, input, now)
    await holdReview(tx, { shopId, orderId: input.id, text: input.text }, now)
    return {}
  }),

  defineRoute(reviews.listReviews, async (_call, { shop: code, limit, cursor }, db) => {
    const shop = await findShopByCode(db, code)
    if (!shop) return refuse('shop/not-found')
    const [rows, counts] = await Promise.all([
      listReviewRows(db, shop.id, readTimeCursor(cursor), limit),
      presentCounts(db, shop.id),
    ])
    return { total: counts.reviews, list: rows.map(presentPublic), cursor: cursorOf(rows, limit), counts }
  }),

  defineRoute(
    reviews.reportReview,
    async ({ actor, now }, input, tx) => {
      await reportReview(tx, { party: 'buyer', id: actor.buyerId }, input, now)
      return {}
    },
    { limit: { name: 'review report', per: 'buyer', max: maxReportsPerHour, window: hours(1) } },
  ),

  defineRoute(
    reviews.changeReview,
    async ({ actor, now }, input, tx) => {
      await changeReview(tx, actor.buyerId, input, now)
      return {}
    },
    { limit: { name: 'review change', per: 'buyer', ...reviewChangeLimit } },
  ),

  defineRoute(reviews.appealOwnReview, async ({ actor, now }, input, tx) => {
    await appealReview(tx, { party: 'buyer', id: actor.buyerId }, input, now)
    return {}
  }),

  // The merchant.

  defineRoute(reviews.shopReviews, async ({ actor }, { limit, cursor }, db) => {
    const [rows, counts] = await Promise.all([
      listReviewRows(db, actor.shopId, readTimeCursor(cursor), limit),
      presentCounts(db, actor.shopId),
    ])
    return {
      total: counts.reviews,
      list: rows.map((row) => ({
        ...presentPublic(row),
        order: { id: row.order_id, code: row.order_code },
        reported: row.reported,
        appeal: !row.appealed_at
          ? null
          : !row.appeal_decided_at
            ? ('waiting' as const)
            : row.first_state === row.state
              ? ('upheld' as const)
              : ('changed' as const),
        may: {
          reply: row.reply_text === null && !actor.closed,
          report: !row.reported && (row.state === null || row.state === 'open') && !actor.closed,
          appeal: mayAppeal(row, 'merchant', row.reported) && !actor.closed,
        },
      })),
      cursor: cursorOf(rows, limit),
      counts,
    }
  }),

  defineRoute(reviews.replyToReview, async ({ actor, now }, input, tx) => {
    await replyToReview(tx, actor, input, now)
    return {}
  }),

  defineRoute(
    reviews.reportShopReview,
    async ({ actor, now }, input, tx) => {
      await reportReview(tx, { party: 'merchant', id: actor.merchantId, shopId: actor.shopId }, input, now)
      return {}
    },
    { limit: { name: 'review report', per: 'merchant', max: maxReportsPerHour, window: hours(1) } },
  ),

  defineRoute(reviews.appealReview, async ({ actor, now }, input, tx) => {
    await appealReview(tx, { party: 'merchant', shopId: actor.shopId }, input, now)
    return {}
  }),

  // Operators.

  defineRoute(
    reviews.moderatedReviews,
    async ({ actor }, { view, search, limit, cursor }, db) => {
      const [rows, total] = await Promise.all([
        listModerated(db, view, search || undefined, readTimeCursor(cursor), limit),
        countModerated(db, view),
      ])
      return {
        total,
        list: rows.map((row) => presentModerated(row, actor.operatorId)),
        cursor: nextTimeCursor(rows, limit, ({ decided_at, decide_by, id }) => ({
          at: view === 'decided' ? decided_at! : decide_by,
          id,
        })),
      }
    },
    { audit: { subject: 'review', act: 'searched', detail: ({ view, search }) => ({ view, search }) } },
  ),

  defineRoute(
    reviews.decideReview,
    async ({ actor, now }, input, tx) => ({ state: await decideReview(tx, actor.operatorId, input, now) }),
    {
      decides: { kinds: ['review'] },
      audit: { subject: 'review', act: 'decided', detail: ({ decision }) => ({ decision }) },
    },
  ),
]

const presentModerated = (row: ModeratedRow, operatorId: string) => ({
  id: row.id,
  shop: { id: row.shop_id, code: row.shop_code, name: row.shop_name },
  order: row.order_code,
  rating: row.rating,
  text: row.text,
  redactedText: row.redacted_text,
  at: row.at.toISOString(),
  changedAt: row.changed_at?.toISOString() ?? null,
  former: row.former.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
  state: shownState(row),
  reason: row.reason,
  dueAt: row.decide_by.toISOString(),
  reply: row.reply_text,
  reports: row.reports.map((report) => ({ ...report, at: new Date(report.at).toISOString() })),
  decided: row.decided_by
    ? { by: row.decided_name!, at: row.decided_at!.toISOString(), own: row.decided_by === operatorId }
    : null,
  appeal:
    row.appealed_by && row.appealed_at
      ? {
          by: row.appealed_by,
          text: row.appeal_text!,
          at: row.appealed_at.toISOString(),
          against: row.first_state!,
          decided: row.appeal_decided_at ? { by: row.appeal_name!, at: row.appeal_decided_at.toISOString() } : null,
        }
      : null,
})
