-- What every module stands on: extensions, events, request keys, rate limits, keys, the history of states, and the
-- functions that triggers of many tables call.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
grant usage on schema public to quayside_app;
-- The server reads which migrations were run.
grant select on kysely_migration to quayside_app;

-- Partitions have a schema of their own. They belong to the owner, and nobody else has a right on them or on the
-- schema: who may use a table reaches its partitions through it.
create schema partitions;

create table installation (
  single boolean default true primary key check (single),
  mode text not null check (mode in ('demo', 'production')),
  commission_basis_points int not null check (commission_basis_points between 0 and 5000),
  created_at timestamptz not null default now(),
  processor text check (processor in ('stripe', 'test')),
  -- Who started the server that changed a term, as user@host.
  changed_by text
);
comment on table installation is
'A database is a demo or it is real, for ever.
@owner installation
@distribution local
@impersonal changed_by';
grant select, insert, update (commission_basis_points, processor, changed_by) on installation to quayside_app;

-- Keeps every change of the installation’s terms, with who made it.
create function log_installation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into installation_change (name, was, becomes, changed_by)
  select c.name, c.was, c.becomes, coalesce(new.changed_by, 'unknown') from (values
    ('commission_basis_points', old.commission_basis_points::text, new.commission_basis_points::text),
    ('processor', old.processor, new.processor)) as c (name, was, becomes)
  where c.was is not null and c.was is distinct from c.becomes;
  return null;
end $$;
create trigger installation_logged after update on installation for each row execute function log_installation();

create table event (
  shop_id uuid not null,
  id bigint generated always as identity,
  name text not null,
  at timestamptz not null,
  data jsonb not null,
  primary key (shop_id, id)
);
comment on table event is
'What happened, for the listeners: messages, webhooks, figures. A row and what it is about are committed together.
@owner shop
@distribution shop_id
@personal data: merchant; what happened, ids and reasons
@impersonal name
@retention 400 days after at, unless exists (select from event_waiting w where w.shop_id = r.shop_id and w.event_id =
  r.id)';
create index event_age on event using brin (at);
grant select, insert on event to quayside_app;

-- Every event waits for the listeners until they have worked on it.
create function event_waits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into event_waiting (shop_id, event_id) select shop_id, id from happened;
  return null;
end $$;
create trigger event_waits after insert on event referencing new table as happened for each statement
  execute function event_waits();

