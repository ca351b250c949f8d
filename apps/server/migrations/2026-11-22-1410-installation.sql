-- What an installation was set up with is noticed when it changes: keys by a keyed check value, terms by their history.

alter table installation
  add column processor text check (processor in ('stripe', 'test')),
  -- Who started the server that changed a term, as user@host.
  add column changed_by text;
grant update (commission_basis_points, processor, changed_by) on installation to quayside_app;

-- HMAC-SHA256 of a fixed text under each secret key: tells another key apart and says nothing of the key.
create table installation_key (
  name text primary key check (name ~ '^QUAYSIDE_[A-Z_]+$'),
  check_value bytea not null check (octet_length(check_value) = 32),
  since timestamptz not null,
  changed_by text not null
);
grant select, insert on installation_key to quayside_app;
grant update (check_value, since, changed_by) on installation_key to quayside_app;

create table installation_change (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  name text not null,
  -- Null where it is a key.
  was text,
  becomes text,
  changed_by text not null
);
grant select on installation_change to quayside_app;
create trigger installation_change_kept before update or delete on installation_change for each row execute function refuse_change();

create function log_installation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into installation_change (name, was, becomes, changed_by)
  select c.name, c.was, c.becomes, coalesce(new.changed_by, 'unknown') from (values
    ('commission_basis_points', old.commission_basis_points::text, new.commission_basis_points::text),
    ('processor', old.processor, new.processor)) as c (name, was, becomes)
  where c.was is not null and c.was is distinct from c.becomes;
  return null;
end $$;
create trigger installation_logged after update on installation for each row execute function log_installation();

create function log_installation_key() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.check_value <> old.check_value then
    insert into installation_change (name, changed_by) values (new.name, new.changed_by);
  end if;
  return null;
end $$;
create trigger installation_key_logged after update on installation_key for each row execute function log_installation_key();
