-- Withdrawals: destinations, quotes, review, payouts and their proof, and what stops payouts.

create table destination (
  shop_id uuid not null references shop,
  id uuid not null,
  method text not null check (method in ('bank', 'chain')),
  network text not null,
  holder text not null,
  bank_name text,
  -- The last four characters, for people; the whole of it is sealed.
  ending text not null,
  sealed bytea,
  -- A keyed hash of the whole, so that one destination stands once without being readable.
  fingerprint bytea not null,
  created_at timestamptz not null,
  -- No payment leaves for it before this.
  usable_at timestamptz not null,
  removed_at timestamptz,
  -- Of a bank account; null for a card and an address.
  country text check (country ~ '^[A-Z]{2}$'),
  -- Banks pay under names in Latin letters. A holder with another name has both: the verified one and the bank's
  -- spelling.
  latin_holder text check (length(latin_holder) between 2 and 70),
  primary key (shop_id, id),
  constraint destination_country check (country is null or method = 'bank'),
  constraint destination_kept check (sealed is not null or removed_at is not null)
);
comment on table destination is
'Where a merchant’s money can go: a bank account or an address of a chain. Sealed, and erased when nobody needs it.
@owner shop
@distribution shop_id
@personal holder, latin_holder, bank_name, ending: merchant; where withdrawals are paid to; until erasure
@personal sealed: merchant; where withdrawals are paid to; until removed and no longer needed by a withdrawal, or
  until erasure
@personal fingerprint, country, network: merchant; where withdrawals are paid to; with the books
@sealed sealed: card-number when method = ''bank'' and country is null
@sealed sealed: destination when method = ''chain'' or country is not null';
create unique index destination_once on destination (shop_id, fingerprint) where removed_at is null;
create index destination_ending on destination (ending);
create index destination_fingerprint on destination (fingerprint);
-- A destination that was saved without it gets it when it is saved again.
grant select, insert, update (removed_at, latin_holder) on destination to quayside_app;
create trigger destination_sealed before insert or update of sealed on destination for each row
  execute function check_sealing_key('sealed');

-- A removed destination loses its content at once if no payment needs it.
create function erase_removed_destination() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.removed_at is not null and not destination_is_needed(new.shop_id, new.id) then
    new.sealed := null;
  end if;
  return new;
end $$;
create trigger destination_erased before update of removed_at on destination for each row
  execute function erase_removed_destination();

-- The Latin spelling of a holder is entered once, and erased with the holder.
create function destination_latin_holder() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- An erased holder has no other spelling, and a spelling is entered once: a payment file stays the same.
  if new.holder is distinct from old.holder then
    new.latin_holder := null;
  elsif old.latin_holder is not null and new.latin_holder is distinct from old.latin_holder then
    raise exception 'the Latin name of a destination is entered once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger destination_latin_holder before update on destination for each row
  execute function destination_latin_holder();

create table withdrawal_quote (
  shop_id uuid not null references shop,
  id uuid not null,
  method text not null check (method in ('bank', 'chain')),
  gross bigint not null check (gross > 0),
  fee bigint not null check (fee >= 0),
  net bigint not null check (net > 0),
  expires_at timestamptz not null,
  primary key (shop_id, id),
  check (gross = fee + net)
);
comment on table withdrawal_quote is
'Fee and amount as the merchant was shown them. A quote is used once.
@owner shop
@distribution shop_id';
create index withdrawal_quote_expires_at_idx on withdrawal_quote (expires_at);
grant select, insert, delete on withdrawal_quote to quayside_app;

