-- What the metrics say about standbys. The server's role sees no state of them.
create function standby_figures() returns table (standby text, lag_seconds double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(application_name, ''), case when state is not null then coalesce(extract(epoch from replay_lag), 0) end
  from pg_stat_replication
$$;
revoke all on function standby_figures() from public;
grant execute on function standby_figures() to quayside_app;
