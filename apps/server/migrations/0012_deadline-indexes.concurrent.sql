create index concurrently if not exists orders_to_pay on orders (pay_until, id) where status = 1;
create index concurrently if not exists orders_to_pick_up on orders (pickup_until, id) where status = 5;
create index concurrently if not exists orders_to_settle on orders (settles_at, id) where status = 4;
