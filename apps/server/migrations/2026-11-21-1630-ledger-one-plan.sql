-- One plan that is kept serves few lines and many. A plan made for the number of lines at each call made the checks of foreign keys be planned for each
-- row, which doubled the cost of picking up ten thousand orders. The tables are reached by their indexes, however small they were when it was made.
drop function ledger.post(ledger.line[]);
drop function ledger.book(ledger.line[]);

-- The only door to the books. Takes the lines of any number of transfers and posts them in one statement.
-- A key that was used before with the same lines changes nothing; with other lines it is refused.
-- Locks the accounts in ascending id, so that two posts can wait for each other but never in a circle.
-- Returns how many transfers were new.
create function ledger.post(lines ledger.line[]) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare fresh int;
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
    select transfer, min(shop::text)::uuid as shop, min(key) as key, min(event) as event, min(ref::text)::uuid as ref,
      min(actor) as actor, min(at) as at,
      sha256(convert_to(string_agg(line || kind || owner || side || amount, ';' order by line), 'UTF8')) as request_hash
    from given group by transfer
  ), made as (
    insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
    select transfer, shop, key, request_hash, event, ref, actor, at from intents
    on conflict (shop_id, key) do nothing
    returning id
  ), placed as (
    select g.transfer, g.line, a.id as account_id, g.side, g.amount, a.append_only, a.head,
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
        ledger.chain(head, ledger.fields(transfer, line, account_id, side, amount, seq, balance_after))
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
  select count(*) into fresh from made;

  if fresh < (select count(distinct transfer) from unnest(lines)) and exists (
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
revoke all on function ledger.post(ledger.line[]) from public;
grant execute on function ledger.post(ledger.line[]) to quayside_app;
