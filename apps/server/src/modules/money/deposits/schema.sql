-- Recharges by card, PIX, chain and bank transfer, the addresses and transfers of chains, and the platform’s accounts
-- that merchants pay to.

create table deposit (
  shop_id uuid not null references shop,
  id uuid not null,
  code text not null unique,
  channel text not null check (channel in ('card', 'pix', 'chain', 'manual')),
  network text not null,
  state text not null check (state in ('awaiting-transfer', 'confirming', 'under-review', 'credited', 'below-minimum',
    'rejected', 'expired', 'cancelled', 'reversed', 'disputed', 'charged-back')),
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
  -- What the card's bank has asked for and not given up.
  disputed bigint not null default 0,
  -- Transfers: who imported the line, who approved first and who approved second are three people.
  second_approver uuid references operator,
  -- Copied from the line, so that a constraint of this table can compare.
  line_importer uuid references operator,
  expected_fee bigint,
  -- What the merchant reported, where a bank took its fee from it on the way: `amount` is then what arrived, and the
  -- note says why.
  reported bigint,
  primary key (shop_id, id),
  constraint deposit_reference unique (processor, reference),
  constraint deposit_credited check (state <> 'credited' or credited_at is not null),
  constraint deposit_disputed check (disputed between 0 and amount),
  constraint deposit_reported check (reported is null or (channel = 'manual' and reported > amount and note is not null
    and bank_line_id is not null)),
  -- A recharge whose money was found is not cancelled.
  constraint deposit_cancelled_unpaid check (state <> 'cancelled' or bank_line_id is null),
  -- A transfer is credited on a line of the bank, with two signatures.
  constraint deposit_proved check (state <> 'credited' or channel not in ('manual', 'pix')
    or (bank_line_id is not null and first_approver is not null and second_approver is not null
    and line_importer is not null)),
  -- Who imported the line and the two who approve are three people.
  constraint deposit_people check (first_approver <> second_approver and line_importer <> first_approver
    and line_importer <> second_approver),
  constraint deposit_expected_fee check (expected_fee is null or (expected_fee between 0 and amount
    and credited_at is not null and channel = 'card'))
);
comment on table deposit is
'A recharge by any channel.
@owner shop
@distribution shop_id
@personal voucher_file, note, reason: merchant; proof of a transfer; with the books
@impersonal code, network, reference, checkout_url, capture_reference, voucher_print, tx_hash, changed_by
@audit deposit: id id, shop shop_id, code code; state, channel, amount, first_approver, second_approver, bank_line_id
@unique-over-all-shops deposit_code_key: codes that people say and type
@unique-over-all-shops deposit_reference: a reference of the processor counts for one shop';
create index deposits_by_time on deposit (shop_id, created_at desc, id desc);
create index deposits_at_work on deposit (state, created_at)
  where state in ('awaiting-transfer', 'confirming', 'under-review');
create index deposit_captures on deposit (processor, capture_reference) where capture_reference is not null;
create index deposit_lots on deposit (shop_id, withdrawable_at) where state in ('credited', 'disputed');
create index deposit_by_time on deposit (created_at, id);
create index deposit_by_due on deposit ((((created_at at time zone 'UTC') + interval '24 hours') at time zone 'UTC'),
  id) where state = 'under-review' or (state = 'awaiting-transfer' and channel = 'manual');
grant select, insert, update (state, amount, expected, checkout_url, capture_reference, voucher_file, voucher_print,
  voucher_seen_before, bank_line_id, first_approver, tx_hash, block_number, confirmations, credited_at, credited_seq,
  withdrawable_at, note, reason, changed_by, changed_at, disputed, second_approver, expected_fee, reported)
  on deposit to quayside_app;
create trigger deposit_logged after insert or update on deposit for each row execute function log_state();
create trigger deposit_signers after insert or update of first_approver, second_approver, line_importer on deposit
  for each row execute function check_signers('first_approver@changed_at', 'second_approver@changed_at',
  'line_importer');
create trigger deposit_begins before insert on deposit for each row execute function check_transition();
create trigger deposit_transition before update on deposit for each row when (old.state <> new.state)
  execute function check_transition();
create trigger deposit_demo after insert or update on deposit for each row when (new.processor = 'test')
  execute function refuse_in_production();
