-- Deletion at the end of its time, erasure of persons, and requests about personal data.

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
  constraint privacy_request_person check ((party = 'merchant') = (shop_id is not null)
    and (party = 'buyer') = (buyer_id is not null)),
  constraint privacy_request_due check (due_at > requested_at),
  constraint privacy_request_proof check ((proof is null) = (proved_at is null)
    and not ((proof = 'log-in') is distinct from case when proof is null then null::boolean
    else proved_by is null end) and (proof is null or (proof_note is null) = (proof = 'log-in'))),
  constraint privacy_request_ended check ((state = 'open') = (decided_at is null)
    and (state in ('done', 'refused')) = (decided_by is not null) and (state not in ('done', 'refused')
    or note is not null)),
  constraint privacy_request_proved check (state <> 'done' or proof is not null),
  constraint privacy_request_proposed check ((proposed_by is not null) = (kind = 'erasure' and state = 'done'))
);
comment on table privacy_request is
'Requests of people about their data: a copy, or erasure. A merchant asks in the app; staff records what comes by
mail.
@owner platform
@distribution local
@personal text, proof_note: merchant, buyer; a request for a copy or the erasure, and how the person proved to be its
  owner; until erasure
@personal note: merchant, buyer; the answer to a request; with the audit
@impersonal code
@audit privacy-request: id id, shop shop_id, code code; kind, state, proof, proposed_by, decided_by
@unique-over-all-shops privacy_request_pkey: random ids and numbers that the server makes
@unique-over-all-shops privacy_request_code_key: codes that people say and type
@unique-over-all-shops privacy_request_of_buyer: once for a buyer, a carrier or a signature, which are of all shops';
create unique index privacy_request_of_shop on privacy_request (shop_id, kind)
  where state = 'open' and shop_id is not null;
create unique index privacy_request_of_buyer on privacy_request (buyer_id, kind)
  where state = 'open' and buyer_id is not null;
create index privacy_requests_at_work on privacy_request (due_at, id) where state = 'open';
create index privacy_requests_decided on privacy_request (decided_at, id) where state <> 'open';
create index privacy_requests_by_shop on privacy_request (shop_id, requested_at) where shop_id is not null;
create index privacy_requests_by_buyer on privacy_request (buyer_id) where buyer_id is not null;
grant select, insert, update (proof, proof_note, proved_by, proved_at, state, decided_by, decided_at, note)
  on privacy_request to quayside_app;
create trigger privacy_request_kept before delete on privacy_request for each row execute function refuse_change();
create trigger privacy_erasure_signers after update of state on privacy_request for each row
  when (new.kind = 'erasure' and new.state = 'done') execute function check_signers('proposed_by', 'decided_by');
create trigger privacy_erasure_signed_act after update of state on privacy_request for each row
  when (new.kind = 'erasure' and new.state = 'done')
  execute function check_signed_act('id', 'decided_by', 'proposed_by', '', 'person.erase');

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
create trigger privacy_request_steps before update on privacy_request for each row
  execute function check_privacy_request();

