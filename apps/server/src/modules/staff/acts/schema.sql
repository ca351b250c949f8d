-- Acts that a second person signs: proposals and their signatures.

create table act (
  id uuid primary key,
  kind text not null,
  -- The desk whose members sign.
  desk text not null,
  shop_id uuid references shop,
  subject_kind text not null,
  subject_id text not null,
  -- The whole act in canonical JSON (RFC 8785). What runs is read from here.
  document text not null,
  -- SHA-256 of `document`: what the signers sign.
  digest bytea not null unique,
  proposed_by uuid not null references operator,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  -- Signatures beside the proposal.
  signatures_needed smallint not null default 1 check (signatures_needed between 1 and 5),
  state text not null default 'open' check (state in ('open', 'executed', 'refused', 'expired')),
  ended_at timestamptz,
  -- Null for an act that expired.
  ended_by uuid references operator,
  end_reason text check (length(end_reason) <= 500),
  constraint act_digest check (digest = sha256(convert_to(document, 'UTF8'))),
  constraint act_lifetime check (expires_at = proposed_at + interval '72 hours'),
  constraint act_ended check ((state = 'open') = (ended_at is null)),
  constraint act_refused check ((state = 'refused') = (end_reason is not null)),
  constraint act_ended_by check (case state when 'executed' then ended_by is not null when 'refused' then true
    else ended_by is null end)
);
comment on table act is
'A proposed act: what runs after the signatures is read from `document`.
@owner operator
@distribution local
@personal document, end_reason: operator, merchant; what two people signed; with the books
@impersonal kind, desk, subject_kind, subject_id, digest
@audit act: id id, shop shop_id; kind, subject_kind, subject_id, state, proposed_by, ended_by
@unique-over-all-shops act_pkey: random ids and numbers that the server makes
@unique-over-all-shops act_digest_key, act_open: once for a buyer, a carrier or a signature, which are of all shops';
-- One open act of a kind about a subject.
create unique index act_open on act (kind, subject_id) where state = 'open';
create index act_by_state on act (state, proposed_at desc, id desc);
create index act_of_subject on act (subject_id, proposed_at desc);
create index act_due on act (expires_at) where state = 'open';
-- Acts that wait for a signature, alerts and processor events are items of the work queue.
create index act_by_due on act (expires_at, id) where state = 'open';
create index act_of_shop on act (shop_id, proposed_at desc) where shop_id is not null;
grant select, insert, update (state, ended_at, ended_by, end_reason) on act to quayside_app;
create trigger act_kept before delete on act for each row execute function refuse_change();
create trigger act_not_emptied before truncate on act for each statement execute function refuse_change();

-- The columns say what the document says, and an act changes only by its end.
create function check_act() returns trigger language plpgsql as $$
declare said jsonb;
begin
  if tg_op = 'INSERT' then
    said := new.document::jsonb;
    if said ->> 'id' is distinct from new.id::text or said ->> 'kind' is distinct from new.kind or said ->> 'desk' is distinct from new.desk
      or said ->> 'shopId' is distinct from new.shop_id::text or said ->> 'proposedBy' is distinct from new.proposed_by::text
      or (said ->> 'proposedAt')::timestamptz is distinct from new.proposed_at or (said ->> 'expiresAt')::timestamptz is distinct from new.expires_at
      or (said ->> 'signaturesNeeded')::int is distinct from new.signatures_needed::int
      or said -> 'subject' ->> 'kind' is distinct from new.subject_kind or said -> 'subject' ->> 'id' is distinct from new.subject_id
    then
      raise exception 'act %: the columns differ from the document', new.id using errcode = 'check_violation', constraint = 'act_document';
    end if;
    if new.state <> 'open' then
      raise exception 'act %: a new act is open', new.id using errcode = 'check_violation', constraint = 'act_state';
    end if;
    return new;
  end if;
  if (new.id, new.kind, new.desk, new.shop_id, new.subject_kind, new.subject_id, new.document, new.digest, new.proposed_by, new.proposed_at, new.expires_at,
      new.signatures_needed) is distinct from
    (old.id, old.kind, old.desk, old.shop_id, old.subject_kind, old.subject_id, old.document, old.digest, old.proposed_by, old.proposed_at, old.expires_at,
      old.signatures_needed)
  then
    raise exception 'act %: an act is not changed', new.id using errcode = 'restrict_violation';
  end if;
  if old.state <> 'open' then
    raise exception 'act %: an ended act stays ended', new.id using errcode = 'restrict_violation';
  end if;
  if new.state = 'executed' and (new.ended_at >= new.expires_at
    or (select count(*) from act_signature s where s.act_id = new.id) <> new.signatures_needed)
  then
    raise exception 'act %: it does not have its signatures in time', new.id using errcode = 'check_violation', constraint = 'act_signed';
  end if;
  if new.state = 'expired' and new.ended_at < new.expires_at then
    raise exception 'act %: it has not expired', new.id using errcode = 'check_violation', constraint = 'act_expired';
  end if;
  return new;
