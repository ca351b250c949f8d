-- A product is a group of variants, such as the colours of one thing, and has at least one. Each variant has its own
-- code, supplier price, stock and
-- availability; `product` keeps their totals: the stock of those that are offered, and the highest supplier price.

create table product_variant (
  -- One variant of every product has the id of the product. It stands for lines and movements that name no variant.
  id uuid primary key,
  product_id uuid not null references product,
  code text not null constraint variant_code unique,
  -- [{"name": "Colour", "value": "Red"}]: the same names in every variant of a product, and different values. Empty for
  -- a product without a choice.
  options jsonb not null check (jsonb_typeof(options) = 'array'),
  supplier_price bigint not null check (supplier_price > 0),
  stock int not null constraint variant_stock check (stock between 0 and 1000000000),
  withdrawn boolean not null,
  place int not null,
  -- Checked after each statement, so that one statement can exchange the options of two variants.
  constraint variant_options unique (product_id, options) deferrable initially immediate
);
create index variant_of_product on product_variant (product_id, place);
grant select, insert, update on product_variant to quayside_app;
insert into product_variant select id, id, code, '[]', supplier_price, stock, withdrawn, 1 from product;

-- Nothing in these tables is rewritten: a row without a variant means the one that has the id of the product.
alter table order_line add column variant_id uuid references product_variant;
create index on order_line (variant_id) where variant_id is not null;
-- What the buyer chose, as it was called at the time.
alter table order_line add column options jsonb not null default '[]';
alter table stock_movement add column variant_id uuid references product_variant;

-- The totals. The lock of the products comes first, as in every command: two changes of one product wait for each
-- other, so no total is of a state
-- that another transaction has left.
create function keep_product_totals() returns trigger language plpgsql as $$
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

create function add_first_variant() returns trigger language plpgsql as $$
begin
  insert into product_variant select id, id, code, '[]', supplier_price, stock, withdrawn, 1 from fresh;
  return null;
end $$;
create trigger product_has_variant after insert on product referencing new table as fresh for each statement execute function add_first_variant();

-- The release before this one writes price, stock and availability of products. They are those of the only variant. A
-- product with several refuses it:
-- which of them is meant, that release cannot say.
create function write_only_variant() returns trigger language plpgsql as $$
begin
  if (select count(*) from product_variant where product_id = new.id) > 1 then
    raise exception 'price, stock and availability of product % stand in its variants', new.code
      using errcode = 'check_violation', constraint = 'product_by_variant';
  end if;
  update product_variant set stock = new.stock, supplier_price = new.supplier_price, withdrawn = new.withdrawn where product_id = new.id;
  return null;
end $$;
create trigger product_by_variant after update of stock, supplier_price, withdrawn on product for each row
  when (pg_trigger_depth() = 0 and (new.stock, new.supplier_price, new.withdrawn) is distinct from (old.stock, old.supplier_price, old.withdrawn))
  execute function write_only_variant();

-- An order gives back no more pieces of a variant than it reserved.
create or replace function check_released_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

-- A product is found by the codes and the options of its variants too.
create or replace function keep_other_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger variant_searched after insert on product_variant for each row when (new.options <> '[]')
  execute function keep_other_names();
create trigger changed_variant_searched after update of code, options on product_variant for each row
  when ((new.code, new.options) is distinct from (old.code, old.options)) execute function keep_other_names();

-- The rows of an import are written in parts, and two parts can have variants of one product.
alter table product_change_row add column part int not null default 1;
alter table product_change_row drop constraint product_change_row_pkey, add primary key (change_id, product_id, part);
