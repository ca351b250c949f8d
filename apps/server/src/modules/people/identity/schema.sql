-- Merchants, buyers and operators: registration, log-in, sessions, devices, passkeys, desks.

-- An address without capitals and without what follows a plus sign.
create function comparable_email(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(lower(given), '\+[^@]*@', '@')
$$;

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
  created_at timestamptz not null,
  -- Set when a payment password was set anew without the old one: no withdrawal leaves before.
  payouts_not_before timestamptz,
  -- A contact is where codes go. `verified_at`: a code that was sent there came back. `trusted_from`: set when it
  -- replaced another one; before, it takes no code for a forgotten password.
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  email_trusted_from timestamptz,
  phone_trusted_from timestamptz,
  -- The login password was set with a code: the payment password cannot be set with one for a while.
  password_reset_at timestamptz,
  -- Tries that were counted and are being compared. What was begun and not ended counts as wrong.
  payment_password_open int not null default 0 check (payment_password_open >= 0),
  payment_password_open_at timestamptz,
  -- Wrong ones since the last right one; locks that ended forgive nothing.
  payment_password_failures int not null default 0 check (payment_password_failures >= 0),
  payment_password_disabled_at timestamptz,
  erased_at timestamptz
);
comment on table merchant is
'The person behind a shop, with log-in and payment password.
@owner shop
@distribution reference
@personal email, phone, real_name: merchant; log-in, contact, the name that withdrawals are compared with; until
  erasure
@personal password_hash, payment_password_hash: merchant; log-in and confirmation of payments, hashes, never shown or
  exported; until erasure
@unique-over-all-shops merchant_pkey: random ids and numbers that the server makes
@unique-over-all-shops merchant_email, merchant_phone: log-ins, devices and secrets of people';
create index merchants_by_comparable_email on merchant (comparable_email(email));
create index merchants_by_email on merchant using gin (email gin_trgm_ops);
create index merchants_by_phone on merchant using gin (phone gin_trgm_ops);
create index merchant_by_name on merchant (lower(real_name)) where real_name is not null;
grant select, insert, update on merchant to quayside_app;

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

-- The erasure of a merchant also takes what the shop says about its seller.
create function erase_trader_identity() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update shop set legal_name = null, registration_number = null, contact_email = null where id = new.shop_id;
  return null;
end $$;
create trigger merchant_erased_identity after update of erased_at on merchant for each row
  when (new.erased_at is not null and old.erased_at is null) execute function erase_trader_identity();

create table operator_invitation (
  id uuid primary key,
  -- Set when an operator is let in anew after losing password or second factor.
  operator_id uuid,
  name text not null,
  email text not null,
  desks text[] not null constraint operator_invitation_desks
    check (desks <@ array['owner', 'catalogue', 'fulfilment', 'finance', 'review', 'support', 'auditor']),
  invited_by uuid not null,
  invited_at timestamptz not null,
  confirmed_by uuid,
  confirmed_at timestamptz,
  -- Made at the confirmation, mailed to the invited, kept only as a hash.
  token_hash bytea unique,
  expires_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint operator_invitation_confirmed check ((confirmed_by is null) = (confirmed_at is null)
    and (confirmed_by is null) = (token_hash is null) and (confirmed_by is null) = (expires_at is null)),
  constraint operator_invitation_used check (used_at is null or (confirmed_at is not null and revoked_at is null))
);
comment on table operator_invitation is
'How a person becomes an operator: invited by one owner and confirmed by another.
@owner operator
@distribution reference
@personal name, email, token_hash: operator; invitation of the staff; with the audit
@impersonal desks
@audit operator-invitation: id id; desks, invited_by, confirmed_by, used_at, revoked_at';
create unique index operator_invitation_open on operator_invitation (email)
  where used_at is null and revoked_at is null;
grant select, insert, update (confirmed_by, confirmed_at, token_hash, expires_at, used_at, revoked_at)
  on operator_invitation to quayside_app;

