-- The database writes the history of an order's status with the change itself, as for deposits, withdrawals and refund orders.
-- The server writes only the events that keep the status: scans, disputes, refunds that were sent.

alter table orders
  -- Who changed the status last: `clock`, or a kind and an id, as in `merchant:<id>`. Null until the first change after this migration.
  add column changed_by text,
  add column changed_at timestamptz;
grant update (changed_by, changed_at) on orders to quayside_app;

-- Null in rows that are older than this migration.
alter table order_event add column actor text;

create function log_order_status() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_event (shop_id, order_id, kind, status, source, actor, note, carrier_event_id, at)
  values (
    new.shop_id,
    new.id,
    case new.status
      when 1 then 'order.placed'
      when 5 then 'order.paid'
      when 2 then 'order.picked-up'
      when 3 then 'order.shipped'
      when 4 then 'order.received'
      when 6 then 'order.completed'
      when 7 then 'order.cancelled'
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
create trigger order_status_logged after update of status on orders for each row when (old.status <> new.status) execute function log_order_status();
