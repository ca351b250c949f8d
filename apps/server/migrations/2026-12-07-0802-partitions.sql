-- Visits, views, clicks and calls of webhooks become range partitions, so that a day or a month is deleted by dropping
-- a table. Visits are kept three days, so their partitions are days; calls are kept a month, so theirs are months. The
-- key of the partitions is in the primary key of each table: the day, and the time-ordered id of a call. All partitions
-- are in a schema of their own. They belong to the owner, and nobody else has a right on them or on the schema: who may
-- use a table reaches its partitions through it.
create schema partitions;
revoke all on schema partitions from public;

-- What is partitioned: the column of the key, the time of one partition, how many are made ahead, and how long rows are
-- kept.
create function partition_plan() returns table (parent text, key text, step text, ahead int, keep interval)
language sql immutable set search_path = pg_catalog, pg_temp as $$
  values ('visit', 'day', 'day', 3, interval '3 days'), ('listing_view', 'day', 'day', 3, interval '3 days'),
    ('listing_click', 'day', 'day', 3, interval '3 days'), ('webhook_call', 'id', 'month', 2, interval '30 days')
$$;

-- The partitions of a table with the instants of their bounds. The default has none; the oldest has no lower one.
create function partitions_of(parent text) returns table (name text, from_at timestamptz, to_at timestamptz, by_default boolean)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select format('%I.%I', n.nspname, c.relname), at.bounds[1], at.bounds[2], b.bound = 'DEFAULT'
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
    cross join lateral (select array(
      select case when v ~ '^\d{4}-\d\d-\d\d$' then v::timestamp at time zone 'UTC' when v <> '' then uuid_extract_timestamp(v::uuid) end
      from unnest(regexp_match(b.bound, 'FROM \((?:MINVALUE|''(.*)'')\) TO \(''(.*)''\)')) with ordinality as x (v, place) order by place) as bounds) at
  where i.inhparent = format('public.%I', parent)::regclass
$$;

-- The type of the key of a partitioned table.
create function partition_key_type(parent text, key text) returns regtype language sql stable set search_path = pg_catalog, pg_temp as $$
  select a.atttypid::regtype from pg_attribute a where a.attrelid = format('public.%I', parent)::regclass and a.attname = key
$$;

-- Makes the partitions up to the time ahead that lack, and returns their number. A table is made and filled beside its
-- parent and then attached, which lets others read and write meanwhile. Rows of its time that arrived before it, and so
-- stand in the default partition, move into it. It gives up when a lock is not free within half a second: requests
-- would queue behind it.
create function add_partitions(parent text) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  plan record;
  lower timestamptz;
  upper timestamptz;
  name text;
  within text;
  made int := 0;
begin
  select p.step, ('1 ' || p.step)::interval as width, p.ahead, p.key, partition_key_type(p.parent, p.key) as type
    into strict plan from partition_plan() p where p.parent = add_partitions.parent;
  perform pg_advisory_xact_lock(hashtext('partitions of ' || parent));
  loop
    -- Days begin a day early: it is still yesterday in the west.
    lower := coalesce((select max(to_at) from partitions_of(parent)), date_trunc(plan.step, now() - interval '1 day', 'UTC'));
    exit when lower > date_trunc(plan.step, now(), 'UTC') + plan.ahead * plan.width;
    upper := date_trunc(plan.step, lower, 'UTC') + plan.width;
    name := format('partitions.%I', parent || to_char(lower at time zone 'UTC', '_YYYYMMDD'));
    within := format('%I >= %L and %I < %L', plan.key, partition_bound(plan.type, lower), plan.key, partition_bound(plan.type, upper));
    execute format('create table %s (like public.%I including all)', name, parent);
    execute format('with moved as (delete from partitions.%I where %s returning *) insert into %s select * from moved', parent || '_default', within, name);
    execute format('alter table public.%I attach partition %s for values from (%L) to (%L)',
      parent, name, partition_bound(plan.type, lower), partition_bound(plan.type, upper));
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the partitions whose rows have all reached the end of their time, and returns their number. It gives up when
-- the table is not free within half a second. The times stand in the database alone, so that no call of the server
-- deletes earlier.
create function drop_expired_partitions(parent text) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  part text;
  gone int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('partitions of ' || parent));
  for part in
    select o.name from partition_plan() p cross join partitions_of(p.parent) o
    where p.parent = drop_expired_partitions.parent and o.to_at <= date_trunc('day', now(), 'UTC') - p.keep
  loop
    execute format('drop table %s', part);
    gone := gone + 1;
  end loop;
  return gone;
