-- Orders from placing to settlement, their lines, payments, money given back to buyers, shipments and stock holds.
-- The triggers compare an order’s amounts and states with the books and with one another at the end of each statement
-- or transaction.

create table orders (
  shop_id uuid not null references shop,
  id uuid not null constraint order_id_once unique,
  code text not null unique,
  buyer_id uuid not null references buyer,
  buyer_name text not null,
  status smallint not null check (status between 1 and 7),
  title text not null,
  picture text,
  quantity int not null check (quantity > 0),
  total_cost bigint not null check (total_cost > 0),
  total_payment bigint not null check (total_payment > 0),
  commission bigint not null,
  total_earnings bigint not null generated always as (total_payment - commission) stored,
  profit bigint not null generated always as (total_payment - commission - total_cost) stored,
  address jsonb not null,
  request_hash bytea,
  placed_at timestamptz not null,
  pay_until timestamptz not null,
  paid_at timestamptz,
  funding_transfer_id uuid,
  pickup_until timestamptz,
  picked_up_at timestamptz,
  funding text check (funding in ('escrow', 'balance')),
  shipped_at timestamptz,
  carrier text,
  tracking_number text,
  received_at timestamptz,
  settles_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason in ('buyer', 'merchant', 'unpaid', 'not-picked-up', 'not-shipped',
    'cannot-supply', 'disputed')),
  -- What refunds took from an order so far. Written under the order's row lock only, so that the constraint below can
  -- be believed.
  refunded bigint not null default 0,
  -- Of it: out of the order's own escrow, and borne by the supplier.
  refunded_escrow bigint not null default 0,
  refunded_supplier bigint not null default 0,
  -- Commission that the platform did not take, or gave back.
  refunded_commission bigint not null default 0,
  -- What this order has in the merchant's pending account; it lies there from the receipt to the settlement.
  pending bigint not null default 0,
  -- What refunds cost the merchant.
  refund_loss bigint not null generated always as (refunded + disputed - refunded_supplier - refunded_commission -
    refunded_platform) stored,
  -- Names of the products after the first, which is the order's title.
  other_products text not null default '',
  -- What a search looks through. As much of it as an index row can hold whatever the script.
  sought text generated always as (left(lower(code || ' ' || buyer_name || ' ' || title || ' ' || other_products),
    500)) stored,
  -- Deadlines of which the merchant was told: each once.
  pickup_warned_at timestamptz,
  client_id text not null constraint order_client_length check (length(client_id) between 1 and 255),
  refunded_platform bigint not null default 0,
  -- When everything but an open refund's own part was settled.
  part_settled_at timestamptz,
  -- Whether the order counts in figures, ranks, score and rating.
  counted boolean not null default true,
  -- Until when an order that was picked up must have been shipped. After that the clock cancels it: the cost goes
  -- back, the buyer is refunded.
  ship_by timestamptz,
  ship_warned_at timestamptz,
  -- Who of the platform said that a parcel arrived, and which second person confirmed it. One person's word starts no
  -- earnings.
  delivery_said_by uuid references operator,
  delivery_confirmed_by uuid references operator,
  -- What banks have asked back of this order's own money and not given up; of it out of the escrow.
  disputed bigint not null default 0,
  disputed_escrow bigint not null default 0,
  -- Commission that was not taken at the receipt because a dispute had emptied the escrow.
  disputed_commission bigint not null default 0,
  -- Who changed the status last: `clock`, or a kind and an id, as in `merchant:<id>`. Null until the first change.
  changed_by text,
  changed_at timestamptz,
  -- Counts the shipments of an order. An undone shipment raises it, so that each shipment has a ledger entry of its
  -- own.
  shipment_round smallint not null default 1 check (shipment_round > 0),
  -- Why the platform cannot supply the order. The merchant and the buyer read both.
  no_supply_reason text check (no_supply_reason in ('out-of-stock', 'discontinued', 'damaged', 'not-deliverable',
    'other')),
  no_supply_note text check (length(no_supply_note) between 1 and 200),
  -- Cents. Fixed when the order is placed: the server has no right to change it.
  shipping bigint not null default 0 check (shipping between 0 and 100000),
  -- The days from the payment to the arrival that the buyer was promised. Null in rows that are older than this
  -- migration.
  delivery_from smallint,
  delivery_to smallint,
  refunded_shipping bigint not null default 0,
  disputed_shipping bigint not null default 0,
  -- Cents. Fixed when the order is placed, as the rate (hundredths of a percent) and how prices were shown: the
  -- server has no right to change them.
  tax bigint not null default 0 check (tax >= 0),
  tax_rate smallint not null default 0 check (tax_rate between 0 and 5000),
  tax_included boolean not null default false,
  refunded_tax bigint not null default 0,
  disputed_tax bigint not null default 0,
  coupon_id uuid references coupon,
  -- Cents that the coupon took off, by who bears them. What the shop bears is no part of total_payment; what the
  -- platform bears is a part of it that the buyer does not pay.
  coupon_shop bigint not null default 0 check (coupon_shop >= 0),
  coupon_platform bigint not null default 0,
  -- The part of the platform that refunds gave back to it.
  refunded_coupon bigint not null default 0,
  -- The other parts of the address of an order stand in `address`.
  tax_number bytea,
  -- Why a merchant declined a paid order, for the buyer: a reason of a closed list, and words.
  decline_reason text check (decline_reason in ('unavailable', 'price', 'address', 'other')),
  decline_note text check (length(decline_note) between 1 and 300),
  primary key (shop_id, id),
  constraint order_client_once unique (buyer_id, client_id),
  constraint orders_funding foreign key (shop_id, funding_transfer_id) references ledger.transfer (shop_id, id),
  check (commission between 0 and total_payment),
  constraint order_earns check (total_payment - commission - total_cost >= 0),
  -- No order goes beyond "waiting for payment" without the buyer's money in the books.
  constraint order_funded check (status in (1, 7) or funding_transfer_id is not null),
  constraint order_picked_up check (status not in (2, 3, 4, 6) or (picked_up_at is not null and funding is not null)),
  constraint order_cancelled check ((status = 7) = (cancelled_at is not null and cancel_reason is not null)),
  constraint order_refunded check (refunded between 0 and total_payment),
  constraint order_pending check (pending >= 0 and (status = 4 or pending = 0)),
  constraint order_refund_parts check (refunded_escrow >= 0 and refunded_platform >= 0 and refunded_supplier between 0
    and total_cost and refunded_escrow + refunded_supplier + refunded_platform <= refunded
    and refunded_commission between 0 and commission),
  constraint order_part_settled check (part_settled_at is null or (status in (4, 6)
    and part_settled_at >= settles_at)),
  constraint order_ship_by check (status <> 2 or ship_by is not null),
  constraint delivery_two_people check (delivery_confirmed_by is null or (delivery_said_by is not null
    and delivery_confirmed_by <> delivery_said_by)),
  -- Nothing of a payment goes back twice, by refunds and by the bank.
  constraint order_returned check (refunded + disputed <= total_payment),
  -- An order that has not left is cancelled when it is disputed.
  constraint order_disputed check (disputed >= 0 and disputed_escrow between 0 and disputed and (disputed = 0
    or status in (3, 4, 6))),
  constraint order_disputed_commission check (disputed_commission between 0 and refunded_commission),
  constraint order_no_supply check ((no_supply_reason is null or cancel_reason = 'cannot-supply')
    and (no_supply_note is null or no_supply_reason is not null)),
  constraint order_delivery_promise check ((delivery_from is null) = (delivery_to is null) and delivery_from between 0
    and delivery_to),
  -- Nothing of it goes back twice, by refunds and by the bank.
  constraint order_shipping_returned check (refunded_shipping >= 0 and disputed_shipping >= 0
    and refunded_shipping + disputed_shipping <= shipping),
  constraint order_tax_returned check (refunded_tax >= 0 and disputed_tax >= 0
    and refunded_tax + disputed_tax <= tax),
  constraint order_coupon_platform check (coupon_platform >= 0 and coupon_platform < total_payment),
  constraint order_coupon_once check (coupon_shop = 0 or coupon_platform = 0),
  constraint order_coupon check ((coupon_id is null) = (coupon_shop + coupon_platform = 0)),
  constraint order_coupon_returned check (refunded_coupon between 0 and coupon_platform),
  constraint order_decline check ((decline_reason is null or cancel_reason = 'merchant') and (decline_note is null
    or decline_reason is not null))
);
comment on table orders is
'Orders. Amounts are cents. What a buyer paid for is fixed when the order is placed; the columns below `refunded` say
what of it went where since.
@owner shop
@distribution shop_id
@personal tax_number: buyer; the same, for the parcel; until erasure
@personal buyer_name, address, sought: buyer; delivery, support, `address.country` stays for taxes; until erasure
@personal tracking_number, carrier: buyer; the parcel; with the books
@personal no_supply_note, decline_note: buyer; why an order was not supplied, or was declined; with the books
@impersonal code, title, picture, request_hash, other_products, client_id, changed_by
@sealed tax_number: tax-number
@audit order: id id, shop shop_id, code code; status, carrier, tracking_number
@unique-over-all-shops order_id_once: random ids and numbers that the server makes
@unique-over-all-shops orders_code_key: codes that people say and type
@unique-over-all-shops order_client_once: once for a buyer, a carrier or a signature, which are of all shops';
create index orders_by_status on orders (shop_id, status, placed_at desc, id desc);
create index orders_by_buyer on orders (buyer_id, placed_at desc);
-- The next deadline of a shop without looking at its orders.
create index orders_next_deadline on orders (shop_id, pickup_until) where status = 5;
-- Costs that were paid from the balance are counted when the order is received, and most orders pay theirs from
-- escrow.
create index orders_received_from_balance on orders (shop_id, received_at) where funding = 'balance';
-- All that a filter asks for stands in the index, so that a shop of a hundred thousand orders is looked through in
-- some tens of milliseconds without reading the orders; pieces of words of any script are found, which no index of
-- words or trigrams does.
create index orders_sought on orders (shop_id, placed_at desc, id desc) include (status, total_payment, sought);
create index orders_to_warn on orders (pickup_until) where status = 5 and pickup_warned_at is null;
-- What the clock ends, in the order of the deadline: a look finds what is due without reading what waits.
create index orders_to_pay on orders (pay_until, id) where status = 1;
create index orders_to_pick_up on orders (pickup_until, id) where status = 5;
create index orders_to_ship on orders (ship_by, id) where status = 2;
create index orders_to_settle on orders (settles_at, id) where status = 4;
create index order_parcel on orders (carrier_key(carrier), tracking_key(tracking_number))
  where tracking_number is not null;
