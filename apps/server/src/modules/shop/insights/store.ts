import { accounts, orderStatus, rejections, type OrderStatus } from '@quayside/contract'
import { hotProductsShown, visitorWindows } from '@quayside/contract/constants'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'
import { countOpenNoticesSql } from '../listings/notice-store.ts'
import { prepaidCost, reported, shopCoupon, type Movement } from './report.ts'

export type DashboardRow = {
  name: string
  logo: string | null
  code: string
  closed: boolean
  time_zone: string
  today: string
  /** The instant at which the shop's next day begins. */
  tomorrow: Date
  password_set: boolean
  awaiting: number
  next_deadline: Date | null
  listings: number
  at_loss: number
  refunds: number
  answer_by: Date | null
  rejected: { id: string; kind: (typeof rejections)[number]; code: string; amount: string }[]
  notices: number
  answers: number
  email_verified: boolean
  sales: bigint
  profit: bigint
  followers: number
  reviews: number
  rating_sum: bigint
  today_orders: number
  today_sales: bigint
  today_profit: bigint
  yesterday_orders: number
  yesterday_sales: bigint
  yesterday_profit: bigint
  visitors_today: number
  visitors_7: number
  visitors_30: number
  picked_up: number
  pickup_seconds: bigint
  declined: number
  completed: number
  refunded: number
}

/**
 * The data of the dashboard in one statement over counters, daily roll-ups and open items. It reads no order except the
 * one with the next deadline.
 */
export const readDashboard = (db: Queryable, shopId: string, merchantId: string, now: Date) =>
  queryOne(
    db,
    sql<DashboardRow>`with h as (
        select s.*, (${now}::timestamptz at time zone s.time_zone)::date as today from shop s where s.id = ${shopId}
      ), d as (
        select h.today - d.day as age, d.* from shop_day d, h where d.shop_id = ${shopId} and d.day > h.today - 90
      ), x as (
        select coalesce(sum(orders) filter (where age = 0), 0)::int as today_orders, coalesce(sum(sales) filter (where age = 0), 0)::bigint as today_sales,
          coalesce(sum(expected_profit) filter (where age = 0), 0)::bigint as today_profit,
          coalesce(sum(orders) filter (where age = 1), 0)::int as yesterday_orders, coalesce(sum(sales) filter (where age = 1), 0)::bigint as yesterday_sales,
          coalesce(sum(expected_profit) filter (where age = 1), 0)::bigint as yesterday_profit,
          coalesce(sum(visitors) filter (where age < ${visitorWindows.today}), 0)::int as visitors_today, coalesce(sum(visitors) filter (where age < ${visitorWindows.days7}), 0)::int as visitors_7,
          coalesce(sum(visitors) filter (where age < ${visitorWindows.days30}), 0)::int as visitors_30,
          coalesce(sum(picked_up), 0)::int as picked_up, coalesce(sum(pickup_seconds), 0)::bigint as pickup_seconds,
          coalesce(sum(declined), 0)::int as declined, coalesce(sum(completed), 0)::int as completed
        from d
      )
      select h.name, h.logo, h.code, h.closed_at is not null as closed, h.time_zone, h.today,
        day_start(h.today + 1, h.time_zone) as tomorrow,
        (select payment_password_hash is not null from merchant where id = ${merchantId}) as password_set,
        coalesce(w.n, 0) as awaiting,
        (select min(pickup_until) from orders where shop_id = ${shopId} and status = ${orderStatus.awaitingPickup}) as next_deadline,
        (select count(*)::int from listing where shop_id = ${shopId}) as listings,
        (select count(*)::int from listing where shop_id = ${shopId} and off_reason = 'at-loss') as at_loss,
        a.n as refunds, a.by as answer_by,
        (select coalesce(json_agg(r order by r.seq desc), '[]') from (
          select id, seq, kind, "values" ->> 'code' as code, "values" ->> 'amount' as amount from message
          where shop_id = ${shopId} and read_at is null and kind = any(${[...rejections]}::text[]) order by seq desc limit 10) r) as rejected,
        ${countOpenNoticesSql(shopId)} as notices,
        (select count(*)::int from talk join talk_message m using (party_id)
          where party_id = ${shopId} and m.by_party = 'support' and m.seq > talk.merchant_read) as answers,
        (select email_verified_at is not null from merchant where id = ${merchantId}) as email_verified,
        coalesce(f.sales, 0) as sales, coalesce(f.realised_profit, 0) as profit, coalesce(f.followers, 0) as followers,
        -- Refunds at the platform's cost do not count.
        (select count(distinct r.order_id)::int from buyer_refund r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
            left join refund_order b on b.shop_id = r.shop_id and b.id = r.refund_order_id
          where r.shop_id = ${shopId} and r.cause <> 'paid-late' and o.received_at is not null and o.counted
            and coalesce(b.from_platform, 0) = 0 and r.created_at > ${now}::timestamptz - interval '90 days') as refunded,
        coalesce(f.reviews, 0) as reviews, coalesce(f.rating_sum, 0) as rating_sum, x.*
      from h cross join x
        cross join (select count(*)::int as n, min(answer_by) as by from refund_order where shop_id = ${shopId} and state = 'requested') a
        left join shop_figures f on f.shop_id = h.id
        left join order_count w on w.shop_id = h.id and w.status = ${orderStatus.awaitingPickup}`,
  )

