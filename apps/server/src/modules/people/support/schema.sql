-- Conversations of merchants and buyers with the platform.

create table talk_message (
  shop_id uuid references shop,
  seq bigint not null,
  id uuid not null,
  by_party text not null,
  author_id uuid not null,
  text text not null check (length(text) <= 2000),
  file_id uuid,
  about_kind text check (about_kind in ('order', 'deposit', 'withdrawal', 'refund')),
  about_id uuid,
  about_code text,
  at timestamptz not null,
  buyer_id uuid references buyer,
  party_id uuid not null generated always as (coalesce(shop_id, buyer_id)) stored,
  -- A message carries a payment account only from the desk, and only one that two operators confirmed.
  account_id uuid references payment_account,
  primary key (party_id, seq),
  constraint talk_message_once unique (party_id, id),
  constraint talk_message_check1 check ((about_kind is null) = (about_id is null)
    and (about_id is null) = (about_code is null)),
  constraint talk_message_of_one_party check (num_nonnulls(shop_id, buyer_id) = 1),
  constraint talk_message_by_party_check check (by_party = 'support'
    or (by_party = case when buyer_id is null then 'merchant' else 'buyer' end)),
  -- No rule can read a picture, so customer service sends none to merchants. Pictures that were sent before stay.
  constraint talk_picture_of_merchant check (by_party <> 'support' or file_id is null),
  check (text <> '' or file_id is not null or about_id is not null or account_id is not null),
  constraint talk_account_of_support check (account_id is null or (by_party = 'support' and shop_id is not null))
);
comment on table talk_message is
'Messages between the platform and a merchant or a buyer.
@owner platform
@distribution local
@personal text, file_id: merchant, buyer; conversation with customer service; three years, or until erasure
@impersonal by_party, about_code
@retention 1095 days after at
@unique-over-all-shops talk_message_once, talk_message_pkey: random ids and numbers that the server makes';
create index talk_message_age on talk_message using brin (at);
-- Support finds a conversation by the words of its messages.
create index talk_message_words on talk_message using gin (text gin_trgm_ops);
grant select, insert on talk_message to quayside_app;
create trigger talk_message_kept before delete or update on talk_message for each row
  execute function refuse_change_of_words();

-- An operator answers only while holding the lease of the conversation.
create function check_answer() returns trigger language plpgsql as $$
begin
  if not exists (
    select from talk t where t.party_id = coalesce(new.shop_id, new.buyer_id) and t.claimed_by = new.author_id and t.claimed_until >= new.at
  ) then
    raise exception 'another operator answers this conversation' using errcode = 'check_violation', constraint = 'talk_answer_claimed';
  end if;
  return new;
end $$;
create trigger talk_answer_claimed before insert on talk_message for each row when (new.by_party = 'support')
  execute function check_answer();

-- Only a payment account that two operators confirmed is sent.
create function check_sent_account() returns trigger language plpgsql as $$
begin
  if not exists (select from payment_account a where a.id = new.account_id and a.second_by is not null and a.withdrawn_at is null) then
    raise exception 'a payment account needs the confirmation of two operators' using errcode = 'check_violation', constraint = 'talk_account_confirmed';
  end if;
  return new;
end $$;
create trigger talk_account_confirmed before insert on talk_message for each row when (new.account_id is not null)
  execute function check_sent_account();

-- A guest gets a mail about the first answer since the last look.
create function mail_of_answer() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, at)
    select a.shop_id, a.order_id, 'answered', new.id::text, new.at
    from (select m.about_id from talk_message m
        where m.buyer_id = new.buyer_id and m.about_kind = 'order' order by m.seq desc limit 1) asked
      join order_access a on a.order_id = asked.about_id
    where not exists (select from talk t join talk_message m using (party_id)
      where t.buyer_id = new.buyer_id and m.by_party = 'support' and m.seq > t.merchant_read and m.seq < new.seq)
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_answer after insert on talk_message for each row
  when (new.by_party = 'support' and new.buyer_id is not null) execute function mail_of_answer();

