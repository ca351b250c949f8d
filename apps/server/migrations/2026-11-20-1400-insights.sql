-- Figures. Counters and daily roll-ups are kept by the database in the transaction of the event they count;
-- the server's role can read them and cannot write them, so no screen, API or script can invent a number.

create table order_count (
  shop_id uuid not null references shop,
  status smallint not null,
  n int not null check (n >= 0),
  -- What the merchant earns on them, together.
  earnings bigint not null default 0,
  primary key (shop_id, status)
);
-- The next deadline of a shop without looking at its orders.
create index orders_next_deadline on orders (shop_id, pickup_until) where status = 5;

create table shop_figures (
  shop_id uuid primary key references shop,
  followers int not null default 0 check (followers >= 0),
  reviews int not null default 0,
  rating_sum bigint not null default 0,
  sales bigint not null default 0,
  realised_profit bigint not null default 0
);

-- `day` is a day in the shop's time zone. orders, sales and expected_profit belong to the day of payment and leave it when the order is cancelled.
create table shop_day (
  shop_id uuid not null references shop,
  day date not null,
  visitors int not null default 0,
  orders int not null default 0,
  sales bigint not null default 0,
  expected_profit bigint not null default 0,
  cancelled int not null default 0,
  completed int not null default 0,
  realised_profit bigint not null default 0,
  picked_up int not null default 0,
  pickup_seconds bigint not null default 0,
  declined int not null default 0,
  primary key (shop_id, day)
);

create table shop_product_day (
  shop_id uuid not null references shop,
  day date not null,
  listing_id uuid not null,
  product_id uuid not null,
  units int not null default 0,
  sales bigint not null default 0,
  primary key (shop_id, day, listing_id)
);

-- Units over all shops, the evidence behind "hot-selling".
create table product_day (
  product_id uuid not null references product,
  day date not null,
  units int not null default 0,
  primary key (product_id, day)
);
create index on product_day (day);

create table listing_figures (
  shop_id uuid not null,
  listing_id uuid not null,
  views int not null default 0,
  units int not null default 0,
  primary key (shop_id, listing_id)
);

grant select on order_count, shop_figures, shop_day, shop_product_day, product_day, listing_figures to quayside_app;

create function count_new_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_count as c (shop_id, status, n, earnings)
  select shop_id, status, count(*), sum(total_earnings) from after_rows group by shop_id, status order by shop_id, status
  on conflict (shop_id, status) do update set n = c.n + excluded.n, earnings = c.earnings + excluded.earnings;
  return null;
end $$;

create function count_moved_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Rows are touched in the order of the key, so that two transactions wait for each other and never in a circle.
  insert into order_count as c (shop_id, status, n)
  select shop_id, status, 0 from (
    select a.shop_id, a.status from before_rows b join after_rows a using (shop_id, id) where a.status <> b.status
  ) x group by shop_id, status order by shop_id, status
  on conflict do nothing;
  with deltas as (
    select shop_id, status, sum(d)::int as d, sum(e)::bigint as e from (
      select b.shop_id, b.status, -1 as d, -b.total_earnings as e from before_rows b join after_rows a using (shop_id, id) where a.status <> b.status
      union all
      select a.shop_id, a.status, 1, a.total_earnings from before_rows b join after_rows a using (shop_id, id) where a.status <> b.status
    ) x group by shop_id, status having sum(d) <> 0 or sum(e) <> 0
  ), locked as (
    select c.shop_id, c.status from order_count c join deltas d using (shop_id, status) order by c.shop_id, c.status for update of c
  )
  update order_count c set n = c.n + d.d, earnings = c.earnings + d.e from deltas d, locked l
  where c.shop_id = d.shop_id and c.status = d.status and l.shop_id = d.shop_id and l.status = d.status;
  return null;
end $$;

