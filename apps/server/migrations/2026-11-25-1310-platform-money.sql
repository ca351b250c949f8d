-- The platform's own money: unidentified receipts, treasury movements and adjustments, each signed by two operators,
-- and their ledger entries.

insert into ledger.kind values
  ('L.SUSPENSE',    'C', false, true),
  ('E.PSPFEE',      'D', false, true),
  ('E.TRANSFERFEE', 'D', false, true),
  ('E.WRITEOFF',    'D', false, true),
  ('Q.OWNER',       'C', false, true);

-- Money that arrived and that no merchant has claimed. Its origin is a credit of a bank statement, or a correction that
-- took money back.
create table unidentified_money (
  id uuid primary key,
  code text not null unique,
  origin text not null check (origin in ('bank', 'correction')),
  bank_line_id uuid unique references bank_line,
  -- The operator who imported the bank line.
  line_importer uuid references operator,
  adjustment_id uuid unique,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('open', 'proposed', 'returning', 'assigned', 'returned')),
  received_by uuid not null references operator,
  received_at timestamptz not null,
  -- The decision: give it to a shop, or send it back. The merchant reads the reason of an assignment.
  decision text check (decision in ('assign', 'return')),
  shop_id uuid references shop,
  reason text,
  first_by uuid references operator,
  first_at timestamptz,
  second_by uuid references operator,
  second_at timestamptz,
  -- The debit that sent it back.
  return_line_id uuid unique references bank_line,
  return_importer uuid references operator,
  returned_by uuid references operator,
  finished_at timestamptz,
  constraint unidentified_origin check ((origin = 'bank') = (bank_line_id is not null) and (origin = 'correction') = (adjustment_id is not null)),
  constraint unidentified_decision check (case when state = 'open' then decision is null and first_by is null and shop_id is null
    else decision is not null and first_by is not null and reason is not null and (decision = 'assign') = (shop_id is not null) end),
  constraint unidentified_two_people check (state not in ('returning', 'assigned', 'returned')
    or (second_by is not null and second_at is not null and first_by <> second_by)),
  constraint unidentified_assigned check (state <> 'assigned' or (decision = 'assign' and finished_at is not null)),
  constraint unidentified_returned check (state not in ('returning', 'returned') or decision = 'return'),
  constraint unidentified_return_line check ((state = 'returned') = (return_line_id is not null) and (state <> 'returned' or (returned_by is not null and finished_at is not null)))
);
create index unidentified_by_time on unidentified_money (received_at, id);
create index unidentified_of_shop on unidentified_money (shop_id, id) where shop_id is not null;
grant select, insert on unidentified_money to quayside_app;
grant update (state, decision, shop_id, reason, first_by, first_at, second_by, second_at, return_line_id, returned_by, finished_at)
  on unidentified_money to quayside_app;

create function unidentified_bound() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line bank_line;
  origin_line bank_line;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'unidentified money begins as open' using errcode = 'check_violation', constraint = 'unidentified_transition';
    end if;
    if new.bank_line_id is not null then
      select * into line from bank_line where id = new.bank_line_id;
      if line.side is distinct from 'credit' or (line.currency = 'USD' and line.amount <> new.amount) then
        raise exception 'bank line % is not the credit of unidentified money %', new.bank_line_id, new.id
          using errcode = 'check_violation', constraint = 'bank_line_fits';
      end if;
      new.line_importer := line.imported_by;
      insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.bank_line_id, 'unidentified', null, new.id);
    end if;
    return new;
  end if;
  -- A proposal is signed or taken back; the end is final.
  if old.state <> new.state and (old.state, new.state) not in
    (('open', 'proposed'), ('proposed', 'open'), ('proposed', 'assigned'), ('proposed', 'returning'), ('returning', 'returned')) then
    raise exception 'unidentified money does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'unidentified_transition';
  end if;
  -- What the second person signs is what the first one proposed.
  if old.state in ('proposed', 'returning') and new.state not in ('open', 'proposed')
    and (old.decision, old.shop_id, old.reason, old.first_by) is distinct from (new.decision, new.shop_id, new.reason, new.first_by)
    or old.state in ('assigned', 'returned') then
    raise exception 'a signed decision about unidentified money stays' using errcode = 'check_violation', constraint = 'unidentified_signed';
  end if;
  if new.return_line_id is not null and old.return_line_id is null then
    select * into line from bank_line where id = new.return_line_id;
    select * into origin_line from bank_line where id = new.bank_line_id;
    if line.side is distinct from 'debit' or (case when origin_line.id is null then line.currency <> 'USD' or line.amount <> new.amount
      else line.currency <> origin_line.currency or line.amount <> origin_line.amount end) then
      raise exception 'bank line % is not the debit of unidentified money %', new.return_line_id, new.id
        using errcode = 'check_violation', constraint = 'bank_line_fits';
    end if;
    new.return_importer := line.imported_by;
    insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.return_line_id, 'unidentified-return', null, new.id);
  end if;
  return new;
