-- What may be booked. Every event has its legs (ledger.template), and a family, whose function `ledger.check_<family>` compares each transfer with
-- the row of the business that it is about. The legs are checked when ledger.post is called, the rows when the transaction commits, since an act
-- may book first and write its row afterwards. A new event needs its rows here and its place in the function of its family.

create table ledger.event (
  name text primary key,
  -- The function ledger.check_<family> checks its row.
  family text not null
);

-- Of the rows of a leg exactly one is booked if it is required, at most one if it is not; nothing else is booked.
create table ledger.template (
  event text not null references ledger.event,
  leg text not null,
  side char(1) not null check (side in ('D', 'C')),
  kind text not null references ledger.kind,
  -- Whose account: the platform's, the shop's own, or that of a row of the business, which the function of the family compares.
  owner text not null check (owner in ('platform', 'shop', 'order', 'payment', 'dispute')),
  required boolean not null,
  primary key (event, side, kind)
);
grant select on ledger.event, ledger.template to quayside_app;

insert into ledger.event (name, family) values
  ('order.paid', 'order'), ('order.paid-late', 'order'), ('order.picked-up', 'order'), ('order.shipped', 'order'),
  ('order.received', 'order'), ('order.completed', 'order'), ('order.part-settled', 'order'), ('order.cancelled', 'order'), ('order.cost-returned', 'order'),
  ('buyer.refunded', 'order'), ('due.recovered', 'order'),
  ('refund.approved', 'refund'),
  ('deposit.credited', 'deposit'), ('deposit.set-aside', 'deposit'), ('deposit.reversed', 'deposit'),
  ('dispute.opened', 'dispute'), ('dispute.won', 'dispute'), ('dispute.lost', 'dispute'),
  ('withdrawal.requested', 'withdrawal'), ('withdrawal.cancelled', 'withdrawal'), ('withdrawal.rejected', 'withdrawal'),
  ('withdrawal.approved', 'withdrawal'), ('withdrawal.paid', 'withdrawal'), ('withdrawal.failed', 'withdrawal');

