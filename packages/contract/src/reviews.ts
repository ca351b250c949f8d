/** Reviews of buyers: reading, the merchant’s reply, reports, decisions of the platform, and appeals. */
import * as z from 'zod/mini'
import { anyone, buyer, endpoint, operator, verifiedMerchant } from './endpoint.ts'
import { listEndpoint, oneOf, searched } from './list-endpoint.ts'
import { boundedText, cursor, cursorPageOf, id, instant, ok } from './shapes.ts'
import { staffText } from './staff-text.ts'
import { shopCode } from './storefront.ts'

/** The complete list of reasons to report, hide or redact a review. A low rating is none. */
export const reviewReasons = ['abuse', 'personal-data', 'advertising', 'not-this-order', 'unlawful'] as const
export type ReviewReason = (typeof reviewReasons)[number]

/** `shown`: nobody decided about it. `held`: a rule caught it, and its words wait for a decision. */
export const reviewStates = ['shown', 'held', 'kept', 'hidden', 'redacted'] as const
export type ReviewState = (typeof reviewStates)[number]

/** Days for which a buyer changes a review. A review that the platform decided about stays. */
export const reviewChangeDays = 30

const reason = z.enum(reviewReasons)
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20)

const publicReview = z.object({
  id,
  rating: z.int(),
  /** Null while its words are held or hidden. The stars count in any case. */
  text: z.nullable(z.string()),
  at: instant,
  /** The last change by the buyer; null without one. */
  changedAt: z.nullable(instant),
  state: z.enum(reviewStates),
  /** The published reason of a hidden or redacted review. */
  reason: z.nullable(reason),
  /** `former`: it was written to the text before the last change. */
  reply: z.nullable(z.object({ text: z.string(), at: instant, former: z.boolean() })),
})

/** Counts of a shop’s reviews. Removals are public. */
const reviewCounts = z.object({
  reviews: z.int(),
  /** Mean of the ratings; null without one. */
  rating: z.nullable(z.number()),
  hidden: z.int(),
  redacted: z.int(),
})

export const listReviews = endpoint({
  api: 'store',
  path: '/store/review/list',
  summary: 'The reviews of a shop, newest first, with the merchant’s replies and the counts of removals.',
  access: anyone,
  readOnly: true,
  input: z.strictObject({ shop: shopCode, limit, cursor }),
  response: z.object({ ...cursorPageOf(publicReview).shape, counts: reviewCounts }),
  refusals: ['shop/not-found'],
})

export const reportReview = endpoint({
  api: 'store',
  path: '/store/review/report',
  summary: 'A buyer reports a review. A person decides about it.',
  access: buyer,
  input: z.strictObject({ id, reason, text: boundedText(0, 1000) }),
  response: ok,
  refusals: ['review/not-found', 'review/already-reported', 'request/too-many'],
})

export const changeReview = endpoint({
  api: 'store',
  path: '/store/review/change',
  summary:
    'The buyer changes the review of an order for 30 days. The former text is kept for the platform, and the review says when it was changed. Not after a decision of the platform about it.',
  access: buyer,
  input: z.strictObject({ id, rating: z.int().check(z.gte(1), z.lte(5)), text: boundedText(0, 2000) }),
  response: ok,
  refusals: [
    'order/not-found',
    'order/refunded',
    'review/not-found',
    'review/change-over',
    'review/decided',
    'request/too-many',
  ],
})

const appealText = boundedText(3, 1000)

export const appealOwnReview = endpoint({
  api: 'store',
  path: '/store/review/appeal',
  summary: 'The buyer appeals once against the hiding or redaction of the own review. Another person decides.',
  access: buyer,
  input: z.strictObject({ id, text: appealText }),
  response: ok,
  refusals: ['review/not-found', 'review/no-appeal', 'review/appealed'],
})

