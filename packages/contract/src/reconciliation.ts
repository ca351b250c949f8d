/** The consistency checks of the ledger, and the platform's performance in withdrawals. */
import * as z from 'zod/mini'
import { endpoint, operator, verifiedMerchant } from './endpoint.ts'
import { money, signedMoney } from './money.ts'
import { ok, empty, id, instant, pageOf, paging } from './shapes.ts'

/** How long an item has waited: less than a day, less than a week, or longer. */
export const waitingAges = ['day', 'week', 'longer'] as const

export const checkBooks = endpoint({
  api: 'platform',
  path: '/platform/ledger/check',
  summary:
    'Recomputes the books from their rows and holds them against orders, withdrawals, bank lines, chain transfers and the processor. The run is kept; a break of the sum, the totals, the chains, the cover or the held money pauses payouts.',
  access: operator('finance'),
  ownTransaction: true,
  input: empty,
  response: z.object({
    checks: z.array(
      z.object({
        name: z.string(),
        ok: z.boolean(),
        /** Number of rows that violate the rule; an amount in cents if the rule is about a sum. */
        broken: z.int(),
        /** Whether a violation pauses payouts. */
        stopsPayouts: z.boolean(),
      }),
    ),
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
  summary: 'Lets payouts go on after a pause. The books are checked once more first, and must be whole.',
  access: operator('finance'),
  ownTransaction: true,
  input: empty,
  response: ok,
  refusals: ['withdrawal/payouts-paused'],
})

export const listDeadlineFailures = endpoint({
  api: 'platform',
  path: '/platform/deadline/failures',
  summary:
    'Rows that a deadline could not be carried out on, the oldest failure first: which step, the error, how often it failed, and when it is tried again. All other rows go on.',
  access: operator('finance', 'fulfilment', 'support'),
  readOnly: true,
  input: z.strictObject({ ...paging }),
  response: pageOf(
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
    'What the platform promises about withdrawals and how it kept it over the last 90 days, all shops together: times in seconds, the share that was rejected, how many are overdue now, and whether everything owed is covered.',
  access: verifiedMerchant,
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({
    days: z.int(),
    decided: z.int(),
    /** Time from the request to the decision. */
    decision: span,
    /** Time from the approval to the payment. */
    payment: span,
    /** Rejected share of the decisions, in per cent with one decimal; null without decisions. */
    rejectedPercent: z.nullable(z.number()),
    overdue: z.int(),
    /** Assets per dollar of liabilities at the last check, and the time of the check. */
    coverage: z.nullable(z.string()),
    checkedAt: z.nullable(instant),
    payoutsPaused: z.boolean(),
  }),
  refusals: [],
})
