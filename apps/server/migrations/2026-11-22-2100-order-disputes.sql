-- Disputes of orders' payments: the card's bank asks for a payment back, and decides later.

alter table orders
  -- What banks have asked back of this order's own money and not given up; of it out of the escrow.
  add column disputed bigint not null default 0,
  add column disputed_escrow bigint not null default 0,
  -- Commission that was not taken at the receipt because a dispute had emptied the escrow.
  add column disputed_commission bigint not null default 0,
  alter column refund_loss set expression as (refunded + disputed - refunded_supplier - refunded_commission - refunded_platform),
  -- Nothing of a payment goes back twice, by refunds and by the bank.
  add constraint order_returned check (refunded + disputed <= total_payment),
  -- An order that has not left is cancelled when it is disputed.
  add constraint order_disputed check (disputed >= 0 and disputed_escrow between 0 and disputed and (disputed = 0 or status in (3, 4, 6))),
  add constraint order_disputed_commission check (disputed_commission between 0 and refunded_commission);
grant update (disputed, disputed_escrow, disputed_commission) on orders to quayside_app;

create or replace function order_escrow(o orders) returns bigint language sql stable as $$
  select case
    when o.status = 5 then o.total_payment
    when o.status in (2, 3) then
      o.total_payment - case o.funding when 'escrow' then o.total_cost else 0 end - o.refunded_escrow - o.disputed_escrow
    else 0
  end
$$;

alter table orders drop constraint orders_cancel_reason_check;
alter table orders add constraint orders_cancel_reason_check check (
  cancel_reason in ('buyer', 'merchant', 'unpaid', 'not-picked-up', 'not-shipped', 'cannot-supply', 'disputed')
);

alter table card_dispute
  alter column deposit_id drop not null,
  add column order_id uuid,
  add column payment_id uuid,
  -- Where it was taken from; what is left of the amount came out of the balance.
  add column from_refund bigint not null default 0,
  add column from_escrow bigint not null default 0,
  add column from_pending bigint not null default 0,
  add foreign key (shop_id, order_id) references orders,
  add foreign key (shop_id, payment_id) references payment,
  add constraint card_dispute_of_one check (num_nonnulls(deposit_id, order_id) = 1 and (order_id is null) = (payment_id is null)),
  add constraint card_dispute_parts check (from_refund >= 0 and from_escrow >= 0 and from_pending >= 0
    and from_refund + from_escrow + from_pending + owed <= amount);
create index card_disputes_of_order on card_dispute (shop_id, order_id) where order_id is not null;
grant update (from_refund, from_escrow, from_pending) on card_dispute to quayside_app;
create index payment_captures on payment (processor, capture_reference) where capture_reference is not null;

-- What was owed to a buyer and not sent is withheld while the same buyer's bank asks for it.
alter table buyer_refund
  add column withheld bigint not null default 0,
  -- From now on the processor may have it: it is never withheld.
  add column handed_over_at timestamptz,
  add constraint buyer_refund_withheld check (withheld between 0 and amount);
-- Nobody knows which of those that wait the processor has.
update buyer_refund set handed_over_at = created_at;
drop index buyer_refund_whole;
create unique index buyer_refund_whole on buyer_refund (shop_id, payment_id) where refund_order_id is null and cause <> 'dispute-won';
create table withheld_refund (
  shop_id uuid not null,
  dispute_id uuid not null,
  refund_id uuid not null,
  round int not null,
  amount bigint not null check (amount > 0),
  primary key (shop_id, dispute_id, refund_id, round),
  foreign key (shop_id, dispute_id) references card_dispute,
  foreign key (shop_id, refund_id) references buyer_refund
);
grant select, insert on withheld_refund to quayside_app;

-- Who goes to the bank does not ask the merchant at the same time: what is open ends. After a dispute that was won it can be asked for again.
insert into state_transition (subject, from_state, to_state) values ('refund_order', 'objected', 'withdrawn');
create function end_refund_of_disputed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update refund_order set state = 'withdrawn', reason = null, ended_at = new.opened_at, changed_at = new.opened_at, changed_by = 'processor:' || new.processor
  where shop_id = new.shop_id and order_id = new.order_id and state in ('requested', 'objected');
  return null;
end $$;
create trigger card_dispute_refunds after update of amount on card_dispute for each row
  when (new.order_id is not null and new.amount > 0) execute function end_refund_of_disputed();

