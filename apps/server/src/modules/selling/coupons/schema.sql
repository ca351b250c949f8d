-- Coupons of shops and of the platform, and their uses.

create table coupon (
  id uuid primary key,
  -- The shop that made it. Null for a coupon of the platform, which counts in every shop.
  shop_id uuid references shop,
  bearer text not null check (bearer in ('shop', 'platform')),
  code text not null check (code ~ '^[A-Z0-9]{4,20}$'),
  -- What it takes off: percent, or cents.
  percent smallint check (percent between 1 and 90),
  amount bigint check (amount between 1 and 99999999),
  -- Cents of those goods of an order that it counts for.
  minimum bigint not null check (minimum between 0 and 99999999),
  starts_at timestamptz not null,
  ends_at timestamptz,
  max_uses int check (max_uses between 1 and 1000000),
  max_per_buyer int check (max_per_buyer between 1 and 1000),
  -- The largest sum in cents that all its uses may take off.
  budget bigint check (budget between 1 and 9999999999),
  -- The listings that it counts for; empty for all.
  listings uuid[] not null default '{}' check (cardinality(listings) <= 100),
  used int not null default 0 check (used >= 0),
  spent bigint not null default 0 check (spent >= 0),
  state text not null check (state in ('proposed', 'active', 'stopped')),
  created_at timestamptz not null,
  created_by text not null,
  -- Of a coupon of the platform: who proposed it, and who signed above the limit.
  proposed_by uuid references operator,
  needs_two boolean not null default false,
  signed_by uuid references operator,
  stopped_at timestamptz,
  stopped_by text,
  -- Of a coupon of the platform: the most uses in orders of one shop.
  max_per_shop int check (max_per_shop between 1 and 1000000),
  constraint coupon_code unique nulls not distinct (shop_id, code),
  constraint coupon_bearer check ((bearer = 'shop') = (shop_id is not null)),
  constraint coupon_takes check ((percent is null) <> (amount is null)),
  -- Something is left to pay.
  constraint coupon_leaves check (amount is null or minimum >= amount + 100),
  constraint coupon_ends check (ends_at > starts_at),
  constraint coupon_uses check (used <= max_uses),
  constraint coupon_budget check (spent <= budget),
  constraint coupon_of_platform check (bearer = 'shop' or (budget is not null and proposed_by is not null
    and listings = '{}'::uuid[])),
  constraint coupon_two_people check (state <> 'active' or not needs_two or (signed_by is not null
    and signed_by <> proposed_by)),
  constraint coupon_stopped check ((state = 'stopped') = (stopped_at is not null and stopped_by is not null))
);
comment on table coupon is
'A coupon of a shop or of the platform. What it takes off is fixed when it is issued.
@owner platform
@distribution reference
@impersonal code, created_by, stopped_by
@audit coupon: id id, shop shop_id, code code; bearer, percent, amount, minimum, starts_at, ends_at, max_uses,
  max_per_buyer, budget, state, signed_by
@unique-over-all-shops coupon_pkey: random ids and numbers that the server makes';
create index coupons_by_code on coupon (code);
create index coupons_by_time on coupon (shop_id, created_at, id);
-- The server counts no uses: a trigger does.
grant select, insert (id, shop_id, bearer, code, percent, amount, minimum, starts_at, ends_at, max_uses,
  max_per_buyer, max_per_shop, budget, listings, state, created_at, created_by, proposed_by, needs_two), update (state,
  signed_by, stopped_at, stopped_by) on coupon to quayside_app;
create trigger coupon_signers_with_act after insert or update of signed_by on coupon for each row
  when (new.signed_by is not null) execute function check_signed_act('id', 'signed_by', 'proposed_by', 'budget',
  'coupon.issue');

-- What a coupon promises stays, and one that was stopped stays stopped.
create function check_coupon() returns trigger language plpgsql as $$
begin
  if old.state = 'stopped' and new.state <> 'stopped' or old.state = 'active' and new.state = 'proposed' then
    raise exception 'coupon % cannot become %', old.code, new.state using errcode = 'check_violation', constraint = 'coupon_steps';
  end if;
  return new;
end $$;
create trigger coupon_steps before update of state on coupon for each row execute function check_coupon();

create table coupon_use (
  shop_id uuid not null,
  order_id uuid not null,
  coupon_id uuid not null references coupon,
  -- Keyed hash of the buyer's e-mail address: a guest is a new buyer in each order.
  buyer_key bytea not null check (length(buyer_key) = 32),
  amount bigint not null check (amount > 0),
  used_at timestamptz not null,
  -- The order was cancelled: the use is given back.
  released_at timestamptz,
  -- Keyed hashes of the delivery address and of the card that paid, where the uses of one buyer are limited.
  address_key bytea check (length(address_key) = 32),
  card_key bytea check (length(card_key) = 32),
  primary key (shop_id, order_id)
);
comment on table coupon_use is
'One row for each order with a coupon.
@owner shop
@distribution shop_id
@personal buyer_key, address_key, card_key: buyers; keyed hashes of the e-mail address, the delivery address and the
  card: how often a buyer used a coupon; with the books';
