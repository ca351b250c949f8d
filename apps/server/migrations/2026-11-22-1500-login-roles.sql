-- The server logs in as roles of its own, instead of taking a role on as the owner: `set role none` gave the owner back. The roles themselves, their
-- passwords and time limits belong to the whole cluster and are made before the migrations (src/platform/roles.ts).

do $$ begin
  if not exists (select from pg_roles where rolname = 'quayside_worker') then
    create role quayside_worker nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server made it in the meantime
end $$;

-- The worker takes jobs out of the queue and does nothing else by itself: what a job does, it does as quayside_app. Neither can become the other, and
-- whoever speaks as quayside_app can only ask for jobs.
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
