-- Each table declares itself in its comment: see apps/server/src/platform/database/table-declarations.ts.
-- The declarations showed sealed columns without a guard against closed keys, and columns that an erasure left.

create trigger buyer_address_sealed before insert or update of tax_number on buyer_address for each row
  when (new.tax_number is not null) execute function check_sealing_key('tax_number');
create trigger orders_sealed before insert or update of tax_number on orders for each row
  when (new.tax_number is not null) execute function check_sealing_key('tax_number');
create trigger webhook_sealed before insert or update of secret, former_secret on webhook for each row
  execute function check_sealing_key('secret', 'former_secret');

-- What reviewers asked of a merchant is blanked with their words.
create or replace function refuse_change_of_words() returns trigger language plpgsql as $$
begin
  if is_erasing() then
    if tg_op = 'DELETE' and tg_table_name in ('talk_message', 'order_talk_message') then
      return old;
    end if;
    -- `party_id` is generated, and not computed yet.
    if tg_op = 'UPDATE' and to_jsonb(new) - array['text', 'file_id', 'asked', 'party_id'] = to_jsonb(old) - array['text', 'file_id', 'asked', 'party_id']
      and new.text = '—' and coalesce(to_jsonb(new) ->> 'file_id', '') = '' and coalesce(to_jsonb(new) ->> 'asked', '{}') = '{}' then
      return new;
    end if;
  end if;
  raise exception '% of % is not allowed: rows are never changed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace function erase_merchant(shop uuid, at timestamptz) returns jsonb
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
  update registration r set logo_file = null, shop_name = null, address = null, country = null, real_name = null, latitude = null, longitude = null,
      asked = '{}', rejection_text = case when r.rejection_text is not null then '—' end, appeal = case when r.appeal is not null then '—' end
    where r.shop_id = erase_merchant.shop;
  update registration_decision d set text = '—', asked = '{}' where d.shop_id = erase_merchant.shop and (d.text is not null or d.asked <> '{}');
  delete from banner b where b.shop_id = erase_merchant.shop;
  update public.shop s set name = s.code, logo = null, address = null, introduction = null, welcome = null, phone = null,
      latitude = null, longitude = null
    where s.id = erase_merchant.shop;
  update destination d set removed_at = coalesce(d.removed_at, erase_merchant.at), holder = '—', bank_name = null, ending = '—', sealed = null
    where d.shop_id = erase_merchant.shop;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('destinations', n);
  update talk_message t set text = '—', file_id = null where t.shop_id = erase_merchant.shop and t.account_id is null;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('messages', n);
  update talk_note t set text = '—' where t.party_id = erase_merchant.shop;
  update shop_note t set text = '—' where t.shop_id = erase_merchant.shop;
  update review_reply r set text = '—' where r.shop_id = erase_merchant.shop;
  update review_report r set text = '—' where r.shop_id = erase_merchant.shop and r.by_party = 'merchant' and r.text <> '';
  update review_case c set appeal_text = '—' where c.shop_id = erase_merchant.shop and c.appealed_by = 'merchant';
  update refund_order f set objection = '—', objection_pictures = '{}' where f.shop_id = erase_merchant.shop and f.objection is not null;
  update withdrawal_appeal a set text = '—' where a.shop_id = erase_merchant.shop;
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
  perform pg_notify('quayside', erase_merchant.shop || ' session shop');
  perform set_config('quayside.erasing', '', true);
  return changed;
end $$;

comment on table installation is
'A database is a demo or it is real, for ever.
@owner installation
@distribution local
@impersonal changed_by';
comment on table event is
'What happened, for the listeners: messages, webhooks, figures. A row and what it is about are committed together.
@owner shop
@distribution shop_id
@personal data: merchant; what happened, ids and reasons
@impersonal name
@retention 400 days after at, unless exists (select from event_waiting w where w.shop_id = r.shop_id and w.event_id =
  r.id)';
comment on table request_key is
'The answer of a money act under the key that its screen made: a repeated request gets the same answer.
@owner platform
@distribution local
@personal answer, request_hash, scope: merchant, buyer, operator; a repeated request gets the same answer
@impersonal key
@retention 30 days after created_at';
comment on table throttle is
'Attempts in a window of time, counted before they are looked at, so that parallel attempts cannot outrun the count.
@owner visitor
@distribution local
@personal key: everybody; limits of attempts; a day';
comment on table state_change is
'How deposits, withdrawals and refund orders came to be what they are. Written by trigger only, so that no act can
forget it.
@owner shop
@distribution shop_id
@impersonal from_state, to_state, actor, reason';
comment on table event_waiting is
'Events that no listener has heard yet. A listener takes a row away in the transaction in which it does its work, so
that each event is heard once, in any number of copies, whichever transaction committed first.
@owner shop
@distribution shop_id';
comment on table deadline_failure is
'Rows that a deadline could not be carried out on. They rest for a while, so that the others go on, and are tried
again.
@owner shop
@distribution shop_id
@impersonal step, error';
comment on table throttle_place is
'Strangers who guess are slowed down, not the account locked: each caller that comes too early gets a place in a
queue.
@owner visitor
@distribution local
@personal holder: everybody; order of waiting attempts; a day
@impersonal pool';
comment on table installation_key is
'HMAC-SHA256 of a fixed text under each secret key: tells another key apart and says nothing of the key.
@owner installation
@distribution local
@impersonal name, check_value, changed_by';
comment on table installation_change is
'Changes of the installation’s terms and keys.
@owner installation
@distribution local
@personal changed_by: operator; who started the server; with the books
@impersonal name, was, becomes';
comment on table state_transition is
'The transitions that the database allows. Each module writes its own below its tables.
@owner schema
@distribution reference
@impersonal from_state, to_state';
comment on table work_claim is
'One row for each item that an operator works on; the claim ends by itself at `until`.
@owner operator
@distribution local
@impersonal kind';
comment on table sealing_key is
'Every key under which something was sealed or hashed in this database, and how a copy of it is recognised.
@owner installation
@distribution local
@impersonal name, id, check_value, changed_by';
comment on table lookup_key is
'The key of hashes by which rows are found, sealed under the master key. Such hashes cannot be made anew.
@owner installation
@distribution local
@impersonal sealed
@sealed sealed: lookup';
comment on table file is
'Pictures. Private ones have no address and are encrypted with a key of their own, which is itself wrapped.
@owner platform
@distribution reference
@personal owner_id, storage_key, fingerprint: merchant, buyer, operator; uploaded pictures; as the row that names the
  file, sealed ones lose their key with the row
