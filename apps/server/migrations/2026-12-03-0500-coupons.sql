-- Coupons: a code that takes something off the goods of an order, with a named bearer of the cost. A coupon of a shop
-- lowers the payment for the goods (`orders.total_payment`), and with it commission and earnings. Of a coupon of the
-- platform the merchant notices nothing: the platform pays that part of the goods into the escrow.

insert into ledger.kind values ('E.COUPON', 'D', false, true);

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
  constraint coupon_code unique nulls not distinct (shop_id, code),
  constraint coupon_bearer check ((bearer = 'shop') = (shop_id is not null)),
  constraint coupon_takes check ((percent is null) <> (amount is null)),
  -- Something is left to pay.
  constraint coupon_leaves check (amount is null or minimum >= amount + 100),
  constraint coupon_ends check (ends_at > starts_at),
  constraint coupon_uses check (used <= max_uses),
  constraint coupon_budget check (spent <= budget),
  constraint coupon_of_platform check (bearer = 'shop' or (budget is not null and proposed_by is not null and listings = '{}')),
  constraint coupon_two_people check (state <> 'active' or not needs_two or (signed_by is not null and signed_by <> proposed_by)),
  constraint coupon_stopped check ((state = 'stopped') = (stopped_at is not null and stopped_by is not null))
);
create index coupons_by_code on coupon (code);
create index coupons_by_time on coupon (shop_id, created_at, id);
grant select on coupon to quayside_app;
-- The server counts no uses: a trigger does.
grant insert (id, shop_id, bearer, code, percent, amount, minimum, starts_at, ends_at, max_uses, max_per_buyer, budget, listings, state, created_at, created_by,
  proposed_by, needs_two) on coupon to quayside_app;
grant update (state, signed_by, stopped_at, stopped_by) on coupon to quayside_app;

-- What a coupon promises stays, and one that was stopped stays stopped.
create function check_coupon() returns trigger language plpgsql as $$
begin
  if old.state = 'stopped' and new.state <> 'stopped' or old.state = 'active' and new.state = 'proposed' then
    raise exception 'coupon % cannot become %', old.code, new.state using errcode = 'check_violation', constraint = 'coupon_steps';
  end if;
  return new;
end $$;
create trigger coupon_steps before update of state on coupon for each row execute function check_coupon();
create trigger coupon_signers_with_act after insert or update of signed_by on coupon
  for each row when (new.signed_by is not null) execute function check_signed_act('id', 'signed_by', 'proposed_by', 'budget', 'coupon.issue');

alter table orders
  add column coupon_id uuid references coupon,
  -- Cents that the coupon took off, by who bears them. What the shop bears is no part of total_payment any more; what
  -- the platform bears is a part of it that the buyer does not pay.
  add column coupon_shop bigint not null default 0 check (coupon_shop >= 0),
  add column coupon_platform bigint not null default 0,
  -- The part of the platform that refunds gave back to it.
  add column refunded_coupon bigint not null default 0,
  add constraint order_coupon_platform check (coupon_platform >= 0 and coupon_platform < total_payment),
  add constraint order_coupon_once check (coupon_shop = 0 or coupon_platform = 0),
  add constraint order_coupon check ((coupon_id is null) = (coupon_shop + coupon_platform = 0)),
  add constraint order_coupon_returned check (refunded_coupon between 0 and coupon_platform);
grant update (refunded_coupon) on orders to quayside_app;
alter table order_line add column discount bigint not null default 0,
  -- What a coupon of the shop took off the line.
  add constraint order_line_discount check (discount >= 0 and discount <= quantity * selling_price);
alter table refund_order add column from_coupon bigint not null default 0 check (from_coupon >= 0);
grant update (from_coupon) on refund_order to quayside_app;

-- The code that a buyer entered, for one shop of a cart.
create table cart_coupon (
  cart_id uuid not null references cart on delete cascade,
  shop_id uuid not null references shop,
  code text not null check (length(code) between 1 and 40),
  primary key (cart_id, shop_id)
);
grant select, insert, delete on cart_coupon to quayside_app;
grant update (code) on cart_coupon to quayside_app;

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
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders
);
create index coupon_uses_of_buyer on coupon_use (coupon_id, buyer_key) where released_at is null;
grant select, insert on coupon_use to quayside_app;

-- What a coupon takes off goods of this many cents.
create function coupon_takes(c coupon, goods bigint) returns bigint language sql immutable
  return case when c.percent is not null then pro_rata(goods, c.percent, 100) else least(c.amount, goods) end;
revoke all on function coupon_takes(coupon, bigint) from public;

-- Counts a use under the lock of the coupon, so that the uses of one coupon are counted one after the other, and
-- compares it with coupon, order and lines.
create function count_coupon_use() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  return null;
end $$;
create trigger coupon_used after insert on coupon_use for each row execute function count_coupon_use();

-- An order with a coupon has its use: otherwise nothing would count it.
create function check_order_coupon() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from coupon_use where shop_id = new.shop_id and order_id = new.id and coupon_id = new.coupon_id) then
    raise exception 'order % does not count as a use of its coupon', new.id using errcode = 'check_violation', constraint = 'order_coupon_use';
  end if;
  return null;