create table request_key (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  -- As text that keeps its order: the answer is given again to the letter.
  answer json,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
comment on table request_key is
'The answer of a money act under the key that its screen made: a repeated request gets the same answer.
@owner platform
@distribution local
@personal answer, request_hash, scope: merchant, buyer, operator; a repeated request gets the same answer
@impersonal key
@retention 30 days after created_at';
-- Block ranges suffice: the rows of these tables stand in the order of their age.
create index request_key_age on request_key using brin (created_at);
grant select, insert, update on request_key to quayside_app;

create table throttle (
  key text primary key,
  attempts int not null,
  until timestamptz not null
);
comment on table throttle is
'Attempts in a window of time, counted before they are looked at, so that parallel attempts cannot outrun the count.
@owner visitor
@distribution local
@personal key: everybody; limits of attempts; a day';
grant select, insert, update, delete on throttle to quayside_app;

create table state_change (
  shop_id uuid not null,
  subject_id uuid not null,
  id bigint generated always as identity,
  from_state text,
  to_state text not null,
  actor text not null,
  reason text,
  at timestamptz not null,
  primary key (shop_id, subject_id, id)
);
comment on table state_change is
'How deposits, withdrawals and refund orders came to be what they are. Written by trigger only, so that no act can
forget it.
@owner shop
@distribution shop_id
@impersonal from_state, to_state, actor, reason';
grant select on state_change to quayside_app;

create table event_waiting (
  shop_id uuid not null,
  event_id bigint not null,
  -- Rests until then after an attempt that failed.
  not_before timestamptz not null default '-infinity',
  primary key (shop_id, event_id)
);
comment on table event_waiting is
'Events that no listener has heard yet. A listener takes a row away in the transaction in which it does its work, so
that each event is heard once, in any number of copies, whichever transaction committed first.
@owner shop
@distribution shop_id';
create index event_waiting_not_before_idx on event_waiting (not_before);
grant select, insert, update, delete on event_waiting to quayside_app;

create table deadline_failure (
  step text not null,
  shop_id uuid not null,
  id uuid not null,
  error text not null,
  attempts int not null default 1 check (attempts > 0),
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  next_try_at timestamptz not null,
  primary key (step, shop_id, id)
);
comment on table deadline_failure is
'Rows that a deadline could not be carried out on. They rest for a while, so that the others go on, and are tried
again.
@owner shop
@distribution shop_id
@impersonal step, error';
create index deadline_failure_next_try_at_idx on deadline_failure (next_try_at);
create index deadline_failures_by_time on deadline_failure (first_failed_at, step, id);
grant select, insert, update, delete on deadline_failure to quayside_app;

create table throttle_place (
  pool text not null,
  -- Whose place it is: one for each caller, so that nobody takes more than one.
  holder text not null,
  at timestamptz not null,
  primary key (pool, holder)
);
comment on table throttle_place is
'Strangers who guess are slowed down, not the account locked: each caller that comes too early gets a place in a
queue.
@owner visitor
@distribution local
@personal holder: everybody; order of waiting attempts; a day
@impersonal pool';
create index throttle_place_at_idx on throttle_place (at);
grant select, insert, update, delete on throttle_place to quayside_app;

create table installation_key (
  name text primary key check (name ~ '^QUAYSIDE_[A-Z_]+$'),
  check_value bytea not null check (octet_length(check_value) = 32),
  since timestamptz not null,
  changed_by text not null
);
comment on table installation_key is
'HMAC-SHA256 of a fixed text under each secret key: tells another key apart and says nothing of the key.
@owner installation
@distribution local
@impersonal name, check_value, changed_by';
grant select, insert, update (check_value, since, changed_by) on installation_key to quayside_app;

-- Keeps that a secret key was replaced, and by whom.
create function log_installation_key() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.check_value <> old.check_value then
    insert into installation_change (name, changed_by) values (new.name, new.changed_by);
  end if;
  return null;
end $$;
create trigger installation_key_logged after update on installation_key for each row
  execute function log_installation_key();

create table installation_change (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  name text not null,
  -- Null where it is a key.
  was text,
  becomes text,
  changed_by text not null
);
comment on table installation_change is
'Changes of the installation’s terms and keys.
@owner installation
@distribution local
@personal changed_by: operator; who started the server; with the books
@impersonal name, was, becomes';
grant select on installation_change to quayside_app;

create table state_transition (
  subject text not null check (subject in ('orders', 'deposit', 'withdrawal', 'refund_order')),
  -- Null: what a row may begin as.
  from_state text,
  to_state text not null,
  constraint state_transition_once unique nulls not distinct (subject, from_state, to_state)
);
comment on table state_transition is
'The transitions that the database allows. Each module writes its own below its tables.
@owner schema
@distribution reference
@impersonal from_state, to_state';
grant select on state_transition to quayside_app;

create table work_claim (
  kind text not null,
  id uuid not null,
  operator_id uuid not null,
  claimed_at timestamptz not null,
  until timestamptz not null,
  primary key (kind, id),
  constraint work_claim_lease check (until > claimed_at)
);
comment on table work_claim is
'One row for each item that an operator works on; the claim ends by itself at `until`.
@owner operator
@distribution local
@impersonal kind';
create index work_claim_operator_id_kind_idx on work_claim (operator_id, kind);
grant select, insert, update, delete on work_claim to quayside_app;

create table sealing_key (
  -- The setting that held it as the newest key.
  name text not null check (name ~ '^QUAYSIDE_[A-Z_]+$'),
  id text not null check (id ~ '^[0-9a-f]{8}$'),
  check_value bytea not null check (octet_length(check_value) = 32),
  since timestamptz not null default clock_timestamp(),
  changed_by text not null,
  -- From here on nothing is sealed under it any more; it still opens.
  closed_at timestamptz,
  -- From here on nothing that is stored needs it.
  retired_at timestamptz,
  primary key (name, id),
  check (retired_at is null or closed_at is not null)
);
comment on table sealing_key is
'Every key under which something was sealed or hashed in this database, and how a copy of it is recognised.
@owner installation
@distribution local
@impersonal name, id, check_value, changed_by';
grant select, insert, update (closed_at, retired_at) on sealing_key to quayside_app;

create table lookup_key (
  id uuid default '00000000-0000-0000-0000-000000000001' primary key
    check (id = '00000000-0000-0000-0000-000000000001'::uuid),
  sealed bytea not null
);
comment on table lookup_key is
'The key of hashes by which rows are found, sealed under the master key. Such hashes cannot be made anew.
@owner installation
@distribution local
@impersonal sealed
@sealed sealed: lookup';
grant select, insert on lookup_key to quayside_app;

-- Stands before `pg_catalog.pg_notify` on the path of `ask_job`. The queue would notify the workers inside the
-- transaction that asks for a job; the server does so after the commit.
create function graphile_worker.pg_notify(channel text, payload text) returns void language sql as $$ select $$;

-- The server may ask for work to be done later, in the transaction of an act; it may not see or change the queue.
create function ask_job(task text, payload json, at timestamptz, key text, queue text, attempts int) returns void
language sql security definer set search_path = graphile_worker, pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload => payload, run_at => at, job_key => key, queue_name => queue, max_attempts => attempts)
$$;