-- What an operator looks for: part of a number, a parcel, a buyer, a shop. A prefix of each is found by an index.
create index orders_code_prefix on orders (code text_pattern_ops);
create index orders_tracking_prefix on orders (tracking_key(tracking_number) text_pattern_ops)
  where tracking_number is not null;
create index orders_by_phone on orders (phone_key(address ->> 'phone'))
  where address ->> 'phone' is not null;
create index orders_buyer_prefix on orders (lower(buyer_name) text_pattern_ops);
-- The lists of the operators, in every state. It takes the place of an index of the states 1 to 5.
create index orders_by_state on orders (status, placed_at desc, id desc);
create index orders_newest on orders (placed_at desc, id desc);
create index orders_on_their_way on orders (shipped_at, id) where status = 3;
-- Pages read the newest reviews of a shop and the orders that arrived.
create index orders_arrived on orders (shop_id, received_at) where received_at is not null;
-- The orders with a sealed number, for the rotation of keys.
create index orders_with_tax_number on orders (id) where tax_number is not null;
-- A shop's share of the orders says nothing about their status: in one shop half of them await pick-up, in the next
-- none. The planner multiplied both shares, expected a tenth of the rows that there are, and sorted all orders of a
-- status for each page of the list instead of reading them in the index's order.
create statistics orders_shop_status (mcv, dependencies) on shop_id, status from orders;
comment on column orders.client_id is 'Idempotency-Key under which the buyer''s device placed the order';
-- An unpaid order with a PIX code waits for the word of the bank: its deadline moves, and not far.
grant select, insert, update (status, pay_until, paid_at, funding_transfer_id, pickup_until, picked_up_at, funding,
  shipped_at, carrier, tracking_number, received_at, settles_at, completed_at, cancelled_at, cancel_reason, refunded,
  refunded_escrow, refunded_supplier, refunded_commission, pending, pickup_warned_at, refunded_platform,
  part_settled_at, ship_by, ship_warned_at, delivery_said_by, delivery_confirmed_by, disputed, disputed_escrow,
  disputed_commission, changed_by, changed_at, shipment_round, no_supply_reason, no_supply_note, refunded_shipping,
  disputed_shipping, refunded_tax, disputed_tax, refunded_coupon, decline_reason, decline_note)
  on orders to quayside_app;