end $$;
create trigger act_law before insert or update on act for each row execute function check_act();

create table act_signature (
  act_id uuid not null references act,
  signer uuid not null references operator,
  signed_at timestamptz not null,
  -- `code`: the signer confirmed with a code of the authenticator app. Such a row proves nothing to others.
  method text not null check (method in ('passkey', 'code')),
  digest bytea not null,
  passkey_id bytea references operator_passkey,
  -- Copies, so that the row can be verified alone: see docs/operating.md.
  public_key bytea,
  authenticator_data bytea,
  client_data bytea,
  signature bytea,
  primary key (act_id, signer),
  constraint act_signature_evidence check ((method = 'passkey') = (passkey_id is not null)
    and (method = 'passkey') = (public_key is not null) and (method = 'passkey') = (authenticator_data is not null)
    and (method = 'passkey') = (client_data is not null) and (method = 'passkey') = (signature is not null))
);
comment on table act_signature is
'A signature of an act, with all that is needed to verify it alone.
@owner operator
@distribution local
@personal authenticator_data, client_data, signature, public_key: operator; the signature of an act; with the books
@impersonal digest';
grant select, insert on act_signature to quayside_app;
create trigger act_signature_kept before delete or update on act_signature for each row
  execute function refuse_change();
create trigger act_signature_not_emptied before truncate on act_signature for each statement
  execute function refuse_change();

-- Who may sign: a member of the desk, not too new, another person than the proposer and every earlier signer. What is
-- signed: the digest of the act.
create function check_act_signature() returns trigger language plpgsql as $$
declare
  a act;
  other uuid;
  said jsonb;
begin
  select * into a from act where id = new.act_id for update;
  if a.state <> 'open' or new.signed_at >= a.expires_at then
    raise exception 'act %: it is not open', a.id using errcode = 'check_violation', constraint = 'act_signature_open';
  end if;
  if new.digest <> a.digest then
    raise exception 'act %: another act was signed', a.id using errcode = 'check_violation', constraint = 'act_signature_digest';
  end if;
  perform assert_two_people(new.signer, a.proposed_by);
  for other in select s.signer from act_signature s where s.act_id = a.id loop
    perform assert_two_people(new.signer, other);
  end loop;
  perform assert_holds_desk(new.signer, a.desk);
  perform assert_operator_may_approve(new.signer, new.signed_at);
  if (select count(*) from act_signature s where s.act_id = a.id) >= a.signatures_needed then
    raise exception 'act %: it has its signatures', a.id using errcode = 'check_violation', constraint = 'act_signature_open';
  end if;
  if new.method = 'passkey' then
    said := convert_from(new.client_data, 'UTF8')::jsonb;
    if said ->> 'type' <> 'webauthn.get'
      or said ->> 'challenge' is distinct from translate(rtrim(encode(a.digest, 'base64'), '='), '+/', '-_')
      or not exists (select from operator_passkey p where p.id = new.passkey_id and p.operator_id = new.signer and p.public_key = new.public_key
        and p.removed_at is null)
    then
      raise exception 'act %: the signature is not of this act and signer', a.id using errcode = 'check_violation', constraint = 'act_signature_evidence';
    end if;
  end if;
  return new;
end $$;
create trigger act_signature_law before insert on act_signature for each row execute function check_act_signature();

-- Refuses (QO003) an operator who does not hold the desk.
create function assert_holds_desk(who uuid, needed text) returns void language plpgsql stable as $$
begin
  if not exists (select from operator_desk d join operator o on o.id = d.operator_id
    where d.operator_id = who and d.desk = needed and d.revoked_at is null and o.deactivated_at is null)
  then
    raise exception 'operator % does not hold the desk %', who, needed using errcode = 'QO003';
  end if;
end $$;

-- The refusal that a signature of this operator would get; null for none. For lists and for the check before a
-- signature.
create function act_signature_refusal(a act, who uuid, at timestamptz) returns text language sql stable as $$
  select case
    when a.state <> 'open' or a.expires_at <= at then 'act/not-open'
    when not exists (select from operator_desk d where d.operator_id = who and d.desk = a.desk and d.revoked_at is null) then 'act/wrong-desk'
    when not are_two_people(who, a.proposed_by)
      or exists (select from act_signature s where s.act_id = a.id and not are_two_people(who, s.signer)) then 'operator/second-person'
    when (select o.may_approve_from from operator o where o.id = who) > at then 'operator/too-new'
  end
$$;

-- Keys of tables that stand before the tables that they name.
alter table setting_version add foreign key (act_id) references act;
