-- What the console shows of copies of the server and of the job queue.

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
  waiting int not null,
  -- The key of each running copy of the server under which it seals.
  sealing_keys text[]
);
comment on table server_copy is
'The running copies of the server. Each renews its row; the clock is the database’s.
@owner installation
@distribution local
@personal host: the platform; copies of the server; minutes after the end
@impersonal runs, version, node, sealing_keys';
grant select, insert, update, delete on server_copy to quayside_app;

create table staff_alert (
  id uuid primary key,
  kind text not null,
  -- Distinguishes alerts of one kind, for example by network; empty when there is only one.
  subject text not null,
  facts jsonb not null,
  opened_at timestamptz not null,
  notified_at timestamptz not null,
  closed_at timestamptz,
  constraint staff_alert_times check (notified_at >= opened_at and closed_at >= opened_at)
);
comment on table staff_alert is
'Alerts to the staff. A row is open while its condition holds.
@owner operator
@distribution local
@personal facts: operator; alerts to the staff
@impersonal kind, subject
@retention 400 days after closed_at';
create unique index staff_alert_open on staff_alert (kind, subject) where closed_at is null;
create index staff_alert_by_time on staff_alert (opened_at desc);
create index staff_alert_by_due
  on staff_alert ((((opened_at at time zone 'UTC') + interval '4 hours') at time zone 'UTC'), id)
  where closed_at is null;
grant select, insert, update (facts, notified_at, closed_at) on staff_alert to quayside_app;

-- Figures of the job queue for the metrics. The web role cannot read the queue itself, whose payloads it has no need
-- to know.
create function job_figures(out waiting bigint, out running bigint, out failed bigint,
  out oldest_seconds double precision) returns record
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select
    count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts),
    count(*) filter (where locked_at is not null),
    count(*) filter (where locked_at is null and attempts >= max_attempts),
    coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)), 0)
  from graphile_worker._private_jobs
$$;

-- Jobs without their payloads, newest first. `waiting`: not tried yet; `failed`: tried, and tried again by itself;
-- `dead`: given up.
create function list_jobs(of_state text, before bigint, most int) returns table (id bigint, task text, state text,
  attempts int, max_attempts int, run_at timestamptz, created_at timestamptz, error text)
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

-- The state of the standbys, one row for each connected one. The lag is null where the owner of the database has not
-- the right `pg_read_all_stats`; a standby that has replayed everything has the lag 0.
create function standby_figures() returns table (standby text, lag_seconds double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(application_name, ''), case when state is not null then coalesce(extract(epoch from replay_lag), 0) end
  from pg_stat_replication
$$;

-- The server calls no function but those named last.
revoke all on function
  job_figures(),
  list_jobs(text, bigint, int),
  retry_jobs(bigint[]),
  standby_figures()
  from public;
grant execute on function
  job_figures(),
  list_jobs(text, bigint, int),
  retry_jobs(bigint[]),
  standby_figures()
  to quayside_app;
