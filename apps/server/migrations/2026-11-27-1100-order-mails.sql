-- Mails to the buyer of an order. Triggers write a row in the transaction of what happened, so none is forgotten and
-- none is written twice; a loop of the worker turns each row into one message of the outbox.
create table order_mail (
  shop_id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('placed', 'paid', 'shipped', 'received', 'cancelled', 'refunded')),
  -- What happened: the order itself, the event or the refund, as text.
  cause text not null,
  -- Of a refund, in cents.
  amount bigint check (amount > 0),
  at timestamptz not null,
  -- The message is in the outbox since then, or nobody could send it.
  written_at timestamptz,
  primary key (shop_id, order_id, kind, cause),
  foreign key (shop_id, order_id) references orders,
  constraint order_mail_amount check ((kind = 'refunded') = (amount is not null))
);
create index order_mail_waiting on order_mail (at) where written_at is null;
grant select, insert on order_mail to quayside_app;
grant update (written_at) on order_mail to quayside_app;

create function mail_of_access() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, at) values (new.shop_id, new.order_id, 'placed', new.order_id::text, new.created_at)
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_access after insert on order_access for each row execute function mail_of_access();

create function mail_of_event() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, at)
    select a.shop_id, a.order_id, k.kind, new.id::text, new.at
    from order_access a, (values ('order.paid', 'paid'), ('order.shipped', 'shipped'), ('order.received', 'received'), ('order.cancelled', 'cancelled')) k (event, kind)
    where a.shop_id = new.shop_id and a.order_id = new.order_id and k.event = new.kind
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_event after insert on order_event for each row
  when (new.kind in ('order.paid', 'order.shipped', 'order.received', 'order.cancelled')) execute function mail_of_event();

create function mail_of_refund() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, amount, at)
    select a.shop_id, a.order_id, 'refunded', new.id::text, new.amount, coalesce(new.sent_at, now())
    from order_access a where a.shop_id = new.shop_id and a.order_id = new.order_id
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_refund after update of state on buyer_refund for each row
  when (new.state = 'sent' and old.state <> 'sent') execute function mail_of_refund();

-- The outbox has mail to buyers too. Each message is for one of the three.
alter table outbox
  add column to_buyer boolean not null default false,
  drop constraint outbox_for_whom,
  add constraint outbox_for_whom check ((merchant_id is not null)::int + to_operators::int + to_buyer::int = 1);

-- A lost link: the orders of an address, newest first.
create index order_access_by_email on order_access (email, created_at desc);
