/** The dashboard and the financial report: read-only figures derived from recorded events. */
import * as z from 'zod/mini'
import { endpoint, merchant, verifiedMerchant } from './endpoint.ts'
import type { MessageKind } from './messages.ts'
import { money, signedMoney } from './money.ts'
import { cursor, day, cursorPageOf, empty, id, instant, paging } from './shapes.ts'
import { dateFilters } from './constants.ts'

/** Failed recharges and withdrawals, by the kind of their message. */
export const rejections = [
  'withdrawal.rejected',
  'withdrawal.failed',
  'withdrawal.returned',
  'deposit.rejected',
] as const satisfies readonly MessageKind[]

/** The figures of a shop, for its merchant and for operators. */
export const dashboardFigures = {
  /** Payments of buyers for orders that were not cancelled, since the shop opened. */
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
    /** 0 to 100; null until an order was picked up or declined. */
    score: z.nullable(z.int()),
    parts: z.array(
      z.object({
        kind: z.enum(['pickup-time', 'cancellations', 'refunds']),
        points: z.int(),
        of: z.int(),
        /** Hours for pickup-time, hundredths of a percent for the others; null without data. */
        value: z.nullable(z.number()),
        count: z.int(),
      }),
    ),
  }),
  visitors: z.object({ today: z.int(), days7: z.int(), days30: z.int() }),
}

export const dashboard = endpoint({
  api: 'merchant',
  path: '/merchant/dashboard',
  summary: 'All figures of the shop’s dashboard, today’s beside yesterday’s, and the tasks that wait for the merchant.',
  access: verifiedMerchant,
  scope: 'finance:read',
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
    /** Tasks of the merchant. */
    todo: z.object({
      awaitingPickup: z.int(),
      nextDeadline: z.nullable(instant),
      paymentPasswordSet: z.boolean(),
      listings: z.int(),
      offShelfAtLoss: z.int(),
      /** Refund orders that need an answer, and the earliest deadline. */
      refunds: z.object({ n: z.int(), answerBy: z.nullable(instant) }),
      /** Failed recharges and withdrawals with an unread message, newest first, at most ten. */
      rejected: z.array(z.object({ message: id, kind: z.enum(rejections), code: z.string(), amount: money })),
      supplierNotices: z.int(),
      /** Unread answers of customer service. */
      answers: z.int(),
      /** The e-mail address is not verified, and the platform can send a code to it. */
      emailToVerify: z.boolean(),
    }),
    ...dashboardFigures,
  }),
  refusals: [],
})

const soldBy = z.object({ orders: z.int(), sales: money, profit: signedMoney })

export const salesCurve = endpoint({
  api: 'merchant',
  path: '/merchant/dashboard/curve',
  summary:
    'Sales and expected profit of each of the last 7 or 30 days in the shop’s time zone, oldest first. `before` are as many days before them, and `sameHour` what is compared with the present: yesterday, and the days before, up to the present time of day.',
  access: verifiedMerchant,
  scope: 'finance:read',
  tags: ['figures'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ days: z.literal([7, 30]) }),
  response: z.object({
    list: z.array(z.object({ day, orders: z.int(), sales: money, profit: signedMoney, visitors: z.int() })),
    /** The same number of days before the list, whole days, oldest first. */
    before: z.array(z.object({ day, sales: money })),
    /** Figures up to the present time of day, so that a day or a period that has not ended is compared fairly. */
    sameHour: z.object({ yesterday: soldBy, before: soldBy }),
  }),
  refusals: [],
})

