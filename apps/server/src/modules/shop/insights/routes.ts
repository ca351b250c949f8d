import { accounts, longestReport, formatCents, type ReportPeriod } from '@quayside/contract'
import * as insights from '@quayside/contract/insights'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import type { ResponseCache } from '../../../platform/http/response-cache.ts'
import { balanceOf, readBalances } from '../../money/ledger/store.ts'
import { isConfigured } from '../../people/outbox/write-message.ts'
import { presentFigures } from './present.ts'
import { figuresOf, type ReportFigures } from './report.ts'
import {
  countWaiting,
  readBestSellers,
  readCurve,
  readDashboard,
  readDays,
  readEscrowSteps,
  readExpected,
  readMovements,
  readPayouts,
  readReleases,
  readSold,
  readSoldByThisHour,
  readWaiting,
} from './store.ts'

const bestDays = 30
const forecastDays = 30
/** First and last day of each named period, in days before today. */
const periods: Record<ReportPeriod, [from: number, to: number]> = {
  yesterday: [1, 1],
  today: [0, 0],
  week: [6, 0],
  month: [29, 0],
}

/** The days of the requested period. Refuses a reversed period, a single bound, and more than a year. */
function resolvePeriod(
  period: ReportPeriod,
  from: string | undefined,
  to: string | undefined,
): readonly [string | number, string | number] {
  if (from === undefined && to === undefined) return periods[period]
  if (from === undefined || to === undefined)
    return refuseFields(from === undefined ? { from: 'field/required' } : { to: 'field/required' })
  if (to < from) refuseFields({ to: 'field/invalid' })
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 >= longestReport) refuseFields({ to: 'field/too-large' })
  return [from, to]
}

/** What was sold, as the dashboard counts it. */
type Sold = { orders: number; sales: bigint }

const figuresOnWire = (f: ReportFigures, sold: Sold) => ({
  orders: f.orders,
  cancelled: Math.max(0, f.orders - sold.orders),
  sold: { orders: sold.orders, sales: formatCents(sold.sales) },
  payments: formatCents(f.payments),
  coupons: formatCents(f.coupons),
  refunds: formatCents(f.refunds),
  cost: formatCents(f.cost),
  commission: formatCents(f.commission),
  open: formatCents(f.open),
  profit: formatCents(f.profit),
  realised: formatCents(f.realised),
  recharged: formatCents(f.recharged),
  withdrawn: formatCents(f.withdrawn),
  withdrawalFees: formatCents(f.withdrawalFees),
})

