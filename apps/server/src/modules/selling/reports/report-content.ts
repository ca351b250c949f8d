import type { Language, ReportKind, ReportReason, ReviewReason } from '@quayside/contract'
import { addTime, hours } from '../../../platform/jobs/clock.ts'
import { notifyOperators } from '../../../platform/events/events.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { reportReview } from '../reviews/moderate-review.ts'
import { findShopByCode } from '../../shop/shops/store.ts'
import {
  findReportedListing,
  findReportedReview,
  insertContentReport,
  lockReport,
  writeReportDecision,
  type ReportState,
} from './store.ts'

/** A report is decided within this time. */
export const decisionTime = hours(72)

export type ReportSubject = { kind: ReportKind; shop: string; id: string | null }

/** What a report is about; refuses what is not there. */
async function resolve(tx: Tx, { kind, shop: code, id }: ReportSubject) {
  if (kind === 'shop') {
    const shop = await findShopByCode(tx, code)
    return shop ? { shopId: shop.id, state: null } : refuse('shop/not-found')
  }
  if (kind === 'product') {
    const found = id === null ? undefined : await findReportedListing(tx, code, id)
    return found ? { shopId: found.shop_id, state: null } : refuse('listing/not-found')
  }
  const found = id === null ? undefined : await findReportedReview(tx, code, id)
  return found ? { shopId: found.shop_id, state: found.state } : refuse('review/not-found')
}

/**
 * Reports a shop, a product or a review. A review goes to the desk of reviews; one that was decided before has its
 * outcome at once. Returns the number of the report. Refuses `shop/not-found`, `listing/not-found`, `review/not-found`.
 */
export async function reportContent(
  tx: Tx,
  subject: ReportSubject,
  report: { reason: ReportReason; text: string; email: string | null; language: Language },
  now: Date,
): Promise<string> {
  const [id, code] = [newId(), newCode(8)]
  const { shopId, state: found } = await resolve(tx, subject)
  const state: ReportState = found === null || found === 'open' ? 'open' : found === 'kept' ? 'dismissed' : 'upheld'
  await insertContentReport(tx, {
    id,
    code,
    kind: subject.kind,
    shopId,
    listingId: subject.kind === 'product' ? subject.id : null,
    reviewId: subject.kind === 'review' ? subject.id : null,
    ...report,
    at: now,
    decideBy: addTime(now, decisionTime),
    state,
  })
  if (subject.kind === 'review') {
    // A visitor is nobody that we know: each report is a reporter of its own.
    const input = { id: subject.id!, reason: report.reason as ReviewReason, text: report.text }
    await reportReview(tx, { party: 'buyer', id }, input, now)
  } else await notifyOperators(tx, ['work'])
  return code
}

/** Decides about a report of a shop or a product, once. */
export async function decideReport(
  tx: Tx,
  operatorId: string,
  { id, decision, note }: { id: string; decision: 'upheld' | 'dismissed'; note: string },
  now: Date,
): Promise<'upheld' | 'dismissed'> {
  const report = await lockReport(tx, id)
  if (!report) return refuse('report/not-found')
  if (report.state !== 'open') return refuse('report/not-open')
  await writeReportDecision(tx, { id, state: decision, note, by: operatorId, at: now })
  await notifyOperators(tx, ['work'])
  return decision
}
