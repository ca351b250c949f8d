/** The dashboard: figures derived from recorded events only; nothing here can be written. */
import * as z from 'zod/mini'
import { endpoint, verifiedMerchant } from './endpoint.ts'
import { money, signedMoney } from './money.ts'
import { day, empty, id, instant } from './shapes.ts'

export const dashboard = endpoint({
  api: 'merchant',
  path: '/merchant/dashboard',
  about: 'All figures of the shop’s dashboard, with yesterday’s beside today’s.',
  access: verifiedMerchant,
  reads: true,
  input: empty,
  answer: z.object({
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
          /** Hours for pickup-time, share in hundredths of a percent for the others; null when there is nothing to count. */
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
  about: 'Sales and expected profit of each of the last 7 or 30 days in the shop’s time zone, oldest first.',
  access: verifiedMerchant,
  reads: true,
  input: z.strictObject({ days: z.literal([7, 30]) }),
  answer: z.object({
    list: z.array(z.object({ day, orders: z.int(), sales: money, profit: signedMoney, visitors: z.int() })),
  }),
  refusals: [],
})

export const bestSellers = endpoint({
  api: 'merchant',
  path: '/merchant/dashboard/best-sellers',
  about: 'The shop’s ten products with the most units sold in the last 30 days.',
  access: verifiedMerchant,
  reads: true,
  input: empty,
  answer: z.object({
    days: z.int(),
    list: z.array(
      z.object({ listingId: id, name: z.string(), picture: z.nullable(z.string()), units: z.int(), sales: money }),
    ),
  }),
  refusals: [],
})
