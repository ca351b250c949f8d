-- Changes are noted in a table instead of notified inside their transactions.
-- Unlogged: after a crash of PostgreSQL, and on a standby that takes over, the rows are gone, and so is every
-- connection of a listener. A listener that connects again takes every change for missed.
create unlogged table change_notice (
  xid xid8 not null default pg_current_xact_id(),
  payload text not null,
  primary key (xid, payload)
);
comment on table change_notice is
'What transactions have changed, for the kept answers and open screens of every copy of the server: the id of a shop
and topics, or `shelf` and the id of a shop. Each copy reads what has committed since its last snapshot, and deletes
what is older than some minutes.
@owner platform
@distribution local
@impersonal xid, payload';
grant select, insert, delete on change_notice to quayside_app;

-- Notes a change in its own transaction, once. It does not notify: transactions that notify commit one after the
-- other in the whole database, so the server rings after the commit (`change-listener.ts`).
create function note_change(payload text) returns void language sql as $$
  insert into change_notice (payload) values (note_change.payload) on conflict do nothing
$$;
revoke all on function note_change(text) from public;
grant execute on function note_change(text) to quayside_app;

-- Stands before `pg_catalog.pg_notify` on the path of `ask_job`. The queue would notify the workers inside the
-- transaction that asks for a job; the server does so after the commit.
create or replace function graphile_worker.pg_notify(channel text, payload text) returns void language sql as $$ select $$;

-- The server may ask for work to be done later, in the transaction of an act; it may not see or change the queue.
create or replace function ask_job(task text, payload json, at timestamptz, key text, queue text, attempts int) returns void
language sql security definer set search_path = graphile_worker, pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload => payload, run_at => at, job_key => key, queue_name => queue, max_attempts => attempts)
$$;

-- Pages of the storefront are kept in memory. These triggers tell every copy of the server that something which
-- buyers see has changed: `shelf` and the id of the shop, or `all` for a change of the catalogue.
create or replace function tell_shelf_of_shop() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform note_change('shelf ' || (to_jsonb(old) ->> tg_argv[0])); end if;
  if tg_op <> 'DELETE' then perform note_change('shelf ' || (to_jsonb(new) ->> tg_argv[0])); end if;
  return null;
end $$;

-- A change of the categories concerns the pages of every shop.
create or replace function tell_shelf_of_all() returns trigger language plpgsql as $$
begin
  perform note_change('shelf all');
  return null;
end $$;

-- A change of a product, such as a sale of one of its last pieces, concerns the shops that list it: their pages are
-- dropped from memory, and those of all shops. With more than sixteen of them, the pages of every shop are dropped. A
-- listing that another transaction puts on the shelf meanwhile tells its shop itself.
create or replace function tell_shelf_of_product() returns trigger language plpgsql as $$
declare
  told uuid[] := array(
    select distinct l.shop_id from listing l
    where l.product_id = (to_jsonb(new) ->> tg_argv[0])::uuid and l.shelf = 'on-shelf' limit 17);
begin
  if cardinality(told) > 16 then perform note_change('shelf all');
  else perform note_change('shelf ' || shop_id) from unnest(told) shop_id;
  end if;
  return null;
end $$;

-- Blanks everything personal of a merchant in one transaction. The shop keeps its code and its books; orders,
-- deposits and withdrawals keep their codes, dates and amounts. Returns the rows by table.
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

-- What a request for a withdrawal writes, in one round trip with stored plans: the booking, the request's row, the
-- event, and the notice of the change (`payload`; `channel` is what the former version of the server passes). As the
-- caller, so with the caller's rights: the books are still written by `ledger.post` only. Returns the available balance after the booking. Volatile, so that each statement sees what
-- the one before has written.
create or replace function request_withdrawal(lines ledger.line[], of_shop uuid, of_id uuid, of_code text, by_method text,
  to_destination uuid, by_quote uuid, of_gross bigint, of_fee bigint, of_net bigint, two boolean, two_above bigint,
  before bigint, of_token text, moment timestamptz, until timestamptz, author text, channel text,
  payload text) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  -- The ledger first: if the balance is short, nothing else has happened yet.
  perform ledger.post(lines);
  insert into withdrawal (shop_id, id, code, method, destination_id, quote_id, state, gross, fee, net, needs_two, second_person_above,
      requested_before, token, requested_at, decide_by, changed_by, changed_at)
    values (of_shop, of_id, of_code, by_method, to_destination, by_quote, 'pending', of_gross, of_fee, of_net, two, two_above,
      before, of_token, moment, until, author, moment);
  insert into event (shop_id, name, at, data)
    values (of_shop, 'withdrawal.requested', moment, jsonb_build_object('withdrawalId', of_id));
  perform note_change(payload);
  return (select a.credits - a.debits from ledger.account a where a.shop_id = of_shop and a.owner = of_shop and a.kind = 'L.M.available');
end $$;
