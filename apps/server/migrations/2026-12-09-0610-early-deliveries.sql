-- A parcel is often handed over, and even delivered, before its number is entered. The carrier's report then lies before
-- the shipment. It counts when no other order has this parcel and the order was picked up by then.

create function carrier_delivered(c carrier_event, o orders) returns boolean language sql stable
  return c.delivered and carrier_key(c.carrier) = carrier_key(o.carrier) and tracking_key(c.tracking_number) = tracking_key(o.tracking_number)
    and (least(c.at, c.received_at) >= o.shipped_at
      or least(c.at, c.received_at) >= o.picked_up_at and not exists (
        select from orders x
        where carrier_key(x.carrier) = carrier_key(o.carrier) and tracking_key(x.tracking_number) = tracking_key(o.tracking_number)
          and (x.shop_id, x.id) <> (o.shop_id, o.id)));

create or replace function public.check_order_event()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if new.source = 'carrier' and not exists (
    select from carrier_event c join orders o on carrier_key(o.carrier) = carrier_key(c.carrier) and tracking_key(o.tracking_number) = tracking_key(c.tracking_number)
    where c.id = new.carrier_event_id and o.shop_id = new.shop_id and o.id = new.order_id
      and (new.kind = 'scan' or (new.kind = 'order.received' and carrier_delivered(c, o)))
  ) then
    raise exception 'no carrier has said this' using errcode = 'check_violation', constraint = 'order_event_source';
  end if;
  if new.kind = 'order.received' and new.source = 'operator' and not exists (
    select from orders o where o.shop_id = new.shop_id and o.id = new.order_id and o.delivery_confirmed_by is not null
  ) then
    raise exception 'a delivery that operators report needs two of them' using errcode = 'check_violation', constraint = 'order_delivery';
  end if;
  return new;
end $$;

create or replace function ledger.check_order(transfers uuid[])
 returns setof uuid
 language plpgsql
