-- Withdrawals: where money goes, what it costs, who decided, and how it left.

insert into ledger.kind values
  ('L.PAYOUT',  'C', false, true),
  ('A.HOT',     'D', false, true),
  ('I.WDFEE',   'C', false, true);

create table destination (
  shop_id uuid not null references shop,
  id uuid not null,
  method text not null check (method in ('bank', 'chain')),
  network text not null,
  holder text not null,
  bank_name text,
  -- The last four characters, for people; the whole of it is sealed.
  ending text not null,
  sealed bytea not null,
  -- A keyed hash of the whole, so that one destination stands once without being readable.
  fingerprint bytea not null,
  created_at timestamptz not null,
  -- No payment leaves for it before this.
  usable_at timestamptz not null,
  removed_at timestamptz,
  primary key (shop_id, id)
);
create unique index destination_once on destination (shop_id, fingerprint) where removed_at is null;
grant select, insert on destination to quayside_app;
grant update (removed_at) on destination to quayside_app;

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
create index on withdrawal_quote (expires_at);
grant select, insert, delete on withdrawal_quote to quayside_app;

-- A file for the bank: its payments leave together and each of them once.
create table payout_batch (
  id uuid primary key,
  code text not null unique,
  rail text not null check (rail in ('bank-file', 'chain')),
  made_by uuid not null references operator,
  made_at timestamptz not null
);
grant select, insert on payout_batch to quayside_app;

create table withdrawal (
  shop_id uuid not null,
  id uuid not null,
  code text not null unique,
  method text not null check (method in ('bank', 'chain')),
  destination_id uuid not null,
  state text not null check (state in ('pending', 'cancelled', 'rejected', 'approved', 'sending', 'unknown', 'paid', 'failed')),
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
  primary key (shop_id, id),
  foreign key (shop_id, destination_id) references destination,
  constraint withdrawal_sums check (gross = fee + net),
  constraint withdrawal_decided check (state in ('pending', 'cancelled', 'rejected') or (approver is not null and pay_by is not null)),
  constraint withdrawal_reasoned check (state not in ('rejected', 'failed') or reason is not null),
  constraint withdrawal_two_people check (first_approver is null or first_approver <> approver)
);
create index withdrawals_by_time on withdrawal (shop_id, requested_at desc, id desc);
create index withdrawals_at_work on withdrawal (state, requested_at) where state in ('pending', 'approved', 'sending', 'unknown');
grant select, insert on withdrawal to quayside_app;
grant update (state, decided_at, first_approver, approver, pay_by, rail, batch_id, raw_transaction, payment_reference, finished_at, reason, note, changed_by, changed_at)
  on withdrawal to quayside_app;
create trigger withdrawal_logged after insert or update on withdrawal for each row execute function log_state();

-- The test bank's own memory: what a real one would keep on its side. Empty outside demo mode and tests.
create table test_payout (
  id uuid primary key,
  amount bigint not null,
  state text not null check (state in ('taken', 'paid', 'failed')),
  attempts int not null default 1,
  paid_at timestamptz
);
grant select, insert, update on test_payout to quayside_app;

-- Set when a check of the books fails: nothing is paid out until people have looked. Deposits, statements and requests go on.
create table payout_pause (
  single boolean primary key default true check (single),
  since timestamptz not null,
  cause text not null
);
grant select, insert, update, delete on payout_pause to quayside_app;
