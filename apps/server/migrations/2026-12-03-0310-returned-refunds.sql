-- A payment to a buyer that the processor took and that did not arrive: it is owed again, and is sent again by the
-- processor or by bank.

create table returned_refund (
  shop_id uuid not null,
  refund_id uuid not null,
  -- Its place among the returns of this refund.
  n int not null check (n > 0),
  processor text not null check (processor in ('stripe', 'test')),
  -- The processor's id of the refund that did not arrive.
  reference text not null check (length(reference) <= 255),
  amount bigint not null check (amount > 0),
  failure text not null check (length(failure) between 1 and 500),
  sent_at timestamptz not null,
  returned_at timestamptz not null,
  primary key (shop_id, refund_id, n),
  constraint returned_refund_once unique (processor, reference),
  foreign key (shop_id, refund_id) references buyer_refund
);
grant select, insert on returned_refund to quayside_app;

alter table buyer_refund
  drop constraint buyer_refund_state_check,
  add constraint buyer_refund_state_check check (state in ('due', 'sent', 'failed', 'by-bank')),
  -- How often it was sent and did not arrive.
  add column returned int not null default 0 check (returned >= 0),
  -- How it is paid: by the processor, or by a transfer of the bank that two people signed.
  add column way text not null default 'card' check (way in ('card', 'bank')),
  -- The end of the account that the buyer named. The whole number stays with the bank.
  add column account_ending text check (account_ending ~ '^[0-9A-Z]{4}$'),
  add column way_first_by uuid references operator,
  add column way_first_at timestamptz,
  add column way_signed_by uuid references operator,
  add column way_signed_at timestamptz,
  -- The debit of the bank statement that paid it.
  add column bank_line_id uuid unique references bank_line,
  add column bank_line_importer uuid references operator,
  add column confirmed_by uuid references operator,
  add constraint buyer_refund_way check (case way
    when 'card' then state <> 'by-bank' and bank_line_id is null and account_ending is null
    else state in ('by-bank', 'sent') and account_ending is not null and (state = 'sent') = (bank_line_id is not null)
      and (bank_line_id is null) = (confirmed_by is null)
      and way_first_by is not null and way_signed_by is not null and way_first_by <> way_signed_by end);

alter table bank_line_use
  drop constraint bank_line_use_purpose_check,
  add constraint bank_line_use_purpose_check
    check (purpose in ('recharge', 'payout', 'return', 'unidentified', 'unidentified-return', 'treasury', 'refund'));

create or replace function check_buyer_refund() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare line bank_line;
begin
  -- What was sent is final, unless the processor says that it did not arrive.
  if old.state = 'sent' and (new.state, new.amount, new.reference, new.returned, new.way, new.bank_line_id)
    is distinct from (old.state, old.amount, old.reference, old.returned, old.way, old.bank_line_id)
    and not (old.way = 'card' and new.state = 'failed' and new.amount = old.amount and new.way = old.way and exists (
      select from returned_refund r where r.shop_id = new.shop_id and r.refund_id = new.id and r.n = new.returned and r.reference = old.reference))
  then
    raise exception 'the payment % to a buyer is sent', old.id using errcode = 'check_violation', constraint = 'buyer_refund_final';
  end if;
  if new.returned <> old.returned and (old.state <> 'sent' or new.returned <> old.returned + 1) then
    raise exception 'the payment % to a buyer was not sent', old.id using errcode = 'check_violation', constraint = 'buyer_refund_returned';
  end if;
  -- Another way is what two people signed, and only for what the processor did not pay.
  if (new.way, new.account_ending) is distinct from (old.way, old.account_ending) and not (
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
revoke all on function check_buyer_refund() from public;
create trigger buyer_refund_signers after update of way_first_by, way_signed_by on buyer_refund
  for each row execute function check_signers('way_first_by@way_first_at', 'way_signed_by@way_signed_at');
create trigger buyer_refund_payment_signers after update of confirmed_by on buyer_refund
  for each row execute function check_signers('confirmed_by@sent_at', 'bank_line_importer');

-- The order of the work queue.
drop index buyer_refunds_failed;
create index buyer_refunds_to_pay on buyer_refund
  (((case state when 'by-bank' then way_signed_at at time zone 'UTC' + interval '120 hours' else failed_at at time zone 'UTC' + interval '24 hours' end)
    at time zone 'UTC'), id)
  where state in ('failed', 'by-bank');

-- Events of refunds, which had no meaning before.
alter table unbooked_event drop constraint unbooked_event_kind_check,
  add constraint unbooked_event_kind_check check (kind in ('checkout', 'dispute', 'refund'));

-- The test processor pays a refund again after it failed, under a reference of its own.
alter table test_refund
  add column attempt int not null default 0 check (attempt >= 0),
  add column failed_at timestamptz,
  add column failure text,
  drop constraint test_refund_pkey,
  add primary key (id, attempt),
  add constraint test_refund_failed check ((failed_at is null) = (failure is null));
grant update (failed_at, failure) on test_refund to quayside_app;

-- What may be booked. Payments to buyers are a family of their own: a refund may be sent more than once.
insert into ledger.event (name, family) values ('buyer.refund-returned', 'buyer_refund'), ('buyer.refunded-by-bank', 'buyer_refund');
update ledger.event set family = 'buyer_refund' where name = 'buyer.refunded';
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('buyer.refund-returned', 'processor', 'D', 'A.PSP.stripe', 'platform', true),
  ('buyer.refund-returned', 'processor', 'D', 'A.PSP.test', 'platform', true),
  ('buyer.refund-returned', 'owed', 'C', 'L.REFUND', 'payment', true),
  ('buyer.refunded-by-bank', 'owed', 'D', 'L.REFUND', 'payment', true),
  ('buyer.refunded-by-bank', 'bank', 'C', 'A.BANK', 'platform', true);

create function ledger.check_buyer_refund(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'buyer_refund'
  where not exists (
    select from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id
    where r.shop_id = b.shop_id and r.order_id = b.ref and (b.kind <> 'L.REFUND' or b.owner = p.id) and case b.event
      when 'buyer.refunded' then b.key = 'buyer-refund:' || r.id || case r.returned when 0 then '' else ':' || r.returned end
        and r.state = 'sent' and r.way = 'card' and r.amount - r.withheld = b.amount and b.kind in ('L.REFUND', 'A.PSP.' || p.processor)
      when 'buyer.refund-returned' then b.key = 'buyer-refund:' || r.id || ':returned:' || r.returned and r.state = 'failed'
        and b.kind in ('L.REFUND', 'A.PSP.' || p.processor) and exists (
          select from returned_refund x where x.shop_id = r.shop_id and x.refund_id = r.id and x.n = r.returned and x.amount = b.amount
            and x.processor = p.processor)
      when 'buyer.refunded-by-bank' then b.key = 'buyer-refund:' || r.id || ':bank' and r.state = 'sent' and r.way = 'bank'
        and r.amount - r.withheld = b.amount and b.actor = 'operator:' || r.confirmed_by and exists (
          select from bank_line l where l.id = r.bank_line_id and l.side = 'debit') end);
end $$;
revoke all on function ledger.check_buyer_refund(uuid[]) from public;
