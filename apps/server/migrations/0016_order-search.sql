-- Search in the orders of a shop by letters that stand together, beside the orders.
create table order_search (
  shop_id uuid not null,
  id uuid not null,
  -- Hashes of the shop with each two letters that stand together in `orders.sought`. Null until the worker has read
  -- the order: a search reads such orders themselves.
  grams int[],
  primary key (shop_id, id)
);
comment on table order_search is
'What finds the orders of a shop by pieces of words in any script. It stands beside the orders, so that a new order and a
change of a state write no index of letters.
@owner shop
@distribution shop_id
@personal grams: buyer; hashed pieces of the name, for the search of the merchant; until erasure';
create index order_search_grams on order_search using gin (grams) where grams is not null;
create index order_search_waiting on order_search (shop_id, id) where grams is null;
grant select, update (grams) on order_search to quayside_app;

-- The pieces of two letters of a text, hashed with the shop: a search meets no entry of another shop but by chance.
create function order_grams(of_shop uuid, words text) returns int[]
language sql immutable return (
  select coalesce(array_agg(distinct hashtext(of_shop::text || substr(words, i, 2))), '{}')
  from generate_series(1, length(words) - 1) i
);

-- The worker reads a new order for the search.
create function await_order_search() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_search (shop_id, id) select shop_id, id from after_rows;
  return null;
end $$;
create trigger order_awaits_search after insert on orders referencing new table as after_rows for each statement
  execute function await_order_search();

-- Words that are erased are found no more: their pieces go with them, and the worker reads the order again.
create function erase_order_search() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_search s set grams = null where s.shop_id = new.shop_id and s.id = new.id;
  return null;
end $$;
create trigger order_search_erased after update of buyer_name on orders for each row
  when (old.sought is distinct from new.sought) execute function erase_order_search();

-- The worker reads them.
insert into order_search (shop_id, id) select shop_id, id from orders;
