-- Merchants, operators and buyers; invitations; registrations; sessions.

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
  created_at timestamptz not null
);
grant select, insert, update on shop to quayside_app;

create table merchant (
  id uuid primary key,
  shop_id uuid not null unique references shop,
  email text not null constraint merchant_email unique,
  phone text not null constraint merchant_phone unique,
  real_name text,
  password_hash text not null,
  payment_password_hash text,
  payment_password_tries int not null default 0,
  payment_password_locked_until timestamptz,
  created_at timestamptz not null
);
grant select, insert, update on merchant to quayside_app;

create table operator (
  id uuid primary key,
  name text not null,
  email text not null constraint operator_email unique,
  password_hash text not null,
  roles text[] not null,
  created_at timestamptz not null
);
grant select, insert, update on operator to quayside_app;

create table buyer (
  id uuid primary key,
  name text not null,
  email text not null constraint buyer_email unique,
  password_hash text not null,
  created_at timestamptz not null
);
grant select, insert, update on buyer to quayside_app;

-- Only the hash of a token is kept; whoever reads this table can log in as nobody.
create table session (
  token_hash bytea primary key,
  who text not null check (who in ('merchant', 'operator', 'buyer')),
  subject_id uuid not null,
  shop_id uuid,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null
);
create index on session (subject_id);
grant select, insert, update, delete on session to quayside_app;

create table invitation (
  id uuid primary key,
  code_hash bytea not null unique,
  note text not null,
  created_by uuid not null references operator,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references merchant
);
grant select, insert, update on invitation to quayside_app;

create table registration (
  shop_id uuid primary key references shop,
  state text not null check (state in ('draft', 'submitted', 'in-review', 'verified', 'more-information')),
  logo_file uuid,
  shop_name text,
  address text,
  country text,
  real_name text,
  id_front uuid,
  id_back uuid,
  id_in_hand uuid,
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references operator,
  asked jsonb not null default '{}',
  created_at timestamptz not null
);
create index on registration (state, submitted_at);
grant select, insert, update on registration to quayside_app;

-- Pictures. Private ones have no address and are encrypted with a key of their own, which is itself wrapped.
create table file (
  id uuid primary key,
  owner_who text not null check (owner_who in ('merchant', 'operator')),
  owner_id uuid not null,
  shop_id uuid,
  purpose text not null,
  private boolean not null,
  content_type text not null,
  bytes int not null,
  width int not null,
  height int not null,
  storage_key text not null unique,
  wrapped_key bytea,
  key_id text,
  created_at timestamptz not null,
  check (private = (wrapped_key is not null))
);
create index on file (shop_id);
grant select, insert, update on file to quayside_app;

create table document_view (
  id bigint generated always as identity primary key,
  shop_id uuid not null references shop,
  field text not null,
  operator_id uuid not null references operator,
  reason text not null,
  at timestamptz not null
);
create index on document_view (shop_id, at desc);
grant select, insert on document_view to quayside_app;
create trigger document_view_kept before update or delete on document_view for each row execute function refuse_change();

-- The buyers' side of a shop.
create table follow (
  shop_id uuid not null references shop,
  buyer_id uuid not null references buyer,
  at timestamptz not null,
  primary key (shop_id, buyer_id)
);
grant select, insert, delete on follow to quayside_app;

-- One row for each visitor and day; `visitor` is a keyed hash, so that rows of two days cannot be joined to a person.
create table visit (
  shop_id uuid not null references shop,
  day date not null,
  visitor bytea not null,
  primary key (shop_id, day, visitor)
);
grant select, insert on visit to quayside_app;
