-- Finding orders of a shop by number, buyer, product, day and amount, and filters that a shop keeps.

-- Names of the products after the first, which is the order's title.
alter table orders add column other_products text not null default '';
update orders o set other_products = l.names
from (select shop_id, order_id, string_agg(name, ' ' order by line) as names from order_line where line > 1 group by shop_id, order_id) l
where o.shop_id = l.shop_id and o.id = l.order_id;

-- What a search looks through. As much of it as an index row can hold whatever the script.
alter table orders add column sought text
  generated always as (left(lower(code || ' ' || buyer_name || ' ' || title || ' ' || other_products), 500)) stored;

-- All that a filter asks for stands in the index, so that a shop of a hundred thousand orders is looked through in some tens of
-- milliseconds without reading the orders; pieces of words of any script are found, which no index of words or trigrams does.
create index orders_sought on orders (shop_id, placed_at desc, id desc) include (status, total_payment, sought);
drop index orders_by_time;

create table order_view (
  shop_id uuid not null references shop,
  id uuid not null,
  name text not null check (length(name) between 1 and 40),
  filter jsonb not null,
  created_at timestamptz not null,
  primary key (shop_id, id)
);
create unique index order_view_name on order_view (shop_id, lower(name));
grant select, insert, update, delete on order_view to quayside_app;
