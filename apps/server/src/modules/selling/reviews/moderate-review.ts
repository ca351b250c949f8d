import { namesPaymentDetails, type ReviewReason } from '@quayside/contract'
import { addTime } from '../../../platform/jobs/clock.ts'
import { notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { decisionTime, mayAppeal, onlyRemovesWords, type CaseState } from './review.ts'
import {
  findReviewId,
  hasReported,
  holdWords,
  insertCase,
  insertReply,
  insertReport,
  lockCase,
  findReview,
  writeAppeal,
  writeAppealDecision,
  writeDecision,
  type ReviewKey,
} from './store.ts'

async function notify(tx: Tx, shopId: string): Promise<void> {
  await notifyClients(tx, shopId, ['figures'])
  await notifyOperators(tx, ['work'])
}

async function openCase(
  tx: Tx,
  key: ReviewKey,
  id: string,
  report: { by: 'merchant' | 'buyer' | 'rule'; reporterId: string | null; reason: ReviewReason; text: string },
  now: Date,
): Promise<boolean> {
  if (!(await insertReport(tx, { ...key, id: newId(), ...report, at: now }))) return false
  await insertCase(tx, { ...key, id, held: report.by === 'rule', at: now, decideBy: addTime(now, decisionTime) })
  await notify(tx, key.shop_id)
  return true
}

/** The rule: words with a link, a phone or an account number wait for a decision before anybody reads them. */
export async function holdReview(
  tx: Tx,
  { shopId, orderId, text }: { shopId: string; orderId: string; text: string },
  now: Date,
): Promise<void> {
  if (!namesPaymentDetails(text)) return
  const key = { shop_id: shopId, order_id: orderId }
  const report = { by: 'rule', reporterId: null, reason: 'personal-data', text: '' } as const
  await openCase(tx, key, await findReviewId(tx, key), report, now)
  // A case that is open for another reason: these words wait too.
  await holdWords(tx, key)
}

/** Reports a review. `shopId` is the shop of a merchant, who reports reviews of the own shop only. */
export async function reportReview(
  tx: Tx,
  by: { party: 'merchant'; id: string; shopId: string } | { party: 'buyer'; id: string },
  { id, reason, text }: { id: string; reason: ReviewReason; text: string },
  now: Date,
): Promise<void> {
  const review = await findReview(tx, id)
  if (!review || (by.party === 'merchant' && review.shop_id !== by.shopId)) return refuse('review/not-found')
  const key = { shop_id: review.shop_id, order_id: review.order_id }
  if (!(await openCase(tx, key, id, { by: by.party, reporterId: by.id, reason, text }, now)))
    refuse('review/already-reported')
}

/** The merchant's one reply. */
export async function replyToReview(
  tx: Tx,
  merchant: { shopId: string; merchantId: string },
  { id, text }: { id: string; text: string },
  now: Date,
): Promise<void> {
  const review = await findReview(tx, id)
  if (review?.shop_id !== merchant.shopId) return refuse('review/not-found')
  const key = { shop_id: review.shop_id, order_id: review.order_id }
  if (!(await insertReply(tx, { ...key, merchantId: merchant.merchantId, text, at: now })))
    refuse('review/already-replied')
  await notifyClients(tx, merchant.shopId, ['figures'])
}

/** Appeals once against a decision. */
export async function appealReview(
  tx: Tx,
  by: { party: 'merchant'; shopId: string } | { party: 'buyer'; id: string },
  { id, text }: { id: string; text: string },
  now: Date,
): Promise<void> {
  const review = await findReview(tx, id)
  const owns = by.party === 'merchant' ? review?.shop_id === by.shopId : review?.buyer_id === by.id
  if (!review || !owns) return refuse('review/not-found')
  const found = await lockCase(tx, id)
  if (!found) return refuse('review/no-appeal')
  if (found.appealed_at) return refuse('review/appealed')
  if (!mayAppeal(found, by.party, await hasReported(tx, review))) return refuse('review/no-appeal')
  await writeAppeal(tx, found, { by: by.party, text, at: now, decideBy: addTime(now, decisionTime) })
  await notify(tx, review.shop_id)
}

const states = { keep: 'kept', hide: 'hidden', redact: 'redacted' } as const

/** Decides about a review, or about the appeal against the first decision. The database refuses the same person. */
export async function decideReview(
  tx: Tx,
  operatorId: string,
  input: {
    id: string
    decision: keyof typeof states
    reason?: ReviewReason | undefined
    redactedText?: string | undefined
    changedAt?: string | null | undefined
  },
  now: Date,
): Promise<Exclude<CaseState, 'open'>> {
  const found = await lockCase(tx, input.id)
  if (!found) return refuse('review/not-found')
  const isAppeal = found.appealed_at !== null && found.appeal_decided_at === null
  if (found.state !== 'open' && !isAppeal) return refuse('review/not-open')
  // The words that the operator has read are those that the decision is about.
  if ((input.changedAt ?? null) !== (found.changed_at?.toISOString() ?? null)) return refuse('review/changed')
  const { decision } = input
  if (decision === 'hide' && !input.reason) return refuseFields({ reason: 'field/required' })
  if (decision === 'redact' && !input.redactedText) return refuseFields({ redactedText: 'field/required' })
  if (decision === 'redact' && !onlyRemovesWords(found.text, input.redactedText!)) return refuse('review/words-added')
  const made = {
    state: states[decision],
    reason: decision === 'hide' ? input.reason! : decision === 'redact' ? ('personal-data' as const) : null,
    redactedText: decision === 'redact' ? input.redactedText! : null,
    by: operatorId,
    at: now,
  }
  await (isAppeal ? writeAppealDecision : writeDecision)(tx, found, made)
  await notify(tx, found.shop_id)
  return made.state
}
