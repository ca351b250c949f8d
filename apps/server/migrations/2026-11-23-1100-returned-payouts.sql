-- Payments that a bank returns after they were confirmed as paid: a credit of the bank's statement takes the withdrawal back.

insert into state_transition (subject, from_state, to_state) values ('withdrawal', 'paid', 'failed');

-- What was paid and came back: the money, and the fee that was earned.
insert into ledger.event (name, family) values ('withdrawal.returned', 'withdrawal');
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('withdrawal.returned', 'source', 'D', 'A.BANK', 'platform', true),
  ('withdrawal.returned', 'fee', 'D', 'I.WDFEE', 'platform', false),
  ('withdrawal.returned', 'balance', 'C', 'L.M.available', 'shop', true);

create or replace function ledger.check_withdrawal(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'withdrawal'
    left join withdrawal w on w.shop_id = b.shop_id and w.id = b.ref
    left join ledger.transfer paid on paid.shop_id = w.shop_id and paid.key = 'withdrawal:' || w.id || ':withdrawal.paid'
  where (b.key = 'withdrawal:' || w.id || ':' || b.event
    and w.state = case b.event when 'withdrawal.requested' then 'pending' when 'withdrawal.returned' then 'failed' else split_part(b.event, '.', 2) end
    and case when b.event in ('withdrawal.cancelled', 'withdrawal.rejected') and b.side = 'D'
      then b.kind = case when w.approver is null then 'L.M.held' else 'L.PAYOUT' end else true end
    -- What was paid left L.PAYOUT: it comes back from the bank, once, against the credit. What was not paid comes out of L.PAYOUT.
    and case b.event
      when 'withdrawal.failed' then paid.id is null
      when 'withdrawal.returned' then paid.id is not null and w.rail = 'bank-file' and exists (
        select from payout_proof p join bank_line l on l.id = p.bank_line_id
        where p.shop_id = w.shop_id and p.withdrawal_id = w.id and p.kind = 'credit'
          and l.side = 'credit' and l.amount = w.net and l.currency = 'USD')
      else true end
    and case b.kind
      when 'A.BANK' then b.amount = w.net and w.method = 'bank' and w.payment_reference is not null
      when 'A.HOT' then b.amount = w.net and w.method = 'chain' and w.payment_reference is not null
      when 'I.WDFEE' then b.amount = w.fee
      else b.amount = w.gross end) is not true;
end $$;

-- The evidence of an end stays. A credit that one of two people has named for a paid withdrawal ends nothing yet, and may be replaced.
create function payout_proof_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from withdrawal where shop_id = old.shop_id and id = old.withdrawal_id
      and (state = 'failed' or state = 'paid' and old.kind <> 'credit')
  ) then
    raise exception 'the evidence of payout % stays', old.withdrawal_id
      using errcode = 'check_violation', constraint = 'payout_proof_stays';
  end if;
  delete from bank_line_use where bank_line_id = old.bank_line_id;
  return old;
end $$;
drop trigger payout_proof_bound on payout_proof;
create trigger payout_proof_bound before insert on payout_proof for each row execute function payout_proof_bound();
create trigger payout_proof_stays before delete on payout_proof for each row execute function payout_proof_stays();

-- A paid withdrawal ends anew by a credit of the bank only: not by a statement that it was never debited, and never what a network has confirmed.
create or replace function withdrawal_proved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was_paid boolean := tg_op = 'UPDATE' and new.state = 'failed' and old.state = 'paid';
begin
  if new.rail = 'bank-file' and not exists (
    select from payout_proof p where p.shop_id = new.shop_id and p.withdrawal_id = new.id
      and p.kind = any (case when new.state = 'paid' then array['debit'] when was_paid then array['credit'] else array['credit', 'none'] end)
      and (not (p.needs_two or new.needs_two) or p.second_by is not null)
  ) then
    raise exception 'withdrawal % has no evidence of being %', new.id, new.state
      using errcode = 'check_violation', constraint = 'withdrawal_proved';
  end if;
  if was_paid and new.rail <> 'bank-file' then
    raise exception 'withdrawal % was paid by % and is not returned', new.id, new.rail
      using errcode = 'check_violation', constraint = 'withdrawal_proved';
  end if;
  if new.rail = 'chain' and (new.raw_transaction is null or new.payment_reference is null) then
    raise exception 'withdrawal % has no transaction', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_proved';
  end if;
  return new;
end $$;