-- Rows that are evidence: they are neither changed nor deleted, by nobody.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is not allowed: rows are never changed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger state_change_kept before delete or update on state_change for each row
  execute function refuse_change();
create trigger installation_change_kept before delete or update on installation_change for each row
  execute function refuse_change();

-- Writes the history of a row with a state, for each change of it.
create function log_state() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or old.state is distinct from new.state then
    insert into state_change (shop_id, subject_id, from_state, to_state, actor, reason, at)
    values (new.shop_id, new.id, case when tg_op = 'INSERT' then null else old.state end, new.state, new.changed_by, new.reason, new.changed_at);
  end if;
  return null;
end $$;

-- The first instant of a calendar day in a time zone. Where clocks are set back over midnight the day begins twice,
-- and `at time zone` alone answers the second beginning; where they are set forward over it, the day begins after the
-- gap.
create function day_start(day date, zone text) returns timestamptz language sql stable as $$
  select min(at) from (select (day::timestamp at time zone zone) - early * interval '15 minutes' as at from generate_series(0, 12) early) x
  where at at time zone zone >= day::timestamp
$$;

-- Its dictionary is part of the installation and does not change under us, so an index may stand on it.
create function fold(text) returns text
language sql immutable strict parallel safe return casefold(public.unaccent('public.unaccent'::regdictionary, normalize($1, nfkc)) collate "pg_unicode_fast");

-- True for migrations and restores: they work as the owner of the tables.
create function owns_table(of oid) returns boolean language sql stable as $$
  select current_user = pg_get_userbyid(relowner) from pg_class where oid = of
$$;

-- Refuses (QO001) an operator who is too new to approve money; the detail says from when it is allowed.
create function assert_operator_may_approve(who uuid, at timestamptz) returns void language plpgsql stable as $$
declare allowed timestamptz;
begin
  select may_approve_from into allowed from operator where id = who;
  if allowed > at then
    raise exception 'operator % may not approve money yet', who
      using errcode = 'QO001', detail = to_char(allowed at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
end $$;

-- Refuses (QO002) two signatures that one person could have made: the same operator, one who invited the other, or
-- two whom one owner admitted alone.
create function assert_two_people(a uuid, b uuid) returns void language plpgsql stable as $$
begin
  if not are_two_people(a, b) then
    raise exception 'operators % and % are not two people', a, b using errcode = 'QO002';
  end if;
end $$;

-- For a table whose rows operators sign. Each argument names a column that holds one of them, with `@` and the column
-- of the instant where the signature is an approval of money. Runs after the row is written, so that it sees what
-- other triggers filled in.
create function check_signers() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new);
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  named text;
  signer text;
  other text;
