-- API keys of merchants, webhooks and their calls; carriers with their keys, secrets and calls.

create table api_key (
  shop_id uuid not null references shop,
  id uuid not null,
  merchant_id uuid not null references merchant,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the key. The key itself is stored nowhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The first characters, by which a person recognizes the key.
  start text not null check (length(start) between 4 and 12),
  scopes text[] not null check (cardinality(scopes) > 0
    and scopes <@ array['orders:read', 'products:read', 'products:write', 'finance:read']),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (shop_id, id),
  check (expires_at > created_at and expires_at <= created_at + interval '366 days')
);
comment on table api_key is
'API keys of merchants. The secret is kept only as a hash.
@owner shop
@distribution shop_id
@personal name, token_hash, start: merchant; access of the merchant’s own programs; 400 days after the end
@impersonal scopes
@unique-over-all-shops api_key_token_hash_key: log-ins, devices and secrets of people';
create index api_key_merchant_id_idx on api_key (merchant_id);
grant select, insert, update (used_at, revoked_at), delete on api_key to quayside_app;

create table webhook (
  shop_id uuid not null references shop,
  id uuid not null unique,
  merchant_id uuid not null references merchant,
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
  check ((former_secret is null) = (former_until is null))
);
comment on table webhook is
'Addresses of merchants that get signed calls about events.
@owner shop
@distribution shop_id
@personal url, secret, former_secret: merchant; calls of the merchant’s own programs, the secrets are sealed; until
  it is deleted
@impersonal events
@sealed secret, former_secret: webhook
@unique-over-all-shops webhook_id_key: random ids and numbers that the server makes';
create index webhook_merchant_id_idx on webhook (merchant_id);
grant select, insert, update, delete on webhook to quayside_app;
create trigger webhook_sealed before insert or update of secret, former_secret on webhook for each row
  execute function check_sealing_key('secret', 'former_secret');

-- The name of a carrier as it is compared: without capitals and doubled spaces.
create function carrier_key(name text) returns text
language sql immutable parallel safe return lower(regexp_replace(btrim(name), '\s+', ' ', 'g'));

create table carrier (
  id uuid primary key,
  -- As operators enter it for a shipment.
  name text not null check (length(name) between 2 and 60),
  created_at timestamptz not null,
  -- Null for a carrier that came with QUAYSIDE_CARRIERS.
  created_by uuid references operator
);
comment on table carrier is
'Carriers that report deliveries.
@owner platform
@distribution local
@impersonal name
@audit carrier: id id, code name; created_by';
create unique index carrier_once on carrier (carrier_key(name));
grant select, insert on carrier to quayside_app;

create table carrier_api_key (
  id uuid primary key,
  carrier_id uuid not null references carrier,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the key. The key itself is stored nowhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The first characters, by which a person recognizes the key.
  start text not null check (length(start) between 4 and 12),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['events:report', 'calls:read']),
  created_at timestamptz not null,
  created_by uuid not null references operator,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references operator,
  check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  constraint carrier_api_key_revoked check ((revoked_at is null) = (revoked_by is null))
);
comment on table carrier_api_key is
'API keys of carriers.
@owner platform
@distribution local
@personal name, token_hash, start: a carrier; access of a carrier’s programs, the hash of the key; with the books, as
  the proof of its reports
@impersonal scopes';
create index carrier_api_key_carrier_id_created_at_idx on carrier_api_key (carrier_id, created_at);
grant select, insert, update (used_at, revoked_at, revoked_by) on carrier_api_key to quayside_app;

create table carrier_secret (
  id uuid primary key,
  carrier_id uuid not null references carrier,
  -- Sealed. Null some time after its end.
  sealed bytea,
  start text not null check (length(start) between 4 and 12),
  proposed_at timestamptz not null,
  proposed_by uuid not null references operator,
  signed_at timestamptz,
  signed_by uuid references operator,
  ends_at timestamptz,
  -- Who revoked it, or refused it before it was signed; null for a rotation and for a proposal that expired.
  ended_by uuid references operator,
  used_at timestamptz,
  constraint carrier_secret_signed check ((signed_at is null) = (signed_by is null)),
  constraint carrier_secret_two_people check (signed_by <> proposed_by),
  constraint carrier_secret_kept check (sealed is not null or ends_at is not null)
);
comment on table carrier_secret is
'A secret that signs a carrier’s calls. It verifies them from the second owner’s signature until its end.
@owner platform
@distribution local
@personal sealed, start: a carrier; signs the calls of a carrier’s programs, sealed; the secret 30 days after its end
@sealed sealed: webhook';
create unique index carrier_secret_current on carrier_secret (carrier_id)
  where signed_at is not null and ends_at is null;