-- What an order's move means for the figures of its days.
create function figure_moved_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from before_rows b join after_rows a using (shop_id, id)
    where a.status <> b.status and (a.paid_at is distinct from b.paid_at or a.picked_up_at is distinct from b.picked_up_at or a.status in (6, 7))
  ) then return null; end if;

  with moved as (
    select a.*, b.status as was, b.paid_at as was_paid_at, b.picked_up_at as was_picked_up_at, s.time_zone
    from before_rows b join after_rows a using (shop_id, id) join shop s on s.id = a.shop_id
  ), steps as (
    select shop_id, (paid_at at time zone time_zone)::date as day, 1 as orders, total_payment as sales, profit as expected_profit,
      0 as cancelled, 0 as completed, 0::bigint as realised_profit, 0 as picked_up, 0::bigint as pickup_seconds, 0 as declined
    from moved where was_paid_at is null and paid_at is not null and status = 5
    union all
    select shop_id, (paid_at at time zone time_zone)::date, -1, -total_payment, -profit, 1, 0, 0, 0, 0,
      case when cancel_reason = 'merchant' then 1 else 0 end
    from moved where status = 7 and was not in (1, 7)
    union all
    select shop_id, (completed_at at time zone time_zone)::date, 0, 0, 0, 0, 1, profit, 0, 0, 0
    from moved where status = 6 and was <> 6
    union all
    select shop_id, (picked_up_at at time zone time_zone)::date, 0, 0, 0, 0, 0, 0, 1, extract(epoch from picked_up_at - paid_at)::bigint, 0
    from moved where was_picked_up_at is null and picked_up_at is not null
  ), days as (
    insert into shop_day as d (shop_id, day, orders, sales, expected_profit, cancelled, completed, realised_profit, picked_up, pickup_seconds, declined)
    select shop_id, day, sum(orders), sum(sales), sum(expected_profit), sum(cancelled), sum(completed), sum(realised_profit), sum(picked_up), sum(pickup_seconds), sum(declined)
    from steps group by shop_id, day order by shop_id, day
    on conflict (shop_id, day) do update set orders = d.orders + excluded.orders, sales = d.sales + excluded.sales,
      expected_profit = d.expected_profit + excluded.expected_profit, cancelled = d.cancelled + excluded.cancelled,
      completed = d.completed + excluded.completed, realised_profit = d.realised_profit + excluded.realised_profit,
      picked_up = d.picked_up + excluded.picked_up, pickup_seconds = d.pickup_seconds + excluded.pickup_seconds,
      declined = d.declined + excluded.declined
  ), totals as (
    insert into shop_figures as f (shop_id, sales, realised_profit)
    select shop_id, sum(sales), sum(realised_profit) from steps group by shop_id order by shop_id
    on conflict (shop_id) do update set sales = f.sales + excluded.sales, realised_profit = f.realised_profit + excluded.realised_profit
  ), pieces as (
    select m.shop_id, (m.paid_at at time zone m.time_zone)::date as day, l.listing_id, l.product_id,
      case when m.status = 7 then -l.quantity else l.quantity end as units,
      case when m.status = 7 then -1 else 1 end * l.quantity * l.selling_price as sales
    from moved m join order_line l on l.shop_id = m.shop_id and l.order_id = m.id
    where (m.was_paid_at is null and m.paid_at is not null and m.status = 5) or (m.status = 7 and m.was not in (1, 7))
  ), shop_products as (
    insert into shop_product_day as d (shop_id, day, listing_id, product_id, units, sales)
    select shop_id, day, listing_id, min(product_id::text)::uuid, sum(units), sum(sales) from pieces group by shop_id, day, listing_id order by 1, 2, 3
    on conflict (shop_id, day, listing_id) do update set units = d.units + excluded.units, sales = d.sales + excluded.sales
  ), products as (
    insert into product_day as d (product_id, day, units)
    select product_id, day, sum(units) from pieces group by product_id, day order by 1, 2
    on conflict (product_id, day) do update set units = d.units + excluded.units
  )
  insert into listing_figures as f (shop_id, listing_id, units)
  select shop_id, listing_id, sum(units) from pieces group by shop_id, listing_id order by 1, 2
  on conflict (shop_id, listing_id) do update set units = f.units + excluded.units;
  return null;
end $$;

create trigger orders_counted after insert on orders referencing new table as after_rows
  for each statement execute function count_new_orders();
create trigger orders_recounted after update on orders referencing old table as before_rows new table as after_rows
  for each statement execute function count_moved_orders();
create trigger orders_figured after update on orders referencing old table as before_rows new table as after_rows
  for each statement execute function figure_moved_orders();

create function count_visits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shop_day as d (shop_id, day, visitors)
  select shop_id, day, count(*) from after_rows group by shop_id, day order by shop_id, day
  on conflict (shop_id, day) do update set visitors = d.visitors + excluded.visitors;
  return null;
end $$;
create trigger visits_counted after insert on visit referencing new table as after_rows
  for each statement execute function count_visits();

create function count_views() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listing_figures as f (shop_id, listing_id, views)
  select shop_id, listing_id, count(*) from after_rows group by shop_id, listing_id order by 1, 2
  on conflict (shop_id, listing_id) do update set views = f.views + excluded.views;
  return null;
end $$;
create trigger views_counted after insert on listing_view referencing new table as after_rows
  for each statement execute function count_views();

create function count_follows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into shop_figures as f (shop_id, followers) select shop_id, count(*) from changed group by shop_id order by shop_id
    on conflict (shop_id) do update set followers = f.followers + excluded.followers;
  else
    update shop_figures f set followers = f.followers - c.n
    from (select shop_id, count(*)::int as n from changed group by shop_id) c where c.shop_id = f.shop_id;
  end if;
  return null;
end $$;
create trigger follows_counted after insert on follow referencing new table as changed
  for each statement execute function count_follows();
create trigger unfollows_counted after delete on follow referencing old table as changed
  for each statement execute function count_follows();

create function count_reviews() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shop_figures as f (shop_id, reviews, rating_sum)
  select shop_id, count(*), sum(rating) from after_rows group by shop_id order by shop_id
  on conflict (shop_id) do update set reviews = f.reviews + excluded.reviews, rating_sum = f.rating_sum + excluded.rating_sum;
  return null;
end $$;
create trigger reviews_counted after insert on review referencing new table as after_rows
  for each statement execute function count_reviews();
