-- Codes that are sent to a merchant, the messages that leave by mail and phone, and the rest after a forgotten payment password.

create table one_time_code (
  merchant_id uuid not null references merchant,
  purpose text not null,
  -- Keyed with a key that is not in the database: six digits have too few values for a hash alone.
  code_hash bytea not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  -- A new one ends the one before.
  primary key (merchant_id, purpose)
);
grant select, insert, update, delete on one_time_code to quayside_app;

-- `kept`: no gateway takes this channel, so the message stays here; only a demo shows it.
create table outbox (
  id uuid primary key,
  merchant_id uuid not null references merchant,
  channel text not null check (channel in ('email', 'phone')),
  address text not null,
  -- Subject and text; sealed, because a code may be in them, and gone once nobody needs them.
  sealed bytea,
  state text not null check (state in ('waiting', 'sent', 'refused', 'too-late', 'kept')),
  written_at timestamptz not null,
  -- After this there is no use in sending it.
  useless_at timestamptz,
  -- A worker has it until then.
  taken_until timestamptz,
  constraint outbox_emptied check ((sealed is null) = (state in ('sent', 'refused', 'too-late')))
);
create index outbox_of_merchant on outbox (merchant_id, written_at desc);
create index outbox_by_time on outbox (written_at);
grant select, insert, update, delete on outbox to quayside_app;

-- Set when a payment password was set anew without the old one: no withdrawal leaves before.
alter table merchant add column payouts_not_before timestamptz;
