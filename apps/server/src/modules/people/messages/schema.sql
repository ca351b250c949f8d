-- Messages to merchants, announcements, push subscriptions.

create table inbox (
  shop_id uuid primary key references shop,
  last_seq bigint not null default 0,
  -- What leaves by mail is written in the language in which the merchant last used this.
  lang text not null default 'en'
);
comment on table inbox is
'One row for each shop that was told something: its messages get their places one after the other.
@owner shop
@distribution shop_id
@impersonal lang';
grant select, insert, update on inbox to quayside_app;

create table announcement (
  id uuid primary key,
  -- By language: title and text.
  texts jsonb not null check (texts ? 'en'),
  made_by uuid not null references operator,
  at timestamptz not null,
  -- Empty: every language, country or state of a shop.
  languages text[] not null default '{}',
  countries text[] not null default '{}',
  shop_states text[] not null default '{}' check (shop_states <@ array['open', 'closed', 'unverified']),
  state text not null default 'to-confirm' check (state in ('to-confirm', 'scheduled', 'sending', 'sent',
    'cancelled')),
  send_at timestamptz not null,
  -- Shops of the audience, counted when it was made or confirmed, and again when the sending begins.
  recipients int not null default 0 check (recipients >= 0),
  confirmed_by uuid references operator,
  confirmed_at timestamptz,
  cancelled_by uuid references operator,
  cancelled_at timestamptz,
  sent_at timestamptz,
  -- The deadline of the second person.
  confirm_by timestamptz not null,
  constraint announcement_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint announcement_cancelled check ((state = 'cancelled') = (cancelled_by is not null)
    and (cancelled_by is null) = (cancelled_at is null)),
  constraint announcement_sent check ((state = 'sent') = (sent_at is not null)),
  -- The number stands in the contract: `maxRecipientsAlone`.
  constraint announcement_second_person check (state not in ('scheduled', 'sending', 'sent') or recipients <= 100
    or confirmed_by is not null)
);
comment on table announcement is
'Announcements to shops, with their audience and their sending.
@owner platform
@distribution reference
@impersonal texts, languages, countries, shop_states
@audit announcement: id id; state, recipients, send_at, made_by, confirmed_by, cancelled_by';
create index announcement_at_id_idx on announcement (at desc, id desc);
create index announcements_due on announcement (send_at) where state = 'scheduled';
create index announcements_to_confirm on announcement (confirm_by, id) where state = 'to-confirm';
grant select, insert, update (state, send_at, recipients, confirmed_by, confirmed_at, cancelled_by, cancelled_at,
  sent_at) on announcement to quayside_app;
create trigger announcement_signers after insert or update of confirmed_by on announcement for each row
  execute function check_signers('made_by', 'confirmed_by');

-- An announcement that was sent or cancelled stays as it is.
create function check_announcement() returns trigger language plpgsql as $$
begin
  if old.state in ('sent', 'cancelled') and new.state <> old.state then
    raise exception 'an announcement that was sent or cancelled stays as it is' using errcode = 'restrict_violation';
  end if;
  if old.confirmed_by is not null and new.confirmed_by is distinct from old.confirmed_by then
    raise exception 'an announcement is confirmed once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger announcement_steps before update on announcement for each row execute function check_announcement();

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
  constraint message_check1 check ((kind = 'announcement') = (announcement_id is not null))
);
comment on table message is
'Messages to a shop.
@owner shop
@distribution shop_id
@personal values: merchant; messages to the merchant
@impersonal kind, type, cause_kind
@retention 730 days after at, unless exists (select from message_event e where e.shop_id = r.shop_id and e.message_id =
  r.id)';
create index messages_of_type on message (shop_id, type, seq desc);
create index messages_unread on message (shop_id, seq desc) where read_at is null;
create unique index announced_once on message (announcement_id, shop_id) where announcement_id is not null;
create index message_age on message using brin (at);
grant select, insert, update (n, told_n, values, read_at) on message to quayside_app;

-- No shop gets the message of an announcement that is not being sent.
create function check_announced() returns trigger language plpgsql as $$
begin
  if not exists (select from announcement a where a.id = new.announcement_id and a.state = 'sending') then
    raise exception 'the announcement is not being sent' using errcode = 'check_violation', constraint = 'announcement_sending';
  end if;
  return new;
end $$;
create trigger announcement_sending before insert on message for each row when (new.announcement_id is not null)
  execute function check_announced();

create table message_event (
  shop_id uuid not null,
  event_id bigint not null,
  message_id uuid not null,
  cause_ids uuid[] not null,
  primary key (shop_id, event_id),
  foreign key (shop_id, message_id) references message
);
comment on table message_event is
'Which event became part of which message, so that an event that comes twice tells nothing twice.
@owner shop
@distribution shop_id
@retention 730 days after message.at';
create index message_event_shop_id_message_id_idx on message_event (shop_id, message_id);
grant select, insert on message_event to quayside_app;

create table message_choice (
  shop_id uuid not null references shop,
  type text not null,
  channel text not null check (channel in ('email', 'push')),
  wanted boolean not null,
  primary key (shop_id, type, channel)
);
comment on table message_choice is
'Which kinds of message a merchant gets by which way.
@owner shop
@distribution shop_id
@impersonal type';
grant select, insert, update on message_choice to quayside_app;

create table message_telling (
  shop_id uuid not null references shop,
  type text not null,
  told_at timestamptz,
  due_at timestamptz,
  primary key (shop_id, type)
);
comment on table message_telling is
'When each type of message was last told outside the app, and when it is due again: a rush is told once and then in
sums.
@owner shop
@distribution shop_id
@impersonal type';
create index message_tellings_due on message_telling (due_at) where due_at is not null;
grant select, insert, update on message_telling to quayside_app;

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
comment on table push_subscription is
'Devices that hear of messages while the app is closed, each as long as its session.
@owner shop
@distribution shop_id
@personal token_hash, endpoint, p256dh, auth: merchant; notifications on a device; with the session
@impersonal lang
@unique-over-all-shops push_endpoint: log-ins, devices and secrets of people';
create index push_subscription_token_hash_idx on push_subscription (token_hash);
grant select, insert, update, delete on push_subscription to quayside_app;

-- The audience, at an instant: shops that existed, with the language in which the merchant last used the app.
create function announcement_audience(languages text[], countries text[], shop_states text[],
  at timestamptz) returns table (shop_id uuid, language text)
language sql stable as $$
  select s.id, coalesce(i.lang, 'en') from shop s left join inbox i on i.shop_id = s.id
  where s.created_at <= at
    and (cardinality(languages) = 0 or coalesce(i.lang, 'en') = any (languages))
    and (cardinality(countries) = 0 or s.country = any (countries))
    and (cardinality(shop_states) = 0
      or case when s.verified_at is null then 'unverified' when s.closed_at is not null then 'closed' else 'open' end = any (shop_states))
$$;
