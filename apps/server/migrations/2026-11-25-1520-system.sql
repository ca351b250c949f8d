-- What the people who look after the system see: jobs, and the copies of the server.

-- Jobs without their payloads, newest first. `waiting`: not tried yet; `failed`: tried, and tried again by itself;
-- `dead`: given up.
create function list_jobs(of_state text, before bigint, most int)
returns table (id bigint, task text, state text, attempts int, max_attempts int, run_at timestamptz, created_at timestamptz, error text)
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select j.id, t.identifier,
    case when j.attempts >= j.max_attempts then 'dead' when j.last_error is null then 'waiting' else 'failed' end,
    j.attempts::int, j.max_attempts::int, j.run_at, j.created_at, left(j.last_error, 500)
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.locked_at is null and (before is null or j.id < before) and case of_state
    when 'dead' then j.attempts >= j.max_attempts
    when 'failed' then j.attempts < j.max_attempts and j.last_error is not null
    else j.attempts < j.max_attempts and j.last_error is null end
  order by j.id desc limit most
$$;

-- Runs failed and dead jobs now, with all their attempts. Returns the ids of those that wait again.
create function retry_jobs(ids bigint[]) returns setof bigint
language sql security definer set search_path = graphile_worker, pg_temp as $$
  select r.id from graphile_worker.reschedule_jobs(
    array(select j.id from graphile_worker._private_jobs j where j.id = any(ids) and j.locked_at is null and j.last_error is not null),
    run_at => now(), attempts => 0) r
$$;
revoke all on function list_jobs(text, bigint, int), retry_jobs(bigint[]) from public;
grant execute on function list_jobs(text, bigint, int), retry_jobs(bigint[]) to quayside_app;

-- The running copies of the server. Each renews its row; the clock is the database's.
create table server_copy (
  id uuid primary key,
  host text not null,
  process int not null,
  runs text[] not null,
  version text not null,
  node text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- The clock of the machine is right, and notifications of changes arrive.
  clock_right boolean not null,
  listening boolean not null,
  connections int not null,
  waiting int not null
);
grant select, insert, update, delete on server_copy to quayside_app;

create index outbox_of_state on outbox (state, written_at desc, id desc) where state in ('waiting', 'refused', 'too-late');
create index deadline_failures_by_time on deadline_failure (first_failed_at, step, id);
