-- Views and clicks are two figures: shown to a visitor in the storefront, and opened by one. Each visitor counts once a day.

create table listing_click (
  shop_id uuid not null,
  listing_id uuid not null,
  day date not null,
  visitor bytea not null,
  primary key (shop_id, listing_id, day, visitor),
  foreign key (shop_id, listing_id) references listing
);
grant select, insert on listing_click to quayside_app;

alter table listing_figures add column clicks int not null default 0;

create function count_clicks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listing_figures as f (shop_id, listing_id, clicks)
  select shop_id, listing_id, count(*) from after_rows group by shop_id, listing_id order by 1, 2
  on conflict (shop_id, listing_id) do update set clicks = f.clicks + excluded.clicks;
  return null;
end $$;
create trigger clicks_counted after insert on listing_click referencing new table as after_rows
  for each statement execute function count_clicks();

-- Until now only openings were recorded.
insert into listing_click (shop_id, listing_id, day, visitor) select shop_id, listing_id, day, visitor from listing_view;
