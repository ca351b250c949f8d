-- What an act on many listings changed, so that it can be taken back for a while.

create table listing_change (
  shop_id uuid not null references shop,
  id uuid not null,
  at timestamptz not null,
  undone_at timestamptz,
  primary key (shop_id, id)
);
create index on listing_change (at);

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
grant select, insert, update, delete on listing_change to quayside_app;
grant select, insert on listing_change_row to quayside_app;

-- An addition that is taken back leaves nothing, as long as no buyer has seen the listing.
grant delete on listing to quayside_app;