create table payout_batch (
  id uuid primary key,
  code text not null unique,
  rail text not null check (rail in ('bank-file', 'chain')),
  made_by uuid not null references operator,
  made_at timestamptz not null,
  -- Evidence of how a payment by bank file ended: a debit of our account that names it, a credit that returns it, or,
  -- for one that the bank never debited, statements that cover the days after it was handed over.
  account text,
  -- Whose account a bank file debits. The same batch gives the same file, also after a change of the settings. Null
  -- for files from before these columns.
  debtor_name text,
  debtor_iban text,
  debtor_bic text,
  constraint payout_batch_debtor check (rail <> 'bank-file' or num_nonnulls(debtor_name, debtor_iban, debtor_bic) = 3)
);
comment on table payout_batch is
'A file for the bank: its payments leave together and each of them once.
@owner platform
@distribution reference
@personal debtor_name, debtor_iban: the platform; the file to the bank; with the books
@impersonal code, account, debtor_bic';
create index payout_batches_newest on payout_batch (made_at desc, id desc);
grant select, insert on payout_batch to quayside_app;

create table withdrawal (
  shop_id uuid not null,
  id uuid not null,
  code text not null unique,
  method text not null check (method in ('bank', 'chain')),
  destination_id uuid not null,
  state text not null check (state in ('pending', 'cancelled', 'rejected', 'approved', 'sending', 'unknown', 'paid',
    'failed')),
  gross bigint not null check (gross > 0),
  fee bigint not null check (fee >= 0),
  net bigint not null check (net > 0),
  requested_at timestamptz not null,
  decide_by timestamptz not null,
  decided_at timestamptz,
  first_approver uuid references operator,
  approver uuid references operator,
  pay_by timestamptz,
  rail text check (rail in ('bank-file', 'chain', 'test')),
  batch_id uuid references payout_batch,
  -- What the server broadcasts on a chain, signed elsewhere; once kept, nothing else is ever sent.
  raw_transaction text,
  payment_reference text unique,
  finished_at timestamptz,
  reason text,
  note text,
  changed_by text not null,
  changed_at timestamptz not null,
  -- A quote is for one withdrawal, under whatever key it is asked for.
  quote_id uuid,
  late_told_at timestamptz,
  -- Withdrawals: whether two people are needed is decided at the request and stays so.
  needs_two boolean not null,
  -- When it was handed over; null again when a network says that the transaction will never be in a block.
  sent_at timestamptz,
  -- When it was handed over for so long without proof that people were told.
  escalated_at timestamptz,
  token text check (token in ('USDT', 'USDC')),
  -- The limit above which two people decide, and the amount that the shop requested in the 24 hours before, both at
  -- the request. Cents. Null for requests from before these columns.
  second_person_above bigint,
  requested_before bigint,
  first_approved_at timestamptz,
  -- The operator who rejected it. Null when its deadline did.
  rejected_by uuid references operator,
  primary key (shop_id, id),
  constraint withdrawal_quote_once unique (shop_id, quote_id),
  foreign key (shop_id, destination_id) references destination,
  constraint withdrawal_sums check (gross = fee + net),
  constraint withdrawal_decided check (state in ('pending', 'cancelled', 'rejected') or (approver is not null
    and pay_by is not null)),
  constraint withdrawal_reasoned check (state not in ('rejected', 'failed') or reason is not null),
  constraint withdrawal_two_people check (first_approver <> approver),
  constraint withdrawal_needs_two check (not needs_two or state in ('pending', 'cancelled', 'rejected')
    or (first_approver is not null and approver is not null)),
  constraint withdrawal_paid check (state <> 'paid' or (rail is not null and decided_at is not null
    and finished_at is not null)),
  constraint withdrawal_order_of_dates check (decided_at >= requested_at
    and finished_at >= coalesce(decided_at, requested_at)),
  constraint withdrawal_sent check (state not in ('sending', 'unknown') or sent_at is not null),
  -- What was approved is never rejected by a person: only its clock gives it back.
  constraint withdrawal_rejected_late check (state <> 'rejected' or approver is null or reason = 'not-sent-in-time'),
  -- Not checked for what was asked for before the token was kept.
  constraint withdrawal_token check ((method = 'chain') = (token is not null)),
  constraint withdrawal_rejected_by check (state <> 'rejected' or approver is not null
    or (rejected_by is null) = (reason in ('not-decided-in-time', 'not-sent-in-time')))
);
comment on table withdrawal is
'A withdrawal from its request to its end.
@owner shop
@distribution shop_id
@personal payment_reference, note, reason, raw_transaction: merchant; the payment and the decision; with the books
@impersonal code, changed_by
@audit withdrawal: id id, shop shop_id, code code; state, gross, fee, net, first_approver, approver,
  payment_reference, reason