-- Deletes at most `most` rows of a table whose time is over, and returns their number. The table declares the time
-- (`@retention`), and only the owner of the database writes declarations: no call of the server deletes earlier.
create function delete_expired_rows(expiring text, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plan record;
  gone int;
begin
  select d.source, v[1] as age, v[2] as parent, case when v[2] is null then 'r.' else 'p.' end || quote_ident(v[3]) as since,
      coalesce(' and not (' || v[4] || ')', '') as unless into plan
    from declared_values('retention') d
      cross join regexp_match(d.value, '^(\d+ days) after (?:(\w+)\.)?(\w+)(?:, unless (.+))?$') v
    where d.source = to_regclass(expiring) and v is not null;
  if not found then
    raise exception 'no rows of % are deleted by their age', expiring using errcode = 'invalid_parameter_value';
  end if;
  perform set_config('quayside.erasing', 'on', true);
  execute format('delete from %1$s where ctid = any(array(select r.ctid from %1$s r %2$s where %3$s < now() - %4$L::interval%5$s limit %6$s))',
    plan.source, (
      -- The row that it belongs to, by its key.
      select format('join %s p on %s', k.confrelid::regclass, string_agg(format('p.%I = r.%I', o.attname, a.attname), ' and '))
      from pg_constraint k cross join unnest(k.conkey, k.confkey) u (own, other)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.own
        join pg_attribute o on o.attrelid = k.confrelid and o.attnum = u.other
      where k.contype = 'f' and k.conrelid = plan.source and k.confrelid = to_regclass(plan.parent)
      group by k.oid, k.confrelid),
    plan.since, plan.age, plan.unless, most);
  get diagnostics gone = row_count;
  perform set_config('quayside.erasing', '', true);
  return gone;
end $$;

-- Removes the identity photos of registrations that need them no more: drafts that nobody sent for 90 days,
-- rejections older than 180 days, and merchants whose shop closed for good five years ago. A photo's key is deleted
-- with its row, so its stored bytes cannot be read any more; the nightly job then removes the bytes. Returns the
-- number of registrations.
create function shred_identity_photos(most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  shops uuid[];
begin
  shops := array(
    select r.shop_id from registration r join shop s on s.id = r.shop_id
    where num_nonnulls(r.id_front, r.id_back, r.id_in_hand) > 0 and (
      r.state = 'draft' and r.created_at < now() - interval '90 days'
      or r.state = 'rejected' and greatest(r.decided_at, r.appealed_at) < now() - interval '180 days'
      or s.closed_scope = 'all' and s.closed_at < now() - interval '5 years')
    order by r.shop_id limit most for update of r skip locked);
  perform shred_identity_of(shops);
  return cardinality(shops);
end $$;

-- Deletes the keys of the identity papers of shops: their bytes cannot be read afterwards.
create function shred_identity_of(shops uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  files uuid[] := array(select f from registration r, unnest(array[r.id_front, r.id_back, r.id_in_hand]) f
    where r.shop_id = any(shops) and f is not null);
begin
  update registration set id_front = null, id_back = null, id_in_hand = null where shop_id = any(shops);
  delete from file_width where file_id = any(files);
  delete from file where id = any(files);
end $$;

-- What stands against erasing a buyer now, with the guests of the account: money and goods on their way.
create function buyer_erasure_blockers(buyer uuid) returns setof text
language sql stable set search_path = public, pg_temp as $$
  with person as (
    select b.id from public.buyer b where b.id = buyer_erasure_blockers.buyer or b.account_id = buyer_erasure_blockers.buyer
  )
  select 'order ' || code || ' is not finished' from orders where buyer_id in (select id from person) and status not in (6, 7)
  union all
  select 'refund ' || code || ' is not decided' from refund_order
    where buyer_id in (select id from person) and state in ('requested', 'agreed', 'objected')
  union all
  select 'a refund of order ' || o.code || ' is not sent' from buyer_refund r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
    where o.buyer_id in (select id from person) and r.sent_at is null
  union all
  select 'a card dispute of order ' || o.code || ' is open' from card_dispute d join orders o on o.shop_id = d.shop_id and o.id = d.order_id
    where o.buyer_id in (select id from person) and d.closed_at is null
$$;

-- Erases a buyer with everything of the account: addresses, links, and the guests whose orders belong to it.
create function erase_buyer(buyer uuid, at timestamptz) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was text;
  person uuid;
  part record;
  changed jsonb := '{}';
begin
  select b.email into was from buyer b where b.id = erase_buyer.buyer for update;
  -- An erased account has no open order, so its guests stop nothing: they are erased with it, each by its own rules.
  for person in select b.id from buyer b where b.id = erase_buyer.buyer or b.account_id = erase_buyer.buyer
      order by b.account_id nulls first, b.id for update loop
    for part in select * from jsonb_each(erase_one_buyer(person, erase_buyer.at)) loop
      changed := changed || jsonb_build_object(part.key, (part.value)::int + coalesce((changed ->> part.key)::int, 0));
    end loop;
  end loop;
  if was is null then
    return erase_one_buyer(erase_buyer.buyer, erase_buyer.at);
  end if;
  delete from account_link l where l.email = was or l.buyer_id = erase_buyer.buyer;
  delete from buyer_address a where a.buyer_id = erase_buyer.buyer;
  update buyer b set verified_at = null where b.id = erase_buyer.buyer and b.verified_at is not null;
  return changed;
end $$;

-- What stands against erasing a merchant now.
create function merchant_erasure_blockers(shop uuid) returns setof text
language sql stable set search_path = public, ledger, pg_temp as $$
  select 'the shop is not closed' from public.shop s where s.id = merchant_erasure_blockers.shop and s.closed_scope is distinct from 'all'
  union all
  select 'order ' || code || ' is not finished' from orders o where o.shop_id = merchant_erasure_blockers.shop and status not in (6, 7)
  union all
  select 'refund ' || code || ' is not decided' from refund_order f where f.shop_id = merchant_erasure_blockers.shop and state in ('requested', 'agreed', 'objected')
  union all
  select 'recharge ' || code || ' is open' from deposit d
    where d.shop_id = merchant_erasure_blockers.shop and d.state not in ('credited', 'below-minimum', 'rejected', 'expired', 'cancelled', 'reversed', 'charged-back')
  union all
  select 'withdrawal ' || code || ' is open' from withdrawal w
    where w.shop_id = merchant_erasure_blockers.shop and w.state not in ('paid', 'rejected', 'cancelled', 'failed')
  union all
  select 'a card dispute is open' from card_dispute d where d.shop_id = merchant_erasure_blockers.shop and d.closed_at is null
  union all
  select 'account ' || a.kind || ' holds ' || abs(a.debits - a.credits) from ledger.account a
    where a.shop_id = merchant_erasure_blockers.shop and a.guarded and a.debits <> a.credits
$$;

-- Blanks the registration of a merchant, the page of the shop, and what the merchant wrote about orders of buyers.
-- Called by `erase_merchant`, which holds the locks.
create function blank_words_of_merchant(shop uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update registration r set logo_file = null, shop_name = null, address = null, country = null, real_name = null, latitude = null, longitude = null,
      asked = '{}', rejection_text = case when r.rejection_text is not null then '—' end, appeal = case when r.appeal is not null then '—' end
    where r.shop_id = blank_words_of_merchant.shop;
  update registration_decision d set text = '—', asked = '{}' where d.shop_id = blank_words_of_merchant.shop and (d.text is not null or d.asked <> '{}');
  delete from banner b where b.shop_id = blank_words_of_merchant.shop;
  update public.shop s set name = s.code, logo = null, address = null, introduction = null, welcome = null, phone = null,
      latitude = null, longitude = null
    where s.id = blank_words_of_merchant.shop;
  update talk_note t set text = '—' where t.party_id = blank_words_of_merchant.shop;
  update shop_note t set text = '—' where t.shop_id = blank_words_of_merchant.shop;
  update review_reply r set text = '—' where r.shop_id = blank_words_of_merchant.shop;
  update review_report r set text = '—' where r.shop_id = blank_words_of_merchant.shop and r.by_party = 'merchant' and r.text <> '';
  update review_case c set appeal_text = '—' where c.shop_id = blank_words_of_merchant.shop and c.appealed_by = 'merchant';
  update refund_order f set objection = '—', objection_pictures = '{}' where f.shop_id = blank_words_of_merchant.shop and f.objection is not null;
  update withdrawal_appeal a set text = '—' where a.shop_id = blank_words_of_merchant.shop;
end $$;

-- Blanks everything personal of a merchant in one transaction. The shop keeps its code and its books; orders,
-- deposits and withdrawals keep their codes, dates and amounts. Returns the rows by table.
create function erase_merchant(shop uuid, at timestamptz) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was record;
  blockers text[];
  changed jsonb := '{}';
  n int;
begin
  select m.id, m.erased_at into was from merchant m where m.shop_id = erase_merchant.shop for update;
  if not found then
    raise exception 'there is no such merchant' using errcode = 'no_data_found';
  end if;
  if was.erased_at is not null then
    return changed;
  end if;
  perform from public.shop s where s.id = erase_merchant.shop for update;
  blockers := array(select merchant_erasure_blockers(erase_merchant.shop));
  if cardinality(blockers) > 0 then
    raise exception 'the merchant cannot be erased yet: %', array_to_string(blockers, '; ') using errcode = 'restrict_violation';
  end if;
  perform set_config('quayside.erasing', 'on', true);
  perform shred_identity_of(array[erase_merchant.shop]);
  perform blank_words_of_merchant(erase_merchant.shop);
  update destination d set removed_at = coalesce(d.removed_at, erase_merchant.at), holder = '—', bank_name = null, ending = '—', sealed = null
    where d.shop_id = erase_merchant.shop;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('destinations', n);
  update talk_message t set text = '—', file_id = null where t.shop_id = erase_merchant.shop and t.account_id is null;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('messages', n);
  delete from file_width w using file f where f.id = w.file_id and f.owner_who = 'merchant' and f.shop_id = erase_merchant.shop
    and not exists (select from deposit d where d.shop_id = erase_merchant.shop and d.voucher_file = f.id);
  delete from file f where f.owner_who = 'merchant' and f.shop_id = erase_merchant.shop
    and not exists (select from deposit d where d.shop_id = erase_merchant.shop and d.voucher_file = f.id);
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('files', n);
  update invitation i set note = '—' where i.used_by = was.id;
  delete from push_subscription p where p.shop_id = erase_merchant.shop;
  delete from session s where s.who = 'merchant' and s.shop_id = erase_merchant.shop;
  delete from device d where d.merchant_id = was.id;
  delete from one_time_code c where c.merchant_id = was.id;
  delete from outbox o where o.merchant_id = was.id;
  delete from trace t where t.party = 'merchant' and t.party_id = erase_merchant.shop;
  delete from request_key k where k.scope like erase_merchant.shop || ' %';
  update merchant m set email = m.id || '@erased.invalid', phone = m.id::text, real_name = null, password_hash = 'none', payment_password_hash = null,
      erased_at = erase_merchant.at
    where m.id = was.id;
  perform note_change(erase_merchant.shop || ' session shop');
  perform set_config('quayside.erasing', '', true);
  return changed;
end $$;

-- Deletes the files of a buyer, and what merchants photographed against the buyer's refunds, such as the label of a
-- parcel. Called by `erase_one_buyer`, which holds the locks. Returns their number.
create function delete_files_of_buyer(buyer uuid) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  n int;
  pictures uuid[];
begin
  delete from file_width w using file f
    where f.id = w.file_id and f.owner_who = 'buyer' and f.owner_id = delete_files_of_buyer.buyer;
  delete from file f where f.owner_who = 'buyer' and f.owner_id = delete_files_of_buyer.buyer;
  get diagnostics n = row_count;
  pictures := array(select distinct p from refund_order f, unnest(f.objection_pictures) p
    where f.buyer_id = delete_files_of_buyer.buyer);
  update refund_order f set objection_pictures = '{}'
    where f.buyer_id = delete_files_of_buyer.buyer and f.objection_pictures <> '{}';
  pictures := array(select p from unnest(pictures) p
    where not exists (select from refund_order f where p = any(f.objection_pictures)));
  delete from file_width w where w.file_id = any(pictures);
  delete from file f where f.id = any(pictures);
  return n + cardinality(pictures);
end $$;

-- Blanks everything personal of one row of `buyer`: also the number for customs of the orders.
create function erase_one_buyer(buyer uuid, at timestamptz) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was record;
  blockers text[];
  changed jsonb := '{}';
  n int;
begin
  select b.email, b.erased_at into was from buyer b where b.id = erase_one_buyer.buyer for update;
  if not found then
    raise exception 'there is no such buyer' using errcode = 'no_data_found';
  end if;
  if was.erased_at is not null then
    return changed;
  end if;
  -- Orders that are being placed or moved finish first.
  perform from orders o where o.buyer_id = erase_one_buyer.buyer order by o.id for update;
  blockers := array(select buyer_erasure_blockers(erase_one_buyer.buyer));
  if cardinality(blockers) > 0 then
    raise exception 'the buyer cannot be erased yet: %', array_to_string(blockers, '; ') using errcode = 'restrict_violation';
  end if;
  perform set_config('quayside.erasing', 'on', true);
  update orders o set buyer_name = '—', address = coalesce(
      (select jsonb_object_agg(f.key, case when f.key = 'country' then f.value else '"—"'::jsonb end) from jsonb_each(o.address) f), '{}'),
      tax_number = null
    where o.buyer_id = erase_one_buyer.buyer;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('orders', n);
  update review r set text = '—' where r.buyer_id = erase_one_buyer.buyer and r.text <> '';
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('reviews', n);
  update review_case c set redacted_text = case when c.redacted_text is not null then '—' end,
      appeal_text = case when c.appealed_by = 'buyer' then '—' else c.appeal_text end
    from review r where r.shop_id = c.shop_id and r.order_id = c.order_id and r.buyer_id = erase_one_buyer.buyer;
  update review_report set text = '—' where by_party = 'buyer' and reporter_id = erase_one_buyer.buyer and text <> '';
  update refund_order f set text = '—', pictures = '{}' where f.buyer_id = erase_one_buyer.buyer;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('refunds', n);
  update talk_message t set text = '—', file_id = null where t.buyer_id = erase_one_buyer.buyer and t.account_id is null;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('messages', n);
  update talk_note t set text = '—' where t.party_id = erase_one_buyer.buyer;
  changed := changed || jsonb_build_object('files', delete_files_of_buyer(erase_one_buyer.buyer));
  delete from order_access a where a.buyer_id = erase_one_buyer.buyer;
  delete from follow f where f.buyer_id = erase_one_buyer.buyer;
  delete from session s where s.who = 'buyer' and s.subject_id = erase_one_buyer.buyer;
  delete from trace t where t.party = 'buyer' and t.party_id = erase_one_buyer.buyer;
  delete from outbox o where o.address = was.email;
  delete from request_key k where k.scope like erase_one_buyer.buyer || ' %';
  update buyer b set name = '—', email = b.id || '@erased.invalid', password_hash = 'none', erased_at = erase_one_buyer.at
    where b.id = erase_one_buyer.buyer;
  -- The servers keep sessions in memory until they hear of a change.
  perform note_change(erase_one_buyer.buyer || ' session');
  perform set_config('quayside.erasing', '', true);
  return changed;
end $$;

-- Erases the account of a log-in. The server may call it; it holds no right to erase anybody else.
create function erase_own_account(session bytea, at timestamptz) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account uuid;
begin
  select b.id into account from session s join buyer b on b.id = s.subject_id
    where s.token_hash = erase_own_account.session and s.who = 'buyer' and s.expires_at > erase_own_account.at
      and b.verified_at is not null and b.erased_at is null;
  if not found then
    raise exception 'there is no such log-in of an account' using errcode = 'no_data_found';
  end if;
  return erase_buyer(account, erase_own_account.at);
end $$;

-- What an erased person wrote in requests, and what staff noted about the proof, goes with the rest.
create function blank_privacy_requests() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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

-- The bound of a partition for an instant, as text: a day for a key of type `date`, the lowest time-ordered id of
-- that millisecond for a key of type `uuid`.
create function partition_bound(type regtype, at timestamptz) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case type when 'date'::regtype then to_char(at at time zone 'UTC', 'YYYY-MM-DD')
    else regexp_replace(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'), '^(.{8})(.{4})$', '\1-\2-7000-8000-000000000000') end
$$;

-- What is partitioned, as the tables declare (`@partitions`): the column of the key, the time of one partition, how
-- many are made ahead, and how long rows are kept.
create function partition_plan() returns table (parent text, key text, step text, ahead int, keep interval)
language sql stable set search_path = public, pg_temp as $$
  select c.relname::text, v[2], v[1], v[3]::int, v[4]::interval
  from declared_values('partitions') d join pg_class c on c.oid = d.source
    cross join regexp_match(d.value, '^by (day|month) of (\w+), (\d+) ahead, kept (\d+ days)$') v
  where v is not null order by 1
$$;

-- The partitions of a table with the instants of their bounds. The default has none; the oldest has no lower one.
create function partitions_of(parent text) returns table (name text, from_at timestamptz, to_at timestamptz,
  by_default boolean)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select format('%I.%I', n.nspname, c.relname), at.bounds[1], at.bounds[2], b.bound = 'DEFAULT'
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
    cross join lateral (select array(
      select case when v ~ '^\d{4}-\d\d-\d\d$' then v::timestamp at time zone 'UTC' when v <> '' then uuid_extract_timestamp(v::uuid) end
      from unnest(regexp_match(b.bound, 'FROM \((?:MINVALUE|''(.*)'')\) TO \(''(.*)''\)')) with ordinality as x (v, place) order by place) as bounds) at
  where i.inhparent = format('public.%I', parent)::regclass
$$;

-- The type of the key of a partitioned table.
create function partition_key_type(parent text, key text) returns regtype
language sql stable set search_path = pg_catalog, pg_temp as $$
  select a.atttypid::regtype from pg_attribute a where a.attrelid = format('public.%I', parent)::regclass and a.attname = key
$$;

-- Makes the partitions up to the time ahead that lack, and returns their number. A table is made and filled beside
-- its parent and then attached, which lets others read and write meanwhile. Rows of its time that arrived before it,
-- and so stand in the default partition, move into it. It gives up when a lock is not free within half a second:
-- requests would queue behind it.
create function add_partitions(parent text) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  plan record;
  lower timestamptz;
  upper timestamptz;
  name text;
  within text;
  made int := 0;
begin
  select p.step, ('1 ' || p.step)::interval as width, p.ahead, p.key, partition_key_type(p.parent, p.key) as type
    into strict plan from partition_plan() p where p.parent = add_partitions.parent;
  perform pg_advisory_xact_lock(hashtext('partitions of ' || parent));
  loop
    -- Days begin a day early: it is still yesterday in the west.
    lower := coalesce((select max(to_at) from partitions_of(parent)), date_trunc(plan.step, now() - interval '1 day', 'UTC'));
    exit when lower > date_trunc(plan.step, now(), 'UTC') + plan.ahead * plan.width;
    upper := date_trunc(plan.step, lower, 'UTC') + plan.width;
    name := format('partitions.%I', parent || to_char(lower at time zone 'UTC', '_YYYYMMDD'));
    within := format('%I >= %L and %I < %L', plan.key, partition_bound(plan.type, lower), plan.key, partition_bound(plan.type, upper));
    execute format('create table %s (like public.%I including all)', name, parent);
    execute format('with moved as (delete from partitions.%I where %s returning *) insert into %s select * from moved', parent || '_default', within, name);
    execute format('alter table public.%I attach partition %s for values from (%L) to (%L)',
      parent, name, partition_bound(plan.type, lower), partition_bound(plan.type, upper));
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the partitions whose rows have all reached the end of their time, and returns their number. It gives up when
-- the table is not free within half a second. The times stand in the database alone, so that no call of the server
-- deletes earlier.
create function drop_expired_partitions(parent text) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  part text;
  gone int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('partitions of ' || parent));
  for part in
    select o.name from partition_plan() p cross join partitions_of(p.parent) o
    where p.parent = drop_expired_partitions.parent and o.to_at <= date_trunc('day', now(), 'UTC') - p.keep
  loop
    execute format('drop table %s', part);
    gone := gone + 1;
  end loop;
  return gone;
end $$;

-- Deletes at most `most` expired rows that stand in no partition of their own time: in the default one, and in the
-- one that was the table before it had partitions. Returns their number.
create function delete_expired_strays(parent text, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plan record;
  part text;
  n int;
  gone int := 0;
begin
  select p.key, p.keep, partition_key_type(p.parent, p.key) as type into strict plan
    from partition_plan() p where p.parent = delete_expired_strays.parent;
  for part in select o.name from partitions_of(parent) o where o.by_default or o.from_at is null loop
    execute format('delete from %s where ctid = any(array(select ctid from %s where %I < %L limit %s))', part, part, plan.key,
      partition_bound(plan.type, date_trunc('day', now(), 'UTC') - plan.keep), most - gone);
    get diagnostics n = row_count;
    gone := gone + n;
  end loop;
  return gone;
end $$;

-- How many rows stand in a default partition although their time is not over, up to 1,000: partitions were not made
-- ahead.
create function count_partition_strays() returns table (parent text, strays int)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  plan record;
begin
  for plan in select p.parent, p.key, p.keep, partition_key_type(p.parent, p.key) as type from partition_plan() p loop
    parent := plan.parent;
    execute format('select count(*)::int from (select from partitions.%I where %I >= %L limit 1000) s', plan.parent || '_default', plan.key,
      partition_bound(plan.type, date_trunc('day', now(), 'UTC') - plan.keep)) into strays;
    return next;
  end loop;
end $$;

-- The server calls no function but those named last.
revoke all on function
  delete_expired_rows(text, int),
  shred_identity_photos(int),
  shred_identity_of(uuid[]),
  buyer_erasure_blockers(uuid),
  erase_buyer(uuid, timestamptz),
  merchant_erasure_blockers(uuid),
  blank_words_of_merchant(uuid),
  erase_merchant(uuid, timestamptz),
  delete_files_of_buyer(uuid),
  erase_one_buyer(uuid, timestamptz),
  erase_own_account(bytea, timestamptz),
  blank_privacy_requests(),
  erase_requested(uuid, timestamptz),
  partition_bound(regtype, timestamptz),
  partition_plan(),
  partitions_of(text),
  partition_key_type(text, text),
  add_partitions(text),
  drop_expired_partitions(text),
  delete_expired_strays(text, int),
  count_partition_strays()
  from public;
grant execute on function
  delete_expired_rows(text, int),
  shred_identity_photos(int),
  buyer_erasure_blockers(uuid),
  merchant_erasure_blockers(uuid),
  erase_own_account(bytea, timestamptz),
  erase_requested(uuid, timestamptz),
  add_partitions(text),
  drop_expired_partitions(text),
  delete_expired_strays(text, int),
  count_partition_strays()
  to quayside_app;

-- The partitions of a new database: the oldest has no lower bound, the default takes rows of a time that has none.
do $$ declare plan record; begin
  for plan in select p.*, partition_key_type(p.parent, p.key) as type from partition_plan() p loop
    execute format('create table partitions.%I partition of public.%I for values from (minvalue) to (%L)', plan.parent || '_first', plan.parent,
      partition_bound(plan.type, date_trunc(plan.step, now() - interval '1 day', 'UTC')));
    execute format('create table partitions.%I partition of public.%I default', plan.parent || '_default', plan.parent);
    perform add_partitions(plan.parent);
  end loop;
end $$;