@personal wrapped_key: merchant, buyer; the key of a sealed picture; deleted with the picture
@impersonal purpose, content_type, key_id
@sealed wrapped_key: file
@unique-over-all-shops file_pkey, file_storage_key_key: random ids and numbers that the server makes';
comment on table file_width is
'Public pictures in smaller widths and other formats, each made when it is first asked for.
@owner platform
@distribution local
@personal storage_key: merchant; smaller versions of public pictures; with the picture';
comment on table setting is
'The settings of the business and their bounds. The contract has the same
(apps/server/src/modules/staff/business-settings/settings.test.ts).
@owner schema
@distribution local
@impersonal name';
comment on table setting_version is
'Decisions about a setting. The latest one whose date has come counts.
@owner installation
@distribution local
@impersonal before, value, reason';
comment on table ledger.kind is
'What kinds of account there are. `D` accounts hold what the platform has, `C` accounts what it owes or earned.
guarded: may never go below zero. append_only: no running total and no row lock, since everybody writes to it.
@owner schema
@distribution reference
@impersonal name';
comment on table ledger.account is
'An account of a shop, of an order or of a payment; the platform has one of each kind for each shop. `head` is the
hash of the newest posting: the end of the chain.
@owner shop
@distribution shop_id
@impersonal normal, head';
comment on table ledger.transfer is
'An entry of the books: what happened (`event`), to which row (`ref`), by whom, and under which key it counts once.
@owner shop
@distribution shop_id
@impersonal key, request_hash, event, actor';
comment on table ledger.posting is
'A line of a transfer. On an account with a chain it carries its place, the balance after it and a hash over both and
the posting before.
@owner shop
@distribution shop_id
@impersonal hash';
comment on table ledger.unchecked is
'Transfers of the running transaction whose rows are still to be compared; empty whenever nobody is booking.
@owner platform
@distribution local';
comment on table ledger.daily_root is
'The Merkle root over the heads of all chains at the end of a day, signed and chained to the day before.
@owner platform
@distribution local
@impersonal merkle, previous, hash, public_key, signature';
comment on table ledger.root_leaf is
'The head of each chain at the end of a day, in the order of the tree.
@owner platform
@distribution local
@impersonal head
@unique-over-all-shops ledger.root_leaf_pkey: the place of a chain in the tree of a day, which is one for all shops';
comment on table ledger.event is
'The events that may be booked.
@owner schema
@distribution reference
@impersonal name, family';
comment on table ledger.template is
'The lines of each event. Of the rows of a leg exactly one is booked if it is required, at most one if it is not;
nothing else is booked.
@owner schema
@distribution reference
@impersonal leg';
comment on table audit_subject is
'What acts are about, read from the tags `@audit` of the tables. `columns` are the columns of `source` that the audit
keeps before and after an act.
@owner schema
@distribution local
@impersonal kind, source, id_column, shop_column, code_column, columns';
comment on table audit_record is
'One row for each call of an operator. Rows are chained by hash in the order of `seq`.
@owner operator
@distribution reference
@personal address, reason, before, after, detail: operator, merchant, buyer; who did what, chained by hash; with the
  books
@impersonal refusal, request_id, desk, endpoint, act, subject_kind, subject_id, subject_code, hash';
comment on table audit_record_shop is
'Which shops an act of the audit is about.
@owner shop
@distribution shop_id';
comment on table audit_head is
'The end of the chain of the audit. Its lock puts the rows in order.
@owner operator
@distribution local
@impersonal hash';
comment on table shop is
'A shop. Money, orders and most other rows carry its id in their key.
@owner shop
@distribution id
@personal name, logo, address, introduction, welcome, phone, latitude, longitude: merchant; the public page of the
  shop; until erasure
@personal legal_name, registration_number, contact_email: merchant; who sells, on the public page of the shop and at
  the order; until erasure
@impersonal code, country, time_zone, closed_reason
@audit shop: id id, shop id, code code; name, verified_at, closed_at
@unique-over-all-shops shop_code_key: codes that people say and type';
comment on table follow is
'The shops that buyers follow.
@owner shop
@distribution shop_id
@personal buyer_id: buyer; shops that a buyer follows; until erasure';
comment on table banner is
'Pictures on the page of a shop, in the order in which buyers see them.
@owner shop
@distribution shop_id
@personal file_id: merchant; pictures of the shop; until erasure';
comment on table shop_closing is
'Closing a shop: what is restricted, why, from when and until when, by whom. At once only for an urgent reason and by
two people.
@owner shop
@distribution shop_id
@personal note, lift_reason: merchant; why a shop was closed or opened; with the books';
comment on table shop_restriction is
'What a shop may not do for a time, short of its closing. No scope reaches withdrawals, reading, exports or the chat:
a merchant can always take out the balance.
@owner shop
@distribution shop_id
@personal text, evidence, lift_reason: merchant; why an act was restricted; with the books';
comment on table visit is
'One row for each visitor and day; `visitor` is a keyed hash, so that rows of two days cannot be joined to a person.
@owner shop
@distribution shop_id
@personal visitor: visitors; counts a visitor once a day, a keyed hash of the day
@partitions by day of day, 3 ahead, kept 3 days';
comment on table outbox is
'Mail and text messages that wait to be sent. `kept`: no gateway takes this channel, so the message stays here; only a
demo shows it.
@owner platform
@distribution local
@personal address, sealed: merchant, operator; mail and text messages; 30 days, the content until it is sent
@sealed sealed: outbox';
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
comment on table operator_invitation is
'How a person becomes an operator: invited by one owner and confirmed by another.
@owner operator
@distribution reference
@personal name, email, token_hash: operator; invitation of the staff; with the audit
@impersonal desks
@audit operator-invitation: id id; desks, invited_by, confirmed_by, used_at, revoked_at';
comment on table operator is
'Staff. What an operator may do follows from the desks.
@owner operator
@distribution reference
@personal name, email, password_hash, totp_sealed, totp_pending: operator; accounts of the staff; with the audit
@impersonal roles
@sealed totp_sealed, totp_pending: totp
@audit operator: id id, code staff_number; may_approve_from, deactivated_at';
comment on table buyer is
'Buyers: accounts with a proved address, and guests, one for each order.
@owner buyer
@distribution reference
@personal name, email: buyer; log-in, delivery, messages; until erasure
@personal password_hash: buyer; log-in, Argon2, never shown or exported; until erasure
@personal account_id: buyer; the account that a guest’s orders belong to; as long as the orders, a link without a
  person after the erasure';
