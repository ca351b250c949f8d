-- Writes of releases before 0.9.0 to the columns of totals are no longer taken over. Price, stock and availability are
-- written to the variants and to `variant_stock`, and the server's role can write them nowhere else.
drop trigger product_by_variant on product;
drop function write_only_variant();
drop trigger variant_stock_taken_over on product_variant;
drop function take_over_variant_stock();

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
revoke all on function gather_withdrawn_stock() from public;

-- The totals. The lock of the products comes first, as in every command: two changes of one product wait for each
-- other, so no total is of a state that another transaction has left.
create or replace function keep_product_totals() returns trigger
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

revoke update on product, product_variant from quayside_app;
grant update (code, category_id, name, description, picture, suggested_price, supplier_id) on product to quayside_app;
grant update (code, options, supplier_price, withdrawn, place) on product_variant to quayside_app;
