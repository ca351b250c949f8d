-- Figures of shops, products and days. Triggers count them in the transaction of the rows that they count; the server
-- cannot write them.

create table order_count (
  shop_id uuid not null references shop,
  status smallint not null,
  n int not null check (n >= 0),
  -- What the merchant earns on them, together.
  earnings bigint not null default 0,
  primary key (shop_id, status)
);
comment on table order_count is
'Orders of each shop by status.
@owner shop
@distribution shop_id';
grant select on order_count to quayside_app;

create table shop_figures (
  shop_id uuid primary key references shop,
  followers int not null default 0 check (followers >= 0),
  reviews int not null default 0,
  rating_sum bigint not null default 0,
  sales bigint not null default 0,
  realised_profit bigint not null default 0
);
comment on table shop_figures is
'Followers, reviews and other totals of each shop.
@owner shop
@distribution shop_id';
grant select on shop_figures to quayside_app;

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
comment on table shop_day is
'Figures of a shop by day, in the shop’s time zone. orders, sales and expected_profit belong to the day of payment and
leave it when the order is cancelled.
@owner shop
@distribution shop_id';
grant select on shop_day to quayside_app;

create table shop_product_day (
  shop_id uuid not null references shop,
  day date not null,
  listing_id uuid not null,
  product_id uuid not null,
  units int not null default 0,
  sales bigint not null default 0,
  primary key (shop_id, day, listing_id)
);
comment on table shop_product_day is
'Sales of each product in a shop by day.
@owner shop
@distribution shop_id';
create index shop_product_day_product_id_day_idx on shop_product_day (product_id, day);
grant select on shop_product_day to quayside_app;

create table product_day (
  product_id uuid not null references product,
  day date not null,
  units int not null default 0,
  primary key (product_id, day)
);
comment on table product_day is
'Units over all shops, the evidence behind "hot-selling".
@owner platform
@distribution local';
create index product_day_day_idx on product_day (day);
grant select on product_day to quayside_app;

create table listing_figures (
  shop_id uuid not null,
  listing_id uuid not null,
  views int not null default 0,
  units int not null default 0,
  clicks int not null default 0,
  primary key (shop_id, listing_id)
);
comment on table listing_figures is
'Views and clicks of each listing.
@owner shop
@distribution shop_id';
grant select on listing_figures to quayside_app;

create table rating_count (
  shop_id uuid not null references shop,
  -- Orders that contained nothing but this listing. The zero id stands for all orders of the shop.
  listing_id uuid not null,
  completed int not null default 0,
  one_star int not null default 0,
  two_stars int not null default 0,
  three_stars int not null default 0,
  four_stars int not null default 0,
  five_stars int not null default 0,
  -- Reviews whose words the platform hid or redacted.
  removed int not null default 0,
  primary key (shop_id, listing_id)
);
comment on table rating_count is
'Completed orders that count and were not refunded as a whole, and the stars of their reviews.
@owner shop
@distribution shop_id';
grant select on rating_count to quayside_app;

create table service_count (
  shop_id uuid not null references shop,
  -- `shipped`, by days from payment to shipment, and `arrived`, by days from payment to receipt. `kept` and `missed`:
  -- arrivals within the promised days and later. `due`: orders on their way to arrival, by the day that was promised.
  -- `granted`, `objected` and `silent`: answers to buyers who asked for a refund, by hours.
  kind text not null check (kind in ('shipped', 'arrived', 'kept', 'missed', 'due', 'granted', 'objected', 'silent')),
  -- In UTC. Shipments count on the day of the order, and answers on the day of the request.
  day date not null,
  -- Where an order arrived; empty for the other kinds.
  country text not null default '',
  -- The days or hours, rounded up; zero for kinds that have none.
  within int not null default 0,
  n int not null,
  primary key (shop_id, kind, day, country, within)
);
comment on table service_count is
'How soon a shop ships, delivers and answers, as counts by day: a page reads these rows however many orders there are.
@owner shop
@distribution shop_id
@impersonal country
@retention 400 days after day';
grant select on service_count to quayside_app;

