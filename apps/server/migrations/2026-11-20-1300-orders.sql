-- Orders, their payments and refunds to buyers.

create table orders (
  shop_id uuid not null references shop,
  id uuid not null,
  code text not null unique,
  buyer_id uuid not null references buyer,
  buyer_name text not null,
  status smallint not null check (status between 1 and 7),
  title text not null,
  picture text,
  quantity int not null check (quantity > 0),
  total_cost bigint not null check (total_cost > 0),
  total_payment bigint not null check (total_payment > 0),
  commission bigint not null check (commission >= 0 and commission <= total_payment),
  total_earnings bigint generated always as (total_payment - commission) stored,
  profit bigint generated always as (total_payment - commission - total_cost) stored,
  address jsonb not null,
  request_hash bytea not null,
  placed_at timestamptz not null,
  pay_until timestamptz not null,
  paid_at timestamptz,
  funding_transfer_id uuid references ledger.transfer,
  pickup_until timestamptz,
  picked_up_at timestamptz,
  funding text check (funding in ('escrow', 'balance')),
  shipped_at timestamptz,
  carrier text,
  tracking_number text,
  received_at timestamptz,
  settles_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason in ('buyer', 'merchant', 'unpaid', 'not-picked-up', 'cannot-supply')),
  primary key (shop_id, id),
  constraint order_earns check (total_payment - commission - total_cost >= 0),
  -- No order goes beyond "waiting for payment" without the buyer's money in the books.
  constraint order_funded check (status in (1, 7) or funding_transfer_id is not null),
  constraint order_picked_up check (status not in (2, 3, 4, 6) or (picked_up_at is not null and funding is not null)),
  constraint order_cancelled check ((status = 7) = (cancelled_at is not null and cancel_reason is not null))
);
create index orders_by_status on orders (shop_id, status, placed_at desc, id desc);
create index orders_by_time on orders (shop_id, placed_at desc, id desc);
create index orders_by_buyer on orders (buyer_id, placed_at desc);
create index orders_worklist on orders (status, placed_at) where status in (1, 2, 3, 4, 5);
grant select, insert on orders to quayside_app;
-- What was agreed when the order was placed can never change: the server may only move it on.
grant update (status, paid_at, funding_transfer_id, pickup_until, picked_up_at, funding, shipped_at, carrier, tracking_number,
  received_at, settles_at, completed_at, cancelled_at, cancel_reason) on orders to quayside_app;

create table order_line (
  shop_id uuid not null,
  order_id uuid not null,
  line smallint not null,
  listing_id uuid not null,
  product_id uuid not null references product,
  name text not null,
  picture text,
  quantity int not null check (quantity > 0),
  selling_price bigint not null check (selling_price > 0),
  purchase_price bigint not null check (purchase_price > 0),
  primary key (shop_id, order_id, line),
  foreign key (shop_id, order_id) references orders
);
create index on order_line (product_id);
grant select, insert on order_line to quayside_app;

create table order_event (
  shop_id uuid not null,
  order_id uuid not null,
  id bigint generated always as identity,
  kind text not null,
  status smallint,
  source text not null,
  note text,
  at timestamptz not null,
  primary key (shop_id, order_id, id),
  foreign key (shop_id, order_id) references orders
);
grant select, insert on order_event to quayside_app;
create trigger order_event_kept before update or delete on order_event for each row execute function refuse_change();

create table payment (
  shop_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  processor text not null check (processor in ('stripe', 'test')),
  reference text not null,
  checkout_url text not null,
  amount bigint not null check (amount > 0),
  captured_at timestamptz,
  capture_reference text,
  created_at timestamptz not null,
  primary key (shop_id, id),
  unique (processor, reference),
  foreign key (shop_id, order_id) references orders
);
create index on payment (shop_id, order_id);
grant select, insert, update on payment to quayside_app;

-- Every webhook event once, however often it is sent.
create table processor_event (
  processor text not null,
  event_id text not null,
  received_at timestamptz not null,
  primary key (processor, event_id)
);
grant select, insert on processor_event to quayside_app;

-- What is owed back to a buyer; sent by a job, with the row's id as the processor's idempotency key.
create table buyer_refund (
  shop_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  amount bigint not null check (amount > 0),
  cause text not null,
  state text not null default 'due' check (state in ('due', 'sent', 'failed')),
  reference text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (shop_id, id),
  unique (shop_id, payment_id),
  foreign key (shop_id, order_id) references orders,
  foreign key (shop_id, payment_id) references payment
);
create index on buyer_refund (shop_id, order_id);
create index on buyer_refund (created_at) where state = 'due';
grant select, insert, update on buyer_refund to quayside_app;

create table pickup_plan (
  shop_id uuid not null references shop,
  id uuid not null,
  order_ids uuid[] not null,
  total_cost bigint not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (shop_id, id)
);
create index on pickup_plan (expires_at);
grant select, insert, delete on pickup_plan to quayside_app;

create table review (
  shop_id uuid not null,
  order_id uuid not null,
  buyer_id uuid not null references buyer,
  rating smallint not null check (rating between 1 and 5),
  text text not null,
  at timestamptz not null,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders
);
grant select, insert on review to quayside_app;

-- "Awaiting pickup" is a claim about money, so the database looks at the money: the order's escrow must hold the whole payment.
create function check_escrow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from after_rows o left join ledger.account a on a.owner = o.id and a.kind = 'L.O.escrow'
    where o.status = 5 and coalesce(a.credits - a.debits, 0) <> o.total_payment
  ) then
    raise exception 'an order cannot await pick-up without the buyer''s payment in escrow'
      using errcode = 'check_violation', constraint = 'order_escrow';
  end if;
  return null;
end $$;
create trigger order_escrow_new after insert on orders referencing new table as after_rows
  for each statement execute function check_escrow();
create trigger order_escrow_moved after update on orders referencing new table as after_rows
  for each statement execute function check_escrow();

-- The test processor's own memory: what a real one would keep on its side. Empty outside demo mode and tests.
create table test_checkout (
  reference text primary key,
  payment_id uuid not null unique,
  description text not null,
  amount bigint not null,
  paid_at timestamptz,
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= amount),
  created_at timestamptz not null
);
create table test_refund (
  id uuid primary key,
  reference text not null references test_checkout,
  amount bigint not null check (amount > 0)
);
grant select, insert, update on test_checkout to quayside_app;
grant select, insert on test_refund to quayside_app;
