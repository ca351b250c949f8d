-- What every module stands on: the role the server works as, events, request keys, throttles.

do $$ begin
  if not exists (select from pg_roles where rolname = 'quayside_app') then
    create role quayside_app nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server made it in the meantime
end $$;
do $$ begin
  execute format('grant quayside_app to %I', current_user);
exception when others then null; -- a superuser needs no membership
end $$;

grant usage on schema public to quayside_app;
grant select on kysely_migration to quayside_app;
-- The server may ask for work to be done later, in the transaction of an act; it may not see or change the queue.
create function ask_job(task text, payload json, at timestamptz, key text, queue text, attempts int) returns void
language sql security definer set search_path = graphile_worker, pg_temp as $$
  select graphile_worker.add_job(task, payload => payload, run_at => at, job_key => key, queue_name => queue, max_attempts => attempts)
$$;
revoke all on function ask_job(text, json, timestamptz, text, text, int) from public;
grant execute on function ask_job(text, json, timestamptz, text, text, int) to quayside_app;

-- A database is a demo or it is real, for ever.
create table installation (
  single boolean primary key default true check (single),
  mode text not null check (mode in ('demo', 'production')),
  commission_basis_points int not null check (commission_basis_points between 0 and 5000),
  created_at timestamptz not null default now()
);
grant select, insert on installation to quayside_app;

create table event (
  shop_id uuid not null,
  id bigint generated always as identity,
  name text not null,
  at timestamptz not null,
  data jsonb not null,
  primary key (shop_id, id)
);
grant select, insert on event to quayside_app;

-- The answer of a money act under the key its screen made. Kept for ever: the key is the intent.
create table request_key (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  -- As text that keeps its order: the answer is given again to the letter.
  answer json,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
grant select, insert, update on request_key to quayside_app;

-- Attempts in a window of time, counted before they are looked at, so that parallel attempts cannot outrun the count.
create table throttle (
  key text primary key,
  attempts int not null,
  until timestamptz not null
);
grant select, insert, update, delete on throttle to quayside_app;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is not allowed: rows are never changed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
