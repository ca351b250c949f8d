-- What a supplier changed about goods that a shop lists, until the merchant has seen it.

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
-- One that is open takes in what changes next.
create unique index supplier_notice_open on supplier_notice (shop_id, listing_id) where seen_at is null;
create index on supplier_notice (shop_id, change_id) where change_id is not null;
grant select, insert, update on supplier_notice to quayside_app;
