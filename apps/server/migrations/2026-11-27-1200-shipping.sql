-- What a buyer pays for shipping: by country, as a line of its own, and never the merchant's money. It is held beside
-- the escrow of the order until the receipt. Then it is the platform's income.

insert into ledger.kind values
  ('L.O.shipping', 'C', true, false),
  ('I.SHIPPING', 'C', false, true);

-- No bounds for a number: the value is a list of rates. Merchants earn the same whatever the rates are.
insert into setting values ('shipping-rates', null, null, null, null);

alter table orders
  -- Cents. Fixed when the order is placed: the server has no right to change it.
  add column shipping bigint not null default 0 check (shipping between 0 and 100000),
  -- The days from the payment to the arrival that the buyer was promised. Null in rows that are older than this
  -- migration.
  add column delivery_from smallint,
  add column delivery_to smallint,
  add column refunded_shipping bigint not null default 0,
  add column disputed_shipping bigint not null default 0,
  add constraint order_delivery_promise check ((delivery_from is null) = (delivery_to is null) and delivery_from between 0 and delivery_to),
  -- Nothing of it goes back twice, by refunds and by the bank.
  add constraint order_shipping_returned check (
    refunded_shipping >= 0 and disputed_shipping >= 0 and refunded_shipping + disputed_shipping <= shipping
  );
grant update (refunded_shipping, disputed_shipping) on orders to quayside_app;

alter table refund_order add column from_shipping bigint not null default 0 check (from_shipping >= 0);
grant update (from_shipping) on refund_order to quayside_app;

alter table card_dispute
  add column from_shipping bigint not null default 0 check (from_shipping >= 0),
  drop constraint card_dispute_parts,
  add constraint card_dispute_parts check (from_refund >= 0 and from_escrow >= 0 and from_pending >= 0
    and from_refund + from_escrow + from_pending + from_shipping + owed <= amount);
grant update (from_shipping) on card_dispute to quayside_app;

-- The country that a buyer chose before the checkout.
alter table cart add column country text check (country ~ '^[A-Z]{2}$');
grant update (country) on cart to quayside_app;

-- The rate of a country in a list of rates: its own, else the general one.
create function shipping_rate(rates jsonb, country text) returns jsonb language sql immutable
  return (select r from jsonb_array_elements(rates) r where r ->> 'country' in (country, '*') order by r ->> 'country' = '*' limit 1);
revoke all on function shipping_rate(jsonb, text) from public;

-- Signed rates bind the server. Before the first signed version the rates are those of the environment, which the
-- database does not know.
create function check_order_shipping() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

-- The processor takes one payment for goods and shipping.
create function check_order_charge() returns trigger language plpgsql as $$
begin
  raise exception 'an order of % cents cannot be paid by card', new.total_payment + new.shipping using errcode = 'check_violation', constraint = 'order_total';
end $$;
create trigger order_charge before insert on orders for each row when (new.total_payment + new.shipping > 99999999) execute function check_order_charge();

-- What must lie in an order's shipping account in each state.
create function order_shipping(o orders) returns bigint language sql stable as $$
  select case when o.status in (2, 3, 5) then o.shipping - o.refunded_shipping - o.disputed_shipping else 0 end
$$;
revoke all on function order_shipping(orders) from public;
grant execute on function order_shipping(orders) to quayside_app;
create function check_shipping() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare wrong text;
begin
  select o.id || ' of state ' || o.status into wrong
  from after_rows o
  where o.shipping > 0
    and coalesce((select a.credits - a.debits from ledger.account a where a.owner = o.id and a.kind = 'L.O.shipping'), 0) <> order_shipping(o)
  limit 1;
  if wrong is not null then
    raise exception 'the shipping charge of order % does not fit its state', wrong using errcode = 'check_violation', constraint = 'order_shipping';
  end if;
  return null;
end $$;
create trigger order_shipping_new after insert on orders referencing new table as after_rows
  for each statement execute function check_shipping();
create trigger order_shipping_moved after update on orders referencing new table as after_rows
  for each statement execute function check_shipping();

-- An order's shipping account belongs to the shop of the order.
create function ledger.check_shipping_owner() returns trigger language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if not exists (select from orders o where o.id = new.owner and o.shop_id = new.shop_id) then
    raise exception 'account % of % does not belong to shop %', new.kind, new.owner, new.shop_id
      using errcode = 'check_violation', constraint = 'account_owner';
  end if;
  return null;
