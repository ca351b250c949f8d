-- Step 5: what was booked before gets its shop, and what lies on an account of the platform goes to the platform's
-- account of that shop. Such postings are in no hash chain; the account of a chained one stays. Others book meanwhile.
-- The new column has no statistics yet. Without them PostgreSQL expects few rows and looks through all transfers of a
-- shop for each posting: hours for a million.
analyze ledger.posting, ledger.transfer, ledger.account;
insert into ledger.account (owner, kind, shop_id, normal, guarded, append_only)
select distinct a.owner, a.kind, t.shop_id, a.normal, a.guarded, a.append_only
from ledger.posting p join ledger.transfer t on t.id = p.transfer_id join ledger.account a on a.id = p.account_id
where p.shop_id is null and a.append_only and a.shop_id <> t.shop_id
on conflict (owner, kind, shop_id) do nothing;
analyze ledger.account;

update ledger.posting p set shop_id = t.shop_id, account_id = s.id
from ledger.transfer t, ledger.account a, ledger.account s
where p.shop_id is null and t.id = p.transfer_id and a.id = p.account_id
  and s.owner = a.owner and s.kind = a.kind and s.shop_id = t.shop_id;
do $$
declare lost uuid;
begin
  select transfer_id into lost from ledger.posting where shop_id is null limit 1;
  if lost is not null then
    raise exception 'transfer % of one shop has a posting on an account of another', lost;
  end if;
end $$;
update ledger.root_leaf l set shop_id = a.shop_id from ledger.account a where l.shop_id is null and a.id = l.account_id;
update chain_mark m set shop_id = a.shop_id from ledger.account a where m.shop_id is null and a.id = m.account_id;

-- Reads the tables, and keeps no other transaction from writing to them.
alter table ledger.account validate constraint account_has_shop;
alter table ledger.posting validate constraint posting_has_shop;
alter table ledger.posting validate constraint posting_transfer;
alter table ledger.posting validate constraint posting_shop;
alter table ledger.root_leaf validate constraint root_leaf_has_shop;
alter table ledger.root_leaf validate constraint root_leaf_account;
alter table chain_mark validate constraint chain_mark_has_shop;
alter table chain_mark validate constraint chain_mark_account;
alter table orders validate constraint orders_funding;
alter table adjustment validate constraint adjustment_transfer;