-- Counts new orders by status.
create function count_new_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_count as c (shop_id, status, n, earnings)
  select shop_id, status, count(*), sum(total_earnings) from after_rows group by shop_id, status order by shop_id, status
  on conflict (shop_id, status) do update set n = c.n + excluded.n, earnings = c.earnings + excluded.earnings;
  return null;
end $$;
create trigger orders_counted after insert on orders referencing new table as after_rows for each statement
  execute function count_new_orders();

-- Moves orders from the count of one status to that of another.
create function count_moved_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger orders_recounted after update on orders referencing old table as before_rows new table as after_rows
  for each statement execute function count_moved_orders();

-- Figures of days and products follow an order’s status and amounts. What a refund costs the merchant lowers the
-- profit of the order’s days, also after the settlement.
create function figure_moved_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
    select v.*, l.listing_id, l.product_id, l.quantity, l.quantity * l.selling_price - l.discount as line_total,
      sum(l.quantity * l.selling_price - l.discount) over (partition by v.shop_id, v.id, v.sign order by l.line)::bigint as up_to_here
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
create trigger orders_figured after update on orders referencing old table as before_rows new table as after_rows
  for each statement execute function figure_moved_orders();

-- Counts visitors by day.
create function count_visits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shop_day as d (shop_id, day, visitors)
  select shop_id, day, count(*) from after_rows group by shop_id, day order by shop_id, day
  on conflict (shop_id, day) do update set visitors = d.visitors + excluded.visitors;
  return null;
end $$;
create trigger visits_counted after insert on visit referencing new table as after_rows for each statement
  execute function count_visits();

-- Counts views of listings and products.
create function count_views() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listing_figures as f (shop_id, listing_id, views)
  select shop_id, listing_id, count(*) from after_rows group by shop_id, listing_id order by 1, 2
  on conflict (shop_id, listing_id) do update set views = f.views + excluded.views;
  return null;
end $$;
create trigger views_counted after insert on listing_view referencing new table as after_rows for each statement
  execute function count_views();

-- Counts followers.
create function count_follows() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into shop_figures as f (shop_id, followers) select shop_id, count(*) from changed where counted group by shop_id order by shop_id
    on conflict (shop_id) do update set followers = f.followers + excluded.followers;
  else
    update shop_figures f set followers = f.followers - c.n
    from (select shop_id, count(*)::int as n from changed where counted group by shop_id) c where c.shop_id = f.shop_id;
  end if;
  return null;
end $$;
create trigger follows_counted after insert on follow referencing new table as changed for each statement
  execute function count_follows();
create trigger unfollows_counted after delete on follow referencing old table as changed for each statement
  execute function count_follows();

-- Counts reviews and their stars, of orders that count.
create function count_reviews() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shop_figures as f (shop_id, reviews, rating_sum)
  select r.shop_id, count(*), sum(r.rating) from after_rows r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
  where o.counted group by r.shop_id order by r.shop_id
  on conflict (shop_id) do update set reviews = f.reviews + excluded.reviews, rating_sum = f.rating_sum + excluded.rating_sum;
  return null;
end $$;
create trigger reviews_counted after insert on review referencing new table as after_rows for each statement
  execute function count_reviews();

-- Orders that move and a new count of a shop’s days wait for each other.
create function wait_for_days() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- An order that moves while the days are counted again waits, or is waited for.
  perform pg_advisory_xact_lock_shared(hashtextextended('days of ' || shop_id, 0))
  from (select distinct shop_id from after_rows order by shop_id) x;
  return null;
end $$;
-- Triggers of one event run in the order of their names: this one before `orders_figured`.
create trigger orders_dated after update on orders referencing new table as after_rows for each statement
  execute function wait_for_days();

-- Another time zone of a shop puts its orders on other days: all of its days are counted again.
create function count_days_again() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Counts clicks on listings.
create function count_clicks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listing_figures as f (shop_id, listing_id, clicks)
  select shop_id, listing_id, count(*) from after_rows group by shop_id, listing_id order by 1, 2
  on conflict (shop_id, listing_id) do update set clicks = f.clicks + excluded.clicks;
  return null;
