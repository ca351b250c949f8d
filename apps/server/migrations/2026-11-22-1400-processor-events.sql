-- What a card processor says is checked at the processor; what cannot be booked is kept and shown to operators.

create table unbooked_event (
  id uuid primary key,
  processor text not null check (processor in ('stripe', 'test')),
  -- The processor's id of the event, or the hash of its body when it names none.
  event_id text not null check (length(event_id) <= 255),
  type text not null check (length(type) <= 255),
  live boolean not null,
  -- What it is about; null when it does not say.
  kind text check (kind in ('checkout', 'dispute')),
  reference text check (length(reference) <= 255),
  reason text not null check (reason in ('unreadable', 'unknown-payment', 'not-at-processor', 'wrong-mode', 'currency', 'amount')),
  state text not null default 'open' check (state in ('open', 'booked', 'closed')),
  received_at timestamptz not null,
  attempts int not null default 0 check (attempts >= 0),
  -- When it is tried again without being asked; null for what only people can settle.
  next_attempt_at timestamptz,
  closed_by uuid references operator,
  note text,
  ended_at timestamptz,
  constraint unbooked_event_once unique (processor, event_id),
  constraint unbooked_event_ended check ((state = 'open') = (ended_at is null)),
  constraint unbooked_event_closed check ((state = 'closed') = (closed_by is not null and note is not null)),
  constraint unbooked_event_about check ((kind is null) = (reference is null))
);
create index unbooked_events_due on unbooked_event (next_attempt_at) where state = 'open' and next_attempt_at is not null;
create index unbooked_events_at_work on unbooked_event (state, received_at);
grant select, insert on unbooked_event to quayside_app;
grant update (reason, state, attempts, next_attempt_at, closed_by, note, ended_at) on unbooked_event to quayside_app;

alter table card_dispute
  -- What the card's bank asks for. `amount` is what of it was set aside; the difference is more than the payment had left.
  add column asked bigint,
  -- When the processor was asked for the state that stands here.
  add column as_of timestamptz,
  -- Rises when a decided dispute is decided otherwise.
  add column round int not null default 1 check (round > 0),
  drop constraint card_dispute_amount_check;
update card_dispute set asked = amount, as_of = coalesce(closed_at, opened_at);
alter table card_dispute
  alter column asked set not null,
  alter column as_of set not null,
  add constraint card_dispute_asked check (asked > 0),
  add constraint card_dispute_fits check (amount between 0 and asked);
create index card_disputes_at_work on card_dispute (state, evidence_by);
grant update (evidence_by, as_of, round, amount, owed) on card_dispute to quayside_app;

alter table test_dispute add column evidence_by timestamptz;
