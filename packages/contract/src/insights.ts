/** The dashboard and the financial report: figures derived from recorded events only; nothing here can be written. */
import * as z from 'zod/mini'
import { endpoint, merchant, verifiedMerchant } from './endpoint.ts'
import type { MessageKind } from './messages.ts'
import { money, signedMoney } from './money.ts'
import { cursor, day, cursorPageOf, empty, id, instant, paging } from './shapes.ts'
import { dateFilters } from './constants.ts'

/** Money that the merchant sent for or in and that did not go through, by the kind of its message. */
export const rejections = [
  'withdrawal.rejected',
  'withdrawal.failed',
  'withdrawal.returned',
  'deposit.rejected',
] as const satisfies readonly MessageKind[]

export const dashboard = endpoint({
  api: 'merchant',
  path: '/merchant/dashboard',
  summary: 'All figures of the shop’s dashboard, with yesterday’s beside today’s, and what waits for the merchant.',
  access: verifiedMerchant,
  tags: ['orders', 'figures', 'shop', 'listings', 'messages', 'talk'],
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({
    shop: z.object({
      name: z.string(),
      logo: z.nullable(z.string()),
      code: z.string(),
      closed: z.boolean(),
      timeZone: z.string(),
    }),
    today: day,
    /** What waits for the merchant. */
    todo: z.object({
      awaitingPickup: z.int(),
      awaitingPickupEarnings: money,
      nextDeadline: z.nullable(instant),
      paymentPasswordSet: z.boolean(),
      listings: z.int(),
      offShelfAtLoss: z.int(),
      /** Refund orders that need an answer, and until when the first of them does. */
      refunds: z.object({ n: z.int(), answerBy: z.nullable(instant) }),
      /** What did not go through and whose message was not read yet, newest first; at most ten. */
      rejected: z.array(z.object({ message: id, kind: z.enum(rejections), code: z.string(), amount: money })),
      supplierNotices: z.int(),
      /** Answers of customer service that were not read yet. */
      answers: z.int(),
      /** The e-mail is not proved to be the merchant’s, and a code could be sent there. */
      emailToVerify: z.boolean(),
    }),
    /** Buyers’ payments for orders not cancelled, since the shop opened. */
    totalSales: money,
    /** Profit of completed orders, since the shop opened. */
    totalProfit: signedMoney,
    todayOrders: z.int(),
    todaySales: money,
    /** An estimate: the profit of today’s paid orders, if all of them complete. */
    todayExpectedProfit: signedMoney,
    yesterdayOrders: z.int(),
    yesterdaySales: money,
    yesterdayExpectedProfit: signedMoney,
    followers: z.int(),
    rating: z.object({ mean: z.nullable(z.number()), reviews: z.int() }),
    credit: z.object({
      /** 0 to 100; null until an order has been picked up or declined. */
      score: z.nullable(z.int()),
      parts: z.array(
        z.object({
          kind: z.enum(['pickup-time', 'cancellations', 'refunds']),
          points: z.int(),
          of: z.int(),
          /**
           * Hours for pickup-time, share in hundredths of a percent for the others; null when there is nothing to
           * count.
           */
          value: z.nullable(z.number()),
          count: z.int(),
        }),
      ),
    }),
    visitors: z.object({ today: z.int(), days7: z.int(), days30: z.int() }),
  }),
  refusals: [],
})

export const salesCurve = endpoint({
  api: 'merchant',
  path: '/merchant/dashboard/curve',
  summary: 'Sales and expected profit of each of the last 7 or 30 days in the shop’s time zone, oldest first.',
  access: verifiedMerchant,
  tags: ['figures'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ days: z.literal([7, 30]) }),
  response: z.object({
    list: z.array(z.object({ day, orders: z.int(), sales: money, profit: signedMoney, visitors: z.int() })),
  }),
  refusals: [],
})

