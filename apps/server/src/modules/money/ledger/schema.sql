-- The books. Accounts, transfers and postings by double entry, the events that may be booked, and what each event
-- must look like. Nobody but the functions of this schema writes these tables: the server books through
-- `ledger.post`, which compares each transfer with the template of its event, with the row of the business that it is
-- about, and with the balances.

create schema ledger;
grant usage on schema ledger to quayside_app;

create table ledger.kind (
  name text primary key,
  normal char(1) not null check (normal in ('D', 'C')),
  guarded boolean not null,
  append_only boolean not null,
  check (not (guarded and append_only))
);
comment on table ledger.kind is
'What kinds of account there are. `D` accounts hold what the platform has, `C` accounts what it owes or earned.
guarded: may never go below zero. append_only: no running total and no row lock, since everybody writes to it.
@owner schema
@distribution reference
@impersonal name';
grant select on ledger.kind to quayside_app;

insert into ledger.kind (name, normal, guarded, append_only) values
  ('A.PSP.stripe',    'D', false, true),
  ('A.PSP.test',      'D', false, true),
  ('L.M.available',   'C', true,  false),
  ('L.M.pending',     'C', true,  false),
  ('L.M.held',        'C', true,  false),
  ('L.O.escrow',      'C', true,  false),
  ('L.O.procure',     'C', true,  false),
  ('L.REFUND',        'C', true,  false),
  ('L.S.payable',     'C', false, true),
  ('I.COMMISSION',    'C', false, true),
  ('A.BANK',          'D', false, true),
  ('A.CHAIN.usdt',    'D', false, true),
  ('A.CHAIN.usdc',    'D', false, true),
  ('A.DUE',           'D', true,  false),
  ('L.UNIDENTIFIED',  'C', true,  false),
  ('L.PAYOUT',        'C', false, true),
  ('A.HOT',           'D', false, true),
  ('I.WDFEE',         'C', false, true),
  ('L.DISPUTE',       'C', true,  false),
  ('E.GOODWILL',      'D', false, true),
  ('L.SUSPENSE',      'C', false, true),
  ('E.PSPFEE',        'D', false, true),
  ('E.TRANSFERFEE',   'D', false, true),
  ('E.WRITEOFF',      'D', false, true),
  ('Q.OWNER',         'C', false, true),
  ('L.O.shipping',    'C', true,  false),
  ('I.SHIPPING',      'C', false, true),
  ('L.O.tax',         'C', true,  false),
  ('L.TAX',           'C', false, true),
  ('E.SHIPPING',      'D', false, true),
  ('E.COUPON',        'D', false, true),
  ('A.PSPFEE.stripe', 'D', false, true),
  ('A.PSPFEE.test',   'D', false, true),
  ('E.PSPDIFF',       'D', false, true);

create table ledger.account (
  id bigint generated always as identity,
  owner uuid not null,
  kind text not null references ledger.kind,
  shop_id uuid not null,
  normal char(1) not null,
  guarded boolean not null,
  append_only boolean not null,
  debits bigint not null default 0 check (debits >= 0),
  credits bigint not null default 0 check (credits >= 0),
  seq bigint not null default 0,
  head bytea not null default '\x00',
  primary key (id, shop_id),
  constraint account_once unique (owner, kind, shop_id),
  constraint no_overdraft check (not guarded or (case normal when 'C' then credits - debits
    else debits - credits end >= 0))
);
comment on table ledger.account is
'An account of a shop, of an order or of a payment; the platform has one of each kind for each shop. `head` is the
hash of the newest posting: the end of the chain.
@owner shop
@distribution shop_id
@impersonal normal, head';
create index account_in_escrow on ledger.account (shop_id) include (credits, debits)
  where kind = 'L.O.escrow' and credits <> debits;
-- The shops that owe: few of all accounts.
create index account_owing on ledger.account (shop_id) include (debits, credits)
  where kind = 'A.DUE' and debits > credits;