create or replace function end_refund_of_cancelled() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update refund_order set state = 'refunded', from_escrow = amount, reason = null, ended_at = new.cancelled_at, changed_at = new.cancelled_at,
    changed_by = case when new.cancel_reason = 'cannot-supply' then 'operator' when new.cancel_reason in ('not-picked-up', 'not-shipped') then 'clock'
      when new.cancel_reason = 'disputed' then 'processor' else new.cancel_reason end
  where shop_id = new.shop_id and order_id = new.id and state in ('requested', 'agreed', 'objected');
  return null;
end $$;

-- What a dispute took out of "pending" was not settled.
create index transfer_out_of_pending on ledger.transfer (shop_id) where event in ('refund.approved', 'order.disputed');

-- What may be booked of it.
insert into ledger.event (name, family) values
  ('order.disputed', 'order_dispute'), ('order.dispute-won', 'order_dispute'), ('order.charged-back', 'order_dispute'),
  ('refund.withheld', 'order_dispute'), ('refund.released', 'order_dispute');
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('order.disputed', 'escrow', 'D', 'L.O.escrow', 'order', false),
  ('order.disputed', 'pending', 'D', 'L.M.pending', 'shop', false),
  ('order.disputed', 'balance', 'D', 'L.M.available', 'shop', false),
  ('order.disputed', 'debt', 'D', 'A.DUE', 'shop', false),
  ('order.disputed', 'disputed', 'C', 'L.DISPUTE', 'dispute', true),
  ('order.dispute-won', 'disputed', 'D', 'L.DISPUTE', 'dispute', true),
  -- After it was lost the processor gives it back.
  ('order.dispute-won', 'disputed', 'D', 'A.PSP.stripe', 'platform', true),
  ('order.dispute-won', 'disputed', 'D', 'A.PSP.test', 'platform', true),
  ('order.dispute-won', 'escrow', 'C', 'L.O.escrow', 'order', false),
  ('order.dispute-won', 'pending', 'C', 'L.M.pending', 'shop', false),
  ('order.dispute-won', 'balance', 'C', 'L.M.available', 'shop', false),
  ('order.dispute-won', 'debt', 'C', 'A.DUE', 'shop', false),
  ('order.dispute-won', 'commission', 'C', 'I.COMMISSION', 'platform', false),
  ('order.charged-back', 'disputed', 'D', 'L.DISPUTE', 'dispute', true),
  ('order.charged-back', 'processor', 'C', 'A.PSP.stripe', 'platform', true),
  ('order.charged-back', 'processor', 'C', 'A.PSP.test', 'platform', true),
  ('refund.withheld', 'owed', 'D', 'L.REFUND', 'payment', true),
  ('refund.withheld', 'disputed', 'C', 'L.DISPUTE', 'dispute', true),
  ('refund.released', 'disputed', 'D', 'L.DISPUTE', 'dispute', true),
  ('refund.released', 'disputed', 'D', 'A.PSP.stripe', 'platform', true),
  ('refund.released', 'disputed', 'D', 'A.PSP.test', 'platform', true),
  ('refund.released', 'owed', 'C', 'L.REFUND', 'payment', true);

