-- The second signature of a payout's evidence and of a refund above the limit is the signature of an act: what was
-- signed is the document of the act, and the row says the same.

-- What one person had signed without an act is proposed again.
delete from payout_proof p using withdrawal w
  where w.shop_id = p.shop_id and w.id = p.withdrawal_id and p.needs_two and p.second_by is null
    and (w.state in ('sending', 'unknown') or w.state = 'paid' and p.kind = 'credit');
update refund_order set first_signer = null, bearer = 'merchant'
  where first_signer is not null and state in ('requested', 'objected');

-- The act names the same bank line (or none), the same amount, and the same two people. Runs in the transaction of the
-- last signature, while the act is still open.
create function check_signed_evidence() returns trigger language plpgsql as $$
begin
  if not exists (
    select from act a join act_signature s on s.act_id = a.id
      join withdrawal w on w.shop_id = new.shop_id and w.id = new.withdrawal_id
    where a.subject_id = new.withdrawal_id::text and a.state = 'open'
      and a.kind = case new.kind when 'debit' then 'payout.confirm' else 'payout.return' end
      and s.signer = new.second_by and a.proposed_by = new.first_by
      and a.document::jsonb -> 'body' ->> 'bankLineId' is not distinct from new.bank_line_id::text
      and (a.document::jsonb -> 'body' ->> 'amount')::numeric * 100 = w.gross)
  then
    raise exception 'payout %: % signed no act about this evidence', new.withdrawal_id, new.second_by
      using errcode = 'check_violation', constraint = 'signed_act';
  end if;
  return null;
end $$;
create trigger payout_proof_signed_act after insert or update of second_by on payout_proof
  for each row when (new.second_by is not null) execute function check_signed_evidence();

-- Of a refund above the limit: the same amount, the same payer, and the same two people.
create function check_signed_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.agreed_by, new.decided_by_operator, new.first_signer, new.bearer, new.amount)
    is not distinct from (old.agreed_by, old.decided_by_operator, old.first_signer, old.bearer, old.amount)
  then
    return null;
  end if;
  if not exists (
    select from act a join act_signature s on s.act_id = a.id
    where a.subject_id = new.id::text and a.kind = 'refund.approve' and a.state = 'open'
      and s.signer = new.decided_by_operator and a.proposed_by = new.first_signer
      and a.document::jsonb -> 'body' ->> 'bearer' = new.bearer
      and (a.document::jsonb -> 'body' ->> 'amount')::numeric * 100 = new.amount)
  then
    raise exception 'refund %: % signed no act about it', new.id, new.decided_by_operator
      using errcode = 'check_violation', constraint = 'signed_act';
  end if;
  return null;
end $$;
create trigger refund_signed_act after insert or update of agreed_by, decided_by_operator, first_signer, bearer, amount on refund_order
  for each row when (new.needs_two and new.agreed_by = 'operator') execute function check_signed_refund();
