-- Conversations of a buyer with the shop about an order.

create table order_talk (
  shop_id uuid not null,
  order_id uuid not null,
  buyer_id uuid not null references buyer,
  -- As on the order, for the audit and the lists.
  order_code text not null,
  last_seq bigint not null default 0,
  last_at timestamptz not null,
  buyer_read bigint not null default 0,
  merchant_read bigint not null default 0,
  -- Since when the buyer waits for an answer.
  waiting_since timestamptz,
  -- The last message that names a link, a contact or an account outside the platform.
  flagged_seq bigint not null default 0,
  -- Up to where an operator has read, and when. The merchant sees when.
  support_read bigint not null default 0,
  support_read_at timestamptz,
  -- The operator who answers in the place of the shop, which then cannot write.
  taken_by uuid references operator,
  taken_at timestamptz,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders,
  check ((taken_by is null) = (taken_at is null))
);
comment on table order_talk is
'A conversation of a buyer and a shop about an order.
@owner shop
@distribution shop_id
@impersonal order_code
@audit order-talk: id order_id, shop shop_id, code order_code; taken_by, taken_at';
create index order_talk_latest on order_talk (shop_id, last_at desc, order_id desc);
create index order_talk_of_all on order_talk (last_at desc, order_id desc);
grant select, insert, update (last_seq, last_at, buyer_read, merchant_read, waiting_since, flagged_seq, support_read,
  support_read_at, taken_by, taken_at) on order_talk to quayside_app;

create table order_talk_message (
  shop_id uuid not null,
  order_id uuid not null,
  seq bigint not null,
  -- Made by the page or the screen, so that a repeated call stores the message once.
  id uuid not null,
  by_party text not null check (by_party in ('buyer', 'merchant', 'support')),
  author_id uuid not null,
  -- The language in which the author used the page or the app.
  language text not null check (length(language) between 2 and 10),
  text text not null check (text <> '' and length(text) <= 1000),
  flagged boolean not null default false,
  at timestamptz not null,
  primary key (shop_id, order_id, seq),
  constraint order_talk_message_once unique (shop_id, order_id, id),
  foreign key (shop_id, order_id) references order_talk
);
comment on table order_talk_message is
'The messages of a conversation of a buyer and a shop.
@owner shop
@distribution shop_id
@personal text, language: buyer, merchant; conversation of a buyer with a shop about an order; three years, blanked
  at erasure of the buyer, the merchant’s words at the merchant’s
@retention 1095 days after at';
create index order_talk_message_age on order_talk_message using brin (at);
grant select, insert on order_talk_message to quayside_app;
create trigger order_talk_message_kept before delete or update on order_talk_message for each row
  execute function refuse_change_of_words();

-- Who may write now. The server says so before with a sentence; this holds without it.
create function check_order_talk_message() returns trigger language plpgsql as $$
declare
  o record;
  t order_talk;
begin
  select p.buyer_id, p.paid_at, coalesce(p.completed_at, p.cancelled_at) as ended_at into o
    from orders p where p.shop_id = new.shop_id and p.id = new.order_id;
  select * into t from order_talk k where k.shop_id = new.shop_id and k.order_id = new.order_id;
  if o.paid_at is null then
    raise exception 'an order that was not paid has no conversation'
      using errcode = 'check_violation', constraint = 'order_talk_of_paid_order';
  end if;
  if new.at > o.ended_at + interval '30 days' then
    raise exception 'the conversation of an order closes 30 days after its end'
      using errcode = 'check_violation', constraint = 'order_talk_closed';
  end if;
  if t.buyer_id <> o.buyer_id or new.by_party = 'buyer' and new.author_id <> o.buyer_id then
    raise exception 'only the buyer of an order writes as its buyer'
      using errcode = 'check_violation', constraint = 'order_talk_of_buyer';
  end if;
  if new.by_party = 'merchant' and t.taken_by is not null or new.by_party = 'support' and t.taken_by is distinct from new.author_id then
    raise exception 'another side answers in this conversation'
      using errcode = 'check_violation', constraint = 'order_talk_taken';
  end if;
  return new;
end $$;
create trigger order_talk_message_allowed before insert on order_talk_message for each row
  execute function check_order_talk_message();

-- A guest gets a mail about the first answer since the last look.
create function mail_of_shop_answer() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, at)
    select a.shop_id, a.order_id, 'shop-answered', new.id::text, new.at
    from order_access a join order_talk t on t.shop_id = a.shop_id and t.order_id = a.order_id
    where a.shop_id = new.shop_id and a.order_id = new.order_id and not exists (
      select from order_talk_message m where m.shop_id = new.shop_id and m.order_id = new.order_id
        and m.by_party <> 'buyer' and m.seq > t.buyer_read and m.seq < new.seq)
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_shop_answer after insert on order_talk_message for each row when (new.by_party <> 'buyer')
  execute function mail_of_shop_answer();

-- Both sides write about the buyer: with the buyer go all words of the conversation, with the merchant the
-- merchant's.
create function erase_order_talks_of_buyer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_talk_message m set text = '—' from order_talk t
    where t.buyer_id = new.id and m.shop_id = t.shop_id and m.order_id = t.order_id and m.text <> '—';
  return null;
end $$;
create trigger buyer_erased_talks after update of erased_at on buyer for each row
  when (new.erased_at is not null and old.erased_at is null) execute function erase_order_talks_of_buyer();

-- The erasure of a merchant blanks the merchant’s words in conversations about orders.
create function erase_order_talks_of_merchant() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_talk_message m set text = '—' where m.shop_id = new.shop_id and m.by_party = 'merchant' and m.text <> '—';
  return null;
end $$;
create trigger merchant_erased_talks after update of erased_at on merchant for each row
  when (new.erased_at is not null and old.erased_at is null) execute function erase_order_talks_of_merchant();
