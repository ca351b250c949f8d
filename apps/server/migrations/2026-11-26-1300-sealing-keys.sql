-- Several keys at once: everything sealed names its key in its first eight bytes ('QSK1' and four bytes of id).

-- Every key under which something was sealed or hashed in this database, and how a copy of it is recognised.
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
  retired_at timestamptz check (retired_at is null or closed_at is not null),
  primary key (name, id)
);
grant select, insert on sealing_key to quayside_app;
grant update (closed_at, retired_at) on sealing_key to quayside_app;

-- The key of hashes by which rows are found, sealed under the master key. Such hashes cannot be made anew.
create table lookup_key (
  id uuid primary key default '00000000-0000-0000-0000-000000000001' check (id = '00000000-0000-0000-0000-000000000001'),
  sealed bytea not null
);
grant select, insert on lookup_key to quayside_app;

-- Null for codes from before keys had ids.
alter table operator_recovery_code add column key_id text check (key_id ~ '^[0-9a-f]{8}$');

-- The key of each running copy of the server under which it seals. Null for a copy of an earlier release.
alter table server_copy add column sealing_keys text[];

-- Refuses a value that is sealed under a key that is unknown or closed. Arguments: the columns of sealed values.
create function check_sealing_key() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
revoke execute on function check_sealing_key() from public;

create trigger operator_sealed before insert or update of totp_sealed, totp_pending on operator
  for each row execute function check_sealing_key('totp_sealed', 'totp_pending');
create trigger outbox_sealed before insert or update of sealed on outbox for each row execute function check_sealing_key('sealed');
create trigger file_sealed before insert or update of wrapped_key on file for each row execute function check_sealing_key('wrapped_key');
create trigger destination_sealed before insert or update of sealed on destination
  for each row execute function check_sealing_key('sealed');
create trigger lookup_key_sealed before insert or update of sealed on lookup_key
  for each row execute function check_sealing_key('sealed');
create trigger bank_file_sealed before insert or update of wrapped_key on bank_file
  for each row execute function check_sealing_key('wrapped_key');

-- A bank file stays as it is, except that the owner may seal its key anew.
drop trigger bank_file_kept on bank_file;
create function refuse_bank_file_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'wrapped_key' <> to_jsonb(old) - 'wrapped_key' then
    raise exception 'bank_file is append-only';
  end if;
  return new;
end $$;
create trigger bank_file_kept before update on bank_file for each row execute function refuse_bank_file_change();
create trigger bank_file_not_deleted before delete on bank_file for each row execute function refuse_change();
