-- The pictures of the merchant with an objection to a refund. They go with the merchant's other files.
alter table refund_order add column objection_pictures uuid[] not null default '{}' check (cardinality(objection_pictures) <= 5);
grant update (objection_pictures) on refund_order to quayside_app;

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
