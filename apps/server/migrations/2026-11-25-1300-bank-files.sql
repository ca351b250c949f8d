-- Bank statements by file: the file is kept, and each account has a format for its CSV files.

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
grant select, insert on bank_file to quayside_app;
create trigger bank_file_kept before update or delete on bank_file for each row execute function refuse_change();

alter table bank_statement add column file_id uuid references bank_file;
create index bank_statement_by_day on bank_statement (to_day desc, id desc);

create table bank_csv_format (
  account text primary key,
  format jsonb not null,
  saved_by uuid not null references operator,
  saved_at timestamptz not null
);
grant select, insert, update on bank_csv_format to quayside_app;

create index bank_line_by_day on bank_line (value_date, id);
-- Candidates for a recharge.
create index bank_line_by_amount on bank_line (side, currency, amount);

-- The platform's own money belongs to no shop.
alter table bank_line_use
  alter column shop_id drop not null,
  drop constraint bank_line_use_purpose_check,
  add constraint bank_line_use_purpose_check
    check (purpose in ('recharge', 'payout', 'return', 'unidentified', 'unidentified-return', 'treasury')),
  add constraint bank_line_use_shop check (shop_id is not null or purpose in ('unidentified', 'unidentified-return', 'treasury'));
