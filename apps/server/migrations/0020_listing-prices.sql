create table listing_price (
  shop_id uuid not null references shop,
  entry bigint generated always as identity,
  product_id uuid not null references product,
  at timestamptz not null,
  -- Null: the product was added to the shop.
  before bigint,
  after bigint not null,
  -- `added`, `typed`, by the pricing `rule` over many, or `undone`; `other`: not by the merchant's app.
  cause text not null check (cause in ('added', 'typed', 'rule', 'undone', 'other')),
  primary key (shop_id, entry)
);
comment on table listing_price is
'Every selling price that a product has had in a shop. A trigger writes it; nobody changes it.
@owner shop
@distribution shop_id
@impersonal cause
@retention 1095 days after at';
create index listing_prices_of_product on listing_price (product_id, at desc);
create index listing_prices_by_age on listing_price (at);
grant select on listing_price to quayside_app;
create trigger listing_price_kept before update on listing_price for each row execute function refuse_change();

-- Writes the prices of listings that were added or changed. The commands say in `quayside.price_cause` what they do,
-- and in `quayside.price_at` when.
create function keep_listing_prices() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  said text := coalesce(nullif(current_setting('quayside.price_cause', true), ''), 'other');
  since timestamptz := coalesce(nullif(current_setting('quayside.price_at', true), '')::timestamptz, now());
begin
  if tg_op = 'INSERT' then
    insert into listing_price (shop_id, product_id, at, before, after, cause)
      select n.shop_id, n.product_id, n.added_at, null, n.selling_price, 'added' from changed n;
  else
    insert into listing_price (shop_id, product_id, at, before, after, cause)
      select n.shop_id, n.product_id, since, o.selling_price, n.selling_price, said
      from changed n join former o on o.shop_id = n.shop_id and o.id = n.id where o.selling_price <> n.selling_price;
  end if;
  return null;
end $$;
create trigger listing_price_added after insert on listing referencing new table as changed
  for each statement execute function keep_listing_prices();
create trigger listing_price_changed after update on listing referencing old table as former new table as changed
  for each statement execute function keep_listing_prices();
-- What stands now is where the history begins.
insert into listing_price (shop_id, product_id, at, before, after, cause)
  select l.shop_id, l.product_id, l.added_at, null, l.selling_price, 'added' from listing l;