create function ledger.check_order_dispute(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'order_dispute'
    left join card_dispute d on d.shop_id = b.shop_id and d.order_id = b.ref and b.key = 'dispute:' || d.id || ':' || b.event || case when d.round > 1 then ':' || d.round else '' end
  where (case b.event when 'order.disputed' then true when 'refund.withheld' then true when 'order.charged-back' then d.state = 'lost' else d.state = 'won' end
    and case
      when b.event in ('refund.withheld', 'refund.released') then b.amount = d.from_refund
        and case b.kind when 'L.REFUND' then b.owner = d.payment_id when 'L.DISPUTE' then b.owner = d.id else b.kind = 'A.PSP.' || d.processor end
      when b.event = 'order.charged-back' then b.amount = d.amount
        and case b.kind when 'L.DISPUTE' then b.owner = d.id else b.kind = 'A.PSP.' || d.processor end
      when b.kind = 'L.DISPUTE' then b.owner = d.id and b.amount = d.amount - d.from_refund
      when b.kind = 'L.O.escrow' then b.owner = d.order_id and b.amount = d.from_escrow
      when b.event = 'order.disputed' then b.amount = case b.kind when 'L.M.pending' then d.from_pending when 'A.DUE' then d.owed
        when 'L.M.available' then d.amount - d.from_refund - d.from_escrow - d.from_pending - d.owed end
      -- Won: what was in escrow or pending is where it would be by now, and what was owed may have been paid off meanwhile.
      when b.kind = 'L.M.pending' then b.amount <= d.from_escrow + d.from_pending
      when b.kind = 'L.M.available' then b.amount <= d.amount - d.from_refund
      when b.kind = 'A.DUE' then b.amount <= d.owed
      when b.kind = 'I.COMMISSION' then b.amount <= d.from_escrow
      else b.kind = 'A.PSP.' || d.processor and b.amount = d.amount - d.from_refund end) is not true;
end $$;
revoke all on function ledger.check_order_dispute(uuid[]) from public;

-- As before, and: a dispute may have emptied the escrow before the receipt; what a bank has paid is not sent.
create or replace function ledger.check_order(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'order'
    left join orders o on o.shop_id = b.shop_id and o.id = b.ref
  where (case b.event
    when 'order.paid' then b.key = 'order:' || o.id || ':order.paid' and o.funding_transfer_id = b.id and o.paid_at is not null
      and b.amount = o.total_payment and (b.kind <> 'L.O.escrow' or b.owner = o.id)
      and exists (select from payment p where p.shop_id = o.shop_id and p.order_id = o.id and p.captured_at is not null and p.amount = o.total_payment
        and b.kind in ('A.PSP.' || p.processor, 'L.O.escrow'))
    when 'order.paid-late' then exists (
      select from payment p join buyer_refund r on r.shop_id = p.shop_id and r.payment_id = p.id and r.refund_order_id is null
      where p.shop_id = o.shop_id and p.order_id = o.id and p.captured_at is not null and b.key = 'payment:' || p.id || ':late' and b.amount = r.amount
        and case b.kind when 'L.REFUND' then b.owner = p.id else b.kind = 'A.PSP.' || p.processor end)
    when 'order.picked-up' then b.key = 'order:' || o.id || ':order.picked-up' and o.picked_up_at is not null and b.amount = o.total_cost
      and case b.kind when 'L.M.available' then o.funding = 'balance' when 'L.O.escrow' then o.funding = 'escrow' and b.owner = o.id else b.owner = o.id end
    when 'order.shipped' then b.key = 'order:' || o.id || ':order.shipped' and o.shipped_at is not null and b.amount = o.total_cost
      and (b.kind <> 'L.O.procure' or b.owner = o.id)
    when 'order.received' then b.key = 'order:' || o.id || ':order.received' and o.received_at is not null
      and case b.kind when 'L.O.escrow' then b.owner = o.id and b.holds = 0
        -- The merchant's part follows: debits equal credits.
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
      and case b.kind when 'L.O.escrow' then b.owner = o.id and b.holds = 0 when 'E.GOODWILL' then b.amount = o.refunded_platform
        else exists (
          select from payment p join buyer_refund r on r.shop_id = p.shop_id and r.payment_id = p.id and r.refund_order_id is null
          where p.shop_id = o.shop_id and p.order_id = o.id and p.captured_at is not null and r.amount = b.amount and b.owner = p.id) end
    when 'buyer.refunded' then exists (
      select from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id
      where r.shop_id = o.shop_id and r.order_id = o.id and b.key = 'buyer-refund:' || r.id and r.state = 'sent' and r.amount - r.withheld = b.amount
        and case b.kind when 'L.REFUND' then b.owner = p.id else b.kind = 'A.PSP.' || p.processor end)
  end) is not true;
end $$;

-- What an order brought into the merchant's pending account and refunds and disputes did not take from there again.
create or replace function ledger.earned(shop uuid, order_id uuid) returns bigint language plpgsql as $$
begin
  return coalesce((select sum(b.amount) from ledger.booked b where b.shop_id = shop and b.ref = order_id and b.event = 'order.received' and b.kind = 'L.M.pending'), 0)
    - coalesce((select sum(r.from_pending) from refund_order r where r.shop_id = shop and r.order_id = earned.order_id and r.state = 'refunded'), 0)
    + coalesce((select sum(case b.side when 'C' then b.amount else -b.amount end) from ledger.booked b
      where b.shop_id = shop and b.ref = order_id and b.event in ('order.disputed', 'order.dispute-won') and b.kind = 'L.M.pending'), 0);
end $$;
