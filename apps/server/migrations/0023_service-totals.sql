-- A page of the storefront read the counts of all shops. Their sums are made once a day.
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

revoke all on function make_service_totals(date) from public;
grant execute on function make_service_totals(date) to quayside_app;

select make_service_totals((now() at time zone 'UTC')::date - 1);