create index coupon_uses_of_buyer on coupon_use (coupon_id, buyer_key) where released_at is null;
create index coupon_uses_at_address on coupon_use (coupon_id, address_key)
  where address_key is not null and released_at is null;
create index coupon_uses_of_card on coupon_use (coupon_id, card_key)
  where card_key is not null and released_at is null;
create index coupon_uses_in_shop on coupon_use (coupon_id, shop_id) where released_at is null;
-- The report of a shop reads the uses of its coupons by time.
create index coupon_uses_of_shop on coupon_use (shop_id, used_at);
grant select, insert, update (card_key) on coupon_use to quayside_app;

-- Counts a use under the lock of the coupon, so that the uses of one coupon are counted one after the other, and
-- compares it with coupon, order and lines.
create function count_coupon_use() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c coupon;
  o orders;
  goods bigint;
  eligible bigint;
  taken bigint;
begin
  update coupon set used = used + 1, spent = spent + new.amount where id = new.coupon_id returning * into c;
  select * into o from orders where shop_id = new.shop_id and id = new.order_id;
  select sum(quantity * selling_price), sum(quantity * selling_price) filter (where c.listings = '{}' or listing_id = any(c.listings)), sum(discount)
    into goods, eligible, taken from order_line where shop_id = new.shop_id and order_id = new.order_id;
  if (o.coupon_id = c.id and new.released_at is null and new.used_at = o.placed_at and c.state = 'active' and coalesce(c.shop_id, new.shop_id) = new.shop_id
    and o.placed_at >= c.starts_at and o.placed_at < coalesce(c.ends_at, 'infinity') and eligible >= c.minimum
    and new.amount = coupon_takes(c, eligible)
    and o.coupon_shop = case c.bearer when 'shop' then new.amount else 0 end
    and o.coupon_platform = case c.bearer when 'platform' then new.amount else 0 end
    and o.total_payment + o.coupon_shop = goods and taken = o.coupon_shop) is not true then
    raise exception 'order % does not have what coupon % takes off', new.order_id, c.code using errcode = 'check_violation', constraint = 'coupon_use_fits';
  end if;
  if (select count(*) from coupon_use where coupon_id = c.id and buyer_key = new.buyer_key and released_at is null) > c.max_per_buyer then
    raise exception 'a buyer has used coupon % as often as allowed', c.code using errcode = 'check_violation', constraint = 'coupon_uses_of_buyer';
  end if;
  if (select count(*) from coupon_use where coupon_id = c.id and address_key = new.address_key and released_at is null) > c.max_per_buyer then
    raise exception 'coupon % was used at an address as often as allowed', c.code using errcode = 'check_violation', constraint = 'coupon_uses_at_address';
  end if;
  if (select count(*) from coupon_use where coupon_id = c.id and shop_id = new.shop_id and released_at is null) > c.max_per_shop then
    raise exception 'coupon % was used in a shop as often as allowed', c.code using errcode = 'check_violation', constraint = 'coupon_uses_in_shop';
  end if;
  return null;
end $$;
create trigger coupon_used after insert on coupon_use for each row execute function count_coupon_use();

-- The card is known when it has paid. Its uses are counted under the lock of the coupon, as the others.
create function count_coupon_card() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare most int;
begin
  select max_per_buyer into most from coupon where id = new.coupon_id for no key update;
  if old.card_key is distinct from new.card_key and old.card_key is not null then
    raise exception 'the card of order % is already known', new.order_id using errcode = 'check_violation', constraint = 'coupon_card_once';
  end if;
  if (select count(*) from coupon_use where coupon_id = new.coupon_id and card_key = new.card_key and released_at is null) > most then
    raise exception 'a card has used a coupon as often as allowed' using errcode = 'check_violation', constraint = 'coupon_uses_of_card';
  end if;
  return null;
end $$;
create trigger coupon_card_used after update of card_key on coupon_use for each row execute function count_coupon_card();

-- What a coupon takes off goods of this many cents.
create function coupon_takes(c coupon, goods bigint) returns bigint
language sql immutable return case when c.percent is not null then pro_rata(goods, c.percent, 100) else least(c.amount, goods) end;

-- The server calls no function but those named last.
revoke all on function
  coupon_takes(coupon, bigint)
  from public;
