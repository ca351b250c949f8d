-- What an order's state says of money, the books must hold: in every funded state, and by its own payment.

-- What must lie in an order's own escrow account, and in its procurement account, in each state. The checks of the books use the same functions.
create function order_escrow(o orders) returns bigint language sql stable as $$
  select case
    when o.status = 5 then o.total_payment
    when o.status in (2, 3) then o.total_payment - case o.funding when 'escrow' then o.total_cost else 0 end - o.refunded_escrow
    else 0
  end
$$;
create function order_procure(o orders) returns bigint language sql stable as $$
  select case when o.status = 2 then o.total_cost else 0 end
$$;
revoke all on function order_escrow(orders), order_procure(orders) from public;
grant execute on function order_escrow(orders), order_procure(orders) to quayside_app;

-- As before, in every state and with the procurement account. The accounts are reached by their index whatever the number of rows was when the plan
-- was made: it is kept, and serves one order and ten thousand.
create or replace function check_escrow() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare wrong text;
begin
  select o.id || ' of state ' || o.status into wrong
  from after_rows o
    left join ledger.account e on e.owner = o.id and e.kind = 'L.O.escrow'
    left join ledger.account p on p.owner = o.id and p.kind = 'L.O.procure'
  where coalesce(e.credits - e.debits, 0) <> order_escrow(o) or coalesce(p.credits - p.debits, 0) <> order_procure(o)
  limit 1;
  if wrong is not null then
    raise exception 'the escrow or procurement of order % does not fit its state', wrong
      using errcode = 'check_violation', constraint = 'order_escrow';
  end if;
  return null;
end $$;

-- The payment that funds an order is its own: booked for this order of this shop, as its payment, with the whole amount. It is named once.
create function check_funding() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.funding_transfer_id is not null then
    raise exception 'order % keeps the payment that funded it', new.id using errcode = 'check_violation', constraint = 'order_funding';
  end if;
  if not exists (
    select from ledger.transfer t
      join ledger.posting p on p.transfer_id = t.id and p.side = 'C' and p.amount = new.total_payment
      join ledger.account a on a.id = p.account_id and a.owner = new.id and a.kind = 'L.O.escrow'
    where t.id = new.funding_transfer_id and t.shop_id = new.shop_id and t.ref = new.id and t.event = 'order.paid'
  ) then
    raise exception 'order % is not funded by a payment of its own', new.id using errcode = 'check_violation', constraint = 'order_funding';
  end if;
  return null;
end $$;
create trigger order_funding_new after insert on orders for each row
  when (new.funding_transfer_id is not null) execute function check_funding();
create trigger order_funding after update of funding_transfer_id on orders for each row
  when (old.funding_transfer_id is distinct from new.funding_transfer_id) execute function check_funding();
