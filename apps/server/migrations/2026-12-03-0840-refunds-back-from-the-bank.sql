-- A transfer of the bank that paid a buyer and that the bank returned: it is owed again, like what the processor could
-- not pay.

alter table returned_refund
  alter column processor drop not null,
  -- The debit of the bank that paid it, and the credit that brought it back.
  add column debit_line_id uuid references bank_line,
  add column bank_line_id uuid references bank_line,
  add column bank_line_importer uuid references operator,
  add column recorded_by uuid references operator,
  add constraint returned_refund_by check (
    num_nulls(debit_line_id, bank_line_id, bank_line_importer, recorded_by) = case when processor is null then 0 else 4 end);

alter table bank_line_use
  drop constraint bank_line_use_purpose_check,
  add constraint bank_line_use_purpose_check check (
    purpose in ('recharge', 'payout', 'return', 'unidentified', 'unidentified-return', 'treasury', 'refund', 'refund-return'));

create function check_bank_return() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare line bank_line;
begin
  select * into line from bank_line where id = new.bank_line_id;
  if line.side is distinct from 'credit' or line.currency <> 'USD' or line.amount <> new.amount
    or line.value_date < (select d.value_date from bank_line d where d.id = new.debit_line_id) then
    raise exception 'bank line % does not return refund %', new.bank_line_id, new.refund_id
      using errcode = 'check_violation', constraint = 'bank_line_fits';
  end if;
  new.bank_line_importer := line.imported_by;
  insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.bank_line_id, 'refund-return', new.shop_id, new.refund_id);
  return new;
end $$;
revoke all on function check_bank_return() from public;
create trigger returned_refund_bound before insert on returned_refund for each row
  when (new.processor is null) execute function check_bank_return();
create trigger returned_refund_signers after insert on returned_refund for each row
  when (new.processor is null) execute function check_signers('recorded_by@returned_at', 'bank_line_importer');

create or replace function check_buyer_refund() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare line bank_line;
begin
  -- What was sent is final, unless the processor or a credit of the bank says that it did not arrive.
  if old.state = 'sent' and (new.state, new.amount, new.reference, new.returned, new.way, new.bank_line_id)
    is distinct from (old.state, old.amount, old.reference, old.returned, old.way, old.bank_line_id)
    and not (new.state = 'failed' and new.amount = old.amount and new.way = 'card' and exists (
      select from returned_refund r where r.shop_id = new.shop_id and r.refund_id = new.id and r.n = new.returned and r.reference = old.reference
        and r.debit_line_id is not distinct from old.bank_line_id and (r.processor is not null or r.amount = old.amount - old.withheld)))
  then
    raise exception 'the payment % to a buyer is sent', old.id using errcode = 'check_violation', constraint = 'buyer_refund_final';
  end if;
  if new.returned <> old.returned and (old.state <> 'sent' or new.returned <> old.returned + 1) then
    raise exception 'the payment % to a buyer was not sent', old.id using errcode = 'check_violation', constraint = 'buyer_refund_returned';
  end if;
  -- Another way is what two people signed, and only for what the processor did not pay. What the bank returned can be
  -- sent to the card again.
  if (new.way, new.account_ending) is distinct from (old.way, old.account_ending)
    and not (old.state = 'sent' and new.state = 'failed' and old.way = 'bank' and new.way = 'card') and not (
    (old.state, new.state) in (('failed', 'by-bank'), ('by-bank', 'failed')) and new.way_first_by <> new.way_signed_by and exists (
      select from act a join act_signature s on s.act_id = a.id
      where a.kind = 'refund.way' and a.state = 'open' and a.subject_id = new.id::text and a.proposed_by = new.way_first_by and s.signer = new.way_signed_by
        and (a.document::jsonb -> 'body' ->> 'amount')::numeric * 100 = new.amount - new.withheld
        and a.document::jsonb -> 'body' ->> 'way' = new.way and a.document::jsonb -> 'body' ->> 'accountEnding' is not distinct from new.account_ending))
  then
    raise exception 'nobody signed this way of payment %', old.id using errcode = 'check_violation', constraint = 'buyer_refund_signed';
  end if;
  -- While another way waits for its signature, the processor is not asked again.
  if new.state = 'due' and old.state <> 'due' and exists (
    select from act a where a.kind = 'refund.way' and a.state = 'open' and a.subject_id = new.id::text) then
    raise exception 'another way of payment % waits for a signature', old.id using errcode = 'check_violation', constraint = 'buyer_refund_waits';
  end if;
  if new.bank_line_id is not null and old.bank_line_id is null then
    select * into line from bank_line where id = new.bank_line_id;
    if old.state <> 'by-bank' or line.side is distinct from 'debit' or line.currency <> 'USD' or line.amount <> new.amount - new.withheld then
      raise exception 'bank line % is not the debit of refund %', new.bank_line_id, new.id using errcode = 'check_violation', constraint = 'bank_line_fits';
    end if;
    new.bank_line_importer := line.imported_by;
    insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.bank_line_id, 'refund', new.shop_id, new.id);
  end if;
  return new;
end $$;

-- What may be booked.
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('buyer.refund-returned', 'processor', 'D', 'A.BANK', 'platform', true);

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
          select from returned_refund x where x.shop_id = r.shop_id and x.refund_id = r.id and x.n = r.returned and x.amount = b.amount
            and b.kind in ('L.REFUND', coalesce('A.PSP.' || x.processor, 'A.BANK'))
            and case when x.processor is null then b.actor = 'operator:' || x.recorded_by else x.processor = p.processor end)
      when 'buyer.refunded-by-bank' then b.key = 'buyer-refund:' || r.id || ':bank' || case back.n when 0 then '' else ':' || back.n end
        and r.state = 'sent' and r.way = 'bank' and r.amount - r.withheld = b.amount and b.actor = 'operator:' || r.confirmed_by and exists (
          select from bank_line l where l.id = r.bank_line_id and l.side = 'debit') end);
end $$;
