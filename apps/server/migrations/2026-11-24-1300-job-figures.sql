-- Figures of the job queue for the metrics. The web role cannot read the queue itself, whose payloads it has no need to know.
create function job_figures(out waiting bigint, out running bigint, out failed bigint, out oldest_seconds double precision)
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select
    count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts),
    count(*) filter (where locked_at is not null),
    count(*) filter (where locked_at is null and attempts >= max_attempts),
    coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)), 0)
  from graphile_worker._private_jobs
$$;
revoke execute on function job_figures() from public;
grant execute on function job_figures() to quayside_app;
