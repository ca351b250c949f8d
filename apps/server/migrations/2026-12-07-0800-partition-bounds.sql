-- First of three steps that make tables of visits and webhook calls partitioned (docs/decisions/0031-partitions.md).
-- The present table becomes the oldest partition, with all its rows and without moving any. It needs a bound that the
-- database has proved: this file promises it to new rows, which takes a lock for an instant, and the third file proves
-- it for the rows there are while others read and write. Between the two is a concurrent migration, so that the lock of
-- this file is not held during the proof.

-- The bound of a partition for an instant, as text: a day for a key of type `date`, the lowest time-ordered id of that
-- millisecond for a key of type `uuid`.
create function partition_bound(type regtype, at timestamptz) returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select case type when 'date'::regtype then to_char(at at time zone 'UTC', 'YYYY-MM-DD')
    else regexp_replace(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'), '^(.{8})(.{4})$', '\1-\2-7000-8000-000000000000') end
$$;
revoke all on function partition_bound(regtype, timestamptz) from public;

-- Time enough for a migration that is interrupted and repeated: a row beyond the bound would be refused until then.
do $$
declare
  today constant timestamptz := date_trunc('day', now(), 'UTC');
  month constant timestamptz := date_trunc('month', now(), 'UTC') + interval '2 months';
begin
  execute format('alter table visit add constraint visit_bound check (day < %L) not valid', partition_bound('date', today + interval '10 days'));
  execute format('alter table listing_view add constraint listing_view_bound check (day < %L) not valid', partition_bound('date', today + interval '10 days'));
  execute format('alter table listing_click add constraint listing_click_bound check (day < %L) not valid', partition_bound('date', today + interval '10 days'));
  execute format('alter table webhook_call add constraint webhook_call_bound check (id < %L) not valid', partition_bound('uuid', month));
end $$;