create table operator (
  id uuid primary key,
  name text not null,
  email text not null constraint operator_email unique,
  password_hash text not null,
  roles text[] not null default '{}',
  created_at timestamptz not null,
  deactivated_at timestamptz,
  deactivated_by uuid references operator,
  -- What merchants read of an operator: a number that stays, never a name.
  staff_number int generated always as identity (start with 101) constraint operator_staff_number unique,
  -- Null: somebody else chose the password, so a session can only replace it.
  password_chosen_at timestamptz,
  -- Secret of the time-based codes (RFC 6238), sealed with the master key; pending until the first right code.
  totp_sealed bytea,
  totp_pending bytea,
  -- The last time step whose code was used: no code is taken twice.
  totp_step bigint,
  invited_by uuid references operator,
  confirmed_by uuid references operator,
  -- Before this instant no approval of money counts, and no signature under another operator's invitation.
  may_approve_from timestamptz not null,
  invitation_id uuid unique references operator_invitation,
  constraint operator_second_factor check (totp_step is null or totp_sealed is not null),
  constraint operator_not_invited_by_self check (invited_by <> id and confirmed_by <> id)
);
comment on table operator is
'Staff. What an operator may do follows from the desks.
@owner operator
@distribution reference
@personal name, email, password_hash, totp_sealed, totp_pending: operator; accounts of the staff; with the audit
@impersonal roles
@sealed totp_sealed, totp_pending: totp
@audit operator: id id, code staff_number; may_approve_from, deactivated_at';
grant select, insert, update (password_hash, deactivated_at, deactivated_by, password_chosen_at, totp_sealed,
  totp_pending, totp_step, may_approve_from) on operator to quayside_app;
create trigger operator_sealed before insert or update of totp_sealed, totp_pending on operator for each row
  execute function check_sealing_key('totp_sealed', 'totp_pending');

-- The first operator comes from the settings; every other one from an invitation that was confirmed, with what it
-- says.
create function check_new_operator() returns trigger language plpgsql as $$
declare invitation operator_invitation;
begin
  if owns_table(tg_relid) or not exists (select from operator) then return new; end if;
  select * into invitation from operator_invitation where id = new.invitation_id for update;
  if invitation.confirmed_at is null or invitation.used_at is not null or invitation.revoked_at is not null
    or invitation.operator_id is not null or invitation.email <> new.email
    or invitation.invited_by is distinct from new.invited_by or invitation.confirmed_by is distinct from new.confirmed_by
  then
    raise exception 'an operator needs a confirmed invitation' using errcode = 'restrict_violation';
  end if;
  if new.may_approve_from < new.created_at + interval '72 hours' and (select mode from installation) = 'production' then
    raise exception 'a new operator may not approve money for 72 hours' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger operator_admitted before insert on operator for each row execute function check_new_operator();

-- Nobody shortens the wait of a new operator or brings back one who left.
create function check_operator_dates() returns trigger language plpgsql as $$
begin
  if new.may_approve_from < old.may_approve_from and not owns_table(tg_relid) then
    raise exception 'the wait of an operator is never shortened' using errcode = 'restrict_violation';
  end if;
  if old.deactivated_at is not null and new.deactivated_at is null and not owns_table(tg_relid) then
    raise exception 'an operator who left does not come back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger operator_dates before update on operator for each row execute function check_operator_dates();

create table buyer (
  id uuid primary key,
  name text not null,
  email text not null,
  password_hash text,
  created_at timestamptz not null,
  erased_at timestamptz,
  -- Since when the address is proved. Only such a buyer can log in.
  verified_at timestamptz,
  -- The account that the orders of a guest belong to, and since when.
  account_id uuid references buyer,
  claimed_at timestamptz,
  constraint buyer_verified check (verified_at is null or password_hash is not null),
  constraint buyer_claimed check ((account_id is null) = (claimed_at is null) and (account_id is null
    or verified_at is null))
);
comment on table buyer is
'Buyers: accounts with a proved address, and guests, one for each order.
@owner buyer
@distribution reference
@personal name, email: buyer; log-in, delivery, messages; until erasure
@personal password_hash: buyer; log-in, Argon2, never shown or exported; until erasure
@personal account_id: buyer; the account that a guest’s orders belong to; as long as the orders, a link without a
  person after the erasure';
