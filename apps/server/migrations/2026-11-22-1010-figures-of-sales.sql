-- Figures tell of sales that stand. What was refunded leaves them: money by the cent, the order with its pieces, its pick-up and its review once all
-- of it is refunded. Orders that are set aside for a review of their buyer do not count until they are cleared.

-- Whether the order counts in figures, ranks, score and rating.
alter table orders add column counted boolean not null default true;

create or replace function figure_moved_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from before_rows b join after_rows a using (shop_id, id)
    where a.refunded <> b.refunded or a.refund_loss <> b.refund_loss or a.counted <> b.counted
      or (a.status <> b.status and (a.paid_at is distinct from b.paid_at or a.picked_up_at is distinct from b.picked_up_at or a.status in (6, 7)))
  ) then return null; end if;

  -- Each order as it was and as it is: what it told is taken off, what it tells is put on.
  with versions as (
    select a.shop_id, a.id, s.time_zone, a.total_payment, a.profit, v.*,
      v.status <> 7 and v.refunded < a.total_payment as stands,
      (a.paid_at is null) <> (b.paid_at is null) or (a.status = 7) <> (b.status = 7) or a.refunded <> b.refunded or a.counted <> b.counted as sale_changed
    from before_rows b join after_rows a using (shop_id, id) join shop s on s.id = a.shop_id
    cross join lateral (values
      (-1, b.status, b.paid_at, b.picked_up_at, b.completed_at, b.cancel_reason, b.refunded, b.refund_loss, b.counted),
      (1, a.status, a.paid_at, a.picked_up_at, a.completed_at, a.cancel_reason, a.refunded, a.refund_loss, a.counted)
    ) v (sign, status, paid_at, picked_up_at, completed_at, cancel_reason, refunded, refund_loss, counted)
    where v.counted and v.paid_at is not null
  ), steps as (
    select shop_id, (paid_at at time zone time_zone)::date as day, sign * stands::int as orders,
      case when status = 7 then 0 else sign * (total_payment - refunded) end as sales,
      case when status = 7 then 0 else sign * (profit - refund_loss) end as expected_profit,
      sign * (status = 7)::int as cancelled, 0 as completed, 0::bigint as realised_profit, 0 as picked_up, 0::bigint as pickup_seconds,
      sign * (status = 7 and cancel_reason = 'merchant')::int as declined
    from versions
    union all
    select shop_id, (completed_at at time zone time_zone)::date, 0, 0, 0, 0, sign, sign * (profit - refund_loss), 0, 0, 0
    from versions where status = 6
    union all
    select shop_id, (picked_up_at at time zone time_zone)::date, 0, 0, 0, 0, 0, 0, sign, sign * extract(epoch from picked_up_at - paid_at)::bigint, 0
    from versions where picked_up_at is not null and stands
  ), by_day as (
    select shop_id, day, sum(orders) as orders, sum(sales) as sales, sum(expected_profit) as expected_profit, sum(cancelled) as cancelled,
      sum(completed) as completed, sum(realised_profit) as realised_profit, sum(picked_up) as picked_up, sum(pickup_seconds) as pickup_seconds,
      sum(declined) as declined
    from steps group by shop_id, day
  ), days as (
    insert into shop_day as d (shop_id, day, orders, sales, expected_profit, cancelled, completed, realised_profit, picked_up, pickup_seconds, declined)
    select * from by_day
    where (orders, sales, expected_profit, cancelled, completed, realised_profit, picked_up, pickup_seconds, declined) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
    order by shop_id, day
    on conflict (shop_id, day) do update set orders = d.orders + excluded.orders, sales = d.sales + excluded.sales,
      expected_profit = d.expected_profit + excluded.expected_profit, cancelled = d.cancelled + excluded.cancelled,
      completed = d.completed + excluded.completed, realised_profit = d.realised_profit + excluded.realised_profit,
      picked_up = d.picked_up + excluded.picked_up, pickup_seconds = d.pickup_seconds + excluded.pickup_seconds,
      declined = d.declined + excluded.declined
  ), ratings as (
    select v.shop_id, sum(v.sign)::int as reviews, sum(v.sign * r.rating)::bigint as rating_sum
    from versions v join review r on r.shop_id = v.shop_id and r.order_id = v.id where v.sale_changed and v.stands group by v.shop_id
  ), totals as (
    insert into shop_figures as f (shop_id, sales, realised_profit, reviews, rating_sum)
    select d.shop_id, d.sales, d.realised_profit, coalesce(r.reviews, 0), coalesce(r.rating_sum, 0)
    from (select shop_id, sum(sales) as sales, sum(realised_profit) as realised_profit from by_day group by shop_id) d left join ratings r using (shop_id)
    where (d.sales, d.realised_profit, coalesce(r.reviews, 0), coalesce(r.rating_sum, 0)) <> (0, 0, 0, 0) order by d.shop_id
    on conflict (shop_id) do update set sales = f.sales + excluded.sales, realised_profit = f.realised_profit + excluded.realised_profit,
      reviews = f.reviews + excluded.reviews, rating_sum = f.rating_sum + excluded.rating_sum
  ), lines as (
    select v.*, l.listing_id, l.product_id, l.quantity, l.quantity * l.selling_price as line_total,
      sum(l.quantity * l.selling_price) over (partition by v.shop_id, v.id, v.sign order by l.line)::bigint as up_to_here
    from versions v join order_line l on l.shop_id = v.shop_id and l.order_id = v.id
    where v.sale_changed and v.status <> 7
  ), pieces as (
    select shop_id, (paid_at at time zone time_zone)::date as day, listing_id, min(product_id::text)::uuid as product_id,
      sum(case when stands then sign * quantity else 0 end)::int as units,
      sum(sign * (line_total - line_refunded(up_to_here, line_total, refunded, total_payment)))::bigint as sales
    from lines group by 1, 2, 3
  ), shop_products as (
    insert into shop_product_day as d (shop_id, day, listing_id, product_id, units, sales)
    select shop_id, day, listing_id, product_id, units, sales from pieces where (units, sales) <> (0, 0) order by 1, 2, 3
    on conflict (shop_id, day, listing_id) do update set units = d.units + excluded.units, sales = d.sales + excluded.sales
  ), products as (
    insert into product_day as d (product_id, day, units)
    select product_id, day, sum(units) from pieces group by product_id, day having sum(units) <> 0 order by 1, 2
    on conflict (product_id, day) do update set units = d.units + excluded.units
  )
  insert into listing_figures as f (shop_id, listing_id, units)
  select shop_id, listing_id, sum(units) from pieces group by shop_id, listing_id having sum(units) <> 0 order by 1, 2
  on conflict (shop_id, listing_id) do update set units = f.units + excluded.units;
  return null;
