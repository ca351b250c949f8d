-- What statistics count is written by functions that know the rules, and by nothing else: visits, views, clicks, follows and reviews.
-- Visitors have no account, so that who a visitor is, and how many come from one address, stays the server's word.

revoke insert on visit, listing_view, listing_click, review from quayside_app;
revoke insert, delete on follow from quayside_app;

-- A figure of a real shop belongs to the day on which it is written. Demos and tests have clocks of their own.
create function check_present(at timestamptz) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if abs(extract(epoch from clock_timestamp() - at)) > 300 and exists (select from installation where mode = 'production') then
    raise exception 'what happens now is not counted for %', at using errcode = 'check_violation', constraint = 'figure_present';
  end if;
end $$;

-- Each visitor of a verified shop once a day of that shop. True when the visitor is new.
create function record_visit(shop_id uuid, visitor bytea, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  insert into visit (shop_id, day, visitor)
  select s.id, (at at time zone s.time_zone)::date, record_visit.visitor from shop s
  where s.id = record_visit.shop_id and s.verified_at is not null and octet_length(record_visit.visitor) = 16
  on conflict do nothing;
  return found;
end $$;

-- Each visitor and listing on the shelf once a day.
create function record_views(shop_id uuid, listings uuid[], visitor bytea, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  -- Locked, so that a listing whose addition is undone right now is gone or stays, and no view is of nothing.
  insert into listing_view (shop_id, listing_id, day, visitor)
  select l.shop_id, l.id, (at at time zone l.time_zone)::date, record_views.visitor from (
    select l.shop_id, l.id, s.time_zone from listing l join shop s on s.id = l.shop_id
    where l.shop_id = record_views.shop_id and l.id = any (listings) and l.shelf = 'on-shelf' and s.verified_at is not null
    order by l.id for key share of l
  ) l
  where octet_length(record_views.visitor) = 16
  on conflict do nothing;
end $$;

-- True when this visitor opens it for the first time that day.
create function record_click(shop_id uuid, listing uuid, visitor bytea, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  insert into listing_click (shop_id, listing_id, day, visitor)
  select l.shop_id, l.id, (at at time zone s.time_zone)::date, record_click.visitor from listing l join shop s on s.id = l.shop_id
  where l.shop_id = record_click.shop_id and l.id = listing and l.shelf = 'on-shelf' and s.verified_at is not null and octet_length(record_click.visitor) = 16
  on conflict do nothing;
  return found;
end $$;

-- Followers. Anybody can open a buyer's account, so a follower counts from the first order that he has paid, in any shop.
alter table follow add column counted boolean not null default false;
create index follows_of_buyer on follow (buyer_id) where not counted;
update follow f set counted = true where exists (select from orders o where o.buyer_id = f.buyer_id and o.paid_at is not null);
update shop_figures f set followers = (select count(*) from follow w where w.shop_id = f.shop_id and w.counted);

create or replace function count_follows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create function count_proved_follows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shop_figures as f (shop_id, followers)
  select a.shop_id, count(*) from before_rows b join after_rows a using (shop_id, buyer_id) where a.counted and not b.counted
  group by a.shop_id order by a.shop_id
  on conflict (shop_id) do update set followers = f.followers + excluded.followers;
  return null;
end $$;
create trigger follows_proved after update on follow referencing old table as before_rows new table as after_rows
  for each statement execute function count_proved_follows();

create function prove_followers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Whoever follows right now waits here, or has finished and is seen.
  perform from buyer where id = new.buyer_id for no key update;
  update follow set counted = true where buyer_id = new.buyer_id and not counted;
  return null;
end $$;
create trigger order_proves_followers after update of paid_at on orders for each row
  when (old.paid_at is null and new.paid_at is not null) execute function prove_followers();

-- Follows or stops following. True when that changed something.
create function set_follow(shop_id uuid, buyer_id uuid, wanted boolean, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  if wanted then
    -- An order that this buyer pays right now is seen, or finds the row.
    perform from buyer b where b.id = set_follow.buyer_id for no key update;
    insert into follow (shop_id, buyer_id, at, counted)
    select s.id, b.id, set_follow.at, exists (select from orders o where o.buyer_id = b.id and o.paid_at is not null)
    from shop s, buyer b where s.id = set_follow.shop_id and s.verified_at is not null and b.id = set_follow.buyer_id
    on conflict do nothing;
  else
    delete from follow f where f.shop_id = set_follow.shop_id and f.buyer_id = set_follow.buyer_id;
  end if;
  return found;
end $$;

-- A review is the buyer's own word about an order that is completed and not refunded as a whole; once for each. False when there is one already.
create function record_review(shop_id uuid, order_id uuid, buyer_id uuid, rating int, words text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  if not exists (
    select from orders o where o.shop_id = record_review.shop_id and o.id = record_review.order_id and o.buyer_id = record_review.buyer_id
      and o.status = 6 and o.refunded < o.total_payment
  ) then
    raise exception 'no review without a completed order of the buyer that was not refunded as a whole'
      using errcode = 'check_violation', constraint = 'review_of_order';
  end if;
  insert into review (shop_id, order_id, buyer_id, rating, text, at)
  values (record_review.shop_id, record_review.order_id, record_review.buyer_id, record_review.rating, words, record_review.at)
  on conflict do nothing;
  return found;
end $$;

revoke all on function check_present(timestamptz), record_visit(uuid, bytea, timestamptz), record_views(uuid, uuid[], bytea, timestamptz),
  record_click(uuid, uuid, bytea, timestamptz), set_follow(uuid, uuid, boolean, timestamptz), record_review(uuid, uuid, uuid, int, text, timestamptz) from public;
grant execute on function record_visit(uuid, bytea, timestamptz), record_views(uuid, uuid[], bytea, timestamptz),
  record_click(uuid, uuid, bytea, timestamptz), set_follow(uuid, uuid, boolean, timestamptz), record_review(uuid, uuid, uuid, int, text, timestamptz) to quayside_app;