export const bestSellers = endpoint({
  api: 'merchant',
  path: '/merchant/dashboard/best-sellers',
  summary: 'The shop’s ten products with the most units sold in the last 30 days.',
  access: verifiedMerchant,
  tags: ['figures'],
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({
    days: z.int(),
    list: z.array(
      z.object({ listingId: id, name: z.string(), picture: z.nullable(z.string()), units: z.int(), sales: money }),
    ),
  }),
  refusals: [],
})

/** Periods that a report can be asked for by name. */
export type ReportPeriod = (typeof dateFilters)[number]
/** Days that one report may cover. */
export const longestReport = 366

/** Each figure counts on the day on which it was booked, and never leaves it. */
const reportFigures = {
  /** Orders that buyers paid. */
  orders: z.int(),
  /** Paid orders that were cancelled. */
  cancelled: z.int(),
  /** What buyers paid into escrow. */
  sales: money,
  /** What went back, or is owed back, to buyers. */
  refunds: money,
  /** Purchase cost paid at pick-up, less what came back. */
  cost: signedMoney,
  /** The platform’s commission, less what it gave back. */
  commission: signedMoney,
  /** What moved into open orders: sales − refunds − cost − commission − open = profit, on every day. */
  open: signedMoney,
  /** Earned on orders that buyers received, less what later refunds took. */
  profit: signedMoney,
  /** Settled into the balance. */
  realised: money,
  /** Recharges credited, less those that a network took back. */
  recharged: signedMoney,
  /** What arrived at the merchant’s bank or address, after fees, less what a bank returned in these days. */
  withdrawn: signedMoney,
  /** Fees of withdrawals that were paid, less those of withdrawals that a bank returned in these days. */
  withdrawalFees: signedMoney,
}

export const financeReport = endpoint({
  api: 'merchant',
  path: '/merchant/finance/report',
  summary:
    'The financial report of a period in the shop’s time zone, and the same by day. `today` is the present day (also when nothing is named), `yesterday` the one before, `week` the last 7 days and `month` the last 30, both with today; or `from` and `to`, both included, at most 366 days. Every amount is a sum of ledger postings by the moment they were booked, so a day that is over never changes. `expected` is no figure of the period: it is an estimate of the profit of all orders that are paid and not yet received.',
  access: merchant,
  tags: ['orders', 'wallet'],
  readOnly: true,
  offline: true,
  input: z.strictObject({
    period: z.optional(z.enum(dateFilters)),
    from: z.optional(day),
    to: z.optional(day),
  }),
  response: z.object({
    from: day,
    to: day,
    timeZone: z.string(),
    ...reportFigures,
    expected: money,
    /** Oldest first; their sums are the figures above. */
    days: z.array(z.object({ day, ...reportFigures })),
  }),
  refusals: [],
})

/** Why money is not in the balance yet. */
export const waitingReasons = ['protection-window', 'refund-open', 'withdrawal-review'] as const

export const financePending = endpoint({
  api: 'merchant',
  path: '/merchant/finance/pending',
  summary:
    'Why money is pending or held: each order inside the protection window and each withdrawal under review, with the moment that frees it, soonest first. All amounts of the list together are the wallet’s `pending` and `held`. `owed` is what the merchant owes after a recharge or payment was taken back; `forecast` says what of `pending` frees itself on each of the next 30 days in the shop’s time zone, if no buyer asks for a refund.',
  access: merchant,
  tags: ['wallet'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ ...paging, cursor }),
  response: z.object({
    pending: money,
    held: money,
    owed: money,
    timeZone: z.string(),
    forecast: z.array(z.object({ day, amount: money })),
    ...cursorPageOf(
      z.object({
        why: z.enum(waitingReasons),
        cause: z.object({ kind: z.enum(['order', 'withdrawal']), id, code: z.string() }),
        amount: money,
        /** Null while a refund of the order is being decided. */
        freeAt: z.nullable(instant),
      }),
    ).shape,
  }),
  refusals: [],
})
