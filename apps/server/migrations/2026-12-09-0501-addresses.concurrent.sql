-- The orders with a sealed number, for the rotation of keys.
create index concurrently if not exists orders_with_tax_number on orders (id) where tax_number is not null;