comment on table session is
'Log-ins of merchants, operators and buyers. Only the hash of a token is kept; whoever reads this table can log in as
nobody.
@owner platform
@distribution reference
@personal token_hash, agent, address, subject_id: merchant, buyer, operator; log-in, list of one’s own devices; until
  it ends
@unique-over-all-shops session_id_key: random ids and numbers that the server makes
@unique-over-all-shops session_pkey: log-ins, devices and secrets of people';
comment on table invitation is
'Invitations to merchants. The code is kept only as a hash.
@owner shop
@distribution local
@personal note: merchant; who was invited; until erasure
@impersonal code_hash
@audit invitation: id id; note, expires_at, used_at, revoked_at';
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
comment on table document_view is
'Every look of an operator at identity papers.
@owner operator
@distribution local
@personal reason: merchant; who saw identity photos, shown to the merchant; with the books
@impersonal field
@unique-over-all-shops document_view_pkey: random ids and numbers that the server makes';
comment on table one_time_code is
'Codes by mail or text message: one of each purpose at a time.
@owner shop
@distribution local
@personal code_hash, address: merchant; codes by mail or text message; a day
@impersonal purpose';
comment on table device is
'Devices on which a merchant logged in. One that logged in before has tries of its own: strangers cannot use them up.
Only the hash of what it holds is kept.
@owner shop
@distribution local
@personal token_hash: merchant; recognises a known device; a year without use';
comment on table operator_desk is
'The desks of an operator, and who granted them.
@owner operator
@distribution local';
comment on table operator_event is
'What happened to operators; never changed.
@owner operator
@distribution local
@personal data: operator; changes of accounts of the staff; with the audit
@impersonal name';
comment on table operator_recovery_code is
'Codes for who has lost the second factor: one use each, kept as keyed hashes.
@owner operator
@distribution local
@personal code_hash: operator; log-in without the second factor; until used or renewed
@impersonal key_id';
comment on table operator_device is
'Devices of operators. Those that logged in before have tries of their own.
@owner operator
@distribution local
@personal token_hash: operator; recognises a known device; a year without use';
comment on table operator_passkey is
'Passkeys of operators: for the log-in and to sign acts.
@owner operator
@distribution local
@personal id, name, public_key, aaguid: operator; log-in and signatures of acts; with the audit
@impersonal transports';
comment on table passkey_challenge is
'Challenges that the server gave out to operators: one use each.
@owner operator
@distribution local
@personal challenge: operator; log-in by passkey; minutes';
comment on table registration_decision is
'Decisions about registrations. They stay as they were made.
@owner operator
@distribution local
@personal text, asked: merchant; what reviewers decided and why; until erasure
@impersonal rejection
@unique-over-all-shops registration_decision_pkey: random ids and numbers that the server makes';
comment on table document_access is
'For which reason an operator may see the documents of a registration, for ten minutes.
@owner shop
@distribution shop_id
@personal reason: merchant; why a reviewer opened documents; a day after the end';
comment on table payment_passkey is
'Passkeys of merchants, which confirm payments.
@owner shop
@distribution shop_id
@personal name: merchant; confirms acts of money; until erasure
@personal id, public_key, aaguid: merchant; confirms acts of money; with the books
@impersonal transports';
comment on table payment_challenge is
'Challenges that the server gave out to merchants: one use each. `document` is what an act is confirmed by; a
registration has none.
@owner shop
@distribution shop_id
@personal challenge, document: merchant; confirmation of an act of money by passkey; minutes';
comment on table payment_confirmation is
'The proof of an act that a passkey confirmed. It can be verified alone: see docs/operating.md.
@owner shop
@distribution shop_id
@personal document, public_key, authenticator_data, client_data, signature: merchant; the proof of an act of money;
  with the books
@impersonal digest, endpoint';
comment on table act is
'A proposed act: what runs after the signatures is read from `document`.
@owner operator
@distribution local
@personal document, end_reason: operator, merchant; what two people signed; with the books
@impersonal kind, desk, subject_kind, subject_id, digest
@audit act: id id, shop shop_id; kind, subject_kind, subject_id, state, proposed_by, ended_by
@unique-over-all-shops act_pkey: random ids and numbers that the server makes
@unique-over-all-shops act_digest_key, act_open: once for a buyer, a carrier or a signature, which are of all shops';
comment on table act_signature is
'A signature of an act, with all that is needed to verify it alone.
@owner operator
@distribution local
@personal authenticator_data, client_data, signature, public_key: operator; the signature of an act; with the books
@impersonal digest';
comment on table card_dispute is
'A dispute of a card payment, about a recharge or an order, and what it took from where.
@owner shop
@distribution shop_id
@impersonal reference
@audit dispute: id id, shop shop_id, code reference; state, asked, amount, evidence_by
@unique-over-all-shops card_dispute_once: a reference of the processor counts for one shop';
comment on table dispute_evidence is
'Evidence in a card dispute: one row for each round. It is a draft until the processor took it; then it stays as it
is.
@owner shop
@distribution shop_id
@personal texts, files: buyer; evidence in a card dispute
@impersonal failure
@retention 540 days after card_dispute.closed_at';
comment on table trace is
'What merchants and buyers used, as keyed hashes: it can be compared and not read. Forgotten some months after it was
last used.
@owner visitor
@distribution local
@personal hash: merchant, buyer; signs of self-dealing, keyed hashes; 90 days without use';
comment on table order_review is
'An order that is looked at by people. Its money moves as usual; it counts in figures, ranks, score and rating only
once it is cleared.
@owner shop
@distribution shop_id
@impersonal signs, reason, changed_by';
comment on table import is
'An import of a file, from its upload to its end.
@owner platform
@distribution local
@personal file_name, samples: suppliers; files of the catalogue; with the catalogue
@impersonal kind, storage_key, headers, mapping, failure, effect, encoding, sheets
@audit import: id id, code file_name; kind, state, staged, bad, committed, failed, undone';
comment on table import_row is
'The rows of a file, with what is wrong with them and what they changed.
@owner platform
@distribution local
@personal cells, content, before, after: suppliers; files of the catalogue; 30 days
@impersonal key, problems';
comment on table category is
'Categories of the distribution center.
@owner platform
@distribution reference
@impersonal slug, names, picture
@audit category: id id, code slug; slug, place, picture';
comment on table supplier is
'Suppliers. They are archived, never deleted.
@owner platform
@distribution reference
@personal name, contact: suppliers; orders at suppliers; while the supplier is used
@impersonal code, terms
@audit supplier: id id, code code; name, payment_days, archived_at';
comment on table product is
'Products of the distribution center. Price, stock and availability are those of its variants.
@owner platform
@distribution reference
@impersonal code, name, description, picture, search, other_names
@audit product in product_for_audit: id id, code code; supplier_price, suggested_price, stock, withdrawn,
  category_id, supplier_id';
