-- What a merchant sets up in the shop: how to reach it, where it is, and its banners.

alter table shop
  add column phone text,
  add column latitude double precision,
  add column longitude double precision,
  add constraint shop_point check (
    (latitude is null) = (longitude is null) and latitude between -90 and 90 and longitude between -180 and 180
  );
alter table registration
  add column latitude double precision,
  add column longitude double precision,
  add constraint registration_point check (
    (latitude is null) = (longitude is null) and latitude between -90 and 90 and longitude between -180 and 180
  );

-- In the order in which buyers see them.
create table banner (
  shop_id uuid not null references shop,
  kind text not null check (kind in ('home', 'store', 'advertisement')),
  place smallint not null check (place between 1 and 5),
  file_id uuid not null references file,
  primary key (shop_id, kind, place),
  constraint banner_single check (place = 1 or kind = 'advertisement')
);
grant select, insert, delete on banner to quayside_app;

-- The days of a shop are days in its time zone. When that changes, every day is counted again from the orders, for only then does an order that
-- moves later leave the day on which it stands. Days of visitors stay: nobody knows at what time of a day they came.

create function wait_for_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- An order that moves while the days are counted again waits, or is waited for.
  perform pg_advisory_xact_lock_shared(hashtextextended('days of ' || shop_id, 0))
  from (select distinct shop_id from after_rows order by shop_id) x;
  return null;
end $$;
-- Triggers of one event run in the order of their names: this one before `orders_figured`.
create trigger orders_dated after update on orders referencing new table as after_rows
  for each statement execute function wait_for_days();

create function count_days_again() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('days of ' || new.id, 0));

  update shop_day set orders = 0, sales = 0, expected_profit = 0, cancelled = 0, completed = 0, realised_profit = 0, picked_up = 0,
    pickup_seconds = 0, declined = 0 where shop_id = new.id;
  with steps as (
    select (paid_at at time zone new.time_zone)::date as day, (status <> 7)::int as orders, case when status <> 7 then total_payment else 0 end as sales,
      case when status <> 7 then profit - refund_loss else 0 end as expected_profit, (status = 7)::int as cancelled, 0 as completed,
      0::bigint as realised_profit, 0 as picked_up, 0::bigint as pickup_seconds, (status = 7 and cancel_reason = 'merchant')::int as declined
    from orders where shop_id = new.id and paid_at is not null
    union all
    select (completed_at at time zone new.time_zone)::date, 0, 0, 0, 0, 1, profit - refund_loss, 0, 0, 0
    from orders where shop_id = new.id and status = 6
    union all
    select (picked_up_at at time zone new.time_zone)::date, 0, 0, 0, 0, 0, 0, 1, extract(epoch from picked_up_at - paid_at)::bigint, 0
    from orders where shop_id = new.id and picked_up_at is not null
  )
  insert into shop_day as d (shop_id, day, orders, sales, expected_profit, cancelled, completed, realised_profit, picked_up, pickup_seconds, declined)
  select new.id, day, sum(orders), sum(sales), sum(expected_profit), sum(cancelled), sum(completed), sum(realised_profit), sum(picked_up),
    sum(pickup_seconds), sum(declined)
  from steps group by day order by day
  on conflict (shop_id, day) do update set orders = excluded.orders, sales = excluded.sales, expected_profit = excluded.expected_profit,
    cancelled = excluded.cancelled, completed = excluded.completed, realised_profit = excluded.realised_profit, picked_up = excluded.picked_up,
    pickup_seconds = excluded.pickup_seconds, declined = excluded.declined;

  -- The same pieces count in the sales rank of all shops: off their old day and onto the new one.
  with old as (
    delete from shop_product_day where shop_id = new.id returning product_id, day, units
  ), fresh as (
    insert into shop_product_day (shop_id, day, listing_id, product_id, units, sales)
    select new.id, (o.paid_at at time zone new.time_zone)::date, l.listing_id, min(l.product_id::text)::uuid, sum(l.quantity), sum(l.quantity * l.selling_price)
    from orders o join order_line l on l.shop_id = o.shop_id and l.order_id = o.id
    where o.shop_id = new.id and o.paid_at is not null and o.status <> 7
    group by 2, 3 order by 2, 3
    returning product_id, day, units
  )
  insert into product_day as d (product_id, day, units)
  select product_id, day, sum(units)::int from (
    select product_id, day, -units as units from old union all select product_id, day, units from fresh
  ) x group by product_id, day having sum(units) <> 0 order by 1, 2
  on conflict (product_id, day) do update set units = d.units + excluded.units;
  return null;
end $$;
create trigger shop_days_counted after update of time_zone on shop for each row
  when (old.time_zone is distinct from new.time_zone) execute function count_days_again();
