-- Shops, their banners, followers and visits, restrictions, and their closing.

create table shop (
  id uuid primary key,
  code text not null unique,
  name text,
  logo text,
  address text,
  country text,
  introduction text,
  welcome text,
  time_zone text not null default 'UTC',
  verified_at timestamptz,
  closed_at timestamptz,
  closed_reason text,
  markup_percent int not null default 40 check (markup_percent between 0 and 1000),
  rounding text not null default 'ending-99' check (rounding in ('none', 'ending-99', 'whole')),
  created_at timestamptz not null,
  phone text,
  latitude double precision,
  longitude double precision,
  closed_scope text check (closed_scope in ('orders', 'all')),
  -- Who sells, as the law of many countries asks: what the merchant states. The platform verifies the person only.
  legal_name text check (char_length(legal_name) between 1 and 120),
  registration_number text check (char_length(registration_number) between 1 and 60),
  contact_email text check (char_length(contact_email) between 3 and 200),
  constraint shop_point check ((latitude is null) = (longitude is null) and latitude between -90 and 90
    and longitude between -180 and 180)
);
comment on table shop is
'A shop. Money, orders and most other rows carry its id in their key.
@owner shop
@distribution id
@personal name, logo, address, introduction, welcome, phone, latitude, longitude: merchant; the public page of the
  shop; until erasure
@personal legal_name, registration_number, contact_email: merchant; who sells, on the public page of the shop and at
  the order; until erasure
@impersonal code, country, time_zone, closed_reason
@audit shop: id id, shop id, code code; name, verified_at, closed_at
@unique-over-all-shops shop_code_key: codes that people say and type';
create index shops_by_phone on shop (phone) where phone is not null;
-- The search for shops.
create index shops_by_name on shop using gin (name gin_trgm_ops);
create index shop_name_prefix on shop (lower(name) text_pattern_ops);
grant select, insert, update on shop to quayside_app;
create trigger shop_told_shelf after update of name, logo, address, country, phone, introduction, welcome,
  verified_at, closed_at on shop for each row execute function tell_shelf_of_shop('id');
create trigger shop_told_shelf_identity after update of legal_name, registration_number, contact_email on shop
  for each row execute function tell_shelf_of_shop('id');

-- A shop is closed by a closing that has begun, and by nothing else.
create function check_shop_closing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.closed_at is not null) <> exists (
    select from shop_closing c where c.shop_id = new.id and c.lifted_at is null and c.began_at = new.closed_at and c.scope = new.closed_scope
  ) or (new.closed_at is null and exists (select from shop_closing c where c.shop_id = new.id and c.lifted_at is null and c.began_at is not null))
  then
    raise exception 'a shop is closed and opened by its closing' using errcode = 'check_violation', constraint = 'shop_closed';
  end if;
  return null;
end $$;
create trigger shop_closed after update of closed_at, closed_scope on shop for each row
  when (old.closed_at is distinct from new.closed_at or old.closed_scope is distinct from new.closed_scope)
  execute function check_shop_closing();

-- A shop's name holds nothing that is not seen: controls, joiners, soft hyphens, blanks of Braille and Hangul, line
-- ends.
create function check_shop_name() returns trigger language plpgsql as $$
begin
  if new.name ~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2800\u3164\ufeff\uffa0]' then
    raise exception 'the name of a shop holds characters that are not seen' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger shop_name_seen before insert or update of name on shop for each row when (new.name is not null)
  execute function check_shop_name();

create table follow (
  shop_id uuid not null references shop,
  buyer_id uuid not null,
  at timestamptz not null,
  -- Followers. Anybody can open a buyer's account, so a follower counts from the first order that he has paid, in any
  -- shop.
  counted boolean not null default false,
  primary key (shop_id, buyer_id)
);
comment on table follow is
'The shops that buyers follow.
@owner shop
@distribution shop_id
@personal buyer_id: buyer; shops that a buyer follows; until erasure';
-- The shops that a buyer follows, the last one first.
create index follow_by_buyer on follow (buyer_id, at desc);
grant select on follow to quayside_app;

