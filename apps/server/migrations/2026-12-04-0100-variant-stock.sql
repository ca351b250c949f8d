-- The stock of a variant in a table of its own, and beside it slots: parts of the stock of a variant that many buy at
-- once. An order takes its pieces from a slot that no other order holds, so orders of one product do not wait for each
-- other.
--
-- The stock of a variant is its row here and its slots together. `product_variant.stock` and `product.stock` are kept
-- equal to the rows here, without the slots, for lists that filter and sort, and for the release before this one.
-- Slots exist only while the row has at least 200 pieces, the most of one order. So both columns are exact below 200,
-- and the release before this one refuses no order that could be served.

create table variant_stock (
  variant_id uuid primary key references product_variant,
  pieces int not null constraint variant_stock_pieces check (pieces between 0 and 1000000000)
) with (fillfactor = 80);
grant select, insert, update on variant_stock to quayside_app;

create table stock_slot (
  variant_id uuid not null references variant_stock,
  slot smallint not null check (slot between 1 and 16),
  product_id uuid not null references product,
  pieces int not null constraint stock_slot_pieces check (pieces >= 0),
  primary key (variant_id, slot)
) with (fillfactor = 50);
-- Only the functions below write it.
grant select on stock_slot to quayside_app;

-- Ends the slots of products: their pieces go back to the rows of their variants. Waits for the orders that hold them.
create function gather_stock(products uuid[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from stock_slot where product_id = any(products)) then return; end if;
  -- The row of a variant is locked before its slots, also where slots are made.
  perform from variant_stock where variant_id in (select variant_id from stock_slot where product_id = any(products))
    order by variant_id for no key update;
  with ended as (delete from stock_slot where product_id = any(products) returning variant_id, pieces),
    by_variant as (select variant_id, sum(pieces)::int as pieces from ended group by variant_id)
  update variant_stock s set pieces = s.pieces + b.pieces from by_variant b where s.variant_id = b.variant_id;
end $$;

-- A row that falls below 200 takes back its slots, whoever writes it.
create function end_slots() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  back int;
begin
  with ended as (delete from stock_slot where variant_id = new.variant_id returning pieces)
  select coalesce(sum(pieces), 0)::int into back from ended;
  new.pieces := new.pieces + back;
  return new;
end $$;
create trigger few_pieces_without_slots before update on variant_stock for each row
  when (new.pieces < 200 and new.pieces < old.pieces) execute function end_slots();

-- The columns for lists and for the release before this one. A trigger of `product_variant` keeps the total.
create function copy_variant_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The triggers of a statement fire without a row too, and would call each other for ever.
  if exists (select from changed c join product_variant v on v.id = c.variant_id where v.stock <> c.pieces) then
    update product_variant v set stock = c.pieces from changed c where v.id = c.variant_id and v.stock <> c.pieces;
  end if;
  return null;
end $$;
create trigger variant_stock_copied after update on variant_stock referencing new table as changed
  for each statement execute function copy_variant_stock();

create function begin_variant_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into variant_stock select id, stock from fresh on conflict do nothing;
  return null;
end $$;
create trigger variant_has_stock after insert on product_variant referencing new table as fresh
  for each statement execute function begin_variant_stock();

-- What the release before this one writes. What `copy_variant_stock` wrote is equal already.
create function take_over_variant_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from fresh n join former o using (id) left join variant_stock s on s.variant_id = n.id
    where n.stock <> o.stock and s.pieces is distinct from n.stock) then
    insert into variant_stock as s select n.id, n.stock from fresh n join former o using (id) where n.stock <> o.stock
    on conflict (variant_id) do update set pieces = excluded.pieces where s.pieces <> excluded.pieces;
  end if;
  -- A variant that is not offered any more is sold from no slot.
  perform gather_stock(array_agg(n.product_id)) from fresh n join former o using (id) where n.withdrawn and not o.withdrawn
    having count(*) > 0;
  return null;
end $$;
create trigger variant_stock_taken_over after update on product_variant referencing old table as former new table as fresh
  for each statement execute function take_over_variant_stock();