end $$;

-- What of an order's refunded money falls on one of its lines, pro rata. `up_to_here` is the sum of the lines up to this one: rounded at each of
-- these sums, the shares of all lines add up to what was refunded, to the cent, however many refunds it took.
create function line_refunded(up_to_here bigint, line_total bigint, refunded bigint, total bigint) returns bigint
language sql immutable as $$
  select case when refunded = 0 then 0
    else round(up_to_here::numeric * refunded / total)::bigint - round((up_to_here - line_total)::numeric * refunded / total)::bigint end
$$;
revoke all on function line_refunded(bigint, bigint, bigint, bigint) from public;

-- A review belongs to a sale that stands: none of an order of which all was refunded, and one of an order that does not count waits with it.
create function check_review() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from orders where shop_id = new.shop_id and id = new.order_id and (refunded = total_payment or status = 7)) then
    raise exception 'an order that was refunded has no review' using errcode = 'check_violation', constraint = 'review_refunded';
  end if;
  return new;
end $$;
create trigger review_refunded before insert on review for each row execute function check_review();

create or replace function count_reviews() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shop_figures as f (shop_id, reviews, rating_sum)
  select r.shop_id, count(*), sum(r.rating) from after_rows r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
  where o.counted group by r.shop_id order by r.shop_id
  on conflict (shop_id) do update set reviews = f.reviews + excluded.reviews, rating_sum = f.rating_sum + excluded.rating_sum;
  return null;
end $$;

-- What was refunded before still stands in the figures: it is taken off, once.
with old as (
  select o.*, s.time_zone, o.status <> 7 and o.refunded = o.total_payment as is_full
  from orders o join shop s on s.id = o.shop_id
  where o.paid_at is not null and (o.refunded > 0 or (o.status = 7 and o.picked_up_at is not null))
), steps as (
  select shop_id, (paid_at at time zone time_zone)::date as day, is_full::int as orders, case when status = 7 then 0 else refunded end as sales,
    0 as picked_up, 0::bigint as pickup_seconds
  from old
  union all
  select shop_id, (picked_up_at at time zone time_zone)::date, 0, 0, 1, extract(epoch from picked_up_at - paid_at)::bigint
  from old where picked_up_at is not null and (is_full or status = 7)
), days as (
  update shop_day d set orders = d.orders - x.orders, sales = d.sales - x.sales, picked_up = d.picked_up - x.picked_up,
    pickup_seconds = d.pickup_seconds - x.pickup_seconds
  from (select shop_id, day, sum(orders) as orders, sum(sales) as sales, sum(picked_up) as picked_up, sum(pickup_seconds) as pickup_seconds
    from steps group by shop_id, day) x where d.shop_id = x.shop_id and d.day = x.day
), totals as (
  update shop_figures f set sales = f.sales - x.sales, reviews = f.reviews - x.reviews, rating_sum = f.rating_sum - x.rating_sum
  from (
    select o.shop_id, sum(case when o.status = 7 then 0 else o.refunded end) as sales, count(r.*) filter (where o.is_full) as reviews,
      coalesce(sum(r.rating) filter (where o.is_full), 0) as rating_sum
    from old o left join review r on r.shop_id = o.shop_id and r.order_id = o.id group by o.shop_id
  ) x where f.shop_id = x.shop_id
), lines as (
  select o.*, l.listing_id, l.product_id, l.quantity as pieces, l.quantity * l.selling_price as line_total,
    sum(l.quantity * l.selling_price) over (partition by o.shop_id, o.id order by l.line)::bigint as up_to_here
  from old o join order_line l on l.shop_id = o.shop_id and l.order_id = o.id where o.status <> 7
), pieces as (
  select shop_id, (paid_at at time zone time_zone)::date as day, listing_id, min(product_id::text)::uuid as product_id,
    sum(case when is_full then pieces else 0 end)::int as units,
    sum(line_refunded(up_to_here, line_total, refunded, total_payment))::bigint as sales
  from lines group by 1, 2, 3
), shop_products as (
  update shop_product_day d set units = d.units - p.units, sales = d.sales - p.sales
  from pieces p where d.shop_id = p.shop_id and d.day = p.day and d.listing_id = p.listing_id
), products as (
  update product_day d set units = d.units - p.units
  from (select product_id, day, sum(units) as units from pieces group by 1, 2) p where d.product_id = p.product_id and d.day = p.day
)
update listing_figures f set units = f.units - p.units
from (select shop_id, listing_id, sum(units) as units from pieces group by 1, 2) p where f.shop_id = p.shop_id and f.listing_id = p.listing_id;