create table banner (
  shop_id uuid not null references shop,
  kind text not null check (kind in ('home', 'store', 'advertisement')),
  place smallint not null check (place between 1 and 5),
  file_id uuid not null references file,
  primary key (shop_id, kind, place),
  constraint banner_single check (place = 1 or kind = 'advertisement')
);
comment on table banner is
'Pictures on the page of a shop, in the order in which buyers see them.
@owner shop
@distribution shop_id
@personal file_id: merchant; pictures of the shop; until erasure';
grant select, insert, delete on banner to quayside_app;
create trigger banner_told_shelf after insert or delete on banner for each row
  execute function tell_shelf_of_shop('shop_id');

create table shop_closing (
  shop_id uuid not null references shop,
  id uuid not null,
  -- `orders`: buyers place no new orders. `all`: nor does the merchant add or change products, or recharge.
  scope text not null check (scope in ('orders', 'all')),
  reason text not null check (reason in ('rules-broken', 'complaints', 'legal-order', 'fraud', 'unsafe-goods')),
  note text not null,
  made_by uuid constraint closing_made_by check (made_by is not null),
  made_at timestamptz not null,
  effective_at timestamptz not null,
  ends_at timestamptz,
  confirmed_by uuid,
  confirmed_at timestamptz,
  began_at timestamptz,
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text,
  primary key (shop_id, id),
  constraint closing_ends check (ends_at is null or ends_at > effective_at),
  constraint closing_two_people check (confirmed_by is null or (made_by is not null and confirmed_by <> made_by)),
  constraint closing_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint closing_lifted check ((lifted_at is null) = (lift_reason is null)),
  constraint closing_notice check (effective_at >= made_at + interval '7 days'
    or reason in ('legal-order', 'fraud', 'unsafe-goods')),
  constraint closing_began check (began_at is null or (began_at >= effective_at
    and (effective_at >= made_at + interval '7 days' or confirmed_by is not null)))
);
comment on table shop_closing is
'Closing a shop: what is restricted, why, from when and until when, by whom. At once only for an urgent reason and by
two people.
@owner shop
@distribution shop_id
@personal note, lift_reason: merchant; why a shop was closed or opened; with the books';
create unique index shop_closing_open on shop_closing (shop_id) where lifted_at is null;
create index shop_closing_due on shop_closing (effective_at) where lifted_at is null;
grant select, insert, update (confirmed_by, confirmed_at, began_at, lifted_by, lifted_at, lift_reason)
  on shop_closing to quayside_app;
create trigger shop_closing_signers after insert or update of confirmed_by on shop_closing for each row
  execute function check_signers('made_by', 'confirmed_by');
create trigger shop_closing_signers_with_act after insert or update of confirmed_by on shop_closing for each row
  execute function check_signed_act('shop_id', 'confirmed_by', 'made_by', '', 'shop.close');

create table shop_restriction (
  shop_id uuid not null references shop,
  id uuid not null,
  -- `sell`: buyers place no new orders. `pick-up`: no order is picked up. `list`: no product is added, and none is
  -- put on the shelf.
  scope text not null constraint restriction_scope check (scope in ('sell', 'pick-up', 'list')),
  reason text not null check (reason in ('rules-broken', 'complaints', 'legal-order', 'fraud', 'unsafe-goods')),
  -- For the merchant.
  text text not null check (length(text) >= 5),
  -- For the staff.
  evidence text not null check (length(evidence) >= 5),
  made_by uuid not null,
  made_at timestamptz not null,
  effective_at timestamptz not null,
  ends_at timestamptz,
  confirmed_by uuid,
  confirmed_at timestamptz,
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text,
  primary key (shop_id, id),
  constraint restriction_ends check (ends_at is null or ends_at > effective_at),
  constraint restriction_two_people check (confirmed_by is null or confirmed_by <> made_by),
  constraint restriction_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint restriction_notice check (effective_at >= made_at + interval '7 days'
    or reason in ('legal-order', 'fraud', 'unsafe-goods')),
  constraint restriction_lifted check ((lifted_at is null) = (lift_reason is null) and (lifted_by is null
    or lifted_at is not null) and (lifted_at is null or lifted_by is not null or confirmed_at is null))
);
comment on table shop_restriction is
'What a shop may not do for a time, short of its closing. No scope reaches withdrawals, reading, exports or the chat:
a merchant can always take out the balance.
@owner shop
@distribution shop_id
@personal text, evidence, lift_reason: merchant; why an act was restricted; with the books';
create unique index shop_restriction_open on shop_restriction (shop_id, scope) where lifted_at is null;
create index shop_restrictions_to_confirm on shop_restriction (made_at, id)
  where confirmed_at is null and lifted_at is null;