create unique index carrier_secret_proposed on carrier_secret (carrier_id)
  where signed_at is null and ends_at is null;
create index carrier_secret_carrier_id_proposed_at_idx on carrier_secret (carrier_id, proposed_at);
grant select, insert, update (sealed, signed_at, signed_by, ends_at, ended_by, used_at)
  on carrier_secret to quayside_app;
create trigger carrier_secret_sealed before insert or update of sealed on carrier_secret for each row
  execute function check_sealing_key('sealed');
create trigger carrier_secret_signers_with_act after insert or update of signed_by on carrier_secret for each row
  execute function check_signed_act('carrier_id', 'signed_by', 'proposed_by', '', 'carrier.secret');

-- Whoever has a secret that counts can report deliveries. So an end is never taken back or put off, a secret that
-- ended is not signed, and what was signed stays signed by the same person.
create function check_carrier_secret() returns trigger language plpgsql as $$
begin
  if old.ends_at is not null and (new.ends_at is null or new.ends_at > old.ends_at)
    or old.ends_at is not null and new.signed_at is distinct from old.signed_at
    or old.signed_by is not null and (new.signed_by, new.signed_at) is distinct from (old.signed_by, old.signed_at) then
    raise exception 'carrier secret % has ended or is signed', old.id using errcode = 'check_violation', constraint = 'carrier_secret_steps';
  end if;
  -- The act is about the carrier; its document names the secret.
  if old.signed_by is null and new.signed_by is not null and not exists (
    select from act a where a.subject_id = new.carrier_id::text and a.kind = 'carrier.secret' and a.state = 'open'
      and a.document::jsonb -> 'body' ->> 'secretId' = new.id::text) then
    raise exception 'carrier secret %: another one was signed', old.id using errcode = 'check_violation', constraint = 'signed_act';
  end if;
  return new;
end $$;
create trigger carrier_secret_steps before update on carrier_secret for each row
  execute function check_carrier_secret();

create table carrier_call (
  id uuid primary key,
  carrier_id uuid not null references carrier,
  at timestamptz not null,
  way text not null check (way in ('webhook', 'former', 'key')),
  -- The header webhook-id.
  message_id text check (length(message_id) between 1 and 200),
  -- SHA-256 of the body.
  digest bytea check (octet_length(digest) = 32),
  -- The carrier's own id of the event.
  event_id text check (length(event_id) between 1 and 100),
  secret_id uuid references carrier_secret,
  key_id uuid references carrier_api_key,
  outcome text not null check (outcome in ('accepted', 'repeated', 'refused')),
  refusal text check (refusal in ('headers', 'signature', 'secret-ended', 'age', 'id-reused', 'body', 'key-ended',
    'scope')),
  constraint carrier_call_refused check ((outcome = 'refused') = (refusal is not null)),
  constraint carrier_call_proof check (outcome = 'refused' or way = 'former'
    or case way when 'webhook' then secret_id is not null and message_id is not null
    and digest is not null else key_id is not null end)
);
comment on table carrier_call is
'One call of a carrier’s program. It holds no data of the parcel.
@owner platform
@distribution local
@impersonal message_id, digest, event_id';
-- A message is accepted once.
create unique index carrier_call_once on carrier_call (carrier_id, message_id)
  where outcome = 'accepted' and way = 'webhook';
create index carrier_call_carrier_id_at_id_idx on carrier_call (carrier_id, at, id);
create index carrier_call_age on carrier_call using brin (at);
grant select, insert, update (outcome), delete on carrier_call to quayside_app;

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
  foreign key (shop_id, webhook_id) references webhook on delete cascade
) partition by range (id);
comment on table webhook_call is
'One call of a webhook about one event, or a test without an event. It holds no data of the event.
@owner shop
@distribution shop_id
@impersonal type
@partitions by month of id, 2 ahead, kept 30 days';
create index webhook_call_not_before_idx on webhook_call (not_before) where state = 'waiting';
create index webhook_call_shop_id_webhook_id_at_id_idx on webhook_call (shop_id, webhook_id, at, id);
-- The calls that the system desk lists, over all shops.
create index webhook_calls_open on webhook_call (at desc, id desc) where state <> 'delivered';
grant select, insert, update, delete on webhook_call to quayside_app;

-- A tracking number as it is compared: without spaces, hyphens and small letters.
create function tracking_key(number text) returns text
language sql immutable parallel safe return upper(regexp_replace(number, '[ -]', '', 'g'));

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
create trigger queue_webhook_calls after insert on event referencing new table as happened for each statement
  execute function queue_webhook_calls();

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
