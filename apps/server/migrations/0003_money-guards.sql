-- The uses of a coupon count by delivery address and card too, and those of a coupon of the platform by shop.
alter table coupon add column max_per_shop int check (max_per_shop between 1 and 1000000);
grant insert (max_per_shop) on coupon to quayside_app;
alter table coupon_use add column address_key bytea check (length(address_key) = 32),
  add column card_key bytea check (length(card_key) = 32);
grant update (card_key) on coupon_use to quayside_app;

-- Counts a use under the lock of the coupon, so that the uses of one coupon are counted one after the other, and
-- compares it with coupon, order and lines.
create or replace function count_coupon_use() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c coupon;
  o orders;
  goods bigint;
  eligible bigint;
  taken bigint;
begin
  update coupon set used = used + 1, spent = spent + new.amount where id = new.coupon_id returning * into c;
  select * into o from orders where shop_id = new.shop_id and id = new.order_id;
  select sum(quantity * selling_price), sum(quantity * selling_price) filter (where c.listings = '{}' or listing_id = any(c.listings)), sum(discount)
    into goods, eligible, taken from order_line where shop_id = new.shop_id and order_id = new.order_id;
  if (o.coupon_id = c.id and new.released_at is null and new.used_at = o.placed_at and c.state = 'active' and coalesce(c.shop_id, new.shop_id) = new.shop_id
    and o.placed_at >= c.starts_at and o.placed_at < coalesce(c.ends_at, 'infinity') and eligible >= c.minimum
    and new.amount = coupon_takes(c, eligible)
    and o.coupon_shop = case c.bearer when 'shop' then new.amount else 0 end
    and o.coupon_platform = case c.bearer when 'platform' then new.amount else 0 end
    and o.total_payment + o.coupon_shop = goods and taken = o.coupon_shop) is not true then
    raise exception 'order % does not have what coupon % takes off', new.order_id, c.code using errcode = 'check_violation', constraint = 'coupon_use_fits';
  end if;
  if (select count(*) from coupon_use where coupon_id = c.id and buyer_key = new.buyer_key and released_at is null) > c.max_per_buyer then
    raise exception 'a buyer has used coupon % as often as allowed', c.code using errcode = 'check_violation', constraint = 'coupon_uses_of_buyer';
  end if;
  if (select count(*) from coupon_use where coupon_id = c.id and address_key = new.address_key and released_at is null) > c.max_per_buyer then
    raise exception 'coupon % was used at an address as often as allowed', c.code using errcode = 'check_violation', constraint = 'coupon_uses_at_address';
  end if;
  if (select count(*) from coupon_use where coupon_id = c.id and shop_id = new.shop_id and released_at is null) > c.max_per_shop then
    raise exception 'coupon % was used in a shop as often as allowed', c.code using errcode = 'check_violation', constraint = 'coupon_uses_in_shop';
  end if;
  return null;
end $$;

-- The card is known when it has paid. Its uses are counted under the lock of the coupon, as the others.
create function count_coupon_card() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare most int;
begin
  select max_per_buyer into most from coupon where id = new.coupon_id for no key update;
  if old.card_key is distinct from new.card_key and old.card_key is not null then
    raise exception 'the card of order % is already known', new.order_id using errcode = 'check_violation', constraint = 'coupon_card_once';
  end if;
  if (select count(*) from coupon_use where coupon_id = new.coupon_id and card_key = new.card_key and released_at is null) > most then
    raise exception 'a card has used a coupon as often as allowed' using errcode = 'check_violation', constraint = 'coupon_uses_of_card';
  end if;
  return null;
end $$;
create trigger coupon_card_used after update of card_key on coupon_use for each row execute function count_coupon_card();

-- A desk is granted by an active owner; the very first desk, the first owner's, by nobody. Who signs money or admits
-- those who do has the desk from an invitation, from an act that another owner signed, or from the only owner who
-- could sign.
create or replace function check_operator_desk() returns trigger language plpgsql as $$
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

-- A transfer that arrives less a bank's fee is credited with what arrived, and one that arrives after it was cancelled
-- is reviewed.
alter table deposit add column reported bigint,
  add constraint deposit_reported check (reported is null or (channel = 'manual' and reported > amount and note is not null
    and bank_line_id is not null));
grant update (reported) on deposit to quayside_app;
insert into state_transition (subject, from_state, to_state) values ('deposit', 'cancelled', 'under-review');

-- Blanks everything personal of one row of `buyer`: also the number for customs of the orders.
create or replace function erase_one_buyer(buyer uuid, at timestamptz) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was record;
  blockers text[];
  changed jsonb := '{}';
  n int;
  pictures uuid[];
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
  -- What merchants photographed against the refunds of the buyer, such as the label of a parcel.
  pictures := array(select distinct p from refund_order f, unnest(f.objection_pictures) p where f.buyer_id = erase_one_buyer.buyer);
  update refund_order f set objection_pictures = '{}' where f.buyer_id = erase_one_buyer.buyer and f.objection_pictures <> '{}';
  pictures := array(select p from unnest(pictures) p
    where not exists (select from refund_order f where p = any(f.objection_pictures)));
  delete from file_width w where w.file_id = any(pictures);
  delete from file f where f.id = any(pictures);
  n := n + cardinality(pictures);
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
