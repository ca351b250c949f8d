-- What a request for a withdrawal writes, in one round trip with stored plans: the booking, the request's row, the
-- event, and the notification of `payload`. As the caller, so with the caller's rights: the books are still written by
-- `ledger.post` only. Returns the available balance after the booking. Volatile, so that each statement sees what the
-- one before has written.
create function request_withdrawal(lines ledger.line[], of_shop uuid, of_id uuid, of_code text, by_method text, to_destination uuid, by_quote uuid,
  of_gross bigint, of_fee bigint, of_net bigint, two boolean, two_above bigint, before bigint, of_token text, moment timestamptz, until timestamptz,
  author text, channel text, payload text)
returns bigint
language plpgsql volatile set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  -- The ledger first: if the balance is short, nothing else has happened yet.
  perform ledger.post(lines);
  insert into withdrawal (shop_id, id, code, method, destination_id, quote_id, state, gross, fee, net, needs_two, second_person_above,
      requested_before, token, requested_at, decide_by, changed_by, changed_at)
    values (of_shop, of_id, of_code, by_method, to_destination, by_quote, 'pending', of_gross, of_fee, of_net, two, two_above,
      before, of_token, moment, until, author, moment);
  insert into event (shop_id, name, at, data)
    values (of_shop, 'withdrawal.requested', moment, jsonb_build_object('withdrawalId', of_id));
  perform pg_notify(channel, payload);
  return (select a.credits - a.debits from ledger.account a where a.shop_id = of_shop and a.owner = of_shop and a.kind = 'L.M.available');
end $$;
revoke all on function request_withdrawal(ledger.line[], uuid, uuid, text, text, uuid, uuid, bigint, bigint, bigint, boolean, bigint, bigint, text,
  timestamptz, timestamptz, text, text, text) from public;
grant execute on function request_withdrawal(ledger.line[], uuid, uuid, text, text, uuid, uuid, bigint, bigint, bigint, boolean, bigint, bigint, text,
  timestamptz, timestamptz, text, text, text) to quayside_app;
