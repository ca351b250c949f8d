-- Every place where operators sign for money: none of them too new, and no two of them one person. The importer of a bank line signs nothing, but
-- is a person apart from those who do.

-- For a table whose rows operators sign. Each argument names a column that holds one of them, with `@` and the column of the instant where the
-- signature is an approval of money. Runs after the row is written, so that it sees what other triggers filled in.
create function check_signers() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new);
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  named text;
  signer text;
  other text;
begin
  foreach named in array tg_argv loop
    signer := split_part(named, '@', 1);
    continue when kept ->> signer is null or kept ->> signer is not distinct from before ->> signer;
    if named like '%@%' then
      perform assert_operator_may_approve((kept ->> signer)::uuid, (kept ->> split_part(named, '@', 2))::timestamptz);
    end if;
    foreach other in array tg_argv loop
      other := split_part(other, '@', 1);
      continue when other = signer or kept ->> other is null;
      perform assert_two_people((kept ->> signer)::uuid, (kept ->> other)::uuid);
    end loop;
  end loop;
  return null;
end $$;

drop trigger withdrawal_approvers on withdrawal;
drop trigger deposit_approvers on deposit;
drop trigger deposit_decided on deposit;
drop trigger refund_decided on refund_order;
drop function check_approvers();
drop function check_deciding_operator();

create trigger withdrawal_signers after insert or update of first_approver, approver on withdrawal
  for each row execute function check_signers('first_approver@changed_at', 'approver@changed_at');
create trigger deposit_signers after insert or update of first_approver, second_approver, line_importer on deposit
  for each row execute function check_signers('first_approver@changed_at', 'second_approver@changed_at', 'line_importer');
create trigger refund_signers after insert or update of first_signer, decided_by_operator on refund_order
  for each row execute function check_signers('first_signer@changed_at', 'decided_by_operator@changed_at', 'opened_by_operator');
create trigger payout_proof_signers after insert or update of second_by on payout_proof
  for each row execute function check_signers('first_by@first_at', 'second_by@second_at', 'importer');
create trigger shop_closing_signers after insert or update of confirmed_by on shop_closing
  for each row execute function check_signers('made_by', 'confirmed_by');