end $$;
create trigger unidentified_bound before insert or update on unidentified_money for each row execute function unidentified_bound();
create trigger unidentified_signers after insert or update of first_by, second_by on unidentified_money
  for each row execute function check_signers('first_by@first_at', 'second_by@second_at', 'line_importer');
create trigger unidentified_receipt_signers after insert on unidentified_money
  for each row execute function check_signers('received_by@received_at', 'line_importer');
create trigger unidentified_return_signers after update of returned_by on unidentified_money
  for each row execute function check_signers('returned_by@finished_at', 'return_importer');

-- Movements of the platform's own money: fees and payouts of a card processor, bills of suppliers, sweeps between
-- accounts, funding by the owner.
create table treasury_movement (
  id uuid primary key,
  code text not null unique,
  kind text not null check (kind in ('processor-fee', 'processor-payout', 'supplier-bill', 'sweep', 'bank-fee', 'funding', 'drawing')),
  state text not null check (state in ('proposed', 'signed', 'booked', 'refused', 'reversal-proposed', 'reversed')),
  -- What the entry credits with `amount`, and debits with `amount` less `fee`.
  from_account text not null references ledger.kind,
  to_account text not null references ledger.kind,
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0 and fee < amount),
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
  constraint treasury_accounts check (case kind
    when 'processor-fee' then from_account in ('A.PSP.stripe', 'A.PSP.test') and to_account = 'E.PSPFEE' and fee = 0
    when 'processor-payout' then from_account in ('A.PSP.stripe', 'A.PSP.test') and to_account = 'A.BANK'
    when 'supplier-bill' then from_account = 'A.BANK' and to_account = 'L.S.payable' and fee = 0
    when 'sweep' then from_account in ('A.BANK', 'A.HOT', 'A.CHAIN.usdt', 'A.CHAIN.usdc') and to_account in ('A.BANK', 'A.HOT', 'A.CHAIN.usdt', 'A.CHAIN.usdc')
      and (from_account <> to_account or from_account = 'A.BANK')
    when 'bank-fee' then from_account in ('A.BANK', 'A.HOT') and to_account = 'E.TRANSFERFEE' and fee = 0
    when 'funding' then from_account = 'Q.OWNER' and to_account in ('A.BANK', 'A.HOT') and fee = 0
    when 'drawing' then from_account = 'A.BANK' and to_account = 'Q.OWNER' and fee = 0
  end),
  constraint treasury_bill check ((kind = 'supplier-bill') = (supplier is not null and bill_number is not null)),
  constraint treasury_two_people check (state in ('proposed', 'refused') or (signed_by is not null and signed_at is not null and signed_by <> proposed_by)),
  constraint treasury_refused check (state <> 'refused' or (refused_by is not null and refused_at is not null and refusal is not null)),
  constraint treasury_booked check (state not in ('booked', 'reversal-proposed', 'reversed') or (booked_by is not null and booked_at is not null)),
  -- Every side that is the bank has its line, so that each entry on the bank's account can be compared.
  constraint treasury_evidence check (state not in ('booked', 'reversal-proposed')
    or ((from_account = 'A.BANK') = (out_line_id is not null) and (to_account = 'A.BANK') = (in_line_id is not null)
      and (out_line_id is not null or in_line_id is not null or reference <> ''))),
  constraint treasury_reversal check (state not in ('reversal-proposed', 'reversed') or (reversal is not null and reversal_by is not null and reversal_at is not null)),
  constraint treasury_reversal_two_people check (state <> 'reversed'
    or (reversal_signed_by is not null and reversed_at is not null and reversal_signed_by <> reversal_by))
);
create index treasury_by_time on treasury_movement (proposed_at desc, id desc);
create index treasury_open on treasury_movement (proposed_at, id) where state in ('proposed', 'signed', 'reversal-proposed');
create unique index treasury_bill_once on treasury_movement (lower(supplier), bill_number) where state not in ('refused', 'reversed') and kind = 'supplier-bill';
grant select, insert on treasury_movement to quayside_app;
grant update (state, out_line_id, in_line_id, signed_by, signed_at, refused_by, refused_at, refusal, booked_by, booked_at, reversal, reversal_by, reversal_at,
  reversal_signed_by, reversed_at) on treasury_movement to quayside_app;