/** One row for each of the last days, also for days without events, oldest first. */
export const readCurve = (db: Queryable, shopId: string, days: number, now: Date) =>
  queryAll(
    db,
    sql<{ day: string; orders: number; sales: bigint; profit: bigint; visitors: number }>`
      with h as (select (${now}::timestamptz at time zone time_zone)::date as today from shop where id = ${shopId})
      select (h.today - g)::date as day, coalesce(d.orders, 0) as orders, coalesce(d.sales, 0) as sales, coalesce(d.expected_profit, 0) as profit,
        coalesce(d.visitors, 0) as visitors
      from h cross join generate_series(${days - 1}::int, 0, -1) g left join shop_day d on d.shop_id = ${shopId} and d.day = h.today - g order by 1`,
  )

/**
 * What was sold on single days up to the present time of day in the shop's time zone, by the number of days ago. It
 * counts as `shop_day` does, but from the orders, because the roll-up has no hours. An order is paid within minutes of
 * being placed: a day of margin before its payment bounds the part of the index that is read.
 */
export const readSoldByThisHour = (db: Queryable, shopId: string, daysAgo: number[], now: Date) =>
  queryAll(
    db,
    sql<{ ago: number; orders: number; sales: bigint; profit: bigint }>`
      with h as (
        select time_zone, ${now}::timestamptz at time zone time_zone as local from shop where id = ${shopId}
      ), d as (
        select ago, day_start(local::date - ago, time_zone) as starts, (local - make_interval(days => ago)) at time zone time_zone as ends
        from h cross join unnest(${daysAgo}::int[]) ago
      )
      select d.ago, x.* from d cross join lateral (
        select (count(*) filter (where refunded < total_payment))::int as orders, coalesce(sum(total_payment - refunded), 0)::bigint as sales,
          coalesce(sum(profit - refund_loss), 0)::bigint as profit
        from orders where shop_id = ${shopId} and counted and status <> ${orderStatus.cancelled} and paid_at >= d.starts and paid_at < d.ends
          and placed_at >= d.starts - interval '1 day' and placed_at < d.ends
      ) x order by d.ago`,
  )

export const readBestSellers = (db: Queryable, shopId: string, days: number, now: Date) =>
  queryAll(
    db,
    sql<{ listing_id: string; name: string; picture: string | null; units: number; sales: bigint }>`
      with h as (select (${now}::timestamptz at time zone time_zone)::date as today from shop where id = ${shopId}),
      best as (
        select d.listing_id, sum(d.units)::int as units, sum(d.sales)::bigint as sales from shop_product_day d, h
        where d.shop_id = ${shopId} and d.day > h.today - ${days}::int group by d.listing_id having sum(d.units) > 0 order by 2 desc, 3 desc, 1 limit ${hotProductsShown}
      )
      select b.*, p.name, p.picture from best b join listing l on l.shop_id = ${shopId} and l.id = b.listing_id join product p on p.id = l.product_id
      order by b.units desc, b.sales desc, b.listing_id`,
  )

