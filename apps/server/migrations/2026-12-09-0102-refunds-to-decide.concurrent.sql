-- What the platform decides, with agreed refunds past the debt limit.
create index concurrently if not exists refund_orders_at_platform on refund_order (decide_by, id)
  where state = 'objected' or state = 'requested' and (referred_at is not null or opened_by = 'operator');
drop index concurrently if exists refund_orders_to_decide;
