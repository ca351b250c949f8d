-- Step 7: the keys with the shop replace those without it, and the laws of the books join by the shop.
lock table orders, adjustment in share row exclusive mode;
lock table ledger.transfer, ledger.account, ledger.posting, ledger.root_leaf, chain_mark in access exclusive mode;

-- Quick: the checks that step 5 has proved say it.
alter table ledger.account alter column shop_id set not null;
alter table ledger.posting alter column shop_id set not null;
alter table ledger.root_leaf alter column shop_id set not null;
alter table chain_mark alter column shop_id set not null;
alter table ledger.account drop constraint account_has_shop;
alter table ledger.posting drop constraint posting_has_shop;
alter table ledger.root_leaf drop constraint root_leaf_has_shop;
alter table chain_mark drop constraint chain_mark_has_shop;

alter table orders drop constraint orders_funding_transfer_id_fkey;
alter table adjustment drop constraint adjustment_of_transfer_fkey;
alter table chain_mark drop constraint chain_mark_account_id_fkey, drop constraint chain_mark_pkey,
  add constraint chain_mark_pkey primary key using index chain_mark_of_shop;
alter table ledger.root_leaf drop constraint root_leaf_account_id_fkey;
drop index ledger.root_leaf_of_chain;
alter index ledger.root_leaf_by_chain rename to root_leaf_of_chain;
alter table ledger.posting drop constraint posting_transfer_id_fkey, drop constraint posting_account_id_fkey, drop constraint posting_pkey,
  add constraint posting_pkey primary key using index posting_of_shop;
drop index ledger.posting_chain;
alter index ledger.posting_of_chain rename to posting_chain;
alter table ledger.account drop constraint account_pkey, add constraint account_pkey primary key using index account_of_shop;
alter table ledger.transfer drop constraint transfer_pkey, add constraint transfer_pkey primary key using index transfer_of_shop;

-- Nothing that is booked changes again.
create or replace trigger posting_kept before update or delete on ledger.posting for each row execute function refuse_change();
create or replace trigger root_leaf_kept before update or delete on ledger.root_leaf for each row execute function refuse_change();
create or replace trigger chain_mark_kept before update or delete on chain_mark for each row execute function refuse_change();

-- A foreign key with the shop says the same.
drop trigger posting_shop on ledger.posting;
drop function ledger.check_shop();

create or replace function ledger.check_postings() returns trigger language plpgsql as $$
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

-- A transfer without postings would be a claim that moves nothing. Two shops never share the id of one.
create or replace function ledger.check_transfers() returns trigger language plpgsql as $$
begin
  if exists (select from fresh f where not exists (select from ledger.posting p where p.shop_id = f.shop_id and p.transfer_id = f.id)) then
    raise exception 'transfer without postings' using errcode = 'check_violation', constraint = 'transfer_balanced';
  end if;
  if exists (select from fresh f join ledger.transfer t on t.id = f.id and t.shop_id <> f.shop_id) then
    raise exception 'transfer of two shops' using errcode = 'unique_violation', constraint = 'transfer_once';
  end if;
  return null;
end $$;

create or replace view ledger.booked as
  select t.id, t.shop_id, t.event, t.ref, t.key, t.actor, t.at, p.side, p.amount, a.kind, a.owner, a.credits - a.debits as holds
  from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id
    join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id;

create or replace function ledger.take_balance(shop uuid) returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform from ledger.account where shop_id = shop and owner = shop and not append_only order by id for update;
  return coalesce((select credits - debits from ledger.account where shop_id = shop and owner = shop and kind = 'L.M.available'), 0);
end $$;

create or replace function check_escrow() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare wrong text;
begin
  select o.id || ' of state ' || o.status into wrong
  from after_rows o
  where coalesce((select a.credits - a.debits from ledger.account a where a.shop_id = o.shop_id and a.owner = o.id and a.kind = 'L.O.escrow'), 0)
      <> order_escrow(o)
    or coalesce((select a.credits - a.debits from ledger.account a where a.shop_id = o.shop_id and a.owner = o.id and a.kind = 'L.O.procure'), 0)
      <> order_procure(o)
  limit 1;
  if wrong is not null then
    raise exception 'the escrow or procurement of order % does not fit its state', wrong
      using errcode = 'check_violation', constraint = 'order_escrow';
  end if;
  return null;
end $$;

create or replace function check_shipping() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare wrong text;
begin
  select o.id || ' of state ' || o.status into wrong
  from after_rows o
  where o.shipping > 0
    and coalesce((select a.credits - a.debits from ledger.account a where a.shop_id = o.shop_id and a.owner = o.id and a.kind = 'L.O.shipping'), 0)
      <> order_shipping(o)
  limit 1;
  if wrong is not null then
    raise exception 'the shipping charge of order % does not fit its state', wrong using errcode = 'check_violation', constraint = 'order_shipping';
  end if;
  return null;
end $$;

create or replace function check_tax() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare wrong text;
begin
  select o.id || ' of state ' || o.status into wrong
  from after_rows o
  where o.tax > 0
    and coalesce((select a.credits - a.debits from ledger.account a where a.shop_id = o.shop_id and a.owner = o.id and a.kind = 'L.O.tax'), 0) <> order_tax(o)
  limit 1;
  if wrong is not null then
    raise exception 'the tax of order % does not fit its state', wrong using errcode = 'check_violation', constraint = 'order_tax';
  end if;
  return null;
end $$;

create or replace function check_funding() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.funding_transfer_id is not null then
    raise exception 'order % keeps the payment that funded it', new.id using errcode = 'check_violation', constraint = 'order_funding';
  end if;
  if not exists (
    select from ledger.transfer t
      join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id and p.side = 'C' and p.amount = new.total_payment
      join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id and a.owner = new.id and a.kind = 'L.O.escrow'
    where t.shop_id = new.shop_id and t.id = new.funding_transfer_id and t.ref = new.id and t.event = 'order.paid'
  ) then
    raise exception 'order % is not funded by a payment of its own', new.id using errcode = 'check_violation', constraint = 'order_funding';
  end if;
  return null;
end $$;

create or replace function correctable_amount(shop uuid, transfer uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select p.amount from ledger.transfer t
    join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id and p.side = 'C'
    join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id and a.kind = 'L.M.available' and a.owner = shop
  where t.shop_id = shop and t.id = transfer and (t.event in ('unidentified.assigned', 'adjustment.goodwill')
    or t.event = 'deposit.credited' and exists (
      select from ledger.posting d join ledger.account b on b.shop_id = d.shop_id and b.id = d.account_id
      where d.shop_id = t.shop_id and d.transfer_id = t.id and d.side = 'D' and b.kind = 'A.BANK'))
$$;