comment on table product_variant is
'What can be bought of a product. Each product has at least one variant; the first has the id of its product.
@owner platform
@distribution reference
@impersonal code, options';
comment on table stock_movement is
'Every change of stock, with its reason.
@owner platform
@distribution local
@impersonal note
@unique-over-all-shops stock_movement_pkey: random ids and numbers that the server makes';
comment on table product_picture is
'The pictures of a product in their order. `product.picture` is the first of them.
@owner platform
@distribution local
@impersonal url, alt';
comment on table product_text is
'Name and description in the languages other than English, which stands in `product`.
@owner platform
@distribution local
@impersonal language, name, description';
comment on table product_change is
'What was changed about products, and by whom. A change of prices or availability can be undone for a while.
@owner platform
@distribution local
@impersonal wish';
comment on table product_change_row is
'The values of one product before and after a change.
@owner platform
@distribution local
@impersonal before, after';
comment on table variant_stock is
'The stock of a variant is its row here and its slots together. `product_variant.stock` and `product.stock` are kept
equal to the rows here, without the slots, for lists that filter and sort.
@owner platform
@distribution local';
comment on table stock_slot is
'Parts of the stock of a variant that many buy at once. An order takes its pieces from a slot that no other order
holds, so orders of one product do not wait for each other. Slots exist only while the row has at least 200 pieces,
the most of one order.
@owner platform
@distribution local';
comment on table api_key is
'API keys of merchants. The secret is kept only as a hash.
@owner shop
@distribution shop_id
@personal name, token_hash, start: merchant; access of the merchant’s own programs; 400 days after the end
@impersonal scopes
@unique-over-all-shops api_key_token_hash_key: log-ins, devices and secrets of people';
comment on table webhook is
'Addresses of merchants that get signed calls about events.
@owner shop
@distribution shop_id
@personal url, secret, former_secret: merchant; calls of the merchant’s own programs, the secrets are sealed; until
  it is deleted
@impersonal events
@sealed secret, former_secret: webhook
@unique-over-all-shops webhook_id_key: random ids and numbers that the server makes';
comment on table carrier is
'Carriers that report deliveries.
@owner platform
@distribution local
@impersonal name
@audit carrier: id id, code name; created_by';
comment on table carrier_api_key is
'API keys of carriers.
@owner platform
@distribution local
@personal name, token_hash, start: a carrier; access of a carrier’s programs, the hash of the key; with the books, as
  the proof of its reports
@impersonal scopes';
comment on table carrier_secret is
'A secret that signs a carrier’s calls. It verifies them from the second owner’s signature until its end.
@owner platform
@distribution local
@personal sealed, start: a carrier; signs the calls of a carrier’s programs, sealed; the secret 30 days after its end
@sealed sealed: webhook';
comment on table carrier_call is
'One call of a carrier’s program. It holds no data of the parcel.
@owner platform
@distribution local
@impersonal message_id, digest, event_id';
comment on table webhook_call is
'One call of a webhook about one event, or a test without an event. It holds no data of the event.
@owner shop
@distribution shop_id
@impersonal type
@partitions by month of id, 2 ahead, kept 30 days';
comment on table shop_category is
'Categories of a shop’s own.
@owner shop
@distribution shop_id
@impersonal name';
comment on table listing is
'A product in a shop, with its selling price.
@owner shop
@distribution shop_id';
comment on table listing_change is
'A change of many listings at once, so that it can be undone.
@owner shop
@distribution shop_id';
comment on table listing_change_row is
'One listing before and after such a change.
@owner shop
@distribution shop_id
@impersonal was, became';
comment on table supplier_notice is
'Changes of a product that its merchants hear of.
@owner shop
@distribution shop_id
@retention 400 days after seen_at';
comment on table listing_off_shelf is
'The listings that a change of a product took off the shelf: an undo puts these back.
@owner shop
@distribution shop_id';
comment on table commission_applied is
'The versions of the commission after whose start the listings that would sell at a loss were taken off the shelf.
@owner platform
@distribution local';
comment on table listing_view is
'One row for each visitor, listing and day; `visitor` is a keyed hash.
@owner shop
@distribution shop_id
@personal visitor: visitors; counts a view once a day, a keyed hash of the day
@partitions by day of day, 3 ahead, kept 3 days';
comment on table listing_click is
'One row for each visitor, listing and day that opened the listing; `visitor` is a keyed hash.
@owner shop
@distribution shop_id
@personal visitor: visitors; counts a click once a day, a keyed hash of the day
@partitions by day of day, 3 ahead, kept 3 days';
comment on table bank_line is
'Lines of the platform’s bank statements. A line pays for one deposit at most.
@owner platform
@distribution reference
@personal payer, reference: merchant, strangers; what the bank reported about a payment; with the books
@impersonal statement, account, entry_reference';
comment on table bank_file is
'The files of statements as they were imported, encrypted.
@owner platform
@distribution reference
@personal name, wrapped_key: merchant, strangers; files of the bank, sealed; with the books
@impersonal sha256, storage_key
@sealed wrapped_key: bank-file';
comment on table bank_statement is
'A statement: its opening and closing balance are what its entries add up to.
@owner platform
@distribution reference
@personal content: merchant, strangers; the statement of the bank; with the books
@impersonal account, statement';
comment on table bank_statement_entry is
'Which entries a statement has; an entry that several statements repeat is one line.
@owner platform
@distribution local';
comment on table bank_line_use is
'What a line is evidence of: one thing, whatever kind of thing it is. Written by triggers only.
@owner platform
@distribution local
@unique-over-all-shops bank_line_used_once: a line of the bank or a reference of a payment is evidence of one thing';
comment on table bank_csv_format is
'Columns of the CSV files of a bank.
@owner platform
@distribution local
@impersonal account, format';
comment on table deposit is
'A recharge by any channel.
@owner shop
@distribution shop_id
@personal voucher_file, note, reason: merchant; proof of a transfer; with the books
@impersonal code, network, reference, checkout_url, capture_reference, voucher_print, tx_hash, changed_by
@audit deposit: id id, shop shop_id, code code; state, channel, amount, first_approver, second_approver, bank_line_id
@unique-over-all-shops deposit_code_key: codes that people say and type
@unique-over-all-shops deposit_reference: a reference of the processor counts for one shop';
comment on table deposit_address is
'A shop’s own address on a network; its number is the place in the key tree. Never given to another shop.
@owner shop
@distribution shop_id
@personal address: merchant; address on a chain; with the books
@impersonal network
@unique-over-all-shops deposit_address_network_address_key, deposit_address_number_key: money that arrives at an
  address is of one shop';
