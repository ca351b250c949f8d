-- Tax by country: a line of its own, on goods and shipping, beside the escrow of the order until the receipt. Then the
-- platform owes it to the tax authority. It is never the merchant's, and never the platform's income.

insert into ledger.kind values
  ('L.O.tax', 'C', true, false),
  ('L.TAX', 'C', false, true);

-- No bounds for a number: the value is a list of rates. A country without a rate pays no tax.
insert into setting values ('tax-rates', null, null, null, null);

alter table orders
  -- Cents. Fixed when the order is placed, as the rate (hundredths of a percent) and how prices were shown: the server
  -- has no right to change them.
  add column tax bigint not null default 0 check (tax >= 0),
  add column tax_rate smallint not null default 0 check (tax_rate between 0 and 5000),
  add column tax_included boolean not null default false,
  add column refunded_tax bigint not null default 0,
  add column disputed_tax bigint not null default 0,
  add constraint order_tax_returned check (refunded_tax >= 0 and disputed_tax >= 0 and refunded_tax + disputed_tax <= tax);
grant update (refunded_tax, disputed_tax) on orders to quayside_app;

alter table refund_order add column from_tax bigint not null default 0 check (from_tax >= 0);
grant update (from_tax) on refund_order to quayside_app;

alter table card_dispute
  add column from_tax bigint not null default 0 check (from_tax >= 0),
  drop constraint card_dispute_parts,
  add constraint card_dispute_parts check (from_refund >= 0 and from_escrow >= 0 and from_pending >= 0
    and from_refund + from_escrow + from_pending + from_shipping + from_tax + owed <= amount);
grant update (from_tax) on card_dispute to quayside_app;

-- `amount` × `part` ÷ `whole`, rounded half up.
create function pro_rata(amount bigint, part bigint, whole bigint) returns bigint language sql immutable
  return (2 * amount * part + whole) / (2 * whole);
revoke all on function pro_rata(bigint, bigint, bigint) from public;

-- The tax follows from the rate. Signed rates bind the server; before the first signed version they are those of the
-- environment, which the database does not know.
create function check_order_tax() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rates jsonb := setting_at('tax-rates', new.placed_at);
  rate jsonb := (select r from jsonb_array_elements(rates) r where r ->> 'country' = new.address ->> 'country');
begin
  if new.tax <> pro_rata(new.total_payment + new.shipping, new.tax_rate, 10000)
    or (rates is not null and (new.tax_rate, new.tax_included)
      is distinct from (coalesce((rate ->> 'rate')::smallint, 0::smallint), coalesce(rate ->> 'shown' = 'included', false))) then
    raise exception 'order % does not have the signed tax', new.id using errcode = 'check_violation', constraint = 'order_tax_rate';
  end if;
  return null;
end $$;
create trigger order_tax_rate after insert on orders for each row execute function check_order_tax();

-- The processor takes one payment for goods, shipping and tax.
create or replace function check_order_charge() returns trigger language plpgsql as $$
begin
  raise exception 'an order of % cents cannot be paid by card', new.total_payment + new.shipping + new.tax using errcode = 'check_violation', constraint = 'order_total';
end $$;
create or replace trigger order_charge before insert on orders for each row
  when (new.total_payment + new.shipping + new.tax > 99999999) execute function check_order_charge();

-- What must lie in an order's tax account in each state.
create function order_tax(o orders) returns bigint language sql stable as $$
  select case when o.status in (2, 3, 5) then o.tax - o.refunded_tax - o.disputed_tax else 0 end
$$;
revoke all on function order_tax(orders) from public;
grant execute on function order_tax(orders) to quayside_app;
create function check_tax() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare wrong text;
begin
  select o.id || ' of state ' || o.status into wrong
  from after_rows o
  where o.tax > 0
    and coalesce((select a.credits - a.debits from ledger.account a where a.owner = o.id and a.kind = 'L.O.tax'), 0) <> order_tax(o)
  limit 1;
  if wrong is not null then
    raise exception 'the tax of order % does not fit its state', wrong using errcode = 'check_violation', constraint = 'order_tax';
  end if;
  return null;
end $$;
create trigger order_tax_new after insert on orders referencing new table as after_rows
  for each statement execute function check_tax();
create trigger order_tax_moved after update on orders referencing new table as after_rows
  for each statement execute function check_tax();

-- An order's tax account belongs to the shop of the order.
create trigger account_owner_tax after insert on ledger.account for each row
  when (new.kind = 'L.O.tax') execute function ledger.check_shipping_owner();

