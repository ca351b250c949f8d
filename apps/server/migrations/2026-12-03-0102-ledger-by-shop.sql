-- Step 3: postings name their shop, and the platform has an account of each kind for each shop. The platform's own
-- transfers are those of the shop 00000000-0000-0000-0000-000000000000. A booking reads, locks and writes only rows of
-- its shop; what the platform has of a kind is the sum over its accounts.
-- The locks that the statements below need, in one order.
lock table orders, adjustment, ledger.transfer in share row exclusive mode;
lock table ledger.account, ledger.posting, ledger.root_leaf, chain_mark in access exclusive mode;

alter table ledger.account drop constraint account_once;
alter table ledger.account add constraint account_once unique using index account_by_owner;
-- What is booked on these so far gets its place in step 5.
update ledger.account set shop_id = owner where shop_id is null;

alter table ledger.posting add column shop_id uuid;
alter table ledger.root_leaf add column shop_id uuid;
alter table chain_mark add column shop_id uuid;
-- New rows obey at once, older ones when step 5 has filled them.
alter table ledger.account add constraint account_has_shop check (shop_id is not null) not valid;
alter table ledger.posting
  add constraint posting_has_shop check (shop_id is not null) not valid,
  add constraint posting_transfer foreign key (shop_id, transfer_id) references ledger.transfer (shop_id, id) not valid,
  add constraint posting_shop foreign key (shop_id, account_id) references ledger.account (shop_id, id) not valid;
alter table ledger.root_leaf
  add constraint root_leaf_has_shop check (shop_id is not null) not valid,
  add constraint root_leaf_account foreign key (shop_id, account_id) references ledger.account (shop_id, id) not valid;
alter table chain_mark
  add constraint chain_mark_has_shop check (shop_id is not null) not valid,
  add constraint chain_mark_account foreign key (shop_id, account_id) references ledger.account (shop_id, id) not valid;
alter table orders add constraint orders_funding foreign key (shop_id, funding_transfer_id) references ledger.transfer (shop_id, id) not valid;
alter table adjustment add constraint adjustment_transfer foreign key (shop_id, of_transfer) references ledger.transfer (shop_id, id) not valid;

-- Only rows that have no shop yet may change, until step 7.
create or replace trigger posting_kept before update or delete on ledger.posting for each row
  when (old.shop_id is not null) execute function refuse_change();
create or replace trigger root_leaf_kept before update or delete on ledger.root_leaf for each row
  when (old.shop_id is not null) execute function refuse_change();
create or replace trigger chain_mark_kept before update or delete on chain_mark for each row
  when (old.shop_id is not null) execute function refuse_change();

-- The former release names no shop in its marks.
create function name_shop_of_mark() returns trigger language plpgsql as $$
begin
  new.shop_id := (select a.shop_id from ledger.account a where a.id = new.account_id);
  return new;
end $$;
create trigger chain_mark_shop before insert on chain_mark for each row
  when (new.shop_id is null) execute function name_shop_of_mark();

-- Books the lines of any number of transfers in one statement; debits equal credits, no overdraft, chained by hash. Whether the business allows it
-- is not asked here. A key that was used before with the same lines changes nothing; with other lines it is refused.
-- Every account is one of the transfer's shop, the platform's too. They are locked in ascending id, so that two bookings can wait for each other but
-- never in a circle; those without a running total are not locked.
-- Returns the transfers that were new.
create or replace function ledger.book(lines ledger.line[]) returns uuid[]
language plpgsql set search_path = ledger, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare fresh uuid[];
begin
  insert into ledger.account (owner, kind, shop_id, normal, guarded, append_only)
  select distinct on (l.owner, l.kind, l.shop) l.owner, l.kind, l.shop, k.normal, k.guarded, k.append_only
  from unnest(lines) l join ledger.kind k on k.name = l.kind
  where not exists (select from ledger.account a where a.owner = l.owner and a.kind = l.kind and a.shop_id = l.shop)
  order by l.owner, l.kind, l.shop
  on conflict (owner, kind, shop_id) do nothing;

  perform from ledger.account a
  where a.id in (select x.id from unnest(lines) l join ledger.account x on x.owner = l.owner and x.kind = l.kind and x.shop_id = l.shop
    where not x.append_only)
  order by a.id for update;

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

  if cardinality(fresh) < (select count(distinct transfer) from unnest(lines)) and exists (
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

-- As before; each leaf has the shop of its account.
create or replace function ledger.keep_root(day date, made_at timestamptz, chains int, merkle bytea, previous bytea, hash bytea, public_key text,
  signature text, accounts bigint[], seqs bigint[], heads bytea[])
returns void language plpgsql security definer set search_path = ledger, public, pg_temp as $$
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