comment on table chain_cursor is
'How far each network was read.
@owner platform
@distribution local
@impersonal network';
comment on table chain_transfer is
'Every transfer to an address of ours. A row is never deleted: what a reorganisation takes back stays as `gone`.
@owner shop
@distribution shop_id
@impersonal network, tx_hash, contract, symbol, block_hash';
comment on table payment_account is
'Accounts of the platform that an operator may send to a merchant as a card. The content comes from the settings; two
operators confirm it. Content is never changed: other content is another row.
@owner platform
@distribution local
@impersonal network, content, digest, withdrawn_reason
@audit payment-account: id id, code network; first_by, second_by, withdrawn_by, withdrawn_reason';
comment on table unidentified_money is
'Money that arrived and that no merchant has claimed. Its origin is a credit of a bank statement, or a correction that
took money back.
@owner platform
@distribution local
@personal reason: strangers; what was decided about money without an owner; with the books
@impersonal code
@audit unidentified-money: id id, shop shop_id, code code; state, amount, decision, first_by, second_by,
  bank_line_id, return_line_id
@unique-over-all-shops unidentified_money_pkey: random ids and numbers that the server makes
@unique-over-all-shops unidentified_money_code_key: codes that people say and type
@unique-over-all-shops unidentified_money_adjustment_id_key, unidentified_money_bank_line_id_key,
  unidentified_money_return_line_id_key: a line of the bank or a reference of a payment is evidence of one thing';
comment on table treasury_movement is
'Movements of the platform’s own money: fees and payouts of a card processor, bills of suppliers, sweeps between
accounts, funding by the owner.
@owner platform
@distribution local
@impersonal code, reference, supplier, bill_number, note, refusal, reversal, country
@audit treasury-movement: id id, code code; state, kind, from_account, to_account, amount, fee, proposed_by,
  signed_by, out_line_id, in_line_id, reversal_signed_by, country, period_from, period_to';
comment on table adjustment is
'Adjustments of a merchant’s account: closed kinds, two signatures, and a reason that the merchant reads.
@owner shop
@distribution shop_id
@personal reason, note: merchant; why an account was adjusted; with the books
@impersonal code
@audit adjustment: id id, shop shop_id, code code; state, kind, amount, of_transfer, proposed_by, signed_by
@unique-over-all-shops adjustment_id: random ids and numbers that the server makes
@unique-over-all-shops adjustment_code_key: codes that people say and type';
comment on table destination is
'Where a merchant’s money can go: a bank account or an address of a chain. Sealed, and erased when nobody needs it.
@owner shop
@distribution shop_id
@personal holder, latin_holder, bank_name, ending: merchant; where withdrawals are paid to; until erasure
@personal sealed: merchant; where withdrawals are paid to; until removed and no longer needed by a withdrawal, or
  until erasure
@personal fingerprint, country, network: merchant; where withdrawals are paid to; with the books
@sealed sealed: card-number when method = ''bank'' and country is null
@sealed sealed: destination when method = ''chain'' or country is not null';
comment on table withdrawal_quote is
'Fee and amount as the merchant was shown them. A quote is used once.
@owner shop
@distribution shop_id';
comment on table payout_batch is
'A file for the bank: its payments leave together and each of them once.
@owner platform
@distribution reference
@personal debtor_name, debtor_iban: the platform; the file to the bank; with the books
@impersonal code, account, debtor_bic';
comment on table withdrawal is
'A withdrawal from its request to its end.
@owner shop
@distribution shop_id
@personal payment_reference, note, reason, raw_transaction: merchant; the payment and the decision; with the books
@impersonal code, changed_by
@audit withdrawal: id id, shop shop_id, code code; state, gross, fee, net, first_approver, approver,
  payment_reference, reason
@unique-over-all-shops withdrawal_code_key: codes that people say and type
@unique-over-all-shops withdrawal_payment_reference_key: a line of the bank or a reference of a payment is evidence
  of one thing';
