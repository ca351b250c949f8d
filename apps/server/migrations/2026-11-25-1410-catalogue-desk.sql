-- The catalogue desk: suppliers, pictures, texts by language, causes of stock movements, and changes of products that
-- can be undone.

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
grant select, insert, update on supplier to quayside_app;

alter table product add column supplier_id uuid references supplier;
create index on product (supplier_id) where supplier_id is not null;
-- Who supplied the goods of an order: a later change of the product's supplier does not change it.
alter table order_line add column supplier_id uuid references supplier;
create index on order_line (supplier_id) where supplier_id is not null;

-- Categories have an order and a picture, and can be merged into another.
alter table category add column place int not null default 0;
alter table category add column picture text;
update category c set place = o.place from (select id, row_number() over (order by slug) as place from category) o where o.id = c.id;
grant delete on category to quayside_app;

-- The pictures of a product in their order. `product.picture` is the first of them.
create table product_picture (
  product_id uuid not null references product,
  place smallint not null check (place between 1 and 12),
  url text not null,
  alt text not null,
  primary key (product_id, place)
);
grant select, insert, delete on product_picture to quayside_app;
insert into product_picture (product_id, place, url, alt) select id, 1, picture, name from product where picture is not null;

-- Name and description in the languages other than English, which stands in `product`.
create table product_text (
  product_id uuid not null references product,
  language text not null check (language <> 'en' and language ~ '^[a-z]{2}(-[A-Z][a-z]{3})?$'),
  name text not null check (name <> ''),
  description text not null,
  primary key (product_id, language)
);
grant select, insert, update, delete on product_text to quayside_app;

-- A product is found by its names in every language. Only the trigger writes this column.
alter table product add column other_names text not null default '';
alter table product alter column search set expression as (fold(name || ' ' || code || ' ' || other_names));
create function keep_other_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed uuid := case tg_op when 'DELETE' then old.product_id else new.product_id end;
begin
  update product p set other_names = coalesce((select string_agg(t.name, ' ' order by t.language) from product_text t where t.product_id = p.id), '')
  where p.id = changed;
  return null;
end $$;
create trigger product_text_searched after insert or update or delete on product_text for each row execute function keep_other_names();

-- Lists of the desk: by stock and by price.
create index product_by_stock on product (stock, id);
create index product_by_price on product (supplier_price, id);

-- Every movement of stock has a cause: an order, an operator's adjustment with its reason, or an import.
alter table stock_movement drop constraint stock_movement_kind_check;
alter table stock_movement add constraint stock_movement_kind_check check (kind in ('adjustment', 'reservation', 'release', 'import'));
alter table stock_movement add column reason text check (reason in ('initial', 'delivery', 'count', 'damage', 'return', 'correction'));
alter table stock_movement add column note text;
alter table stock_movement add column operator_id uuid references operator;
alter table stock_movement add column import_id uuid references import;
alter table stock_movement drop constraint stock_of_one_order;
alter table stock_movement add constraint stock_of_one_order check (((kind in ('adjustment', 'import')) = (order_id is null)) and ((shop_id is null) = (order_id is null)));
alter table stock_movement add constraint stock_movement_import check ((kind = 'import') = (import_id is not null));
create index stock_movement_by_product on stock_movement (product_id, id desc);
drop index stock_movement_product_id_idx;

-- What was changed about products, and by whom. A change of prices or availability can be undone for a while.
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
create index product_change_by_time on product_change (at desc, id desc);
create table product_change_row (
  change_id uuid not null references product_change,
  product_id uuid not null references product,
  -- The changed columns only, as in an export file. Nothing before: the product was added.
  before jsonb,
  after jsonb not null,
  primary key (change_id, product_id)
);
create index product_change_of_product on product_change_row (product_id, change_id desc);
grant select, insert on product_change, product_change_row to quayside_app;
create trigger product_change_kept before update or delete on product_change for each row execute function refuse_change();
create trigger product_change_row_kept before update or delete on product_change_row for each row execute function refuse_change();

-- The listings that a change of a product took off the shelf: an undo puts these back.
create table listing_off_shelf (
  change_id uuid not null,
  shop_id uuid not null,
  listing_id uuid not null,
  primary key (change_id, shop_id, listing_id),
  foreign key (shop_id, listing_id) references listing on delete cascade
);
create index on listing_off_shelf (shop_id, listing_id);
grant select, insert, delete on listing_off_shelf to quayside_app;

-- What the audit keeps before and after an act.
insert into audit_subject values
  ('category', 'category', 'id', null, 'slug', array['slug', 'place', 'picture']),
  ('supplier', 'supplier', 'id', null, 'code', array['name', 'payment_days', 'archived_at']),
  ('import', 'import', 'id', null, 'file_name', array['kind', 'state', 'staged', 'bad', 'committed', 'failed', 'undone']);
update audit_subject set columns = columns || array['category_id', 'supplier_id'] where kind = 'product';
