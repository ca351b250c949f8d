-- An approved withdrawal that is not handed over comes back; one that is handed over and not proved is escalated. A chain withdrawal names its token.

insert into state_transition (subject, from_state, to_state) values
  ('withdrawal', 'approved', 'rejected'), ('withdrawal', 'approved', 'cancelled')
on conflict do nothing;

alter table withdrawal
  -- When it was handed over; null again when a network says that the transaction will never be in a block.
  add column sent_at timestamptz,
  -- When it was handed over for so long without proof that people were told.
  add column escalated_at timestamptz,
  add column token text check (token in ('USDT', 'USDC'));
update withdrawal w set sent_at = coalesce((
    select max(c.at) from state_change c where c.shop_id = w.shop_id and c.subject_id = w.id and c.to_state = 'sending'), w.changed_at)
  where state in ('sending', 'unknown', 'paid', 'failed');
alter table withdrawal
  add constraint withdrawal_sent check (state not in ('sending', 'unknown') or sent_at is not null),
  -- What was approved is never rejected by a person: only its clock gives it back.
  add constraint withdrawal_rejected_late check (state <> 'rejected' or approver is null or reason = 'not-sent-in-time'),
  -- Not checked for what was asked for before the token was kept.
  add constraint withdrawal_token check ((method = 'chain') = (token is not null)) not valid;
grant update (sent_at, escalated_at) on withdrawal to quayside_app;
create index withdrawals_sent on withdrawal (sent_at) where state in ('sending', 'unknown') and escalated_at is null;

-- What comes back after its approval waited in L.PAYOUT, before it in L.M.held.
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('withdrawal.cancelled', 'held', 'D', 'L.PAYOUT', 'platform', true),
  ('withdrawal.rejected', 'held', 'D', 'L.PAYOUT', 'platform', true);
create or replace function ledger.check_withdrawal(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'withdrawal'
    left join withdrawal w on w.shop_id = b.shop_id and w.id = b.ref
  where (b.key = 'withdrawal:' || w.id || ':' || b.event
    and w.state = case b.event when 'withdrawal.requested' then 'pending' else split_part(b.event, '.', 2) end
    and case when b.event in ('withdrawal.cancelled', 'withdrawal.rejected') and b.side = 'D'
      then b.kind = case when w.approver is null then 'L.M.held' else 'L.PAYOUT' end else true end
    and case b.kind
      when 'A.BANK' then b.amount = w.net and w.method = 'bank' and w.payment_reference is not null
      when 'A.HOT' then b.amount = w.net and w.method = 'chain' and w.payment_reference is not null
      when 'I.WDFEE' then b.amount = w.fee
      else b.amount = w.gross end) is not true;
end $$;