export type Days = {
  timeZone: string
  /** Oldest first. */
  days: string[]
  /** The first instant of each day, and at the end that of the day after the last. */
  starts: Date[]
}

/**
 * The days of a report in the shop's time zone, with their instants. Each day is a half-open range of 23, 24 or
 * 25 hours. The bounds are dates, or numbers of days before today.
 */
export async function readDays(
  db: Queryable,
  shopId: string,
  from: string | number,
  to: string | number,
  now: Date,
): Promise<Days> {
  const date = (day: string | number) => (typeof day === 'string' ? sql`${day}::date` : sql`today - ${day}::int`)
  const rows = await queryAll(
    db,
    sql<{ time_zone: string; day: string; starts: Date }>`
      with h as (select time_zone, (${now}::timestamptz at time zone time_zone)::date as today from shop where id = ${shopId})
      select time_zone, d::date as day, day_start(d::date, time_zone) as starts
      from h, generate_series((${date(from)})::timestamp, (${date(to)} + 1)::timestamp, interval '1 day') d order by d`,
  )
  return {
    timeZone: rows[0]?.time_zone ?? 'UTC',
    days: rows.slice(0, -1).map((row) => row.day),
    starts: rows.map((row) => row.starts),
  }
}

const ranges = ({ starts }: Days) => ({
  // The number of the day, from 1. A day that the zone skipped is an empty range.
  place: (at: ReturnType<typeof sql>) => sql`width_bucket(${at}, ${starts}::timestamptz[])`,
  within: (at: ReturnType<typeof sql>) => sql`${at} >= ${starts[0]} and ${at} < ${starts.at(-1)}`,
})

/**
 * Postings of a shop by day; `day` is the position of the day, from 1. One statement, so all figures have one
 * snapshot.
 */
export function readMovements(db: Queryable, shopId: string, days: Days) {
  const { place, within } = ranges(days)
  return queryAll(
    db,
    sql<Movement & { day: number }>`
      select ${place(sql`t.at`)} as day, t.event, a.kind, p.side, sum(p.amount)::bigint as amount, count(*)::int as n
      from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id
        join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
      where t.shop_id = ${shopId} and ${within(sql`t.at`)} and t.event = any(${reported}::text[])
      group by 1, 2, 3, 4
      union all
      select ${place(sql`o.received_at`)}, 'order.received', ${prepaidCost}, p.side, sum(p.amount)::bigint, count(*)::int
      from orders o join ledger.transfer t on t.shop_id = o.shop_id and t.ref = o.id and t.event = 'order.picked-up'
        join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id and p.side = 'D'
      where o.shop_id = ${shopId} and o.funding = 'balance' and ${within(sql`o.received_at`)}
      group by 1, 4
      union all
      -- An order is paid soon after its coupon was used: two days before the payment bound what is read of the index.
      select ${place(sql`o.paid_at`)}, 'order.paid', ${shopCoupon}, 'D', sum(o.coupon_shop)::bigint, count(*)::int
      from coupon_use u join orders o on o.shop_id = u.shop_id and o.id = u.order_id and o.coupon_shop > 0
      where u.shop_id = ${shopId} and ${within(sql`o.paid_at`)}
        and u.used_at >= ${days.starts[0]}::timestamptz - interval '2 days' and u.used_at < ${days.starts.at(-1)}
      group by 1`,
  )
}

/** What was sold on each day of a report, from the roll-up of the dashboard; days without a row sold nothing. */
export const readSold = (db: Queryable, shopId: string, { days }: Days) =>
  queryAll(
    db,
    sql<{ day: string; orders: number; sales: bigint }>`
      select day, orders, sales from shop_day where shop_id = ${shopId} and day between ${days[0]}::date and ${days.at(-1)}::date`,
  )