begin
  foreach named in array tg_argv loop
    signer := split_part(named, '@', 1);
    continue when kept ->> signer is null or kept ->> signer is not distinct from before ->> signer;
    if named like '%@%' then
      perform assert_operator_may_approve((kept ->> signer)::uuid, (kept ->> split_part(named, '@', 2))::timestamptz);
    end if;
    foreach other in array tg_argv loop
      other := split_part(other, '@', 1);
      continue when other = signer or kept ->> other is null;
      perform assert_two_people((kept ->> signer)::uuid, (kept ->> other)::uuid);
    end loop;
  end loop;
  return null;
end $$;

-- A state changes only as `state_transition` allows, and begins as it says.
create function check_transition() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare was text := case when tg_op = 'UPDATE' then old.state end;
begin
  if not exists (
    select from state_transition t where t.subject = tg_table_name and t.from_state is not distinct from was and t.to_state = new.state
  ) then
    raise exception '% does not go from % to %', tg_table_name, coalesce(was, 'nothing'), new.state
      using errcode = 'check_violation', constraint = tg_table_name || '_transition';
  end if;
  return new;
end $$;

-- The test processor's and the test bank's own books are tables of this database, which the server may write. In
-- production they stay empty, and nothing is paid, recharged, disputed or paid out through them.
create function refuse_in_production() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from installation where mode = 'production') then
    raise exception '% has no test data in production', tg_table_name using errcode = 'check_violation', constraint = 'no_test_in_production';
  end if;
  return null;
end $$;

-- False for two operators that one person could have made; see assert_two_people.
create function are_two_people(a uuid, b uuid) returns boolean language sql stable as $$
  select a <> b and not exists (select from operator x, operator y where x.id = a and y.id = b and (
    x.invited_by = y.id or y.invited_by = x.id
    or (x.invited_by = x.confirmed_by and y.invited_by = y.confirmed_by and x.invited_by = y.invited_by)))
$$;

-- For a table whose rows a second operator signs. Arguments: the column of the act's subject, of the second signer,
-- of the first one, of the amount in cents (empty for none), and the kinds of act, with commas. Runs in the
-- transaction of the last signature, while the act is still open.
create function check_signed_act() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new);
  who text := kept ->> tg_argv[1];
begin
  if who is null or tg_op = 'UPDATE' and who is not distinct from to_jsonb(old) ->> tg_argv[1] then
    return null;
  end if;
  if not exists (
    select from act a join act_signature s on s.act_id = a.id
    where a.subject_id = kept ->> tg_argv[0] and a.kind = any(string_to_array(tg_argv[4], ',')) and a.state = 'open'
      and s.signer::text = who and a.proposed_by::text = kept ->> tg_argv[2]
      and (tg_argv[3] = '' or (a.document::jsonb -> 'body' ->> 'amount')::numeric * 100 = (kept ->> tg_argv[3])::numeric))
  then
    raise exception '% %: % signed no act about it', tg_table_name, kept ->> tg_argv[0], who using errcode = 'check_violation', constraint = 'signed_act';
  end if;
  return null;
end $$;

-- Refuses a value that is sealed under a key that is unknown or closed. Arguments: the columns of sealed values.
create function check_sealing_key() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
  value bytea;
  before bytea;
  key text;
begin
  foreach name in array tg_argv loop
    execute format('select ($1).%I', name) using new into value;
    if tg_op = 'UPDATE' then
      execute format('select ($1).%I', name) using old into before;
      continue when value is not distinct from before;
    end if;
    continue when value is null or substring(value from 1 for 4) <> 'QSK1'::bytea;
    key := encode(substring(value from 5 for 4), 'hex');
    if not exists (select from sealing_key k where k.id = key and k.closed_at is null) then
      raise exception 'sealed under key %, which is closed or unknown', key using errcode = 'check_violation', constraint = 'sealing_key_open';
    end if;
  end loop;
  return new;
end $$;
create trigger lookup_key_sealed before insert or update of sealed on lookup_key for each row
  execute function check_sealing_key('sealed');

-- Unlogged: after a crash of PostgreSQL, and on a standby that takes over, the rows are gone, and so is every
-- connection of a listener. A listener that connects again takes every change for missed.
create unlogged table change_notice (
  xid xid8 not null default pg_current_xact_id(),
  payload text not null,
  primary key (xid, payload)
);
comment on table change_notice is
'What transactions have changed, for the kept answers and open screens of every copy of the server: the id of a shop
and topics, or `shelf` and the id of a shop. Each copy reads what has committed since its last snapshot, and deletes
what is older than some minutes.
@owner platform
@distribution local
@impersonal xid, payload';
grant select, insert, delete on change_notice to quayside_app;

