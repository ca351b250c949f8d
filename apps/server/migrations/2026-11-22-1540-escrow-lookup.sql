-- The accounts of each order are looked up by their key, one order at a time: as a join the planner read all accounts of a kind for each order when
-- statistics said that there are few, which took a second for each thousand orders.
create or replace function check_escrow() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare wrong text;
begin
  select o.id || ' of state ' || o.status into wrong
  from after_rows o
  where coalesce((select a.credits - a.debits from ledger.account a where a.owner = o.id and a.kind = 'L.O.escrow'), 0) <> order_escrow(o)
    or coalesce((select a.credits - a.debits from ledger.account a where a.owner = o.id and a.kind = 'L.O.procure'), 0) <> order_procure(o)
  limit 1;
  if wrong is not null then
    raise exception 'the escrow or procurement of order % does not fit its state', wrong
      using errcode = 'check_violation', constraint = 'order_escrow';
  end if;
  return null;
end $$;
