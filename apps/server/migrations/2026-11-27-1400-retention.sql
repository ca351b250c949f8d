-- Retention, and the erasure of people. docs/privacy.md lists every personal field with its purpose and its time.

-- Deletes at most `most` rows of a kind whose time is over, and returns their number. The times stand here alone, so
-- that no call of the server deletes earlier.
create function delete_expired_rows(kind text, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  gone int;
begin
  perform set_config('quayside.erasing', 'on', true);
  case kind
  when 'request keys' then
    delete from request_key where ctid = any(array(
      select k.ctid from request_key k where k.created_at < now() - interval '30 days' limit most));
  when 'processor events' then
    delete from processor_event where ctid = any(array(
      select e.ctid from processor_event e where e.received_at < now() - interval '400 days' limit most));
  when 'events' then
    -- An event that still waits for its messages stays.
    delete from event where ctid = any(array(
      select e.ctid from event e where e.at < now() - interval '400 days'
        and not exists (select from event_waiting w where w.shop_id = e.shop_id and w.event_id = e.id) limit most));
  when 'links of messages' then
    delete from message_event where ctid = any(array(
      select e.ctid from message m join message_event e on e.shop_id = m.shop_id and e.message_id = m.id
      where m.at < now() - interval '730 days' limit most));
  when 'messages' then
    delete from message where ctid = any(array(
      select m.ctid from message m where m.at < now() - interval '730 days'
        and not exists (select from message_event e where e.shop_id = m.shop_id and e.message_id = m.id) limit most));
  when 'conversations' then
    delete from talk_message where ctid = any(array(
      select t.ctid from talk_message t where t.at < now() - interval '1095 days' limit most));
  when 'clicks of listings' then
    delete from listing_click where ctid = any(array(select c.ctid from listing_click c where c.day < today - 3 limit most));
  when 'views of listings' then
    delete from listing_view where ctid = any(array(select v.ctid from listing_view v where v.day < today - 3 limit most));
  when 'supplier notices' then
    delete from supplier_notice where ctid = any(array(
      select n.ctid from supplier_notice n where n.seen_at < now() - interval '400 days' limit most));
  when 'staff alerts' then
    delete from staff_alert where ctid = any(array(
      select a.ctid from staff_alert a where a.closed_at < now() - interval '400 days' limit most));
  when 'order links' then
    delete from order_access where ctid = any(array(select a.ctid from order_access a where a.expires_at < now() limit most));
  else
    raise exception 'no rows of the kind % are deleted by their age', kind using errcode = 'invalid_parameter_value';
  end case;
  get diagnostics gone = row_count;
  perform set_config('quayside.erasing', '', true);
  return gone;
end $$;
revoke all on function delete_expired_rows(text, int) from public;
grant execute on function delete_expired_rows(text, int) to quayside_app;

-- Whether words of people may be blanked now. The server's role cannot say so for itself.
create function is_erasing() returns boolean language sql stable as $$
  select coalesce(current_setting('quayside.erasing', true), '') = 'on' and current_user <> 'quayside_app'
$$;

-- As `refuse_change`, for tables with words of people: an erasure may blank words and pictures, and nothing else of a
-- row. A conversation may also be deleted after its time.
create function refuse_change_of_words() returns trigger language plpgsql as $$
begin
  if is_erasing() then
    if tg_op = 'DELETE' and tg_table_name = 'talk_message' then
      return old;
    end if;
    -- `party_id` is generated, and not computed yet.
    if tg_op = 'UPDATE' and to_jsonb(new) - array['text', 'file_id', 'party_id'] = to_jsonb(old) - array['text', 'file_id', 'party_id']
      and new.text = '—' and coalesce(to_jsonb(new) ->> 'file_id', '') = '' then
      return new;
    end if;
  end if;
  raise exception '% of % is not allowed: rows are never changed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger talk_message_kept on talk_message;
create trigger talk_message_kept before update or delete on talk_message for each row execute function refuse_change_of_words();
drop trigger talk_note_kept on talk_note;
create trigger talk_note_kept before update or delete on talk_note for each row execute function refuse_change_of_words();
drop trigger review_reply_kept on review_reply;
create trigger review_reply_kept before update or delete on review_reply for each row execute function refuse_change_of_words();
drop trigger shop_note_kept on shop_note;
create trigger shop_note_kept before update or delete on shop_note for each row execute function refuse_change_of_words();
drop trigger registration_decision_kept on registration_decision;
create trigger registration_decision_kept before update or delete on registration_decision for each row execute function refuse_change_of_words();

create or replace function check_review_case() returns trigger language plpgsql as $$
begin
  if old.decided_by is not null and new.decided_by is distinct from old.decided_by
    or old.appeal_decided_by is not null and new.appeal_decided_by is distinct from old.appeal_decided_by
    or old.appealed_by is not null and (new.appealed_by is distinct from old.appealed_by
      or new.appeal_text is distinct from old.appeal_text and not (is_erasing() and new.appeal_text = '—'))
  then
    raise exception 'a review is decided once, and appealed once' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'open' and new.state is distinct from old.state and new.appeal_decided_by is null then
    raise exception 'only an appeal changes a decision' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

alter table buyer add column erased_at timestamptz;
alter table merchant add column erased_at timestamptz;

-- Removes the identity photos of registrations that need them no more: drafts that nobody sent for 90 days, rejections
-- older than 180 days, and merchants whose shop closed for good five years ago. A photo's key is deleted with its row,
-- so its stored bytes cannot be read any more; the nightly job then removes the bytes. Returns the number of
-- registrations.
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

create function shred_identity_of(shops uuid[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  files uuid[] := array(select f from registration r, unnest(array[r.id_front, r.id_back, r.id_in_hand]) f
    where r.shop_id = any(shops) and f is not null);
begin
  update registration set id_front = null, id_back = null, id_in_hand = null where shop_id = any(shops);
  delete from file_width where file_id = any(files);
  delete from file where id = any(files);
end $$;
revoke all on function shred_identity_photos(int), shred_identity_of(uuid[]) from public;
grant execute on function shred_identity_photos(int) to quayside_app;

-- What stands against erasing a buyer now: money and goods on their way. Empty when nothing does.
create function buyer_erasure_blockers(buyer uuid) returns setof text language sql stable set search_path = public, pg_temp as $$
  select 'order ' || code || ' is not finished' from orders where buyer_id = buyer and status not in (6, 7)
  union all
  select 'refund ' || code || ' is not decided' from refund_order where buyer_id = buyer and state in ('requested', 'agreed', 'objected')
  union all
  select 'a refund of order ' || o.code || ' is not sent' from buyer_refund r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
    where o.buyer_id = buyer and r.sent_at is null
  union all
  select 'a card dispute of order ' || o.code || ' is open' from card_dispute d join orders o on o.shop_id = d.shop_id and o.id = d.order_id
    where o.buyer_id = buyer and d.closed_at is null
$$;

-- Blanks everything personal of a buyer in one transaction. Orders keep their codes, goods, dates, amounts and country;
-- no ledger row changes. Returns the rows by table.
create function erase_buyer(buyer uuid, at timestamptz) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was record;
  blockers text[];
  changed jsonb := '{}';
  n int;
begin
  select b.email, b.erased_at into was from buyer b where b.id = erase_buyer.buyer for update;
  if not found then
    raise exception 'there is no such buyer' using errcode = 'no_data_found';
  end if;
  if was.erased_at is not null then
    return changed;
  end if;
  -- Orders that are being placed or moved finish first.
  perform from orders o where o.buyer_id = erase_buyer.buyer order by o.id for update;
  blockers := array(select buyer_erasure_blockers(erase_buyer.buyer));
  if cardinality(blockers) > 0 then
    raise exception 'the buyer cannot be erased yet: %', array_to_string(blockers, '; ') using errcode = 'restrict_violation';
  end if;
  perform set_config('quayside.erasing', 'on', true);
  update orders o set buyer_name = '—', address = coalesce(
      (select jsonb_object_agg(f.key, case when f.key = 'country' then f.value else '"—"'::jsonb end) from jsonb_each(o.address) f), '{}')
    where o.buyer_id = erase_buyer.buyer;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('orders', n);
  update review r set text = '—' where r.buyer_id = erase_buyer.buyer and r.text <> '';
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('reviews', n);
  update review_case c set redacted_text = case when c.redacted_text is not null then '—' end,
      appeal_text = case when c.appealed_by = 'buyer' then '—' else c.appeal_text end
    from review r where r.shop_id = c.shop_id and r.order_id = c.order_id and r.buyer_id = erase_buyer.buyer;
  update review_report set text = '—' where by_party = 'buyer' and reporter_id = erase_buyer.buyer and text <> '';
  update refund_order f set text = '—', pictures = '{}' where f.buyer_id = erase_buyer.buyer;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('refunds', n);
  update talk_message t set text = '—', file_id = null where t.buyer_id = erase_buyer.buyer and t.account_id is null;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('messages', n);
  update talk_note t set text = '—' where t.party_id = erase_buyer.buyer;
  delete from file_width w using file f where f.id = w.file_id and f.owner_who = 'buyer' and f.owner_id = erase_buyer.buyer;
  delete from file f where f.owner_who = 'buyer' and f.owner_id = erase_buyer.buyer;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('files', n);
  delete from order_access a where a.buyer_id = erase_buyer.buyer;
  delete from follow f where f.buyer_id = erase_buyer.buyer;
  delete from session s where s.who = 'buyer' and s.subject_id = erase_buyer.buyer;
  delete from trace t where t.party = 'buyer' and t.party_id = erase_buyer.buyer;
  delete from outbox o where o.address = was.email;
  delete from request_key k where k.scope like erase_buyer.buyer || ' %';
  update buyer b set name = '—', email = b.id || '@erased.invalid', password_hash = 'none', erased_at = erase_buyer.at
    where b.id = erase_buyer.buyer;
  -- The servers keep sessions in memory until they hear of a change.
  perform pg_notify('quayside', erase_buyer.buyer || ' session');
  perform set_config('quayside.erasing', '', true);
  return changed;
end $$;

-- What stands against erasing a merchant now.
create function merchant_erasure_blockers(shop uuid) returns setof text language sql stable set search_path = public, ledger, pg_temp as $$
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

-- Blanks everything personal of a merchant in one transaction. The shop keeps its code and its books; orders, deposits
-- and withdrawals keep their codes, dates and amounts. Returns the rows by table.
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
  update registration r set logo_file = null, shop_name = null, address = null, real_name = null, latitude = null, longitude = null,
      rejection_text = case when r.rejection_text is not null then '—' end, appeal = case when r.appeal is not null then '—' end
    where r.shop_id = erase_merchant.shop;
  update registration_decision d set text = '—' where d.shop_id = erase_merchant.shop and d.text is not null;
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
  update refund_order f set objection = '—' where f.shop_id = erase_merchant.shop and f.objection is not null;
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
revoke all on function buyer_erasure_blockers(uuid), erase_buyer(uuid, timestamptz), merchant_erasure_blockers(uuid), erase_merchant(uuid, timestamptz)
  from public;
