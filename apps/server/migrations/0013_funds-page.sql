-- Funds records name the product and the buyer of the order that they are about. A function with other columns is
-- another function; the former one is called by name of its columns, so both releases read this one.
drop function funds_page(uuid, text[], bigint[], int);
create function funds_page(of_shop uuid, kinds text[], below bigint[], most int) returns table (account text,
  chain_length bigint, transfer_id uuid, at timestamptz, event text, ref uuid, side text, amount bigint, seq bigint,
  balance_after bigint, hash bytea, subject text, code text, note_code text, note_reason text, title text,
  picture text, buyer text)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select a.kind, a.seq, r.id, r.at, r.event, r.ref, r.side::text, r.amount, r.seq, r.balance_after, r.hash, r.subject,
    case r.subject
      when 'order' then o.code
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
    end,
    o.title, o.picture, o.buyer_name
  from unnest(kinds, below) k (name, position)
    join ledger.account a on a.shop_id = of_shop and a.owner = of_shop and a.kind = k.name
    left join lateral (
      select t.id, t.at, t.event, t.ref, p.side, p.amount, p.seq, p.balance_after, p.hash,
        case split_part(t.event, '.', 1) when 'due' then 'order' when 'dispute' then 'deposit' else split_part(t.event, '.', 1) end as subject
      from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where p.shop_id = of_shop and p.account_id = a.id and p.seq < coalesce(k.position, a.seq + 1)
      order by p.seq desc limit most
    ) r on true
    -- The order that a row is about, or whose refund it is about: at most one, found by its key.
    left join lateral (
      select s.code, s.title, s.picture, s.buyer_name from orders s
      where s.shop_id = of_shop and s.id = case r.subject when 'order' then r.ref
        when 'refund' then (select f.order_id from refund_order f where f.shop_id = of_shop and f.id = r.ref) end
      limit 1
    ) o on true
  order by a.kind, r.seq desc;
end $$;
revoke all on function funds_page(uuid, text[], bigint[], int) from public;
grant execute on function funds_page(uuid, text[], bigint[], int) to quayside_app;
