-- Pages of the storefront are kept in memory. These triggers tell every copy of the server that something which buyers
-- see has changed:
-- `shelf` and the id of the shop, or `all` for a change of the catalogue. PostgreSQL sends equal notifications of one
-- transaction once.
create function tell_shelf_of_shop() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('quayside', 'shelf ' || (to_jsonb(old) ->> tg_argv[0])); end if;
  if tg_op <> 'DELETE' then perform pg_notify('quayside', 'shelf ' || (to_jsonb(new) ->> tg_argv[0])); end if;
  return null;
end $$;
create function tell_shelf_of_all() returns trigger language plpgsql as $$
begin
  perform pg_notify('quayside', 'shelf all');
  return null;
end $$;

create trigger shop_told_shelf after update of name, logo, address, country, phone, introduction, welcome, verified_at, closed_at on shop
  for each row execute function tell_shelf_of_shop('id');
create trigger banner_told_shelf after insert or delete on banner for each row execute function tell_shelf_of_shop('shop_id');
create trigger shop_category_told_shelf after insert or update or delete on shop_category
  for each row execute function tell_shelf_of_shop('shop_id');
create trigger listing_told_shelf after insert or update of selling_price, shelf, recommended, category_id on listing
  for each row execute function tell_shelf_of_shop('shop_id');
create trigger review_told_shelf after insert on review for each row execute function tell_shelf_of_shop('shop_id');
create trigger review_reply_told_shelf after insert on review_reply for each row execute function tell_shelf_of_shop('shop_id');
create trigger review_case_told_shelf after insert or update on review_case for each row execute function tell_shelf_of_shop('shop_id');

-- Pages say the number of pieces below five only, so a sale from a full stock changes none.
create trigger product_told_shelf after update on product for each row
  when (old.name is distinct from new.name or old.description is distinct from new.description or old.picture is distinct from new.picture
    or old.category_id is distinct from new.category_id or old.withdrawn is distinct from new.withdrawn
    or least(old.stock, 5) is distinct from least(new.stock, 5))
  execute function tell_shelf_of_all();
create trigger product_text_told_shelf after insert or update or delete on product_text for each statement execute function tell_shelf_of_all();
create trigger product_picture_told_shelf after insert or delete on product_picture for each statement execute function tell_shelf_of_all();
create trigger category_told_shelf after insert or update or delete on category for each statement execute function tell_shelf_of_all();

-- Public pictures in smaller widths and other formats, each made when it is first asked for.
create table file_width (
  file_id uuid not null references file,
  width smallint not null check (width in (160, 320, 480, 640, 960, 1280)),
  format text not null check (format in ('avif', 'webp')),
  storage_key text not null unique,
  bytes int not null check (bytes > 0),
  made_at timestamptz not null,
  primary key (file_id, width, format)
);
grant select, insert on file_width to quayside_app;

-- Pages read the newest reviews of a shop and the orders that arrived.
create index orders_arrived on orders (shop_id, received_at) where received_at is not null;
