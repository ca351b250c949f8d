-- Addresses of the world: a second line, district and state, and the number of a person that customs ask for.

alter table buyer_address
  add column street2 text,
  add column district text,
  add column state text,
  -- Sealed.
  add column tax_number bytea;
-- The other parts of the address of an order stand in `address`.
alter table orders add column tax_number bytea;

-- Blanks everything personal of one row of `buyer`: also the number for customs of the orders.
create or replace function erase_one_buyer(buyer uuid, at timestamptz) returns jsonb
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
  delete from file_width w using file f where f.id = w.file_id and f.owner_who = 'buyer' and f.owner_id = erase_one_buyer.buyer;
  delete from file f where f.owner_who = 'buyer' and f.owner_id = erase_one_buyer.buyer;
  get diagnostics n = row_count;
  changed := changed || jsonb_build_object('files', n);
  delete from order_access a where a.buyer_id = erase_one_buyer.buyer;
  delete from follow f where f.buyer_id = erase_one_buyer.buyer;
  delete from session s where s.who = 'buyer' and s.subject_id = erase_one_buyer.buyer;
  delete from trace t where t.party = 'buyer' and t.party_id = erase_one_buyer.buyer;
  delete from outbox o where o.address = was.email;
  delete from request_key k where k.scope like erase_one_buyer.buyer || ' %';
  update buyer b set name = '—', email = b.id || '@erased.invalid', password_hash = 'none', erased_at = erase_one_buyer.at
    where b.id = erase_one_buyer.buyer;
  -- The servers keep sessions in memory until they hear of a change.
  perform pg_notify('quayside', erase_one_buyer.buyer || ' session');
  perform set_config('quayside.erasing', '', true);
  return changed;
end $$;
