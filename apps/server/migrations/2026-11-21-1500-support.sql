-- The talk between each merchant and customer service.

create table talk_message (
  shop_id uuid not null references shop,
  seq bigint not null,
  id uuid not null,
  by_party text not null check (by_party in ('merchant', 'support')),
  author_id uuid not null,
  text text not null check (length(text) <= 2000),
  file_id uuid,
  about_kind text check (about_kind in ('order', 'deposit', 'withdrawal', 'refund')),
  about_id uuid,
  about_code text,
  at timestamptz not null,
  primary key (shop_id, seq),
  unique (shop_id, id),
  check (text <> '' or file_id is not null or about_id is not null),
  check ((about_kind is null) = (about_id is null) and (about_id is null) = (about_code is null))
);
grant select, insert on talk_message to quayside_app;
create trigger talk_message_kept before update or delete on talk_message for each row execute function refuse_change();

-- One row for each talk: its end, how far each side has read, and since when the merchant waits for an answer.
create table talk (
  shop_id uuid primary key references shop,
  last_seq bigint not null default 0,
  last_at timestamptz not null,
  merchant_read bigint not null default 0,
  support_read bigint not null default 0,
  waiting_since timestamptz
);
create index talks_waiting on talk (waiting_since) where waiting_since is not null;
create index talks_by_time on talk (last_at desc);
grant select, insert, update on talk to quayside_app;

-- How long merchants waited, for the expected time that the screen tells.
create table talk_answer (
  shop_id uuid not null references shop,
  seq bigint not null,
  waited_seconds int not null,
  at timestamptz not null,
  primary key (shop_id, seq)
);
create index on talk_answer (at);
grant select, insert on talk_answer to quayside_app;
