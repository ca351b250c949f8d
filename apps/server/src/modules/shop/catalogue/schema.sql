-- The distribution center: categories, suppliers, products, variants, stock and its slots, and what changed them.

create table category (
  id uuid primary key,
  slug text not null constraint category_slug unique,
  names jsonb not null check (names ? 'en'),
  created_at timestamptz not null,
  -- Categories have an order and a picture, and can be merged into another.
  place int not null default 0,
  picture text
);
comment on table category is
'Categories of the distribution center.
@owner platform
@distribution reference
@impersonal slug, names, picture
@audit category: id id, code slug; slug, place, picture';
grant select, insert, update, delete on category to quayside_app;

create table supplier (
  id uuid primary key,
  code text not null constraint supplier_code unique,
  name text not null,
  contact text not null,
  -- Days from delivery to payment, and further terms as text.
  payment_days int not null check (payment_days between 0 and 180),
  terms text not null,
  archived_at timestamptz,
  created_at timestamptz not null
);
comment on table supplier is
'Suppliers. They are archived, never deleted.
@owner platform
@distribution reference
@personal name, contact: suppliers; orders at suppliers; while the supplier is used
@impersonal code, terms
@audit supplier: id id, code code; name, payment_days, archived_at';
grant select, insert, update on supplier to quayside_app;

create table product (
  id uuid primary key,
  code text not null constraint product_code unique,
  category_id uuid not null references category,
  name text not null,
  description text not null,
  picture text,
  supplier_price bigint not null check (supplier_price > 0),
  suggested_price bigint not null check (suggested_price > 0),
  stock int not null constraint product_stock check (stock between 0 and 1000000000),
  withdrawn boolean not null default false,
  created_at timestamptz not null,
  search text generated always as (fold(name || ' ' || code || ' ' || other_names)) stored,
  supplier_id uuid references supplier,
  -- A product is found by its names in every language. Only the trigger writes this column.
  other_names text not null default ''
);
comment on table product is
'Products of the distribution center. Price, stock and availability are those of its variants.
@owner platform
@distribution reference
@impersonal code, name, description, picture, search, other_names
@audit product in product_for_audit: id id, code code; supplier_price, suggested_price, stock, withdrawn,
  category_id, supplier_id';
create index product_category_id_idx on product (category_id);
create index product_created_at_id_idx on product (created_at desc, id desc);
create index product_supplier_id_idx on product (supplier_id) where supplier_id is not null;
create index product_search_idx on product using gin (search gin_trgm_ops);
-- Lists of the desk: by stock and by price.
create index product_by_stock on product (stock, id);
create index product_by_price on product (supplier_price, id);
-- Price, stock and availability are written to the variants.
grant select, insert, update (code, category_id, name, description, picture, suggested_price, supplier_id)
  on product to quayside_app;

-- A new product has a variant of its own id.
create function add_first_variant() returns trigger language plpgsql as $$
begin
  insert into product_variant select id, id, code, '[]', supplier_price, stock, withdrawn, 1 from fresh;
  return null;
end $$;
create trigger product_has_variant after insert on product referencing new table as fresh for each statement
  execute function add_first_variant();

create table product_variant (
  -- One variant of every product has the id of the product. It stands for lines and movements that name no variant.
  id uuid primary key,
  product_id uuid not null references product,
  code text not null constraint variant_code unique,
  -- [{"name": "Colour", "value": "Red"}]: the same names in every variant of a product, and different values. Empty
  -- for a product without a choice.
  options jsonb not null check (jsonb_typeof(options) = 'array'),
  supplier_price bigint not null check (supplier_price > 0),
  stock int not null constraint variant_stock check (stock between 0 and 1000000000),
  withdrawn boolean not null,
  place int not null,
  -- Checked after each statement, so that one statement can exchange the options of two variants.
  constraint variant_options unique (product_id, options) deferrable
);
comment on table product_variant is
'What can be bought of a product. Each product has at least one variant; the first has the id of its product.
@owner platform
@distribution reference
@impersonal code, options';
create index variant_of_product on product_variant (product_id, place);
-- The stock is written to `variant_stock`.
grant select, insert, update (code, options, supplier_price, withdrawn, place) on product_variant to quayside_app;

