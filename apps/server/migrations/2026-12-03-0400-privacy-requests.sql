-- Requests of people about their data: a copy, or erasure. A merchant asks in the app; staff records what comes by mail.
create table privacy_request (
  id uuid primary key,
  code text not null unique,
  kind text not null check (kind in ('export', 'erasure')),
  party text not null check (party in ('merchant', 'buyer')),
  shop_id uuid references shop,
  buyer_id uuid references buyer,
  -- What the person wrote.
  text text not null check (length(text) <= 1000),
  requested_at timestamptz not null,
  -- A month later, the time that the law gives.
  due_at timestamptz not null,
  -- Null when the person asked in the app.
  recorded_by uuid references operator,
  proof text check (proof in ('log-in', 'mail-answered', 'called-back', 'document')),
  proof_note text check (length(proof_note) between 1 and 300),
  proved_by uuid references operator,
  proved_at timestamptz,
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'withdrawn')),
  -- Who proposed the erasure that another person signed.
  proposed_by uuid references operator,
  decided_by uuid references operator,
  decided_at timestamptz,
  -- What the person reads about the decision.
  note text check (length(note) between 1 and 1000),
  constraint privacy_request_person check ((party = 'merchant') = (shop_id is not null) and (party = 'buyer') = (buyer_id is not null)),
  constraint privacy_request_due check (due_at > requested_at),
  constraint privacy_request_proof check ((proof is null) = (proved_at is null) and (proof = 'log-in') is not distinct from (case when proof is null then null else proved_by is null end)
    and (proof is null or (proof_note is null) = (proof = 'log-in'))),
  constraint privacy_request_ended check ((state = 'open') = (decided_at is null) and (state in ('done', 'refused')) = (decided_by is not null)
    and (state not in ('done', 'refused') or note is not null)),
  constraint privacy_request_proved check (state <> 'done' or proof is not null),
  constraint privacy_request_proposed check ((proposed_by is not null) = (kind = 'erasure' and state = 'done'))
);
create unique index privacy_request_of_shop on privacy_request (shop_id, kind) where state = 'open' and shop_id is not null;
create unique index privacy_request_of_buyer on privacy_request (buyer_id, kind) where state = 'open' and buyer_id is not null;
create index privacy_requests_at_work on privacy_request (due_at, id) where state = 'open';
create index privacy_requests_decided on privacy_request (decided_at, id) where state <> 'open';
create index privacy_requests_by_shop on privacy_request (shop_id, requested_at) where shop_id is not null;
create index privacy_requests_by_buyer on privacy_request (buyer_id) where buyer_id is not null;
grant select, insert on privacy_request to quayside_app;
grant update (proof, proof_note, proved_by, proved_at, state, note, decided_by, decided_at) on privacy_request to quayside_app;

-- A request is proved once and decided once. An erasure is done only when the person is erased.
create function check_privacy_request() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' and (new.state, new.note, new.proposed_by, new.decided_by, new.decided_at)
    is distinct from (old.state, old.note, old.proposed_by, old.decided_by, old.decided_at)
  then
    raise exception 'privacy request %: it is decided once', new.id using errcode = 'restrict_violation';
  end if;
  if old.proof is not null and (new.proof, new.proved_by, new.proved_at) is distinct from (old.proof, old.proved_by, old.proved_at) then
    raise exception 'privacy request %: it is proved once', new.id using errcode = 'restrict_violation';
  end if;
  if new.kind = 'erasure' and new.state = 'done' and old.state <> 'done'
    and not exists (select from merchant m where m.shop_id = new.shop_id and m.erased_at is not null)
    and not exists (select from buyer b where b.id = new.buyer_id and b.erased_at is not null)
  then
    raise exception 'privacy request %: the person is not erased', new.id using errcode = 'check_violation', constraint = 'privacy_request_erased';
  end if;
  return new;
end $$;
create trigger privacy_request_steps before update on privacy_request for each row execute function check_privacy_request();
create trigger privacy_request_kept before delete on privacy_request for each row execute function refuse_change();
create trigger privacy_erasure_signers after update of state on privacy_request for each row
  when (new.kind = 'erasure' and new.state = 'done') execute function check_signers('proposed_by', 'decided_by');
create trigger privacy_erasure_signed_act after update of state on privacy_request for each row
  when (new.kind = 'erasure' and new.state = 'done') execute function check_signed_act('id', 'decided_by', 'proposed_by', '', 'person.erase');

-- What an erased person wrote in requests, and what staff noted about the proof, goes with the rest.
create function blank_privacy_requests() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'merchant' then
    update privacy_request r set text = '', proof_note = case when r.proof_note is not null then '—' end where r.shop_id = (to_jsonb(new) ->> 'shop_id')::uuid;
  else
    update privacy_request r set text = '', proof_note = case when r.proof_note is not null then '—' end where r.buyer_id = new.id;
  end if;
  return null;
end $$;
create trigger merchant_requests_blanked after update of erased_at on merchant for each row
  when (old.erased_at is null and new.erased_at is not null) execute function blank_privacy_requests();
create trigger buyer_requests_blanked after update of erased_at on buyer for each row
  when (old.erased_at is null and new.erased_at is not null) execute function blank_privacy_requests();

-- Erases the person of a request. The server may call it; it holds no right to erase anybody else. It runs in the
-- transaction of the last signature: the act is open, names this person, and has the signatures of other people than
-- its proposer.
create function erase_requested(request uuid, at timestamptz) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r privacy_request;
  signed record;
  changed jsonb;
begin
  select * into r from privacy_request p where p.id = erase_requested.request for update;
  if not found then
    raise exception 'there is no such request' using errcode = 'no_data_found';
  end if;
  if r.state <> 'open' or r.kind <> 'erasure' or r.proof is null then
    raise exception 'privacy request %: it asks for no erasure, or is not proved', r.id using errcode = 'check_violation', constraint = 'privacy_request_ready';
  end if;
  select a.proposed_by, a.document::jsonb -> 'body' ->> 'note' as note, s.signer into signed
    from act a join act_signature s on s.act_id = a.id
    where a.kind = 'person.erase' and a.state = 'open' and a.subject_id = r.id::text and a.expires_at > erase_requested.at
      and a.document::jsonb -> 'body' ->> 'personId' = coalesce(r.shop_id, r.buyer_id)::text and s.signer <> a.proposed_by
      and (select count(*) from act_signature g where g.act_id = a.id) >= a.signatures_needed
    order by s.signed_at desc limit 1;
  if not found then
    raise exception 'privacy request %: nobody signed the erasure', r.id using errcode = 'check_violation', constraint = 'signed_act';
  end if;
  if r.party = 'merchant' then
    changed := erase_merchant(r.shop_id, erase_requested.at);
  else
    changed := erase_buyer(r.buyer_id, erase_requested.at);
  end if;
  update privacy_request p set state = 'done', note = signed.note, proposed_by = signed.proposed_by, decided_by = signed.signer,
      decided_at = erase_requested.at
    where p.id = r.id;
  return changed;
end $$;
revoke all on function erase_requested(uuid, timestamptz), blank_privacy_requests() from public;
grant execute on function erase_requested(uuid, timestamptz), merchant_erasure_blockers(uuid), buyer_erasure_blockers(uuid) to quayside_app;

insert into audit_subject values
  ('privacy-request', 'privacy_request', 'id', 'shop_id', 'code', array['kind', 'state', 'proof', 'proposed_by', 'decided_by']);
