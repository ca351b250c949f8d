-- Products in shops: prices, shelves, views and clicks, and the changes to them.

create table shop_category (
  shop_id uuid not null references shop,
  id uuid not null,
  name text not null check (name <> ''),
  -- Its rank; those of equal rank stand by age.
  place int not null,
  -- Whether buyers see it in the storefront; the goods in it sell either way.
  shown boolean not null default true,
  created_at timestamptz not null,
  primary key (shop_id, id)
);
comment on table shop_category is
'Categories of a shop’s own.
@owner shop
@distribution shop_id
@impersonal name';
create unique index shop_category_name on shop_category (shop_id, fold(name));
grant select, insert, update, delete on shop_category to quayside_app;
create trigger shop_category_told_shelf after insert or delete or update on shop_category for each row
  execute function tell_shelf_of_shop('shop_id');

create table listing (
  shop_id uuid not null references shop,
  id uuid not null,
  product_id uuid not null references product,
  selling_price bigint not null check (selling_price > 0 and selling_price <= 100000000000),
  shelf text not null check (shelf in ('on-shelf', 'off-shelf')),
  off_reason text check (off_reason in ('merchant', 'at-loss', 'withdrawn')),
  recommended boolean not null default false,
  added_at timestamptz not null,
  category_id uuid,
  primary key (shop_id, id),
  unique (shop_id, product_id),
  constraint listing_category foreign key (shop_id, category_id)
    references shop_category on delete set null (category_id),
  check ((shelf = 'off-shelf') = (off_reason is not null))
);
comment on table listing is
'A product in a shop, with its selling price.
@owner shop
@distribution shop_id';
create index listing_product_id_idx on listing (product_id);
create index listing_shop_id_added_at_id_idx on listing (shop_id, added_at desc, id desc);
create index listing_shop_id_category_id_idx on listing (shop_id, category_id) where category_id is not null;
-- An addition that is taken back leaves nothing, as long as no buyer has seen the listing.
grant select, insert, update, delete on listing to quayside_app;
create trigger listing_told_shelf after insert or update of selling_price, shelf, recommended, category_id on listing
  for each row execute function tell_shelf_of_shop('shop_id');

create table listing_change (
  shop_id uuid not null references shop,
  id uuid not null,
  at timestamptz not null,
  undone_at timestamptz,
  primary key (shop_id, id)
);
comment on table listing_change is
'A change of many listings at once, so that it can be undone.
@owner shop
@distribution shop_id';
create index listing_change_at_idx on listing_change (at);
grant select, insert, update, delete on listing_change to quayside_app;

create table listing_change_row (
  shop_id uuid not null,
  change_id uuid not null,
  listing_id uuid not null,
  -- The columns of the listing that were changed, before and after; nothing before: the listing was added.
  was jsonb,
  became jsonb not null,
  primary key (shop_id, change_id, listing_id),
  foreign key (shop_id, change_id) references listing_change on delete cascade
);
comment on table listing_change_row is
'One listing before and after such a change.
@owner shop
@distribution shop_id
@impersonal was, became';
grant select, insert on listing_change_row to quayside_app;

create table supplier_notice (
  shop_id uuid not null,
  id uuid not null,
  listing_id uuid not null,
  -- The product and the shop's price as they stood when the shop last knew.
  supplier_price bigint not null check (supplier_price > 0),
  stock int not null,
  withdrawn boolean not null,
  selling_price bigint not null,
  -- Why the change took the listing off the shelf, if it did.
  off_reason text check (off_reason in ('at-loss', 'withdrawn')),
  at timestamptz not null,
  seen_at timestamptz,
  -- The act by which it was answered; taking that back opens the notice again.
  change_id uuid,
  primary key (shop_id, id),
  foreign key (shop_id, listing_id) references listing on delete cascade
);
comment on table supplier_notice is
'Changes of a product that its merchants hear of.
@owner shop
@distribution shop_id
@retention 400 days after seen_at';
-- One that is open takes in what changes next.
create unique index supplier_notice_open on supplier_notice (shop_id, listing_id) where seen_at is null;
create index supplier_notice_shop_id_change_id_idx on supplier_notice (shop_id, change_id)
  where change_id is not null;
