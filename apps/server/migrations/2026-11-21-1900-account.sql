-- The merchant's account: contacts that were proved, devices that logged in before, sessions that can be told apart, operators that left.

-- A contact is where codes go. `verified_at`: a code that was sent there came back. `trusted_from`: set when it replaced another one;
-- before, it takes no code for a forgotten password.
alter table merchant
  add column email_verified_at timestamptz,
  add column phone_verified_at timestamptz,
  add column email_trusted_from timestamptz,
  add column phone_trusted_from timestamptz,
  -- The login password was set with a code: the payment password cannot be set with one for a while.
  add column password_reset_at timestamptz;

-- Where a code went; the one that comes back proves it.
alter table one_time_code
  add column channel text not null default 'email' check (channel in ('email', 'phone')),
  add column address text not null default '';
create index on one_time_code (expires_at);

-- One that logged in before has tries of its own: strangers cannot use them up. Only the hash of what it holds is kept.
create table device (
  merchant_id uuid not null references merchant,
  id uuid not null,
  token_hash bytea not null unique,
  used_at timestamptz not null,
  primary key (merchant_id, id)
);
create index on device (used_at);
grant select, insert, update, delete on device to quayside_app;

alter table session
  -- Its name; the token is a secret.
  add column id uuid not null default gen_random_uuid() unique,
  add column device_id uuid,
  add column agent text,
  add column address text;
create index on session (expires_at);

alter table operator
  add column deactivated_at timestamptz,
  add column deactivated_by uuid references operator;
