-- Access for merchants' own programs: API keys, and webhooks about events of a shop.

create table api_key (
  shop_id uuid not null references shop (id),
  id uuid not null,
  merchant_id uuid not null references merchant (id),
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the key. The key itself is stored nowhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The first characters, by which a person recognizes the key.
  start text not null check (length(start) between 4 and 12),
  scopes text[] not null check (cardinality(scopes) > 0
    and scopes <@ array['orders:read', 'products:read', 'products:write', 'finance:read']),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (shop_id, id)
);
create index on api_key (merchant_id);
grant select, insert, delete on api_key to quayside_app;
grant update (used_at, revoked_at) on api_key to quayside_app;

create table webhook (
  shop_id uuid not null references shop (id),
  id uuid not null,
  merchant_id uuid not null references merchant (id),
  url text not null check (length(url) <= 500),
  events text[] not null check (cardinality(events) > 0),
  -- The signing secret, sealed; and the former one, until all receivers know the new one.
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  created_at timestamptz not null,
  failing_since timestamptz,
  paused_at timestamptz,
  primary key (shop_id, id),
  unique (id),
  check ((former_secret is null) = (former_until is null))
);
create index on webhook (merchant_id);
grant select, insert, update, delete on webhook to quayside_app;

-- One call of a webhook about one event, or a test without an event. It holds no data of the event.
create table webhook_call (
  shop_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id bigint,
  type text not null,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  -- The next attempt; during an attempt, when another worker may take the call over.
  not_before timestamptz not null,
  last_at timestamptz,
  status int,
  failure text check (failure in ('address', 'connection', 'timeout', 'redirect', 'status')),
  primary key (shop_id, id),
  foreign key (shop_id, webhook_id) references webhook (shop_id, id) on delete cascade
);
create index on webhook_call (not_before) where state = 'waiting';
create index on webhook_call (shop_id, webhook_id, at, id);
create index webhook_call_age on webhook_call using brin (at);
grant select, insert, update, delete on webhook_call to quayside_app;

-- A call exists exactly if the transaction of its event committed.
create function queue_webhook_calls() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into webhook_call (shop_id, id, webhook_id, event_id, type, at, not_before)
    select h.shop_id, uuidv7(), w.id, h.id, h.name, h.at, h.at
    from happened h join webhook w on w.shop_id = h.shop_id and w.paused_at is null and h.name = any(w.events)
    order by h.id;
  return null;
end $$;
create trigger queue_webhook_calls after insert on event referencing new table as happened
  for each statement execute function queue_webhook_calls();

-- The erasure of a merchant ends the access of the merchant's programs.
create function end_integrations() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from api_key where shop_id = new.shop_id;
  delete from webhook where shop_id = new.shop_id;
  return null;
end $$;
create trigger end_integrations after update of erased_at on merchant for each row
  when (old.erased_at is null and new.erased_at is not null) execute function end_integrations();
