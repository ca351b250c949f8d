-- A line of a cart names the variant that the buyer chose. One variant of every product has the id of the product.
alter table cart_line add column variant_id uuid references product_variant;
update cart_line c set variant_id = l.product_id from listing l where l.shop_id = c.shop_id and l.id = c.listing_id;
alter table cart_line alter column variant_id set not null;
alter table cart_line drop constraint cart_line_pkey;
alter table cart_line add primary key (cart_id, shop_id, listing_id, variant_id);

-- Pages show the stock of each variant below five.
create trigger product_variant_told_shelf after update on product_variant for each row
  when (old.options is distinct from new.options or old.withdrawn is distinct from new.withdrawn or old.place is distinct from new.place
    or least(old.stock, 5) is distinct from least(new.stock, 5))
  execute function tell_shelf_of_all();
create trigger product_variant_added_told_shelf after insert on product_variant for each statement execute function tell_shelf_of_all();