grant select on ledger.account to quayside_app;
create trigger account_kept before delete on ledger.account for each row execute function refuse_change();
create trigger account_not_emptied before truncate on ledger.account for each statement
  execute function refuse_change();

-- Whose a new account is, is checked for all accounts of a statement at once: a booking of thousands of orders called
-- a function for each. What the check refuses stays the same; the kinds of three triggers are in one.
create function ledger.check_owners() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare wrong text;
begin
  select format('account %s of %s does not belong to shop %s', a.kind, a.owner, a.shop_id) into wrong
  from fresh a
  where case
    -- Not `exists`: the planner would read all orders of all shops into memory, instead of each by its key.
    when a.kind in ('L.O.escrow', 'L.O.procure', 'L.O.shipping', 'L.O.tax') then
      (select o.id from orders o where o.shop_id = a.shop_id and o.id = a.owner) is null
    when a.kind = 'L.REFUND' then (select p.id from payment p where p.shop_id = a.shop_id and p.id = a.owner) is null
    when a.kind in ('L.M.available', 'L.M.pending', 'L.M.held', 'A.DUE', 'L.UNIDENTIFIED') then a.owner is distinct from a.shop_id
    else false
  end
  limit 1;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation', constraint = 'account_owner';
  end if;
  return null;
end $$;
create trigger account_owners after insert on ledger.account referencing new table as fresh for each statement
  execute function ledger.check_owners();

create table ledger.transfer (
  id uuid not null,
  shop_id uuid not null,
  key text not null,
  request_hash bytea not null,
  event text not null,
  ref uuid not null,
  actor text not null,
  at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  hash_version smallint not null default 2 constraint transfer_hash_version check (hash_version in (1, 2)),
  primary key (id, shop_id),
  constraint transfer_key unique (shop_id, key)
);
comment on table ledger.transfer is
'An entry of the books: what happened (`event`), to which row (`ref`), by whom, and under which key it counts once.
@owner shop
@distribution shop_id
@impersonal key, request_hash, event, actor';
create index transfer_shop_id_ref_idx on ledger.transfer (shop_id, ref);
-- Refunds take from "pending" as well: what was settled is what left it less those.
create index transfer_refunds on ledger.transfer (shop_id) where event = 'refund.approved';
-- A month of a shop without looking at the rest of its books.
create index transfers_by_time on ledger.transfer (shop_id, at);
-- What a dispute took out of "pending" was not settled.
create index transfer_out_of_pending on ledger.transfer (shop_id)
  where event in ('refund.approved', 'order.disputed');
grant select on ledger.transfer to quayside_app;
create trigger transfer_kept before delete or update on ledger.transfer for each row execute function refuse_change();
create trigger transfer_not_emptied before truncate on ledger.transfer for each statement
  execute function refuse_change();

-- A transfer without postings would be a claim that moves nothing. Two shops never share the id of one.
create function ledger.check_transfers() returns trigger language plpgsql as $$
begin
  if exists (select from fresh f where not exists (select from ledger.posting p where p.shop_id = f.shop_id and p.transfer_id = f.id)) then
    raise exception 'transfer without postings' using errcode = 'check_violation', constraint = 'transfer_balanced';
  end if;
  if exists (select from fresh f join ledger.transfer t on t.id = f.id and t.shop_id <> f.shop_id) then
    raise exception 'transfer of two shops' using errcode = 'unique_violation', constraint = 'transfer_once';
  end if;
  return null;
end $$;
create trigger transfer_law after insert on ledger.transfer referencing new table as fresh for each statement
  execute function ledger.check_transfers();