export const bestSellers = endpoint({
  api: 'merchant',
  path: '/merchant/dashboard/best-sellers',
  summary: 'The shop’s ten products with the most units sold in the last 30 days.',
  access: verifiedMerchant,
  scope: 'finance:read',
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

/** The named periods of a report. */
export type ReportPeriod = (typeof dateFilters)[number]
/** Maximum number of days in one report. */
export const longestReport = 366

/** Each figure counts on the day of its booking and stays there; those of `sold` follow their orders. */
const reportFigures = {
  /** Paid orders. */
  orders: z.int(),
  /** Of these orders, those cancelled or refunded in full since: `orders` − `cancelled` = `sold.orders`. */
  cancelled: z.int(),
  /**
   * What was sold on these days, as everywhere: orders that buyers paid then, without those cancelled or refunded
   * since, and what they paid for the goods, less refunds.
   */
  sold: z.object({ orders: z.int(), sales: money }),
  /** Payments of buyers into escrow. */
  payments: money,
  /** What coupons of the shop took off paid orders. Nobody paid it: `payments` is without it, and no money moved. */
  coupons: money,
  /** Amounts returned, or owed, to buyers. */
  refunds: money,
  /** Purchase cost paid at pick-up, less returned cost. */
  cost: signedMoney,
  /** The platform’s commission, less returned commission. */
  commission: signedMoney,
  /** The change of money in open orders: payments − refunds − cost − commission − open = profit, each day. */
  open: signedMoney,
  /** Earnings of received orders, less later refunds. */
  profit: signedMoney,
  /** Earnings settled into the balance. */
  realised: money,
  /** Credited recharges, less those that a network reverted. */
  recharged: signedMoney,
  /** Amounts paid out after fees, less amounts that a bank returned in the same days. */
  withdrawn: signedMoney,
  /** Fees of paid withdrawals, less fees of withdrawals that a bank returned in the same days. */
  withdrawalFees: signedMoney,
}

export const financeReport = endpoint({
  api: 'merchant',
  path: '/merchant/finance/report',
  summary:
    'The financial report of a period in the shop’s time zone, in total and by day. `period` is `today` (default), `yesterday`, `week` (the last 7 days with today), `month` (the last 30 days with today), or a range `from`–`to` (inclusive, at most 366 days). Every amount is a sum of ledger postings by booking time, so a past day never changes; `sold` and `cancelled` follow the orders paid in the period; `coupons` is summed from the paid orders, by payment time. `expected` does not depend on the period: it is the estimated profit of all paid orders that are not yet received.',
  access: merchant,
  scope: 'finance:read',
  tags: ['orders', 'wallet'],
  readOnly: true,
  offline: true,
  input: z.strictObject({
    period: z.optional(z.enum(dateFilters)),
    from: z.optional(day),
    to: z.optional(day),
    /** The last day counts up to the present time of day: a period that has not ended is compared with this one. */
    upToNow: z.optional(z.boolean()),
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

/** Why money is not yet in the balance. */
export const waitingReasons = ['protection-window', 'refund-open', 'withdrawal-review'] as const

export const financePending = endpoint({
  api: 'merchant',
  path: '/merchant/finance/pending',
  summary:
    'The reasons for pending and held money: each order inside the protection window and each withdrawal under review, with the time of its release, soonest first. The amounts add up to the wallet’s `pending` and `held`. `owed` is the merchant’s debt after a recharge or payment was reversed. `forecast` is the part of `pending` released on each of the next 30 days in the shop’s time zone, if no buyer requests a refund. With `day` the list holds only the orders that settle on that day.',
  access: merchant,
  scope: 'finance:read',
  tags: ['wallet'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ ...paging, cursor, day: z.optional(day) }),
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
        /** Null while a refund of the order is undecided. */
        freeAt: z.nullable(instant),
      }),
    ).shape,
  }),
  refusals: [],
})

/** The days before today whose payouts `moneyPlaces` counts. */
export const payoutDays = 30

export const moneyPlaces = endpoint({
  api: 'merchant',
  path: '/merchant/finance/places',
  summary:
    'Where the shop’s money is: in escrow by the status of its orders, pending, in the balance, held for a decision, on its way to the merchant, and paid out in the last 30 days. `paydays` are the next 30 days in the shop’s time zone with the part of `pending` that settles on each, `later` is the rest of it: orders with an open refund, and later days.',
  access: merchant,
  tags: ['orders', 'wallet'],
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({
    escrow: money,
    /** Orders with money in escrow, by status; the amounts add up to `escrow`. */
    steps: z.array(z.object({ status: z.literal([1, 2, 3, 4, 5, 6, 7]), orders: z.int(), amount: money })),
    /** The estimated profit of the orders in escrow. */
    expected: money,
    pending: money,
    balance: money,
    held: money,
    /** Approved withdrawals that are not paid yet, before their fee. */
    sending: money,
    /** What arrived at the merchant’s own account, after fees. */
    paidOut: money,
    owed: money,
    paydays: z.array(z.object({ day, orders: z.int(), amount: money })),
    later: money,
  }),
  refusals: [],
})
