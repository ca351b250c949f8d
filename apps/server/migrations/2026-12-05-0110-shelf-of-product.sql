-- A change of a product, such as a sale of one of its last pieces, concerns the shops that list it: their pages are
-- dropped from memory, and those of all shops. With more than sixteen of them, the pages of every shop are dropped.
-- A listing that another transaction puts on the shelf meanwhile tells its shop itself.
create function tell_shelf_of_product() returns trigger language plpgsql as $$
declare
  told uuid[] := array(
    select distinct l.shop_id from listing l
    where l.product_id = (to_jsonb(new) ->> tg_argv[0])::uuid and l.shelf = 'on-shelf' limit 17);
begin
  if cardinality(told) > 16 then perform pg_notify('quayside', 'shelf all');
  else perform pg_notify('quayside', 'shelf ' || shop_id) from unnest(told) shop_id;
  end if;
  return null;
end $$;

drop trigger product_told_shelf on product;
create trigger product_told_shelf after update on product for each row
  when (old.name is distinct from new.name or old.description is distinct from new.description or old.picture is distinct from new.picture
    or old.category_id is distinct from new.category_id or old.withdrawn is distinct from new.withdrawn
    or least(old.stock, 5) is distinct from least(new.stock, 5))
  execute function tell_shelf_of_product('id');
drop trigger product_variant_told_shelf on product_variant;
create trigger product_variant_told_shelf after update on product_variant for each row
  when (old.options is distinct from new.options or old.withdrawn is distinct from new.withdrawn or old.place is distinct from new.place
    or least(old.stock, 5) is distinct from least(new.stock, 5))
  execute function tell_shelf_of_product('product_id');
