-- One open payment of an order, whichever way. A closed one is no open one.
create unique index concurrently if not exists payment_open_once on payment (shop_id, order_id)
  where captured_at is null and reference is not null and closed_at is null;
drop index concurrently if exists payment_open;