-- Tax goes back in proportion: with everything all of it, and with a part its share to the cent. While a bank reclaims
-- a part, each of both is rounded.
create function check_refunded_tax() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  returned bigint := new.refunded + new.refunded_shipping + new.disputed + new.disputed_shipping;
  charged bigint := new.total_payment + new.shipping;
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
  when (new.tax > 0 and (new.refunded, new.refunded_shipping, new.refunded_tax)
    is distinct from (old.refunded, old.refunded_shipping, old.refunded_tax) and new.status <> 7)
  execute function check_refunded_tax();

insert into ledger.template (event, leg, side, kind, owner, required) values
  ('order.paid', 'tax', 'C', 'L.O.tax', 'order', false),
  ('order.received', 'tax', 'D', 'L.O.tax', 'order', false),
  ('order.received', 'tax-collected', 'C', 'L.TAX', 'platform', false),
  ('order.cancelled', 'tax', 'D', 'L.O.tax', 'order', false),
  -- Until the receipt it is still the order's, afterwards it is owed to the authority.
  ('refund.approved', 'tax', 'D', 'L.O.tax', 'order', false),
  ('refund.approved', 'tax', 'D', 'L.TAX', 'platform', false),
  ('order.disputed', 'tax', 'D', 'L.O.tax', 'order', false),
  ('order.disputed', 'tax', 'D', 'L.TAX', 'platform', false),
  ('order.dispute-won', 'tax', 'C', 'L.O.tax', 'order', false),
  ('order.dispute-won', 'tax', 'C', 'L.TAX', 'platform', false);

-- The functions are changed in place, so that what other migrations wrote into them stays.
do $$
declare
  change record;
  was text;
  becomes text;
begin
  for change in select * from (values
    ('ledger.check_order(uuid[])', 'when ''L.O.shipping'' then o.shipping else o.total_payment + o.shipping end',
      'when ''L.O.shipping'' then o.shipping when ''L.O.tax'' then o.tax else o.total_payment + o.shipping + o.tax end'),
    ('ledger.check_order(uuid[])', 'b.kind not in (''L.O.escrow'', ''L.O.shipping'') or', 'b.kind not in (''L.O.escrow'', ''L.O.shipping'', ''L.O.tax'') or'),
    ('ledger.check_order(uuid[])', 'p.amount = o.total_payment + o.shipping', 'p.amount = o.total_payment + o.shipping + o.tax'),
    ('ledger.check_order(uuid[])', '|| p.processor, ''L.O.escrow'', ''L.O.shipping'')', '|| p.processor, ''L.O.escrow'', ''L.O.shipping'', ''L.O.tax'')'),
    ('ledger.check_order(uuid[])', 'when ''I.SHIPPING'' then b.amount = o.shipping',
      'when ''L.O.tax'' then b.owner = o.id and b.holds = 0 and b.amount = o.tax - o.refunded_tax - o.disputed_tax
        when ''L.TAX'' then b.amount = o.tax - o.refunded_tax - o.disputed_tax
        when ''I.SHIPPING'' then b.amount = o.shipping'),
    ('ledger.check_order(uuid[])', 'b.amount = o.shipping when ''E.GOODWILL''',
      'b.amount = o.shipping when ''L.O.tax'' then b.owner = o.id and b.holds = 0 and b.amount = o.tax - o.refunded_tax when ''E.GOODWILL'''),
    ('ledger.check_refund(uuid[])', 'when ''I.SHIPPING'' then b.amount = r.from_shipping
    when ''L.REFUND'' then b.amount = r.amount + r.from_shipping and',
      'when ''I.SHIPPING'' then b.amount = r.from_shipping
    when ''L.O.tax'' then b.amount = r.from_tax and b.owner = r.order_id
    when ''L.TAX'' then b.amount = r.from_tax
    when ''L.REFUND'' then b.amount = r.amount + r.from_shipping + r.from_tax and'),
    ('ledger.check_order_dispute(uuid[])', 'when b.kind = ''I.SHIPPING'' then',
      'when b.kind = ''L.O.tax'' then b.owner = d.order_id and b.amount = d.from_tax
      when b.kind = ''L.TAX'' then b.amount = d.from_tax
      when b.kind = ''I.SHIPPING'' then'),
    ('ledger.check_order_dispute(uuid[])', 'd.from_pending - d.from_shipping - d.owed', 'd.from_pending - d.from_shipping - d.from_tax - d.owed')
  ) v (routine, before, after) loop
    was := pg_get_functiondef(change.routine::regprocedure);
    becomes := replace(was, change.before, change.after);
    if length(becomes) <> length(was) - length(change.before) + length(change.after) then
      raise exception '% has not exactly one place %', change.routine, change.before;
    end if;
    execute becomes;
  end loop;
end $$;
