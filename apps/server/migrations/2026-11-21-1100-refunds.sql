-- Refund orders: a buyer asks for money back, the merchant answers, the platform decides what they do not agree on.

-- What refunds took from an order so far. Written under the order's row lock only, so that the constraint below can be believed.
alter table orders
  add column refunded bigint not null default 0,
  -- Of it: out of the order's own escrow, and borne by the supplier.
  add column refunded_escrow bigint not null default 0,
  add column refunded_supplier bigint not null default 0,
  -- Commission that the platform did not take, or gave back.
  add column refunded_commission bigint not null default 0,
  -- What this order has in the merchant's pending account; it lies there from the receipt to the settlement.
  add column pending bigint not null default 0,
  -- What refunds cost the merchant.
  add column refund_loss bigint not null generated always as (refunded - refunded_supplier - refunded_commission) stored;
update orders set pending = total_earnings - case funding when 'escrow' then total_cost else 0 end where status = 4;
alter table orders
  add constraint order_refunded check (refunded between 0 and total_payment),
  add constraint order_refund_parts check (refunded_escrow >= 0 and refunded_supplier between 0 and total_cost
    and refunded_escrow + refunded_supplier <= refunded and refunded_commission between 0 and commission),
  add constraint order_pending check (pending >= 0 and (status = 4 or pending = 0));
grant update (refunded, refunded_escrow, refunded_supplier, refunded_commission, pending) on orders to quayside_app;

create table refund_order (
  shop_id uuid not null,
  id uuid not null,
  code text not null unique,
  order_id uuid not null,
  buyer_id uuid not null references buyer,
  opened_by text not null check (opened_by in ('buyer', 'operator')),
  state text not null check (state in ('requested', 'agreed', 'objected', 'refunded', 'declined', 'withdrawn')),
  amount bigint not null check (amount > 0),
  cause text not null check (cause in ('damaged', 'not-as-described', 'not-arrived', 'changed-mind', 'other')),
  text text not null,
  pictures uuid[] not null default '{}' check (cardinality(pictures) <= 5),
  requested_at timestamptz not null,
  -- Without an answer until then it counts as agreed.
  answer_by timestamptz not null,
  ended_at timestamptz,
  objection text,
  decision text,
  -- Who paid what, once it was refunded.
  from_escrow bigint not null default 0 check (from_escrow >= 0),
  from_supplier bigint not null default 0 check (from_supplier >= 0),
  from_pending bigint not null default 0 check (from_pending >= 0),
  from_available bigint not null default 0 check (from_available >= 0),
  from_due bigint not null default 0 check (from_due >= 0),
  from_commission bigint not null default 0 check (from_commission >= 0),
  -- The words of the last step, for the history.
  reason text,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (shop_id, id),
  foreign key (shop_id, order_id) references orders,
  constraint refund_paid check (from_escrow + from_supplier + from_pending + from_available + from_due + from_commission
    = case state when 'refunded' then amount else 0 end),
  constraint refund_objected check (state not in ('objected', 'declined') or objection is not null),
  constraint refund_declined check (state <> 'declined' or decision is not null)
);
-- One at a time for an order.
create unique index refund_open on refund_order (shop_id, order_id) where state in ('requested', 'agreed', 'objected');
create index refunds_of_order on refund_order (shop_id, order_id);
create index refunds_by_time on refund_order (shop_id, requested_at desc, id desc);
create index refunds_at_work on refund_order (state, requested_at) where state in ('requested', 'agreed', 'objected');
create index refunds_of_buyer on refund_order (buyer_id, requested_at desc);
grant select, insert on refund_order to quayside_app;
grant update (state, objection, decision, ended_at, from_escrow, from_supplier, from_pending, from_available, from_due, from_commission,
  reason, changed_by, changed_at) on refund_order to quayside_app;
create trigger refund_logged after insert or update on refund_order for each row execute function log_state();

-- Cancelling an order sends the buyer everything back, and with it what was still asked for.
create function end_refund_of_cancelled() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update refund_order set state = 'refunded', from_escrow = amount, reason = null, ended_at = new.cancelled_at, changed_at = new.cancelled_at,
    changed_by = case new.cancel_reason when 'cannot-supply' then 'operator' when 'not-picked-up' then 'clock' else new.cancel_reason end
  where shop_id = new.shop_id and order_id = new.id and state in ('requested', 'agreed', 'objected');
  return null;
end $$;
create trigger order_cancelled_refunds after update of status on orders for each row
  when (new.status = 7 and old.status <> 7) execute function end_refund_of_cancelled();

-- A payment goes back in one piece when its order is cancelled or it came too late, and besides in as many pieces as there are refund orders.
alter table buyer_refund drop constraint buyer_refund_shop_id_payment_id_key;
alter table buyer_refund add column refund_order_id uuid;
alter table buyer_refund add foreign key (shop_id, refund_order_id) references refund_order;
create unique index buyer_refund_whole on buyer_refund (shop_id, payment_id) where refund_order_id is null;
create unique index buyer_refund_of_order on buyer_refund (shop_id, refund_order_id) where refund_order_id is not null;

-- Buyers send pictures too.
alter table file drop constraint file_owner_who_check;
alter table file add constraint file_owner_who_check check (owner_who in ('merchant', 'operator', 'buyer'));