create index buyer_by_email on buyer (email);
-- One account for an address that is proved.
create unique index buyer_account_email on buyer (email) where verified_at is not null;
create index guests_of_account on buyer (account_id) where account_id is not null;
-- What the search of the console finds: buyers by the beginning of their name, entries of the bank by payer and
-- reference, and acts by their shop.
create index buyer_name_prefix on buyer (lower(name) text_pattern_ops);
grant select, insert, update on buyer to quayside_app;

-- A guest belongs to one account for ever, and only to the account whose proved address is the guest's. The lock
-- makes a claim wait for the erasure of its account, and fail after it.
create function check_claim() returns trigger language plpgsql as $$
begin
  if old.account_id is not null then
    raise exception 'the orders of a guest are claimed once' using errcode = 'restrict_violation';
  end if;
  perform from buyer a where a.id = new.account_id and a.verified_at is not null and a.erased_at is null and a.email = new.email
    for key share;
  if not found or old.password_hash is not null or old.erased_at is not null then
    raise exception 'a guest belongs to the account with the same proved address' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger buyer_claim before update of account_id on buyer for each row
  when (new.account_id is distinct from old.account_id) execute function check_claim();

create table session (
  token_hash bytea primary key,
  who text not null check (who in ('merchant', 'operator', 'buyer')),
  subject_id uuid not null,
  shop_id uuid,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  -- Its name; the token is a secret.
  id uuid not null default gen_random_uuid() unique,
  device_id uuid,
  agent text,
  address text,
  -- How long it may rest without a request.
  idle_seconds int not null default 2592000 check (idle_seconds > 0),
  -- Of an operator: when the second factor was given. Without it the session can only go on with the log-in.
  second_factor_at timestamptz,
  -- Wrong codes of a second factor; after some the session is over.
  wrong_codes int not null default 0
);
comment on table session is
'Log-ins of merchants, operators and buyers. Only the hash of a token is kept; whoever reads this table can log in as
nobody.
@owner platform
@distribution reference
@personal token_hash, agent, address, subject_id: merchant, buyer, operator; log-in, list of one’s own devices; until
  it ends
@unique-over-all-shops session_id_key: random ids and numbers that the server makes
@unique-over-all-shops session_pkey: log-ins, devices and secrets of people';
create index session_subject_id_idx on session (subject_id);
create index session_expires_at_idx on session (expires_at);
grant select, insert, update, delete on session to quayside_app;

create table invitation (
  id uuid primary key,
  code_hash bytea not null unique,
  note text not null,
  created_by uuid not null references operator,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references merchant,
  -- Invitations can be revoked; a revoked one is never used.
  revoked_at timestamptz,
  revoked_by uuid references operator,
  -- How often an invitation was told that an e-mail address or a phone number is another merchant's.
  taken_answers int not null default 0,
  constraint invitation_revoked check ((revoked_at is null) = (revoked_by is null) and (revoked_at is null
    or used_at is null))
);
comment on table invitation is
'Invitations to merchants. The code is kept only as a hash.
@owner shop
@distribution local
@personal note: merchant; who was invited; until erasure
@impersonal code_hash
@audit invitation: id id; note, expires_at, used_at, revoked_at';
create index invitation_created_by_created_at_idx on invitation (created_by, created_at);
grant select, insert, update on invitation to quayside_app;