@unique-over-all-shops withdrawal_code_key: codes that people say and type
@unique-over-all-shops withdrawal_payment_reference_key: a line of the bank or a reference of a payment is evidence
  of one thing';
create index withdrawals_by_time on withdrawal (shop_id, requested_at desc, id desc);
create index withdrawals_at_work on withdrawal (state, requested_at)
  where state in ('pending', 'approved', 'sending', 'unknown');
-- The promises kept are reckoned over all shops.
create index withdrawals_of_late on withdrawal (requested_at);
create index withdrawals_sent on withdrawal (sent_at) where state in ('sending', 'unknown') and escalated_at is null;
create index withdrawals_to_decide on withdrawal (decide_by, id) where state = 'pending';
create index withdrawals_to_pay on withdrawal (pay_by, id) where state in ('approved', 'sending', 'unknown');
-- The lists of operators: open withdrawals by deadline, all of them by time, and the search by code or ending.
create index withdrawals_newest on withdrawal (requested_at desc, id desc);
create index withdrawals_of_batch on withdrawal (batch_id) where batch_id is not null;
create index withdrawals_to on withdrawal (shop_id, destination_id);
create index withdrawal_code_prefix on withdrawal (code text_pattern_ops);
grant select, insert, update (state, decided_at, first_approver, approver, pay_by, rail, batch_id, raw_transaction,
  payment_reference, finished_at, reason, note, changed_by, changed_at, late_told_at, sent_at, escalated_at,
  first_approved_at, rejected_by) on withdrawal to quayside_app;
create trigger withdrawal_logged after insert or update on withdrawal for each row execute function log_state();
create trigger withdrawal_signers after insert or update of first_approver, approver on withdrawal for each row
  execute function check_signers('first_approver@changed_at', 'approver@changed_at');
create trigger withdrawal_begins before insert on withdrawal for each row execute function check_transition();
create trigger withdrawal_transition before update on withdrawal for each row when (old.state <> new.state)
  execute function check_transition();
create trigger withdrawal_demo after insert or update on withdrawal for each row when (new.rail = 'test')
  execute function refuse_in_production();
create trigger withdrawal_signers_with_act after insert or update of approver on withdrawal for each row
  when (new.needs_two) execute function check_signed_act('id', 'approver', 'first_approver', 'gross',
  'withdrawal.approve');

-- No approval and no payment while the lists of sanctions have not answered about the merchant and the destination, or
-- a hit is not cleared by an operator.
create function check_withdrawal_screened() returns trigger language plpgsql as $$
begin
  perform assert_screened(new.shop_id, new.destination_id);
  return new;
end $$;
create trigger withdrawal_screened before update of state, first_approver on withdrawal for each row
  when ((new.state in ('approved', 'sending') and old.state in ('pending', 'approved') and new.state <> old.state)
    or (old.first_approver is null and new.first_approver is not null))
  execute function check_withdrawal_screened();

-- A paid withdrawal ends anew by a credit of the bank only: not by a statement that it was never debited, and never
-- what a network has confirmed.
create function withdrawal_proved() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger withdrawal_proved before insert or update of state on withdrawal for each row
  when (new.state in ('paid', 'failed')) execute function withdrawal_proved();

-- The test bank's payouts, too, are paid when that bank says so; and whatever is paid went out by some rail, after
-- its decision.
create function check_test_payout() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from test_payout p where p.id = new.id and p.amount = new.net and p.state <> 'failed') then
    raise exception 'withdrawal % was not paid by the test bank', new.id using errcode = 'check_violation', constraint = 'withdrawal_proved';
  end if;
  return null;
end $$;
create trigger withdrawal_test_proved after insert or update on withdrawal for each row
  when (new.state = 'paid' and new.rail = 'test') execute function check_test_payout();