create function treasury_bound() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  if new.state = 'signed' and new.kind <> 'supplier-bill' then
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
create trigger treasury_bound before insert or update on treasury_movement for each row execute function treasury_bound();
create trigger treasury_signers after insert or update of signed_by, out_line_id on treasury_movement
  for each row execute function check_signers('proposed_by@proposed_at', 'signed_by@signed_at', 'out_importer');
create trigger treasury_signers_in after insert or update of signed_by, in_line_id on treasury_movement
  for each row execute function check_signers('proposed_by@proposed_at', 'signed_by@signed_at', 'in_importer');
create trigger treasury_payment_signers after update of booked_by on treasury_movement
  for each row execute function check_signers('booked_by@booked_at', 'out_importer');
create trigger treasury_reversal_signers after update of reversal_by, reversal_signed_by on treasury_movement
  for each row execute function check_signers('reversal_by@reversal_at', 'reversal_signed_by@reversed_at');

-- Adjustments of a merchant's account: closed kinds, two signatures, and a reason that the merchant reads.
create table adjustment (
  shop_id uuid not null references shop,
  id uuid not null,
  code text not null unique,
  kind text not null check (kind in ('goodwill', 'correction', 'write-off')),
  state text not null check (state in ('proposed', 'posted', 'refused')),
  amount bigint not null check (amount > 0),
  -- The corrected entry.
  of_transfer uuid references ledger.transfer,
  reason text not null check (reason <> ''),
  note text not null default '',
  -- The part of a correction that the balance covered; the rest became a debt.
  from_balance bigint check (from_balance between 0 and amount),
  proposed_by uuid not null references operator,
  proposed_at timestamptz not null,
  signed_by uuid references operator,
  signed_at timestamptz,
  refused_by uuid references operator,
  refused_at timestamptz,
  primary key (shop_id, id),
  constraint adjustment_correction check ((kind = 'correction') = (of_transfer is not null)),
  constraint adjustment_two_people check (state <> 'posted' or (signed_by is not null and signed_at is not null and signed_by <> proposed_by)),
  constraint adjustment_refused check (state <> 'refused' or (refused_by is not null and refused_at is not null)),
  constraint adjustment_parts check ((state = 'posted' and kind = 'correction') = (from_balance is not null))
);
create index adjustment_by_time on adjustment (proposed_at desc, id desc);
create index adjustment_open on adjustment (proposed_at, id) where state = 'proposed';
create index adjustment_of_transfer on adjustment (of_transfer) where of_transfer is not null;
create unique index adjustment_id on adjustment (id);
grant select, insert on adjustment to quayside_app;
grant update (state, from_balance, signed_by, signed_at, refused_by, refused_at) on adjustment to quayside_app;
alter table unidentified_money add foreign key (adjustment_id) references adjustment (id) deferrable initially deferred;

-- What of an entry a correction can take back: the credit of the merchant's balance by a bank transfer, an assignment
-- or goodwill. Null: no such entry.
create function correctable_amount(shop uuid, transfer uuid) returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select p.amount from ledger.transfer t
    join ledger.posting p on p.transfer_id = t.id and p.side = 'C'
    join ledger.account a on a.id = p.account_id and a.kind = 'L.M.available' and a.owner = shop
  where t.id = transfer and t.shop_id = shop and (t.event in ('unidentified.assigned', 'adjustment.goodwill')
    or t.event = 'deposit.credited' and exists (
      select from ledger.posting d join ledger.account b on b.id = d.account_id where d.transfer_id = t.id and d.side = 'D' and b.kind = 'A.BANK'))
