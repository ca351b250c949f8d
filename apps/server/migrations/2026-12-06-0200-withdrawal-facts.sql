-- What a request for a withdrawal depends on, in one round trip. Planning these statements anew at each request took
-- longer than running them; a function keeps its plans for as long as the connection lives, behind a pooler too.

-- The networks that an operator stopped (`bank` for the bank), and those without a new block since an instant.
create function resting_rails(silent_since timestamptz) returns table (network text, stopped boolean)
language sql stable as $$
  select r.network, bool_or(r.stopped) from (
    select s.network, true as stopped from payout_rail_stop s where s.started_at is null
    union all select c.network, false from chain_cursor c where c.at < silent_since
  ) r group by r.network
$$;

-- Credited money of a shop that is not withdrawable yet: the deposits that are not final, less the order costs paid
-- since the oldest of them, because orders use that money first. `final_at`: when all of it becomes withdrawable.
create function money_not_final(of_shop uuid, moment timestamptz, out not_final bigint, out final_at timestamptz)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare since bigint;
begin
  select coalesce(sum(d.amount - d.disputed), 0), min(d.credited_seq),
      -- No date says when a network makes a block final.
      case when bool_and(d.withdrawable_at is not null) then max(d.withdrawable_at) end
    into not_final, since, final_at
    from deposit d where d.shop_id = of_shop and d.state in ('credited', 'disputed') and (d.withdrawable_at is null or d.withdrawable_at > moment);
  if since is not null then
    not_final := not_final - (
      select coalesce(sum(p.amount), 0)
      from ledger.account a join ledger.posting p on p.shop_id = a.shop_id and p.account_id = a.id
        join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where a.shop_id = of_shop and a.owner = of_shop and a.kind = 'L.M.available' and p.seq > since and p.side = 'D' and t.event = 'order.picked-up');
  end if;
  if since is null or not_final <= 0 then
    not_final := 0;
    final_at := null;
  end if;
end $$;

-- Locks the shop's row, then reads. Volatile, so that the second statement sees what a request that it waited for has
-- committed: two requests would spend one balance, or use one quote, otherwise. Of an unknown quote or destination the
-- columns are null. `rest` says how the network of the destination rests.
create function lock_withdrawal_facts(of_shop uuid, of_quote uuid, to_destination uuid, moment timestamptz, silent_since timestamptz,
  requested_since timestamptz)
returns table (quote_method text, gross bigint, fee bigint, net bigint, expires_at timestamptz, used boolean,
  destination_method text, network text, usable_at timestamptz, stopped boolean, available bigint, not_final bigint, requested bigint)
language plpgsql volatile set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform from shop where id = of_shop for no key update;
  return query
  select q.method, q.gross, q.fee, q.net, q.expires_at,
    exists (select from withdrawal w where w.shop_id = of_shop and w.quote_id = q.id),
    d.method, d.network,
    -- The end of the cool-down: of the destination, or of a payment password that was reset later.
    greatest(d.usable_at, m.payouts_not_before),
    (select r.stopped from resting_rails(silent_since) r where r.network = d.network),
    coalesce((select a.credits - a.debits from ledger.account a where a.shop_id = of_shop and a.owner = of_shop and a.kind = 'L.M.available'), 0),
    (select f.not_final from money_not_final(of_shop, moment) f),
    (select coalesce(sum(w.gross), 0)::bigint from withdrawal w
      where w.shop_id = of_shop and w.requested_at > requested_since and w.state not in ('cancelled', 'rejected', 'failed'))
  from (select) one
    left join withdrawal_quote q on q.shop_id = of_shop and q.id = of_quote
    left join destination d on d.shop_id = of_shop and d.id = to_destination and d.removed_at is null
    left join merchant m on m.shop_id = of_shop;
end $$;

revoke all on function resting_rails(timestamptz), money_not_final(uuid, timestamptz),
  lock_withdrawal_facts(uuid, uuid, uuid, timestamptz, timestamptz, timestamptz) from public;
grant execute on function resting_rails(timestamptz), money_not_final(uuid, timestamptz),
  lock_withdrawal_facts(uuid, uuid, uuid, timestamptz, timestamptz, timestamptz) to quayside_app;