create table talk (
  shop_id uuid references shop,
  last_seq bigint not null default 0,
  last_at timestamptz not null,
  merchant_read bigint not null default 0,
  support_read bigint not null default 0,
  waiting_since timestamptz,
  buyer_id uuid references buyer,
  -- The shop or the buyer: the id of the conversation.
  party_id uuid generated always as (coalesce(shop_id, buyer_id)) stored primary key,
  -- `awaiting-reply`: the platform answered and waits for the other party.
  state text not null default 'open' check (state in ('open', 'awaiting-reply', 'snoozed', 'done')),
  snoozed_until timestamptz,
  assigned_to uuid references operator,
  -- The operator who answers now, and until when nobody else may.
  claimed_by uuid references operator,
  claimed_until timestamptz,
  -- When each side last wrote in its field.
  merchant_typing_at timestamptz,
  support_typing_at timestamptz,
  -- The order of the queue: who waits for an answer stands first, the longest waiting on top.
  answered boolean not null generated always as (waiting_since is null) stored,
  queued_at timestamptz not null generated always as (coalesce(waiting_since, last_at)) stored,
  -- When a conversation that waits should be answered.
  answer_by timestamptz,
  constraint talk_of_one_party check (num_nonnulls(shop_id, buyer_id) = 1),
  constraint talk_snoozed check ((state = 'snoozed') = (snoozed_until is not null)),
  constraint talk_claimed check ((claimed_by is null) = (claimed_until is null))
);
comment on table talk is
'One row for each talk: its end, how far each side has read, and since when the merchant waits for an answer.
@owner platform
@distribution local
@audit conversation: id party_id, shop shop_id; state, assigned_to, snoozed_until
@unique-over-all-shops talk_pkey: random ids and numbers that the server makes';
create index talks_waiting on talk (waiting_since) where waiting_since is not null;
create unique index talk_of_shop on talk (shop_id);
create index talk_queue on talk (answered, queued_at, party_id) where state <> 'done';
create index talk_assigned on talk (assigned_to, answered, queued_at, party_id)
  where state <> 'done' and assigned_to is not null;
create index talk_latest on talk (last_at desc, party_id desc);
create index talks_to_answer on talk (answer_by, party_id) where answer_by is not null;
grant select, insert, update on talk to quayside_app;

-- Customer service answers within eight hours; nobody else sets the deadline.
create function set_answer_deadline() returns trigger language plpgsql as $$
begin
  new.answer_by := new.waiting_since + interval '8 hours';
  return new;
end $$;
create trigger talk_answer_deadline before insert or update of waiting_since, answer_by on talk for each row
  execute function set_answer_deadline();

create table talk_answer (
  shop_id uuid not null references shop,
  seq bigint not null,
  waited_seconds int not null,
  at timestamptz not null,
  primary key (shop_id, seq)
);
comment on table talk_answer is
'How long merchants waited, for the expected time that the screen tells.
@owner shop
@distribution shop_id';
create index talk_answer_at_idx on talk_answer (at);
grant select, insert on talk_answer to quayside_app;

create table talk_note (
  party_id uuid not null references talk,
  id uuid not null,
  operator_id uuid not null references operator,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null,
  primary key (party_id, id)
);
comment on table talk_note is
'Notes of operators for operators. No query of a merchant or a buyer reads this table.
@owner operator
@distribution local
@personal text: merchant, buyer; notes of the staff; until erasure';
grant select, insert on talk_note to quayside_app;
create trigger talk_note_kept before delete or update on talk_note for each row
  execute function refuse_change_of_words();

create table saved_reply (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  texts jsonb not null check (texts ? 'en'),
  -- Counts the changes. A change of an older version is refused.
  version int not null default 1,
  changed_by uuid not null references operator,
  changed_at timestamptz not null,
  used_at timestamptz,
  uses int not null default 0,
  deleted_at timestamptz
);
comment on table saved_reply is
'Saved replies: one entry with a text in each language. English always exists.
@owner operator
@distribution local
@impersonal name, texts
@audit reply: id id, code name; version, deleted_at';
create unique index saved_reply_name on saved_reply (lower(name)) where deleted_at is null;
grant select, insert, update (name, texts, version, changed_by, changed_at, used_at, uses, deleted_at)
  on saved_reply to quayside_app;
