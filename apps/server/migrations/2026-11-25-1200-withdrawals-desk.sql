-- The facts that a person needs to decide about a withdrawal, the merchant's appeal against a rejection, and the
-- payment ways that rest.

alter table withdrawal
  -- The limit above which two people decide, and the amount that the shop requested in the 24 hours before, both at the
  -- request. Cents.
  -- Null for requests from before these columns.
  add column second_person_above bigint,
  add column requested_before bigint,
  add column first_approved_at timestamptz,
  -- The operator who rejected it. Null when its deadline did.
  add column rejected_by uuid references operator;
update withdrawal w set rejected_by = (
    select o.id from state_change c join operator o on c.actor = 'operator:' || o.id
    where c.shop_id = w.shop_id and c.subject_id = w.id and c.to_state = 'rejected' order by c.id desc limit 1)
  where state = 'rejected';
alter table withdrawal
  add constraint withdrawal_rejected_by check (state <> 'rejected' or approver is not null or (rejected_by is null) = (reason in ('not-decided-in-time', 'not-sent-in-time'))) not valid;
grant update (first_approved_at, rejected_by) on withdrawal to quayside_app;

-- The lists of operators: open withdrawals by deadline, all of them by time, and the search by code or ending.
create index withdrawals_newest on withdrawal (requested_at desc, id desc);
create index withdrawals_of_batch on withdrawal (batch_id) where batch_id is not null;
create index withdrawals_to on withdrawal (shop_id, destination_id);
create index withdrawal_code_prefix on withdrawal (code text_pattern_ops);
create index destination_ending on destination (ending);
create index destination_fingerprint on destination (fingerprint);

-- A merchant appeals once against a rejection. Another person than the one who rejected decides; without a decision in
-- time it is granted.
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
create index withdrawal_appeals_open on withdrawal_appeal (decide_by) where state = 'open';
grant select, insert on withdrawal_appeal to quayside_app;
grant update (state, decided_by, decided_at, answer) on withdrawal_appeal to quayside_app;

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
create trigger withdrawal_appeal_law before insert or update on withdrawal_appeal for each row execute function check_withdrawal_appeal();

-- Payment ways that operators stopped: 'bank' or a network. Nothing is offered, requested or approved there; the
-- history stays.
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
create unique index payout_rail_stop_once on payout_rail_stop (network) where started_at is null;
grant select, insert on payout_rail_stop to quayside_app;
grant update (started_at, started_by) on payout_rail_stop to quayside_app;

-- Whose account a bank file debits. The same batch gives the same file, also after a change of the settings.
-- Null for files from before these columns.
alter table payout_batch
  add column debtor_name text,
  add column debtor_iban text,
  add column debtor_bic text,
  add constraint payout_batch_debtor check (rail <> 'bank-file' or num_nonnulls(debtor_name, debtor_iban, debtor_bic) = 3) not valid;
create index payout_batches_newest on payout_batch (made_at desc, id desc);

-- An entry proves a payment of a bank file only when it is of the account that the file debits. Files without an
-- account are older than statements.
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
    where l.id = new.bank_line_id and l.side = new.kind and l.amount = w.net and l.currency = 'USD'
      and strpos(upper(l.reference), upper(w.code)) > 0;
  if not found then
    raise exception 'bank line % is not the % of payout %', new.bank_line_id, new.kind, new.withdrawal_id
      using errcode = 'check_violation', constraint = 'payout_line_fits';
  end if;
  insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id)
    values (new.bank_line_id, case new.kind when 'debit' then 'payout' else 'return' end, new.shop_id, new.withdrawal_id);
  return new;
end $$;
-- Finds the unused debits and credits of an amount.
create index bank_line_amounts on bank_line (side, amount, account);

-- Operators pause payouts, too. A pause by a person names the person.
alter table payout_pause add column operator_id uuid references operator;
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
revoke all on function pause_payouts_by(uuid, text, timestamptz), resume_payouts(uuid, uuid, timestamptz, text) from public;
grant execute on function pause_payouts_by(uuid, text, timestamptz), resume_payouts(uuid, uuid, timestamptz, text) to quayside_app;