export const insightRoutes = (responses: ResponseCache): Route[] => [
  defineRoute(
    insights.dashboard,
    async (call, _input, db) => {
      const { ctx, actor, now } = call
      const row = await readDashboard(db, actor.shopId, actor.merchantId, now)
      if (!row) return refuse('shop/not-found')
      // At midnight of the shop the figures of today begin anew, without any change that a notification could tell.
      call.rightUntil = row.tomorrow
      return {
        shop: { name: row.name, logo: row.logo, code: row.code, closed: row.closed, timeZone: row.time_zone },
        today: row.today,
        todo: {
          awaitingPickup: row.awaiting,
          nextDeadline: row.next_deadline?.toISOString() ?? null,
          paymentPasswordSet: row.password_set,
          listings: row.listings,
          offShelfAtLoss: row.at_loss,
          refunds: { n: row.refunds, answerBy: row.answer_by?.toISOString() ?? null },
          rejected: row.rejected.map(({ id, kind, code, amount }) => ({ message: id, kind, code, amount })),
          supplierNotices: row.notices,
          answers: row.answers,
          emailToVerify: !row.email_verified && isConfigured(ctx.settings, 'email'),
        },
        ...presentFigures(row),
      }
    },
    { cache: { responses, parameters: [] } },
  ),

  defineRoute(insights.salesCurve, async ({ actor, now }, { days }, db) => {
    const [curve, [yesterday, first]] = await Promise.all([
      readCurve(db, actor.shopId, 2 * days, now),
      readSoldByThisHour(db, actor.shopId, [1, days], now),
    ])
    const before = curve.slice(0, days)
    const whole = before.slice(0, -1)
    const sum = (of: (row: (typeof whole)[number]) => bigint) => whole.reduce((total, row) => total + of(row), 0n)
    return {
      list: curve.slice(days).map((row) => ({
        day: row.day,
        orders: row.orders,
        sales: formatCents(row.sales),
        profit: formatCents(row.profit),
        visitors: row.visitors,
      })),
      before: before.map(({ day, sales }) => ({ day, sales: formatCents(sales) })),
      sameHour: {
        yesterday: {
          orders: yesterday!.orders,
          sales: formatCents(yesterday!.sales),
          profit: formatCents(yesterday!.profit),
        },
        // The last day of the period before ended where today has not: it counts up to the same hour.
        before: {
          orders: whole.reduce((total, row) => total + row.orders, first!.orders),
          sales: formatCents(sum((row) => row.sales) + first!.sales),
          profit: formatCents(sum((row) => row.profit) + first!.profit),
        },
      },
    }
  }),

  defineRoute(insights.bestSellers, async ({ actor, now }, _input, db) => ({
    days: bestDays,
    list: (await readBestSellers(db, actor.shopId, bestDays, now)).map((row) => ({
      listingId: row.listing_id,
      name: row.name,
      picture: row.picture,
      units: row.units,
      sales: formatCents(row.sales),
    })),
  })),

  defineRoute(insights.financeReport, async ({ actor, now }, { period = 'today', from, to, upToNow }, db) => {
    const days = await readDays(db, actor.shopId, ...resolvePeriod(period, from, to), now)
    if (upToNow) {
      const today = (await readDays(db, actor.shopId, 0, 0, now)).starts[0]!
      const [last, end] = days.starts.slice(-2) as [Date, Date]
      // What is booked at this very moment counts: the end of a day is not part of it.
      const byNow = last.getTime() + (now.getTime() - today.getTime()) + 1
      days.starts[days.days.length] = new Date(Math.min(end.getTime(), byNow))
    }
    const [booked, soldByDay, expected] = await Promise.all([
      readMovements(db, actor.shopId, days),
      readSold(db, actor.shopId, days),
      readExpected(db, actor.shopId),
    ])
    const soldOn = new Map(soldByDay.map((row) => [row.day, row]))
    const sold = soldByDay.reduce((all, row) => ({ orders: all.orders + row.orders, sales: all.sales + row.sales }), {
      orders: 0,
      sales: 0n,
    })
    return {
      from: days.days[0]!,
      to: days.days.at(-1)!,
      timeZone: days.timeZone,
      ...figuresOnWire(figuresOf(booked), sold),
      expected: formatCents(expected),
      days: days.days.map((day, i) => ({
        day,
        ...figuresOnWire(
          figuresOf(booked.filter((row) => row.day === i + 1)),
          soldOn.get(day) ?? { orders: 0, sales: 0n },
        ),
      })),
    }
  }),

  defineRoute(insights.financePending, async ({ actor, now }, { limit, page, cursor, day: onlyDay }, db) => {
    const days = await readDays(db, actor.shopId, 0, 1 - forecastDays, now)
    const place = onlyDay === undefined ? -1 : days.days.indexOf(onlyDay)
    if (onlyDay !== undefined && place === -1) refuseFields({ day: 'field/invalid' })
    const [from, to] = [days.starts[place], days.starts[place + 1]]
    const [has, owed, waiting, list, releases] = await Promise.all([
      readBalances(db, actor.shopId),
      balanceOf(db, accounts.merchantDue, actor.shopId),
      countWaiting(db, actor.shopId),
      readWaiting(db, actor.shopId, {
        limit,
        skip: cursor ? 0 : (page - 1) * limit,
        after: readTimeCursor(cursor),
        settling: from && to ? { from, to, now } : undefined,
      }),
      readReleases(db, actor.shopId, days, now),
    ])
    return {
      pending: formatCents(has.pending),
      held: formatCents(has.held),
      owed: formatCents(owed),
      timeZone: days.timeZone,
      forecast: days.days.map((day, i) => ({
        day,
        amount: formatCents(releases.find((row) => row.day === i + 1)?.amount ?? 0n),
      })),
      total: place === -1 ? waiting : (releases.find((row) => row.day === place + 1)?.orders ?? 0),
      list: list.map((row) => ({
        why: row.refunding
          ? ('refund-open' as const)
          : row.kind === 'order'
            ? ('protection-window' as const)
            : ('withdrawal-review' as const),
        cause: { kind: row.kind, id: row.id, code: row.code },
        amount: formatCents(row.amount),
        freeAt: row.refunding ? null : row.free_at.toISOString(),
      })),
      cursor: nextTimeCursor(list, limit, ({ free_at, id }) => ({ at: free_at, id })),
    }
  }),

  defineRoute(insights.moneyPlaces, async ({ actor, now }, _input, db) => {
    const days = await readDays(db, actor.shopId, 0, 1 - forecastDays, now)
    const since = await readDays(db, actor.shopId, insights.payoutDays - 1, 0, now)
    const [has, owed, steps, expected, payouts, releases] = await Promise.all([
      readBalances(db, actor.shopId),
      balanceOf(db, accounts.merchantDue, actor.shopId),
      readEscrowSteps(db, actor.shopId),
      readExpected(db, actor.shopId),
      readPayouts(db, actor.shopId, since.starts[0]!),
      readReleases(db, actor.shopId, days, now),
    ])
    const dated = releases.reduce((total, row) => total + row.amount, 0n)
    return {
      escrow: formatCents(steps.reduce((total, row) => total + row.amount, 0n)),
      steps: steps.map(({ status, orders, amount }) => ({ status, orders, amount: formatCents(amount) })),
      expected: formatCents(expected),
      pending: formatCents(has.pending),
      balance: formatCents(has.available),
      held: formatCents(has.held),
      sending: formatCents(payouts.sending),
      paidOut: formatCents(payouts.paid),
      owed: formatCents(owed),
      paydays: days.days.map((day, i) => {
        const release = releases.find((row) => row.day === i + 1)
        return { day, orders: release?.orders ?? 0, amount: formatCents(release?.amount ?? 0n) }
      }),
      // An order can settle between two of these reads.
      later: formatCents(has.pending > dated ? has.pending - dated : 0n),
    }
  }),
]
