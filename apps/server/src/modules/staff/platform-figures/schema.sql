-- Figures of the platform over all shops: days of the ledger, and cohorts of shops.

create table platform_day (
  day date not null,
  event text not null,
  kind text not null,
  side char(1) not null check (side in ('D', 'C')),
  amount bigint not null check (amount > 0),
  entries int not null check (entries > 0),
  primary key (day, event, kind, side)
);
comment on table platform_day is
'The postings of each ended day in UTC over all shops, summed by event, account and side. Only a function writes it,
from the ledger.
@owner platform
@distribution local
@impersonal event, kind, side';
grant select on platform_day to quayside_app;

create table platform_day_made (
  day date primary key,
  made_at timestamptz not null default clock_timestamp()
);
comment on table platform_day_made is
'The days whose postings are summed, also those without any.
@owner platform
@distribution local';
grant select on platform_day_made to quayside_app;

create table cohort_month (
  -- The first day of the month in which the shops were verified.
  cohort date not null,
  month date not null,
  shops int not null check (shops > 0),
  open int not null check (open between 0 and shops),
  sold_ever int not null check (sold_ever between 0 and shops),
  sold int not null check (sold between 0 and shops),
  primary key (cohort, month)
);
comment on table cohort_month is
'Shops by the month of their verification, and how many of them sold in each later month. Only a function writes it.
@owner platform
@distribution local';
grant select on cohort_month to quayside_app;

create table service_total (
  kind text not null check (kind in ('shipped', 'granted', 'objected', 'silent')),
  within int not null,
  n bigint not null check (n > 0),
  primary key (kind, within)
);
comment on table service_total is
'How soon all shops ship and answer, as the counts of the last ninety ended days in UTC. A function writes it once a
day, so that no page of the storefront reads the counts of all shops.
@owner platform
@distribution local';
grant select on service_total to quayside_app;

-- The lowest id that a transfer of an instant can have: an id begins with its milliseconds.
create function lowest_transfer_id(at timestamptz) returns uuid language sql immutable
  return (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- The postings of one day in UTC, summed. The ids of transfers bound what it reads.
create function postings_of_day(which date)
returns table (event text, kind text, side char(1), amount bigint, entries int)
language sql stable security definer set search_path = public, ledger, pg_temp as $$
  select t.event, a.kind, p.side, sum(p.amount)::bigint, count(*)::int
  from ledger.posting p
    join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
    join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
  where p.transfer_id >= lowest_transfer_id(which::timestamp at time zone 'UTC')
    and p.transfer_id < lowest_transfer_id((which + 1)::timestamp at time zone 'UTC')
  group by t.event, a.kind, p.side
$$;

-- Keeps the sums of a day, once. A day that has not ended is refused, and ten minutes after it, so that no entry of
-- its last second is still being booked.
create function make_platform_day(which date) returns void
language plpgsql security definer set search_path = public, ledger, pg_temp as $$
begin
  if (which + 1)::timestamp at time zone 'UTC' > now() - interval '10 minutes' then
    raise exception 'the day % has not ended', which using errcode = 'check_violation', constraint = 'platform_day_ended';
  end if;
  insert into platform_day_made (day) values (which) on conflict do nothing;
  if not found then
    return;
  end if;
  insert into platform_day (day, event, kind, side, amount, entries)
    select which, p.event, p.kind, p.side, p.amount, p.entries from postings_of_day(which) p;
end $$;

-- Counts the cohorts of a month: a shop belongs to the month of its verification, and has sold in a month if one of
-- its days has a paid order that was not cancelled.
create function make_cohort_month(which date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('cohort_month'));
  delete from cohort_month c where c.month = date_trunc('month', which)::date;
  insert into cohort_month (cohort, month, shops, open, sold_ever, sold)
    select x.cohort, date_trunc('month', which)::date, count(*)::int, (count(*) filter (where x.is_open))::int,
      (count(*) filter (where x.sold_ever))::int, (count(*) filter (where x.sold))::int
    from (
      select date_trunc('month', s.verified_at at time zone 'UTC')::date as cohort, s.closed_at is null as is_open,
        coalesce(f.sales, 0) > 0 as sold_ever, exists (
          select from shop_day d where d.shop_id = s.id and d.day >= date_trunc('month', which)::date
            and d.day < (date_trunc('month', which) + interval '1 month')::date and d.orders > 0) as sold
      from shop s left join shop_figures f on f.shop_id = s.id
      where s.verified_at < (date_trunc('month', which) + interval '1 month') at time zone 'UTC'
    ) x group by x.cohort;
end $$;

-- Sums the counts of all shops over the ninety days that end with one. The rows replace those of the day before.
create function make_service_totals(last date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('service_total'));
  delete from service_total;
  insert into service_total (kind, within, n)
    select c.kind, c.within, sum(c.n)::bigint from service_count c
    where c.kind in ('shipped', 'granted', 'objected', 'silent') and c.day > last - 90 and c.day <= last
    group by c.kind, c.within having sum(c.n) > 0;
end $$;

revoke all on function postings_of_day(date), make_platform_day(date), make_cohort_month(date),
  make_service_totals(date) from public;
grant execute on function postings_of_day(date), make_platform_day(date), make_cohort_month(date),
  make_service_totals(date) to quayside_app;
