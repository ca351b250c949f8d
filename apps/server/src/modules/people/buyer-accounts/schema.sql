-- Accounts of buyers: links by mail, addresses.

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
comment on table account_link is
'A link by mail proves an address, once. Only the hash of its token is kept.
@owner buyer
@distribution local
@personal token_hash, email, buyer_id: buyer; the link by mail that proves an address; an hour';
create index account_link_of_email on account_link (email);
create index account_link_by_end on account_link (expires_at);
grant select, insert, delete on account_link to quayside_app;

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
comment on table buyer_address is
'Addresses that a buyer has saved.
@owner buyer
@distribution local
@personal buyer_id, name, phone, street, street2, district, city, state, postcode, country: buyer; delivery addresses
  that the order form is filled with; until removed, or until erasure
@personal tax_number: buyer; the number that customs of the country ask for (CPF, RUT, personal customs code of
  Korea); with the address, until removed or until erasure
@sealed tax_number: tax-number';
create index addresses_of_buyer on buyer_address (buyer_id, created_at);
create unique index preferred_address on buyer_address (buyer_id) where preferred;
grant select, insert, update, delete on buyer_address to quayside_app;
create trigger buyer_address_sealed before insert or update of tax_number on buyer_address for each row
  when (new.tax_number is not null) execute function check_sealing_key('tax_number');
