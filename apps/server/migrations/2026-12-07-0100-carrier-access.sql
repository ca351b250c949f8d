-- Access for carriers' programs: API keys, secrets that sign their calls, and the log of their calls.

create table carrier (
  id uuid primary key,
  -- As operators enter it for a shipment.
  name text not null check (length(name) between 2 and 60),
  created_at timestamptz not null,
  -- Null for a carrier that came with QUAYSIDE_CARRIERS.
  created_by uuid references operator
);
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
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references operator,
  constraint carrier_api_key_revoked check ((revoked_at is null) = (revoked_by is null))
);
create index on carrier_api_key (carrier_id, created_at);
grant select, insert on carrier_api_key to quayside_app;
grant update (used_at, revoked_at, revoked_by) on carrier_api_key to quayside_app;

-- A secret that signs a carrier's calls. It verifies them from the second owner's signature until its end.
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
create unique index carrier_secret_current on carrier_secret (carrier_id) where signed_at is not null and ends_at is null;
create unique index carrier_secret_proposed on carrier_secret (carrier_id) where signed_at is null and ends_at is null;
create index on carrier_secret (carrier_id, proposed_at);
grant select, insert on carrier_secret to quayside_app;
grant update (sealed, signed_at, signed_by, ends_at, ended_by, used_at) on carrier_secret to quayside_app;

create trigger carrier_secret_sealed before insert or update of sealed on carrier_secret
  for each row execute function check_sealing_key('sealed');
create trigger carrier_secret_signers_with_act after insert or update of signed_by on carrier_secret
  for each row execute function check_signed_act('carrier_id', 'signed_by', 'proposed_by', '', 'carrier.secret');

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
create trigger carrier_secret_steps before update on carrier_secret for each row execute function check_carrier_secret();

-- One call of a carrier's program. It holds no data of the parcel.
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
  refusal text check (refusal in ('headers', 'signature', 'secret-ended', 'age', 'id-reused', 'body', 'key-ended', 'scope')),
  constraint carrier_call_refused check ((outcome = 'refused') = (refusal is not null)),
  constraint carrier_call_proof check (outcome = 'refused' or way = 'former'
    or case way when 'webhook' then secret_id is not null and message_id is not null and digest is not null else key_id is not null end)
);
-- A message is accepted once.
create unique index carrier_call_once on carrier_call (carrier_id, message_id) where outcome = 'accepted' and way = 'webhook';
create index on carrier_call (carrier_id, at, id);
create index carrier_call_age on carrier_call using brin (at);
grant select, insert, delete on carrier_call to quayside_app;
grant update (outcome) on carrier_call to quayside_app;

-- An event is signed by the carrier, or sent with one of its API keys. Only a signed one reports a delivery.
alter table carrier_event alter column signed_at drop not null, alter column signature drop not null,
  -- The header webhook-id: the signature covers it. Null for a signature of the former header.
  add column message_id text check (length(message_id) between 1 and 200),
  add column key_id uuid,
  add constraint carrier_event_proof check (
    case when key_id is null then signature is not null and signed_at is not null
      else signature is null and signed_at is null and message_id is null and not delivered end);

insert into audit_subject values
  ('carrier', 'carrier', 'id', null, 'name', array['created_by']);
