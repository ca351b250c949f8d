/** Figures of the platform over all shops: sales and take rate by day or month, the age of open work, and cohorts. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { money, signedMoney } from './money.ts'
import { day, empty, instant } from './shapes.ts'

/** Days of one report at most. */
export const maxFigureDays = 731

/** Each is made from the ledger, and its definition stands at the console (`figures.is.<name>`). */
const figures = {
  /** Paid orders, and those of them that were cancelled, by the day of each. */
  orders: z.int(),
  cancelled: z.int(),
  /** Goods of paid orders. */
  sales: money,
  /** Goods that went back to buyers: cancelled, refunded, or disputed. */
  refunds: signedMoney,
  /** Taken at the receipt of orders, less what refunds gave back. */
  commission: signedMoney,
  /** Commission by sales less refunds, in hundredths of a percent; null without sales. */
  takeRate: z.nullable(z.int()),
  shipping: signedMoney,
  goodwill: signedMoney,
  coupons: signedMoney,
  processorFees: signedMoney,
  recharged: signedMoney,
  withdrawn: signedMoney,
  withdrawalFees: signedMoney,
}
export const platformFigureNames = Object.keys(figures) as (keyof typeof figures)[]
export type PlatformFigureName = keyof typeof figures

const period = {
  /** Days in UTC, both included. */
  from: day,
  to: day,
  by: z._default(z.enum(['day', 'month']), 'day'),
}

export const platformFigures = endpoint({
  api: 'platform',
  path: '/platform/figures/period',
  summary:
    'Sales, take rate and money in and out over all shops, from the ledger, by day or month in UTC. Ended days are summed once; today is read as it stands.',
  access: operator('owner', 'finance', 'auditor'),
  readOnly: true,
  tags: ['settings'],
  input: z.strictObject(period),
  response: z.object({
    /** Until which day the sums are kept; null before the first one. */
    madeUntil: z.nullable(day),
    total: z.object(figures),
    /** Each day or month of the period, oldest first, also those without entries. `period`: YYYY-MM-DD or YYYY-MM. */
    periods: z.array(z.object({ period: z.string(), ...figures })),
  }),
  refusals: [],
})

export const exportPlatformFigures = endpoint({
  api: 'platform',
  path: '/platform/figures/export',
  summary: 'The figures of a period as CSV, one row a day or month.',
  access: operator('owner', 'finance', 'auditor'),
  readOnly: true,
  file: true,
  input: z.strictObject(period),
  response: z.unknown(),
  refusals: [],
})

/** The upper ends of the columns of age, in days; a last column has what is older. */
export const ageEnds = [1, 3, 7, 30] as const
export const ageingKinds = ['order', 'withdrawal', 'refund', 'dispute'] as const

export const platformAgeing = endpoint({
  api: 'platform',
  path: '/platform/figures/ageing',
  summary:
    'What is open now by kind, state and age in days: orders since their placing, withdrawals and refunds since their request, card disputes since their opening.',
  access: operator('owner', 'finance', 'auditor'),
  readOnly: true,
  tags: ['settings'],
  input: empty,
  response: z.object({
    at: instant,
    rows: z.array(
      z.object({
        kind: z.enum(ageingKinds),
        /** The status of an order, or the state. */
        state: z.string(),
        /** Up to 1, 3, 7 and 30 days, and older. */
        counts: z.array(z.int()),
        amount: money,
        oldest: instant,
      }),
    ),
  }),
  refusals: [],
})

export const platformCohorts = endpoint({
  api: 'platform',
  path: '/platform/figures/cohorts',
  summary:
    'Shops by the month of their verification in UTC: how many, how many are open, how many ever sold, and how many sold in each month since. At most 24 cohorts, counted each night.',
  access: operator('owner', 'finance', 'auditor'),
  readOnly: true,
  tags: ['settings'],
  input: empty,
  response: z.object({
    cohorts: z.array(
      z.object({
        cohort: z.string(),
        shops: z.int(),
        open: z.int(),
        soldEver: z.int(),
        months: z.array(z.object({ month: z.string(), sold: z.int() })),
      }),
    ),
  }),
  refusals: [],
})
