-- Until when an order that was picked up must have been shipped. After that the clock cancels it: the cost goes back, the buyer is refunded.
alter table orders add column ship_by timestamptz, add column ship_warned_at timestamptz;
grant update (ship_by, ship_warned_at) on orders to quayside_app;
-- Orders that wait already get the whole time from now on.
update orders set ship_by = now() + interval '7 days' where status = 2;
alter table orders add constraint order_ship_by check (status <> 2 or ship_by is not null);
create index orders_to_ship on orders (ship_by, id) where status = 2;

alter table orders drop constraint orders_cancel_reason_check;
alter table orders add constraint orders_cancel_reason_check check (
  cancel_reason in ('buyer', 'merchant', 'unpaid', 'not-picked-up', 'not-shipped', 'cannot-supply')
);

create or replace function end_refund_of_cancelled() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update refund_order set state = 'refunded', from_escrow = amount, reason = null, ended_at = new.cancelled_at, changed_at = new.cancelled_at,
    changed_by = case when new.cancel_reason = 'cannot-supply' then 'operator' when new.cancel_reason in ('not-picked-up', 'not-shipped') then 'clock'
      else new.cancel_reason end
  where shop_id = new.shop_id and order_id = new.id and state in ('requested', 'agreed', 'objected');
  return null;
end $$;