/** Estimated profit of all paid orders that are not received yet. */
export const readExpected = async (db: Queryable, shopId: string): Promise<bigint> =>
  (await queryOne(
    db,
    sql<{
      profit: bigint
    }>`select coalesce(sum(profit - refund_loss), 0)::bigint as profit from orders where shop_id = ${shopId}
        and status in (${orderStatus.awaitingPickup}, ${orderStatus.awaitingShipment}, ${orderStatus.shipped})`,
  ))!.profit

export type WaitingRow = {
  kind: 'order' | 'withdrawal'
  id: string
  code: string
  amount: bigint
  free_at: Date
  refunding: boolean
}

// An open refund delays the settlement without limit.
const refundOpen = sql`exists (select from refund_order r where r.shop_id = o.shop_id and r.order_id = o.id and r.state in ('requested', 'agreed', 'objected'))`

/** Pending and held money: its orders and withdrawals. */
const waiting = (shopId: string) => sql`
  select 'order'::text as kind, o.id, o.code, o.settles_at as free_at, o.pending as amount, ${refundOpen} as refunding
  from orders o where o.shop_id = ${shopId} and o.status = ${orderStatus.received}
  union all
  select 'withdrawal', id, code, decide_by, gross, false from withdrawal where shop_id = ${shopId} and state = 'pending'`

/**
 * The orders and withdrawals of pending and held money, earliest release first; `after` is the last row of the former
 * page.
 */
export const readWaiting = (
  db: Queryable,
  shopId: string,
  {
    limit,
    skip,
    after,
    settling,
  }: {
    limit: number
    skip: number
    after: TimePosition | undefined
    /** Only the orders that settle in these instants, or that should have settled before the second. */
    settling?: { from: Date; to: Date; now: Date } | undefined
  },
) =>
  queryAll(
    db,
    sql<WaitingRow>`
      select * from (${waiting(shopId)}) w where ${settling ? sql`kind = 'order' and not refunding and greatest(free_at, ${settling.now}::timestamptz) >= ${settling.from} and greatest(free_at, ${settling.now}::timestamptz) < ${settling.to}` : sql`true`}
        and ${after ? sql`(free_at, id) > (${after.at}, ${after.id}::uuid)` : sql`true`}
      order by free_at, id limit ${limit} offset ${skip}`,
  )

export const countWaiting = async (db: Queryable, shopId: string): Promise<number> =>
  (await queryOne(
    db,
    sql<{
      n: number
    }>`select coalesce((select n from order_count where shop_id = ${shopId} and status = ${orderStatus.received}), 0)
      + (select count(*)::int from withdrawal where shop_id = ${shopId} and state = 'pending') as n`,
  ))!.n

/** Pending money by day of its release; an overdue amount counts on the first day. */
export const readReleases = (db: Queryable, shopId: string, days: Days, now: Date) =>
  queryAll(
    db,
    sql<{ day: number; orders: number; amount: bigint }>`
      select ${ranges(days).place(sql`greatest(o.settles_at, ${now}::timestamptz)`)} as day, count(*)::int as orders, sum(o.pending)::bigint as amount
      from orders o where o.shop_id = ${shopId} and o.status = ${orderStatus.received} and o.settles_at < ${days.starts.at(-1)} and not ${refundOpen} group by 1`,
  )

/** Orders with money in escrow, by status. */
export const readEscrowSteps = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<{ status: OrderStatus; orders: number; amount: bigint }>`
      select o.status, count(*)::int as orders, sum(a.credits - a.debits)::bigint as amount
      from ledger.account a join orders o on o.shop_id = a.shop_id and o.id = a.owner
      where a.shop_id = ${shopId} and a.kind = ${accounts.orderEscrow} and a.credits <> a.debits group by 1 order by 1`,
  )

/** Approved withdrawals that are not paid yet, and what was paid since an instant. */
export const readPayouts = async (db: Queryable, shopId: string, since: Date) =>
  (await queryOne(
    db,
    sql<{ sending: bigint; paid: bigint }>`
      select coalesce(sum(gross) filter (where state in ('approved', 'sending', 'unknown')), 0)::bigint as sending,
        coalesce(sum(net) filter (where state = 'paid' and finished_at >= ${since}), 0)::bigint as paid
      from withdrawal where shop_id = ${shopId}`,
  ))!
