-- Events of payment processors that no payment explains, and returned money.

create table unbooked_event (
  id uuid primary key,
  processor text not null check (processor in ('stripe', 'test')),
  -- The processor's id of the event, or the hash of its body when it names none.
  event_id text not null check (length(event_id) <= 255),
  type text not null check (length(type) <= 255),
  live boolean not null,
  -- What it is about; null when it does not say.
  kind text check (kind in ('checkout', 'dispute', 'refund')),
  reference text check (length(reference) <= 255),
  reason text not null check (reason in ('unreadable', 'unknown-payment', 'not-at-processor', 'wrong-mode',
    'currency', 'amount')),
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
comment on table unbooked_event is
'Events of processors that nothing in the books explains.
@owner platform
@distribution local
@impersonal event_id, type, reference, note';
create index unbooked_events_due on unbooked_event (next_attempt_at)
  where state = 'open' and next_attempt_at is not null;
create index unbooked_events_at_work on unbooked_event (state, received_at);
create index unbooked_event_by_due
  on unbooked_event ((((received_at at time zone 'UTC') + interval '24 hours') at time zone 'UTC'), id)
  where state = 'open';
grant select, insert, update (reason, state, attempts, next_attempt_at, closed_by, note, ended_at)
  on unbooked_event to quayside_app;

create table pix_credit (
  shop_id uuid not null,
  payment_id uuid not null,
  bank_line_id uuid not null references bank_line,
  seen_at timestamptz not null,
  primary key (shop_id, payment_id, bank_line_id),
  foreign key (shop_id, payment_id) references payment
);
comment on table pix_credit is
'The credits whose reference names a PIX payment, whatever their amount. The order’s page tells the buyer of them.
@owner shop
@distribution shop_id';
grant select, insert on pix_credit to quayside_app;
create trigger pix_credit_kept before delete or update on pix_credit for each row execute function refuse_change();