comment on table payout_pause is
'Set when a check of the books fails: nothing is paid out until people have looked. Deposits, statements and requests
go on.
@owner platform
@distribution local
@impersonal cause';
comment on table payout_proof is
'What the bank or the chain says about a payout.
@owner shop
@distribution shop_id';
comment on table payout_pause_change is
'When payouts were paused and resumed, why and by whom.
@owner platform
@distribution local
@impersonal cause';
comment on table withdrawal_appeal is
'A merchant appeals once against a rejection. Another person than the one who rejected decides; without a decision in
time it is granted.
@owner shop
@distribution shop_id
@personal text: merchant; appeal against a rejection; until erasure
@personal answer: merchant; appeal against a rejection; with the books';
comment on table payout_rail_stop is
'Payment ways that operators stopped: ''bank'' or a network. Nothing is offered, requested or approved there; the
history stays.
@owner platform
@distribution local
@impersonal network, reason';
comment on table coupon is
'A coupon of a shop or of the platform. What it takes off is fixed when it is issued.
@owner platform
@distribution reference
@impersonal code, created_by, stopped_by
@audit coupon: id id, shop shop_id, code code; bearer, percent, amount, minimum, starts_at, ends_at, max_uses,
  max_per_buyer, budget, state, signed_by
@unique-over-all-shops coupon_pkey: random ids and numbers that the server makes';
comment on table coupon_use is
'One row for each order with a coupon.
@owner shop
@distribution shop_id
@personal buyer_key, address_key, card_key: buyers; keyed hashes of the e-mail address, the delivery address and the
  card: how often a buyer used a coupon; with the books';
comment on table orders is
'Orders. Amounts are cents. What a buyer paid for is fixed when the order is placed; the columns below `refunded` say
what of it went where since.
@owner shop
@distribution shop_id
@personal tax_number: buyer; the same, for the parcel; until erasure
@personal buyer_name, address, sought: buyer; delivery, support, `address.country` stays for taxes; until erasure
@personal tracking_number, carrier: buyer; the parcel; with the books
@personal no_supply_note, decline_note: buyer; why an order was not supplied, or was declined; with the books
@impersonal code, title, picture, request_hash, other_products, client_id, changed_by
@sealed tax_number: tax-number
@audit order: id id, shop shop_id, code code; status, carrier, tracking_number
@unique-over-all-shops order_id_once: random ids and numbers that the server makes
@unique-over-all-shops orders_code_key: codes that people say and type
@unique-over-all-shops order_client_once: once for a buyer, a carrier or a signature, which are of all shops';
comment on table order_line is
'The goods of an order, with names and prices as they were when it was placed.
@owner shop
@distribution shop_id
@impersonal name, picture, options';
comment on table carrier_event is
'What a carrier reported about a parcel, with the proof that the carrier said it.
@owner platform
@distribution reference
@personal tracking_number, location, body: buyer; reports of the carrier, signed or by an API key; with the books
@impersonal carrier, event_id, status, signature, message_id';
comment on table order_event is
'The history of an order, as buyer, merchant and staff read it.
@owner shop
@distribution shop_id
@personal note: buyer; history of the parcel; with the books
@impersonal kind, source, actor
@unique-over-all-shops order_event_carrier_once: once for a buyer, a carrier or a signature, which are of all shops';
comment on table pickup_plan is
'A plan of a pick-up as the merchant was shown it. It is carried out once.
@owner shop
@distribution shop_id';
comment on table order_view is
'Saved filters of a shop’s order list.
@owner shop
@distribution shop_id
@impersonal name, filter';
comment on table stock_hold is
'One row for each unpaid order whose goods are reserved. It ends by payment, by cancelling, or by its time; then the
goods are sold or released.
@owner shop
@distribution shop_id
@personal network: buyer; limit of unpaid orders of a network, a keyed hash; minutes';
comment on table stock_hold_count is
'How many orders and pieces each buyer, network and shop has on hold. Kept by the trigger below: its row lock makes
concurrent orders wait for each other, and the constraints refuse what is too much.
apps/server/src/modules/selling/orders/order.ts names the same limits.
@owner platform
@distribution local
@personal id: buyer; limit of unpaid orders, a buyer or a keyed hash; while an order is unpaid';
comment on table order_paper is
'Papers with addresses that operators printed: who read the addresses of which orders. The audit row of the call names
the paper.
@owner operator
@distribution local';
comment on table payment is
'A payment of an order by card or PIX, from its quote to its capture.
@owner shop
@distribution shop_id
@impersonal reference, checkout_url, capture_reference
@unique-over-all-shops payment_id_once: random ids and numbers that the server makes
@unique-over-all-shops payment_processor_reference_key: a reference of the processor counts for one shop';
comment on table processor_event is
'Every webhook event once, however often it is sent.
@owner platform
@distribution local
@impersonal processor, event_id
@retention 400 days after received_at';
comment on table buyer_refund is
'What is owed back to a buyer; sent by a job, with the row’s id as the processor’s idempotency key.
@owner shop
@distribution shop_id
@impersonal cause, reference, failure, account_ending
@unique-over-all-shops buyer_refund_bank_line_id_key: a line of the bank or a reference of a payment is evidence of
  one thing';
comment on table withheld_refund is
'The part of a refund that is not sent because the bank takes it back by a dispute.
@owner shop
@distribution shop_id';
comment on table returned_refund is
'Money to a buyer that came back.
@owner shop
@distribution shop_id
@impersonal reference, failure
@unique-over-all-shops returned_refund_once: a reference of the processor counts for one shop';
comment on table refund_order is
'A request for a refund, its decision, and from where its money comes.
@owner shop
@distribution shop_id
@personal text, pictures: buyer; why a refund is asked for; until erasure
@personal objection, objection_pictures: merchant, buyer; the merchant’s objection with its pictures and the
  decision; until erasure
@personal decision, reason: merchant, buyer; the merchant’s objection with its pictures and the decision; with the
  books
