-- What the pages of a shop say about it, as counters instead of a reading of all its orders.
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

revoke all on function
  count_rating(uuid, uuid, int, int, int, int),
  lock_rated_order(uuid, uuid),
  count_service(uuid, text, date, text, int, int)
  from public;

-- What the triggers would have counted until now.
insert into rating_count (shop_id, listing_id, completed, one_star, two_stars, three_stars, four_stars, five_stars,
  removed)
select o.shop_id, coalesce(l.id, '00000000-0000-0000-0000-000000000000'), count(*), count(*) filter (where v.rating = 1),
  count(*) filter (where v.rating = 2), count(*) filter (where v.rating = 3), count(*) filter (where v.rating = 4),
  count(*) filter (where v.rating = 5), count(*) filter (where c.state in ('hidden', 'redacted'))
from orders o left join review v on v.shop_id = o.shop_id and v.order_id = o.id
  left join review_case c on c.shop_id = o.shop_id and c.order_id = o.id
  cross join lateral (
    select null::uuid as id
    union all
    select min(i.listing_id::text)::uuid from order_line i where i.shop_id = o.shop_id and i.order_id = o.id
      having count(distinct i.listing_id) = 1
  ) l
where o.status = 6 and o.counted and o.refunded < o.total_payment
group by 1, 2;

insert into service_count (shop_id, kind, day, country, within, n)
select o.shop_id, k.kind, (k.at at time zone 'UTC')::date, k.country, k.within, count(*)
from orders o cross join lateral (
  select extract(epoch from o.received_at - o.paid_at) / 86400 as waited
) w cross join lateral (
  values ('shipped', o.placed_at, '', ceil(extract(epoch from o.shipped_at - o.paid_at) / 86400)::int, o.shipped_at is not null),
    ('arrived', o.received_at, coalesce(o.address ->> 'country', ''), ceil(w.waited)::int, o.received_at is not null),
    (case when w.waited <= o.delivery_to then 'kept' else 'missed' end, o.received_at, '', 0,
      o.received_at is not null and o.delivery_to is not null),
    ('due', o.paid_at + o.delivery_to * interval '1 day', '', 0, o.delivery_to is not null and o.status in (2, 3, 5))
) k (kind, at, country, within, applies)
where o.paid_at is not null and k.applies
group by 1, 2, 3, 4, 5;

insert into service_count (shop_id, kind, day, country, within, n)
select r.shop_id, k.kind, (r.requested_at at time zone 'UTC')::date, '', k.within, count(*)
from refund_order r cross join lateral (
  select c.at, c.to_state, c.actor like 'merchant:%' as by_merchant from state_change c
  where c.shop_id = r.shop_id and c.subject_id = r.id and c.from_state = 'requested' and c.to_state <> 'withdrawn'
  order by c.id limit 1
) a cross join lateral (
  select case when not a.by_merchant then 'silent' when a.to_state = 'objected' then 'objected' else 'granted' end as kind,
    case when a.by_merchant then ceil(extract(epoch from a.at - r.requested_at) / 3600)::int else 0 end as within
) k
where r.opened_by = 'buyer'
group by 1, 2, 3, 5;