create trigger deposit_signers_with_act after insert or update of second_approver on deposit for each row
  execute function check_signed_act('id', 'second_approver', 'first_approver', 'amount', 'deposit.approve');

-- A recharge takes the credit that it waits for, and no line that serves something else. The importer is copied from
-- the line, so that a constraint can compare people.
create function deposit_line_bound() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger deposit_line_bound before insert or update on deposit for each row
  execute function deposit_line_bound();

create table deposit_address (
  number bigint generated always as identity unique,
  network text not null,
  shop_id uuid not null references shop,
  address text not null,
  created_at timestamptz not null,
  primary key (network, shop_id),
  unique (network, address)
);
comment on table deposit_address is
'A shop’s own address on a network; its number is the place in the key tree. Never given to another shop.
@owner shop
@distribution shop_id
@personal address: merchant; address on a chain; with the books
@impersonal network
@unique-over-all-shops deposit_address_network_address_key, deposit_address_number_key: money that arrives at an
  address is of one shop';
grant select, insert on deposit_address to quayside_app;
grant usage on sequence deposit_address_number_seq to quayside_app;

create table chain_cursor (
  network text primary key,
  scanned bigint not null,
  at timestamptz not null,
  -- The newest block that a node of the network named when it was last asked.
  head bigint check (head >= 0),
  -- The newest block of each node of the network, in the order of the settings, and when the highest of them last
  -- grew.
  heads bigint[] check (0 <= all (heads)),
  head_at timestamptz
);
comment on table chain_cursor is
'How far each network was read.
@owner platform
@distribution local
@impersonal network';
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
  units numeric(78,0) not null check (units > 0),
  amount bigint not null,
  block_number bigint not null,
  block_hash text not null,
  state text not null check (state in ('seen', 'booked', 'gone', 'final')),
  -- Counts how often it was booked; a new number after each time the chain took it back.
  round int not null default 1,
  first_seen_at timestamptz not null,
  -- The time from which the nodes of the network have given different answers about a transfer; null while they
  -- agree.
  nodes_disagree_since timestamptz,
  primary key (network, tx_hash, shop_id, contract, units, ordinal),
  foreign key (shop_id, deposit_id) references deposit
);
comment on table chain_transfer is
'Every transfer to an address of ours. A row is never deleted: what a reorganisation takes back stays as `gone`.
@owner shop
@distribution shop_id
@impersonal network, tx_hash, contract, symbol, block_hash';
create index chain_transfers_open on chain_transfer (network, block_number) where state in ('seen', 'booked', 'gone');
create index chain_transfer_disagreements on chain_transfer (network) where nodes_disagree_since is not null;
comment on column chain_transfer.ordinal is 'Counts transfers of one transaction that say the same.';
grant select, insert, update (block_number, block_hash, state, round, nodes_disagree_since)
  on chain_transfer to quayside_app;

create table payment_account (
  id uuid primary key,
  channel text not null check (channel in ('pix', 'manual', 'chain')),
  network text not null,
  -- The exact content that was confirmed, and its SHA-256.
  content jsonb not null,
  digest bytea not null check (octet_length(digest) = 32),
  first_by uuid not null references operator,
  first_at timestamptz not null,
  second_by uuid references operator,
  second_at timestamptz,
  withdrawn_by uuid references operator,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  constraint payment_account_confirmed check ((second_by is null) = (second_at is null)),
  constraint payment_account_withdrawn check ((withdrawn_at is null) = (withdrawn_reason is null)
    and (withdrawn_by is null or withdrawn_at is not null) and (withdrawn_at is null or withdrawn_by is not null
    or second_at is null))
);
comment on table payment_account is
'Accounts of the platform that an operator may send to a merchant as a card. The content comes from the settings; two
operators confirm it. Content is never changed: other content is another row.
@owner platform
@distribution local
@impersonal network, content, digest, withdrawn_reason
@audit payment-account: id id, code network; first_by, second_by, withdrawn_by, withdrawn_reason';
create unique index payment_account_open on payment_account (digest) where withdrawn_at is null;
grant select, insert, update (second_by, second_at, withdrawn_by, withdrawn_at, withdrawn_reason)
  on payment_account to quayside_app;