create table stock_movement (
  id bigint generated always as identity primary key,
  product_id uuid not null references product,
  kind text not null check (kind in ('adjustment', 'reservation', 'release', 'import')),
  pieces int not null check (pieces <> 0),
  order_id uuid,
  at timestamptz not null,
  -- A movement of stock is of one shop's one order, and no order gives back more than it took.
  shop_id uuid,
  reason text check (reason in ('initial', 'delivery', 'count', 'damage', 'return', 'correction')),
  note text,
  operator_id uuid references operator,
  import_id uuid references import,
  variant_id uuid references product_variant,
  constraint stock_of_one_order check ((kind in ('adjustment', 'import')) = (order_id is null)
    and (shop_id is null) = (order_id is null)),
  constraint stock_movement_import check ((kind = 'import') = (import_id is not null))
);
comment on table stock_movement is
'Every change of stock, with its reason.
@owner platform
@distribution local
@impersonal note
@unique-over-all-shops stock_movement_pkey: random ids and numbers that the server makes';
create index stock_of_order on stock_movement (shop_id, order_id) where order_id is not null;
create index stock_movement_by_product on stock_movement (product_id, id desc);
grant select, insert on stock_movement to quayside_app;
create trigger stock_movement_kept before delete or update on stock_movement for each row
  execute function refuse_change();

-- An order gives back no more pieces of a variant than it reserved.
create function check_released_stock() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (select distinct shop_id, order_id, coalesce(variant_id, product_id) as variant from fresh where kind = 'release') f
    where (select sum(m.pieces) from stock_movement m
      where m.shop_id = f.shop_id and m.order_id = f.order_id and coalesce(m.variant_id, m.product_id) = f.variant) > 0
  ) then
    raise exception 'an order cannot give back more pieces than it reserved' using errcode = 'check_violation', constraint = 'stock_released_once';
  end if;
  return null;
end $$;
create trigger stock_released_once after insert on stock_movement referencing new table as fresh for each statement
  execute function check_released_stock();

create table product_picture (
  product_id uuid not null references product,
  place smallint not null check (place between 1 and 12),
  url text not null,
  alt text not null,
  primary key (product_id, place)
);
comment on table product_picture is
'The pictures of a product in their order. `product.picture` is the first of them.
@owner platform
@distribution local
@impersonal url, alt';
grant select, insert, delete on product_picture to quayside_app;

create table product_text (
  product_id uuid not null references product,
  language text not null check (language <> 'en' and language ~ '^[a-z]{2}(-[A-Z][a-z]{3})?$'),
  name text not null check (name <> ''),
  description text not null,
  primary key (product_id, language)
);
comment on table product_text is
'Name and description in the languages other than English, which stands in `product`.
@owner platform
@distribution local
@impersonal language, name, description';
grant select, insert, update, delete on product_text to quayside_app;

create table product_change (
  id uuid primary key,
  cause text not null check (cause in ('operator', 'import', 'undo')),
  operator_id uuid not null references operator,
  at timestamptz not null,
  -- What the operator asked for; null for an import.
  wish jsonb,
  -- The change that this one took back, at most once.
  undoes uuid constraint product_change_undone_once unique references product_change
);
comment on table product_change is
'What was changed about products, and by whom. A change of prices or availability can be undone for a while.
@owner platform
@distribution local
@impersonal wish';
create index product_change_by_time on product_change (at desc, id desc);
grant select, insert on product_change to quayside_app;
create trigger product_change_kept before delete or update on product_change for each row
  execute function refuse_change();

create table product_change_row (
  change_id uuid not null references product_change,
  product_id uuid not null references product,
  -- The changed columns only, as in an export file. Nothing before: the product was added.
  before jsonb,
  after jsonb not null,
  -- The rows of an import are written in parts, and two parts can have variants of one product.
  part int not null default 1,
  primary key (change_id, product_id, part)
);
comment on table product_change_row is
'The values of one product before and after a change.
@owner platform
@distribution local
@impersonal before, after';
create index product_change_of_product on product_change_row (product_id, change_id desc);
grant select, insert on product_change_row to quayside_app;
create trigger product_change_row_kept before delete or update on product_change_row for each row
  execute function refuse_change();

-- The totals. The lock of the products comes first, as in every command: two changes of one product wait for each
-- other, so no total is of a state that another transaction has left.
create function keep_product_totals() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from product where id in (select product_id from changed) order by id for no key update;
  update product p set stock = t.stock, supplier_price = t.supplier_price, withdrawn = t.withdrawn
  from (
    select v.product_id, bool_and(v.withdrawn) as withdrawn,
      coalesce(sum(v.stock) filter (where not v.withdrawn), sum(v.stock)) as stock,
      coalesce(max(v.supplier_price) filter (where not v.withdrawn), max(v.supplier_price)) as supplier_price
    from product_variant v where v.product_id in (select product_id from changed) group by v.product_id
  ) t
  where p.id = t.product_id and (p.stock, p.supplier_price, p.withdrawn) is distinct from (t.stock, t.supplier_price, t.withdrawn);
  return null;