end $$;
create trigger account_owner_shipping after insert on ledger.account for each row
  when (new.kind = 'L.O.shipping') execute function ledger.check_shipping_owner();

-- An order counts as refunded of its shipping what its refund orders returned, and only together with all of the goods.
create function check_refunded_shipping() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

insert into ledger.template (event, leg, side, kind, owner, required) values
  ('order.paid', 'shipping', 'C', 'L.O.shipping', 'order', false),
  ('order.received', 'shipping', 'D', 'L.O.shipping', 'order', false),
  ('order.received', 'shipping-earned', 'C', 'I.SHIPPING', 'platform', false),
  ('order.cancelled', 'shipping', 'D', 'L.O.shipping', 'order', false),
  -- Until the receipt it is still the order's, afterwards the platform's.
  ('refund.approved', 'shipping', 'D', 'L.O.shipping', 'order', false),
  ('refund.approved', 'shipping', 'D', 'I.SHIPPING', 'platform', false),
  ('order.disputed', 'shipping', 'D', 'L.O.shipping', 'order', false),
  ('order.disputed', 'shipping', 'D', 'I.SHIPPING', 'platform', false),
  ('order.dispute-won', 'shipping', 'C', 'L.O.shipping', 'order', false),
  ('order.dispute-won', 'shipping', 'C', 'I.SHIPPING', 'platform', false);
-- A dispute of the goods alone can empty the escrow: then the receipt books the shipping charge only.
update ledger.template set required = false where event = 'order.received' and kind = 'L.O.escrow';

-- The functions are changed in place, so that what other migrations wrote into them stays.
do $$
declare
  change record;
  was text;
  becomes text;
begin
  for change in select * from (values
    ('ledger.check_order(uuid[])', 'and b.amount = o.total_payment and (b.kind <> ''L.O.escrow'' or b.owner = o.id)',
      'and b.amount = case b.kind when ''L.O.escrow'' then o.total_payment when ''L.O.shipping'' then o.shipping else o.total_payment + o.shipping end
      and (b.kind not in (''L.O.escrow'', ''L.O.shipping'') or b.owner = o.id)'),
    ('ledger.check_order(uuid[])', 'p.amount = o.total_payment
        and b.kind in (''A.PSP.'' || p.processor, ''L.O.escrow''))', 'p.amount = o.total_payment + o.shipping
        and b.kind in (''A.PSP.'' || p.processor, ''L.O.escrow'', ''L.O.shipping''))'),
    ('ledger.check_order(uuid[])', 'when ''I.COMMISSION'' then b.amount <= o.commission',
      'when ''L.O.shipping'' then b.owner = o.id and b.holds = 0 and b.amount = o.shipping - o.refunded_shipping - o.disputed_shipping
        when ''I.SHIPPING'' then b.amount = o.shipping - o.refunded_shipping - o.disputed_shipping
        when ''I.COMMISSION'' then b.amount <= o.commission'),
    ('ledger.check_order(uuid[])', 'when ''E.GOODWILL'' then b.amount = o.refunded_platform',
      'when ''L.O.shipping'' then b.owner = o.id and b.holds = 0 and b.amount = o.shipping when ''E.GOODWILL'' then b.amount = o.refunded_platform'),
    ('ledger.check_refund(uuid[])', 'when ''L.REFUND'' then b.amount = r.amount and',
      'when ''L.O.shipping'' then b.amount = r.from_shipping and b.owner = r.order_id
    when ''I.SHIPPING'' then b.amount = r.from_shipping
    when ''L.REFUND'' then b.amount = r.amount + r.from_shipping and'),
    ('ledger.check_order_dispute(uuid[])', 'when b.kind = ''L.O.escrow'' then b.owner = d.order_id',
      'when b.kind = ''L.O.shipping'' then b.owner = d.order_id and b.amount = d.from_shipping
      when b.kind = ''I.SHIPPING'' then b.amount = d.from_shipping
      when b.kind = ''L.O.escrow'' then b.owner = d.order_id'),
    ('ledger.check_order_dispute(uuid[])', 'd.amount - d.from_refund - d.from_escrow - d.from_pending - d.owed',
      'd.amount - d.from_refund - d.from_escrow - d.from_pending - d.from_shipping - d.owed')
  ) v (routine, before, after) loop
    was := pg_get_functiondef(change.routine::regprocedure);
    becomes := replace(was, change.before, change.after);
    if length(becomes) <> length(was) - length(change.before) + length(change.after) then
      raise exception '% has not exactly one place %', change.routine, change.before;
    end if;
    execute becomes;
  end loop;
end $$;
