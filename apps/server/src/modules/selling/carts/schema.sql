-- Carts of browsers and their checkouts.

create table cart (
  id uuid primary key,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The country that a buyer chose before the checkout.
  country text check (country ~ '^[A-Z]{2}$')
);
comment on table cart is
'The cart of a browser. Only the hash of the cookie is kept.
@owner visitor
@distribution reference
@personal token_hash: visitors; the cart of a browser; until it expires
@personal country: visitors; where the goods would go, for shipping and tax; until it expires';
create index cart_by_end on cart (expires_at);
grant select, insert, update, delete on cart to quayside_app;

create table cart_line (
  cart_id uuid not null references cart on delete cascade,
  shop_id uuid not null,
  listing_id uuid not null,
  quantity int not null check (quantity between 1 and 200),
  -- The price that the buyer last saw. The order takes the present price, and only if the buyer has seen it.
  price bigint not null check (price > 0),
  added_at timestamptz not null,
  -- A line of a cart names the variant that the buyer chose. One variant of every product has the id of the product.
  variant_id uuid not null references product_variant,
  primary key (cart_id, shop_id, listing_id, variant_id),
  foreign key (shop_id, listing_id) references listing
);
comment on table cart_line is
'A product in a cart. Prices come from the listing, not from here.
@owner shop
@distribution shop_id';
grant select, insert, update, delete on cart_line to quayside_app;

create table cart_checkout (
  id uuid primary key,
  cart_id uuid not null references cart on delete cascade,
  shop_id uuid not null references shop,
  created_at timestamptz not null,
  order_id uuid,
  foreign key (shop_id, order_id) references orders
);
comment on table cart_checkout is
'One purchase from one shop of a cart. Every tab with the form of this purchase has the same id, so it becomes one
order.
@owner visitor
@distribution local
@unique-over-all-shops cart_checkout_pkey: random ids and numbers that the server makes';
create unique index cart_checkout_open on cart_checkout (cart_id, shop_id) where order_id is null;
grant select, insert, update (order_id), delete on cart_checkout to quayside_app;

create table order_access (
  shop_id uuid not null,
  order_id uuid primary key,
  buyer_id uuid not null references buyer,
  email text not null,
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (shop_id, order_id) references orders,
  check (expires_at > created_at)
);
comment on table order_access is
'The way to an order without an account: by a token in the address, which is computed from the id, and until when.
`email` and `language` are those of the buyer at this order.
@owner buyer
@distribution local
@personal email, buyer_id: buyer; the link in order mails; 180 days
@impersonal language
@retention 0 days after expires_at
@unique-over-all-shops order_access_pkey: random ids and numbers that the server makes';
-- A lost link: the orders of an address, newest first.
create index order_access_by_email on order_access (email, created_at desc);
grant select, insert on order_access to quayside_app;

-- A guest gets a mail with the link to the order.
create function mail_of_access() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, at) values (new.shop_id, new.order_id, 'placed', new.order_id::text, new.created_at)
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_access after insert on order_access for each row execute function mail_of_access();

create table cart_coupon (
  cart_id uuid not null references cart on delete cascade,
  shop_id uuid not null references shop,
  code text not null check (length(code) between 1 and 40),
  primary key (cart_id, shop_id)
);
comment on table cart_coupon is
'The code that a buyer entered, for one shop of a cart.
@owner shop
@distribution shop_id
@impersonal code';
grant select, insert, update (code), delete on cart_coupon to quayside_app;
