-- Recharge: card checkouts, transfers with a voucher, PIX and chain deposits.

insert into ledger.kind values
  ('A.BANK',          'D', false, true),
  ('A.CHAIN.usdt',    'D', false, true),
  ('A.CHAIN.usdc',    'D', false, true),
  ('A.DUE',           'D', true,  false),
  ('L.UNIDENTIFIED',  'C', true,  false);

-- How deposits, withdrawals and refund orders came to be what they are. Written by trigger only, so that no act can forget it.
create table state_change (
  shop_id uuid not null references shop,
  subject_id uuid not null,
  id bigint generated always as identity,
  from_state text,
  to_state text not null,
  actor text not null,
  reason text,
  at timestamptz not null,
  primary key (shop_id, subject_id, id)
);
grant select on state_change to quayside_app;
create trigger state_change_kept before update or delete on state_change for each row execute function refuse_change();

create function log_state() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or old.state is distinct from new.state then
    insert into state_change (shop_id, subject_id, from_state, to_state, actor, reason, at)
    values (new.shop_id, new.id, case when tg_op = 'INSERT' then null else old.state end, new.state, new.changed_by, new.reason, new.changed_at);
  end if;
  return null;
end $$;

-- Lines of the platform's bank statements. A line pays for one deposit at most.
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
  unique (statement, line)
);
grant select, insert on bank_line to quayside_app;

create table deposit (
  shop_id uuid not null references shop,
  id uuid not null,
  code text not null unique,
  channel text not null check (channel in ('card', 'pix', 'chain', 'manual')),
  network text not null,
  state text not null check (state in ('awaiting-transfer', 'confirming', 'under-review', 'credited', 'below-minimum', 'rejected', 'expired', 'cancelled', 'reversed')),
  -- What the merchant said would come; for a chain deposit, what the chain says came.
  amount bigint not null check (amount > 0),
  -- What must arrive, in the currency it arrives in.
  currency text not null default 'USD' check (currency in ('USD', 'BRL')),
  expected bigint not null check (expected > 0),
  processor text check (processor in ('stripe', 'test')),
  reference text,
  checkout_url text,
  capture_reference text,
  voucher_file uuid,
  -- A print of what the picture shows, that survives scaling and another compression.
  voucher_print bit(64),
  voucher_seen_before boolean not null default false,
  bank_line_id uuid references bank_line,
  first_approver uuid references operator,
  tx_hash text,
  block_number bigint,
  confirmations int,
  expires_at timestamptz,
  credited_at timestamptz,
  -- Place of the credit in the balance's chain.
  credited_seq bigint,
  -- Until then the money can be spent on orders and not withdrawn.
  withdrawable_at timestamptz,
  note text,
  reason text,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (shop_id, id),
  constraint deposit_reference unique (processor, reference),
  constraint deposit_bank_line unique (bank_line_id),
  constraint deposit_credited check (state <> 'credited' or credited_at is not null),
  -- Transfers are credited against a line of a bank statement, by two people.
  constraint deposit_proved check (state <> 'credited' or channel not in ('manual', 'pix') or (bank_line_id is not null and first_approver is not null))
);
create index deposits_by_time on deposit (shop_id, created_at desc, id desc);
create index deposits_at_work on deposit (state, created_at) where state in ('awaiting-transfer', 'confirming', 'under-review');
create index deposit_lots on deposit (shop_id, withdrawable_at) where state = 'credited';
grant select, insert on deposit to quayside_app;
grant update (state, amount, expected, checkout_url, capture_reference, voucher_file, voucher_print, voucher_seen_before, bank_line_id, first_approver,
  tx_hash, block_number, confirmations, credited_at, credited_seq, withdrawable_at, note, reason, changed_by, changed_at) on deposit to quayside_app;
create trigger deposit_logged after insert or update on deposit for each row execute function log_state();

-- A shop's own address on a network; its number is the place in the key tree. Never given to another shop.
create table deposit_address (
  number bigint generated always as identity,
  network text not null,
  shop_id uuid not null references shop,
  address text not null,
  created_at timestamptz not null,
  primary key (network, shop_id),
  unique (network, address),
  unique (number)
);
grant select, insert on deposit_address to quayside_app;

-- How far a network was read, and every transfer to an address of ours that was ever seen. Nothing is forgotten: what a reorganisation takes
-- back stays as `gone`.
create table chain_cursor (
  network text primary key,
  scanned bigint not null,
  at timestamptz not null
);
grant select, insert, update on chain_cursor to quayside_app;

create table chain_transfer (
  network text not null,
  tx_hash text not null,
  -- Among the transfers to us in one transaction; unlike the place in the block it survives being mined again.
  ordinal int not null,
  shop_id uuid not null,
  deposit_id uuid not null,
  contract text not null,
  symbol text not null,
  units numeric(78, 0) not null check (units > 0),
  amount bigint not null,
  block_number bigint not null,
  block_hash text not null,
  state text not null check (state in ('seen', 'booked', 'gone', 'final')),
  -- Counts how often it was booked; a new number after each time the chain took it back.
  round int not null default 1,
  first_seen_at timestamptz not null,
  primary key (network, tx_hash, ordinal),
  foreign key (shop_id, deposit_id) references deposit
);
create index chain_transfers_open on chain_transfer (network, block_number) where state in ('seen', 'booked', 'gone');
grant select, insert on chain_transfer to quayside_app;
grant update (block_number, block_hash, state, round) on chain_transfer to quayside_app;