-- The last payment to a removed destination erases its content.
create function erase_finished_destination() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not destination_is_needed(new.shop_id, new.destination_id) then
    update destination set sealed = null
    where shop_id = new.shop_id and id = new.destination_id and removed_at is not null and sealed is not null;
  end if;
  return null;
end $$;
create trigger withdrawal_erases_destination after update of state on withdrawal for each row
  when (old.state is distinct from new.state and new.state in ('paid', 'rejected', 'cancelled', 'failed'))
  execute function erase_finished_destination();

-- The end of a chain payout comes from its network. When the network has left the settings nobody can ask it: then
-- two people say what became of the transfer.
create function withdrawal_chain_end() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from act a join act_signature s on s.act_id = a.id
    where a.kind = 'payout.chain-end' and a.state = 'open' and a.subject_id = new.id::text and 'operator:' || s.signer = new.changed_by
      and a.proposed_by <> s.signer and a.document::jsonb -> 'body' ->> 'outcome' = case new.state when 'paid' then 'paid' else 'returned' end
      and a.document::jsonb -> 'body' ->> 'transaction' = new.payment_reference) then
    raise exception 'nobody signed the end of chain payout %', new.id using errcode = 'check_violation', constraint = 'withdrawal_chain_end';
  end if;
  return null;
end $$;
create trigger withdrawal_chain_end after update of state on withdrawal for each row
  when (new.rail = 'chain' and new.state in ('paid', 'failed') and new.changed_by like 'operator:%')
  execute function withdrawal_chain_end();

create table payout_pause (
  single boolean default true primary key check (single),
  since timestamptz not null,
  cause text not null,
  -- Operators pause payouts, too. A pause by a person names the person.
  operator_id uuid references operator
);
comment on table payout_pause is
'Set when a check of the books fails: nothing is paid out until people have looked. Deposits, statements and requests
go on.
@owner platform
@distribution local
@impersonal cause';
grant select on payout_pause to quayside_app;

create table payout_proof (
  shop_id uuid not null,
  withdrawal_id uuid not null,
  kind text not null check (kind in ('debit', 'credit', 'none')),
  bank_line_id uuid references bank_line,
  importer uuid references operator,
  needs_two boolean not null,
  first_by uuid not null references operator,
  first_at timestamptz not null,
  second_by uuid references operator,
  second_at timestamptz,
  primary key (shop_id, withdrawal_id, kind),
  foreign key (shop_id, withdrawal_id) references withdrawal,
  check ((kind = 'none') = (bank_line_id is null)),
  constraint payout_proof_check1 check (kind <> 'none' or needs_two),
  constraint payout_proof_people check (first_by <> second_by and importer <> first_by and importer <> second_by)
);
comment on table payout_proof is
'What the bank or the chain says about a payout.
@owner shop
@distribution shop_id';
grant select, insert, update (second_by, second_at), delete on payout_proof to quayside_app;
create trigger payout_proof_signers after insert or update of second_by on payout_proof for each row
  execute function check_signers('first_by@first_at', 'second_by@second_at', 'importer');

-- The evidence of a return.
create function payout_proof_bound() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger payout_proof_bound before insert on payout_proof for each row execute function payout_proof_bound();

-- The evidence of an end stays. A credit that one of two people has named for a paid withdrawal ends nothing yet, and
-- may be replaced.
create function payout_proof_stays() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger payout_proof_stays before delete on payout_proof for each row execute function payout_proof_stays();

-- The second person signs the fee too.
create function check_signed_evidence() returns trigger language plpgsql as $$
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
create trigger payout_proof_signed_act after insert or update of second_by on payout_proof for each row
  when (new.second_by is not null) execute function check_signed_evidence();

create table payout_pause_change (
  id bigint generated always as identity primary key,
  paused boolean not null,
  at timestamptz not null,
  cause text,
  operator_id uuid references operator,
  reconciliation_id uuid,
  constraint payout_pause_reasoned check (case when paused then cause is not null else (operator_id is not null
    and reconciliation_id is not null) end)
);
comment on table payout_pause_change is
'When payouts were paused and resumed, why and by whom.
@owner platform
@distribution local
@impersonal cause';
grant select on payout_pause_change to quayside_app;
create trigger payout_pause_change_kept before delete or update on payout_pause_change for each row
  execute function refuse_change();

