-- The second signature of a row is the signature of an act: what was signed is the document of the act, and the row
-- says the same.

-- For a table whose rows a second operator signs. Arguments: the column of the act's subject, of the second signer, of
-- the first one, of the amount in
-- cents (empty for none), and the kinds of act, with commas. Runs in the transaction of the last signature, while the
-- act is still open.
create function check_signed_act() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new);
  who text := kept ->> tg_argv[1];
begin
  if who is null or tg_op = 'UPDATE' and who is not distinct from to_jsonb(old) ->> tg_argv[1] then
    return null;
  end if;
  if not exists (
    select from act a join act_signature s on s.act_id = a.id
    where a.subject_id = kept ->> tg_argv[0] and a.kind = any(string_to_array(tg_argv[4], ',')) and a.state = 'open'
      and s.signer::text = who and a.proposed_by::text = kept ->> tg_argv[2]
      and (tg_argv[3] = '' or (a.document::jsonb -> 'body' ->> 'amount')::numeric * 100 = (kept ->> tg_argv[3])::numeric))
  then
    raise exception '% %: % signed no act about it', tg_table_name, kept ->> tg_argv[0], who using errcode = 'check_violation', constraint = 'signed_act';
  end if;
  return null;
end $$;

create trigger adjustment_signers_with_act after insert or update of signed_by on adjustment
  for each row execute function check_signed_act('id', 'signed_by', 'proposed_by', 'amount', 'adjustment.post');
create trigger unidentified_signers_with_act after insert or update of second_by on unidentified_money
  for each row execute function check_signed_act('id', 'second_by', 'first_by', 'amount', 'unidentified.assign,unidentified.return');
create trigger treasury_signers_with_act after insert or update of signed_by on treasury_movement
  for each row execute function check_signed_act('id', 'signed_by', 'proposed_by', 'amount', 'treasury.book');
create trigger treasury_reversal_signers_with_act after insert or update of reversal_signed_by on treasury_movement
  for each row execute function check_signed_act('id', 'reversal_signed_by', 'reversal_by', 'amount', 'treasury.reverse');
create trigger shop_closing_signers_with_act after insert or update of confirmed_by on shop_closing
  for each row execute function check_signed_act('shop_id', 'confirmed_by', 'made_by', '', 'shop.close');

-- A proposal that nobody signed in time was refused by no person.
alter table adjustment drop constraint adjustment_refused,
  add constraint adjustment_refused check (state <> 'refused' or refused_at is not null);
alter table treasury_movement drop constraint treasury_refused,
  add constraint treasury_refused check (state <> 'refused' or (refused_at is not null and refusal is not null));

create trigger shop_restriction_signers_with_act after insert or update of confirmed_by on shop_restriction
  for each row execute function check_signed_act('id', 'confirmed_by', 'made_by', '', 'shop.restrict');
create trigger payment_account_signers_with_act after insert or update of second_by on payment_account
  for each row execute function check_signed_act('id', 'second_by', 'first_by', '', 'payment-account.confirm');
create trigger deposit_signers_with_act after insert or update of second_approver on deposit
  for each row execute function check_signed_act('id', 'second_approver', 'first_approver', 'amount', 'deposit.approve');
create trigger withdrawal_signers_with_act after insert or update of approver on withdrawal
  for each row when (new.needs_two) execute function check_signed_act('id', 'approver', 'first_approver', 'gross', 'withdrawal.approve');

alter table shop_restriction drop constraint restriction_lifted,
  add constraint restriction_lifted check ((lifted_at is null) = (lift_reason is null) and (lifted_by is null or lifted_at is not null)
    and (lifted_at is null or lifted_by is not null or confirmed_at is null));
alter table payment_account drop constraint payment_account_withdrawn,
  add constraint payment_account_withdrawn check ((withdrawn_at is null) = (withdrawn_reason is null) and (withdrawn_by is null or withdrawn_at is not null)
    and (withdrawn_at is null or withdrawn_by is not null or second_at is null));
-- An act also ends because its subject ended: a merchant cancelled the withdrawal, or its time was over.
alter table act drop constraint act_ended_by,
  add constraint act_ended_by check (case state when 'executed' then ended_by is not null when 'refused' then true else ended_by is null end);