$$;

create function adjustment_fits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare most bigint;
begin
  if tg_op = 'INSERT' and new.state <> 'proposed' or tg_op = 'UPDATE' and old.state <> 'proposed' then
    raise exception 'an adjustment is proposed, then decided once' using errcode = 'check_violation', constraint = 'adjustment_transition';
  end if;
  if new.kind = 'correction' and new.state <> 'refused' then
    most := correctable_amount(new.shop_id, new.of_transfer);
    if most is null then
      raise exception 'transfer % cannot be corrected', new.of_transfer using errcode = 'check_violation', constraint = 'adjustment_transfer';
    end if;
    -- Corrections of one entry wait for each other.
    perform pg_advisory_xact_lock(hashtext('correction of ' || new.of_transfer));
    if new.amount > most - coalesce((
      select sum(o.amount) from adjustment o where o.of_transfer = new.of_transfer and o.state = 'posted' and o.id <> new.id), 0)
    then
      raise exception 'transfer % holds less than the correction', new.of_transfer using errcode = 'check_violation', constraint = 'adjustment_amount';
    end if;
  end if;
  return new;
end $$;
create trigger adjustment_fits before insert or update on adjustment for each row execute function adjustment_fits();
create trigger adjustment_signers after insert or update of proposed_by, signed_by on adjustment
  for each row execute function check_signers('proposed_by@proposed_at', 'signed_by@signed_at');

-- What may be booked.
insert into ledger.event (name, family) values
  ('unidentified.received', 'unidentified'), ('unidentified.assigned', 'unidentified'), ('unidentified.returned', 'unidentified'),
  ('treasury.processor-fee', 'treasury'), ('treasury.processor-payout', 'treasury'), ('treasury.supplier-bill', 'treasury'), ('treasury.sweep', 'treasury'),
  ('treasury.bank-fee', 'treasury'), ('treasury.funding', 'treasury'), ('treasury.drawing', 'treasury'), ('treasury.reversed', 'treasury'),
  ('adjustment.goodwill', 'adjustment'), ('adjustment.corrected', 'adjustment'), ('adjustment.written-off', 'adjustment');