create trigger orders_sealed before insert or update of tax_number on orders for each row
  when (new.tax_number is not null) execute function check_sealing_key('tax_number');

-- The accounts of each order are looked up by their key, one order at a time: as a join the planner read all accounts
-- of a kind for each order when statistics said that there are few, which took a second for each thousand orders.
create function check_escrow() returns trigger
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
create trigger order_escrow_new after insert on orders referencing new table as after_rows for each statement
  execute function check_escrow();
create trigger order_escrow_moved after update on orders referencing new table as after_rows for each statement
  execute function check_escrow();

-- Cancelling an order sends the buyer everything back, and with it what was still asked for.
create function end_refund_of_cancelled() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update refund_order set state = 'refunded', from_escrow = amount, reason = null, ended_at = new.cancelled_at, changed_at = new.cancelled_at,
    changed_by = case when new.cancel_reason = 'cannot-supply' then 'operator' when new.cancel_reason in ('not-picked-up', 'not-shipped') then 'clock'
      when new.cancel_reason = 'disputed' then 'processor' else new.cancel_reason end
  where shop_id = new.shop_id and order_id = new.id and state in ('requested', 'agreed', 'objected');
  return null;
end $$;
create trigger order_cancelled_refunds after update of status on orders for each row
  when (new.status = 7 and old.status <> 7) execute function end_refund_of_cancelled();

-- No card payment is larger than the processor takes, so that an order above it could never be paid.
create function check_order_total() returns trigger language plpgsql as $$
begin
  raise exception 'an order of % cents cannot be paid by card', new.total_payment using errcode = 'check_violation', constraint = 'order_total';
end $$;
create trigger order_total before insert on orders for each row when (new.total_payment > 99999999)
  execute function check_order_total();

-- An order counts as refunded what its refund orders paid, to the cent and by payer; before the shipment nothing but
-- its escrow (or the platform) pays, since it would ship at somebody's loss otherwise.
create function check_refunded() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  paid record;
begin
  select coalesce(sum(amount), 0) as amount, coalesce(sum(from_escrow), 0) as escrow, coalesce(sum(from_supplier), 0) as supplier,
    coalesce(sum(from_platform), 0) as platform
  into paid from refund_order where shop_id = new.shop_id and order_id = new.id and state = 'refunded' and agreed_by <> 'cancellation';
  if (new.refunded, new.refunded_escrow, new.refunded_supplier, new.refunded_platform)
    is distinct from (paid.amount::bigint, paid.escrow::bigint, paid.supplier::bigint, paid.platform::bigint) then
    raise exception 'what an order counts as refunded is what its refund orders paid'
      using errcode = 'check_violation', constraint = 'order_refunds';
  end if;
  if new.status not in (3, 4, 6) and not (new.status = 2
    and new.refunded - old.refunded = new.refunded_escrow - old.refunded_escrow + new.refunded_platform - old.refunded_platform) then
    raise exception 'before its shipment a refund of an order takes its escrow only'
      using errcode = 'check_violation', constraint = 'order_refund_before_shipment';
  end if;
  return null;
end $$;
create trigger order_refunds after update of refunded, refunded_escrow, refunded_supplier, refunded_platform on orders
  for each row when ((new.refunded, new.refunded_escrow, new.refunded_supplier,
  new.refunded_platform) is distinct from (old.refunded, old.refunded_escrow, old.refunded_supplier,
  old.refunded_platform)) execute function check_refunded();

-- The payment that funds an order is its own: booked for this order of this shop, as its payment, with the whole
-- amount. It is named once.
create function check_funding() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger order_funding_new after insert on orders for each row when (new.funding_transfer_id is not null)
  execute function check_funding();
create trigger order_funding after update of funding_transfer_id on orders for each row
  when (old.funding_transfer_id is distinct from new.funding_transfer_id) execute function check_funding();

-- Orders move in thousands: their steps are looked at once for each statement.
create function check_new_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (select distinct status::text as state from after_rows) n
    where not exists (select from state_transition t where t.subject = 'orders' and t.from_state is null and t.to_state = n.state)
  ) then
    raise exception 'an order begins as waiting for payment' using errcode = 'check_violation', constraint = 'orders_transition';
  end if;
  return null;
end $$;
create trigger orders_transition_new after insert on orders referencing new table as after_rows for each statement
  execute function check_new_orders();

-- Every order of the statement moved as `state_transition` allows.
create function check_moved_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare wrong text;
begin
  select m.was || ' to ' || m.state into wrong from (
    select distinct b.status::text as was, a.status::text as state from before_rows b join after_rows a using (shop_id, id) where a.status <> b.status
  ) m
  where not exists (select from state_transition t where t.subject = 'orders' and t.from_state = m.was and t.to_state = m.state)
  limit 1;
  if wrong is not null then
    raise exception 'an order does not go from %', wrong using errcode = 'check_violation', constraint = 'orders_transition';
  end if;
  return null;
end $$;
create trigger orders_transition after update on orders referencing old table as before_rows new table as after_rows
  for each statement execute function check_moved_orders();

-- Writes the history of an order with each change of its status. The way back from "shipped" is an event of its own.
create function log_order_status() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_event (shop_id, order_id, kind, status, source, actor, note, carrier_event_id, at)
  values (
    new.shop_id,
    new.id,
    case
      when new.status = 1 then 'order.placed'
      when new.status = 5 then 'order.paid'
      when new.status = 2 and new.shipment_round > 1 then 'order.ship-undone'
      when new.status = 2 then 'order.picked-up'
      when new.status = 3 then 'order.shipped'
      when new.status = 4 then 'order.received'
      when new.status = 6 then 'order.completed'
      when new.status = 7 then 'order.cancelled'
    end,
    new.status,
    -- A refund of the whole payment cancels for the buyer, whoever approved the refund.
    case when new.cancel_reason = 'buyer' then 'buyer' else split_part(new.changed_by, ':', 1) end,
    new.changed_by,
    case new.status when 3 then new.carrier when 7 then new.cancel_reason end,
    case when new.changed_by like 'carrier:%' then substr(new.changed_by, length('carrier:') + 1)::uuid end,
    new.changed_at
  );
  return null;
