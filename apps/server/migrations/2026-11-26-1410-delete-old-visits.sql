-- A visitor of a day is kept so that the same visitor counts once that day. The figures stay.
create function delete_visits_before(before date, most int) returns int language sql security definer set search_path = public, pg_temp as $$
  with old as (select v.ctid from visit v where v.day < before limit most),
    gone as (delete from visit v using old where v.ctid = old.ctid returning 1)
  select count(*)::int from gone
$$;
revoke all on function delete_visits_before(date, int) from public;
grant execute on function delete_visits_before(date, int) to quayside_app;