end $$;
create trigger clicks_counted after insert on listing_click referencing new table as after_rows for each statement
  execute function count_clicks();

-- Adds to the ratings of the shop of an order, and to those of its listing if the order contained no other. The row of
-- the shop comes first: whoever holds it is alone with the ratings of the shop, so nobody waits in a circle.
create function count_rating(of_shop uuid, of_order uuid, more_completed int, stars int, more_reviews int,
  more_removed int) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into rating_count as c (shop_id, listing_id, completed, one_star, two_stars, three_stars, four_stars, five_stars, removed)
  select of_shop, l.id, more_completed, (stars = 1)::int * more_reviews, (stars = 2)::int * more_reviews, (stars = 3)::int * more_reviews,
    (stars = 4)::int * more_reviews, (stars = 5)::int * more_reviews, more_removed
  from (
    select '00000000-0000-0000-0000-000000000000'::uuid as id
    union all
    select min(i.listing_id::text)::uuid from order_line i where i.shop_id = of_shop and i.order_id = of_order having count(distinct i.listing_id) = 1
  ) l order by l.id
  on conflict (shop_id, listing_id) do update set completed = c.completed + excluded.completed, one_star = c.one_star + excluded.one_star,
    two_stars = c.two_stars + excluded.two_stars, three_stars = c.three_stars + excluded.three_stars,
    four_stars = c.four_stars + excluded.four_stars, five_stars = c.five_stars + excluded.five_stars, removed = c.removed + excluded.removed
$$;

-- An order begins to count in the ratings when it is completed, and ends with the refund of all of it or when it is
-- found to be the merchant's own purchase. Its review goes with it.
create function rate_moved_order() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sign int := case when new.status = 6 and new.counted and new.refunded < new.total_payment then 1 else -1 end;
  stars int := (select v.rating from review v where v.shop_id = new.shop_id and v.order_id = new.id);
  removed boolean := exists (select from review_case c where c.shop_id = new.shop_id and c.order_id = new.id and c.state in ('hidden', 'redacted'));
begin
  perform count_rating(new.shop_id, new.id, sign, coalesce(stars, 0), case when stars is null then 0 else sign end, sign * removed::int);
  return null;
end $$;
create trigger order_rated after update on orders for each row
  when ((old.status = 6 and old.counted and old.refunded < old.total_payment)
    <> (new.status = 6 and new.counted and new.refunded < new.total_payment)) execute function rate_moved_order();

