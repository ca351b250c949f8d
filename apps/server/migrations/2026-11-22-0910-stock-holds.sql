-- Stock that unpaid orders hold: for a short time, and so little of it for one buyer, one network address and one shop that nobody can take the goods
-- of all shops off sale without paying.

-- One row for each unpaid order whose goods are reserved. It ends by payment, by cancelling, or by its time; then the goods are sold or released.
-- Orders that were placed before this migration have none and end as they would have.
create table stock_hold (
  shop_id uuid not null,
  order_id uuid not null,
  buyer_id uuid not null references buyer,
  -- A keyed hash of the network that the buyer called from.
  network bytea not null check (length(network) = 16),
  pieces int not null check (pieces > 0),
  until timestamptz not null,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders
);
create index on stock_hold (until);
grant select, insert, delete on stock_hold to quayside_app;
grant update (until) on stock_hold to quayside_app;

-- How many orders and pieces each buyer, network and shop has on hold. Kept by the trigger below: its row lock makes concurrent orders wait for each
-- other, and the constraints refuse what is too much. apps/server/src/modules/orders/order.ts names the same limits.
create table stock_hold_count (
  kind text not null check (kind in ('buyer', 'network', 'shop')),
  id bytea not null,
  orders int not null check (orders >= 0),
  pieces int not null check (pieces >= 0),
  primary key (kind, id),
  constraint hold_of_buyer check (kind <> 'buyer' or (orders <= 5 and pieces <= 200)),
  constraint hold_of_network check (kind <> 'network' or (orders <= 20 and pieces <= 400)),
  constraint hold_of_shop check (kind <> 'shop' or (orders <= 300 and pieces <= 3000))
);
grant select on stock_hold_count to quayside_app;

create function count_stock_hold() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held stock_hold := case tg_op when 'INSERT' then new else old end;
  change int := case tg_op when 'INSERT' then 1 else -1 end;
  subject record;
begin
  -- In the same order everywhere, so that two orders wait for each other and never in a circle.
  for subject in
    select v.kind, v.id from (values ('buyer', uuid_send(held.buyer_id)), ('network', held.network), ('shop', uuid_send(held.shop_id))) v (kind, id)
    order by v.kind
  loop
    if change > 0 then
      insert into stock_hold_count as c (kind, id, orders, pieces) values (subject.kind, subject.id, 1, held.pieces)
      on conflict (kind, id) do update set orders = c.orders + 1, pieces = c.pieces + excluded.pieces;
    else
      update stock_hold_count c set orders = c.orders - 1, pieces = c.pieces - held.pieces where c.kind = subject.kind and c.id = subject.id;
      delete from stock_hold_count c where c.kind = subject.kind and c.id = subject.id and c.orders = 0;
    end if;
  end loop;
  return null;
end $$;
create trigger stock_hold_counted after insert or delete on stock_hold for each row execute function count_stock_hold();

-- No card payment is larger than the processor takes, so that an order above it could never be paid. Rows that exist stay as they are.
create function check_order_total() returns trigger language plpgsql as $$
begin
  raise exception 'an order of % cents cannot be paid by card', new.total_payment using errcode = 'check_violation', constraint = 'order_total';
end $$;
create trigger order_total before insert on orders for each row when (new.total_payment > 99999999) execute function check_order_total();
