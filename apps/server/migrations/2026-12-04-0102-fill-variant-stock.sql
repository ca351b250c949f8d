-- The stock of the variants that exist. Orders may be placed meanwhile: the triggers of 0100 write what changes, and a
-- row that they have written stays.
insert into variant_stock select id, stock from product_variant on conflict do nothing;
