-- The distribution center and what shops take from it.

create extension if not exists pg_trgm;

create table category (
  id uuid primary key,
  slug text not null constraint category_slug unique,
  names jsonb not null check (names ? 'en'),
  created_at timestamptz not null
);
grant select, insert, update on category to quayside_app;

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
  created_at timestamptz not null
);
create index on product (category_id);
create index on product (created_at desc, id desc);
create index on product using gin (name gin_trgm_ops);
grant select, insert, update on product to quayside_app;

create table stock_movement (
  id bigint generated always as identity primary key,
  product_id uuid not null references product,
  kind text not null check (kind in ('adjustment', 'reservation', 'release')),
  pieces int not null check (pieces <> 0),
  order_id uuid,
  at timestamptz not null
);
create index on stock_movement (product_id);
create index on stock_movement (order_id) where order_id is not null;
grant select, insert on stock_movement to quayside_app;
create trigger stock_movement_kept before update or delete on stock_movement for each row execute function refuse_change();

create table listing (
  shop_id uuid not null references shop,
  id uuid not null,
  product_id uuid not null references product,
  selling_price bigint not null check (selling_price > 0 and selling_price <= 100000000000),
  shelf text not null check (shelf in ('on-shelf', 'off-shelf')),
  off_reason text check (off_reason in ('merchant', 'at-loss', 'withdrawn')),
  recommended boolean not null default false,
  added_at timestamptz not null,
  primary key (shop_id, id),
  unique (shop_id, product_id),
  check ((shelf = 'off-shelf') = (off_reason is not null))
);
create index on listing (product_id);
create index on listing (shop_id, added_at desc, id desc);
grant select, insert, update on listing to quayside_app;

create table listing_view (
  shop_id uuid not null,
  listing_id uuid not null,
  day date not null,
  visitor bytea not null,
  primary key (shop_id, listing_id, day, visitor),
  foreign key (shop_id, listing_id) references listing
);
grant select, insert on listing_view to quayside_app;