-- Letters and digits only, without capitals: to find the same name or address in another spelling.
create function comparable_text(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(lower(given), '[^[:alnum:]]+', '', 'g')
$$;

create table registration (
  shop_id uuid primary key references shop,
  state text not null check (state in ('draft', 'submitted', 'in-review', 'verified', 'more-information',
    'rejected')),
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
  created_at timestamptz not null,
  latitude double precision,
  longitude double precision,
  -- A registration is decided before this instant, which is fixed when it is submitted.
  review_by timestamptz not null,
  rejection text check (rejection in ('identity-not-proved', 'documents-not-genuine', 'not-eligible',
    'second-account')),
  rejection_text text,
  rejected_by uuid references operator,
  appeal text,
  appealed_at timestamptz,
  -- When the merchant was told that the review is late.
  late_told_at timestamptz,
  constraint registration_point check ((latitude is null) = (longitude is null) and latitude between -90 and 90
    and longitude between -180 and 180),
  constraint registration_rejected check (state <> 'rejected' or (rejection is not null and rejected_by is not null)),
  constraint registration_appeal check ((appeal is null) = (appealed_at is null) and (appeal is null
    or rejected_by is not null)),
  -- Another person decides after an appeal.
  constraint registration_appeal_decision check (appealed_at is null
    or state not in ('verified', 'more-information', 'rejected') or decided_by <> rejected_by)
);
comment on table registration is
'A merchant’s papers and their review.
@owner shop
@distribution shop_id
@personal shop_name, address, country, real_name, latitude, longitude: merchant; review of the registration; until
  erasure
@personal logo_file: merchant; logo of the shop; until erasure
@personal id_front, id_back, id_in_hand: merchant; proof of identity, sealed pictures; drafts 90 days, rejected 180
  days, closed shops 5 years, or until erasure
@personal rejection_text, appeal, asked: merchant; the review and its appeal; until erasure
@audit registration: id shop_id, shop shop_id; state';
create index registration_state_submitted_at_idx on registration (state, submitted_at);
create index registrations_at_work on registration (review_by, shop_id) where state in ('submitted', 'in-review');
create index registrations_by_real_name on registration (comparable_text(real_name));
create index registrations_by_address on registration (comparable_text(address));
-- The lists of the review desk.
create index registrations_by_deadline on registration (review_by, shop_id);
create index registrations_in_state on registration (state, review_by, shop_id);
grant select, insert, update on registration to quayside_app;

-- A registration is decided 48 hours after it was submitted; nobody else sets the deadline.
create function set_review_deadline() returns trigger language plpgsql as $$
begin
  new.review_by := coalesce(new.submitted_at, new.created_at) + interval '48 hours';
  return new;
end $$;
create trigger registration_review_deadline before insert or update of submitted_at, review_by on registration
  for each row execute function set_review_deadline();

create table document_view (
  id bigint generated always as identity primary key,
  shop_id uuid not null references shop,
  field text not null,
  operator_id uuid not null references operator,
  reason text not null,
  at timestamptz not null
);
comment on table document_view is
'Every look of an operator at identity papers.
@owner operator
@distribution local
@personal reason: merchant; who saw identity photos, shown to the merchant; with the books
@impersonal field
@unique-over-all-shops document_view_pkey: random ids and numbers that the server makes';
create index document_view_shop_id_at_idx on document_view (shop_id, at desc);
grant select, insert on document_view to quayside_app;
create trigger document_view_kept before delete or update on document_view for each row
  execute function refuse_change();

create table one_time_code (
  merchant_id uuid not null references merchant,
  purpose text not null,
  -- Keyed with a key that is not in the database: six digits have too few values for a hash alone.
  code_hash bytea not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  -- Where a code went; the one that comes back proves it.
  channel text not null default 'email' check (channel in ('email', 'phone')),
  address text not null default '',
  -- A new one ends the one before.
  primary key (merchant_id, purpose)
);
comment on table one_time_code is
'Codes by mail or text message: one of each purpose at a time.
@owner shop
@distribution local
@personal code_hash, address: merchant; codes by mail or text message; a day
@impersonal purpose';
create index one_time_code_expires_at_idx on one_time_code (expires_at);
grant select, insert, update, delete on one_time_code to quayside_app;

create table device (
  merchant_id uuid not null references merchant,
  id uuid not null,
  token_hash bytea not null unique,
  used_at timestamptz not null,
  primary key (merchant_id, id)
);
comment on table device is
'Devices on which a merchant logged in. One that logged in before has tries of its own: strangers cannot use them up.
Only the hash of what it holds is kept.
@owner shop
@distribution local
@personal token_hash: merchant; recognises a known device; a year without use';
create index device_used_at_idx on device (used_at);
grant select, insert, update, delete on device to quayside_app;

-- Who may put a name under an invitation: an active owner, and another one than invited, unless there is only one.
create function check_operator_invitation() returns trigger language plpgsql as $$
begin
  if not is_active_owner(new.invited_by) then
    raise exception 'only an owner invites operators' using errcode = 'restrict_violation';
  end if;
  if new.confirmed_by is null or (tg_op = 'UPDATE' and old.confirmed_by is not distinct from new.confirmed_by) then return new; end if;
  if tg_op = 'UPDATE' and old.confirmed_by is not null then
    raise exception 'an invitation is confirmed once' using errcode = 'restrict_violation';
  end if;
  if not is_active_owner(new.confirmed_by) or new.confirmed_by = new.operator_id or new.invited_by = new.operator_id then
    raise exception 'another owner confirms an invitation' using errcode = 'restrict_violation';
  end if;
  if new.confirmed_by = new.invited_by then
    if exists (select from operator_desk d join operator o on o.id = d.operator_id
      where d.desk = 'owner' and d.revoked_at is null and o.deactivated_at is null
        and o.id <> new.invited_by and o.id is distinct from new.operator_id)
    then
      raise exception 'the owner who invited does not confirm' using errcode = 'QO002';
    end if;
  else
    perform assert_operator_may_approve(new.confirmed_by, new.confirmed_at);
  end if;
  return new;
end $$;
create trigger operator_invitation_law before insert or update on operator_invitation for each row
  execute function check_operator_invitation();

create table operator_desk (
  operator_id uuid not null references operator,
  desk text not null check (desk in ('owner', 'catalogue', 'fulfilment', 'finance', 'review', 'support', 'auditor')),
  -- Null for the first owner, and for what was granted before grants were signed.
  granted_by uuid references operator,
  granted_at timestamptz not null,
  revoked_by uuid references operator,
  revoked_at timestamptz,
  constraint operator_desk_signed_by_another check (granted_by <> operator_id),
  constraint operator_desk_revoked check ((revoked_by is null) = (revoked_at is null))
);
comment on table operator_desk is
'The desks of an operator, and who granted them.
@owner operator
@distribution local';
create unique index operator_desk_held on operator_desk (operator_id, desk) where revoked_at is null;
grant select, insert, update (revoked_by, revoked_at) on operator_desk to quayside_app;

-- A desk is granted by an active owner; the very first desk, the first owner's, by nobody. Who signs money or admits
-- those who do has the desk from an invitation, from an act that another owner signed, or from the only owner who
-- could sign.
create function check_operator_desk() returns trigger language plpgsql as $$
begin
  if owns_table(tg_relid) then return new; end if;
  if new.granted_by is null then
    if new.desk <> 'owner' or exists (select from operator_desk) then
      raise exception 'a desk is granted by an owner' using errcode = 'restrict_violation';
    end if;
  elsif not is_active_owner(new.granted_by) then
    raise exception 'a desk is granted by an owner' using errcode = 'restrict_violation';
  end if;
  if new.desk in ('owner', 'finance') and new.granted_by is not null
    -- The invitation is used at the end of the same transaction.
    and not exists (select from operator o join operator_invitation i on i.id = o.invitation_id
      where o.id = new.operator_id and i.operator_id is null and i.confirmed_by = new.granted_by and i.used_at is null
        and i.revoked_at is null and new.desk = any(i.desks))
    and not exists (select from act a join act_signature s on s.act_id = a.id
      where a.kind = 'operator.grant' and a.subject_id = new.operator_id::text and a.state = 'open'
        and a.document::jsonb -> 'body' ->> 'desk' = new.desk and s.signer = new.granted_by)
    and exists (select from operator_desk d join operator o on o.id = d.operator_id
      where d.desk = 'owner' and d.revoked_at is null and o.deactivated_at is null and o.id not in (new.granted_by, new.operator_id))
  then
    raise exception 'nobody signed the grant of the desk %', new.desk using errcode = 'check_violation', constraint = 'operator_desk_signed';
  end if;
  return new;
end $$;
create trigger operator_desk_granted before insert on operator_desk for each row
  execute function check_operator_desk();

create table operator_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  name text not null,
  operator_id uuid references operator,
  by_operator uuid references operator,
  data jsonb not null default '{}'
);
comment on table operator_event is
'What happened to operators; never changed.
@owner operator
@distribution local
@personal data: operator; changes of accounts of the staff; with the audit
@impersonal name';
grant select, insert on operator_event to quayside_app;
create trigger operator_event_kept before delete or update on operator_event for each row
  execute function refuse_change();