end $$;
create trigger order_status_logged_new after insert on orders for each row execute function log_order_status();
create trigger order_status_logged after update of status on orders for each row when (old.status <> new.status)
  execute function log_order_status();

-- A shipment is undone before its carrier has scanned the parcel, and the order has no parcel afterwards.
create function check_ship_undone() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.shipped_at is not null or new.carrier is not null or new.tracking_number is not null or new.delivery_said_by is not null
    or new.shipment_round <> old.shipment_round + 1
    or exists (select from further_parcel f where f.shop_id = new.shop_id and f.order_id = new.id)
    or exists (select from order_event e where e.shop_id = new.shop_id and e.order_id = new.id and e.source = 'carrier')
  then
    raise exception 'the shipment of order % cannot be undone', new.id using errcode = 'check_violation', constraint = 'order_ship_undone';
  end if;
  return new;
end $$;
create trigger order_ship_undone before update of status on orders for each row
  when (old.status = 3 and new.status = 2) execute function check_ship_undone();

-- Signed rates bind the server. Before the first signed version the rates are those of the environment, which the
-- database does not know.
create function check_order_shipping() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rate jsonb := shipping_rate(setting_at('shipping-rates', new.placed_at), new.address ->> 'country');
begin
  if rate is not null and (new.shipping, new.delivery_from, new.delivery_to)
    is distinct from ((rate ->> 'cost')::bigint, (rate ->> 'from')::smallint, (rate ->> 'to')::smallint) then
    raise exception 'order % does not have the signed shipping rate', new.id using errcode = 'check_violation', constraint = 'order_shipping_rate';
  end if;
  return null;
end $$;
create trigger order_shipping_rate after insert on orders for each row execute function check_order_shipping();

-- The processor takes one payment for goods, shipping and tax.
create function check_order_charge() returns trigger language plpgsql as $$
begin
  raise exception 'an order of % cents cannot be paid by card', new.total_payment + new.shipping + new.tax using errcode = 'check_violation', constraint = 'order_total';
end $$;
create trigger order_charge before insert on orders for each row
  when (new.total_payment + new.shipping + new.tax > 99999999) execute function check_order_charge();

-- The shipping account of an order holds what its state means.
create function check_shipping() returns trigger
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
create trigger order_shipping_new after insert on orders referencing new table as after_rows for each statement
  execute function check_shipping();
create trigger order_shipping_moved after update on orders referencing new table as after_rows for each statement
  execute function check_shipping();

-- An order counts as refunded of its shipping what its refund orders returned, and only together with all of the
-- goods.
create function check_refunded_shipping() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.refunded_shipping <> (select coalesce(sum(from_shipping), 0) from refund_order
      where shop_id = new.shop_id and order_id = new.id and state = 'refunded')
    or new.refunded + new.disputed < new.total_payment
  then
    raise exception 'the shipping charge of order % goes back with the rest of its payment', new.id
      using errcode = 'check_violation', constraint = 'order_shipping_refund';
  end if;
  return null;
end $$;
create trigger order_shipping_refund after update of refunded_shipping on orders for each row
  when (new.refunded_shipping <> old.refunded_shipping) execute function check_refunded_shipping();

-- The tax follows from the rate. Signed rates bind the server; before the first signed version they are those of the
-- environment, which the database does not know. Goods and shipping are rounded each for itself; the server of release
-- 0.9 rounded both together, and may still run beside this one.
create function check_order_tax() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rates jsonb := setting_at('tax-rates', new.placed_at);
  rate jsonb := (select r from jsonb_array_elements(rates) r where r ->> 'country' = new.address ->> 'country');
  goods bigint := new.total_payment - new.coupon_platform;
begin
  if new.tax not in (pro_rata(goods, new.tax_rate, 10000) + pro_rata(new.shipping, new.tax_rate, 10000),
      pro_rata(goods + new.shipping, new.tax_rate, 10000))
    or (rates is not null and (new.tax_rate, new.tax_included)
      is distinct from (coalesce((rate ->> 'rate')::smallint, 0::smallint), coalesce(rate ->> 'shown' = 'included', false))) then
    raise exception 'order % does not have the signed tax', new.id using errcode = 'check_violation', constraint = 'order_tax_rate';
  end if;
  return null;
end $$;
create trigger order_tax_rate after insert on orders for each row execute function check_order_tax();

-- The tax account of an order holds what its state means.
create function check_tax() returns trigger
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
create trigger order_tax_new after insert on orders referencing new table as after_rows for each statement
  execute function check_tax();
create trigger order_tax_moved after update on orders referencing new table as after_rows for each statement
  execute function check_tax();

-- Tax goes back in proportion: with everything all of it, and with a part its share to the cent. While a bank
-- reclaims a part, each of both is rounded.
create function check_refunded_tax() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  returned bigint := new.refunded - new.refunded_coupon + new.refunded_shipping + new.disputed + new.disputed_shipping;
  charged bigint := new.total_payment - new.coupon_platform + new.shipping;
begin
  if new.refunded_tax <> (select coalesce(sum(from_tax), 0) from refund_order
      where shop_id = new.shop_id and order_id = new.id and state = 'refunded')
    or (returned = charged and new.refunded_tax + new.disputed_tax <> new.tax)
    or abs(new.refunded_tax + new.disputed_tax - pro_rata(new.tax, returned, charged)) > 1
  then
    raise exception 'the tax of order % goes back in proportion', new.id using errcode = 'check_violation', constraint = 'order_tax_refund';
  end if;
  return null;
end $$;
create trigger order_tax_refund after update of refunded, refunded_shipping, refunded_tax on orders for each row
  when (new.tax > 0 and (new.refunded, new.refunded_shipping, new.refunded_tax) is distinct from (old.refunded,
  old.refunded_shipping, old.refunded_tax) and new.status <> 7) execute function check_refunded_tax();

