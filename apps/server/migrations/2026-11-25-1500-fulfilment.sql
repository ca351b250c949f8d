-- Shipping by operators: many orders at once, undone until the carrier's first scan; and why an order cannot be
-- supplied.

alter table orders
  -- Counts the shipments of an order. An undone shipment raises it, so that each shipment has a ledger entry of its
  -- own.
  add column shipment_round smallint not null default 1 check (shipment_round > 0),
  -- Why the platform cannot supply the order. The merchant and the buyer read both. Null in rows that are older than
  -- this migration.
  add column no_supply_reason text check (no_supply_reason in ('out-of-stock', 'discontinued', 'damaged', 'not-deliverable', 'other')),
  add column no_supply_note text check (length(no_supply_note) between 1 and 200),
  add constraint order_no_supply check (
    (no_supply_reason is null or cancel_reason = 'cannot-supply') and (no_supply_note is null or no_supply_reason is not null)
  );
grant update (shipment_round, no_supply_reason, no_supply_note) on orders to quayside_app;

insert into state_transition (subject, from_state, to_state) values ('orders', '3', '2');

-- A shipment is undone before its carrier has scanned the parcel, and the order has no parcel afterwards.
create function check_ship_undone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.shipped_at is not null or new.carrier is not null or new.tracking_number is not null or new.delivery_said_by is not null
    or new.shipment_round <> old.shipment_round + 1
    or exists (select from order_event e where e.shop_id = new.shop_id and e.order_id = new.id and e.source = 'carrier')
  then
    raise exception 'the shipment of order % cannot be undone', new.id using errcode = 'check_violation', constraint = 'order_ship_undone';
  end if;
  return new;
end $$;
create trigger order_ship_undone before update of status on orders for each row
  when (old.status = 3 and new.status = 2) execute function check_ship_undone();

-- As before, and: the way back from "shipped" is an event of its own.
create or replace function log_order_status() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

insert into ledger.event (name, family) values ('order.ship-undone', 'order');
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('order.ship-undone', 'supplier', 'D', 'L.S.payable', 'platform', true),
  ('order.ship-undone', 'cost', 'C', 'L.O.procure', 'order', true);

-- The function is changed in place, so that what other migrations wrote into it stays.
do $$
declare
  was text := pg_get_functiondef('ledger.check_order(uuid[])'::regprocedure);
  before text := 'when ''order.shipped'' then b.key = ''order:'' || o.id || '':order.shipped'' and o.shipped_at is not null and b.amount = o.total_cost';
  becomes text;
begin
  becomes := replace(was, before, 'when ''order.shipped'' then o.shipped_at is not null and b.amount = o.total_cost
      and b.key = ''order:'' || o.id || '':order.shipped'' || case when o.shipment_round > 1 then '':'' || o.shipment_round else '''' end');
  if becomes = was then
    raise exception 'ledger.check_order has no place for order.shipped';
  end if;
  was := becomes;
  becomes := replace(was, 'when ''order.received'' then b.key', 'when ''order.ship-undone'' then o.status = 2 and o.shipped_at is null and b.amount = o.total_cost
      and b.key = ''order:'' || o.id || '':order.ship-undone'' || case when o.shipment_round > 2 then '':'' || (o.shipment_round - 1) else '''' end
      and (b.kind <> ''L.O.procure'' or b.owner = o.id)
    when ''order.received'' then b.key');
  if becomes = was then
    raise exception 'ledger.check_order has no place for order.ship-undone';
  end if;
  execute becomes;
end $$;

-- What an operator looks for: part of a number, a parcel, a buyer, a shop. A prefix of each is found by an index.
create index orders_code_prefix on orders (code text_pattern_ops);
create index orders_tracking_prefix on orders (tracking_key(tracking_number) text_pattern_ops) where tracking_number is not null;
create index orders_buyer_prefix on orders (lower(buyer_name) text_pattern_ops);
create index shop_name_prefix on shop (lower(name) text_pattern_ops);
-- The lists of the operators, in every state. It takes the place of an index of the states 1 to 5.
create index orders_by_state on orders (status, placed_at desc, id desc);
drop index orders_worklist;
create index orders_newest on orders (placed_at desc, id desc);
create index orders_on_their_way on orders (shipped_at, id) where status = 3;
