-- Deadlines of which the merchant was told: each once.
alter table orders add column pickup_warned_at timestamptz;
grant update (pickup_warned_at) on orders to quayside_app;
create index orders_to_warn on orders (pickup_until) where status = 5 and pickup_warned_at is null;

alter table refund_order add column answer_warned_at timestamptz;
grant update (answer_warned_at) on refund_order to quayside_app;

alter table withdrawal add column late_told_at timestamptz;
grant update (late_told_at) on withdrawal to quayside_app;