@impersonal code, changed_by, referred_by
@audit refund: id id, shop shop_id, code code; state, amount, first_signer, decided_by_operator
@unique-over-all-shops refund_order_code_key: codes that people say and type';
comment on table review is
'A buyer’s review of an order.
@owner shop
@distribution shop_id
@personal text: buyer; public review; until erasure
@unique-over-all-shops review_id: random ids and numbers that the server makes';
comment on table review_reply is
'The merchant’s one reply. It is public and never changed.
@owner shop
@distribution shop_id
@personal text: merchant; public reply; until erasure';
comment on table review_report is
'Who reported a review, and why.
@owner shop
@distribution shop_id
@personal text: buyer, merchant; why a review was reported; until erasure';
comment on table review_case is
'The moderation of one review. `open`: it waits for a decision. Stars always count; a decision is about words only.
@owner shop
@distribution shop_id
@personal redacted_text, appeal_text: buyer, merchant; moderation of a review; until erasure
@audit review: id id, shop shop_id; state, reason, decided_by, appealed_by, appeal_decided_by, first_state
@unique-over-all-shops review_case_id: random ids and numbers that the server makes';
comment on table review_change is
'What a review was before each change, and when it was changed.
@owner shop
@distribution shop_id
@personal text: buyer; what a changed review said before; until erasure';
comment on table content_report is
'Reports of visitors about a shop, a product or a review. A report of a review is decided with the review’s case; the
others stand in the operators'' work queue. A reporter who gave an address gets a mail with the outcome.
@owner visitor
@distribution local
@personal email: visitors; the outcome of a report; until the outcome is mailed
@personal text, note: visitors; why something was reported, and what was decided; with the books
@impersonal code, language
@audit report: id id, shop shop_id, code code; kind, state, reason, decided_by
@unique-over-all-shops content_report_pkey: random ids and numbers that the server makes
@unique-over-all-shops content_report_code_key: codes that people say and type';
comment on table unbooked_event is
'Events of processors that nothing in the books explains.
@owner platform
@distribution local
@impersonal event_id, type, reference, note';
comment on table pix_credit is
'The credits whose reference names a PIX payment, whatever their amount. The order’s page tells the buyer of them.
@owner shop
@distribution shop_id';
comment on table inbox is
'One row for each shop that was told something: its messages get their places one after the other.
@owner shop
@distribution shop_id
@impersonal lang';
comment on table announcement is
'Announcements to shops, with their audience and their sending.
@owner platform
@distribution reference
@impersonal texts, languages, countries, shop_states
@audit announcement: id id; state, recipients, send_at, made_by, confirmed_by, cancelled_by';
comment on table message is
'Messages to a shop.
@owner shop
@distribution shop_id
@personal values: merchant; messages to the merchant
@impersonal kind, type, cause_kind
@retention 730 days after at, unless exists (select from message_event e where e.shop_id = r.shop_id and e.message_id =
  r.id)';
comment on table message_event is
'Which event became part of which message, so that an event that comes twice tells nothing twice.
@owner shop
@distribution shop_id
@retention 730 days after message.at';
comment on table message_choice is
'Which kinds of message a merchant gets by which way.
@owner shop
@distribution shop_id
@impersonal type';
comment on table message_telling is
'When each type of message was last told outside the app, and when it is due again: a rush is told once and then in
sums.
@owner shop
@distribution shop_id
@impersonal type';
comment on table push_subscription is
'Devices that hear of messages while the app is closed, each as long as its session.
@owner shop
@distribution shop_id
@personal token_hash, endpoint, p256dh, auth: merchant; notifications on a device; with the session
@impersonal lang
@unique-over-all-shops push_endpoint: log-ins, devices and secrets of people';
comment on table server_copy is
'The running copies of the server. Each renews its row; the clock is the database’s.
@owner installation
@distribution local
@personal host: the platform; copies of the server; minutes after the end
@impersonal runs, version, node, sealing_keys';
comment on table staff_alert is
'Alerts to the staff. A row is open while its condition holds.
@owner operator
@distribution local
@personal facts: operator; alerts to the staff
@impersonal kind, subject
@retention 400 days after closed_at';
comment on table talk_message is
'Messages between the platform and a merchant or a buyer.
@owner platform
@distribution local
@personal text, file_id: merchant, buyer; conversation with customer service; three years, or until erasure
@impersonal by_party, about_code
@retention 1095 days after at
@unique-over-all-shops talk_message_once, talk_message_pkey: random ids and numbers that the server makes';
comment on table talk is
'One row for each talk: its end, how far each side has read, and since when the merchant waits for an answer.
@owner platform
@distribution local
@audit conversation: id party_id, shop shop_id; state, assigned_to, snoozed_until
@unique-over-all-shops talk_pkey: random ids and numbers that the server makes';
comment on table talk_answer is
'How long merchants waited, for the expected time that the screen tells.
@owner shop
@distribution shop_id';
comment on table talk_note is
'Notes of operators for operators. No query of a merchant or a buyer reads this table.
@owner operator
@distribution local
@personal text: merchant, buyer; notes of the staff; until erasure';
comment on table saved_reply is
'Saved replies: one entry with a text in each language. English always exists.
@owner operator
@distribution local
@impersonal name, texts
@audit reply: id id, code name; version, deleted_at';
comment on table order_talk is
'A conversation of a buyer and a shop about an order.
@owner shop
@distribution shop_id
@impersonal order_code
@audit order-talk: id order_id, shop shop_id, code order_code; taken_by, taken_at';
comment on table order_talk_message is
'The messages of a conversation of a buyer and a shop.
@owner shop
@distribution shop_id
@personal text, language: buyer, merchant; conversation of a buyer with a shop about an order; three years, blanked
  at erasure of the buyer, the merchant’s words at the merchant’s