insert into ledger.template (event, leg, side, kind, owner, required) values
  ('order.paid', 'processor', 'D', 'A.PSP.stripe', 'platform', true),
  ('order.paid', 'processor', 'D', 'A.PSP.test', 'platform', true),
  ('order.paid', 'escrow', 'C', 'L.O.escrow', 'order', true),
  ('order.paid-late', 'processor', 'D', 'A.PSP.stripe', 'platform', true),
  ('order.paid-late', 'processor', 'D', 'A.PSP.test', 'platform', true),
  ('order.paid-late', 'owed', 'C', 'L.REFUND', 'payment', true),
  ('order.picked-up', 'source', 'D', 'L.O.escrow', 'order', true),
  ('order.picked-up', 'source', 'D', 'L.M.available', 'shop', true),
  ('order.picked-up', 'cost', 'C', 'L.O.procure', 'order', true),
  ('order.shipped', 'cost', 'D', 'L.O.procure', 'order', true),
  ('order.shipped', 'supplier', 'C', 'L.S.payable', 'platform', true),
  ('order.received', 'escrow', 'D', 'L.O.escrow', 'order', true),
  ('order.received', 'earned', 'C', 'L.M.pending', 'shop', false),
  ('order.received', 'commission', 'C', 'I.COMMISSION', 'platform', false),
  ('order.completed', 'earned', 'D', 'L.M.pending', 'shop', true),
  ('order.completed', 'balance', 'C', 'L.M.available', 'shop', true),
  ('order.part-settled', 'earned', 'D', 'L.M.pending', 'shop', true),
  ('order.part-settled', 'balance', 'C', 'L.M.available', 'shop', true),
  ('order.cost-returned', 'cost', 'D', 'L.O.procure', 'order', true),
  ('order.cost-returned', 'source', 'C', 'L.O.escrow', 'order', false),
  ('order.cost-returned', 'source', 'C', 'L.M.available', 'shop', false),
  ('order.cost-returned', 'supplier', 'C', 'L.S.payable', 'platform', false),
  ('order.cancelled', 'escrow', 'D', 'L.O.escrow', 'order', true),
  ('order.cancelled', 'owed', 'C', 'L.REFUND', 'payment', false),
  ('order.cancelled', 'platform', 'C', 'E.GOODWILL', 'platform', false),
  ('buyer.refunded', 'owed', 'D', 'L.REFUND', 'payment', true),
  ('buyer.refunded', 'processor', 'C', 'A.PSP.stripe', 'platform', true),
  ('buyer.refunded', 'processor', 'C', 'A.PSP.test', 'platform', true),
  ('due.recovered', 'balance', 'D', 'L.M.available', 'shop', true),
  ('due.recovered', 'debt', 'C', 'A.DUE', 'shop', true),
  ('refund.approved', 'escrow', 'D', 'L.O.escrow', 'order', false),
  ('refund.approved', 'supplier', 'D', 'L.S.payable', 'platform', false),
  ('refund.approved', 'pending', 'D', 'L.M.pending', 'shop', false),
  ('refund.approved', 'balance', 'D', 'L.M.available', 'shop', false),
  ('refund.approved', 'debt', 'D', 'A.DUE', 'shop', false),
  ('refund.approved', 'commission', 'D', 'I.COMMISSION', 'platform', false),
  ('refund.approved', 'platform', 'D', 'E.GOODWILL', 'platform', false),
  ('refund.approved', 'owed', 'C', 'L.REFUND', 'payment', true),
  ('deposit.credited', 'source', 'D', 'A.PSP.stripe', 'platform', true),
  ('deposit.credited', 'source', 'D', 'A.PSP.test', 'platform', true),
  ('deposit.credited', 'source', 'D', 'A.BANK', 'platform', true),
  ('deposit.credited', 'source', 'D', 'A.CHAIN.usdt', 'platform', true),
  ('deposit.credited', 'source', 'D', 'A.CHAIN.usdc', 'platform', true),
  ('deposit.credited', 'source', 'D', 'L.UNIDENTIFIED', 'shop', true),
  ('deposit.credited', 'balance', 'C', 'L.M.available', 'shop', true),
  ('deposit.set-aside', 'source', 'D', 'A.CHAIN.usdt', 'platform', true),
  ('deposit.set-aside', 'source', 'D', 'A.CHAIN.usdc', 'platform', true),
  ('deposit.set-aside', 'aside', 'C', 'L.UNIDENTIFIED', 'shop', true),
  ('deposit.reversed', 'aside', 'D', 'L.UNIDENTIFIED', 'shop', false),
  ('deposit.reversed', 'balance', 'D', 'L.M.available', 'shop', false),
  ('deposit.reversed', 'debt', 'D', 'A.DUE', 'shop', false),
  ('deposit.reversed', 'source', 'C', 'A.CHAIN.usdt', 'platform', true),
  ('deposit.reversed', 'source', 'C', 'A.CHAIN.usdc', 'platform', true),
  ('dispute.opened', 'balance', 'D', 'L.M.available', 'shop', false),
  ('dispute.opened', 'debt', 'D', 'A.DUE', 'shop', false),
  ('dispute.opened', 'disputed', 'C', 'L.DISPUTE', 'dispute', true),
  ('dispute.won', 'disputed', 'D', 'L.DISPUTE', 'dispute', true),
  -- After it was lost the processor gives it back.
  ('dispute.won', 'disputed', 'D', 'A.PSP.stripe', 'platform', true),
  ('dispute.won', 'disputed', 'D', 'A.PSP.test', 'platform', true),
  ('dispute.won', 'balance', 'C', 'L.M.available', 'shop', false),
  ('dispute.won', 'debt', 'C', 'A.DUE', 'shop', false),
  ('dispute.lost', 'disputed', 'D', 'L.DISPUTE', 'dispute', true),
  ('dispute.lost', 'processor', 'C', 'A.PSP.stripe', 'platform', true),
  ('dispute.lost', 'processor', 'C', 'A.PSP.test', 'platform', true),
  ('withdrawal.requested', 'balance', 'D', 'L.M.available', 'shop', true),
  ('withdrawal.requested', 'held', 'C', 'L.M.held', 'shop', true),
  ('withdrawal.cancelled', 'held', 'D', 'L.M.held', 'shop', true),
  ('withdrawal.cancelled', 'balance', 'C', 'L.M.available', 'shop', true),
  ('withdrawal.rejected', 'held', 'D', 'L.M.held', 'shop', true),
  ('withdrawal.rejected', 'balance', 'C', 'L.M.available', 'shop', true),
  ('withdrawal.approved', 'held', 'D', 'L.M.held', 'shop', true),
  ('withdrawal.approved', 'on its way', 'C', 'L.PAYOUT', 'platform', true),
  ('withdrawal.paid', 'on its way', 'D', 'L.PAYOUT', 'platform', true),
  ('withdrawal.paid', 'source', 'C', 'A.BANK', 'platform', true),
  ('withdrawal.paid', 'source', 'C', 'A.HOT', 'platform', true),
  ('withdrawal.paid', 'fee', 'C', 'I.WDFEE', 'platform', false),
  ('withdrawal.failed', 'on its way', 'D', 'L.PAYOUT', 'platform', true),
  ('withdrawal.failed', 'balance', 'C', 'L.M.available', 'shop', true);

