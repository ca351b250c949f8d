-- Accounts of buyers: an address that a link has proved, the links by mail, delivery addresses, and orders of guests
-- that belong to an account.

alter table buyer
  -- Since when the address is proved. Only such a buyer can log in.
  add column verified_at timestamptz,
  -- The account that the orders of a guest belong to, and since when.
  add column account_id uuid references buyer,
  add column claimed_at timestamptz,
  add constraint buyer_verified check (verified_at is null or password_hash is not null),
  add constraint buyer_claimed check ((account_id is null) = (claimed_at is null) and (account_id is null or verified_at is null));

-- A guest belongs to one account for ever, and only to the account whose proved address is the guest's. The lock makes
-- a claim wait for the erasure of its account, and fail after it.
create function check_claim() returns trigger language plpgsql as $$
begin
  if old.account_id is not null then
    raise exception 'the orders of a guest are claimed once' using errcode = 'restrict_violation';
  end if;
  perform from buyer a where a.id = new.account_id and a.verified_at is not null and a.erased_at is null and a.email = new.email
    for key share;
  if not found or old.password_hash is not null or old.erased_at is not null then
    raise exception 'a guest belongs to the account with the same proved address' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger buyer_claim before update of account_id on buyer for each row
  when (new.account_id is distinct from old.account_id) execute function check_claim();

-- A link by mail proves an address, once. Only the hash of its token is kept.
create table account_link (
  token_hash bytea primary key,
  -- `join` makes an account; `password` sets the password of one.
  purpose text not null check (purpose in ('join', 'password')),
  email text not null,
  buyer_id uuid references buyer,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  constraint account_link_buyer check ((purpose = 'password') = (buyer_id is not null))
);
create index account_link_of_email on account_link (email);
create index account_link_by_end on account_link (expires_at);
grant select, insert, delete on account_link to quayside_app;

create table buyer_address (
  id uuid primary key,
  buyer_id uuid not null references buyer,
  name text not null,
  phone text,
  street text not null,
  city text not null,
  postcode text not null,
  country text not null,
  -- The address that the checkout is filled with.
  preferred boolean not null,
  created_at timestamptz not null
);
create index addresses_of_buyer on buyer_address (buyer_id, created_at);
create unique index preferred_address on buyer_address (buyer_id) where preferred;
grant select, insert, update, delete on buyer_address to quayside_app;

-- What stands against erasing a buyer now, with the guests of the account: money and goods on their way.
create or replace function buyer_erasure_blockers(buyer uuid) returns setof text language sql stable set search_path = public, pg_temp as $$
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

-- Blanks everything personal of one row of `buyer`: `erase_buyer` as it was.
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
      (select jsonb_object_agg(f.key, case when f.key = 'country' then f.value else '"—"'::jsonb end) from jsonb_each(o.address) f), '{}')
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
revoke all on function erase_one_buyer(uuid, timestamptz) from public;

-- Erases a buyer with everything of the account: addresses, links, and the guests whose orders belong to it.
create or replace function erase_buyer(buyer uuid, at timestamptz) returns jsonb
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
revoke all on function erase_own_account(bytea, timestamptz) from public;
grant execute on function erase_own_account(bytea, timestamptz) to quayside_app;