insert into ledger.template (event, leg, side, kind, owner, required) values
  ('unidentified.received', 'source', 'D', 'A.BANK', 'platform', true),
  ('unidentified.received', 'aside', 'C', 'L.SUSPENSE', 'platform', true),
  ('unidentified.assigned', 'aside', 'D', 'L.SUSPENSE', 'platform', true),
  ('unidentified.assigned', 'balance', 'C', 'L.M.available', 'shop', true),
  ('unidentified.returned', 'aside', 'D', 'L.SUSPENSE', 'platform', true),
  ('unidentified.returned', 'source', 'C', 'A.BANK', 'platform', true),
  ('treasury.processor-fee', 'to', 'D', 'E.PSPFEE', 'platform', true),
  ('treasury.processor-fee', 'from', 'C', 'A.PSP.stripe', 'platform', true),
  ('treasury.processor-fee', 'from', 'C', 'A.PSP.test', 'platform', true),
  ('treasury.processor-payout', 'to', 'D', 'A.BANK', 'platform', true),
  ('treasury.processor-payout', 'fee', 'D', 'E.PSPFEE', 'platform', false),
  ('treasury.processor-payout', 'from', 'C', 'A.PSP.stripe', 'platform', true),
  ('treasury.processor-payout', 'from', 'C', 'A.PSP.test', 'platform', true),
  ('treasury.supplier-bill', 'to', 'D', 'L.S.payable', 'platform', true),
  ('treasury.supplier-bill', 'from', 'C', 'A.BANK', 'platform', true),
  ('treasury.sweep', 'to', 'D', 'A.BANK', 'platform', true),
  ('treasury.sweep', 'to', 'D', 'A.HOT', 'platform', true),
  ('treasury.sweep', 'to', 'D', 'A.CHAIN.usdt', 'platform', true),
  ('treasury.sweep', 'to', 'D', 'A.CHAIN.usdc', 'platform', true),
  ('treasury.sweep', 'fee', 'D', 'E.TRANSFERFEE', 'platform', false),
  ('treasury.sweep', 'from', 'C', 'A.BANK', 'platform', true),
  ('treasury.sweep', 'from', 'C', 'A.HOT', 'platform', true),
  ('treasury.sweep', 'from', 'C', 'A.CHAIN.usdt', 'platform', true),
  ('treasury.sweep', 'from', 'C', 'A.CHAIN.usdc', 'platform', true),
  ('treasury.bank-fee', 'to', 'D', 'E.TRANSFERFEE', 'platform', true),
  ('treasury.bank-fee', 'from', 'C', 'A.BANK', 'platform', true),
  ('treasury.bank-fee', 'from', 'C', 'A.HOT', 'platform', true),
  ('treasury.funding', 'to', 'D', 'A.BANK', 'platform', true),
  ('treasury.funding', 'to', 'D', 'A.HOT', 'platform', true),
  ('treasury.funding', 'from', 'C', 'Q.OWNER', 'platform', true),
  ('treasury.drawing', 'to', 'D', 'Q.OWNER', 'platform', true),
  ('treasury.drawing', 'from', 'C', 'A.BANK', 'platform', true),
  ('treasury.reversed', 'from', 'D', 'A.PSP.stripe', 'platform', true),
  ('treasury.reversed', 'from', 'D', 'A.PSP.test', 'platform', true),
  ('treasury.reversed', 'from', 'D', 'A.BANK', 'platform', true),
  ('treasury.reversed', 'from', 'D', 'A.HOT', 'platform', true),
  ('treasury.reversed', 'from', 'D', 'A.CHAIN.usdt', 'platform', true),
  ('treasury.reversed', 'from', 'D', 'A.CHAIN.usdc', 'platform', true),
  ('treasury.reversed', 'from', 'D', 'Q.OWNER', 'platform', true),
  ('treasury.reversed', 'to', 'C', 'A.BANK', 'platform', false),
  ('treasury.reversed', 'to', 'C', 'A.HOT', 'platform', false),
  ('treasury.reversed', 'to', 'C', 'A.CHAIN.usdt', 'platform', false),
  ('treasury.reversed', 'to', 'C', 'A.CHAIN.usdc', 'platform', false),
  ('treasury.reversed', 'to', 'C', 'L.S.payable', 'platform', false),
  ('treasury.reversed', 'to', 'C', 'Q.OWNER', 'platform', false),
  -- The fee of a movement, or all of a movement that was only a fee.
  ('treasury.reversed', 'fee', 'C', 'E.PSPFEE', 'platform', false),
  ('treasury.reversed', 'fee', 'C', 'E.TRANSFERFEE', 'platform', false),
  ('adjustment.goodwill', 'platform', 'D', 'E.GOODWILL', 'platform', true),
  ('adjustment.goodwill', 'balance', 'C', 'L.M.available', 'shop', true),
  ('adjustment.corrected', 'balance', 'D', 'L.M.available', 'shop', false),
  ('adjustment.corrected', 'debt', 'D', 'A.DUE', 'shop', false),
  ('adjustment.corrected', 'back', 'C', 'L.SUSPENSE', 'platform', true),
  ('adjustment.corrected', 'back', 'C', 'E.GOODWILL', 'platform', true),
  ('adjustment.written-off', 'platform', 'D', 'E.WRITEOFF', 'platform', true),
  ('adjustment.written-off', 'debt', 'C', 'A.DUE', 'shop', true);

