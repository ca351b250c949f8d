-- The statements of ledger.post were planned anew at every call, which cost four times what running them does. Few lines are booked with a plan
-- that is kept; many need one made for their number. The tables are reached by their indexes, however small they were when a plan was made.

alter function ledger.post(ledger.line[]) rename to book;
revoke all on function ledger.book(ledger.line[]) from public, quayside_app;

create function ledger.post(lines ledger.line[]) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if cardinality(lines) > 64 then
    perform set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'on', true);
  end if;
  return ledger.book(lines);
end $$;
revoke all on function ledger.post(ledger.line[]) from public;
grant execute on function ledger.post(ledger.line[]) to quayside_app;
