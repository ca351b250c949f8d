-- Passkeys of merchants, which confirm acts of money instead of the payment password.

create table payment_passkey (
  shop_id uuid not null references shop (id),
  -- The credential id of WebAuthn.
  id bytea not null check (length(id) between 1 and 1023),
  merchant_id uuid not null references merchant (id),
  name text not null check (length(name) between 1 and 60),
  -- COSE key, as the authenticator gave it.
  public_key bytea not null,
  -- Signature counter; many passkeys always say 0.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- Whether the passkey may be copied to other devices of its owner, and whether it is.
  backup_eligible boolean not null,
  backed_up boolean not null,
  aaguid uuid not null,
  created_at timestamptz not null,
  used_at timestamptz,
  -- A removed passkey stays, so that its signatures can be verified later.
  removed_at timestamptz,
  primary key (shop_id, id)
);
create index on payment_passkey (merchant_id);
grant select, insert on payment_passkey to quayside_app;
grant update (counter, backed_up, used_at, removed_at) on payment_passkey to quayside_app;

create function check_payment_passkey() returns trigger language plpgsql as $$
begin
  if old.removed_at is not null and new is distinct from old
    and not (new.name = '—' and coalesce(current_setting('quayside.erasing', true), '') = 'on')
  then
    raise exception 'a removed passkey is not changed' using errcode = 'restrict_violation';
  end if;
  if new.counter < old.counter then
    raise exception 'the counter of a passkey never goes back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_passkey_law before update on payment_passkey for each row execute function check_payment_passkey();
create trigger payment_passkey_kept before delete on payment_passkey for each row execute function refuse_change();

-- Challenges that the server gave out: one use each. `document` is what an act is confirmed by; a registration has none.
create table payment_challenge (
  shop_id uuid not null references shop (id),
  challenge bytea not null check (length(challenge) = 32),
  merchant_id uuid not null references merchant (id),
  document text,
  expires_at timestamptz not null,
  primary key (shop_id, challenge),
  constraint payment_challenge_digest
    check (document is null or challenge = sha256(convert_to(document, 'UTF8')))
);
create index on payment_challenge (expires_at);
create index on payment_challenge (merchant_id);
grant select, insert, delete on payment_challenge to quayside_app;

-- The proof of an act that a passkey confirmed. It can be verified alone: see docs/operating.md.
create table payment_confirmation (
  shop_id uuid not null references shop (id),
  -- SHA-256 of `document`: what the passkey signed. A document confirms one act.
  digest bytea not null,
  merchant_id uuid not null references merchant (id),
  -- Path of the endpoint, and the id of what it made or paid: a withdrawal, a destination, a plan of a pick-up.
  endpoint text not null,
  subject_id uuid not null,
  -- Endpoint, input, idempotency key, merchant and time in canonical JSON (RFC 8785).
  document text not null,
  passkey_id bytea not null,
  public_key bytea not null,
  authenticator_data bytea not null,
  client_data bytea not null,
  signature bytea not null,
  confirmed_at timestamptz not null,
  primary key (shop_id, digest),
  foreign key (shop_id, passkey_id) references payment_passkey,
  constraint payment_confirmation_digest check (digest = sha256(convert_to(document, 'UTF8')))
);
create index on payment_confirmation (shop_id, subject_id);
create index on payment_confirmation (shop_id, passkey_id);
create index on payment_confirmation (merchant_id);
grant select, insert on payment_confirmation to quayside_app;
create trigger payment_confirmation_kept before update or delete on payment_confirmation
  for each row execute function refuse_change();
create trigger payment_confirmation_not_emptied before truncate on payment_confirmation execute function refuse_change();

-- What is stored was signed by a passkey of this merchant, with the user verified, over exactly this document.
create function check_payment_confirmation() returns trigger language plpgsql as $$
declare
  act jsonb := new.document::jsonb;
  said jsonb := convert_from(new.client_data, 'UTF8')::jsonb;
begin
  if act ->> 'shopId' is distinct from new.shop_id::text or act ->> 'merchantId' is distinct from new.merchant_id::text
    or act ->> 'endpoint' is distinct from new.endpoint or (act ->> 'expiresAt')::timestamptz <= new.confirmed_at
    or said ->> 'type' is distinct from 'webauthn.get'
    or said ->> 'challenge' is distinct from translate(rtrim(encode(new.digest, 'base64'), '='), '+/', '-_')
    or length(new.authenticator_data) < 37
    -- Bits of the flags: 1 the user was present, 4 the user was verified.
    or get_byte(new.authenticator_data, 32) & 5 <> 5
    or not exists (select from payment_passkey p where p.shop_id = new.shop_id and p.id = new.passkey_id
      and p.merchant_id = new.merchant_id and p.public_key = new.public_key and p.removed_at is null)
  then
    raise exception 'the signature does not confirm this act of this merchant'
      using errcode = 'check_violation', constraint = 'payment_confirmation_evidence';
  end if;
  return new;
end $$;
create trigger payment_confirmation_law before insert on payment_confirmation
  for each row execute function check_payment_confirmation();

-- The erasure of a merchant ends the passkeys. Their public keys stay with the confirmations.
create function end_payment_passkeys() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payment_passkey set name = '—', removed_at = coalesce(removed_at, new.erased_at) where shop_id = new.shop_id;
  delete from payment_challenge where shop_id = new.shop_id;
  return null;
end $$;
create trigger end_payment_passkeys after update of erased_at on merchant for each row
  when (old.erased_at is null and new.erased_at is not null) execute function end_payment_passkeys();
