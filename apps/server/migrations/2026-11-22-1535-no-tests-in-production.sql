-- The test processor's and the test bank's own books are tables of this database, which the server may write. In production they stay empty, and
-- nothing is paid, recharged, disputed or paid out through them.
create function refuse_in_production() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from installation where mode = 'production') then
    raise exception '% has no test data in production', tg_table_name using errcode = 'check_violation', constraint = 'no_test_in_production';
  end if;
  return null;
end $$;
create trigger test_checkout_demo after insert or update on test_checkout for each statement execute function refuse_in_production();
create trigger test_refund_demo after insert or update on test_refund for each statement execute function refuse_in_production();
create trigger test_dispute_demo after insert or update on test_dispute for each statement execute function refuse_in_production();
create trigger test_payout_demo after insert or update on test_payout for each statement execute function refuse_in_production();
create trigger payment_demo after insert or update on payment for each row when (new.processor = 'test') execute function refuse_in_production();
create trigger deposit_demo after insert or update on deposit for each row when (new.processor = 'test') execute function refuse_in_production();
create trigger card_dispute_demo after insert or update on card_dispute for each row when (new.processor = 'test') execute function refuse_in_production();
create trigger withdrawal_demo after insert or update on withdrawal for each row when (new.rail = 'test') execute function refuse_in_production();

-- The test bank's payouts, too, are paid when that bank says so; and whatever is paid went out by some rail, after its decision.
create function check_test_payout() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from test_payout p where p.id = new.id and p.amount = new.net and p.state <> 'failed') then
    raise exception 'withdrawal % was not paid by the test bank', new.id using errcode = 'check_violation', constraint = 'withdrawal_proved';
  end if;
  return null;
end $$;
create trigger withdrawal_test_proved after insert or update on withdrawal for each row
  when (new.state = 'paid' and new.rail = 'test') execute function check_test_payout();
alter table withdrawal
  add constraint withdrawal_paid check (state <> 'paid' or (rail is not null and decided_at is not null and finished_at is not null)) not valid,
  add constraint withdrawal_order_of_dates check (decided_at >= requested_at and finished_at >= coalesce(decided_at, requested_at)) not valid;