create table withdrawal_appeal (
  shop_id uuid not null,
  withdrawal_id uuid not null,
  text text not null check (length(text) between 1 and 1000),
  appealed_at timestamptz not null,
  decide_by timestamptz not null,
  state text not null default 'open' check (state in ('open', 'granted', 'declined')),
  decided_by uuid references operator,
  decided_at timestamptz,
  answer text check (length(answer) <= 1000),
  constraint withdrawal_appeal_once primary key (shop_id, withdrawal_id),
  foreign key (shop_id, withdrawal_id) references withdrawal,
  constraint withdrawal_appeal_decided check ((state = 'open') = (decided_at is null)),
  -- A person answers in words. Its deadline can only grant it.
  constraint withdrawal_appeal_answered check (state = 'open' or (decided_by is not null and answer is not null)
    or (state = 'granted' and decided_by is null and decide_by <= decided_at))
);
comment on table withdrawal_appeal is
'A merchant appeals once against a rejection. Another person than the one who rejected decides; without a decision in
time it is granted.
@owner shop
@distribution shop_id
@personal text: merchant; appeal against a rejection; until erasure
@personal answer: merchant; appeal against a rejection; with the books';
create index withdrawal_appeals_open on withdrawal_appeal (decide_by) where state = 'open';
grant select, insert, update (state, decided_by, decided_at, answer) on withdrawal_appeal to quayside_app;

-- An appeal is about a rejection by a person, and another person decides it once.
create function check_withdrawal_appeal() returns trigger language plpgsql as $$
declare
  rejecting uuid;
begin
  select rejected_by into rejecting from withdrawal
    where shop_id = new.shop_id and id = new.withdrawal_id and state = 'rejected' and rejected_by is not null;
  if not found then
    raise exception 'only a rejection by a person can be appealed against'
      using errcode = 'check_violation', constraint = 'withdrawal_appeal_rejected';
  end if;
  if tg_op = 'UPDATE' and old.state <> 'open' then
    raise exception 'an appeal is decided once' using errcode = 'check_violation', constraint = 'withdrawal_appeal_ended';
  end if;
  if tg_op = 'INSERT' and new.state <> 'open' then
    raise exception 'an appeal begins open' using errcode = 'check_violation', constraint = 'withdrawal_appeal_ended';
  end if;
  if new.decided_by is not null then
    perform assert_operator_may_approve(new.decided_by, new.decided_at);
    perform assert_two_people(new.decided_by, rejecting);
  end if;
  return new;
end $$;
create trigger withdrawal_appeal_law before insert or update on withdrawal_appeal for each row
  execute function check_withdrawal_appeal();

create table payout_rail_stop (
  network text not null,
  stopped_at timestamptz not null,
  stopped_by uuid not null references operator,
  reason text not null check (length(reason) between 3 and 300),
  started_at timestamptz,
  started_by uuid references operator,
  primary key (network, stopped_at),
  constraint payout_rail_started check ((started_at is null) = (started_by is null) and started_at >= stopped_at)
);
comment on table payout_rail_stop is
'Payment ways that operators stopped: ''bank'' or a network. Nothing is offered, requested or approved there; the
history stays.
@owner platform
@distribution local
@impersonal network, reason';
create unique index payout_rail_stop_once on payout_rail_stop (network) where started_at is null;
grant select, insert, update (started_at, started_by) on payout_rail_stop to quayside_app;

-- The transitions of a withdrawal.
insert into state_transition (subject, from_state, to_state) values
  ('withdrawal', null,       'pending'),
  ('withdrawal', 'pending',  'cancelled'),
  ('withdrawal', 'pending',  'rejected'),
  ('withdrawal', 'pending',  'approved'),
  ('withdrawal', 'approved', 'sending'),
  ('withdrawal', 'sending',  'approved'),
  ('withdrawal', 'sending',  'unknown'),
  ('withdrawal', 'sending',  'paid'),
  ('withdrawal', 'sending',  'failed'),
  ('withdrawal', 'unknown',  'paid'),
  ('withdrawal', 'unknown',  'failed'),
  ('withdrawal', 'approved', 'rejected'),
  ('withdrawal', 'approved', 'cancelled'),
  ('withdrawal', 'paid',     'failed');