end $$;
create trigger product_totals_of_new after insert on product_variant referencing new table as changed
  for each statement execute function keep_product_totals();
create trigger product_totals_of_changed after update on product_variant referencing new table as changed
  for each statement execute function keep_product_totals();

-- A new variant has a row of stock.
create function begin_variant_stock() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into variant_stock select id, stock from fresh on conflict do nothing;
  return null;
end $$;
create trigger variant_has_stock after insert on product_variant referencing new table as fresh for each statement
  execute function begin_variant_stock();

-- A variant that is not offered any more is sold from no slot.
create function gather_withdrawn_stock() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform gather_stock(array_agg(n.product_id)) from fresh n join former o using (id) where n.withdrawn and not o.withdrawn
    having count(*) > 0;
  return null;
end $$;
create trigger withdrawn_stock_gathered after update on product_variant
  referencing old table as former new table as fresh for each statement execute function gather_withdrawn_stock();

create table variant_stock (
  variant_id uuid primary key references product_variant,
  pieces int not null constraint variant_stock_pieces check (pieces between 0 and 1000000000)
) with (fillfactor=80);
comment on table variant_stock is
'The stock of a variant is its row here and its slots together. `product_variant.stock` and `product.stock` are kept
equal to the rows here, without the slots, for lists that filter and sort.
@owner platform
@distribution local';
grant select, insert, update on variant_stock to quayside_app;

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

-- Keeps `product_variant.stock` for lists. A trigger of `product_variant` keeps the total of the product.
create function copy_variant_stock() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The triggers of a statement fire without a row too, and would call each other for ever.
  if exists (select from changed c join product_variant v on v.id = c.variant_id where v.stock <> c.pieces) then
    update product_variant v set stock = c.pieces from changed c where v.id = c.variant_id and v.stock <> c.pieces;
  end if;
  return null;
end $$;
create trigger variant_stock_copied after update on variant_stock referencing new table as changed for each statement
  execute function copy_variant_stock();

create table stock_slot (
  variant_id uuid not null references variant_stock,
  slot smallint not null check (slot between 1 and 16),
  product_id uuid not null references product,
  pieces int not null constraint stock_slot_pieces check (pieces >= 0),
  primary key (variant_id, slot)
) with (fillfactor=50);
comment on table stock_slot is
'Parts of the stock of a variant that many buy at once. An order takes its pieces from a slot that no other order
holds, so orders of one product do not wait for each other. Slots exist only while the row has at least 200 pieces,
the most of one order.
@owner platform
@distribution local';
-- The slots of a product: for its total, and to end them.
create index stock_slot_of_product on stock_slot (product_id);
-- Only the functions below write it.
grant select on stock_slot to quayside_app;

-- The audit keeps the stock of a product with its slots.
create view product_for_audit with (security_invoker = true) as
  select p.id, p.code, p.category_id, p.supplier_id, p.supplier_price, p.suggested_price,
    (p.stock + (select coalesce(sum(c.pieces), 0) from stock_slot c where c.product_id = p.id))::int as stock, p.withdrawn
  from product p;
grant select on product_for_audit to quayside_app;

-- A product is found by the codes and the options of its variants too.
create function keep_other_names() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed uuid := case tg_op when 'DELETE' then old.product_id else new.product_id end;
begin
  update product p set other_names = concat_ws(' ',
    (select string_agg(t.name, ' ' order by t.language) from product_text t where t.product_id = p.id),
    (select string_agg(concat_ws(' ', nullif(v.code, p.code), (select string_agg(o ->> 'value', ' ') from jsonb_array_elements(v.options) o)), ' ' order by v.place, v.id)
      from product_variant v where v.product_id = p.id))
  where p.id = changed;
  return null;
end $$;
create trigger product_text_searched after insert or delete or update on product_text for each row
  execute function keep_other_names();
create trigger variant_searched after insert on product_variant for each row when (new.options <> '[]'::jsonb)
  execute function keep_other_names();
create trigger changed_variant_searched after update of code, options on product_variant for each row
  when (new.code is distinct from old.code or new.options is distinct from old.options)
  execute function keep_other_names();