create table ledger.posting (
  transfer_id uuid not null,
  line smallint not null,
  account_id bigint not null,
  side char(1) not null check (side in ('D', 'C')),
  amount bigint not null check (amount > 0 and amount <= 1000000000000000),
  seq bigint,
  balance_after bigint,
  hash bytea,
  shop_id uuid not null,
  primary key (transfer_id, line, shop_id),
  constraint posting_transfer foreign key (shop_id, transfer_id) references ledger.transfer (shop_id, id),
  constraint posting_shop foreign key (shop_id, account_id) references ledger.account (shop_id, id)
);
comment on table ledger.posting is
'A line of a transfer. On an account with a chain it carries its place, the balance after it and a hash over both and
the posting before.
@owner shop
@distribution shop_id
@impersonal hash';
-- The postings of one of the platform's accounts in the order of their time: the id of a transfer begins with its
-- instant.
create index posting_of_platform on ledger.posting (account_id, transfer_id desc, line) where seq is null;
create unique index posting_chain on ledger.posting (account_id, seq desc, shop_id);
grant select on ledger.posting to quayside_app;
create trigger posting_kept before delete or update on ledger.posting for each row execute function refuse_change();
create trigger posting_not_emptied before truncate on ledger.posting for each statement
  execute function refuse_change();

-- The law of double entry, kept by the database whoever inserts: all postings of a transfer come in one statement, at
-- least two, debits equal to credits.
create function ledger.check_postings() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select shop_id, transfer_id, count(*) as n, sum(case side when 'D' then amount else -amount end) as off
      from fresh group by shop_id, transfer_id
    ) f
    where f.off <> 0 or f.n < 2
      or f.n <> (select count(*) from ledger.posting p where p.shop_id = f.shop_id and p.transfer_id = f.transfer_id)
  ) then
    raise exception 'unbalanced, one-legged or late postings' using errcode = 'check_violation', constraint = 'transfer_balanced';
  end if;
  return null;
end $$;
create trigger posting_law after insert on ledger.posting referencing new table as fresh for each statement
  execute function ledger.check_postings();

create type ledger.line as (
  transfer uuid, shop uuid, key text, event text, ref uuid, actor text, at timestamptz,
  line smallint, kind text, owner uuid, side char(1), amount bigint
);

create table ledger.unchecked (
  id bigint generated always as identity primary key,
  transfers uuid[] not null
);
comment on table ledger.unchecked is
'Transfers of the running transaction whose rows are still to be compared; empty whenever nobody is booking.
@owner platform
@distribution local';

-- Compares the rows of all transfers of one call at once.
create function ledger.check_unchecked() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  kin text;
  wrong uuid;
begin
  for kin in select distinct e.family from unnest(new.transfers) u (id) join ledger.transfer t on t.id = u.id join ledger.event e on e.name = t.event loop
    execute format('select * from ledger.%I($1) limit 1', 'check_' || kin) into wrong using new.transfers;
    if wrong is not null then
      raise exception 'transfer % (%) does not fit the row that it is about', wrong, (select event || ' ' || ref from ledger.transfer where id = wrong)
        using errcode = 'check_violation', constraint = 'transfer_row';
    end if;
  end loop;
  delete from ledger.unchecked where id = new.id;
  return null;
end $$;
create constraint trigger transfer_row after insert on ledger.unchecked deferrable initially deferred for each row
  execute function ledger.check_unchecked();

-- The postings of transfers with all that a check compares.
create view ledger.booked as
  select t.id, t.shop_id, t.event, t.ref, t.key, t.actor, t.at, p.side, p.amount, a.kind, a.owner, a.credits - a.debits as holds
  from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id
    join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id;

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
comment on table ledger.daily_root is
'The Merkle root over the heads of all chains at the end of a day, signed and chained to the day before.
@owner platform
@distribution local
@impersonal merkle, previous, hash, public_key, signature';
grant select on ledger.daily_root to quayside_app;
create trigger daily_root_kept before delete or update on ledger.daily_root for each row
  execute function refuse_change();
create trigger daily_root_not_emptied before truncate on ledger.daily_root for each statement
  execute function refuse_change();

-- A root follows the last one, and its day comes later.
create function ledger.check_root() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare last record;
begin
  select day, hash into last from ledger.daily_root order by day desc limit 1;
  if new.previous <> coalesce(last.hash, '\x00') or new.day <= last.day then
    raise exception 'daily root of % does not follow the last one', new.day using errcode = 'check_violation', constraint = 'daily_root_follows';
  end if;
  return new;