-- An order with a coupon has its use: otherwise nothing would count it.
create function check_order_coupon() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from coupon_use where shop_id = new.shop_id and order_id = new.id and coupon_id = new.coupon_id) then
    raise exception 'order % does not count as a use of its coupon', new.id using errcode = 'check_violation', constraint = 'order_coupon_use';
  end if;
  return null;
end $$;
create constraint trigger order_coupon_use after insert on orders deferrable initially deferred for each row
  when (new.coupon_id is not null) execute function check_order_coupon();

-- Whoever cancels an order gives the use of its coupon back. A refund of a shipped order does not.
create function release_coupon_use() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update coupon_use set released_at = new.cancelled_at where shop_id = new.shop_id and order_id = new.id and released_at is null;
  if found then
    update coupon set used = used - 1, spent = spent - new.coupon_shop - new.coupon_platform where id = new.coupon_id;
  end if;
  return null;
end $$;
create trigger order_coupon_released after update of status on orders for each row
  when (new.status = 7 and old.status <> 7 and new.coupon_id is not null) execute function release_coupon_use();

-- The platform's part of the goods goes back to it in proportion to what is left of both; the buyer always gets a
-- cent.
create function check_refunded_coupon() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  back bigint := new.refunded - old.refunded;
begin
  if new.refunded_coupon <> (select coalesce(sum(from_coupon), 0) from refund_order
      where shop_id = new.shop_id and order_id = new.id and state = 'refunded')
    or new.refunded_coupon - old.refunded_coupon
      <> least(pro_rata(old.coupon_platform - old.refunded_coupon, back, old.total_payment - old.refunded - old.disputed), back - 1)
  then
    raise exception 'the coupon of order % goes back in proportion', new.id using errcode = 'check_violation', constraint = 'order_coupon_refund';
  end if;
  return null;
end $$;
create trigger order_coupon_refund after update of refunded, refunded_coupon on orders for each row
  when (new.coupon_platform > 0 and (new.refunded is distinct from old.refunded
  or new.refunded_coupon is distinct from old.refunded_coupon)) execute function check_refunded_coupon();

-- Only an order that waits for its bank is given more time, and never more than four days from its placing.
create function check_pay_until() returns trigger language plpgsql as $$
begin
  if new.status <> 1 or new.pay_until < old.pay_until or new.pay_until > old.placed_at + interval '4 days' or not exists (
    select from payment p where p.shop_id = new.shop_id and p.order_id = new.id and p.processor = 'pix' and p.pay_by <= old.pay_until)
  then
    raise exception 'order % waits for no bank', new.id using errcode = 'check_violation', constraint = 'order_pay_until';
  end if;
  return new;
end $$;
create trigger order_pay_until before update of pay_until on orders for each row
  when (new.pay_until is distinct from old.pay_until) execute function check_pay_until();

create table order_search (
  shop_id uuid not null,
  id uuid not null,
  -- Hashes of the shop with each two letters that stand together in `orders.sought`. Null until the worker has read
  -- the order: a search reads such orders themselves.
  grams int[],
  primary key (shop_id, id)
);
comment on table order_search is
'What finds the orders of a shop by pieces of words in any script. It stands beside the orders, so that a new order and a
change of a state write no index of letters.
@owner shop
@distribution shop_id
@personal grams: buyer; hashed pieces of the name, for the search of the merchant; until erasure';
create index order_search_grams on order_search using gin (grams) where grams is not null;
create index order_search_waiting on order_search (shop_id, id) where grams is null;
grant select, update (grams) on order_search to quayside_app;

-- The pieces of two letters of a text, hashed with the shop: a search meets no entry of another shop but by chance.
create function order_grams(of_shop uuid, words text) returns int[]
language sql immutable return (
  select coalesce(array_agg(distinct hashtext(of_shop::text || substr(words, i, 2))), '{}')
  from generate_series(1, length(words) - 1) i
);

-- The worker reads a new order for the search.
create function await_order_search() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_search (shop_id, id) select shop_id, id from after_rows;
  return null;
end $$;
create trigger order_awaits_search after insert on orders referencing new table as after_rows for each statement
  execute function await_order_search();

-- Words that are erased are found no more: their pieces go with them, and the worker reads the order again.
create function erase_order_search() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_search s set grams = null where s.shop_id = new.shop_id and s.id = new.id;
  return null;
end $$;
create trigger order_search_erased after update of buyer_name on orders for each row
  when (old.sought is distinct from new.sought) execute function erase_order_search();

create table order_line (
  shop_id uuid not null,
  order_id uuid not null,
  line smallint not null,
  listing_id uuid not null,
  product_id uuid not null references product,
  name text not null,
  picture text,
  quantity int not null check (quantity > 0),
  selling_price bigint not null check (selling_price > 0),
  purchase_price bigint not null check (purchase_price > 0),
  -- Who supplied the goods of an order: a later change of the product's supplier does not change it.
  supplier_id uuid references supplier,
  -- Nothing in these tables is rewritten: a row without a variant means the one that has the id of the product.
  variant_id uuid references product_variant,
  -- What the buyer chose, as it was called at the time.
  options jsonb not null default '[]',
  discount bigint not null default 0,
  primary key (shop_id, order_id, line),
  foreign key (shop_id, order_id) references orders,
  -- What a coupon of the shop took off the line.
  constraint order_line_discount check (discount between 0 and quantity * selling_price)
);
comment on table order_line is
'The goods of an order, with names and prices as they were when it was placed.
@owner shop
@distribution shop_id
@impersonal name, picture, options';
create index order_line_product_id_idx on order_line (product_id);
-- The reviews of a product in a shop are those of its orders.
create index order_lines_of_listing on order_line (shop_id, listing_id, order_id);
create index order_line_supplier_id_idx on order_line (supplier_id) where supplier_id is not null;
create index order_line_variant_id_idx on order_line (variant_id) where variant_id is not null;
grant select, insert on order_line to quayside_app;

