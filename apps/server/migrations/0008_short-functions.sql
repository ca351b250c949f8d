-- Functions of at most 70 lines. The laws are the same: what is held for an order is compared with its owner once,
-- and the amounts that several events share are named once. `buyer.refunded` is of another family, whose check it has.
create or replace function ledger.check_order(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id
    join ledger.event e on e.name = b.event and e.family = 'order'
    left join orders o on o.shop_id = b.shop_id and o.id = b.ref
    cross join lateral (select 'order:' || o.id || ':' || b.event as key,
      o.total_payment - o.coupon_platform + o.shipping + o.tax as charged,
      o.shipping - o.refunded_shipping - o.disputed_shipping as shipping_left,
      o.tax - o.refunded_tax - o.disputed_tax as tax_left, o.commission - o.refunded_commission as commission_left) x
  where (b.actor not like 'carrier:%' or exists (
      select from public.carrier_event c
      where c.id = case when b.actor like 'carrier:%' then substr(b.actor, 9)::uuid end and public.carrier_delivered(c, o))
    ) is not true
    -- What is held for an order is held for this one.
    or (b.kind not like 'L.O.%' or b.owner = o.id) is not true
    or (case b.event
    when 'order.paid' then b.key = x.key and o.funding_transfer_id = b.id and o.paid_at is not null
      and b.amount = case b.kind when 'L.O.escrow' then o.total_payment when 'L.O.shipping' then o.shipping
        when 'L.O.tax' then o.tax when 'E.COUPON' then o.coupon_platform else x.charged end
      and exists (select from payment p where p.shop_id = o.shop_id and p.order_id = o.id
        and p.captured_at is not null and p.amount = x.charged
        and b.actor = coalesce('operator:' || p.confirmed_by, b.actor)
        and b.kind in (ledger.payment_account(p.processor), 'L.O.escrow', 'L.O.shipping', 'L.O.tax', 'E.COUPON'))
    when 'order.paid-late' then exists (
      select from payment p join buyer_refund r on r.shop_id = p.shop_id and r.payment_id = p.id
      where p.shop_id = o.shop_id and p.order_id = o.id and p.captured_at is not null and r.refund_order_id is null
        and b.key = 'payment:' || p.id || ':late' and b.amount = r.amount
        and b.actor = coalesce('operator:' || p.confirmed_by, b.actor)
        and case b.kind when 'L.REFUND' then b.owner = p.id else b.kind = ledger.payment_account(p.processor) end)
    when 'order.picked-up' then b.key = x.key and o.picked_up_at is not null and b.amount = o.total_cost
      and case b.kind when 'L.O.procure' then true when 'L.M.available' then o.funding = 'balance'
        when 'L.O.escrow' then o.funding = 'escrow' end
    when 'order.shipped' then o.shipped_at is not null and b.amount = o.total_cost
      and b.key = x.key || case when o.shipment_round > 1 then ':' || o.shipment_round else '' end
    when 'order.ship-undone' then o.status = 2 and o.shipped_at is null and b.amount = o.total_cost
      and b.key = x.key || case when o.shipment_round > 2 then ':' || (o.shipment_round - 1) else '' end
    when 'order.received' then b.key = x.key and o.received_at is not null
      and (b.kind not like 'L.O.%' or b.holds = 0) and case b.kind
        when 'L.O.escrow' then true -- The merchant's part follows: debits equal credits.
        when 'L.O.shipping' then b.amount = x.shipping_left when 'I.SHIPPING' then b.amount = x.shipping_left
        when 'L.O.tax' then b.amount = x.tax_left when 'L.TAX' then b.amount = x.tax_left
        when 'I.COMMISSION' then b.amount <= x.commission_left
        else b.amount = o.pending and b.amount >= o.total_payment - o.refunded_escrow - o.disputed_escrow
          - x.commission_left - case o.funding when 'escrow' then o.total_cost else 0 end end
    -- An order may settle in two steps, together no more than it earned.
    when 'order.completed' then b.key = x.key and o.completed_at is not null and o.pending = 0
      and ledger.settled(o.shop_id, o.id) <= ledger.earned(o.shop_id, o.id)
    when 'order.part-settled' then b.key = x.key and o.part_settled_at is not null
      and ledger.settled(o.shop_id, o.id) <= ledger.earned(o.shop_id, o.id)
    when 'due.recovered' then b.amount <= ledger.settled(o.shop_id, o.id)
      and (b.key = x.key and o.completed_at is not null or b.key = x.key || ':part' and o.part_settled_at is not null)
    when 'order.cost-returned' then b.key = x.key and o.cancelled_at is not null and b.amount <= o.total_cost
      and case b.kind when 'L.O.procure' then b.amount = o.total_cost when 'L.O.escrow' then o.funding = 'escrow'
        when 'L.M.available' then o.funding = 'balance' else b.amount <= o.refunded_supplier end
    when 'order.cancelled' then b.key = x.key and o.cancelled_at is not null
      and (b.kind not like 'L.O.%' or b.holds = 0) and case b.kind
        when 'L.O.escrow' then true when 'L.O.shipping' then b.amount = o.shipping
        when 'L.O.tax' then b.amount = o.tax - o.refunded_tax when 'E.GOODWILL' then b.amount = o.refunded_platform
        when 'E.COUPON' then b.amount = o.coupon_platform - o.refunded_coupon
        else exists (select from payment p
          join buyer_refund r on r.shop_id = p.shop_id and r.payment_id = p.id and r.refund_order_id is null
          where p.shop_id = o.shop_id and p.id = b.owner and p.order_id = o.id and p.captured_at is not null
            and r.amount = b.amount) end
  end) is not true;
end $$;

create or replace function ledger.lock_accounts(lines ledger.line[]) returns void language plpgsql as $$
begin
  insert into ledger.account (owner, kind, shop_id, normal, guarded, append_only)
  select distinct on (l.owner, l.kind, l.shop) l.owner, l.kind, l.shop, k.normal, k.guarded, k.append_only
  from unnest(lines) l join ledger.kind k on k.name = l.kind
  where not exists (select from ledger.account a where a.owner = l.owner and a.kind = l.kind and a.shop_id = l.shop)
  order by l.owner, l.kind, l.shop
  on conflict (owner, kind, shop_id) do nothing;

  perform from (select distinct l.owner, l.kind, l.shop from unnest(lines) l) l
    join ledger.account a on a.owner = l.owner and a.kind = l.kind and a.shop_id = l.shop
  where not a.append_only
  order by a.id for update of a;
end $$;

create or replace function ledger.refuse_other_lines(lines ledger.line[]) returns void language plpgsql as $$
begin
  if exists (
    select from (
      select min(shop::text)::uuid as shop, min(key) as key,
        sha256(convert_to(string_agg(line || kind || owner || side || amount, ';' order by line), 'UTF8')) as request_hash
      from unnest(lines) group by transfer
    ) i
    join ledger.transfer t on t.shop_id = i.shop and t.key = i.key
    where t.request_hash <> i.request_hash
  ) then
    raise exception 'ledger key used before with other lines' using errcode = 'unique_violation', constraint = 'transfer_key';
  end if;
end $$;

create or replace function ledger.book(lines ledger.line[]) returns uuid[]
language plpgsql set search_path = ledger, public, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off as $$
declare fresh uuid[];
begin
  perform ledger.lock_accounts(lines);

  with given as materialized (
    select * from unnest(lines)
  ), intents as (
    -- Lines of one transfer that disagree about it are two rows here: the second one breaks the primary key, and with another shop `transfer_once`.
    select transfer, shop, key, event, ref, actor, at,
      sha256(convert_to(string_agg(line || kind || owner || side || amount, ';' order by line), 'UTF8')) as request_hash
    from given group by transfer, shop, key, event, ref, actor, at
  ), made as (
    insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
    select transfer, shop, key, request_hash, event, ref, actor, at from intents
    on conflict (shop_id, key) do nothing
    returning id
  ), placed as (
    select g.transfer, g.line, a.shop_id, a.id as account_id, g.side, g.amount, g.event, g.ref, g.at, g.key, g.actor, a.append_only, a.head,
      a.seq + row_number() over chain as seq,
      (case a.normal when 'C' then a.credits - a.debits else a.debits - a.credits end)
        + (sum(case when g.side = a.normal then g.amount else -g.amount end) over chain)::bigint as balance_after
    from given g join ledger.account a on a.owner = g.owner and a.kind = g.kind and a.shop_id = g.shop
    -- Not a join: a plan for few lines would look through all of what was made for each of many.
    where (g.transfer in (select id from made)) is true
    window chain as (partition by a.id order by g.transfer, g.line rows unbounded preceding)
  ), posted as (
    insert into ledger.posting (shop_id, transfer_id, line, account_id, side, amount, seq, balance_after, hash)
    select shop_id, transfer, line, account_id, side, amount,
      case when append_only then null else seq end,
      case when append_only then null else balance_after end,
      case when append_only then null else
        ledger.chain(head, ledger.fields(2::smallint, transfer, line, account_id, side, amount, seq, balance_after, event, ref, at,
          ledger.sealed(transfer, key, actor)))
          over (partition by account_id order by seq rows unbounded preceding) end
    from placed
    returning shop_id, account_id, side, amount, seq, hash
  ), moved as (
    update ledger.account a set debits = a.debits + p.debits, credits = a.credits + p.credits, seq = p.seq, head = p.head
    from (
      select shop_id, account_id,
        coalesce(sum(amount) filter (where side = 'D'), 0)::bigint as debits,
        coalesce(sum(amount) filter (where side = 'C'), 0)::bigint as credits,
        max(seq) as seq, (array_agg(hash order by seq desc))[1] as head
      from posted where seq is not null group by shop_id, account_id
    ) p
    where a.shop_id = p.shop_id and a.id = p.account_id
  )
  select coalesce(array_agg(id), '{}') into fresh from made;

  if cardinality(fresh) < (select count(distinct transfer) from unnest(lines)) then
    perform ledger.refuse_other_lines(lines);
  end if;
  return fresh;
end $$;

create or replace function blank_words_of_merchant(shop uuid) returns void
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
  perform pg_notify('quayside', erase_merchant.shop || ' session shop');
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
  perform pg_notify('quayside', erase_one_buyer.buyer || ' session');
  perform set_config('quayside.erasing', '', true);
  return changed;
end $$;

revoke all on function
  ledger.lock_accounts(ledger.line[]),
  ledger.refuse_other_lines(ledger.line[]),
  blank_words_of_merchant(uuid),
  delete_files_of_buyer(uuid)
  from public;
