import type { Language, ReportKind, ReportReason } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type ReportState = 'open' | 'upheld' | 'dismissed'

/** A listing that a shop offers or offered, by the shop's code. */
export const findReportedListing = (db: Queryable, shopCode: string, id: string) =>
  queryOne(
    db,
    sql<{ shop_id: string; name: string }>`select l.shop_id, p.name from listing l join shop s on s.id = l.shop_id
      join product p on p.id = l.product_id where s.code = ${shopCode} and l.id = ${id}`,
  )

/** The review of a shop, with the state of its case; null without one. */
export const findReportedReview = (db: Queryable, shopCode: string, id: string) =>
  queryOne(
    db,
    sql<{
      shop_id: string
      state: 'open' | 'kept' | 'hidden' | 'redacted' | null
    }>`select v.shop_id, c.state from review v
      join shop s on s.id = v.shop_id left join review_case c on c.id = v.id where s.code = ${shopCode} and v.id = ${id}`,
  )

export const insertContentReport = (
  tx: Tx,
  r: {
    id: string
    code: string
    kind: ReportKind
    shopId: string
    listingId: string | null
    reviewId: string | null
    reason: ReportReason
    text: string
    email: string | null
    language: Language
    at: Date
    decideBy: Date
    state: ReportState
  },
) =>
  sql`insert into content_report (id, code, kind, shop_id, listing_id, review_id, reason, text, email, language, reported_at, decide_by,
      state, decided_at)
    values (${r.id}, ${r.code}, ${r.kind}, ${r.shopId}, ${r.listingId}, ${r.reviewId}, ${r.reason}, ${r.text}, ${r.email}, ${r.language}, ${r.at},
      ${r.decideBy}, ${r.state}, ${r.state === 'open' ? null : r.at})`.execute(tx)

/** Locks a report of a shop or a product. */
export const lockReport = (tx: Tx, id: string) =>
  queryOne(
    tx,
    sql<{ shop_id: string; state: ReportState }>`select shop_id, state from content_report
      where id = ${id} and kind <> 'review' for no key update`,
  )

export const writeReportDecision = (
  tx: Tx,
  d: { id: string; state: ReportState; note: string; by: string; at: Date },
) =>
  sql`update content_report set state = ${d.state}, note = ${d.note}, decided_by = ${d.by}, decided_at = ${d.at} where id = ${d.id}`.execute(
    tx,
  )

export type ReportRow = {
  id: string
  code: string
  kind: 'shop' | 'product'
  shop_id: string
  shop_code: string
  shop_name: string | null
  listing_id: string | null
  product: string | null
  reason: ReportReason
  text: string
  answered: boolean
  language: string
  reported_at: Date
  decide_by: Date
  state: ReportState
  note: string | null
  decided_at: Date | null
  decided_name: string | null
}
export const listReportRows = (
  db: Queryable,
  view: 'open' | 'decided',
  after: { at: Date; id: string } | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<ReportRow>`select r.id, r.code, r.kind, r.shop_id, s.code as shop_code, s.name as shop_name, r.listing_id,
        (select p.name from listing l join product p on p.id = l.product_id where l.shop_id = r.shop_id and l.id = r.listing_id) as product,
        r.reason, r.text, r.email is not null or r.told_at is not null as answered, r.language, r.reported_at, r.decide_by, r.state, r.note, r.decided_at,
        (select o.name from operator o where o.id = r.decided_by) as decided_name
      from content_report r join shop s on s.id = r.shop_id
      where r.kind <> 'review' and ${view === 'open' ? sql`r.state = 'open'` : sql`r.state <> 'open'`}
        ${
          after
            ? view === 'open'
              ? sql`and (r.decide_by, r.id) > (${after.at}, ${after.id}::uuid)`
              : sql`and (r.decided_at, r.id) < (${after.at}, ${after.id}::uuid)`
            : sql``
        }
      order by ${view === 'open' ? sql`r.decide_by, r.id` : sql`r.decided_at desc, r.id desc`} limit ${limit}`,
  )
export const countReports = async (db: Queryable, view: 'open' | 'decided'): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from content_report r
      where r.kind <> 'review' and ${view === 'open' ? sql`r.state = 'open'` : sql`r.state <> 'open'`}`,
  ))!.n

export type OutcomeRow = {
  id: string
  code: string
  state: 'upheld' | 'dismissed'
  note: string | null
  email: string
  language: Language
  subject: string
}
/** Whether a reporter waits for a mail about a decision. */
export const anyOutcomeWaits = () =>
  sql`exists (select from content_report where email is not null and state <> 'open')`
/** Locks the next decided report whose reporter waits for a mail. Other workers pass over it. */
export const lockNextOutcome = (tx: Tx) =>
  queryOne(
    tx,
    sql<OutcomeRow>`select r.id, r.code, r.state, r.note, r.email, r.language, coalesce((select p.name from listing l join product p on p.id = l.product_id
          where l.shop_id = r.shop_id and l.id = r.listing_id), s.name, s.code) as subject
      from content_report r join shop s on s.id = r.shop_id
      where r.email is not null and r.state <> 'open' order by r.decided_at for update of r skip locked limit 1`,
  )

/** The outcome is mailed: the address is no longer needed. */
export const writeTold = (tx: Tx, id: string, at: Date) =>
  sql`update content_report set email = null, told_at = ${at} where id = ${id}`.execute(tx)