-- A change of the categories concerns the pages of every shop.
create function tell_shelf_of_all() returns trigger language plpgsql as $$
begin
  perform note_change('shelf all');
  return null;
end $$;
create trigger product_text_told_shelf after insert or delete or update on product_text for each statement
  execute function tell_shelf_of_all();
create trigger product_picture_told_shelf after insert or delete on product_picture for each statement
  execute function tell_shelf_of_all();
create trigger category_told_shelf after insert or delete or update on category for each statement
  execute function tell_shelf_of_all();
create trigger product_variant_added_told_shelf after insert on product_variant for each statement
  execute function tell_shelf_of_all();

-- Ends the slots of products: their pieces go back to the rows of their variants. Waits for the orders that hold
-- them.
create function gather_stock(products uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from stock_slot where product_id = any(products)) then return; end if;
  -- The row of a variant is locked before its slots, also where slots are made.
  perform from variant_stock where variant_id in (select variant_id from stock_slot where product_id = any(products))
    order by variant_id for no key update;
  with ended as (delete from stock_slot where product_id = any(products) returning variant_id, pieces),
    by_variant as (select variant_id, sum(pieces)::int as pieces from ended group by variant_id)
  update variant_stock s set pieces = s.pieces + b.pieces from by_variant b where s.variant_id = b.variant_id;
end $$;

-- Takes the pieces of an order, all that it can, with their movements. Returns the variants whose pieces were taken.
-- One variant comes from a free slot; otherwise the products are locked, in the order of their ids. An order that had
-- to wait for the lock leaves slots behind: half of what is above 200, at most 500 in each.
create function take_stock(wanted uuid[], wanted_pieces int[], of_shop uuid, of_order uuid,
  moved_at timestamptz) returns uuid[]
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

-- A change of a product, such as a sale of one of its last pieces, concerns the shops that list it: their pages are
-- dropped from memory, and those of all shops. With more than sixteen of them, the pages of every shop are dropped. A
-- listing that another transaction puts on the shelf meanwhile tells its shop itself.
create function tell_shelf_of_product() returns trigger language plpgsql as $$
declare
  told uuid[] := array(
    select distinct l.shop_id from listing l
    where l.product_id = (to_jsonb(new) ->> tg_argv[0])::uuid and l.shelf = 'on-shelf' limit 17);
begin
  if cardinality(told) > 16 then perform note_change('shelf all');
  else perform note_change('shelf ' || shop_id) from unnest(told) shop_id;
  end if;
  return null;
end $$;
-- Pages say the number of pieces below five only, so a sale from a full stock changes none.
create trigger product_told_shelf after update on product for each row
  when (old.name is distinct from new.name or old.description is distinct from new.description
  or old.picture is distinct from new.picture or old.category_id is distinct from new.category_id
  or old.withdrawn is distinct from new.withdrawn or least(old.stock, 5) is distinct from least(new.stock, 5))
  execute function tell_shelf_of_product('id');
-- Pages show the stock of each variant below five.
create trigger product_variant_told_shelf after update on product_variant for each row
  when (old.options is distinct from new.options or old.withdrawn is distinct from new.withdrawn
  or old.place is distinct from new.place or least(old.stock, 5) is distinct from least(new.stock, 5))
  execute function tell_shelf_of_product('product_id');

-- As `take_stock`, but all lines or none: after a failure nothing is taken and no product is locked, so that other
-- holds can give way first. Returns the variants that could be taken.
create function take_all_stock(wanted uuid[], wanted_pieces int[], of_shop uuid, of_order uuid,
  moved_at timestamptz) returns uuid[]
language plpgsql set search_path = public, pg_temp as $$
declare
  taken uuid[];
begin
  begin
    taken := take_stock(wanted, wanted_pieces, of_shop, of_order, moved_at);
    if cardinality(taken) < cardinality(wanted) then raise exception using errcode = 'QS001'; end if;
  exception when sqlstate 'QS001' then null;
  end;
  return taken;
end $$;

-- The server calls no function but those named last.
revoke all on function
  gather_stock(uuid[]),
  end_slots(),
  copy_variant_stock(),
  begin_variant_stock(),
  gather_withdrawn_stock(),
  take_stock(uuid[], int[], uuid, uuid, timestamptz),
  take_all_stock(uuid[], int[], uuid, uuid, timestamptz)
  from public;
grant execute on function
  gather_stock(uuid[]),
  take_stock(uuid[], int[], uuid, uuid, timestamptz),
  take_all_stock(uuid[], int[], uuid, uuid, timestamptz)
  to quayside_app;