create table further_parcel (
  shop_id uuid not null,
  order_id uuid not null,
  number smallint not null check (number between 2 and 20),
  carrier text not null check (length(carrier) between 2 and 60),
  tracking_number text not null check (length(tracking_number) between 4 and 40),
  added_at timestamptz not null,
  added_by uuid not null references operator,
  -- Who of the platform said that it arrived, and which second person confirmed it.
  delivery_said_by uuid references operator,
  delivery_confirmed_by uuid references operator,
  primary key (shop_id, order_id, number),
  foreign key (shop_id, order_id) references orders,
  constraint further_parcel_two_people check (delivery_confirmed_by is null or (delivery_said_by is not null
    and delivery_confirmed_by <> delivery_said_by))
);
comment on table further_parcel is
'The parcels of an order after the first one, whose carrier and number stand in `orders`. The order is received when
all of them are delivered.
@owner shop
@distribution shop_id
@personal tracking_number, carrier: buyer; the parcel; with the books';
create unique index further_parcel_once on further_parcel (shop_id, order_id, tracking_key(tracking_number));
create index further_parcel_number on further_parcel (carrier_key(carrier), tracking_key(tracking_number));
create index further_parcel_prefix on further_parcel (tracking_key(tracking_number) text_pattern_ops);
grant select, insert, update (delivery_said_by, delivery_confirmed_by), delete on further_parcel to quayside_app;

-- All parcels of orders. The first one has the number 1.
create view parcel with (security_invoker = true) as
  select shop_id, id as order_id, 1::smallint as number, carrier, tracking_number, shipped_at as added_at,
    delivery_said_by, delivery_confirmed_by
  from orders where tracking_number is not null
  union all
  select shop_id, order_id, number, carrier, tracking_number, added_at, delivery_said_by, delivery_confirmed_by
  from further_parcel;
grant select on parcel to quayside_app;

-- A parcel is added to an order that is on its way. It is removed before its carrier has reported on it.
create function check_further_parcel() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' and not exists (
    select from orders o where o.shop_id = new.shop_id and o.id = new.order_id and o.status = 3
      and tracking_key(o.tracking_number) <> tracking_key(new.tracking_number)
  ) then
    raise exception 'order % takes no further parcel', new.order_id using errcode = 'check_violation', constraint = 'further_parcel_order';
  end if;
  if tg_op = 'DELETE' and (old.delivery_said_by is not null or exists (
    select from order_event e where e.shop_id = old.shop_id and e.order_id = old.order_id and e.source = 'carrier' and e.parcel = old.number
  )) then
    raise exception 'a parcel of order % has reports', old.order_id using errcode = 'check_violation', constraint = 'further_parcel_reported';
  end if;
  return coalesce(new, old);
end $$;
create trigger further_parcel_checked before insert or delete on further_parcel for each row
  execute function check_further_parcel();

create table carrier_event (
  id uuid primary key,
  -- As the settings write it.
  carrier text not null check (length(carrier) between 2 and 60),
  -- The carrier's own id of the event.
  event_id text not null check (length(event_id) between 1 and 100),
  tracking_number text not null check (length(tracking_number) between 4 and 40),
  status text not null check (length(status) between 1 and 200),
  location text check (length(location) between 1 and 100),
  delivered boolean not null,
  -- When it happened, as the carrier says.
  at timestamptz not null,
  received_at timestamptz not null,
  -- The signed call: whoever holds the secret can verify it again.
  signed_at timestamptz,
  signature bytea check (octet_length(signature) = 32),
  body bytea not null check (octet_length(body) <= 65536),
  -- The header webhook-id: the signature covers it. Null for a signature of the former header.
  message_id text check (length(message_id) between 1 and 200),
  key_id uuid,
  constraint carrier_event_proof check (case when key_id is null then signature is not null
    and signed_at is not null else (signature is null and signed_at is null and message_id is null
    and not delivered) end)
);
comment on table carrier_event is
'What a carrier reported about a parcel, with the proof that the carrier said it.
@owner platform
@distribution reference
@personal tracking_number, location, body: buyer; reports of the carrier, signed or by an API key; with the books
@impersonal carrier, event_id, status, signature, message_id';
create unique index carrier_event_once on carrier_event (carrier_key(carrier), event_id);
create index carrier_event_parcel on carrier_event (carrier_key(carrier), tracking_key(tracking_number), received_at);
grant select, insert on carrier_event to quayside_app;
create trigger carrier_event_kept before delete or update on carrier_event for each row
  execute function refuse_change();

create table order_event (
  shop_id uuid not null,
  order_id uuid not null,
  id bigint generated always as identity,
  kind text not null,
  status smallint,
  source text not null,
  note text,
  at timestamptz not null,
  carrier_event_id uuid references carrier_event,
  -- Who caused it, as in `merchant:<id>`.
  actor text,
  -- Whether the note of an event is an operator's evidence of a delivery. The buyer does not read it.
  evidence boolean not null default false,
  -- The number of the parcel that the event is about. Null for other events, and for scans from before orders had
  -- several parcels.
  parcel smallint,
  primary key (shop_id, order_id, id),
  foreign key (shop_id, order_id) references orders,
  -- Not valid: notes that operators typed before deliveries needed two people were kept under this source.
  constraint order_event_carrier check ((source = 'carrier') = (carrier_event_id is not null))
);
comment on table order_event is
'The history of an order, as buyer, merchant and staff read it.
@owner shop
@distribution shop_id
@personal note: buyer; history of the parcel; with the books
@impersonal kind, source, actor
@unique-over-all-shops order_event_carrier_once: once for a buyer, a carrier or a signature, which are of all shops';
create unique index order_event_carrier_once on order_event (carrier_event_id, order_id, kind)
  where carrier_event_id is not null;
grant select, insert on order_event to quayside_app;
create trigger order_event_kept before delete or update on order_event for each row execute function refuse_change();