end $$;
create trigger daily_root_follows before insert on ledger.daily_root for each row
  execute function ledger.check_root();

create table ledger.root_leaf (
  day date not null references ledger.daily_root,
  place int not null check (place >= 0),
  account_id bigint not null,
  seq bigint not null check (seq > 0),
  head bytea not null,
  shop_id uuid not null,
  primary key (day, place),
  constraint root_leaf_account foreign key (shop_id, account_id) references ledger.account (shop_id, id)
);
comment on table ledger.root_leaf is
'The head of each chain at the end of a day, in the order of the tree.
@owner platform
@distribution local
@impersonal head
@unique-over-all-shops ledger.root_leaf_pkey: the place of a chain in the tree of a day, which is one for all shops';
create unique index root_leaf_of_chain on ledger.root_leaf (account_id, seq desc, shop_id);
grant select on ledger.root_leaf to quayside_app;
create trigger root_leaf_kept before delete or update on ledger.root_leaf for each row
  execute function refuse_change();
create trigger root_leaf_not_emptied before truncate on ledger.root_leaf for each statement
  execute function refuse_change();

-- One step of `ledger.chain`: the hash of the posting before and the fields of this one.
create function ledger.chain_step(state bytea, head bytea, fields text) returns bytea
language plpgsql immutable parallel safe as $$
begin
  return sha256(coalesce(state, head) || convert_to(fields, 'UTF8'));
end $$;

-- The hashes of a run of postings: the first argument is the head before them.
create aggregate ledger.chain(bytea, text) (sfunc = ledger.chain_step, stype = bytea);

-- Locks a shop's accounts until the end of the transaction, in the order in which `ledger.post` locks them, and
-- answers what is available: so much can be taken from the balance, and only the rest becomes a debt.
create function ledger.take_balance(shop uuid) returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform from ledger.account where shop_id = shop and owner = shop and not append_only order by id for update;
  return coalesce((select credits - debits from ledger.account where shop_id = shop and owner = shop and kind = 'L.M.available'), 0);
end $$;

-- The part of a posting’s hash that hides key and actor. It is plpgsql on purpose: PostgreSQL cannot inline a SQL
-- function that calls `convert_to`, and a call of one takes twice as long.
create function ledger.sealed(transfer uuid, key text, actor text) returns text language plpgsql immutable as $$
begin
  return encode(sha256(convert_to(transfer::text || '|' || key || '|' || actor, 'UTF8')), 'hex');
end $$;

-- The fields of a posting that its hash covers, in their order. `at` is in microseconds since 1970.
create function ledger.fields(version smallint, transfer_id uuid, line smallint, account_id bigint, side character,
  amount bigint, seq bigint, balance_after bigint, event text, ref uuid, at timestamptz, sealed text) returns text
language plpgsql immutable as $$
begin
  return case when version = 2 then '2|' else '' end || transfer_id::text || '|' || line::text || '|' || account_id::text || '|' || side::text
    || '|' || amount::text || '|' || seq::text || '|' || balance_after::text
    || case when version = 2 then '|' || event || '|' || ref::text || '|' || (extract(epoch from at) * 1000000)::bigint::text || '|' || sealed else '' end;
end $$;

-- Opens the accounts of lines that have none yet, and locks those with a running total in ascending id, so that two
-- bookings can wait for each other but never in a circle. It runs under the settings of `ledger.book`.
create function ledger.lock_accounts(lines ledger.line[]) returns void language plpgsql as $$
begin
  insert into ledger.account (owner, kind, shop_id, normal, guarded, append_only)
  select distinct on (l.owner, l.kind, l.shop) l.owner, l.kind, l.shop, k.normal, k.guarded, k.append_only
  from unnest(lines) l join ledger.kind k on k.name = l.kind
  where not exists (select from ledger.account a where a.owner = l.owner and a.kind = l.kind and a.shop_id = l.shop)
  order by l.owner, l.kind, l.shop
  on conflict (owner, kind, shop_id) do nothing;

  perform from (select distinct l.owner, l.kind, l.shop from unnest(lines) l) l
    join ledger.account a on a.owner = l.owner and a.kind = l.kind and a.shop_id = l.shop
  where not a.append_only
  order by a.id for update of a;