end $$;
create constraint trigger order_coupon_use after insert on orders deferrable initially deferred for each row
  when (new.coupon_id is not null) execute function check_order_coupon();

-- Whoever cancels an order gives the use of its coupon back. A refund of a shipped order does not.
create function release_coupon_use() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update coupon_use set released_at = new.cancelled_at where shop_id = new.shop_id and order_id = new.id and released_at is null;
  if found then
    update coupon set used = used - 1, spent = spent - new.coupon_shop - new.coupon_platform where id = new.coupon_id;
  end if;
  return null;
end $$;
create trigger order_coupon_released after update of status on orders for each row
  when (new.status = 7 and old.status <> 7 and new.coupon_id is not null) execute function release_coupon_use();

-- The platform's part of the goods goes back to it in proportion to what is left of both; the buyer always gets a cent.
create function check_refunded_coupon() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  back bigint := new.refunded - old.refunded;
begin
  if new.refunded_coupon <> (select coalesce(sum(from_coupon), 0) from refund_order
      where shop_id = new.shop_id and order_id = new.id and state = 'refunded')
    or new.refunded_coupon - old.refunded_coupon
      <> least(pro_rata(old.coupon_platform - old.refunded_coupon, back, old.total_payment - old.refunded - old.disputed), back - 1)
  then
    raise exception 'the coupon of order % goes back in proportion', new.id using errcode = 'check_violation', constraint = 'order_coupon_refund';
  end if;
  return null;
end $$;
create trigger order_coupon_refund after update of refunded, refunded_coupon on orders for each row
  when (new.coupon_platform > 0 and (new.refunded, new.refunded_coupon) is distinct from (old.refunded, old.refunded_coupon))
  execute function check_refunded_coupon();

insert into ledger.template (event, leg, side, kind, owner, required) values
  ('order.paid', 'coupon', 'D', 'E.COUPON', 'platform', false),
  ('order.cancelled', 'coupon', 'C', 'E.COUPON', 'platform', false),
  ('refund.approved', 'coupon', 'C', 'E.COUPON', 'platform', false);

-- The functions are changed in place, so that what other migrations wrote into them stays.
do $$
declare
  change record;
  was text;
  becomes text;
begin
  for change in select * from (values
    ('ledger.check_order(uuid[])', 'when ''L.O.tax'' then o.tax else o.total_payment + o.shipping + o.tax end',
      'when ''L.O.tax'' then o.tax when ''E.COUPON'' then o.coupon_platform else o.total_payment - o.coupon_platform + o.shipping + o.tax end'),
    ('ledger.check_order(uuid[])', 'p.amount = o.total_payment + o.shipping + o.tax', 'p.amount = o.total_payment - o.coupon_platform + o.shipping + o.tax'),
    ('ledger.check_order(uuid[])', '''L.O.shipping'', ''L.O.tax''))', '''L.O.shipping'', ''L.O.tax'', ''E.COUPON''))'),
    ('ledger.check_order(uuid[])', 'when ''E.GOODWILL'' then b.amount = o.refunded_platform',
      'when ''E.COUPON'' then b.amount = o.coupon_platform - o.refunded_coupon when ''E.GOODWILL'' then b.amount = o.refunded_platform'),
    ('ledger.check_refund(uuid[])', 'when ''L.REFUND'' then b.amount = r.amount + r.from_shipping',
      'when ''E.COUPON'' then b.amount = r.from_coupon
    when ''L.REFUND'' then b.amount = r.amount - r.from_coupon + r.from_shipping'),
    ('check_order_tax()', 'pro_rata(new.total_payment + new.shipping,', 'pro_rata(new.total_payment - new.coupon_platform + new.shipping,'),
    ('check_refunded_tax()', 'new.refunded + new.refunded_shipping', 'new.refunded - new.refunded_coupon + new.refunded_shipping'),
    ('check_refunded_tax()', 'charged bigint := new.total_payment + new.shipping', 'charged bigint := new.total_payment - new.coupon_platform + new.shipping'),
    ('figure_moved_orders()', 'l.quantity * l.selling_price as line_total', 'l.quantity * l.selling_price - l.discount as line_total'),
    ('figure_moved_orders()', 'sum(l.quantity * l.selling_price) over', 'sum(l.quantity * l.selling_price - l.discount) over')
  ) v (routine, before, after) loop
    was := pg_get_functiondef(change.routine::regprocedure);
    becomes := replace(was, change.before, change.after);
    if length(becomes) <> length(was) - length(change.before) + length(change.after) then
      raise exception '% has not exactly one place %', change.routine, change.before;
    end if;
    execute becomes;
  end loop;
end $$;

insert into audit_subject values
  ('coupon', 'coupon', 'id', 'shop_id', 'code', array['bearer', 'percent', 'amount', 'minimum', 'starts_at', 'ends_at', 'max_uses', 'max_per_buyer', 'budget', 'state', 'signed_by']);