grant select, insert, update on supplier_notice to quayside_app;

create table listing_off_shelf (
  change_id uuid not null,
  shop_id uuid not null,
  listing_id uuid not null,
  primary key (change_id, shop_id, listing_id),
  foreign key (shop_id, listing_id) references listing on delete cascade
);
comment on table listing_off_shelf is
'The listings that a change of a product took off the shelf: an undo puts these back.
@owner shop
@distribution shop_id';
create index listing_off_shelf_shop_id_listing_id_idx on listing_off_shelf (shop_id, listing_id);
grant select, insert, delete on listing_off_shelf to quayside_app;

create table commission_applied (
  version int primary key,
  applied_at timestamptz not null
);
comment on table commission_applied is
'The versions of the commission after whose start the listings that would sell at a loss were taken off the shelf.
@owner platform
@distribution local';
grant select, insert on commission_applied to quayside_app;
create trigger commission_applied_kept before delete or update on commission_applied for each row
  execute function refuse_change();

create table listing_view (
  shop_id uuid not null,
  listing_id uuid not null,
  day date not null,
  visitor bytea storage plain not null,
  primary key (shop_id, listing_id, day, visitor),
  foreign key (shop_id, listing_id) references listing
) partition by range (day);
comment on table listing_view is
'One row for each visitor, listing and day; `visitor` is a keyed hash.
@owner shop
@distribution shop_id
@personal visitor: visitors; counts a view once a day, a keyed hash of the day
@partitions by day of day, 3 ahead, kept 3 days';
grant select on listing_view to quayside_app;

create table listing_click (
  shop_id uuid not null,
  listing_id uuid not null,
  day date not null,
  visitor bytea storage plain not null,
  primary key (shop_id, listing_id, day, visitor),
  foreign key (shop_id, listing_id) references listing
) partition by range (day);
comment on table listing_click is
'One row for each visitor, listing and day that opened the listing; `visitor` is a keyed hash.
@owner shop
@distribution shop_id
@personal visitor: visitors; counts a click once a day, a keyed hash of the day
@partitions by day of day, 3 ahead, kept 3 days';
grant select on listing_click to quayside_app;

-- Each visitor and listing on the shelf once a day.
create function record_views(shop_id uuid, listings uuid[], visitor bytea, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  -- Locked, so that a listing whose addition is undone right now is gone or stays, and no view is of nothing.
  insert into listing_view (shop_id, listing_id, day, visitor)
  select l.shop_id, l.id, (at at time zone l.time_zone)::date, record_views.visitor from (
    select l.shop_id, l.id, s.time_zone from listing l join shop s on s.id = l.shop_id
    where l.shop_id = record_views.shop_id and l.id = any (listings) and l.shelf = 'on-shelf' and s.verified_at is not null
    order by l.id for key share of l
  ) l
  where octet_length(record_views.visitor) = 16
  on conflict do nothing;
end $$;

-- True when this visitor opens it for the first time that day.
create function record_click(shop_id uuid, listing uuid, visitor bytea, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  insert into listing_click (shop_id, listing_id, day, visitor)
  select l.shop_id, l.id, (at at time zone s.time_zone)::date, record_click.visitor from listing l join shop s on s.id = l.shop_id
  where l.shop_id = record_click.shop_id and l.id = listing and l.shelf = 'on-shelf' and s.verified_at is not null and octet_length(record_click.visitor) = 16
  on conflict do nothing;
  return found;
end $$;

-- The server calls no function but those named last.
revoke all on function
  record_views(uuid, uuid[], bytea, timestamptz),
  record_click(uuid, uuid, bytea, timestamptz)
  from public;
grant execute on function
  record_views(uuid, uuid[], bytea, timestamptz),
  record_click(uuid, uuid, bytea, timestamptz)
  to quayside_app;

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
