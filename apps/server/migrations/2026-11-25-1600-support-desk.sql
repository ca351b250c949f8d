-- The support desk: conversations with buyers too, with a state, an assignee, the lease of the operator who answers,
-- and internal notes.

alter table talk
  add column buyer_id uuid references buyer,
  -- The shop or the buyer: the id of the conversation.
  add column party_id uuid generated always as (coalesce(shop_id, buyer_id)) stored not null,
  -- `awaiting-reply`: the platform answered and waits for the other party.
  add column state text not null default 'open' check (state in ('open', 'awaiting-reply', 'snoozed', 'done')),
  add column snoozed_until timestamptz,
  add column assigned_to uuid references operator,
  -- The operator who answers now, and until when nobody else may.
  add column claimed_by uuid references operator,
  add column claimed_until timestamptz,
  -- When each side last wrote in its field.
  add column merchant_typing_at timestamptz,
  add column support_typing_at timestamptz,
  -- The order of the queue: who waits for an answer stands first, the longest waiting on top.
  add column answered boolean generated always as (waiting_since is null) stored not null,
  add column queued_at timestamptz generated always as (coalesce(waiting_since, last_at)) stored not null,
  add constraint talk_of_one_party check (num_nonnulls(shop_id, buyer_id) = 1),
  add constraint talk_snoozed check ((state = 'snoozed') = (snoozed_until is not null)),
  add constraint talk_claimed check ((claimed_by is null) = (claimed_until is null));
alter table talk drop constraint talk_pkey;
alter table talk alter column shop_id drop not null;
alter table talk add primary key (party_id);
create unique index talk_of_shop on talk (shop_id);
update talk set state = 'awaiting-reply' where waiting_since is null;
create index talk_queue on talk (answered, queued_at, party_id) where state <> 'done';
create index talk_assigned on talk (assigned_to, answered, queued_at, party_id) where state <> 'done' and assigned_to is not null;
create index talk_latest on talk (last_at desc, party_id desc);
drop index talks_by_time;

alter table talk_message
  add column buyer_id uuid references buyer,
  add column party_id uuid generated always as (coalesce(shop_id, buyer_id)) stored not null,
  add constraint talk_message_of_one_party check (num_nonnulls(shop_id, buyer_id) = 1),
  drop constraint talk_message_by_party_check,
  add constraint talk_message_by_party_check
    check (by_party = 'support' or by_party = case when buyer_id is null then 'merchant' else 'buyer' end);
alter table talk_message drop constraint talk_message_pkey;
alter table talk_message alter column shop_id drop not null;
alter table talk_message add primary key (party_id, seq);
alter table talk_message drop constraint talk_message_shop_id_id_key;
alter table talk_message add constraint talk_message_once unique (party_id, id);
alter table talk_message drop constraint talk_picture_of_merchant;
alter table talk_message add constraint talk_picture_of_merchant check (by_party <> 'support' or file_id is null) not valid;

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
create trigger talk_answer_claimed before insert on talk_message for each row when (new.by_party = 'support') execute function check_answer();

-- Notes of operators for operators. No query of a merchant or a buyer reads this table.
create table talk_note (
  party_id uuid not null references talk,
  id uuid not null,
  operator_id uuid not null references operator,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null,
  primary key (party_id, id)
);
grant select, insert on talk_note to quayside_app;
create trigger talk_note_kept before update or delete on talk_note for each row execute function refuse_change();

-- Saved replies: one entry with a text in each language. English always exists.
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
create unique index saved_reply_name on saved_reply (lower(name)) where deleted_at is null;
grant select, insert on saved_reply to quayside_app;
grant update (name, texts, version, changed_by, changed_at, used_at, uses, deleted_at) on saved_reply to quayside_app;

-- Accounts of the platform that an operator may send to a merchant as a card. The content comes from the settings;
-- two operators confirm it. Content is never changed: other content is another row.
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
  constraint payment_account_withdrawn check ((withdrawn_by is null) = (withdrawn_at is null) and (withdrawn_by is null) = (withdrawn_reason is null))
);
create unique index payment_account_open on payment_account (digest) where withdrawn_at is null;
grant select, insert on payment_account to quayside_app;
grant update (second_by, second_at, withdrawn_by, withdrawn_at, withdrawn_reason) on payment_account to quayside_app;
create trigger payment_account_signers after insert or update of first_by, second_by on payment_account
  for each row execute function check_signers('first_by@first_at', 'second_by@second_at');
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
create trigger payment_account_once before update on payment_account for each row execute function check_payment_account();

-- A message carries a payment account only from the desk, and only one that two operators confirmed.
alter table talk_message add column account_id uuid references payment_account;
alter table talk_message drop constraint talk_message_check;
alter table talk_message add constraint talk_message_check check (text <> '' or file_id is not null or about_id is not null or account_id is not null);
alter table talk_message add constraint talk_account_of_support check (account_id is null or (by_party = 'support' and shop_id is not null));
create function check_sent_account() returns trigger language plpgsql as $$
begin
  if not exists (select from payment_account a where a.id = new.account_id and a.second_by is not null and a.withdrawn_at is null) then
    raise exception 'a payment account needs the confirmation of two operators' using errcode = 'check_violation', constraint = 'talk_account_confirmed';
  end if;
  return new;
end $$;
create trigger talk_account_confirmed before insert on talk_message for each row when (new.account_id is not null) execute function check_sent_account();

insert into audit_subject values
  ('conversation', 'talk', 'party_id', 'shop_id', null, array['state', 'assigned_to', 'snoozed_until']),
  ('reply', 'saved_reply', 'id', null, 'name', array['version', 'deleted_at']),
  ('payment-account', 'payment_account', 'id', null, 'network', array['first_by', 'second_by', 'withdrawn_by', 'withdrawn_reason']);