-- Notes a change in its own transaction, once. It does not notify: transactions that notify commit one after the
-- other in the whole database, so the server rings after the commit (`change-listener.ts`).
create function note_change(payload text) returns void language sql as $$
  insert into change_notice (payload) values (note_change.payload) on conflict do nothing
$$;

-- Pages of the storefront are kept in memory. These triggers tell every copy of the server that something which
-- buyers see has changed: `shelf` and the id of the shop, or `all` for a change of the catalogue.
create function tell_shelf_of_shop() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform note_change('shelf ' || (to_jsonb(old) ->> tg_argv[0])); end if;
  if tg_op <> 'DELETE' then perform note_change('shelf ' || (to_jsonb(new) ->> tg_argv[0])); end if;
  return null;
end $$;

-- The values of a tag in the comments of tables, on one line each: `table-declarations.ts` has the grammar.
create function declared_values(tag text) returns table (source regclass, value text)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select c.oid::regclass, regexp_replace(m[1], '\n  ', ' ', 'g')
  from pg_class c cross join lateral regexp_matches(obj_description(c.oid, 'pg_class'), '\n@' || tag || ' ((?:[^\n]|\n  )*)', 'g') m
  where c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and c.relkind in ('r', 'p')
$$;

-- Whether words of people may be blanked now. The server's role cannot say so for itself.
create function is_erasing() returns boolean language sql stable as $$
  select coalesce(current_setting('quayside.erasing', true), '') = 'on' and current_user <> 'quayside_app'
$$;

-- Words of people are never changed, except by an erasure, which blanks them or deletes conversations after their
-- time.
create function refuse_change_of_words() returns trigger language plpgsql as $$
begin
  if is_erasing() then
    if tg_op = 'DELETE' and tg_table_name in ('talk_message', 'order_talk_message') then
      return old;
    end if;
    -- `party_id` is generated, and not computed yet.
    if tg_op = 'UPDATE' and to_jsonb(new) - array['text', 'file_id', 'asked', 'party_id'] = to_jsonb(old) - array['text', 'file_id', 'asked', 'party_id']
      and new.text = '—' and coalesce(to_jsonb(new) ->> 'file_id', '') = '' and coalesce(to_jsonb(new) ->> 'asked', '{}') = '{}' then
      return new;
    end if;
  end if;
  raise exception '% of % is not allowed: rows are never changed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- `amount` × `part` ÷ `whole`, rounded half up.
create function pro_rata(amount bigint, part bigint, whole bigint) returns bigint
language sql immutable return (2 * amount * part + whole) / (2 * whole);

-- The server calls no function but those named last.
revoke all on function
  ask_job(text, json, timestamptz, text, text, int),
  check_sealing_key(),
  declared_values(text),
  note_change(text),
  pro_rata(bigint, bigint, bigint)
  from public;
grant execute on function
  declared_values(text),
  ask_job(text, json, timestamptz, text, text, int),
  note_change(text)
  to quayside_app;

-- The worker takes jobs out of the queue and does nothing else by itself: what a job does, it does as quayside_app.
-- Neither role can become the other, and quayside_app can only ask for jobs.
grant usage on schema graphile_worker to quayside_worker;
grant select, insert, update, delete on all tables in schema graphile_worker to quayside_worker;
grant usage, select on all sequences in schema graphile_worker to quayside_worker;
grant execute on all functions in schema graphile_worker to quayside_worker;
alter default privileges in schema graphile_worker grant select, insert, update, delete on tables to quayside_worker;
alter default privileges in schema graphile_worker grant usage, select on sequences to quayside_worker;
-- The queue's tables let in only their owner, row by row.
do $$ declare t record; begin
  for t in select c.relname from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity loop
    execute format('create policy quayside_worker on graphile_worker.%I for all to quayside_worker using (true) with check (true)', t.relname);
  end loop;
end $$;
