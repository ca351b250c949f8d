-- Bank statements as they were imported, their lines, and what each line is evidence of.

create table bank_line (
  id uuid primary key,
  statement text not null,
  line int not null,
  currency text not null check (currency in ('USD', 'BRL')),
  amount bigint not null check (amount > 0),
  value_date date not null,
  payer text not null,
  reference text not null,
  imported_by uuid not null references operator,
  imported_at timestamptz not null,
  account text not null,
  side text not null check (side in ('credit', 'debit')),
  -- The bank's own name of the entry. Banks that give none are told apart by what the entry says and its ordinal.
  entry_reference text,
  -- Place among the entries of one statement that say the same.
  ordinal int not null check (ordinal > 0),
  -- What the bank took out of an entry as charges. The amount is already less by them.
  charges bigint check (charges > 0)
);
comment on table bank_line is
'Lines of the platform’s bank statements. A line pays for one deposit at most.
@owner platform
@distribution reference
@personal payer, reference: merchant, strangers; what the bank reported about a payment; with the books
@impersonal statement, account, entry_reference';
create unique index bank_line_once_without_reference on bank_line (account, value_date, side, amount, currency, payer,
  reference, ordinal) where entry_reference is null;
create index bank_line_equals on bank_line (account, value_date, amount);
-- Finds the unused debits and credits of an amount.
create index bank_line_amounts on bank_line (side, amount, account);
create index bank_line_by_day on bank_line (value_date, id);
-- Candidates for a recharge.
create index bank_line_by_amount on bank_line (side, currency, amount);
create index bank_line_words on bank_line using gin (payer gin_trgm_ops, reference gin_trgm_ops);
create unique index bank_line_once_with_reference on bank_line (account, entry_reference, side, amount);
grant select, insert on bank_line to quayside_app;

create table bank_file (
  id uuid primary key,
  name text not null,
  format text not null check (format in ('camt.053', 'csv')),
  bytes int not null check (bytes > 0),
  -- The same file is stored once.
  sha256 bytea not null unique,
  -- Encrypted with a key of its own, which the master key wraps.
  storage_key text not null,
  wrapped_key bytea not null,
  imported_by uuid not null references operator,
  imported_at timestamptz not null
);
comment on table bank_file is
'The files of statements as they were imported, encrypted.
@owner platform
@distribution reference
@personal name, wrapped_key: merchant, strangers; files of the bank, sealed; with the books
@impersonal sha256, storage_key
@sealed wrapped_key: bank-file';
grant select, insert on bank_file to quayside_app;
create trigger bank_file_sealed before insert or update of wrapped_key on bank_file for each row
  execute function check_sealing_key('wrapped_key');
create trigger bank_file_not_deleted before delete on bank_file for each row execute function refuse_change();

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
  file_id uuid references bank_file,
  check (from_day <= to_day)
);
comment on table bank_statement is
'A statement: its opening and closing balance are what its entries add up to.
@owner platform
@distribution reference
@personal content: merchant, strangers; the statement of the bank; with the books
@impersonal account, statement';
create index bank_statement_account_to_day_idx on bank_statement (account, to_day);
create index bank_statement_by_day on bank_statement (to_day desc, id desc);
-- Banks number their statements anew each year, and use one reference for a payment and its fee.
create unique index bank_statement_once_in_period on bank_statement (account, statement, from_day);
grant select, insert on bank_statement to quayside_app;

create table bank_statement_entry (
  statement_id uuid not null references bank_statement,
  line int not null check (line > 0),
  bank_line_id uuid not null references bank_line,
  primary key (statement_id, line),
  constraint bank_statement_entry_once unique (statement_id, bank_line_id)
);
comment on table bank_statement_entry is
'Which entries a statement has; an entry that several statements repeat is one line.
@owner platform
@distribution local';
create index bank_statement_entry_bank_line_id_idx on bank_statement_entry (bank_line_id);
grant select, insert on bank_statement_entry to quayside_app;

create table bank_line_use (
  bank_line_id uuid constraint bank_line_used_once primary key references bank_line,
  purpose text not null check (purpose in ('recharge', 'payment', 'payout', 'return', 'unidentified',
    'unidentified-return', 'treasury', 'refund', 'refund-return')),
  shop_id uuid references shop,
  subject_id uuid not null,
  constraint bank_line_use_shop check (shop_id is not null
    or purpose in ('unidentified', 'unidentified-return', 'treasury'))
);
comment on table bank_line_use is
'What a line is evidence of: one thing, whatever kind of thing it is. Written by triggers only.
@owner platform
@distribution local
@unique-over-all-shops bank_line_used_once: a line of the bank or a reference of a payment is evidence of one thing';
grant select on bank_line_use to quayside_app;

-- A file stays as it was imported. Only its key is wrapped anew.
create function refuse_bank_file_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'wrapped_key' <> to_jsonb(old) - 'wrapped_key' then
    raise exception 'bank_file is append-only';
  end if;
  return new;
end $$;
create trigger bank_file_kept before update on bank_file for each row execute function refuse_bank_file_change();

create table bank_csv_format (
  account text primary key,
  format jsonb not null,
  saved_by uuid not null references operator,
  saved_at timestamptz not null
);
comment on table bank_csv_format is
'Columns of the CSV files of a bank.
@owner platform
@distribution local
@impersonal account, format';
grant select, insert, update on bank_csv_format to quayside_app;

-- At the end of the transaction opening balance and entries are the closing balance.
create function bank_statement_adds_up() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create constraint trigger bank_statement_adds_up after insert on bank_statement deferrable initially deferred
  for each row execute function bank_statement_adds_up();
create constraint trigger bank_statement_adds_up after insert on bank_statement_entry deferrable initially deferred
  for each row execute function bank_statement_adds_up();
