import { all, one, sql, type Queryable } from '../../platform/postgres.ts'

export type DashboardRow = {
  name: string
  logo: string | null
  code: string
  closed: boolean
  time_zone: string
  today: string
  password_set: boolean
  awaiting: number
  awaiting_earnings: bigint
  next_deadline: Date | null
  listings: number
  at_loss: number
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

/** Everything the dashboard shows, in one statement over counters and daily roll-ups; no order is looked at but the one with the next deadline. */
export const readDashboard = (on: Queryable, shopId: string, merchantId: string, now: Date) =>
  one(
    on,
    sql<DashboardRow>`with h as (
        select s.*, (${now}::timestamptz at time zone s.time_zone)::date as today from shop s where s.id = ${shopId}
      ), d as (
        select h.today - d.day as age, d.* from shop_day d, h where d.shop_id = ${shopId} and d.day > h.today - 90
      ), x as (
        select coalesce(sum(orders) filter (where age = 0), 0)::int as today_orders, coalesce(sum(sales) filter (where age = 0), 0)::bigint as today_sales,
          coalesce(sum(expected_profit) filter (where age = 0), 0)::bigint as today_profit,
          coalesce(sum(orders) filter (where age = 1), 0)::int as yesterday_orders, coalesce(sum(sales) filter (where age = 1), 0)::bigint as yesterday_sales,
          coalesce(sum(expected_profit) filter (where age = 1), 0)::bigint as yesterday_profit,
          coalesce(sum(visitors) filter (where age = 0), 0)::int as visitors_today, coalesce(sum(visitors) filter (where age < 7), 0)::int as visitors_7,
          coalesce(sum(visitors) filter (where age < 30), 0)::int as visitors_30,
          coalesce(sum(picked_up), 0)::int as picked_up, coalesce(sum(pickup_seconds), 0)::bigint as pickup_seconds,
          coalesce(sum(declined), 0)::int as declined, coalesce(sum(completed), 0)::int as completed
        from d
      )
      select h.name, h.logo, h.code, h.closed_at is not null as closed, h.time_zone, h.today,
        (select payment_password_hash is not null from merchant where id = ${merchantId}) as password_set,
        coalesce(w.n, 0) as awaiting, coalesce(w.earnings, 0) as awaiting_earnings,
        (select min(pickup_until) from orders where shop_id = ${shopId} and status = 5) as next_deadline,
        (select count(*)::int from listing where shop_id = ${shopId}) as listings,
        (select count(*)::int from listing where shop_id = ${shopId} and off_reason = 'at-loss') as at_loss,
        coalesce(f.sales, 0) as sales, coalesce(f.realised_profit, 0) as profit, coalesce(f.followers, 0) as followers,
        (select count(distinct r.order_id)::int from buyer_refund r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
          where r.shop_id = ${shopId} and r.cause <> 'paid-late' and o.received_at is not null and r.created_at > ${now}::timestamptz - interval '90 days') as refunded,
        coalesce(f.reviews, 0) as reviews, coalesce(f.rating_sum, 0) as rating_sum, x.*
      from h cross join x left join shop_figures f on f.shop_id = h.id
        left join order_count w on w.shop_id = h.id and w.status = 5`,
  )

/** One row for each of the last days, days without events included, oldest first. */
export const readCurve = (on: Queryable, shopId: string, days: number, now: Date) =>
  all(
    on,
    sql<{ day: string; orders: number; sales: bigint; profit: bigint; visitors: number }>`
      with h as (select (${now}::timestamptz at time zone time_zone)::date as today from shop where id = ${shopId})
      select (h.today - g)::date as day, coalesce(d.orders, 0) as orders, coalesce(d.sales, 0) as sales, coalesce(d.expected_profit, 0) as profit,
        coalesce(d.visitors, 0) as visitors
      from h cross join generate_series(${days - 1}::int, 0, -1) g left join shop_day d on d.shop_id = ${shopId} and d.day = h.today - g order by 1`,
  )

export const readBestSellers = (on: Queryable, shopId: string, days: number, now: Date) =>
  all(
    on,
    sql<{ listing_id: string; name: string; picture: string | null; units: number; sales: bigint }>`
      with h as (select (${now}::timestamptz at time zone time_zone)::date as today from shop where id = ${shopId}),
      best as (
        select d.listing_id, sum(d.units)::int as units, sum(d.sales)::bigint as sales from shop_product_day d, h
        where d.shop_id = ${shopId} and d.day > h.today - ${days}::int group by d.listing_id having sum(d.units) > 0 order by 2 desc, 3 desc, 1 limit 10
      )
      select b.*, p.name, p.picture from best b join listing l on l.shop_id = ${shopId} and l.id = b.listing_id join product p on p.id = l.product_id
      order by b.units desc, b.sales desc, b.listing_id`,
  )
