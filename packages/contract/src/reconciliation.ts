/** The consistency checks of the ledger, and the platform's performance in withdrawals. */
import * as z from 'zod/mini'
import { endpoint, operator, verifiedMerchant } from './endpoint.ts'
import { money, signedMoney } from './money.ts'
import { boundedText, cursor, cursorPageOf, empty, id, instant, ok, paging } from './shapes.ts'

/** How long an item has waited: less than a day, less than a week, or longer. */
export const waitingAges = ['day', 'week', 'longer'] as const

/** Cover below which operators are warned, before it is below one. `deploy/prometheus/alerts.yml` has it too. */
export const lowCover = 1.05

/** What a cover (`coverage` of the responses) means: below one, less is held than is owed. */
export const coverState = (coverage: string | null): 'enough' | 'low' | 'short' =>
  coverage === null || Number(coverage) >= lowCover ? 'enough' : Number(coverage) >= 1 ? 'low' : 'short'

/** One check of the books in a run. */
export const bookCheck = z.object({
  name: z.string(),
  ok: z.boolean(),
  /** Number of rows that violate the rule; cents if `isSum`. */
  broken: z.int(),
  /** The rule is about a sum. Absent in runs of earlier releases. */
  isSum: z.optional(z.boolean()),
  /** Whether a violation pauses payouts. */
  stopsPayouts: z.boolean(),
  /** The rule holds, but not by much. */
  warning: z.optional(z.boolean()),
})
export type BookCheck = z.output<typeof bookCheck>

export const checkBooks = endpoint({
  api: 'platform',
  path: '/platform/ledger/check',
  summary:
    'Recomputes the ledger from its rows and compares it with orders, withdrawals, bank entries, chain transfers and the processor. The run is stored. A failed check of the sums, totals, chains or held money pauses payouts; one of the cover does not.',
  access: operator('finance'),
  ownTransaction: true,
  input: empty,
  response: z.object({
    checks: z.array(bookCheck),
    figures: z.object({
      assets: signedMoney,
      owed: signedMoney,
      /** Assets per dollar of liabilities, four decimals; null without liabilities. */
      coverage: z.nullable(z.string()),
      /** Money to be claimed or sent back, by account and age. */
      waiting: z.array(z.object({ account: z.string(), age: z.enum(waitingAges), items: z.int(), amount: money })),
    }),
    paused: z.nullable(z.object({ since: instant, cause: z.string() })),
  }),
  refusals: [],
})

export const resumePayouts = endpoint({
  api: 'platform',
  path: '/platform/payout/resume',
  summary: 'Resumes payouts after a pause. The ledger is checked again first and must pass.',
  access: operator('finance'),
  ownTransaction: true,
  /** Why they go on; kept with the operator. */
  input: z.strictObject({ note: z.optional(boundedText(3, 300)) }),
  response: ok,
  refusals: ['withdrawal/payouts-paused'],
})

export const listDeadlineFailures = endpoint({
  api: 'platform',
  path: '/platform/deadline/failures',
  summary:
    'Rows whose deadline step failed, oldest failure first: step, error, number of failures, next attempt. Other rows are not affected.',
  access: operator('finance', 'fulfilment', 'support', 'owner', 'auditor'),
  readOnly: true,
  input: z.strictObject({ ...paging, cursor }),
  response: cursorPageOf(
    z.object({
      step: z.string(),
      shopId: id,
      id,
      error: z.string(),
      attempts: z.int(),
      firstFailedAt: instant,
      lastFailedAt: instant,
      nextTryAt: instant,
    }),
  ),
  refusals: [],
})

const span = z.nullable(z.object({ median: z.int(), p95: z.int() }))

export const readPromises = endpoint({
  api: 'merchant',
  path: '/merchant/promises',
  summary:
    'The platform’s service levels for withdrawals over the last 90 days, all shops together: promised and measured times in seconds, the rejected share, the number overdue now, and whether all liabilities are covered.',
  access: verifiedMerchant,
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({
    days: z.int(),
    decided: z.int(),
    /** Time from the request to the decision; null below five decisions. */
    decision: span,
    /** Time from the approval to the payment; null below five payments. */
    payment: span,
    /** Rejected share of the decisions, in per cent with one decimal; null below five decisions. */
    rejectedPercent: z.nullable(z.number()),
    overdue: z.int(),
    /** Assets per dollar of liabilities at the last check, and the time of the check. */
    coverage: z.nullable(z.string()),
    checkedAt: z.nullable(instant),
    payoutsPaused: z.boolean(),
  }),
  refusals: [],
})