create table operator_recovery_code (
  operator_id uuid not null references operator,
  code_hash bytea not null,
  -- Null for codes from before keys had ids.
  key_id text check (key_id ~ '^[0-9a-f]{8}$'),
  primary key (operator_id, code_hash)
);
comment on table operator_recovery_code is
'Codes for who has lost the second factor: one use each, kept as keyed hashes.
@owner operator
@distribution local
@personal code_hash: operator; log-in without the second factor; until used or renewed
@impersonal key_id';
grant select, insert, delete on operator_recovery_code to quayside_app;

create table operator_device (
  operator_id uuid not null references operator,
  id uuid not null,
  token_hash bytea not null unique,
  used_at timestamptz not null,
  primary key (operator_id, id)
);
comment on table operator_device is
'Devices of operators. Those that logged in before have tries of their own.
@owner operator
@distribution local
@personal token_hash: operator; recognises a known device; a year without use';
create index operator_device_used_at_idx on operator_device (used_at);
grant select, insert, update, delete on operator_device to quayside_app;

create table operator_passkey (
  -- The credential id of WebAuthn.
  id bytea primary key check (length(id) between 1 and 1023),
  operator_id uuid not null references operator,
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
  removed_at timestamptz
);
comment on table operator_passkey is
'Passkeys of operators: for the log-in and to sign acts.
@owner operator
@distribution local
@personal id, name, public_key, aaguid: operator; log-in and signatures of acts; with the audit
@impersonal transports';
create index operator_passkey_held on operator_passkey (operator_id) where removed_at is null;
grant select, insert, update (counter, backed_up, used_at, removed_at) on operator_passkey to quayside_app;
create trigger operator_passkey_kept before delete on operator_passkey for each row execute function refuse_change();

