-- A page of funds records in one round trip, with stored plans: the accounts of a shop, their newest rows, and the
-- numbers of what the rows are about. Planning took longer than reading.
-- `kinds` and `below` belong together: of each account, the rows below that position; null for the newest ones. An
-- account without such a row gives one row, of which only `account` and `chain_length` are set.
-- The event says in which table its subject is, so the others are not looked through.
create function funds_page(of_shop uuid, kinds text[], below bigint[], most int)
returns table (account text, chain_length bigint, transfer_id uuid, at timestamptz, event text, ref uuid, side text, amount bigint, seq bigint,
  balance_after bigint, hash bytea, subject text, code text, note_code text, note_reason text)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select a.kind, a.seq, r.id, r.at, r.event, r.ref, r.side::text, r.amount, r.seq, r.balance_after, r.hash, r.subject,
    case r.subject
      when 'order' then (select o.code from orders o where o.shop_id = of_shop and o.id = r.ref)
      when 'deposit' then (select d.code from deposit d where d.shop_id = of_shop and d.id = r.ref)
      when 'withdrawal' then (select w.code from withdrawal w where w.shop_id = of_shop and w.id = r.ref)
      when 'refund' then (select f.code from refund_order f where f.shop_id = of_shop and f.id = r.ref)
    end,
    case r.subject
      when 'adjustment' then (select j.code from adjustment j where j.shop_id = of_shop and j.id = r.ref and j.state = 'posted')
      when 'unidentified' then (select u.code from unidentified_money u where u.shop_id = of_shop and u.id = r.ref and u.state = 'assigned')
    end,
    case r.subject
      when 'adjustment' then (select j.reason from adjustment j where j.shop_id = of_shop and j.id = r.ref and j.state = 'posted')
      when 'unidentified' then (select u.reason from unidentified_money u where u.shop_id = of_shop and u.id = r.ref and u.state = 'assigned')
    end
  from unnest(kinds, below) k (name, position)
    join ledger.account a on a.shop_id = of_shop and a.owner = of_shop and a.kind = k.name
    left join lateral (
      select t.id, t.at, t.event, t.ref, p.side, p.amount, p.seq, p.balance_after, p.hash,
        case split_part(t.event, '.', 1) when 'due' then 'order' when 'dispute' then 'deposit' else split_part(t.event, '.', 1) end as subject
      from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where p.shop_id = of_shop and p.account_id = a.id and p.seq < coalesce(k.position, a.seq + 1)
      order by p.seq desc limit most
    ) r on true
  order by a.kind, r.seq desc;
end $$;
revoke all on function funds_page(uuid, text[], bigint[], int) from public;
grant execute on function funds_page(uuid, text[], bigint[], int) to quayside_app;
