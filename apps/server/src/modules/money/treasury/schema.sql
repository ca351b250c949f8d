-- The platform’s own money: fees and payouts of processors, bills of suppliers, sweeps.

create table treasury_movement (
  id uuid primary key,
  code text not null unique,
  kind text not null check (kind in ('processor-fee', 'processor-payout', 'supplier-bill', 'carrier-bill',
    'tax-payment', 'sweep', 'bank-fee', 'funding', 'drawing')),
  state text not null check (state in ('proposed', 'signed', 'booked', 'refused', 'reversal-proposed', 'reversed')),
  -- What the entry credits with `amount`, and debits with `amount` less `fee`.
  from_account text not null references ledger.kind,
  to_account text not null references ledger.kind,
  amount bigint not null check (amount > 0),
  fee bigint not null default 0,
  -- Evidence: the debit and the credit of a bank statement, or a reference outside the bank (report of a processor,
  -- hash of a transaction).
  out_line_id uuid references bank_line,
  out_importer uuid references operator,
  in_line_id uuid references bank_line,
  in_importer uuid references operator,
  reference text not null default '',
  supplier text,
  bill_number text,
  due_day date,
  note text not null default '',
  proposed_by uuid not null references operator,
  proposed_at timestamptz not null,
  signed_by uuid references operator,
  signed_at timestamptz,
  refused_by uuid references operator,
  refused_at timestamptz,
  refusal text,
  booked_by uuid references operator,
  booked_at timestamptz,
  reversal text,
  reversal_by uuid references operator,
  reversal_at timestamptz,
  reversal_signed_by uuid references operator,
  reversed_at timestamptz,
  -- Of a tax payment: whose authority, and for which days.
  country text check (country ~ '^[A-Z]{2}$'),
  period_from date,
  period_to date,
  -- Of a fee or a payout of a processor: what of the expected fees it settled when it was booked. Null before, and
  -- for what a release before this one booked.
  settled_fee bigint,
  check (fee >= 0 and fee < amount),
  constraint treasury_two_people check (state in ('proposed', 'refused') or (signed_by is not null
    and signed_at is not null and signed_by <> proposed_by)),
  constraint treasury_booked check (state not in ('booked', 'reversal-proposed', 'reversed') or (booked_by is not null
    and booked_at is not null)),
  -- Every side that is the bank has its line, so that each entry on the bank's account can be compared.
  constraint treasury_evidence check (state not in ('booked', 'reversal-proposed')
    or ((from_account = 'A.BANK') = (out_line_id is not null) and (to_account = 'A.BANK') = (in_line_id is not null)
    and (out_line_id is not null or in_line_id is not null or reference <> ''))),
  constraint treasury_reversal check (state not in ('reversal-proposed', 'reversed') or (reversal is not null
    and reversal_by is not null and reversal_at is not null)),
  constraint treasury_reversal_two_people check (state <> 'reversed' or (reversal_signed_by is not null
    and reversed_at is not null and reversal_signed_by <> reversal_by)),
  constraint treasury_refused check (state <> 'refused' or (refused_at is not null and refusal is not null)),
  constraint treasury_accounts check (case kind when 'processor-fee' then (from_account in ('A.PSP.stripe',
    'A.PSP.test') and to_account = 'E.PSPFEE' and fee = 0)
    when 'processor-payout' then (from_account in ('A.PSP.stripe', 'A.PSP.test')
    and to_account = 'A.BANK') when 'supplier-bill' then (from_account = 'A.BANK' and to_account = 'L.S.payable'
    and fee = 0) when 'carrier-bill' then (from_account = 'A.BANK' and to_account = 'E.SHIPPING'
    and fee = 0) when 'tax-payment' then (from_account = 'A.BANK' and to_account = 'L.TAX'
    and fee = 0) when 'sweep' then (from_account in ('A.BANK', 'A.HOT', 'A.CHAIN.usdt', 'A.CHAIN.usdc')
    and to_account in ('A.BANK', 'A.HOT', 'A.CHAIN.usdt', 'A.CHAIN.usdc') and (from_account <> to_account
    or from_account = 'A.BANK')) when 'bank-fee' then (from_account in ('A.BANK', 'A.HOT')
    and to_account = 'E.TRANSFERFEE' and fee = 0) when 'funding' then (from_account = 'Q.OWNER'
    and to_account in ('A.BANK', 'A.HOT') and fee = 0) when 'drawing' then from_account = 'A.BANK'
    and to_account = 'Q.OWNER' and fee = 0 else null::boolean end),
  constraint treasury_bill check ((kind in ('supplier-bill', 'carrier-bill')) = (supplier is not null
    and bill_number is not null)),
  constraint treasury_settled_fee check (settled_fee is null or (settled_fee >= 0
    and kind in ('processor-fee', 'processor-payout') and state in ('booked', 'reversal-proposed', 'reversed'))),
  -- Of a processor: the last day whose captures its report or payout is about.
  constraint treasury_tax check (case when kind = 'tax-payment' then country is not null and period_from is not null
    and period_to is not null and period_from <= period_to and reference <> '' else (country is null
    and period_from is null and (period_to is null or kind in ('processor-fee', 'processor-payout'))) end)
);
comment on table treasury_movement is
'Movements of the platform’s own money: fees and payouts of a card processor, bills of suppliers, sweeps between
accounts, funding by the owner.
@owner platform
@distribution local
@impersonal code, reference, supplier, bill_number, note, refusal, reversal, country
@audit treasury-movement: id id, code code; state, kind, from_account, to_account, amount, fee, proposed_by,
  signed_by, out_line_id, in_line_id, reversal_signed_by, country, period_from, period_to';