grant select, insert, update (confirmed_by, confirmed_at, lifted_by, lifted_at, lift_reason)
  on shop_restriction to quayside_app;
create trigger shop_restriction_signers after insert or update of confirmed_by on shop_restriction for each row
  execute function check_signers('made_by', 'confirmed_by');
create trigger shop_restriction_signers_with_act after insert or update of confirmed_by on shop_restriction
  for each row execute function check_signed_act('id', 'confirmed_by', 'made_by', '', 'shop.restrict');

-- A new one has no second person yet, and its end is not written with it.
create function check_new_restriction() returns trigger language plpgsql as $$
begin
  if new.confirmed_by is not null or new.lifted_at is not null then
    raise exception 'a restriction begins without a second person' using errcode = 'check_violation', constraint = 'restriction_begins';
  end if;
  return new;
end $$;
create trigger shop_restriction_begins before insert on shop_restriction for each row
  execute function check_new_restriction();

create table visit (
  shop_id uuid not null references shop,
  day date not null,
  -- Sixteen bytes need no table for long values beside each partition.
  visitor bytea storage plain not null,
  primary key (shop_id, day, visitor)
) partition by range (day);
comment on table visit is
'One row for each visitor and day; `visitor` is a keyed hash, so that rows of two days cannot be joined to a person.
@owner shop
@distribution shop_id
@personal visitor: visitors; counts a visitor once a day, a keyed hash of the day
@partitions by day of day, 3 ahead, kept 3 days';
grant select on visit to quayside_app;

-- A figure of a real shop belongs to the day on which it is written. Demos and tests have clocks of their own.
create function check_present(at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if abs(extract(epoch from clock_timestamp() - at)) > 300 and exists (select from installation where mode = 'production') then
    raise exception 'what happens now is not counted for %', at using errcode = 'check_violation', constraint = 'figure_present';
  end if;
end $$;

-- Each visitor of a verified shop once a day of that shop. True when the visitor is new.
create function record_visit(shop_id uuid, visitor bytea, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  insert into visit (shop_id, day, visitor)
  select s.id, (at at time zone s.time_zone)::date, record_visit.visitor from shop s
  where s.id = record_visit.shop_id and s.verified_at is not null and octet_length(record_visit.visitor) = 16
  on conflict do nothing;
  return found;
end $$;

-- Follows or stops following. True when that changed something.
create function set_follow(shop_id uuid, buyer_id uuid, wanted boolean, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  if wanted then
    insert into follow (shop_id, buyer_id, at, counted)
    select s.id, b.id, set_follow.at, b.verified_at is not null
    from shop s, buyer b where s.id = set_follow.shop_id and s.verified_at is not null and b.id = set_follow.buyer_id
      and b.erased_at is null
    on conflict do nothing;
  else
    delete from follow f where f.shop_id = set_follow.shop_id and f.buyer_id = set_follow.buyer_id;
  end if;
  return found;
end $$;

-- Whether a restriction holds at an instant: every restriction needs a second person.
create function restriction_holds(r shop_restriction, at timestamptz) returns boolean
language sql immutable return r.lifted_at is null and r.confirmed_at is not null and r.effective_at <= at and (r.ends_at is null or r.ends_at > at);

-- Keys of tables that stand before the tables that they name.
alter table state_change add foreign key (shop_id) references shop;
alter table audit_record_shop add foreign key (shop_id) references shop;

-- The server calls no function but those named last.
revoke all on function
  check_present(timestamptz),
  record_visit(uuid, bytea, timestamptz),
  set_follow(uuid, uuid, boolean, timestamptz)
  from public;
grant execute on function
  record_visit(uuid, bytea, timestamptz),
  set_follow(uuid, uuid, boolean, timestamptz)
  to quayside_app;