-- Pauses payouts when a check of the books fails. A pause that is there stays.
create function pause_payouts(cause text, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into payout_pause (since, cause) values (pause_payouts.at, pause_payouts.cause) on conflict (single) do nothing;
  if found then
    insert into payout_pause_change (paused, at, cause) values (true, pause_payouts.at, pause_payouts.cause);
  end if;
end $$;

-- Pauses payouts in the name of an operator of finance. Returns whether there was no pause before.
create function pause_payouts_by(operator_id uuid, cause text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not exists (
    select from operator o join operator_desk d on d.operator_id = o.id and d.desk = 'finance' and d.revoked_at is null
    where o.id = pause_payouts_by.operator_id and o.deactivated_at is null
  ) then
    raise exception 'an operator of finance pauses payouts' using errcode = 'check_violation', constraint = 'payout_pause_operator';
  end if;
  insert into payout_pause (since, cause, operator_id) values (pause_payouts_by.at, pause_payouts_by.cause, pause_payouts_by.operator_id)
    on conflict (single) do nothing;
  if not found then return false; end if;
  insert into payout_pause_change (paused, at, cause, operator_id) values (true, pause_payouts_by.at, pause_payouts_by.cause, pause_payouts_by.operator_id);
  return true;
end $$;

-- Resumes payouts and keeps why. `run` is the check that this very transaction made and found whole.
create function resume_payouts(operator_id uuid, run uuid, at timestamptz, cause text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not exists (
    select from reconciliation r where r.id = run and r.whole and r.cause = 'resume' and r.xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'payouts go on after a check of the books that found them whole' using errcode = 'check_violation', constraint = 'payout_resume_run';
  end if;
  if not exists (
    select from operator o join operator_desk d on d.operator_id = o.id and d.desk = 'finance' and d.revoked_at is null
    where o.id = resume_payouts.operator_id and o.deactivated_at is null
  ) then
    raise exception 'payouts go on when an operator of finance says so' using errcode = 'check_violation', constraint = 'payout_resume_operator';
  end if;
  delete from payout_pause;
  if found then
    insert into payout_pause_change (paused, at, cause, operator_id, reconciliation_id)
    values (false, resume_payouts.at, resume_payouts.cause, resume_payouts.operator_id, run);
  end if;
end $$;

-- Whether a payment to a destination may still be made.
create function destination_is_needed(shop uuid, destination uuid) returns boolean language sql stable as $$
  select exists (select from withdrawal w
    where w.shop_id = shop and w.destination_id = destination and w.state in ('pending', 'approved', 'sending', 'unknown'))
$$;

-- The fee in a credit that returns an amount. Null: the credit does not return it.
create function return_fee(amount bigint, credit bigint, charges bigint) returns bigint
language sql immutable return case when credit = amount then 0 when credit + charges = amount then charges end;

-- The networks that an operator stopped (`bank` for the bank), and those without a new block since an instant.
create function resting_rails(silent_since timestamptz) returns table (network text, stopped boolean)
language sql stable as $$
  select r.network, bool_or(r.stopped) from (
    select s.network, true as stopped from payout_rail_stop s where s.started_at is null
    union all select c.network, false from chain_cursor c where c.at < silent_since
  ) r group by r.network
$$;

-- Locks the shop's row, then reads. Volatile, so that the second statement sees what a request that it waited for has
-- committed: two requests would spend one balance, or use one quote, otherwise. Of an unknown quote or destination
-- the columns are null. `rest` says how the network of the destination rests.
create function lock_withdrawal_facts(of_shop uuid, of_quote uuid, to_destination uuid, moment timestamptz,
  silent_since timestamptz, requested_since timestamptz) returns table (quote_method text, gross bigint, fee bigint,
  net bigint, expires_at timestamptz, used boolean, destination_method text, network text, usable_at timestamptz,
  stopped boolean, available bigint, not_final bigint, requested bigint)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform from shop where id = of_shop for no key update;
  return query
  select q.method, q.gross, q.fee, q.net, q.expires_at,
    exists (select from withdrawal w where w.shop_id = of_shop and w.quote_id = q.id),
    d.method, d.network,
    -- The end of the cool-down: of the destination, or of a payment password that was reset later.
    greatest(d.usable_at, m.payouts_not_before),
    (select r.stopped from resting_rails(silent_since) r where r.network = d.network),
    coalesce((select a.credits - a.debits from ledger.account a where a.shop_id = of_shop and a.owner = of_shop and a.kind = 'L.M.available'), 0),
    (select f.not_final from money_not_final(of_shop, moment) f),
    (select coalesce(sum(w.gross), 0)::bigint from withdrawal w
      where w.shop_id = of_shop and w.requested_at > requested_since and w.state not in ('cancelled', 'rejected', 'failed'))
  from (select) one
    left join withdrawal_quote q on q.shop_id = of_shop and q.id = of_quote
    left join destination d on d.shop_id = of_shop and d.id = to_destination and d.removed_at is null
    left join merchant m on m.shop_id = of_shop;
end $$;

-- What a request for a withdrawal writes, in one round trip with stored plans: the booking, the request's row, the
-- event, and the notice of the change (`payload`; `channel` is what the former version of the server passes). As the
-- caller, so with the caller's rights: the books are still written by `ledger.post` only. Returns the available balance after the booking. Volatile, so that each statement sees what
-- the one before has written.
create function request_withdrawal(lines ledger.line[], of_shop uuid, of_id uuid, of_code text, by_method text,
  to_destination uuid, by_quote uuid, of_gross bigint, of_fee bigint, of_net bigint, two boolean, two_above bigint,
  before bigint, of_token text, moment timestamptz, until timestamptz, author text, channel text,
  payload text) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  -- The ledger first: if the balance is short, nothing else has happened yet.
  perform ledger.post(lines);
  insert into withdrawal (shop_id, id, code, method, destination_id, quote_id, state, gross, fee, net, needs_two, second_person_above,
      requested_before, token, requested_at, decide_by, changed_by, changed_at)
    values (of_shop, of_id, of_code, by_method, to_destination, by_quote, 'pending', of_gross, of_fee, of_net, two, two_above,
      before, of_token, moment, until, author, moment);
  insert into event (shop_id, name, at, data)
    values (of_shop, 'withdrawal.requested', moment, jsonb_build_object('withdrawalId', of_id));
  perform note_change(payload);
  return (select a.credits - a.debits from ledger.account a where a.shop_id = of_shop and a.owner = of_shop and a.kind = 'L.M.available');
end $$;

-- The server calls no function but those named last.
revoke all on function
  pause_payouts(text, timestamptz),
  pause_payouts_by(uuid, text, timestamptz),
  resume_payouts(uuid, uuid, timestamptz, text),
  withdrawal_chain_end(),
  resting_rails(timestamptz),
  lock_withdrawal_facts(uuid, uuid, uuid, timestamptz, timestamptz, timestamptz),
  request_withdrawal(ledger.line[], uuid, uuid, text, text, uuid, uuid, bigint, bigint, bigint, boolean, bigint, bigint, text, timestamptz, timestamptz, text, text, text)
  from public;
grant execute on function
  pause_payouts(text, timestamptz),
  pause_payouts_by(uuid, text, timestamptz),
  resume_payouts(uuid, uuid, timestamptz, text),
  resting_rails(timestamptz),
  lock_withdrawal_facts(uuid, uuid, uuid, timestamptz, timestamptz, timestamptz),
  request_withdrawal(ledger.line[], uuid, uuid, text, text, uuid, uuid, bigint, bigint, bigint, boolean, bigint, bigint, text, timestamptz, timestamptz, text, text, text)
  to quayside_app;
