-- A shop sorts its goods into categories of its own, with names in its own words.

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
create unique index shop_category_name on shop_category (shop_id, fold(name));
grant select, insert, update, delete on shop_category to quayside_app;

alter table listing add column category_id uuid;
alter table listing add constraint listing_category foreign key (shop_id, category_id) references shop_category
  on delete set null (category_id);
create index on listing (shop_id, category_id) where category_id is not null;