-- What operators type is theirs. A carrier's own word would come by a signed call, of which there is none: until
-- there is, no event is a carrier's.
create function check_order_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.source = 'carrier' and not exists (
    select from carrier_event c join parcel p on carrier_key(p.carrier) = carrier_key(c.carrier) and tracking_key(p.tracking_number) = tracking_key(c.tracking_number)
      join orders o on o.shop_id = p.shop_id and o.id = p.order_id
    where c.id = new.carrier_event_id and p.shop_id = new.shop_id and p.order_id = new.order_id
      and (new.kind = 'scan' and coalesce(new.parcel, p.number) = p.number or (new.kind = 'order.received' and carrier_delivered(c, o)))
  ) then
    raise exception 'no carrier has said this' using errcode = 'check_violation', constraint = 'order_event_source';
  end if;
  if new.kind = 'order.received' and new.source = 'operator' and (
    not exists (select from parcel p where p.shop_id = new.shop_id and p.order_id = new.order_id and p.delivery_confirmed_by is not null)
    or exists (select from parcel p where p.shop_id = new.shop_id and p.order_id = new.order_id and not parcel_delivered(p))
  ) then
    raise exception 'a delivery that operators report needs two of them' using errcode = 'check_violation', constraint = 'order_delivery';
  end if;
  return new;
end $$;
create trigger order_event_checked before insert on order_event for each row execute function check_order_event();

create table delivery_check (
  shop_id uuid not null,
  order_id uuid not null,
  since timestamptz not null,
  check_by timestamptz not null,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders
);
comment on table delivery_check is
'Orders on their way of which a delivery was reported that did not count: a carrier’s that may be about another parcel,
or the word of one operator. Operators decide it; the order has a row while it waits.
@owner shop
@distribution shop_id';
create index delivery_check_due on delivery_check (check_by, order_id);
grant select, insert, delete on delivery_check to quayside_app;

-- Nothing waits to be checked of an order that is no longer on its way.
create function end_delivery_check() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from delivery_check d where d.shop_id = new.shop_id and d.order_id = new.id;
  return null;
end $$;
create trigger order_delivery_checked after update of status on orders for each row
  when (old.status = 3 and new.status <> 3) execute function end_delivery_check();

-- A guest gets a mail about each step of the order, which names all parcels that it has when it is written.
create function mail_of_event() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, at)
    select a.shop_id, a.order_id, k.kind, new.id::text, new.at
    from order_access a, (values ('order.paid', 'paid'), ('order.shipped', 'shipped'), ('order.parcel-added', 'shipped'), ('order.received', 'received'), ('order.cancelled', 'cancelled')) k (event, kind)
    where a.shop_id = new.shop_id and a.order_id = new.order_id and k.event = new.kind
      and not (new.kind = 'order.parcel-added' and exists (
        select from order_mail m where m.shop_id = new.shop_id and m.order_id = new.order_id and m.kind = 'shipped' and m.written_at is null))
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_event after insert on order_event for each row
  when (new.kind in ('order.paid', 'order.shipped', 'order.parcel-added', 'order.received', 'order.cancelled'))
  execute function mail_of_event();

create table pickup_plan (
  shop_id uuid not null references shop,
  id uuid not null,
  order_ids uuid[] not null,
  total_cost bigint not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (shop_id, id)
);
comment on table pickup_plan is
'A plan of a pick-up as the merchant was shown it. It is carried out once.
@owner shop
@distribution shop_id';
create index pickup_plan_expires_at_idx on pickup_plan (expires_at);
grant select, insert, delete on pickup_plan to quayside_app;

create table order_view (
  shop_id uuid not null references shop,
  id uuid not null,
  name text not null check (length(name) between 1 and 40),
  filter jsonb not null,
  created_at timestamptz not null,
  primary key (shop_id, id)
);
comment on table order_view is
'Saved filters of a shop’s order list.
@owner shop
@distribution shop_id
@impersonal name, filter';
create unique index order_view_name on order_view (shop_id, lower(name));
grant select, insert, update, delete on order_view to quayside_app;

create table stock_hold (
  shop_id uuid not null,
  order_id uuid not null,
  buyer_id uuid not null references buyer,
  -- A keyed hash of the network that the buyer called from.
  network bytea not null check (length(network) = 16),
  pieces int not null check (pieces > 0),
  until timestamptz not null,
  firm boolean not null default false,
  placed_at timestamptz not null default now(),
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders
);
comment on table stock_hold is
'One row for each unpaid order whose goods are reserved. It ends by payment, by cancelling, or by its time; then the
goods are sold or released.
@owner shop
@distribution shop_id
@personal network: buyer; limit of unpaid orders of a network, a keyed hash; minutes';
create index stock_hold_until_idx on stock_hold (until);
create index stock_hold_giving_way on stock_hold (placed_at) where not firm;
grant select, insert, update (until, firm), delete on stock_hold to quayside_app;

-- Counts a hold for its buyer and network. The count’s row lock makes parallel orders wait for each other, so none
-- goes past the limits.
create function count_stock_hold() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject record;
  was stock_hold := case when tg_op = 'INSERT' then null else old end;
  held stock_hold := case when tg_op = 'DELETE' then old else new end;
begin
  -- In the same order everywhere, so that two orders wait for each other and never in a circle.
  for subject in
    select v.kind, v.id from (values ('buyer', uuid_send(held.buyer_id)), ('network', held.network)) v (kind, id) order by v.kind
  loop
    case tg_op
      when 'INSERT' then
        insert into stock_hold_count as c (kind, id, orders, pieces, loose)
        values (subject.kind, subject.id, 1, held.pieces, (not held.firm)::int)
        on conflict (kind, id) do update set orders = c.orders + 1, pieces = c.pieces + excluded.pieces, loose = c.loose + excluded.loose;
      when 'UPDATE' then
        update stock_hold_count c set loose = c.loose + was.firm::int - held.firm::int where c.kind = subject.kind and c.id = subject.id;
      else
        update stock_hold_count c set orders = c.orders - 1, pieces = c.pieces - held.pieces, loose = c.loose - (not held.firm)::int
          where c.kind = subject.kind and c.id = subject.id;
        delete from stock_hold_count c where c.kind = subject.kind and c.id = subject.id and c.orders = 0;
    end case;
  end loop;
  return null;
end $$;
create trigger stock_hold_counted after insert or delete on stock_hold for each row
  execute function count_stock_hold();
create trigger stock_hold_made_firm after update of firm on stock_hold for each row
  when (old.firm is distinct from new.firm) execute function count_stock_hold();

