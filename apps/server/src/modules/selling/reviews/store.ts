import type { ReviewReason } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import type { CaseState, Moderation } from './review.ts'

export type ReviewKey = { shop_id: string; order_id: string }
export type ReviewRow = ReviewKey &
  Moderation & {
    id: string
    rating: number
    text: string
    at: Date
    changed_at: Date | null
    reply_text: string | null
    reply_at: Date | null
    order_code: string
    /** Whether this shop's merchant reported it. */
    reported: boolean
  }
const moderation = sql`c.state, c.held, c.reason, c.redacted_text, c.appealed_at, c.appeal_decided_at, c.first_state`
const rowSql = sql`select v.shop_id, v.order_id, v.id, v.rating::int as rating, v.text, v.at, v.changed_at, p.text as reply_text, p.at as reply_at, o.code as order_code,
    exists (select from review_report r where r.shop_id = v.shop_id and r.order_id = v.order_id and r.by_party = 'merchant') as reported, ${moderation}
  from review v join orders o on o.shop_id = v.shop_id and o.id = v.order_id
    left join review_reply p on p.shop_id = v.shop_id and p.order_id = v.order_id
    left join review_case c on c.shop_id = v.shop_id and c.order_id = v.order_id`

/** Reviews of sales that stand: an order that was refunded whole, or that does not count, has none. */
const counts = sql`o.counted and o.status <> 7 and o.refunded < o.total_payment`

export const listReviewRows = (
  db: Queryable,
  shopId: string,
  after: { at: Date; id: string } | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<ReviewRow>`${rowSql} where v.shop_id = ${shopId} and ${counts}
      ${after ? sql`and (v.at, v.id) < (${after.at}, ${after.id}::uuid)` : sql``} order by v.at desc, v.id desc limit ${limit}`,
  )

export const readReviewCounts = async (db: Queryable, shopId: string) =>
  (await queryOne(
    db,
    sql<{ reviews: number; rating_sum: bigint; hidden: number; redacted: number }>`
      select coalesce(f.reviews, 0) as reviews, coalesce(f.rating_sum, 0) as rating_sum, n.hidden, n.redacted
      from (select count(*) filter (where state = 'hidden')::int as hidden, count(*) filter (where state = 'redacted')::int as redacted
          from review_case where shop_id = ${shopId} and state in ('hidden', 'redacted')) n
        left join shop_figures f on f.shop_id = ${shopId}`,
  ))!

type Reviewed = ReviewKey & { buyer_id: string; text: string }
/** The review of an order, with the moderation's state; undefined before the buyer wrote one. */
export const findReviewOfOrder = (db: Queryable, { shop_id, order_id }: ReviewKey) =>
  queryOne(
    db,
    sql<{ id: string; rating: number; text: string; at: Date; changed_at: Date | null; state: CaseState | null }>`
      select v.id, v.rating::int as rating, v.text, v.at, v.changed_at, c.state
      from review v left join review_case c on c.shop_id = v.shop_id and c.order_id = v.order_id
      where v.shop_id = ${shop_id} and v.order_id = ${order_id}`,
  )

/** Changes a review and keeps what it was. False when the time is over, or the platform has decided about it. */
export const writeReviewChange = async (
  tx: Tx,
  r: ReviewKey & { buyerId: string; rating: number; text: string; at: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`select change_review(${r.shop_id}, ${r.order_id}, ${r.buyerId}, ${r.rating}, ${r.text}, ${r.at}) as ok`,
  ))!.ok

/** Hides the words of a review whose case is open until the decision. */
export const holdWords = (tx: Tx, { shop_id, order_id }: ReviewKey) =>
  sql`update review_case set held = true
    where shop_id = ${shop_id} and order_id = ${order_id} and state = 'open' and not held`.execute(tx)

/** A review by its public id. Unique constraints decide between concurrent reports and replies. */
export const findReview = (tx: Tx, id: string) =>
  queryOne(tx, sql<Reviewed>`select shop_id, order_id, buyer_id, text from review where id = ${id}`)
export const findReviewId = async (db: Queryable, { shop_id, order_id }: ReviewKey): Promise<string> =>
  (await queryOne(
    db,
    sql<{ id: string }>`select id from review where shop_id = ${shop_id} and order_id = ${order_id}`,
  ))!.id

export const insertReply = async (
  tx: Tx,
  r: ReviewKey & { merchantId: string; text: string; at: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`insert into review_reply (shop_id, order_id, merchant_id, text, at)
      values (${r.shop_id}, ${r.order_id}, ${r.merchantId}, ${r.text}, ${r.at}) on conflict (shop_id, order_id) do nothing returning true as ok`,
  )) !== undefined

/** False when the same person reported the review before. */
export const insertReport = async (
  tx: Tx,
  r: ReviewKey & {
    id: string
    by: 'merchant' | 'buyer' | 'rule'
    reporterId: string | null
    reason: ReviewReason
    text: string
    at: Date
  },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`insert into review_report (shop_id, order_id, id, by_party, reporter_id, reason, text, at)
      values (${r.shop_id}, ${r.order_id}, ${r.id}, ${r.by}, ${r.reporterId}, ${r.reason}, ${r.text}, ${r.at})
      on conflict (shop_id, order_id, by_party, reporter_id) do nothing returning true as ok`,
  )) !== undefined

/** Opens the case of a review. A case that exists stays as it is. */
export const insertCase = (tx: Tx, c: ReviewKey & { id: string; held: boolean; at: Date; decideBy: Date }) =>
  sql`insert into review_case (shop_id, order_id, id, state, held, opened_at, decide_by)
    values (${c.shop_id}, ${c.order_id}, ${c.id}, 'open', ${c.held}, ${c.at}, ${c.decideBy}) on conflict (shop_id, order_id) do nothing`.execute(
    tx,
  )

