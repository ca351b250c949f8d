-- The books. Double entry, never edited, chained by hash for each merchant account.
-- The server's role may call ledger.post and read; it can write none of these tables.

create schema ledger;
grant usage on schema ledger to quayside_app;

-- What kinds of account there are. `D` accounts hold what the platform has, `C` accounts what it owes or earned.
-- guarded: may never go below zero. append_only: no running total and no row lock, since everybody writes to it.
create table ledger.kind (
  name text primary key,
  normal char(1) not null check (normal in ('D', 'C')),
  guarded boolean not null,
  append_only boolean not null,
  check (not (guarded and append_only))
);
insert into ledger.kind values
  ('A.PSP.stripe',   'D', false, true),
  ('A.PSP.test',     'D', false, true),
  ('L.M.available',  'C', true,  false),
  ('L.M.pending',    'C', true,  false),
  ('L.M.held',       'C', true,  false),
  ('L.O.escrow',     'C', true,  false),
  ('L.O.procure',    'C', true,  false),
  ('L.REFUND',       'C', true,  false),
  ('L.S.payable',    'C', false, true),
  ('I.COMMISSION',   'C', false, true);

create table ledger.account (
  id bigint generated always as identity primary key,
  owner uuid not null,
  kind text not null references ledger.kind,
  shop_id uuid,
  normal char(1) not null,
  guarded boolean not null,
  append_only boolean not null,
  debits bigint not null default 0 check (debits >= 0),
  credits bigint not null default 0 check (credits >= 0),
  seq bigint not null default 0,
  head bytea not null default '\x00',
  constraint account_once unique (owner, kind),
  constraint no_overdraft check (not guarded or
    case normal when 'C' then credits - debits else debits - credits end >= 0)
);

create index account_in_escrow on ledger.account (shop_id) include (credits, debits) where kind = 'L.O.escrow' and credits <> debits;

create table ledger.transfer (
  id uuid primary key,
  shop_id uuid not null,
  key text not null,
  request_hash bytea not null,
  event text not null,
  ref uuid not null,
  actor text not null,
  at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  constraint transfer_key unique (shop_id, key)
);
create index on ledger.transfer (shop_id, ref);

create table ledger.posting (
  transfer_id uuid not null references ledger.transfer,
  line smallint not null,
  account_id bigint not null references ledger.account,
  side char(1) not null check (side in ('D', 'C')),
  amount bigint not null check (amount > 0 and amount <= 1000000000000000),
  seq bigint,
  balance_after bigint,
  hash bytea,
  primary key (transfer_id, line)
);
create unique index posting_chain on ledger.posting (account_id, seq desc);

grant select on all tables in schema ledger to quayside_app;

create trigger transfer_kept before update or delete on ledger.transfer for each row execute function refuse_change();
create trigger posting_kept before update or delete on ledger.posting for each row execute function refuse_change();
create trigger account_kept before delete on ledger.account for each row execute function refuse_change();
create trigger transfer_not_emptied before truncate on ledger.transfer execute function refuse_change();
create trigger posting_not_emptied before truncate on ledger.posting execute function refuse_change();
create trigger account_not_emptied before truncate on ledger.account execute function refuse_change();

-- The law of double entry, kept by the database whoever inserts: all postings of a transfer come in one statement,
-- at least two, debits equal to credits.
create function ledger.check_postings() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select transfer_id, count(*) as n, sum(case side when 'D' then amount else -amount end) as off
      from fresh group by transfer_id
    ) f
    where f.off <> 0 or f.n < 2
      or f.n <> (select count(*) from ledger.posting p where p.transfer_id = f.transfer_id)
  ) then
    raise exception 'unbalanced, one-legged or late postings' using errcode = 'check_violation', constraint = 'transfer_balanced';
  end if;
  return null;
end $$;
create trigger posting_law after insert on ledger.posting referencing new table as fresh
  for each statement execute function ledger.check_postings();

-- A transfer without postings would be a claim that moves nothing.
create function ledger.check_transfers() returns trigger language plpgsql as $$
begin
  if exists (select from fresh f where not exists (select from ledger.posting p where p.transfer_id = f.id)) then
    raise exception 'transfer without postings' using errcode = 'check_violation', constraint = 'transfer_balanced';
  end if;
  return null;
end $$;
create trigger transfer_law after insert on ledger.transfer referencing new table as fresh
  for each statement execute function ledger.check_transfers();

create function ledger.chain_step(state bytea, head bytea, fields text) returns bytea
language plpgsql immutable parallel safe as $$
begin
  return sha256(coalesce(state, head) || convert_to(fields, 'UTF8'));
