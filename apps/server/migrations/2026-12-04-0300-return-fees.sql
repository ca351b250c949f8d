-- A payment that the bank returns less a fee: the merchant or the buyer is owed the whole amount, and the fee is the
-- platform's cost. Only a fee that the bank's entry states counts, and only to the cent.

-- What the bank took out of an entry as charges. The amount is already less by them.
alter table bank_line add column charges bigint check (charges > 0);

-- The bank's fee of a return; none of what a processor returned.
alter table returned_refund
  add column fee bigint not null default 0,
  add constraint returned_refund_fee check (fee >= 0 and fee < amount and (fee = 0 or processor is null));

-- The fee in a credit that returns an amount. Null: the credit does not return it.
create function return_fee(amount bigint, credit bigint, charges bigint) returns bigint language sql immutable
  return case when credit = amount then 0 when credit + charges = amount then charges end;

-- What may be booked.
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('withdrawal.returned', 'bank-fee', 'D', 'E.TRANSFERFEE', 'platform', false),
  ('buyer.refund-returned', 'bank-fee', 'D', 'E.TRANSFERFEE', 'platform', false);

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
          and l.side = 'credit' and return_fee(w.net, l.amount, l.charges) is not null and l.currency = 'USD'
          and case b.kind when 'A.BANK' then b.amount = l.amount when 'E.TRANSFERFEE' then b.amount = w.net - l.amount else true end)
      else true end
    and case b.kind
      -- Of a return, the amounts of the bank and of its fee are those of the credit, above.
      when 'A.BANK' then (b.event = 'withdrawal.returned' or b.amount = w.net) and w.method = 'bank' and w.payment_reference is not null
      when 'E.TRANSFERFEE' then b.event = 'withdrawal.returned'
      when 'A.HOT' then b.amount = w.net and w.method = 'chain' and w.payment_reference is not null
      when 'I.WDFEE' then b.amount = w.fee
      else b.amount = w.gross end) is not true;
end $$;

create or replace function ledger.check_buyer_refund(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'buyer_refund'
  where not exists (
    select from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id
      cross join lateral (
        select count(*) as n from returned_refund x where x.shop_id = r.shop_id and x.refund_id = r.id and x.processor is null) back
    where r.shop_id = b.shop_id and r.order_id = b.ref and (b.kind <> 'L.REFUND' or b.owner = p.id) and case b.event
      when 'buyer.refunded' then b.key = 'buyer-refund:' || r.id || case r.returned when 0 then '' else ':' || r.returned end
        and r.state = 'sent' and r.way = 'card' and r.amount - r.withheld = b.amount and b.kind in ('L.REFUND', 'A.PSP.' || p.processor)
      -- It returns to where it was paid from: the processor, or the bank.
      when 'buyer.refund-returned' then b.key = 'buyer-refund:' || r.id || ':returned:' || r.returned and r.state = 'failed'
        and exists (
          select from returned_refund x where x.shop_id = r.shop_id and x.refund_id = r.id and x.n = r.returned
            and case b.kind when 'L.REFUND' then b.amount = x.amount when coalesce('A.PSP.' || x.processor, 'A.BANK') then b.amount = x.amount - x.fee
              when 'E.TRANSFERFEE' then x.processor is null and b.amount = x.fee else false end
            and case when x.processor is null then b.actor = 'operator:' || x.recorded_by else x.processor = p.processor end)
      when 'buyer.refunded-by-bank' then b.key = 'buyer-refund:' || r.id || ':bank' || case back.n when 0 then '' else ':' || back.n end
        and r.state = 'sent' and r.way = 'bank' and r.amount - r.withheld = b.amount and b.actor = 'operator:' || r.confirmed_by and exists (
          select from bank_line l where l.id = r.bank_line_id and l.side = 'debit') end);
end $$;

-- The evidence of a return.
create or replace function payout_proof_bound() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.importer := null;
  if new.kind = 'none' then
    -- Never debited: statements cover the day it was handed over and the three after it, and none of them names it.
    if not exists (
      select from withdrawal w join payout_batch b on b.id = w.batch_id
      where w.shop_id = new.shop_id and w.id = new.withdrawal_id and b.account is not null
        and not exists (
          select from generate_series(b.made_at::date, b.made_at::date + 3, interval '1 day') as due(day)
          where not exists (
            select from bank_statement s where s.account = b.account and due.day::date between s.from_day and s.to_day))
        and not exists (
          select from bank_line l where l.account = b.account and l.side = 'debit' and strpos(upper(l.reference), upper(w.code)) > 0)
    ) then
      raise exception 'no statements show that payout % was never debited', new.withdrawal_id
        using errcode = 'check_violation', constraint = 'payout_not_debited';
    end if;
    return new;
  end if;
  select l.imported_by into new.importer
    from bank_line l join withdrawal w on w.shop_id = new.shop_id and w.id = new.withdrawal_id
      join payout_batch b on b.id = w.batch_id and (b.account is null or l.account = b.account)
    -- A fee is booked against the debit, so the debit is confirmed first.
    where l.id = new.bank_line_id and l.side = new.kind and l.currency = 'USD'
      and (l.amount = w.net or new.kind = 'credit' and w.state = 'paid' and return_fee(w.net, l.amount, l.charges) is not null)
      and strpos(upper(l.reference), upper(w.code)) > 0;
  if not found then
    raise exception 'bank line % is not the % of payout %', new.bank_line_id, new.kind, new.withdrawal_id
      using errcode = 'check_violation', constraint = 'payout_line_fits';
  end if;
  insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id)
    values (new.bank_line_id, case new.kind when 'debit' then 'payout' else 'return' end, new.shop_id, new.withdrawal_id);
  return new;
end $$;

-- The second person signs the fee too.
create or replace function check_signed_evidence() returns trigger language plpgsql as $$
begin
  if not exists (
    select from act a join act_signature s on s.act_id = a.id
      join withdrawal w on w.shop_id = new.shop_id and w.id = new.withdrawal_id
    where a.subject_id = new.withdrawal_id::text and a.state = 'open'
      and a.kind = case new.kind when 'debit' then 'payout.confirm' else 'payout.return' end
      and s.signer = new.second_by and a.proposed_by = new.first_by
      and a.document::jsonb -> 'body' ->> 'bankLineId' is not distinct from new.bank_line_id::text
      and (a.document::jsonb -> 'body' ->> 'amount')::numeric * 100 = w.gross
      and coalesce((a.document::jsonb -> 'body' ->> 'fee')::numeric * 100, 0)
        = coalesce(w.net - (select l.amount from bank_line l where l.id = new.bank_line_id), 0))
  then
    raise exception 'payout %: % signed no act about this evidence', new.withdrawal_id, new.second_by
      using errcode = 'check_violation', constraint = 'signed_act';
  end if;
  return null;
end $$;

create or replace function check_bank_return() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare line bank_line;
begin
  select * into line from bank_line where id = new.bank_line_id;
  if line.side is distinct from 'credit' or line.currency <> 'USD' or return_fee(new.amount, line.amount, line.charges) is null
    or line.value_date < (select d.value_date from bank_line d where d.id = new.debit_line_id) then
    raise exception 'bank line % does not return refund %', new.bank_line_id, new.refund_id
      using errcode = 'check_violation', constraint = 'bank_line_fits';
  end if;
  new.fee := new.amount - line.amount;
  new.bank_line_importer := line.imported_by;
  insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.bank_line_id, 'refund-return', new.shop_id, new.refund_id);
  return new;
end $$;
