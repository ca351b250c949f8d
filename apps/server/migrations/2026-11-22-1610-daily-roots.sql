-- Once a day the heads of all chains that moved are put under one signed hash, the daily root, which is published and kept outside the database as
-- well. Each root holds the one before it. Whoever writes a chain anew after that day, hashes and all, no longer fits the root.

create table ledger.daily_root (
  day date primary key,
  made_at timestamptz not null,
  -- How many chains moved since the root before.
  chains int not null check (chains >= 0),
  -- Root of the Merkle tree over their heads.
  merkle bytea not null,
  -- Hash of the root before it; one zero byte before the first.
  previous bytea not null unique,
  hash bytea not null unique,
  -- Ed25519, both in base64url.
  public_key text not null,
  signature text not null
);

-- The head of each of these chains, in the order of the tree.
create table ledger.root_leaf (
  day date not null references ledger.daily_root,
  place int not null check (place >= 0),
  account_id bigint not null references ledger.account,
  seq bigint not null check (seq > 0),
  head bytea not null,
  primary key (day, place)
);
create unique index root_leaf_of_chain on ledger.root_leaf (account_id, seq desc);
grant select on ledger.daily_root, ledger.root_leaf to quayside_app;

create trigger daily_root_kept before update or delete on ledger.daily_root for each row execute function refuse_change();
create trigger root_leaf_kept before update or delete on ledger.root_leaf for each row execute function refuse_change();
create trigger daily_root_not_emptied before truncate on ledger.daily_root execute function refuse_change();
create trigger root_leaf_not_emptied before truncate on ledger.root_leaf execute function refuse_change();

-- A root follows the last one, and its day comes later.
create function ledger.check_root() returns trigger language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare last record;
begin
  select day, hash into last from ledger.daily_root order by day desc limit 1;
  if new.previous <> coalesce(last.hash, '\x00') or new.day <= last.day then
    raise exception 'daily root of % does not follow the last one', new.day using errcode = 'check_violation', constraint = 'daily_root_follows';
  end if;
  return new;
end $$;
create trigger daily_root_follows before insert on ledger.daily_root for each row execute function ledger.check_root();

-- The only way to keep one for the server's role. Every leaf is a head that the books have.
create function ledger.keep_root(day date, made_at timestamptz, chains int, merkle bytea, previous bytea, hash bytea, public_key text, signature text,
  accounts bigint[], seqs bigint[], heads bytea[])
returns void language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  insert into ledger.daily_root values (day, made_at, chains, merkle, previous, hash, public_key, signature);
  insert into ledger.root_leaf (day, place, account_id, seq, head)
  select keep_root.day, l.place - 1, l.account_id, l.seq, l.head
  from unnest(accounts, seqs, heads) with ordinality as l (account_id, seq, head, place)
    join ledger.posting p on p.account_id = l.account_id and p.seq = l.seq and p.hash = l.head;
  if (select count(*) from ledger.root_leaf l where l.day = keep_root.day) <> chains then
    raise exception 'daily root of % has leaves that are no heads of the books', keep_root.day using errcode = 'check_violation', constraint = 'root_leaves';
  end if;
end $$;
revoke all on function ledger.keep_root(date, timestamptz, int, bytea, bytea, bytea, text, text, bigint[], bigint[], bytea[]) from public;
grant execute on function ledger.keep_root(date, timestamptz, int, bytea, bytea, bytea, text, text, bigint[], bigint[], bytea[]) to quayside_app;