as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'order'
    left join orders o on o.shop_id = b.shop_id and o.id = b.ref
  where (b.actor not like 'carrier:%' or exists (
      select from public.carrier_event c where 'carrier:' || c.id = b.actor and public.carrier_delivered(c, o))
    ) is not true or (case b.event
    when 'order.paid' then b.key = 'order:' || o.id || ':order.paid' and o.funding_transfer_id = b.id and o.paid_at is not null
      and b.amount = case b.kind when 'L.O.escrow' then o.total_payment when 'L.O.shipping' then o.shipping when 'L.O.tax' then o.tax when 'E.COUPON' then o.coupon_platform else o.total_payment - o.coupon_platform + o.shipping + o.tax end
      and (b.kind not in ('L.O.escrow', 'L.O.shipping', 'L.O.tax') or b.owner = o.id)
      and exists (select from payment p where p.shop_id = o.shop_id and p.order_id = o.id and p.captured_at is not null and p.amount = o.total_payment - o.coupon_platform + o.shipping + o.tax and b.actor = coalesce('operator:' || p.confirmed_by, b.actor)
        and b.kind in (ledger.payment_account(p.processor), 'L.O.escrow', 'L.O.shipping', 'L.O.tax', 'E.COUPON'))
    when 'order.paid-late' then exists (
      select from payment p join buyer_refund r on r.shop_id = p.shop_id and r.payment_id = p.id and r.refund_order_id is null
      where p.shop_id = o.shop_id and p.order_id = o.id and p.captured_at is not null and b.key = 'payment:' || p.id || ':late' and b.amount = r.amount and b.actor = coalesce('operator:' || p.confirmed_by, b.actor)
        and case b.kind when 'L.REFUND' then b.owner = p.id else b.kind = ledger.payment_account(p.processor) end)
    when 'order.picked-up' then b.key = 'order:' || o.id || ':order.picked-up' and o.picked_up_at is not null and b.amount = o.total_cost
      and case b.kind when 'L.M.available' then o.funding = 'balance' when 'L.O.escrow' then o.funding = 'escrow' and b.owner = o.id else b.owner = o.id end
    when 'order.shipped' then o.shipped_at is not null and b.amount = o.total_cost
      and b.key = 'order:' || o.id || ':order.shipped' || case when o.shipment_round > 1 then ':' || o.shipment_round else '' end
      and (b.kind <> 'L.O.procure' or b.owner = o.id)
    when 'order.ship-undone' then o.status = 2 and o.shipped_at is null and b.amount = o.total_cost
      and b.key = 'order:' || o.id || ':order.ship-undone' || case when o.shipment_round > 2 then ':' || (o.shipment_round - 1) else '' end
      and (b.kind <> 'L.O.procure' or b.owner = o.id)
    when 'order.received' then b.key = 'order:' || o.id || ':order.received' and o.received_at is not null
      and case b.kind when 'L.O.escrow' then b.owner = o.id and b.holds = 0
        -- The merchant's part follows: debits equal credits.
        when 'L.O.shipping' then b.owner = o.id and b.holds = 0 and b.amount = o.shipping - o.refunded_shipping - o.disputed_shipping
        when 'L.O.tax' then b.owner = o.id and b.holds = 0 and b.amount = o.tax - o.refunded_tax - o.disputed_tax
        when 'L.TAX' then b.amount = o.tax - o.refunded_tax - o.disputed_tax
        when 'I.SHIPPING' then b.amount = o.shipping - o.refunded_shipping - o.disputed_shipping
        when 'I.COMMISSION' then b.amount <= o.commission - o.refunded_commission
        else b.amount = o.pending and b.amount >= o.total_payment - o.refunded_escrow - o.disputed_escrow - (o.commission - o.refunded_commission)
          - case o.funding when 'escrow' then o.total_cost else 0 end end
    -- An order may settle in two steps, together no more than it earned.
    when 'order.completed' then b.key = 'order:' || o.id || ':order.completed' and o.completed_at is not null and o.pending = 0
      and ledger.settled(o.shop_id, o.id) <= ledger.earned(o.shop_id, o.id)
    when 'order.part-settled' then b.key = 'order:' || o.id || ':order.part-settled' and o.part_settled_at is not null
      and ledger.settled(o.shop_id, o.id) <= ledger.earned(o.shop_id, o.id)
    when 'due.recovered' then case when b.key = 'order:' || o.id || ':due.recovered' then o.completed_at is not null
        else b.key = 'order:' || o.id || ':due.recovered:part' and o.part_settled_at is not null end
      and b.amount <= ledger.settled(o.shop_id, o.id)
    when 'order.cost-returned' then b.key = 'order:' || o.id || ':order.cost-returned' and o.cancelled_at is not null and b.amount <= o.total_cost
      and case b.kind when 'L.O.procure' then b.owner = o.id and b.amount = o.total_cost when 'L.O.escrow' then b.owner = o.id and o.funding = 'escrow'
        when 'L.M.available' then o.funding = 'balance' else b.amount <= o.refunded_supplier end
    when 'order.cancelled' then b.key = 'order:' || o.id || ':order.cancelled' and o.cancelled_at is not null
      and case b.kind when 'L.O.escrow' then b.owner = o.id and b.holds = 0 when 'L.O.shipping' then b.owner = o.id and b.holds = 0 and b.amount = o.shipping when 'L.O.tax' then b.owner = o.id and b.holds = 0 and b.amount = o.tax - o.refunded_tax when 'E.COUPON' then b.amount = o.coupon_platform - o.refunded_coupon when 'E.GOODWILL' then b.amount = o.refunded_platform
        else exists (
          select from payment p join buyer_refund r on r.shop_id = p.shop_id and r.payment_id = p.id and r.refund_order_id is null
          where p.shop_id = o.shop_id and p.order_id = o.id and p.captured_at is not null and r.amount = b.amount and b.owner = p.id) end
    when 'buyer.refunded' then exists (
      select from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id
      where r.shop_id = o.shop_id and r.order_id = o.id and b.key = 'buyer-refund:' || r.id and r.state = 'sent' and r.amount - r.withheld = b.amount
        and case b.kind when 'L.REFUND' then b.owner = p.id else b.kind = 'A.PSP.' || p.processor end)
  end) is not true;
end $$;
