-- Accounts of buyers: links by mail, addresses.

-- A link by mail proves an address, once. Only the hash of its token is kept.
create table account_link (
  token_hash bytea primary key,
  -- `join` makes an account; `password` sets the password of one.
  purpose text not null check (purpose in ('join', 'password', 'email')),
  email text not null,
  buyer_id uuid references buyer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at),
  constraint account_link_buyer check ((purpose = 'join') = (buyer_id is null))
);
create index account_link_of_email on account_link (email);
create index account_link_by_end on account_link (expires_at);
grant select, insert, delete on account_link to quayside_app;

-- Addresses that a buyer has saved.
create table buyer_address (
  id uuid primary key,
  buyer_id uuid not null references buyer,
  name text not null,
  phone text,
  street text not null,
  city text not null,
  postcode text not null,
  country text not null,
  -- The address that the checkout is filled with.
  preferred boolean not null,
  created_at timestamptz not null,
  street2 text,
  district text,
  state text,
  -- Sealed.
  tax_number bytea
);
create index addresses_of_buyer on buyer_address (buyer_id, created_at);
create unique index preferred_address on buyer_address (buyer_id) where preferred;
grant select, insert, update, delete on buyer_address to quayside_app;
