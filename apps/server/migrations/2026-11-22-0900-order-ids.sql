-- Ids of orders and payments are the server's and unique over all shops. What a buyer's device sends is an idempotency key of that buyer.

-- Until now the buyer's device chose the order's id, unique within a shop only. Where two shops have orders of one id, the order that the books know
-- keeps it and the others get ids of their own. Money of two shops under one id is for people to sort out: the migration ends with their ids.
create temporary table renamed on commit drop as
  select o.shop_id, o.id as old_id, uuidv7() as new_id, o.placed_at
  from orders o
  where exists (select from orders x where x.id = o.id and x.shop_id <> o.shop_id)
    and not exists (select from ledger.transfer t where t.shop_id = o.shop_id and t.ref = o.id)
    -- One of those that the books do not know may keep the id when no other order of that id is in the books.
    and (exists (select from ledger.transfer t where t.ref = o.id)
      or o.shop_id > (select min(x.shop_id::text)::uuid from orders x where x.id = o.id));

do $$
declare ids text;
begin
  select string_agg(distinct o.id::text, ', ') into ids from orders o
  where exists (select from orders x where x.id = o.id and x.shop_id <> o.shop_id
      and not exists (select from renamed r where r.shop_id = x.shop_id and r.old_id = x.id))
    and not exists (select from renamed r where r.shop_id = o.shop_id and r.old_id = o.id);
  if ids is not null then
    raise exception 'orders of several shops share an id and have postings: %', ids
      using hint = 'Decide with the ledger which order each posting belongs to before migrating.';
  end if;
end $$;

alter table orders add column client_id text;
comment on column orders.client_id is 'Idempotency-Key under which the buyer''s device placed the order';
alter table orders disable trigger user;
alter table order_event disable trigger user;
alter table stock_movement disable trigger user;
alter table refund_order disable trigger user;

alter table order_line alter constraint order_line_shop_id_order_id_fkey deferrable;
alter table order_event alter constraint order_event_shop_id_order_id_fkey deferrable;
alter table payment alter constraint payment_shop_id_order_id_fkey deferrable;
alter table buyer_refund alter constraint buyer_refund_shop_id_order_id_fkey deferrable;
alter table review alter constraint review_shop_id_order_id_fkey deferrable;
alter table refund_order alter constraint refund_order_shop_id_order_id_fkey deferrable;
set constraints all deferred;
-- A movement of stock did not say which shop it was of: a reservation was made at the instant of its order.
update stock_movement m set order_id = r.new_id from renamed r
  where m.order_id = r.old_id and m.at = r.placed_at
    and not exists (select from orders o where o.id = r.old_id and o.shop_id <> r.shop_id and o.placed_at = r.placed_at);
update stock_movement m set order_id = r.new_id from renamed r join orders o on o.shop_id = r.shop_id and o.id = r.old_id
  where m.order_id = r.old_id and m.at = o.cancelled_at
    and exists (select from stock_movement n where n.order_id = r.new_id and n.product_id = m.product_id and n.pieces = -m.pieces);
update orders o set id = r.new_id from renamed r where o.shop_id = r.shop_id and o.id = r.old_id;
update order_line l set order_id = r.new_id from renamed r where l.shop_id = r.shop_id and l.order_id = r.old_id;
update order_event e set order_id = r.new_id from renamed r where e.shop_id = r.shop_id and e.order_id = r.old_id;
update payment p set order_id = r.new_id from renamed r where p.shop_id = r.shop_id and p.order_id = r.old_id;
update buyer_refund b set order_id = r.new_id from renamed r where b.shop_id = r.shop_id and b.order_id = r.old_id;
update review v set order_id = r.new_id from renamed r where v.shop_id = r.shop_id and v.order_id = r.old_id;
update refund_order f set order_id = r.new_id from renamed r where f.shop_id = r.shop_id and f.order_id = r.old_id;
set constraints all immediate;
-- The device's id is no key any more; a buyer who used one in two shops keeps both orders.
update orders set client_id = id::text;
alter table order_line alter constraint order_line_shop_id_order_id_fkey not deferrable;
alter table order_event alter constraint order_event_shop_id_order_id_fkey not deferrable;
alter table payment alter constraint payment_shop_id_order_id_fkey not deferrable;
alter table buyer_refund alter constraint buyer_refund_shop_id_order_id_fkey not deferrable;
alter table review alter constraint review_shop_id_order_id_fkey not deferrable;
alter table refund_order alter constraint refund_order_shop_id_order_id_fkey not deferrable;