-- Whether an order counts in the ratings. Its row is locked, so that it does not begin or end to count meanwhile.
create function lock_rated_order(of_shop uuid, of_order uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from orders o where o.shop_id = of_shop and o.id = of_order and o.status = 6 and o.counted and o.refunded < o.total_payment for share;
  return found;
end $$;

-- Counts the stars of a review, and moves them when the buyer changes it.
create function rate_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if lock_rated_order(new.shop_id, new.order_id) then
    if tg_op = 'UPDATE' then
      perform count_rating(new.shop_id, new.order_id, 0, old.rating, -1, 0);
    end if;
    perform count_rating(new.shop_id, new.order_id, 0, new.rating, 1, 0);
  end if;
  return null;
end $$;
create trigger review_rated after insert on review for each row execute function rate_review();
create trigger review_rated_anew after update of rating on review for each row when (old.rating <> new.rating)
  execute function rate_review();

-- Counts reviews whose words the platform removed.
create function count_removed_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change int := (new.state in ('hidden', 'redacted'))::int - case when tg_op = 'UPDATE' then (old.state in ('hidden', 'redacted'))::int else 0 end;
begin
  if change <> 0 and lock_rated_order(new.shop_id, new.order_id) then
    perform count_rating(new.shop_id, new.order_id, 0, 0, 0, change);
  end if;
  return null;
end $$;
create trigger review_case_rated after insert or update of state on review_case for each row
  execute function count_removed_review();

-- Adds to the counts of a shop's service. Orders and refunds of one shop take turns, so that two transactions with
-- several of them do not wait in a circle.
create function count_service(of_shop uuid, of_kind text, on_day date, in_country text, in_time int,
  more int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('service of ' || of_shop, 0));
  insert into service_count as c (shop_id, kind, day, country, within, n) values (of_shop, of_kind, on_day, in_country, in_time, more)
  on conflict (shop_id, kind, day, country, within) do update set n = c.n + excluded.n;
end $$;

-- Counts the shipment of an order, its arrival, and what was promised about it.
create function count_order_service() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due date := ((new.paid_at + new.delivery_to * interval '1 day') at time zone 'UTC')::date;
  placed date := (new.placed_at at time zone 'UTC')::date;
  arrived date := (new.received_at at time zone 'UTC')::date;
  waited numeric := extract(epoch from new.received_at - new.paid_at) / 86400;
begin
  if old.shipped_at is not null and old.shipped_at is distinct from new.shipped_at then
    perform count_service(new.shop_id, 'shipped', placed, '', ceil(extract(epoch from old.shipped_at - new.paid_at) / 86400)::int, -1);
  end if;
  if new.shipped_at is not null and old.shipped_at is distinct from new.shipped_at then
    perform count_service(new.shop_id, 'shipped', placed, '', ceil(extract(epoch from new.shipped_at - new.paid_at) / 86400)::int, 1);
  end if;
  if due is not null and (old.status in (2, 3, 5)) <> (new.status in (2, 3, 5)) then
    perform count_service(new.shop_id, 'due', due, '', 0, case when new.status in (2, 3, 5) then 1 else -1 end);
  end if;
  if old.received_at is null and arrived is not null then
    perform count_service(new.shop_id, 'arrived', arrived, coalesce(new.address ->> 'country', ''), ceil(waited)::int, 1);
    if due is not null then
      perform count_service(new.shop_id, case when waited <= new.delivery_to then 'kept' else 'missed' end, arrived, '', 0, 1);
    end if;
  end if;
  return null;
end $$;
create trigger order_served after update on orders for each row
  when (new.paid_at is not null and (old.shipped_at is distinct from new.shipped_at
    or (old.received_at is null and new.received_at is not null)
    or (old.status in (2, 3, 5)) <> (new.status in (2, 3, 5)))) execute function count_order_service();

-- Counts how a buyer's request for a refund was answered. What the clock or the platform decided had no answer of the
-- merchant; what the buyer withdrew needed none.
create function count_refund_answer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  by_merchant boolean := new.changed_by like 'merchant:%';
begin
  perform count_service(new.shop_id,
    case when not by_merchant then 'silent' when new.state = 'objected' then 'objected' else 'granted' end,
    (new.requested_at at time zone 'UTC')::date, '',
    case when by_merchant then ceil(extract(epoch from new.changed_at - new.requested_at) / 3600)::int else 0 end, 1);
  return null;
end $$;
create trigger refund_served after update of state on refund_order for each row
  when (old.state = 'requested' and new.state not in ('requested', 'withdrawn') and new.opened_by = 'buyer')
  execute function count_refund_answer();

-- What of an order's refunded money falls on one of its lines, pro rata. `up_to_here` is the sum of the lines up to
-- this one: rounded at each of these sums, the shares of all lines add up to what was refunded, to the cent, however
-- many refunds it took.
create function line_refunded(up_to_here bigint, line_total bigint, refunded bigint, total bigint) returns bigint
language sql immutable as $$
  select case when refunded = 0 then 0
    else round(up_to_here::numeric * refunded / total)::bigint - round((up_to_here - line_total)::numeric * refunded / total)::bigint end
$$;

-- The server calls no function but those named last.
revoke all on function
  line_refunded(bigint, bigint, bigint, bigint),
  count_rating(uuid, uuid, int, int, int, int),
  lock_rated_order(uuid, uuid),
  count_service(uuid, text, date, text, int, int)
  from public;
