-- Mails to buyers about an order: each kind once for each cause.

create table order_mail (
  shop_id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('placed', 'paid', 'shipped', 'received', 'cancelled', 'refunded', 'answered',
    'shop-answered', 'refund-objected', 'refund-declined')),
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
comment on table order_mail is
'Mails to the buyer of an order. Triggers write a row in the transaction of what happened, so none is forgotten and
none is written twice; a loop of the worker turns each row into one message of the outbox.
@owner shop
@distribution shop_id
@impersonal cause';
create index order_mail_waiting on order_mail (at) where written_at is null;
grant select, insert, update (written_at) on order_mail to quayside_app;