end $$;

-- Deletes at most `most` expired rows that stand in no partition of their own time: in the default one, and in the one
-- that was the table before it had partitions. Returns their number.
create function delete_expired_strays(parent text, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plan record;
  part text;
  n int;
  gone int := 0;
begin
  select p.key, p.keep, partition_key_type(p.parent, p.key) as type into strict plan
    from partition_plan() p where p.parent = delete_expired_strays.parent;
  for part in select o.name from partitions_of(parent) o where o.by_default or o.from_at is null loop
    execute format('delete from %s where ctid = any(array(select ctid from %s where %I < %L limit %s))', part, part, plan.key,
      partition_bound(plan.type, date_trunc('day', now(), 'UTC') - plan.keep), most - gone);
    get diagnostics n = row_count;
    gone := gone + n;
  end loop;
  return gone;
end $$;

-- How many rows stand in a default partition although their time is not over, up to 1,000: partitions were not made
-- ahead.
create function count_partition_strays() returns table (parent text, strays int)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  plan record;
begin
  for plan in select p.parent, p.key, p.keep, partition_key_type(p.parent, p.key) as type from partition_plan() p loop
    parent := plan.parent;
    execute format('select count(*)::int from (select from partitions.%I where %I >= %L limit 1000) s', plan.parent || '_default', plan.key,
      partition_bound(plan.type, date_trunc('day', now(), 'UTC') - plan.keep)) into strays;
    return next;
  end loop;
end $$;

revoke all on function partition_plan(), partitions_of(text), partition_key_type(text, text), add_partitions(text), drop_expired_partitions(text),
  delete_expired_strays(text, int), count_partition_strays() from public;
grant execute on function add_partitions(text), drop_expired_partitions(text), delete_expired_strays(text, int), count_partition_strays() to quayside_app;

-- The proofs first: they read every row, and let others read and write.
alter table visit validate constraint visit_bound;
alter table listing_view validate constraint listing_view_bound;
alter table listing_click validate constraint listing_click_bound;
alter table webhook_call validate constraint webhook_call_bound;

drop trigger visits_counted on visit;
drop trigger views_counted on listing_view;
drop trigger clicks_counted on listing_click;
alter table visit set schema partitions;
alter table listing_view set schema partitions;
alter table listing_click set schema partitions;
alter table webhook_call set schema partitions;
alter table partitions.visit rename to visit_first;
alter table partitions.listing_view rename to listing_view_first;
alter table partitions.listing_click rename to listing_click_first;
alter table partitions.webhook_call rename to webhook_call_first;

create table visit (
  shop_id uuid not null references shop,
  day date not null,
  -- Sixteen bytes need no table for long values beside each partition.
  visitor bytea storage plain not null,
  primary key (shop_id, day, visitor)
) partition by range (day);
grant select on visit to quayside_app;

create table listing_view (
  shop_id uuid not null,
  listing_id uuid not null,
  day date not null,
  visitor bytea storage plain not null,
  primary key (shop_id, listing_id, day, visitor),
  foreign key (shop_id, listing_id) references listing
) partition by range (day);
grant select on listing_view to quayside_app;

create table listing_click (
  shop_id uuid not null,
  listing_id uuid not null,
  day date not null,
  visitor bytea storage plain not null,
  primary key (shop_id, listing_id, day, visitor),
  foreign key (shop_id, listing_id) references listing
) partition by range (day);
grant select on listing_click to quayside_app;

create table webhook_call (
  shop_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id bigint,
  type text not null,
  at timestamptz not null,
  state text not null default 'waiting' constraint webhook_call_state_check check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  not_before timestamptz not null,
  last_at timestamptz,
  status int,
  failure text constraint webhook_call_failure_check check (failure in ('address', 'connection', 'timeout', 'redirect', 'status')),
  primary key (shop_id, id),
  foreign key (shop_id, webhook_id) references webhook (shop_id, id) on delete cascade
) partition by range (id);
create index on webhook_call (not_before) where state = 'waiting';
create index on webhook_call (shop_id, webhook_id, at, id);
create index webhook_calls_open on webhook_call (at desc, id desc) where state <> 'delivered';
grant select, insert, update, delete on webhook_call to quayside_app;

-- The present tables become the oldest partitions. An empty one ends with the present day or month, so that new rows
-- have partitions from the first one on.
do $$
declare
  plan record;
  bound text;
  filled boolean;
begin
  for plan in select p.*, partition_key_type(p.parent, p.key) as type from partition_plan() p loop
    execute format('select exists (select from partitions.%I)', plan.parent || '_first') into filled;
    select case when filled then (regexp_match(pg_get_constraintdef(c.oid), '''([^'']+)'''))[1]
        else partition_bound(plan.type, date_trunc(plan.step, now() - interval '1 day', 'UTC')) end
      into strict bound from pg_constraint c where c.conname = plan.parent || '_bound' and c.conrelid = format('partitions.%I', plan.parent || '_first')::regclass;
    execute format('alter table public.%I attach partition partitions.%I for values from (minvalue) to (%L)', plan.parent, plan.parent || '_first', bound);
    execute format('alter table partitions.%I drop constraint %I', plan.parent || '_first', plan.parent || '_bound');
    execute format('revoke all on partitions.%I from quayside_app', plan.parent || '_first');
    execute format('create table partitions.%I partition of public.%I default', plan.parent || '_default', plan.parent);
    perform add_partitions(plan.parent);
  end loop;
end $$;

create trigger visits_counted after insert on visit referencing new table as after_rows for each statement execute function count_visits();
create trigger views_counted after insert on listing_view referencing new table as after_rows for each statement execute function count_views();
create trigger clicks_counted after insert on listing_click referencing new table as after_rows for each statement execute function count_clicks();

-- The release before this one deletes calls by the place of their rows, which names a row in each partition. A call
-- whose time is not over stays; the call of a deleted webhook goes, because the database deletes it as the owner.
create function keep_young_calls() returns trigger language plpgsql as $$
begin
  return case when current_user <> 'quayside_app' or old.at < now() - interval '29 days' then old end;
end $$;
create trigger keep_young_calls before delete on webhook_call for each row execute function keep_young_calls();

-- For that release too: it deletes visits, views and clicks in batches.
create or replace function delete_visits_before(before date, most int) returns int language sql security definer set search_path = public, pg_temp as $$
  with old as (select v.shop_id, v.day, v.visitor from visit v where v.day < before limit most),
    gone as (delete from visit v using old where v.shop_id = old.shop_id and v.day = old.day and v.visitor = old.visitor returning 1)
  select count(*)::int from gone
$$;

-- The function is changed in place, so that what other migrations wrote into it stays.
do $$
declare
  was text := pg_get_functiondef('delete_expired_rows(text, int)'::regprocedure);
  becomes text := was;
  name text;
begin
  foreach name in array array['listing_click', 'listing_view'] loop
    becomes := regexp_replace(becomes, format('delete from %s where ctid = any\(array\(select (\w)\.ctid from %s \w where \1\.day < today - 3 limit most\)\)', name, name),
      format('delete from %s d using (select o.shop_id, o.listing_id, o.day, o.visitor from %s o where o.day < today - 3 limit most) o
      where d.shop_id = o.shop_id and d.listing_id = o.listing_id and d.day = o.day and d.visitor = o.visitor', name, name));
  end loop;
  if becomes like '%from listing_view where ctid%' or becomes like '%from listing_click where ctid%' or becomes = was then
    raise exception 'delete_expired_rows has another text';
  end if;
  execute becomes;
end $$;