@retention 1095 days after at';
comment on table order_count is
'Orders of each shop by status.
@owner shop
@distribution shop_id';
comment on table shop_figures is
'Followers, reviews and other totals of each shop.
@owner shop
@distribution shop_id';
comment on table shop_day is
'Figures of a shop by day, in the shop’s time zone. orders, sales and expected_profit belong to the day of payment and
leave it when the order is cancelled.
@owner shop
@distribution shop_id';
comment on table shop_product_day is
'Sales of each product in a shop by day.
@owner shop
@distribution shop_id';
comment on table product_day is
'Units over all shops, the evidence behind "hot-selling".
@owner platform
@distribution local';
comment on table listing_figures is
'Views and clicks of each listing.
@owner shop
@distribution shop_id';
comment on table reconciliation is
'Runs of the checks of the books, and what each found.
@owner platform
@distribution reference
@impersonal cause, checks, figures';
comment on table chain_mark is
'Where the chain of each merchant account stood at a check. A tail that somebody rewrites, hashes and all, no longer
meets what was seen before.
@owner shop
@distribution shop_id
@impersonal head';
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
comment on table cart is
'The cart of a browser. Only the hash of the cookie is kept.
@owner visitor
@distribution reference
@personal token_hash: visitors; the cart of a browser; until it expires
@personal country: visitors; where the goods would go, for shipping and tax; until it expires';
comment on table cart_line is
'A product in a cart. Prices come from the listing, not from here.
@owner shop
@distribution shop_id';
comment on table cart_checkout is
'One purchase from one shop of a cart. Every tab with the form of this purchase has the same id, so it becomes one
order.
@owner visitor
@distribution local
@unique-over-all-shops cart_checkout_pkey: random ids and numbers that the server makes';
comment on table order_access is
'The way to an order without an account: by a token in the address, which is computed from the id, and until when.
`email` and `language` are those of the buyer at this order.
@owner buyer
@distribution local
@personal email, buyer_id: buyer; the link in order mails; 180 days
@impersonal language
@retention 0 days after expires_at
@unique-over-all-shops order_access_pkey: random ids and numbers that the server makes';
comment on table cart_coupon is
'The code that a buyer entered, for one shop of a cart.
@owner shop
@distribution shop_id
@impersonal code';
comment on table order_mail is
'Mails to the buyer of an order. Triggers write a row in the transaction of what happened, so none is forgotten and
none is written twice; a loop of the worker turns each row into one message of the outbox.
@owner shop
@distribution shop_id
@impersonal cause';
comment on table account_link is
'A link by mail proves an address, once. Only the hash of its token is kept.
@owner buyer
@distribution local
@personal token_hash, email, buyer_id: buyer; the link by mail that proves an address; an hour';
comment on table buyer_address is
'Addresses that a buyer has saved.
@owner buyer
@distribution local
@personal buyer_id, name, phone, street, street2, district, city, state, postcode, country: buyer; delivery addresses
  that the order form is filled with; until removed, or until erasure
@personal tax_number: buyer; the number that customs of the country ask for (CPF, RUT, personal customs code of
  Korea); with the address, until removed or until erasure
@sealed tax_number: tax-number';
comment on table work_claim_log is
'Every new claim. Whoever takes another item than the first of its kind says why.
@owner operator
@distribution local
@impersonal kind, reason
@retention 400 days after at';
comment on table work_snooze is
'An item that is put off, never past its deadline.
@owner operator
@distribution local
@impersonal kind, reason';
comment on table shop_note is
'Notes of the staff about a shop. A merchant who asks for the own data gets them.
@owner operator
@distribution local
@personal text: merchant; notes of the staff; until erasure
@unique-over-all-shops shop_note_pkey: random ids and numbers that the server makes';
comment on table shop_access is
'For which reason an operator looks at a shop, for ten minutes.
@owner shop
@distribution shop_id
@personal reason: merchant; why an operator looked at a shop; a day after the end';
comment on table test_checkout is
'The test processor’s own memory: what a real one would keep on its side. Empty outside demo mode and tests.
@owner platform
@distribution local
@impersonal reference, description, back_to, card';
comment on table test_refund is
'Refunds of the test processor.
@owner platform
@distribution local
@impersonal failure';
comment on table test_payout is
'The test bank’s own memory: what a real one would keep on its side. Empty outside demo mode and tests.
@owner platform
@distribution local';
comment on table test_dispute is
'The test processor’s own memory of the disputes that it told of.
@owner platform
@distribution local
@impersonal reference, charge, evidence';

-- The functions of the database read what they need from the declarations. During a rollout the former release cannot
-- delete rows by their age; the new one does it an hour later.
create or replace function declared_values(tag text) returns table (source regclass, value text)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select c.oid::regclass, regexp_replace(m[1], '\n  ', ' ', 'g')
  from pg_class c cross join lateral regexp_matches(obj_description(c.oid, 'pg_class'), '\n@' || tag || ' ((?:[^\n]|\n  )*)', 'g') m
  where c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and c.relkind in ('r', 'p')
$$;
create or replace function partition_plan() returns table (parent text, key text, step text, ahead int, keep interval)
language sql stable set search_path = public, pg_temp as $$
  select c.relname::text, v[2], v[1], v[3]::int, v[4]::interval
  from declared_values('partitions') d join pg_class c on c.oid = d.source
    cross join regexp_match(d.value, '^by (day|month) of (\w+), (\d+) ahead, kept (\d+ days)$') v
  where v is not null order by 1
$$;

drop function delete_expired_desk_rows(text, int);
drop function delete_expired_order_talks(int);
drop function delete_expired_rows(text, int);
create or replace function delete_expired_rows(expiring text, most int) returns int
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
create or replace function delete_evidence_files() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone uuid[] := array(select f.value::uuid from jsonb_each_text(old.files) f where f.value is not null);
begin
  delete from file_width where file_id = any(gone);
  delete from file where id = any(gone) and purpose = 'evidence';
  return null;
end $$;
create trigger dispute_evidence_files after delete on dispute_evidence for each row
  execute function delete_evidence_files();

create or replace function fill_audit_subject() returns void
language sql set search_path = public, pg_temp as $$
  delete from audit_subject;
  insert into audit_subject (kind, source, id_column, shop_column, code_column, columns)
    select v[1], coalesce(v[2], c.relname), v[3], v[4], v[5], string_to_array(v[6], ', ')
    from declared_values('audit') d join pg_class c on c.oid = d.source
      cross join regexp_match(d.value, '^([\w-]+)(?: in (\w+))?: id (\w+)(?:, shop (\w+))?(?:, code (\w+))?; (.+)$') v
$$;
select fill_audit_subject();

revoke all on function
  declared_values(text),
  fill_audit_subject(),
  delete_expired_rows(text, int)
  from public;
grant execute on function
  declared_values(text),
  delete_expired_rows(text, int)
  to quayside_app;