-- Takes the pieces of an order, all that it can, with their movements. Returns the variants whose pieces were taken.
-- One variant comes from a free slot; otherwise the products are locked, in the order of their ids.
-- An order that had to wait for the lock leaves slots behind: half of what is above 200, at most 500 in each.
create function take_stock(wanted uuid[], wanted_pieces int[], of_shop uuid, of_order uuid, moved_at timestamptz) returns uuid[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_product uuid;
  free smallint;
  waited boolean := false;
  taken uuid[];
  spare int;
begin
  if cardinality(wanted) = 1 then
    select slot, product_id into free, of_product from stock_slot
      where variant_id = wanted[1] and pieces >= wanted_pieces[1] limit 1 for update skip locked;
    if found then
      update stock_slot set pieces = pieces - wanted_pieces[1] where variant_id = wanted[1] and slot = free;
      insert into stock_movement (product_id, variant_id, kind, pieces, shop_id, order_id, at)
        values (of_product, wanted[1], 'reservation', -wanted_pieces[1], of_shop, of_order, moved_at);
      return wanted;
    end if;
    select product_id into of_product from product_variant where id = wanted[1];
    perform from product where id = of_product for no key update skip locked;
    waited := not found;
  end if;

  perform from product where id in (select product_id from product_variant where id = any(wanted)) order by id for no key update;
  -- What a row lacks may be in its slots.
  if exists (select from unnest(wanted, wanted_pieces) w (id, pieces) join variant_stock s on s.variant_id = w.id where s.pieces < w.pieces) then
    perform gather_stock(array(select product_id from product_variant where id = any(wanted)));
  end if;
  with t as (
    update variant_stock s set pieces = s.pieces - w.pieces
      from unnest(wanted, wanted_pieces) w (id, pieces) join product_variant v on v.id = w.id
      where s.variant_id = w.id and s.pieces >= w.pieces and not v.withdrawn
      returning v.product_id, v.id, w.pieces
  ), moved as (
    insert into stock_movement (product_id, variant_id, kind, pieces, shop_id, order_id, at)
      select product_id, id, 'reservation', -pieces, of_shop, of_order, moved_at from t
  )
  select coalesce(array_agg(id), '{}') into taken from t;

  if waited and cardinality(taken) = 1 then
    select least(500, (pieces - 200) / 32) into spare from variant_stock where variant_id = wanted[1];
    if spare >= 5 then
      with open as (
        select slot from stock_slot where variant_id = wanted[1] and pieces < spare for update skip locked
      ), topped as (
        update stock_slot s set pieces = spare from open where s.variant_id = wanted[1] and s.slot = open.slot
          returning new.pieces - old.pieces as pieces
      ), made as (
        insert into stock_slot (variant_id, slot, product_id, pieces)
          select wanted[1], n, of_product, spare from generate_series(1, 16) n
          where not exists (select from stock_slot s where s.variant_id = wanted[1] and s.slot = n) returning pieces
      )
      update variant_stock s set pieces = s.pieces - m.pieces
        from (select coalesce(sum(pieces), 0)::int as pieces from (select pieces from topped union all select pieces from made) one) m
        where s.variant_id = wanted[1] and m.pieces > 0;
    end if;
  end if;
  return taken;
end $$;

revoke all on function gather_stock(uuid[]), end_slots(), copy_variant_stock(), begin_variant_stock(), take_over_variant_stock(),
  take_stock(uuid[], int[], uuid, uuid, timestamptz) from public;
grant execute on function gather_stock(uuid[]), take_stock(uuid[], int[], uuid, uuid, timestamptz) to quayside_app;

-- The audit keeps the stock of a product with its slots.
create view product_for_audit with (security_invoker = true) as
  select p.id, p.code, p.category_id, p.supplier_id, p.supplier_price, p.suggested_price,
    (p.stock + (select coalesce(sum(c.pieces), 0) from stock_slot c where c.product_id = p.id))::int as stock, p.withdrawn
  from product p;
grant select on product_for_audit to quayside_app;
update audit_subject set source = 'product_for_audit' where kind = 'product';
