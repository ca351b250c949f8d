-- The hash of a posting covers the whole transfer: event, subject, time, key and actor, beside the amounts. Chains that began before go on: each
-- transfer says by which version its postings are hashed, and a chain never goes back to an older version.
-- Booking (ledger.book, owner only) and accepting (ledger.post) are two functions: what may be booked is checked in the second one.

alter table ledger.transfer add column hash_version smallint not null default 1;
alter table ledger.transfer alter column hash_version set default 2;
alter table ledger.transfer add constraint transfer_hash_version check (hash_version in (1, 2));

-- Key and actor name people, and a statement is for everybody: it carries this digest of them. The transfer's id is random, so it cannot be guessed.
-- In these two functions every value is cast to text by itself: `||` with another type is not immutable, and they would be called, not inlined.
create function ledger.sealed(transfer uuid, key text, actor text) returns text language sql immutable as $$
  select encode(sha256(convert_to(transfer::text || '|' || key || '|' || actor, 'UTF8')), 'hex')
$$;

-- The fields of a posting that its hash covers, in their order. `at` is in microseconds since 1970.
create function ledger.fields(version smallint, transfer_id uuid, line smallint, account_id bigint, side char, amount bigint, seq bigint,
  balance_after bigint, event text, ref uuid, at timestamptz, sealed text)
returns text language sql immutable as $$
  select case when version = 2 then '2|' else '' end || transfer_id::text || '|' || line::text || '|' || account_id::text || '|' || side::text
    || '|' || amount::text || '|' || seq::text || '|' || balance_after::text
    || case when version = 2 then '|' || event || '|' || ref::text || '|' || (extract(epoch from at) * 1000000)::bigint::text || '|' || sealed else '' end
$$;
drop function ledger.fields(uuid, smallint, bigint, char, bigint, bigint, bigint);

drop function ledger.post(ledger.line[]);

-- Books the lines of any number of transfers in one statement; debits equal credits, no overdraft, chained by hash. Whether the business allows it
-- is not asked here. A key that was used before with the same lines changes nothing; with other lines it is refused.
-- Locks the accounts in ascending id, so that two bookings can wait for each other but never in a circle.
-- Returns the transfers that were new.
create function ledger.book(lines ledger.line[]) returns uuid[]
language plpgsql set search_path = ledger, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare fresh uuid[];
begin
  insert into ledger.account (owner, kind, shop_id, normal, guarded, append_only)
  select distinct on (l.owner, l.kind) l.owner, l.kind, case when l.owner = '00000000-0000-0000-0000-000000000000' then null else l.shop end,
    k.normal, k.guarded, k.append_only
  from unnest(lines) l join ledger.kind k on k.name = l.kind
  where not exists (select from ledger.account a where a.owner = l.owner and a.kind = l.kind)
  order by l.owner, l.kind
  on conflict (owner, kind) do nothing;

  perform from ledger.account a
  where a.id in (select x.id from unnest(lines) l join ledger.account x on x.owner = l.owner and x.kind = l.kind where not x.append_only)
  order by a.id for update;

  with given as materialized (
    select * from unnest(lines)
  ), intents as (
    -- Lines of one transfer that disagree about it are two rows here, and the second one breaks the primary key.
    select transfer, shop, key, event, ref, actor, at,
      sha256(convert_to(string_agg(line || kind || owner || side || amount, ';' order by line), 'UTF8')) as request_hash
    from given group by transfer, shop, key, event, ref, actor, at
  ), made as (
    insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
    select transfer, shop, key, request_hash, event, ref, actor, at from intents
    on conflict (shop_id, key) do nothing
    returning id
  ), placed as (
    select g.transfer, g.line, a.id as account_id, g.side, g.amount, g.event, g.ref, g.at, g.key, g.actor, a.append_only, a.head,
      a.seq + row_number() over chain as seq,
      (case a.normal when 'C' then a.credits - a.debits else a.debits - a.credits end)
        + (sum(case when g.side = a.normal then g.amount else -g.amount end) over chain)::bigint as balance_after
    from given g join ledger.account a on a.owner = g.owner and a.kind = g.kind
    -- Not a join: a plan for few lines would look through all of what was made for each of many.
    where (g.transfer in (select id from made)) is true
    window chain as (partition by a.id order by g.transfer, g.line rows unbounded preceding)
  ), posted as (
    insert into ledger.posting (transfer_id, line, account_id, side, amount, seq, balance_after, hash)
    select transfer, line, account_id, side, amount,
      case when append_only then null else seq end,
      case when append_only then null else balance_after end,
      case when append_only then null else
        ledger.chain(head, ledger.fields(2::smallint, transfer, line, account_id, side, amount, seq, balance_after, event, ref, at,
          ledger.sealed(transfer, key, actor)))
          over (partition by account_id order by seq rows unbounded preceding) end
    from placed
    returning account_id, side, amount, seq, hash
  ), moved as (
    update ledger.account a set debits = a.debits + p.debits, credits = a.credits + p.credits, seq = p.seq, head = p.head
    from (
      select account_id,
        coalesce(sum(amount) filter (where side = 'D'), 0)::bigint as debits,
        coalesce(sum(amount) filter (where side = 'C'), 0)::bigint as credits,
        max(seq) as seq, (array_agg(hash order by seq desc))[1] as head
      from posted where seq is not null group by account_id
    ) p
    where a.id = p.account_id
  )
  select coalesce(array_agg(id), '{}') into fresh from made;

  if cardinality(fresh) < (select count(distinct transfer) from unnest(lines)) and exists (
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
  return fresh;
end $$;
revoke all on function ledger.book(ledger.line[]) from public;