-- A removed passkey stays as it is, and a signature counter never goes back: that would be a copy.
create function check_operator_passkey() returns trigger language plpgsql as $$
begin
  if old.removed_at is not null then
    raise exception 'a removed passkey is not changed' using errcode = 'restrict_violation';
  end if;
  if new.counter < old.counter then
    raise exception 'the counter of a passkey never goes back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger operator_passkey_law before update on operator_passkey for each row
  execute function check_operator_passkey();

create table passkey_challenge (
  challenge bytea primary key,
  purpose text not null check (purpose in ('register', 'login')),
  -- Null for a login by passkey alone.
  operator_id uuid references operator,
  expires_at timestamptz not null
);
comment on table passkey_challenge is
'Challenges that the server gave out to operators: one use each.
@owner operator
@distribution local
@personal challenge: operator; log-in by passkey; minutes';
create index passkey_challenge_expires_at_idx on passkey_challenge (expires_at);
grant select, insert, delete on passkey_challenge to quayside_app;

create table registration_decision (
  entry bigint generated always as identity primary key,
  shop_id uuid not null references shop,
  operator_id uuid not null references operator,
  at timestamptz not null,
  decision text not null check (decision in ('verified', 'more-information', 'rejected')),
  rejection text,
  text text,
  -- By field: a saved sentence, a text, or both.
  asked jsonb not null default '{}',
  after_appeal boolean not null
);
comment on table registration_decision is
'Decisions about registrations. They stay as they were made.
@owner operator
@distribution local
@personal text, asked: merchant; what reviewers decided and why; until erasure
@impersonal rejection
@unique-over-all-shops registration_decision_pkey: random ids and numbers that the server makes';
create index registration_decision_shop_id_entry_idx on registration_decision (shop_id, entry desc);
grant select, insert on registration_decision to quayside_app;
create trigger registration_decision_kept before delete or update on registration_decision for each row
  execute function refuse_change_of_words();

create table document_access (
  operator_id uuid not null references operator,
  shop_id uuid not null references shop,
  reason text not null check (length(reason) >= 5),
  opened_at timestamptz not null,
  until timestamptz not null,
  primary key (operator_id, shop_id),
  constraint document_access_time check (until > opened_at and until <= opened_at + interval '10 minutes')
);
comment on table document_access is
'For which reason an operator may see the documents of a registration, for ten minutes.
@owner shop
@distribution shop_id
@personal reason: merchant; why a reviewer opened documents; a day after the end';
grant select, insert, update, delete on document_access to quayside_app;

