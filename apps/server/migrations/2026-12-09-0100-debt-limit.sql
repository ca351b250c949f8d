-- What a shop may owe has a limit that grows with its settled sales. A refund after the shipment that would pass it
-- waits for the platform's decision; the ledger refuses it without one.

insert into setting values ('debt-limit.base', 0, 1000000, null, null), ('debt-limit.share', 0, 3000, null, null);

-- The debt limit of a shop at an instant, in cents: the base and a share of its settled sales. The only place that
-- computes it. The defaults are those of the contract; a test compares them. Orders that look like the merchant's own
-- purchases do not count, so that nobody buys a higher limit; nor does the order `besides`, which is being refunded.
create function debt_limit(shop uuid, at timestamptz, besides uuid default null) returns bigint language sql stable
  return coalesce((setting_at('debt-limit.base', at) #>> '{}')::bigint, 1000)
    + coalesce((setting_at('debt-limit.share', at) #>> '{}')::bigint, 500) * (
      select coalesce(sum(o.total_payment - o.refunded - o.disputed), 0)::bigint from orders o
      where o.shop_id = debt_limit.shop and o.status = 6 and o.counted and o.id is distinct from besides) / 10000;

-- The platform decides a refund that would pass the limit. `referred_by`: whose agreement brought it there; the
-- deadline's is that of an objection without a decision, to an order that looks like the merchant's own purchase.
alter table refund_order
  add column referred_at timestamptz,
  add column referred_by text,
  add constraint refund_referred check ((referred_at is null) = (referred_by is null)
    and (referred_by is null or referred_by in ('merchant', 'silence', 'deadline') and decide_by is not null)) not valid,
  -- No agreement but the platform's ends the wait.
  add constraint refund_referred_agreed check (referred_at is null or agreed_by is null or agreed_by in ('operator', 'cancellation')) not valid,
  drop constraint refund_objected,
  add constraint refund_objected check (state not in ('objected', 'declined') or objection is not null
    or state = 'declined' and (opened_by = 'operator' or referred_at is not null)) not valid;
grant update (referred_at, referred_by) on refund_order to quayside_app;

create or replace function ledger.check_refund(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'refund'
    left join refund_order r on r.shop_id = b.shop_id and r.id = b.ref
  where (b.key = 'refund:' || r.id and r.state = 'refunded' and case b.kind
    when 'L.O.shipping' then b.amount = r.from_shipping and b.owner = r.order_id
    when 'I.SHIPPING' then b.amount = r.from_shipping
    when 'L.O.tax' then b.amount = r.from_tax and b.owner = r.order_id
    when 'L.TAX' then b.amount = r.from_tax
    when 'E.COUPON' then b.amount = r.from_coupon
    when 'L.REFUND' then b.amount = r.amount - r.from_coupon + r.from_shipping + r.from_tax and exists (
      select from payment p where p.shop_id = r.shop_id and p.id = b.owner and p.order_id = r.order_id and p.captured_at is not null)
    when 'L.O.escrow' then b.amount = r.from_escrow and b.owner = r.order_id
    when 'L.S.payable' then b.amount = r.from_supplier
    when 'L.M.pending' then b.amount = r.from_pending
    when 'L.M.available' then b.amount = r.from_available
    -- The account is locked by the posting until the commit, so of two refunds the second one sees the debt of the first.
    when 'A.DUE' then b.amount = r.from_due
      and (r.agreed_by = 'operator' and r.decided_by_operator is not null or -b.holds <= debt_limit(r.shop_id, r.ended_at, r.order_id))
    when 'I.COMMISSION' then b.amount = r.from_commission
    when 'E.GOODWILL' then b.amount = r.from_platform
  end) is not true;
end $$;

-- A merchant settles what the shop owes from its balance. The entry is the record of it.
insert into ledger.event (name, family) values ('due.settled', 'due');
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('due.settled', 'balance', 'D', 'L.M.available', 'shop', true),
  ('due.settled', 'debt', 'C', 'A.DUE', 'shop', true);
create function ledger.check_due(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'due'
  -- Both accounts never go below zero, so it takes no more than is owed and no more than is there.
  where (b.key = 'due:' || b.ref and exists (
    select from merchant m where m.shop_id = b.shop_id and b.actor = 'merchant:' || m.id)) is not true;
end $$;
revoke all on function ledger.check_due(uuid[]) from public;