export type CaseRow = ReviewKey &
  Moderation & {
    id: string
    state: CaseState
    held: boolean
    decided_by: string | null
    text: string
    changed_at: Date | null
  }
type CaseKey = Pick<CaseRow, 'shop_id' | 'id'>
export const lockCase = (tx: Tx, id: string) =>
  queryOne(
    tx,
    sql<CaseRow>`select c.shop_id, c.order_id, c.id, ${moderation}, c.decided_by, v.text, v.changed_at
      from review_case c join review v on v.shop_id = c.shop_id and v.order_id = c.order_id where c.id = ${id} for no key update of c`,
  )

export type Decision = {
  state: Exclude<CaseState, 'open'>
  reason: ReviewReason | null
  redactedText: string | null
  by: string
  at: Date
}
export const writeDecision = (tx: Tx, { shop_id, id }: CaseKey, d: Decision) =>
  sql`update review_case set state = ${d.state}, held = false, reason = ${d.reason}, redacted_text = ${d.redactedText}, decided_by = ${d.by},
      decided_at = ${d.at} where shop_id = ${shop_id} and id = ${id}`.execute(tx)
export const writeAppealDecision = (tx: Tx, { shop_id, id }: CaseKey, d: Decision) =>
  sql`update review_case set state = ${d.state}, reason = ${d.reason}, redacted_text = ${d.redactedText}, appeal_decided_by = ${d.by},
      appeal_decided_at = ${d.at} where shop_id = ${shop_id} and id = ${id}`.execute(tx)
export const writeAppeal = (
  tx: Tx,
  { shop_id, id }: CaseKey,
  a: { by: 'merchant' | 'buyer'; text: string; at: Date; decideBy: Date },
) =>
  sql`update review_case set appealed_by = ${a.by}, appeal_text = ${a.text}, appealed_at = ${a.at}, decide_by = ${a.decideBy}, first_state = state
    where shop_id = ${shop_id} and id = ${id}`.execute(tx)

export const hasReported = async (db: Queryable, { shop_id, order_id }: ReviewKey): Promise<boolean> =>
  (await queryOne(
    db,
    sql`select from review_report where shop_id = ${shop_id} and order_id = ${order_id} and by_party = 'merchant' limit 1`,
  )) !== undefined

export type ModeratedRow = ReviewKey &
  Moderation & {
    id: string
    shop_code: string
    shop_name: string | null
    order_code: string
    rating: number
    text: string
    at: Date
    changed_at: Date | null
    former: { rating: number; text: string; at: string }[]
    state: CaseState
    held: boolean
    decide_by: Date
    decided_at: Date | null
    decided_by: string | null
    decided_name: string | null
    reply_text: string | null
    appealed_by: 'merchant' | 'buyer' | null
    appeal_text: string | null
    appeal_name: string | null
    reports: { by: 'merchant' | 'buyer' | 'rule'; reason: ReviewReason; text: string; at: string }[]
  }

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Cases that wait for a decision or for the appeal's, by deadline, or decided ones, the newest first. */
export const listModerated = (
  db: Queryable,
  view: 'open' | 'appeals' | 'decided',
  search: string | undefined,
  after: { at: Date; id: string } | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<ModeratedRow>`select c.shop_id, c.order_id, c.id, s.code as shop_code, s.name as shop_name, o.code as order_code, v.rating::int as rating, v.text,
        v.at, v.changed_at, ${moderation}, c.decide_by,
        (select coalesce(json_agg(json_build_object('rating', h.rating, 'text', h.text, 'at', h.at) order by h.at desc), '[]')
          from review_change h where h.shop_id = c.shop_id and h.order_id = c.order_id) as former, c.decided_at, c.decided_by, (select name from operator where id = c.decided_by) as decided_name,
        (select text from review_reply p where p.shop_id = c.shop_id and p.order_id = c.order_id) as reply_text,
        c.appealed_by, c.appeal_text, (select name from operator where id = c.appeal_decided_by) as appeal_name,
        (select coalesce(json_agg(json_build_object('by', r.by_party, 'reason', r.reason, 'text', r.text, 'at', r.at) order by r.at, r.id), '[]')
          from review_report r where r.shop_id = c.shop_id and r.order_id = c.order_id) as reports
      from review_case c join review v on v.shop_id = c.shop_id and v.order_id = c.order_id
        join orders o on o.shop_id = c.shop_id and o.id = c.order_id join shop s on s.id = c.shop_id
      where ${
        view === 'open'
          ? sql`c.state = 'open'`
          : view === 'appeals'
            ? sql`c.appealed_at is not null and c.appeal_decided_at is null`
            : sql`c.state <> 'open'`
      }
        ${search ? sql`and (s.code = upper(${search}) or o.code = upper(${search}) or s.name ilike '%' || ${escapeLike(search)} || '%')` : sql``}
        ${
          after
            ? view === 'decided'
              ? sql`and (c.decided_at, c.id) < (${after.at}, ${after.id}::uuid)`
              : sql`and (c.decide_by, c.id) > (${after.at}, ${after.id}::uuid)`
            : sql``
        }
      order by ${view === 'decided' ? sql`c.decided_at desc, c.id desc` : sql`c.decide_by, c.id`} limit ${limit}`,
  )

export const countModerated = async (db: Queryable, view: 'open' | 'appeals' | 'decided'): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from review_case c where ${
      view === 'open'
        ? sql`c.state = 'open'`
        : view === 'appeals'
          ? sql`c.appealed_at is not null and c.appeal_decided_at is null`
          : sql`c.state <> 'open'`
    }`,
  ))!.n