create table payment_passkey (
  shop_id uuid not null references shop,
  -- The credential id of WebAuthn.
  id bytea not null check (length(id) between 1 and 1023),
  merchant_id uuid not null references merchant,
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
comment on table payment_passkey is
'Passkeys of merchants, which confirm payments.
@owner shop
@distribution shop_id
@personal name: merchant; confirms acts of money; until erasure
@personal id, public_key, aaguid: merchant; confirms acts of money; with the books
@impersonal transports';
create index payment_passkey_merchant_id_idx on payment_passkey (merchant_id);
grant select, insert, update (counter, backed_up, used_at, removed_at) on payment_passkey to quayside_app;
create trigger payment_passkey_kept before delete on payment_passkey for each row execute function refuse_change();

-- A removed passkey stays as it is, but for its name at an erasure; a signature counter never goes back: that would
-- be a copy.
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
create trigger payment_passkey_law before update on payment_passkey for each row
  execute function check_payment_passkey();

create table payment_challenge (
  shop_id uuid not null references shop,
  challenge bytea not null check (length(challenge) = 32),
  merchant_id uuid not null references merchant,
  document text,
  expires_at timestamptz not null,
  primary key (shop_id, challenge),
  constraint payment_challenge_digest check (document is null or challenge = sha256(convert_to(document, 'UTF8')))
);
comment on table payment_challenge is
'Challenges that the server gave out to merchants: one use each. `document` is what an act is confirmed by; a
registration has none.
@owner shop
@distribution shop_id
@personal challenge, document: merchant; confirmation of an act of money by passkey; minutes';
create index payment_challenge_expires_at_idx on payment_challenge (expires_at);
create index payment_challenge_merchant_id_idx on payment_challenge (merchant_id);
grant select, insert, delete on payment_challenge to quayside_app;

create table payment_confirmation (
  shop_id uuid not null references shop,
  -- SHA-256 of `document`: what the passkey signed. A document confirms one act.
  digest bytea not null,
  merchant_id uuid not null references merchant,
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
comment on table payment_confirmation is
'The proof of an act that a passkey confirmed. It can be verified alone: see docs/operating.md.
@owner shop
@distribution shop_id
@personal document, public_key, authenticator_data, client_data, signature: merchant; the proof of an act of money;
  with the books
@impersonal digest, endpoint';
create index payment_confirmation_shop_id_subject_id_idx on payment_confirmation (shop_id, subject_id);
create index payment_confirmation_shop_id_passkey_id_idx on payment_confirmation (shop_id, passkey_id);
create index payment_confirmation_merchant_id_idx on payment_confirmation (merchant_id);
grant select, insert on payment_confirmation to quayside_app;
create trigger payment_confirmation_kept before delete or update on payment_confirmation for each row
  execute function refuse_change();
create trigger payment_confirmation_not_emptied before truncate on payment_confirmation for each statement
  execute function refuse_change();

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
create trigger payment_confirmation_law before insert on payment_confirmation for each row
  execute function check_payment_confirmation();

-- Whether somebody is an owner now.
create function is_active_owner(who uuid) returns boolean language sql stable as $$
  select exists (select from operator_desk d join operator o on o.id = d.operator_id
    where d.operator_id = who and d.desk = 'owner' and d.revoked_at is null and o.deactivated_at is null)
$$;

-- Keys of tables that stand before the tables that they name.
alter table follow add foreign key (buyer_id) references buyer;
alter table outbox add foreign key (merchant_id) references merchant;
alter table shop_closing add foreign key (made_by) references operator;
alter table shop_closing add foreign key (confirmed_by) references operator;
alter table shop_closing add foreign key (lifted_by) references operator;
alter table operator_invitation add foreign key (operator_id) references operator;
alter table operator_invitation add foreign key (invited_by) references operator;
alter table operator_invitation add foreign key (confirmed_by) references operator;
alter table audit_record add foreign key (operator_id) references operator;
alter table work_claim add foreign key (operator_id) references operator;
alter table shop_restriction add foreign key (made_by) references operator;
alter table shop_restriction add foreign key (confirmed_by) references operator;
alter table shop_restriction add foreign key (lifted_by) references operator;
alter table setting_version add foreign key (proposed_by) references operator;
alter table setting_version add foreign key (signed_by) references operator;
