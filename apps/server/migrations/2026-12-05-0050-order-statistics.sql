-- A shop's share of the orders says nothing about their status: in one shop half of them await pick-up, in the next none.
-- The planner multiplied both shares, expected a tenth of the rows that there are, and sorted all orders of a status for
-- each page of the list instead of reading them in the index's order.
create statistics orders_shop_status (mcv, dependencies) on shop_id, status from orders;
analyze orders;