create trigger payment_account_signers after insert or update of first_by, second_by on payment_account for each row
  execute function check_signers('first_by@first_at', 'second_by@second_at');
create trigger payment_account_signers_with_act after insert or update of second_by on payment_account for each row
  execute function check_signed_act('id', 'second_by', 'first_by', '', 'payment-account.confirm');

-- A payment account is confirmed once, and a withdrawn one does not come back.
create function check_payment_account() returns trigger language plpgsql as $$
begin
  if old.second_by is not null and new.second_by is distinct from old.second_by then
    raise exception 'a payment account is confirmed once' using errcode = 'restrict_violation';
  end if;
  if old.withdrawn_at is not null then
    raise exception 'a withdrawn payment account does not come back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_account_once before update on payment_account for each row
  execute function check_payment_account();

-- The transitions of a recharge.
insert into state_transition (subject, from_state, to_state) values
  ('deposit', null,                'awaiting-transfer'),
  ('deposit', null,                'confirming'),
  ('deposit', 'awaiting-transfer', 'under-review'),
  ('deposit', 'awaiting-transfer', 'credited'),
  ('deposit', 'awaiting-transfer', 'expired'),
  ('deposit', 'awaiting-transfer', 'cancelled'),
  ('deposit', 'under-review',      'credited'),
  ('deposit', 'under-review',      'rejected'),
  ('deposit', 'under-review',      'cancelled'),
  ('deposit', 'expired',           'credited'),
  ('deposit', 'expired',           'under-review'),
  ('deposit', 'cancelled',         'credited'),
  ('deposit', 'cancelled',         'under-review'),
  ('deposit', 'confirming',        'credited'),
  ('deposit', 'confirming',        'below-minimum'),
  ('deposit', 'confirming',        'reversed'),
  ('deposit', 'below-minimum',     'credited'),
  ('deposit', 'below-minimum',     'reversed'),
  ('deposit', 'credited',          'reversed'),
  ('deposit', 'reversed',          'confirming'),
  ('deposit', 'credited',          'disputed'),
  ('deposit', 'disputed',          'credited'),
  ('deposit', 'disputed',          'charged-back'),
  ('deposit', 'charged-back',      'credited');

-- Credited money of a shop that is not withdrawable yet: the deposits that are not final, less the order costs paid
-- since the oldest of them, because orders use that money first. `final_at`: when all of it becomes withdrawable.
create function money_not_final(of_shop uuid, moment timestamptz, out not_final bigint,
  out final_at timestamptz) returns record
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare since bigint;
begin
  select coalesce(sum(d.amount - d.disputed), 0), min(d.credited_seq),
      -- No date says when a network makes a block final.
      case when bool_and(d.withdrawable_at is not null) then max(d.withdrawable_at) end
    into not_final, since, final_at
    from deposit d where d.shop_id = of_shop and d.state in ('credited', 'disputed') and (d.withdrawable_at is null or d.withdrawable_at > moment);
  if since is not null then
    not_final := not_final - (
      select coalesce(sum(p.amount), 0)
      from ledger.account a join ledger.posting p on p.shop_id = a.shop_id and p.account_id = a.id
        join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where a.shop_id = of_shop and a.owner = of_shop and a.kind = 'L.M.available' and p.seq > since and p.side = 'D' and t.event = 'order.picked-up');
  end if;
  if since is null or not_final <= 0 then
    not_final := 0;
    final_at := null;
  end if;
end $$;

-- A fee is written with the capture, once.
create function keep_expected_fee() returns trigger language plpgsql as $$
begin
  raise exception 'the expected fee of % is written with its capture', new.id using errcode = 'check_violation', constraint = 'expected_fee_kept';
end $$;
create trigger deposit_expected_fee before update on deposit for each row
  when (old.credited_at is not null and new.expected_fee is distinct from old.expected_fee)
  execute function keep_expected_fee();

-- Keys of tables that stand before the tables that they name.
alter table card_dispute add foreign key (shop_id, deposit_id) references deposit;

-- The server calls no function but those named last.
revoke all on function
  money_not_final(uuid, timestamptz),
  keep_expected_fee()
  from public;
grant execute on function
  money_not_final(uuid, timestamptz)
  to quayside_app;
