-- What only releases before 0.9 called, or wrote. Nobody runs them.

-- Payouts are resumed with a cause: the function with four arguments.
drop function resume_payouts(uuid, uuid, timestamptz);

-- Visits are deleted with their partitions.
drop function delete_visits_before(date, int);

-- The calls of webhooks are deleted with their partitions.
drop trigger keep_young_calls on webhook_call;
drop function keep_young_calls();

-- The server names the shop of a mark.
drop trigger chain_mark_shop on chain_mark;
drop function name_shop_of_mark();