end $$;

-- Refuses a key that was used before with other lines. It runs under the settings of `ledger.book`.
create function ledger.refuse_other_lines(lines ledger.line[]) returns void language plpgsql as $$
begin
  if exists (
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
end $$;

-- Books the lines of any number of transfers in one statement; debits equal credits, no overdraft, chained by hash.
-- Whether the business allows it is not asked here. A key that was used before with the same lines changes nothing;
-- with other lines it is refused. Every account is one of the transfer's shop, the platform's too; those without a
-- running total are not locked. Returns the transfers that were new.
create function ledger.book(lines ledger.line[]) returns uuid[]
language plpgsql set search_path = ledger, public, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off as $$
declare fresh uuid[];
begin
  perform ledger.lock_accounts(lines);

  with given as materialized (
    select * from unnest(lines)
  ), intents as (
    -- Lines of one transfer that disagree about it are two rows here: the second one breaks the primary key, and with another shop `transfer_once`.
    select transfer, shop, key, event, ref, actor, at,
      sha256(convert_to(string_agg(line || kind || owner || side || amount, ';' order by line), 'UTF8')) as request_hash
    from given group by transfer, shop, key, event, ref, actor, at
  ), made as (
    insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
    select transfer, shop, key, request_hash, event, ref, actor, at from intents
    on conflict (shop_id, key) do nothing
    returning id
  ), placed as (
    select g.transfer, g.line, a.shop_id, a.id as account_id, g.side, g.amount, g.event, g.ref, g.at, g.key, g.actor, a.append_only, a.head,
      a.seq + row_number() over chain as seq,
      (case a.normal when 'C' then a.credits - a.debits else a.debits - a.credits end)
        + (sum(case when g.side = a.normal then g.amount else -g.amount end) over chain)::bigint as balance_after
    from given g join ledger.account a on a.owner = g.owner and a.kind = g.kind and a.shop_id = g.shop
    -- Not a join: a plan for few lines would look through all of what was made for each of many.
    where (g.transfer in (select id from made)) is true
    window chain as (partition by a.id order by g.transfer, g.line rows unbounded preceding)
  ), posted as (
    insert into ledger.posting (shop_id, transfer_id, line, account_id, side, amount, seq, balance_after, hash)
    select shop_id, transfer, line, account_id, side, amount,
      case when append_only then null else seq end,
      case when append_only then null else balance_after end,
      case when append_only then null else
        ledger.chain(head, ledger.fields(2::smallint, transfer, line, account_id, side, amount, seq, balance_after, event, ref, at,
          ledger.sealed(transfer, key, actor)))
          over (partition by account_id order by seq rows unbounded preceding) end
    from placed
    returning shop_id, account_id, side, amount, seq, hash
  ), moved as (
    update ledger.account a set debits = a.debits + p.debits, credits = a.credits + p.credits, seq = p.seq, head = p.head
    from (
      select shop_id, account_id,
        coalesce(sum(amount) filter (where side = 'D'), 0)::bigint as debits,
        coalesce(sum(amount) filter (where side = 'C'), 0)::bigint as credits,
        max(seq) as seq, (array_agg(hash order by seq desc))[1] as head
      from posted where seq is not null group by shop_id, account_id
    ) p
    where a.shop_id = p.shop_id and a.id = p.account_id
  )
  select coalesce(array_agg(id), '{}') into fresh from made;

  if cardinality(fresh) < (select count(distinct transfer) from unnest(lines)) then
    perform ledger.refuse_other_lines(lines);
  end if;
  return fresh;
end $$;

-- What an order brought into the merchant's pending account and refunds and disputes did not take from there again.
create function ledger.earned(shop uuid, order_id uuid) returns bigint language plpgsql as $$
begin
  return coalesce((select sum(b.amount) from ledger.booked b where b.shop_id = shop and b.ref = order_id and b.event = 'order.received' and b.kind = 'L.M.pending'), 0)
    - coalesce((select sum(r.from_pending) from refund_order r where r.shop_id = shop and r.order_id = earned.order_id and r.state = 'refunded'), 0)
    + coalesce((select sum(case b.side when 'C' then b.amount else -b.amount end) from ledger.booked b
      where b.shop_id = shop and b.ref = order_id and b.event in ('order.disputed', 'order.dispute-won') and b.kind = 'L.M.pending'), 0);
end $$;

-- What of it became the merchant's balance.
create function ledger.settled(shop uuid, order_id uuid) returns bigint language plpgsql as $$
begin
  return coalesce((select sum(b.amount) from ledger.booked b
    where b.shop_id = shop and b.ref = order_id and b.event in ('order.completed', 'order.part-settled') and b.kind = 'L.M.pending'), 0);
end $$;

-- The only door to the books for the server's role: books what the templates allow, and has the rows compared at the
-- end of the transaction. Returns how many transfers were new.
create function ledger.post(lines ledger.line[]) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare fresh uuid[];
begin
  if exists (
    with rules as materialized (
      select u.event, u.side, u.kind, t.owner, t.event is not null as known
      from (select distinct l.event, l.side, l.kind from unnest(lines) l) u
        left join ledger.template t on t.event = u.event and t.side = u.side and t.kind = u.kind
    )
    select from unnest(lines) l left join rules t on t.event = l.event and t.side = l.side and t.kind = l.kind
    where (t.known and l.owner = case t.owner when 'platform' then '00000000-0000-0000-0000-000000000000' when 'shop' then l.shop else l.owner end
      and (l.actor not like 'carrier:%' or l.event = 'order.received')) is not true
  ) or exists (
    with actors as materialized (select distinct l.actor from unnest(lines) l)
    select from actors a
    where (a.actor ~ '^(clock|chain|(merchant|buyer|operator|carrier):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|processor:[a-z]{1,20})$') is not true
  ) or exists (
    with needed as materialized (
      select r.event, count(distinct r.leg) as legs from ledger.template r
      where r.required and r.event in (select l.event from unnest(lines) l) group by r.event
    ), legs as materialized (
      select r.event, r.side, r.kind, r.leg, r.required
      from (select distinct l.event, l.side, l.kind from unnest(lines) l) u
        join ledger.template r on r.event = u.event and r.side = u.side and r.kind = u.kind
    )
    select from unnest(lines) l join legs t on t.event = l.event and t.side = l.side and t.kind = l.kind
    group by l.transfer, l.event
    having count(*) <> count(distinct t.leg) or count(*) filter (where t.required)
      <> coalesce((select n.legs from needed n where n.event = l.event), 0)
  ) then
    raise exception 'no template allows these lines' using errcode = 'check_violation', constraint = 'transfer_template';
  end if;
  fresh := ledger.book(lines);
  if cardinality(fresh) > 0 then insert into ledger.unchecked (transfers) values (fresh); end if;
  return cardinality(fresh);
end $$;

-- Stores the signed root of a day with its leaves. Each leaf must be a head that the books have.
create function ledger.keep_root(day date, made_at timestamptz, chains int, merkle bytea, previous bytea, hash bytea,
  public_key text, signature text, accounts bigint[], seqs bigint[], heads bytea[]) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  insert into ledger.daily_root values (day, made_at, chains, merkle, previous, hash, public_key, signature);
  insert into ledger.root_leaf (day, place, shop_id, account_id, seq, head)
  select keep_root.day, l.place - 1, a.shop_id, l.account_id, l.seq, l.head
  from unnest(accounts, seqs, heads) with ordinality as l (account_id, seq, head, place)
    join ledger.account a on a.id = l.account_id
    join ledger.posting p on p.account_id = l.account_id and p.seq = l.seq and p.hash = l.head;
  if (select count(*) from ledger.root_leaf l where l.day = keep_root.day) <> chains then
    raise exception 'daily root of % has leaves that are no heads of the books', keep_root.day using errcode = 'check_violation', constraint = 'root_leaves';
  end if;
end $$;

-- A page of funds records in one round trip, with stored plans: the accounts of a shop, their newest rows, and what the
-- rows are about. Planning took longer than reading. `kinds` and `below` belong together: of each account, the rows
-- below that position; null for the newest ones. An account without such a row gives one row, of which only `account`
-- and `chain_length` are set. The event says in which table its subject is, so the others are not looked through.
create function funds_page(of_shop uuid, kinds text[], below bigint[], most int) returns table (account text,
  chain_length bigint, transfer_id uuid, at timestamptz, event text, ref uuid, side text, amount bigint, seq bigint,
  balance_after bigint, hash bytea, subject text, code text, note_code text, note_reason text, title text,
  picture text, buyer text)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select a.kind, a.seq, r.id, r.at, r.event, r.ref, r.side::text, r.amount, r.seq, r.balance_after, r.hash, r.subject,
    case r.subject
      when 'order' then o.code
      when 'deposit' then (select d.code from deposit d where d.shop_id = of_shop and d.id = r.ref)
      when 'withdrawal' then (select w.code from withdrawal w where w.shop_id = of_shop and w.id = r.ref)
      when 'refund' then (select f.code from refund_order f where f.shop_id = of_shop and f.id = r.ref)
    end,
    case r.subject
      when 'adjustment' then (select j.code from adjustment j where j.shop_id = of_shop and j.id = r.ref and j.state = 'posted')
      when 'unidentified' then (select u.code from unidentified_money u where u.shop_id = of_shop and u.id = r.ref and u.state = 'assigned')
    end,
    case r.subject
      when 'adjustment' then (select j.reason from adjustment j where j.shop_id = of_shop and j.id = r.ref and j.state = 'posted')
      when 'unidentified' then (select u.reason from unidentified_money u where u.shop_id = of_shop and u.id = r.ref and u.state = 'assigned')
    end,
    o.title, o.picture, o.buyer_name
  from unnest(kinds, below) k (name, position)
    join ledger.account a on a.shop_id = of_shop and a.owner = of_shop and a.kind = k.name
    left join lateral (
      select t.id, t.at, t.event, t.ref, p.side, p.amount, p.seq, p.balance_after, p.hash,
        case split_part(t.event, '.', 1) when 'due' then 'order' when 'dispute' then 'deposit' else split_part(t.event, '.', 1) end as subject
      from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where p.shop_id = of_shop and p.account_id = a.id and p.seq < coalesce(k.position, a.seq + 1)
      order by p.seq desc limit most
    ) r on true
    -- The order that a row is about, or whose refund it is about: at most one, found by its key.
    left join lateral (
      select s.code, s.title, s.picture, s.buyer_name from orders s
      where s.shop_id = of_shop and s.id = case r.subject when 'order' then r.ref
        when 'refund' then (select f.order_id from refund_order f where f.shop_id = of_shop and f.id = r.ref) end
      limit 1
    ) o on true
  order by a.kind, r.seq desc;
end $$;

-- The server calls no function but those named last.
revoke all on function
  ledger.take_balance(uuid),
  ledger.lock_accounts(ledger.line[]),
  ledger.refuse_other_lines(ledger.line[]),
  ledger.book(ledger.line[]),
  ledger.earned(uuid, uuid),
  ledger.settled(uuid, uuid),
  ledger.check_unchecked(),
  ledger.post(ledger.line[]),
  ledger.keep_root(date, timestamptz, int, bytea, bytea, bytea, text, text, bigint[], bigint[], bytea[]),
  funds_page(uuid, text[], bigint[], int)
  from public;
grant execute on function
  ledger.take_balance(uuid),
  ledger.post(ledger.line[]),
  ledger.keep_root(date, timestamptz, int, bytea, bytea, bytea, text, text, bigint[], bigint[], bytea[]),
  funds_page(uuid, text[], bigint[], int)
  to quayside_app;