export const shopReviews = endpoint({
  api: 'merchant',
  path: '/merchant/review/list',
  summary: 'The reviews of the shop, newest first, with what the merchant can do about each.',
  access: verifiedMerchant,
  tags: ['figures'],
  readOnly: true,
  input: z.strictObject({ limit, cursor }),
  response: z.object({
    ...cursorPageOf(
      z.object({
        ...publicReview.shape,
        order: z.object({ id, code: z.string() }),
        /** The merchant’s report waits for a decision. */
        reported: z.boolean(),
        appeal: z.nullable(z.enum(['waiting', 'upheld', 'changed'])),
        may: z.object({ reply: z.boolean(), report: z.boolean(), appeal: z.boolean() }),
      }),
    ).shape,
    counts: reviewCounts,
  }),
  refusals: [],
})

export const replyToReview = endpoint({
  api: 'merchant',
  path: '/merchant/review/reply',
  summary:
    'The merchant’s one reply to a review. It is public and stays as it is. Links and payment details are refused.',
  access: verifiedMerchant,
  changes: ['figures'],
  input: z.strictObject({ id, text: staffText(1, 1000) }),
  response: ok,
  refusals: ['review/not-found', 'review/already-replied'],
})

export const reportShopReview = endpoint({
  api: 'merchant',
  path: '/merchant/review/report',
  summary: 'The merchant reports a review of the shop, with a reason of the list. A person decides about it.',
  access: verifiedMerchant,
  changes: ['figures'],
  input: z.strictObject({ id, reason, text: boundedText(0, 1000) }),
  response: ok,
  refusals: ['review/not-found', 'review/already-reported', 'request/too-many'],
})

export const appealReview = endpoint({
  api: 'merchant',
  path: '/merchant/review/appeal',
  summary: 'The merchant appeals once against the decision to keep a reported review. Another person decides.',
  access: verifiedMerchant,
  changes: ['figures'],
  input: z.strictObject({ id, text: appealText }),
  response: ok,
  refusals: ['review/not-found', 'review/no-appeal', 'review/appealed'],
})

// Operators.

export const reviewViews = ['open', 'appeals', 'decided'] as const

export const moderatedReviews = listEndpoint({
  path: '/platform/review/list',
  summary:
    'Reviews that buyers or merchants reported or that a rule caught, by deadline; appeals; and decided ones, the newest first.',
  access: operator('review', 'support', 'auditor'),
  tags: ['work'],
  filters: { view: oneOf(reviewViews, 'open'), search: searched(100) },
  row: z.object({
    id,
    shop: z.object({ id, code: z.string(), name: z.nullable(z.string()) }),
    order: z.string(),
    rating: z.int(),
    /** All words as the buyer wrote them. */
    text: z.string(),
    redactedText: z.nullable(z.string()),
    at: instant,
    changedAt: z.nullable(instant),
    /** What it was before each change, newest first. */
    former: z.array(z.object({ rating: z.int(), text: z.string(), at: instant })),
    state: z.enum(reviewStates),
    reason: z.nullable(reason),
    dueAt: instant,
    reply: z.nullable(z.string()),
    reports: z.array(z.object({ by: z.enum(['merchant', 'buyer', 'rule']), reason, text: z.string(), at: instant })),
    decided: z.nullable(z.object({ by: z.string(), at: instant, own: z.boolean() })),
    appeal: z.nullable(
      z.object({
        by: z.enum(['merchant', 'buyer']),
        text: z.string(),
        at: instant,
        against: z.enum(['kept', 'hidden', 'redacted']),
        decided: z.nullable(z.object({ by: z.string(), at: instant })),
      }),
    ),
  }),
  pages: 'counted',
})

export const decideReview = endpoint({
  api: 'platform',
  path: '/platform/review/decide',
  summary:
    'Decides about a review, or about the appeal against the decision, which another person makes. `hide` needs a reason, which is published. `redact` needs the words without the personal data. The stars count in any case.',
  access: operator('review', 'support'),
  changes: ['work'],
  input: z.strictObject({
    id,
    decision: z.enum(['keep', 'hide', 'redact']),
    reason: z.optional(reason),
    redactedText: z.optional(staffText(1, 2000)),
    /** The last change that the operator has seen; null or left out for none. */
    changedAt: z.optional(z.nullable(instant)),
  }),
  response: z.object({ state: z.enum(reviewStates) }),
  refusals: [
    'review/not-found',
    'review/not-open',
    'review/changed',
    'review/words-added',
    'operator/second-person',
    'work/claimed',
  ],
})