alter table orders
  alter column client_id set not null,
  -- The key's own record keeps what was asked under it.
  alter column request_hash drop not null,
  add constraint order_id_once unique (id),
  add constraint order_client_once unique (buyer_id, client_id),
  add constraint order_client_length check (length(client_id) between 1 and 255);

-- The processor knows a payment by the payment's own id: an order that needs a second payment gets a second checkout.
-- The row is there before the processor is asked, so that asking again after a crash opens the same checkout.
alter table payment
  alter column reference drop not null,
  alter column checkout_url drop not null,
  add constraint payment_id_once unique (id),
  add constraint payment_opened check ((reference is null) = (checkout_url is null)),
  add constraint payment_captured check (captured_at is null or reference is not null);
create unique index payment_open on payment (shop_id, order_id) where captured_at is null and reference is not null;
update test_checkout c set payment_id = p.id from payment p where p.processor = 'test' and p.reference = c.reference;

-- A movement of stock is of one shop's one order, and no order gives back more than it took.
alter table stock_movement add column shop_id uuid;
update stock_movement m set shop_id = o.shop_id from orders o where o.id = m.order_id;
drop index stock_movement_order_id_idx;
create index stock_of_order on stock_movement (shop_id, order_id) where order_id is not null;
alter table stock_movement
  add foreign key (shop_id, order_id) references orders,
  add constraint stock_of_one_order check (((kind = 'adjustment') = (order_id is null)) and ((shop_id is null) = (order_id is null)));
create function check_released_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (select distinct shop_id, order_id, product_id from fresh where kind = 'release') f
    where (select sum(m.pieces) from stock_movement m
      where m.shop_id = f.shop_id and m.order_id = f.order_id and m.product_id = f.product_id) > 0
  ) then
    raise exception 'an order cannot give back more pieces than it reserved' using errcode = 'check_violation', constraint = 'stock_released_once';
  end if;
  return null;
end $$;
create trigger stock_released_once after insert on stock_movement referencing new table as fresh
  for each statement execute function check_released_stock();

alter table orders enable trigger user;
alter table order_event enable trigger user;
alter table stock_movement enable trigger user;
alter table refund_order enable trigger user;

-- An account of an order, a payment or a merchant belongs to one shop, and only that shop's transfers reach it.
create function ledger.check_owner() returns trigger language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if (case
    when new.kind in ('L.O.escrow', 'L.O.procure') then not exists (select from orders o where o.id = new.owner and o.shop_id = new.shop_id)
    when new.kind = 'L.REFUND' then not exists (select from payment p where p.id = new.owner and p.shop_id = new.shop_id)
    when new.kind in ('L.M.available', 'L.M.pending', 'L.M.held', 'A.DUE', 'L.UNIDENTIFIED') then new.owner is distinct from new.shop_id
    else false
  end) then
    raise exception 'account % of % does not belong to shop %', new.kind, new.owner, new.shop_id
      using errcode = 'check_violation', constraint = 'account_owner';
  end if;
  return null;
end $$;
create trigger account_owner after insert on ledger.account for each row execute function ledger.check_owner();

create function ledger.check_shop() returns trigger language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if exists (
    select from fresh f join ledger.account a on a.id = f.account_id join ledger.transfer t on t.id = f.transfer_id where a.shop_id <> t.shop_id
  ) then
    raise exception 'a transfer of one shop cannot reach an account of another' using errcode = 'check_violation', constraint = 'posting_shop';
  end if;
  return null;
end $$;
create trigger posting_shop after insert on ledger.posting referencing new table as fresh
  for each statement execute function ledger.check_shop();
