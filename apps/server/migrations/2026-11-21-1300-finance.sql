-- The financial report: what was booked on each day of a shop.

-- A month of a shop without looking at the rest of its books.
create index transfers_by_time on ledger.transfer (shop_id, at);
-- Costs that were paid from the balance are counted when the order is received, and most orders pay theirs from escrow.
create index orders_received_from_balance on orders (shop_id, received_at) where funding = 'balance';

-- The first instant of a calendar day in a time zone. Where clocks are set back over midnight the day begins twice, and
-- `at time zone` alone answers the second beginning; where they are set forward over it, the day begins after the gap.
create function day_start(day date, zone text) returns timestamptz language sql stable as $$
  select min(at) from (select (day::timestamp at time zone zone) - early * interval '15 minutes' as at from generate_series(0, 12) early) x
  where at at time zone zone >= day::timestamp
$$;
