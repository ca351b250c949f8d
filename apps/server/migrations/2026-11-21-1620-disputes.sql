-- Disputes of card recharges: the card's bank asks for the money back, and decides later.

insert into ledger.kind values ('L.DISPUTE', 'C', true, false);

alter table deposit drop constraint deposit_state_check;
alter table deposit add constraint deposit_state_check check (state in ('awaiting-transfer', 'confirming', 'under-review', 'credited', 'below-minimum',
  'rejected', 'expired', 'cancelled', 'reversed', 'disputed', 'charged-back'));
-- What the card's bank has asked for and not given up.
alter table deposit add column disputed bigint not null default 0;
alter table deposit add constraint deposit_disputed check (disputed between 0 and amount);
grant update (disputed) on deposit to quayside_app;
create index deposit_captures on deposit (processor, capture_reference) where capture_reference is not null;

-- A part of a recharge that is not disputed stays a lot like others.
drop index deposit_lots;
create index deposit_lots on deposit (shop_id, withdrawable_at) where state in ('credited', 'disputed');

create table card_dispute (
  shop_id uuid not null,
  id uuid not null,
  deposit_id uuid not null,
  processor text not null check (processor in ('stripe', 'test')),
  -- The processor's own name for it.
  reference text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  amount bigint not null check (amount > 0),
  -- What the balance no longer had when it was opened.
  owed bigint not null check (owed between 0 and amount),
  evidence_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (shop_id, id),
  foreign key (shop_id, deposit_id) references deposit,
  constraint card_dispute_once unique (processor, reference),
  constraint card_dispute_closed check ((state = 'open') = (closed_at is null))
);
create index card_disputes_of on card_dispute (shop_id, deposit_id);
grant select, insert on card_dispute to quayside_app;
grant update (state, closed_at) on card_dispute to quayside_app;

-- The test processor's own memory of the disputes that it told of.
create table test_dispute (
  reference text primary key,
  charge text not null,
  amount bigint not null check (amount > 0),
  outcome text check (outcome in ('won', 'lost'))
);
grant select on test_dispute to quayside_app;
