-- Whose a new account is, is checked for all accounts of a statement at once: a booking of thousands of orders called a
-- function for each. What the check refuses stays the same; the kinds of three triggers are in one.
create function ledger.check_owners() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
create trigger account_owners after insert on ledger.account referencing new table as fresh
  for each statement execute function ledger.check_owners();
drop trigger account_owner on ledger.account;
drop trigger account_owner_shipping on ledger.account;
drop trigger account_owner_tax on ledger.account;
drop function ledger.check_owner();
drop function ledger.check_shipping_owner();