-- Locks a shop's accounts until the end of the transaction, in the order in which `ledger.post` locks them, and answers what is available: so much
-- can be taken from the balance, and only the rest becomes a debt.
create function ledger.take_balance(shop uuid) returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform from ledger.account where owner = shop and not append_only order by id for update;
  return coalesce((select credits - debits from ledger.account where owner = shop and kind = 'L.M.available'), 0);
end $$;
revoke all on function ledger.take_balance(uuid) from public;
grant execute on function ledger.take_balance(uuid) to quayside_app;

-- Refunds take from "pending" as well: what was settled is what left it less those.
create index transfer_refunds on ledger.transfer (shop_id) where event = 'refund.approved';

-- As before, and: what a refund costs the merchant lowers the profit of the order's days, from now on also after the settlement.
create or replace function figure_moved_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from before_rows b join after_rows a using (shop_id, id)
    where a.refund_loss <> b.refund_loss
      or (a.status <> b.status and (a.paid_at is distinct from b.paid_at or a.picked_up_at is distinct from b.picked_up_at or a.status in (6, 7)))
  ) then return null; end if;

  with moved as (
    select a.*, b.status as was, b.paid_at as was_paid_at, b.picked_up_at as was_picked_up_at, b.refund_loss as was_loss, s.time_zone
    from before_rows b join after_rows a using (shop_id, id) join shop s on s.id = a.shop_id
  ), steps as (
    select shop_id, (paid_at at time zone time_zone)::date as day, 1 as orders, total_payment as sales, profit as expected_profit,
      0 as cancelled, 0 as completed, 0::bigint as realised_profit, 0 as picked_up, 0::bigint as pickup_seconds, 0 as declined
    from moved where was_paid_at is null and paid_at is not null and status = 5
    union all
    select shop_id, (paid_at at time zone time_zone)::date, -1, -total_payment, was_loss - profit, 1, 0, 0, 0, 0,
      case when cancel_reason = 'merchant' then 1 else 0 end
    from moved where status = 7 and was not in (1, 7)
    union all
    select shop_id, (completed_at at time zone time_zone)::date, 0, 0, 0, 0, 1, profit - refund_loss, 0, 0, 0
    from moved where status = 6 and was <> 6
    union all
    select shop_id, (picked_up_at at time zone time_zone)::date, 0, 0, 0, 0, 0, 0, 1, extract(epoch from picked_up_at - paid_at)::bigint, 0
    from moved where was_picked_up_at is null and picked_up_at is not null
    union all
    select shop_id, (paid_at at time zone time_zone)::date, 0, 0, was_loss - refund_loss, 0, 0, 0, 0, 0, 0
    from moved where refund_loss <> was_loss and status <> 7
    union all
    select shop_id, (completed_at at time zone time_zone)::date, 0, 0, 0, 0, 0, was_loss - refund_loss, 0, 0, 0
    from moved where refund_loss <> was_loss and was = 6
  ), days as (
    insert into shop_day as d (shop_id, day, orders, sales, expected_profit, cancelled, completed, realised_profit, picked_up, pickup_seconds, declined)
    select shop_id, day, sum(orders), sum(sales), sum(expected_profit), sum(cancelled), sum(completed), sum(realised_profit), sum(picked_up), sum(pickup_seconds), sum(declined)
    from steps group by shop_id, day order by shop_id, day
    on conflict (shop_id, day) do update set orders = d.orders + excluded.orders, sales = d.sales + excluded.sales,
      expected_profit = d.expected_profit + excluded.expected_profit, cancelled = d.cancelled + excluded.cancelled,
      completed = d.completed + excluded.completed, realised_profit = d.realised_profit + excluded.realised_profit,
      picked_up = d.picked_up + excluded.picked_up, pickup_seconds = d.pickup_seconds + excluded.pickup_seconds,
      declined = d.declined + excluded.declined
  ), totals as (
    insert into shop_figures as f (shop_id, sales, realised_profit)
    select shop_id, sum(sales), sum(realised_profit) from steps group by shop_id order by shop_id
    on conflict (shop_id) do update set sales = f.sales + excluded.sales, realised_profit = f.realised_profit + excluded.realised_profit
  ), pieces as (
    select m.shop_id, (m.paid_at at time zone m.time_zone)::date as day, l.listing_id, l.product_id,
      case when m.status = 7 then -l.quantity else l.quantity end as units,
      case when m.status = 7 then -1 else 1 end * l.quantity * l.selling_price as sales
    from moved m join order_line l on l.shop_id = m.shop_id and l.order_id = m.id
    where (m.was_paid_at is null and m.paid_at is not null and m.status = 5) or (m.status = 7 and m.was not in (1, 7))
  ), shop_products as (
    insert into shop_product_day as d (shop_id, day, listing_id, product_id, units, sales)
    select shop_id, day, listing_id, min(product_id::text)::uuid, sum(units), sum(sales) from pieces group by shop_id, day, listing_id order by 1, 2, 3
    on conflict (shop_id, day, listing_id) do update set units = d.units + excluded.units, sales = d.sales + excluded.sales
  ), products as (
    insert into product_day as d (product_id, day, units)
    select product_id, day, sum(units) from pieces group by product_id, day order by 1, 2
    on conflict (product_id, day) do update set units = d.units + excluded.units
  )
  insert into listing_figures as f (shop_id, listing_id, units)
  select shop_id, listing_id, sum(units) from pieces group by shop_id, listing_id order by 1, 2
  on conflict (shop_id, listing_id) do update set units = f.units + excluded.units;
  return null;
end $$;