end $$;
create aggregate ledger.chain(bytea, text) (sfunc = ledger.chain_step, stype = bytea);

-- The fields of a posting that its hash covers, in their order.
create function ledger.fields(transfer_id uuid, line smallint, account_id bigint, side char, amount bigint, seq bigint, balance_after bigint)
returns text language sql immutable as $$
  select transfer_id::text || '|' || line || '|' || account_id || '|' || side || '|' || amount || '|' || seq || '|' || balance_after
$$;

create type ledger.line as (
  transfer uuid, shop uuid, key text, event text, ref uuid, actor text, at timestamptz,
  line smallint, kind text, owner uuid, side char(1), amount bigint
);

-- The only door to the books. Takes the lines of any number of transfers and posts them in one statement.
-- A key that was used before with the same lines changes nothing; with other lines it is refused.
-- Locks the accounts in ascending id, so that two posts can wait for each other but never in a circle.
-- Returns how many transfers were new.
create function ledger.post(lines ledger.line[]) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare fresh int;
begin
  insert into ledger.account (owner, kind, shop_id, normal, guarded, append_only)
  select distinct on (l.owner, l.kind) l.owner, l.kind, case when l.owner = '00000000-0000-0000-0000-000000000000' then null else l.shop end,
    k.normal, k.guarded, k.append_only
  from unnest(lines) l join ledger.kind k on k.name = l.kind
  where not exists (select from ledger.account a where a.owner = l.owner and a.kind = l.kind)
  order by l.owner, l.kind
  on conflict (owner, kind) do nothing;

  perform from ledger.account a
  where a.id in (select x.id from unnest(lines) l join ledger.account x on x.owner = l.owner and x.kind = l.kind where not x.append_only)
  order by a.id for update;

  with given as materialized (
    select * from unnest(lines)
  ), intents as (
    select transfer, min(shop::text)::uuid as shop, min(key) as key, min(event) as event, min(ref::text)::uuid as ref,
      min(actor) as actor, min(at) as at,
      sha256(convert_to(string_agg(line || kind || owner || side || amount, ';' order by line), 'UTF8')) as request_hash
    from given group by transfer
  ), made as (
    insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
    select transfer, shop, key, request_hash, event, ref, actor, at from intents
    on conflict (shop_id, key) do nothing
    returning id
  ), placed as (
    select g.transfer, g.line, a.id as account_id, g.side, g.amount, a.append_only, a.head,
      a.seq + row_number() over chain as seq,
      (case a.normal when 'C' then a.credits - a.debits else a.debits - a.credits end)
        + (sum(case when g.side = a.normal then g.amount else -g.amount end) over chain)::bigint as balance_after
    from made m join given g on g.transfer = m.id join ledger.account a on a.owner = g.owner and a.kind = g.kind
    window chain as (partition by a.id order by g.transfer, g.line rows unbounded preceding)
  ), posted as (
    insert into ledger.posting (transfer_id, line, account_id, side, amount, seq, balance_after, hash)
    select transfer, line, account_id, side, amount,
      case when append_only then null else seq end,
      case when append_only then null else balance_after end,
      case when append_only then null else
        ledger.chain(head, ledger.fields(transfer, line, account_id, side, amount, seq, balance_after))
          over (partition by account_id order by seq rows unbounded preceding) end
    from placed
    returning account_id, side, amount, seq, hash
  ), moved as (
    update ledger.account a set debits = a.debits + p.debits, credits = a.credits + p.credits, seq = p.seq, head = p.head
    from (
      select account_id,
        coalesce(sum(amount) filter (where side = 'D'), 0)::bigint as debits,
        coalesce(sum(amount) filter (where side = 'C'), 0)::bigint as credits,
        max(seq) as seq, (array_agg(hash order by seq desc))[1] as head
      from posted where seq is not null group by account_id
    ) p
    where a.id = p.account_id
  )
  select count(*) into fresh from made;

  if fresh < (select count(distinct transfer) from unnest(lines)) and exists (
    select from (
      select min(shop::text)::uuid as shop, min(key) as key,
        sha256(convert_to(string_agg(line || kind || owner || side || amount, ';' order by line), 'UTF8')) as request_hash
      from unnest(lines) group by transfer
    ) i
    join ledger.transfer t on t.shop_id = i.shop and t.key = i.key
    where t.request_hash <> i.request_hash
  ) then
    raise exception 'ledger key used before with other lines' using errcode = 'unique_violation', constraint = 'transfer_key';
  end if;
  return fresh;
end $$;
revoke all on function ledger.post(ledger.line[]) from public;
grant execute on function ledger.post(ledger.line[]) to quayside_app;