create table stock_hold_count (
  kind text not null check (kind in ('buyer', 'network')),
  id bytea not null,
  orders int not null check (orders >= 0),
  pieces int not null check (pieces >= 0),
  -- `loose`: the orders whose hold is not firm.
  loose int not null default 0 check (loose >= 0),
  primary key (kind, id),
  constraint hold_of_buyer check (kind <> 'buyer' or (orders <= 5 and pieces <= 200)),
  constraint hold_of_network check (kind <> 'network' or (loose <= 60 and pieces <= 400))
);
comment on table stock_hold_count is
'How many orders and pieces each buyer, network and shop has on hold. Kept by the trigger below: its row lock makes
concurrent orders wait for each other, and the constraints refuse what is too much.
apps/server/src/modules/selling/orders/order.ts names the same limits.
@owner platform
@distribution local
@personal id: buyer; limit of unpaid orders, a buyer or a keyed hash; while an order is unpaid';
grant select on stock_hold_count to quayside_app;

create table order_paper (
  id uuid primary key,
  kind text not null check (kind in ('packing-slips', 'labels', 'addresses')),
  operator_id uuid not null references operator,
  order_ids uuid[] not null check (cardinality(order_ids) between 1 and 500),
  made_at timestamptz not null
);
comment on table order_paper is
'Papers with addresses that operators printed: who read the addresses of which orders. The audit row of the call names
the paper.
@owner operator
@distribution local';
create index order_papers_of_operator on order_paper (operator_id, made_at desc);
grant select, insert on order_paper to quayside_app;
create trigger order_paper_kept before delete or update on order_paper for each row execute function refuse_change();

-- The transitions of an order.
insert into state_transition (subject, from_state, to_state) values
  ('orders', null, '1'),
  ('orders', '1',  '5'),
  ('orders', '1',  '7'),
  ('orders', '5',  '2'),
  ('orders', '5',  '7'),
  ('orders', '2',  '3'),
  ('orders', '2',  '7'),
  ('orders', '3',  '4'),
  ('orders', '4',  '6'),
  ('orders', '3',  '2');

-- A review is the buyer's own word about an order that is completed and not refunded as a whole; once for each. False
-- when there is one already.
create function record_review(shop_id uuid, order_id uuid, buyer_id uuid, rating int, words text,
  at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  if not exists (
    select from orders o where o.shop_id = record_review.shop_id and o.id = record_review.order_id and o.buyer_id = record_review.buyer_id
      and o.status = 6 and o.refunded < o.total_payment
  ) then
    raise exception 'no review without a completed order of the buyer that was not refunded as a whole'
      using errcode = 'check_violation', constraint = 'review_of_order';
  end if;
  insert into review (shop_id, order_id, buyer_id, rating, text, at)
  values (record_review.shop_id, record_review.order_id, record_review.buyer_id, record_review.rating, words, record_review.at)
  on conflict do nothing;
  return found;
end $$;

-- The rate of a country in a list of rates: its own, else the general one.
create function shipping_rate(rates jsonb, country text) returns jsonb
language sql immutable return (select r from jsonb_array_elements(rates) r where r ->> 'country' in (country, '*') order by r ->> 'country' = '*' limit 1);

-- Locks the counts of these holds without waiting, so that orders that make room never wait for each other in a
-- circle. Returns the orders whose counts are locked.
create function lock_hold_counts(of_shops uuid[], of_orders uuid[]) returns setof uuid
language sql security definer set search_path = public, pg_temp as $$
  with held as (
    select h.order_id, uuid_send(h.buyer_id) as buyer, h.network from stock_hold h
      join unnest(of_shops, of_orders) k (shop_id, order_id) on k.shop_id = h.shop_id and k.order_id = h.order_id
  ), locked as (
    select c.kind, c.id from stock_hold_count c
      where (c.kind, c.id) in (select 'buyer', buyer from held union select 'network', network from held)
      order by c.kind, c.id for update skip locked
  )
  select order_id from held
    where ('buyer', buyer) in (select kind, id from locked) and ('network', network) in (select kind, id from locked)
$$;

-- Whether a carrier’s report is the delivery of this parcel: after it was added, or after the pick-up of its order if
-- no other order has this parcel.
create function delivers(c carrier_event, p parcel) returns boolean
language sql stable return c.delivered and carrier_key(c.carrier) = carrier_key(p.carrier) and tracking_key(c.tracking_number) = tracking_key(p.tracking_number)
    and (least(c.at, c.received_at) >= p.added_at
      or least(c.at, c.received_at) >= (select o.picked_up_at from orders o where o.shop_id = p.shop_id and o.id = p.order_id) and not exists (
        select from parcel x
        where carrier_key(x.carrier) = carrier_key(p.carrier) and tracking_key(x.tracking_number) = tracking_key(p.tracking_number)
          and (x.shop_id, x.order_id) <> (p.shop_id, p.order_id)));

-- Whether a parcel has arrived: its carrier said so, or two operators did.
create function parcel_delivered(p parcel) returns boolean
language sql stable return p.delivery_confirmed_by is not null or exists (
    select from carrier_event c
    where carrier_key(c.carrier) = carrier_key(p.carrier) and tracking_key(c.tracking_number) = tracking_key(p.tracking_number) and delivers(c, p));

-- Whether a carrier’s report is the delivery of this order: of one of its parcels, and all others have arrived.
create function carrier_delivered(c carrier_event, o orders) returns boolean
language sql stable return exists (select from parcel p where p.shop_id = o.shop_id and p.order_id = o.id and delivers(c, p))
    and not exists (select from parcel p where p.shop_id = o.shop_id and p.order_id = o.id and not parcel_delivered(p));

-- Keys of tables that stand before the tables that they name.
alter table stock_movement add foreign key (shop_id, order_id) references orders;
alter table order_review add foreign key (shop_id, id) references orders;
alter table card_dispute add foreign key (shop_id, order_id) references orders;
alter table coupon_use add foreign key (shop_id, order_id) references orders;

-- The server calls no function but those named last.
revoke all on function
  record_review(uuid, uuid, uuid, int, text, timestamptz),
  shipping_rate(jsonb, text),
  lock_hold_counts(uuid[], uuid[]),
  parcel_delivered(parcel),
  delivers(carrier_event, parcel)
  from public;
grant execute on function
  record_review(uuid, uuid, uuid, int, text, timestamptz),
  lock_hold_counts(uuid[], uuid[]),
  parcel_delivered(parcel),
  delivers(carrier_event, parcel)
  to quayside_app;