create function ledger.check_unidentified(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'unidentified'
    left join unidentified_money m on m.id = b.ref
  where (b.amount = m.amount and b.key = 'unidentified:' || m.id || ':' || split_part(b.event, '.', 2) and case b.event
    when 'unidentified.received' then m.origin = 'bank' and b.shop_id = '00000000-0000-0000-0000-000000000000' and b.actor = 'operator:' || m.received_by
      and exists (select from bank_line l where l.id = m.bank_line_id and l.side = 'credit')
    when 'unidentified.assigned' then m.state = 'assigned' and b.shop_id = m.shop_id and m.first_by <> m.second_by and b.actor = 'operator:' || m.second_by
    when 'unidentified.returned' then m.state = 'returned' and b.shop_id = '00000000-0000-0000-0000-000000000000' and m.first_by <> m.second_by
      and exists (select from bank_line l where l.id = m.return_line_id and l.side = 'debit')
  end) is not true;
end $$;

create function ledger.check_treasury(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'treasury'
    left join treasury_movement m on m.id = b.ref
  where (b.shop_id = '00000000-0000-0000-0000-000000000000' and m.signed_by <> m.proposed_by and case b.event
    when 'treasury.reversed' then b.key = 'treasury:' || m.id || ':reversed' and m.state = 'reversed' and m.reversal_signed_by <> m.reversal_by
      and b.actor = 'operator:' || m.reversal_signed_by
      and (b.side = 'D' and b.kind = m.from_account and b.amount = m.amount
        or b.side = 'C' and b.kind = m.to_account and b.amount = m.amount - m.fee
        or b.side = 'C' and b.kind = case m.kind when 'processor-payout' then 'E.PSPFEE' else 'E.TRANSFERFEE' end and b.amount = m.fee)
    else b.key = 'treasury:' || m.id || ':booked' and b.event = 'treasury.' || m.kind and m.state = 'booked' and b.actor = 'operator:' || m.booked_by
      and (b.side = 'C' and b.kind = m.from_account and b.amount = m.amount
        or b.side = 'D' and b.kind = m.to_account and b.amount = m.amount - m.fee
        or b.side = 'D' and b.kind = case m.kind when 'processor-payout' then 'E.PSPFEE' else 'E.TRANSFERFEE' end and b.amount = m.fee)
  end) is not true;
end $$;

create function ledger.check_adjustment(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'adjustment'
    left join adjustment a on a.shop_id = b.shop_id and a.id = b.ref
    left join ledger.transfer t on t.id = a.of_transfer
  where (b.key = 'adjustment:' || a.id and a.state = 'posted' and a.signed_by <> a.proposed_by and b.actor = 'operator:' || a.signed_by
    and b.event = 'adjustment.' || case a.kind when 'goodwill' then 'goodwill' when 'correction' then 'corrected' else 'written-off' end
    and case when a.kind <> 'correction' then b.amount = a.amount
      when b.kind = 'L.M.available' then b.amount = a.from_balance
      when b.kind = 'A.DUE' then b.amount = a.amount - a.from_balance
      -- Goodwill returns to the platform; all other money has an owner who is not found yet.
      else b.amount = a.amount and b.kind = case t.event when 'adjustment.goodwill' then 'E.GOODWILL' else 'L.SUSPENSE' end
        and (b.kind = 'E.GOODWILL' or exists (
          select from unidentified_money m where m.origin = 'correction' and m.adjustment_id = a.id and m.amount = a.amount)) end) is not true;
end $$;
revoke all on function ledger.check_unidentified(uuid[]), ledger.check_treasury(uuid[]), ledger.check_adjustment(uuid[]),
  correctable_amount(uuid, uuid) from public;
grant execute on function correctable_amount(uuid, uuid) to quayside_app;

-- Lists of the books.
create index reconciliation_by_time on reconciliation (at desc, id desc);
-- The postings of one of the platform's accounts in the order of their time: the id of a transfer begins with its
-- instant.
create index posting_of_platform on ledger.posting (account_id, transfer_id desc, line) where seq is null;
create index merchant_by_name on merchant (lower(real_name)) where real_name is not null;

insert into audit_subject values
  ('unidentified-money', 'unidentified_money', 'id', 'shop_id', 'code', array['state', 'amount', 'decision', 'first_by', 'second_by', 'bank_line_id', 'return_line_id']),
  ('treasury-movement', 'treasury_movement', 'id', null, 'code',
    array['state', 'kind', 'from_account', 'to_account', 'amount', 'fee', 'proposed_by', 'signed_by', 'out_line_id', 'in_line_id', 'reversal_signed_by']),
  ('adjustment', 'adjustment', 'id', 'shop_id', 'code', array['state', 'kind', 'amount', 'of_transfer', 'proposed_by', 'signed_by']);
