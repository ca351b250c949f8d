-- Bank statements as evidence: an entry is imported once however often statements repeat it, a statement adds up, and debits count as well.

create table bank_statement (
  id uuid primary key,
  account text not null,
  statement text not null,
  currency text not null check (currency in ('USD', 'BRL')),
  from_day date not null,
  to_day date not null,
  opening bigint not null,
  closing bigint not null,
  -- SHA-256 over everything that was imported, so that a second import of the same statement is known as such.
  content bytea not null,
  imported_by uuid not null references operator,
  imported_at timestamptz not null,
  constraint bank_statement_once unique (account, statement),
  check (from_day <= to_day)
);
create index on bank_statement (account, to_day);
grant select, insert on bank_statement to quayside_app;

alter table bank_line
  add column account text,
  add column side text not null default 'credit' check (side in ('credit', 'debit')),
  -- The bank's own name of the entry. Banks that give none are told apart by what the entry says and its ordinal.
  add column entry_reference text,
  -- Place among the entries of one statement that say the same.
  add column ordinal int not null default 1 check (ordinal > 0);
-- Lines imported before statements had an account keep the identity they had.
update bank_line set account = 'imported before accounts', entry_reference = statement || ' / ' || line;
alter table bank_line
  alter column account set not null,
  alter column side drop default,
  alter column ordinal drop default,
  drop constraint bank_line_statement_line_key,
  add constraint bank_line_once unique (account, entry_reference);
create unique index bank_line_once_without_reference on bank_line (account, value_date, side, amount, currency, payer, reference, ordinal)
  where entry_reference is null;
create index bank_line_equals on bank_line (account, value_date, amount);

-- Which entries a statement has; an entry that several statements repeat is one line.
create table bank_statement_entry (
  statement_id uuid not null references bank_statement,
  line int not null check (line > 0),
  bank_line_id uuid not null references bank_line,
  primary key (statement_id, line),
  constraint bank_statement_entry_once unique (statement_id, bank_line_id)
);
create index on bank_statement_entry (bank_line_id);
grant select, insert on bank_statement_entry to quayside_app;

create function bank_statement_adds_up() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_statement uuid;
begin
  of_statement := case tg_table_name when 'bank_statement' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'statement_id' end;
  if exists (
    select from bank_statement s where s.id = of_statement and s.closing <> s.opening + coalesce((
      select sum(case l.side when 'credit' then l.amount else -l.amount end)
      from bank_statement_entry e join bank_line l on l.id = e.bank_line_id where e.statement_id = s.id), 0)
  ) then
    raise exception 'opening balance and entries of statement % are not its closing balance', of_statement
      using errcode = 'check_violation', constraint = 'bank_statement_adds_up';
  end if;
  return null;
end $$;
create constraint trigger bank_statement_adds_up after insert on bank_statement
  deferrable initially deferred for each row execute function bank_statement_adds_up();
create constraint trigger bank_statement_adds_up after insert on bank_statement_entry
  deferrable initially deferred for each row execute function bank_statement_adds_up();

-- What a line is evidence of: one thing, whatever kind of thing it is. Written by triggers only.
create table bank_line_use (
  bank_line_id uuid not null references bank_line,
  purpose text not null check (purpose in ('recharge', 'payout', 'return')),
  shop_id uuid not null references shop,
  subject_id uuid not null,
  constraint bank_line_used_once primary key (bank_line_id)
);
grant select on bank_line_use to quayside_app;
insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id)
  select bank_line_id, 'recharge', shop_id, id from deposit where bank_line_id is not null;

-- Transfers: who imported the line, who approved first and who approved second are three people.
alter table deposit
  add column second_approver uuid references operator,
  -- Copied from the line, so that a constraint of this table can compare.
  add column line_importer uuid references operator;
update deposit d set
  line_importer = (select l.imported_by from bank_line l where l.id = d.bank_line_id),
  second_approver = (
    select o.id from state_change c join operator o on c.actor = 'operator:' || o.id
    where c.shop_id = d.shop_id and c.subject_id = d.id and c.to_state = 'credited' order by c.id desc limit 1)