-- Transfers of the running transaction whose rows are still to be compared; empty whenever nobody is booking.
create table ledger.unchecked (
  id bigint generated always as identity primary key,
  transfers uuid[] not null
);

-- The postings of transfers with all that a check compares.
create view ledger.booked as
  select t.id, t.shop_id, t.event, t.ref, t.key, t.actor, t.at, p.side, p.amount, a.kind, a.owner, a.credits - a.debits as holds
  from ledger.transfer t join ledger.posting p on p.transfer_id = t.id join ledger.account a on a.id = p.account_id;

-- Each function answers the transfers that do not fit their row. A condition that is null counts as broken.

create function ledger.check_order(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'order'
    left join orders o on o.shop_id = b.shop_id and o.id = b.ref
  where (case b.event
    when 'order.paid' then b.key = 'order:' || o.id || ':order.paid' and o.funding_transfer_id = b.id and o.paid_at is not null
      and b.amount = o.total_payment and (b.kind <> 'L.O.escrow' or b.owner = o.id)
      and exists (select from payment p where p.shop_id = o.shop_id and p.order_id = o.id and p.captured_at is not null and p.amount = o.total_payment
        and b.kind in ('A.PSP.' || p.processor, 'L.O.escrow'))
    when 'order.paid-late' then exists (
      select from payment p join buyer_refund r on r.shop_id = p.shop_id and r.payment_id = p.id and r.refund_order_id is null
      where p.shop_id = o.shop_id and p.order_id = o.id and p.captured_at is not null and b.key = 'payment:' || p.id || ':late' and b.amount = r.amount
        and case b.kind when 'L.REFUND' then b.owner = p.id else b.kind = 'A.PSP.' || p.processor end)
    when 'order.picked-up' then b.key = 'order:' || o.id || ':order.picked-up' and o.picked_up_at is not null and b.amount = o.total_cost
      and case b.kind when 'L.M.available' then o.funding = 'balance' when 'L.O.escrow' then o.funding = 'escrow' and b.owner = o.id else b.owner = o.id end
    when 'order.shipped' then b.key = 'order:' || o.id || ':order.shipped' and o.shipped_at is not null and b.amount = o.total_cost
      and (b.kind <> 'L.O.procure' or b.owner = o.id)
    when 'order.received' then b.key = 'order:' || o.id || ':order.received' and o.received_at is not null
      and case b.kind when 'L.O.escrow' then b.owner = o.id and b.holds = 0
        -- The merchant's part follows: debits equal credits.
        when 'I.COMMISSION' then b.amount <= o.commission - o.refunded_commission
        else b.amount = o.pending and b.amount >= o.total_payment - o.refunded_escrow - (o.commission - o.refunded_commission)
          - case o.funding when 'escrow' then o.total_cost else 0 end end
    -- An order may settle in two steps, together no more than it earned.
    when 'order.completed' then b.key = 'order:' || o.id || ':order.completed' and o.completed_at is not null and o.pending = 0
      and ledger.settled(o.shop_id, o.id) <= ledger.earned(o.shop_id, o.id)
    when 'order.part-settled' then b.key = 'order:' || o.id || ':order.part-settled' and o.part_settled_at is not null
      and ledger.settled(o.shop_id, o.id) <= ledger.earned(o.shop_id, o.id)
    when 'due.recovered' then case when b.key = 'order:' || o.id || ':due.recovered' then o.completed_at is not null
        else b.key = 'order:' || o.id || ':due.recovered:part' and o.part_settled_at is not null end
      and b.amount <= ledger.settled(o.shop_id, o.id)
    when 'order.cost-returned' then b.key = 'order:' || o.id || ':order.cost-returned' and o.cancelled_at is not null and b.amount <= o.total_cost
      and case b.kind when 'L.O.procure' then b.owner = o.id and b.amount = o.total_cost when 'L.O.escrow' then b.owner = o.id and o.funding = 'escrow'
        when 'L.M.available' then o.funding = 'balance' else b.amount <= o.refunded_supplier end
    when 'order.cancelled' then b.key = 'order:' || o.id || ':order.cancelled' and o.cancelled_at is not null
      and case b.kind when 'L.O.escrow' then b.owner = o.id and b.holds = 0 when 'E.GOODWILL' then b.amount = o.refunded_platform
        else exists (
          select from payment p join buyer_refund r on r.shop_id = p.shop_id and r.payment_id = p.id and r.refund_order_id is null
          where p.shop_id = o.shop_id and p.order_id = o.id and p.captured_at is not null and r.amount = b.amount and b.owner = p.id) end
    when 'buyer.refunded' then exists (
      select from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id
      where r.shop_id = o.shop_id and r.order_id = o.id and b.key = 'buyer-refund:' || r.id and r.state = 'sent' and r.amount = b.amount
        and case b.kind when 'L.REFUND' then b.owner = p.id else b.kind = 'A.PSP.' || p.processor end)
  end) is not true;
end $$;

-- What an order brought into the merchant's pending account and refunds did not take from there again.
create function ledger.earned(shop uuid, order_id uuid) returns bigint language plpgsql as $$
begin
  return coalesce((select sum(b.amount) from ledger.booked b where b.shop_id = shop and b.ref = order_id and b.event = 'order.received' and b.kind = 'L.M.pending'), 0)
    - coalesce((select sum(r.from_pending) from refund_order r where r.shop_id = shop and r.order_id = earned.order_id and r.state = 'refunded'), 0);
end $$;

-- What of it became the merchant's balance.
create function ledger.settled(shop uuid, order_id uuid) returns bigint language plpgsql as $$
begin
  return coalesce((select sum(b.amount) from ledger.booked b
    where b.shop_id = shop and b.ref = order_id and b.event in ('order.completed', 'order.part-settled') and b.kind = 'L.M.pending'), 0);
end $$;

create function ledger.check_refund(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'refund'
    left join refund_order r on r.shop_id = b.shop_id and r.id = b.ref
  where (b.key = 'refund:' || r.id and r.state = 'refunded' and case b.kind
    when 'L.REFUND' then b.amount = r.amount and exists (
      select from payment p where p.shop_id = r.shop_id and p.id = b.owner and p.order_id = r.order_id and p.captured_at is not null)
    when 'L.O.escrow' then b.amount = r.from_escrow and b.owner = r.order_id
    when 'L.S.payable' then b.amount = r.from_supplier
    when 'L.M.pending' then b.amount = r.from_pending
    when 'L.M.available' then b.amount = r.from_available
    when 'A.DUE' then b.amount = r.from_due
    when 'I.COMMISSION' then b.amount = r.from_commission
    when 'E.GOODWILL' then b.amount = r.from_platform
  end) is not true;
end $$;

create function ledger.check_deposit(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'deposit'
    left join deposit d on d.shop_id = b.shop_id and d.id = b.ref
    -- Of a chain, with the number that its transfer is booked under.
    left join lateral (
      select sum(c.amount) as amount, min('A.CHAIN.' || lower(c.symbol)) as kind, bool_and(c.state in ('booked', 'final')) as there, bool_and(c.state = 'gone') as gone
      from chain_transfer c where c.shop_id = d.shop_id and c.deposit_id = d.id
        and b.key = 'deposit:' || d.id || ':' || split_part(b.event, '.', 2) || ':' || c.round
    ) c on d.channel = 'chain'
  where (case b.event
    when 'deposit.credited' then d.state = 'credited' and b.amount = d.amount and case b.kind
      when 'L.M.available' then d.channel = 'chain' and c.there and c.amount = d.amount or d.channel <> 'chain' and b.key = 'deposit:' || d.id || ':credited:1'
      when 'A.BANK' then d.channel in ('pix', 'manual') and d.first_approver <> d.second_approver and b.actor = 'operator:' || d.second_approver
        and exists (select from bank_line l where l.id = d.bank_line_id and l.amount = d.expected and l.currency = d.currency)
      when 'L.UNIDENTIFIED' then d.channel = 'chain' and c.there
      when 'A.PSP.stripe' then d.channel = 'card' and d.processor = 'stripe' and d.capture_reference is not null
      when 'A.PSP.test' then d.channel = 'card' and d.processor = 'test' and d.capture_reference is not null
      else d.channel = 'chain' and c.there and b.kind = c.kind end
    when 'deposit.set-aside' then d.state in ('below-minimum', 'credited') and b.amount = d.amount and c.there and c.amount = d.amount
      and b.kind in (c.kind, 'L.UNIDENTIFIED')
    when 'deposit.reversed' then d.state = 'reversed' and c.gone and case when b.side = 'C' then b.amount = d.amount and b.kind = c.kind else b.amount <= d.amount end
  end) is not true;
end $$;

create function ledger.check_dispute(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'dispute'
    left join card_dispute d on d.shop_id = b.shop_id and d.deposit_id = b.ref and b.key = 'dispute:' || d.id || ':' || b.event || case when d.round > 1 then ':' || d.round else '' end
  where (case b.event when 'dispute.opened' then true else 'dispute.' || d.state = b.event end and case b.kind
    when 'L.DISPUTE' then b.owner = d.id and b.amount = d.amount
    when 'A.DUE' then case b.event when 'dispute.opened' then b.amount = d.owed else b.amount <= d.owed end
    when 'L.M.available' then case b.event when 'dispute.opened' then b.amount = d.amount - d.owed else b.amount <= d.amount end
    else b.kind = 'A.PSP.' || d.processor and b.amount = d.amount
  end) is not true;
end $$;

create function ledger.check_withdrawal(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'withdrawal'
    left join withdrawal w on w.shop_id = b.shop_id and w.id = b.ref
  where (b.key = 'withdrawal:' || w.id || ':' || b.event
    and w.state = case b.event when 'withdrawal.requested' then 'pending' else split_part(b.event, '.', 2) end
    and case b.kind
      when 'A.BANK' then b.amount = w.net and w.method = 'bank' and w.payment_reference is not null
      when 'A.HOT' then b.amount = w.net and w.method = 'chain' and w.payment_reference is not null
      when 'I.WDFEE' then b.amount = w.fee
      else b.amount = w.gross end) is not true;
end $$;

-- Compares the rows of all transfers of one call at once.
create function ledger.check_unchecked() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  kin text;
  wrong uuid;
begin
  for kin in select distinct e.family from unnest(new.transfers) u (id) join ledger.transfer t on t.id = u.id join ledger.event e on e.name = t.event loop
    execute format('select * from ledger.%I($1) limit 1', 'check_' || kin) into wrong using new.transfers;
    if wrong is not null then
      raise exception 'transfer % (%) does not fit the row that it is about', wrong, (select event || ' ' || ref from ledger.transfer where id = wrong)
        using errcode = 'check_violation', constraint = 'transfer_row';
    end if;
  end loop;
  delete from ledger.unchecked where id = new.id;
  return null;
end $$;
create constraint trigger transfer_row after insert on ledger.unchecked deferrable initially deferred
  for each row execute function ledger.check_unchecked();

-- The only door to the books for the server's role: books what the templates allow, and has the rows compared at the end of the transaction.
-- Returns how many transfers were new.
create function ledger.post(lines ledger.line[]) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare fresh uuid[];
begin
  if exists (
    select from unnest(lines) l left join ledger.template t on t.event = l.event and t.side = l.side and t.kind = l.kind
      left join ledger.account a on a.owner = l.owner and a.kind = l.kind
    where (t.event is not null and l.owner = case t.owner when 'platform' then '00000000-0000-0000-0000-000000000000' when 'shop' then l.shop else l.owner end
      and (a.id is null or a.shop_id is not distinct from case t.owner when 'platform' then null else l.shop end)
      and l.actor ~ '^(clock|chain|(merchant|buyer|operator):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|processor:[a-z]{1,20})$') is not true
  ) or exists (
    select from unnest(lines) l join ledger.template t on t.event = l.event and t.side = l.side and t.kind = l.kind
    group by l.transfer, l.event
    having count(*) <> count(distinct t.leg) or count(*) filter (where t.required)
      <> (select count(distinct r.leg) from ledger.template r where r.event = l.event and r.required)
  ) then
    raise exception 'no template allows these lines' using errcode = 'check_violation', constraint = 'transfer_template';
  end if;
  fresh := ledger.book(lines);
  if cardinality(fresh) > 0 then insert into ledger.unchecked (transfers) values (fresh); end if;
  return cardinality(fresh);
end $$;

revoke all on function ledger.post(ledger.line[]), ledger.check_unchecked(), ledger.check_order(uuid[]), ledger.check_refund(uuid[]), ledger.check_deposit(uuid[]),
  ledger.check_dispute(uuid[]), ledger.check_withdrawal(uuid[]), ledger.earned(uuid, uuid), ledger.settled(uuid, uuid) from public;
grant execute on function ledger.post(ledger.line[]) to quayside_app;
