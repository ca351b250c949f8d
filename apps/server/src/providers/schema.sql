-- The test processor and the test bank of a demo. A database of production holds no row here.

create table test_checkout (
  reference text primary key,
  payment_id uuid not null unique,
  description text not null,
  amount bigint not null,
  paid_at timestamptz,
  refunded bigint not null default 0,
  created_at timestamptz not null,
  -- The test processor remembers where in the app its payer came from.
  back_to text,
  -- The test processor tells by which card was paid, as a real one does.
  card text,
  -- A checkout of the test processor that the server closed before the buyer took PIX.
  closed_at timestamptz,
  check (refunded between 0 and amount),
  constraint test_checkout_closed check (paid_at is null or closed_at is null)
);
comment on table test_checkout is
'The test processor’s own memory: what a real one would keep on its side. Empty outside demo mode and tests.
@owner platform
@distribution local
@impersonal reference, description, back_to, card';
grant select, insert, update on test_checkout to quayside_app;
create trigger test_checkout_demo after insert or update on test_checkout for each statement
  execute function refuse_in_production();

create table test_refund (
  id uuid not null,
  reference text not null references test_checkout,
  amount bigint not null check (amount > 0),
  -- The test processor pays a refund again after it failed, under a reference of its own.
  attempt int not null default 0 check (attempt >= 0),
  failed_at timestamptz,
  failure text,
  primary key (id, attempt),
  constraint test_refund_failed check ((failed_at is null) = (failure is null))
);
comment on table test_refund is
'Refunds of the test processor.
@owner platform
@distribution local
@impersonal failure';
grant select, insert, update (failed_at, failure) on test_refund to quayside_app;
create trigger test_refund_demo after insert or update on test_refund for each statement
  execute function refuse_in_production();

create table test_payout (
  id uuid primary key,
  amount bigint not null,
  state text not null check (state in ('taken', 'paid', 'failed')),
  attempts int not null default 1,
  paid_at timestamptz
);
comment on table test_payout is
'The test bank’s own memory: what a real one would keep on its side. Empty outside demo mode and tests.
@owner platform
@distribution local';
grant select, insert, update on test_payout to quayside_app;
create trigger test_payout_demo after insert or update on test_payout for each statement
  execute function refuse_in_production();

create table test_dispute (
  reference text primary key,
  charge text not null,
  amount bigint not null check (amount > 0),
  outcome text check (outcome in ('won', 'lost')),
  evidence_by timestamptz,
  -- What the test processor was sent.
  evidence jsonb,
  evidence_at timestamptz
);
comment on table test_dispute is
'The test processor’s own memory of the disputes that it told of.
@owner platform
@distribution local
@impersonal reference, charge, evidence';
-- The test processor opens disputes itself: the demo shows one. A trigger refuses such rows in production.
grant select, insert, update (evidence, evidence_at) on test_dispute to quayside_app;
create trigger test_dispute_demo after insert or update on test_dispute for each statement
  execute function refuse_in_production();