where d.bank_line_id is not null;
-- A first approval by the importer does not count any more.
update deposit set first_approver = null where state = 'under-review' and first_approver = line_importer;
grant update (second_approver) on deposit to quayside_app;
alter table deposit
  drop constraint deposit_bank_line,
  drop constraint deposit_proved,
  -- Not checked for what was credited before two signatures were kept.
  add constraint deposit_proved check (state <> 'credited' or channel not in ('manual', 'pix')
    or (bank_line_id is not null and first_approver is not null and second_approver is not null and line_importer is not null)) not valid,
  add constraint deposit_people check (first_approver <> second_approver and line_importer <> first_approver and line_importer <> second_approver) not valid;

create function deposit_line_bound() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.bank_line_id is not distinct from new.bank_line_id then
    new.line_importer := old.line_importer;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.bank_line_id is not null then
    delete from bank_line_use where bank_line_id = old.bank_line_id;
  end if;
  new.line_importer := null;
  if new.bank_line_id is not null then
    select imported_by into new.line_importer from bank_line
      where id = new.bank_line_id and side = 'credit' and amount = new.expected and currency = new.currency;
    if not found then
      raise exception 'bank line % is not the credit that recharge % waits for', new.bank_line_id, new.id
        using errcode = 'check_violation', constraint = 'deposit_line_fits';
    end if;
    insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.bank_line_id, 'recharge', new.shop_id, new.id);
  end if;
  return new;
end $$;
create trigger deposit_line_bound before insert or update on deposit for each row execute function deposit_line_bound();

-- Withdrawals: whether two people are needed is decided at the request and stays so.
alter table withdrawal add column needs_two boolean;
-- What nobody has decided yet is decided by two; what was decided keeps what was done.
update withdrawal set needs_two = (state = 'pending' or first_approver is not null);
alter table withdrawal
  alter column needs_two set not null,
  drop constraint withdrawal_two_people,
  add constraint withdrawal_two_people check (first_approver <> approver),
  add constraint withdrawal_needs_two check (not needs_two or state in ('pending', 'cancelled', 'rejected') or (first_approver is not null and approver is not null));

-- Evidence of how a payment by bank file ended: a debit of our account that names it, a credit that returns it, or, for one that the bank never
-- debited, statements that cover the days after it was handed over.
alter table payout_batch add column account text;
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
  check (kind <> 'none' or needs_two),
  constraint payout_proof_people check (first_by <> second_by and importer <> first_by and importer <> second_by)
);
grant select, insert, delete on payout_proof to quayside_app;
grant update (second_by, second_at) on payout_proof to quayside_app;

create function payout_proof_bound() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from withdrawal where shop_id = old.shop_id and id = old.withdrawal_id and state in ('paid', 'failed')) then
      raise exception 'the evidence of payout % stays', old.withdrawal_id
        using errcode = 'check_violation', constraint = 'payout_proof_stays';
    end if;
    delete from bank_line_use where bank_line_id = old.bank_line_id;
    return old;
  end if;
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
create trigger payout_proof_bound before insert or delete on payout_proof for each row execute function payout_proof_bound();

-- A payment by bank file ends by evidence that enough people have signed, one on a chain by the transaction that was kept.
create function withdrawal_proved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.rail = 'bank-file' and not exists (
    select from payout_proof p where p.shop_id = new.shop_id and p.withdrawal_id = new.id
      and p.kind = any (case new.state when 'paid' then array['debit'] else array['credit', 'none'] end)
      and (not p.needs_two or p.second_by is not null)
  ) then
    raise exception 'withdrawal % has no evidence of being %', new.id, new.state
      using errcode = 'check_violation', constraint = 'withdrawal_proved';
  end if;
  if new.rail = 'chain' and (new.raw_transaction is null or new.payment_reference is null) then
    raise exception 'withdrawal % has no transaction', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_proved';
  end if;
  return new;
end $$;
create trigger withdrawal_proved before insert or update of state on withdrawal
  for each row when (new.state in ('paid', 'failed')) execute function withdrawal_proved();