create index treasury_by_time on treasury_movement (proposed_at desc, id desc);
create index treasury_open on treasury_movement (proposed_at, id)
  where state in ('proposed', 'signed', 'reversal-proposed');
create index treasury_movement_by_due
  on treasury_movement ((((proposed_at at time zone 'UTC') + interval '48 hours') at time zone 'UTC'), id)
  where state in ('proposed', 'signed', 'reversal-proposed');
create unique index treasury_bill_once on treasury_movement (lower(supplier), bill_number)
  where state not in ('refused', 'reversed') and kind in ('supplier-bill', 'carrier-bill');
-- An authority names each payment. One period may have several, such as a correction.
create unique index treasury_tax_once on treasury_movement (country, lower(reference))
  where state not in ('refused', 'reversed') and kind = 'tax-payment';
grant select, insert, update (state, out_line_id, in_line_id, signed_by, signed_at, refused_by, refused_at, refusal,
  booked_by, booked_at, reversal, reversal_by, reversal_at, reversal_signed_by, reversed_at, settled_fee)
  on treasury_movement to quayside_app;
create trigger treasury_signers after insert or update of signed_by, out_line_id on treasury_movement for each row
  execute function check_signers('proposed_by@proposed_at', 'signed_by@signed_at', 'out_importer');
create trigger treasury_signers_in after insert or update of signed_by, in_line_id on treasury_movement for each row
  execute function check_signers('proposed_by@proposed_at', 'signed_by@signed_at', 'in_importer');
create trigger treasury_payment_signers after update of booked_by on treasury_movement for each row
  execute function check_signers('booked_by@booked_at', 'out_importer');
create trigger treasury_reversal_signers after update of reversal_by, reversal_signed_by on treasury_movement
  for each row execute function check_signers('reversal_by@reversal_at', 'reversal_signed_by@reversed_at');
create trigger treasury_signers_with_act after insert or update of signed_by on treasury_movement for each row
  execute function check_signed_act('id', 'signed_by', 'proposed_by', 'amount', 'treasury.book');
create trigger treasury_reversal_signers_with_act after insert or update of reversal_signed_by on treasury_movement
  for each row execute function check_signed_act('id', 'reversal_signed_by', 'reversal_by', 'amount',
  'treasury.reverse');

-- A movement goes through its states in order, and takes lines of the bank that fit its amounts and serve nothing
-- else.
create function treasury_bound() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line bank_line;
  was treasury_movement;
begin
  if tg_op = 'UPDATE' then was := old; end if;
  if (coalesce(was.state, ''), new.state) not in (('', 'proposed'), ('proposed', 'proposed'), ('proposed', 'signed'), ('proposed', 'booked'), ('proposed', 'refused'),
    ('signed', 'booked'), ('signed', 'refused'), ('booked', 'reversal-proposed'), ('reversal-proposed', 'booked'), ('reversal-proposed', 'reversed')) then
    raise exception 'a treasury movement does not go from % to %', was.state, new.state
      using errcode = 'check_violation', constraint = 'treasury_transition';
  end if;
  -- A bill waits for its debit between the second signature and the booking.
  if new.state = 'signed' and new.kind not in ('supplier-bill', 'carrier-bill', 'tax-payment') then
    raise exception 'only a bill waits for its payment' using errcode = 'check_violation', constraint = 'treasury_transition';
  end if;
  if was.out_line_id is distinct from new.out_line_id then
    if was.out_line_id is not null then delete from bank_line_use where bank_line_id = was.out_line_id; end if;
    new.out_importer := null;
    if new.out_line_id is not null then
      select * into line from bank_line where id = new.out_line_id;
      if line.side is distinct from 'debit' or (line.currency = 'USD' and line.amount <> new.amount) then
        raise exception 'bank line % is not the debit of movement %', new.out_line_id, new.id using errcode = 'check_violation', constraint = 'bank_line_fits';
      end if;
      new.out_importer := line.imported_by;
      insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.out_line_id, 'treasury', null, new.id);
    end if;
  end if;
  if was.in_line_id is distinct from new.in_line_id then
    if was.in_line_id is not null then delete from bank_line_use where bank_line_id = was.in_line_id; end if;
    new.in_importer := null;
    if new.in_line_id is not null then
      select * into line from bank_line where id = new.in_line_id;
      if line.side is distinct from 'credit' or (line.currency = 'USD' and line.amount <> new.amount - new.fee) then
        raise exception 'bank line % is not the credit of movement %', new.in_line_id, new.id using errcode = 'check_violation', constraint = 'bank_line_fits';
      end if;
      new.in_importer := line.imported_by;
      insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.in_line_id, 'treasury', null, new.id);
    end if;
  end if;
  return new;
end $$;
create trigger treasury_bound before insert or update on treasury_movement for each row
  execute function treasury_bound();

-- The settled fee of a movement is written with its booking.
create function keep_settled_fee() returns trigger language plpgsql as $$
begin
  raise exception 'the settled fee of movement % is written with its booking', new.id using errcode = 'check_violation', constraint = 'settled_fee_kept';
end $$;
create trigger treasury_settled_fee before update on treasury_movement for each row
  when (old.booked_at is not null and new.settled_fee is distinct from old.settled_fee)
  execute function keep_settled_fee();

-- The server calls no function but those named last.
revoke all on function
  keep_settled_fee()
  from public;
