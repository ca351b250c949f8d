-- What happened waits to be heard, is told to the merchant as messages, and leaves by mail and push.

-- Events that no listener has heard yet. A listener takes a row away in the transaction in which it does its work, so that each event is heard
-- once, in any number of copies, whichever transaction committed first.
create table event_waiting (
  shop_id uuid not null,
  event_id bigint not null,
  -- Rests until then after an attempt that failed.
  not_before timestamptz not null default '-infinity',
  primary key (shop_id, event_id)
);
create index on event_waiting (not_before);
grant select, insert, update, delete on event_waiting to quayside_app;
create function event_waits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into event_waiting (shop_id, event_id) select shop_id, id from happened;
  return null;
end $$;
create trigger event_waits after insert on event referencing new table as happened for each statement execute function event_waits();

-- One row for each shop that was told something: its messages get their places one after the other.
create table inbox (
  shop_id uuid primary key references shop,
  last_seq bigint not null default 0,
  -- What leaves by mail is written in the language in which the merchant last used this.
  lang text not null default 'en'
);
grant select, insert, update on inbox to quayside_app;

create table announcement (
  id uuid primary key,
  -- By language: title and text.
  texts jsonb not null check (texts ? 'en'),
  made_by uuid not null references operator,
  at timestamptz not null
);
create index on announcement (at desc, id desc);
grant select, insert on announcement to quayside_app;

create table message (
  shop_id uuid not null references shop,
  id uuid not null,
  seq bigint not null,
  kind text not null,
  type text not null,
  -- How many things it tells of at once.
  n int not null default 1 check (n > 0),
  -- Of them: told outside the app.
  told_n int not null default 0,
  -- What its sentence names: texts, and amounts as on the wire.
  values jsonb not null default '{}',
  cause_kind text,
  cause_id uuid,
  announcement_id uuid references announcement,
  at timestamptz not null,
  read_at timestamptz,
  primary key (shop_id, id),
  constraint message_place unique (shop_id, seq),
  check ((cause_kind is null) = (cause_id is null)),
  check ((kind = 'announcement') = (announcement_id is not null))
);
create index messages_of_type on message (shop_id, type, seq desc);
create index messages_unread on message (shop_id, seq desc) where read_at is null;
create unique index announced_once on message (announcement_id, shop_id) where announcement_id is not null;
grant select, insert on message to quayside_app;
grant update (n, told_n, values, read_at) on message to quayside_app;

-- Which event became part of which message, so that an event that comes twice tells nothing twice.
create table message_event (
  shop_id uuid not null,
  event_id bigint not null,
  message_id uuid not null,
  cause_ids uuid[] not null,
  primary key (shop_id, event_id),
  foreign key (shop_id, message_id) references message
);
create index on message_event (shop_id, message_id);
grant select, insert on message_event to quayside_app;

create table message_choice (
  shop_id uuid not null references shop,
  type text not null,
  channel text not null check (channel in ('email', 'push')),
  wanted boolean not null,
  primary key (shop_id, type, channel)
);
grant select, insert, update on message_choice to quayside_app;

-- When each type was last told outside the app, and when it is due again: a rush is told once and then in sums.
create table message_telling (
  shop_id uuid not null references shop,
  type text not null,
  told_at timestamptz,
  due_at timestamptz,
  primary key (shop_id, type)
);
create index message_tellings_due on message_telling (due_at) where due_at is not null;
grant select, insert, update on message_telling to quayside_app;

-- Devices that hear of messages while the app is closed, each as long as its session.
create table push_subscription (
  shop_id uuid not null references shop,
  id uuid not null,
  token_hash bytea not null references session on delete cascade,
  endpoint text not null constraint push_endpoint unique,
  p256dh text not null,
  auth text not null,
  lang text not null,
  created_at timestamptz not null,
  primary key (shop_id, id)
);
create index on push_subscription (token_hash);
grant select, insert, update, delete on push_subscription to quayside_app;
