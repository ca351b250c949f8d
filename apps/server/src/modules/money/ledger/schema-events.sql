-- What may be booked: the events, the legs of each event, and for each family of events the function that compares
-- its transfers with the rows of the business. A function `ledger.check_<family>` returns the transfers that it
-- refuses. `ledger.post` and the trigger of `ledger.unchecked` call it; `is not true` makes an unknown row a refusal.

create table ledger.event (
  name text primary key,
  -- The function ledger.check_<family> checks its row.
  family text not null
);
comment on table ledger.event is
'The events that may be booked.
@owner schema
@distribution reference
@impersonal name, family';
grant select on ledger.event to quayside_app;

insert into ledger.event (name, family) values
  ('order.paid',                'order'),
  ('order.paid-late',           'order'),
  ('order.picked-up',           'order'),
  ('order.shipped',             'order'),
  ('order.received',            'order'),
  ('order.completed',           'order'),
  ('order.part-settled',        'order'),
  ('order.cancelled',           'order'),
  ('order.cost-returned',       'order'),
  ('due.recovered',             'order'),
  ('refund.approved',           'refund'),
  ('deposit.credited',          'deposit'),
  ('deposit.set-aside',         'deposit'),
  ('deposit.reversed',          'deposit'),
  ('dispute.opened',            'dispute'),
  ('dispute.won',               'dispute'),
  ('dispute.lost',              'dispute'),
  ('withdrawal.requested',      'withdrawal'),
  ('withdrawal.cancelled',      'withdrawal'),
  ('withdrawal.rejected',       'withdrawal'),
  ('withdrawal.approved',       'withdrawal'),
  ('withdrawal.paid',           'withdrawal'),
  ('withdrawal.failed',         'withdrawal'),
  ('order.disputed',            'order_dispute'),
  ('order.dispute-won',         'order_dispute'),
  ('order.charged-back',        'order_dispute'),
  ('refund.withheld',           'order_dispute'),
  ('refund.released',           'order_dispute'),
  ('withdrawal.returned',       'withdrawal'),
  ('unidentified.received',     'unidentified'),
  ('unidentified.assigned',     'unidentified'),
  ('unidentified.returned',     'unidentified'),
  ('treasury.processor-fee',    'treasury'),
  ('treasury.processor-payout', 'treasury'),
  ('treasury.supplier-bill',    'treasury'),
  ('treasury.sweep',            'treasury'),
  ('treasury.bank-fee',         'treasury'),
  ('treasury.funding',          'treasury'),
  ('treasury.drawing',          'treasury'),
  ('treasury.reversed',         'treasury'),
  ('adjustment.goodwill',       'adjustment'),
  ('adjustment.corrected',      'adjustment'),
  ('adjustment.written-off',    'adjustment'),
  ('order.ship-undone',         'order'),
  ('treasury.carrier-bill',     'treasury'),
  ('treasury.tax-payment',      'treasury'),
  ('buyer.refund-returned',     'buyer_refund'),
  ('buyer.refunded-by-bank',    'buyer_refund'),
  ('buyer.refunded',            'buyer_refund'),
  ('processor.fee-expected',    'processor_fee'),
  ('processor.fee-settled',     'processor_fee'),
  ('processor.fee-unsettled',   'processor_fee'),
  ('due.settled',               'due');

create table ledger.template (
  event text not null references ledger.event,
  leg text not null,
  side char(1) not null check (side in ('D', 'C')),
  kind text not null references ledger.kind,
  -- Whose account: the platform's, the shop's own, or that of a row of the business, which the function of the family
  -- compares.
  owner text not null check (owner in ('platform', 'shop', 'order', 'payment', 'dispute')),
  required boolean not null,
  primary key (event, side, kind)
);
comment on table ledger.template is
'The lines of each event. Of the rows of a leg exactly one is booked if it is required, at most one if it is not;
nothing else is booked.
@owner schema
@distribution reference
@impersonal leg';
grant select on ledger.template to quayside_app;

insert into ledger.template (event, leg, side, kind, owner, required) values
  ('order.paid',                'processor',       'D', 'A.PSP.stripe',    'platform', true),
  ('order.paid',                'processor',       'D', 'A.PSP.test',      'platform', true),
  ('order.paid',                'escrow',          'C', 'L.O.escrow',      'order',    true),
  ('order.paid',                'shipping',        'C', 'L.O.shipping',    'order',    false),
  ('order.paid',                'tax',             'C', 'L.O.tax',         'order',    false),
  ('order.paid',                'coupon',          'D', 'E.COUPON',        'platform', false),
  ('order.paid',                'processor',       'D', 'A.BANK',          'platform', true),
  ('order.paid-late',           'processor',       'D', 'A.PSP.stripe',    'platform', true),
  ('order.paid-late',           'processor',       'D', 'A.PSP.test',      'platform', true),
  ('order.paid-late',           'owed',            'C', 'L.REFUND',        'payment',  true),
  ('order.paid-late',           'processor',       'D', 'A.BANK',          'platform', true),
  ('order.picked-up',           'source',          'D', 'L.O.escrow',      'order',    true),
  ('order.picked-up',           'source',          'D', 'L.M.available',   'shop',     true),
  ('order.picked-up',           'cost',            'C', 'L.O.procure',     'order',    true),
  ('order.shipped',             'cost',            'D', 'L.O.procure',     'order',    true),
  ('order.shipped',             'supplier',        'C', 'L.S.payable',     'platform', true),
  ('order.received',            'earned',          'C', 'L.M.pending',     'shop',     false),
  ('order.received',            'commission',      'C', 'I.COMMISSION',    'platform', false),
  ('order.received',            'shipping',        'D', 'L.O.shipping',    'order',    false),
  ('order.received',            'shipping-earned', 'C', 'I.SHIPPING',      'platform', false),
  ('order.received',            'escrow',          'D', 'L.O.escrow',      'order',    false),
  ('order.received',            'tax',             'D', 'L.O.tax',         'order',    false),
  ('order.received',            'tax-collected',   'C', 'L.TAX',           'platform', false),
  ('order.completed',           'earned',          'D', 'L.M.pending',     'shop',     true),
  ('order.completed',           'balance',         'C', 'L.M.available',   'shop',     true),
  ('order.part-settled',        'earned',          'D', 'L.M.pending',     'shop',     true),
  ('order.part-settled',        'balance',         'C', 'L.M.available',   'shop',     true),
  ('order.cancelled',           'escrow',          'D', 'L.O.escrow',      'order',    true),
  ('order.cancelled',           'owed',            'C', 'L.REFUND',        'payment',  false),
  ('order.cancelled',           'platform',        'C', 'E.GOODWILL',      'platform', false),
  ('order.cancelled',           'shipping',        'D', 'L.O.shipping',    'order',    false),
  ('order.cancelled',           'tax',             'D', 'L.O.tax',         'order',    false),
  ('order.cancelled',           'coupon',          'C', 'E.COUPON',        'platform', false),
  ('order.cost-returned',       'cost',            'D', 'L.O.procure',     'order',    true),
  ('order.cost-returned',       'source',          'C', 'L.O.escrow',      'order',    false),
  ('order.cost-returned',       'source',          'C', 'L.M.available',   'shop',     false),
  ('order.cost-returned',       'supplier',        'C', 'L.S.payable',     'platform', false),
  ('due.recovered',             'balance',         'D', 'L.M.available',   'shop',     true),
  ('due.recovered',             'debt',            'C', 'A.DUE',           'shop',     true),
  ('refund.approved',           'escrow',          'D', 'L.O.escrow',      'order',    false),
  ('refund.approved',           'supplier',        'D', 'L.S.payable',     'platform', false),
  ('refund.approved',           'pending',         'D', 'L.M.pending',     'shop',     false),
  ('refund.approved',           'balance',         'D', 'L.M.available',   'shop',     false),
  ('refund.approved',           'debt',            'D', 'A.DUE',           'shop',     false),
  ('refund.approved',           'commission',      'D', 'I.COMMISSION',    'platform', false),
  ('refund.approved',           'platform',        'D', 'E.GOODWILL',      'platform', false),
  ('refund.approved',           'owed',            'C', 'L.REFUND',        'payment',  true),
  ('refund.approved',           'shipping',        'D', 'L.O.shipping',    'order',    false),
  ('refund.approved',           'shipping',        'D', 'I.SHIPPING',      'platform', false),
  ('refund.approved',           'tax',             'D', 'L.O.tax',         'order',    false),
  ('refund.approved',           'tax',             'D', 'L.TAX',           'platform', false),
  ('refund.approved',           'coupon',          'C', 'E.COUPON',        'platform', false),
  ('deposit.credited',          'source',          'D', 'A.PSP.stripe',    'platform', true),
  ('deposit.credited',          'source',          'D', 'A.PSP.test',      'platform', true),
  ('deposit.credited',          'source',          'D', 'A.BANK',          'platform', true),
  ('deposit.credited',          'source',          'D', 'A.CHAIN.usdt',    'platform', true),
  ('deposit.credited',          'source',          'D', 'A.CHAIN.usdc',    'platform', true),
  ('deposit.credited',          'source',          'D', 'L.UNIDENTIFIED',  'shop',     true),
  ('deposit.credited',          'balance',         'C', 'L.M.available',   'shop',     true),
  ('deposit.set-aside',         'source',          'D', 'A.CHAIN.usdt',    'platform', true),
  ('deposit.set-aside',         'source',          'D', 'A.CHAIN.usdc',    'platform', true),
  ('deposit.set-aside',         'aside',           'C', 'L.UNIDENTIFIED',  'shop',     true),
  ('deposit.reversed',          'aside',           'D', 'L.UNIDENTIFIED',  'shop',     false),
  ('deposit.reversed',          'balance',         'D', 'L.M.available',   'shop',     false),
  ('deposit.reversed',          'debt',            'D', 'A.DUE',           'shop',     false),
  ('deposit.reversed',          'source',          'C', 'A.CHAIN.usdt',    'platform', true),
  ('deposit.reversed',          'source',          'C', 'A.CHAIN.usdc',    'platform', true),
  ('dispute.opened',            'balance',         'D', 'L.M.available',   'shop',     false),
  ('dispute.opened',            'debt',            'D', 'A.DUE',           'shop',     false),
  ('dispute.opened',            'disputed',        'C', 'L.DISPUTE',       'dispute',  true),
  ('dispute.won',               'disputed',        'D', 'L.DISPUTE',       'dispute',  true),
  ('dispute.won',               'disputed',        'D', 'A.PSP.stripe',    'platform', true),
  ('dispute.won',               'disputed',        'D', 'A.PSP.test',      'platform', true),
  ('dispute.won',               'balance',         'C', 'L.M.available',   'shop',     false),
  ('dispute.won',               'debt',            'C', 'A.DUE',           'shop',     false),
  ('dispute.lost',              'disputed',        'D', 'L.DISPUTE',       'dispute',  true),
  ('dispute.lost',              'processor',       'C', 'A.PSP.stripe',    'platform', true),
  ('dispute.lost',              'processor',       'C', 'A.PSP.test',      'platform', true),
  ('withdrawal.requested',      'balance',         'D', 'L.M.available',   'shop',     true),
  ('withdrawal.requested',      'held',            'C', 'L.M.held',        'shop',     true),
  ('withdrawal.cancelled',      'held',            'D', 'L.M.held',        'shop',     true),
  ('withdrawal.cancelled',      'balance',         'C', 'L.M.available',   'shop',     true),
  ('withdrawal.cancelled',      'held',            'D', 'L.PAYOUT',        'platform', true),
  ('withdrawal.rejected',       'held',            'D', 'L.M.held',        'shop',     true),
  ('withdrawal.rejected',       'balance',         'C', 'L.M.available',   'shop',     true),
  ('withdrawal.rejected',       'held',            'D', 'L.PAYOUT',        'platform', true),
  ('withdrawal.approved',       'held',            'D', 'L.M.held',        'shop',     true),
  ('withdrawal.approved',       'on its way',      'C', 'L.PAYOUT',        'platform', true),
  ('withdrawal.paid',           'on its way',      'D', 'L.PAYOUT',        'platform', true),
  ('withdrawal.paid',           'source',          'C', 'A.BANK',          'platform', true),
  ('withdrawal.paid',           'source',          'C', 'A.HOT',           'platform', true),
  ('withdrawal.paid',           'fee',             'C', 'I.WDFEE',         'platform', false),
  ('withdrawal.failed',         'on its way',      'D', 'L.PAYOUT',        'platform', true),
  ('withdrawal.failed',         'balance',         'C', 'L.M.available',   'shop',     true),
  ('order.disputed',            'escrow',          'D', 'L.O.escrow',      'order',    false),
  ('order.disputed',            'pending',         'D', 'L.M.pending',     'shop',     false),
  ('order.disputed',            'balance',         'D', 'L.M.available',   'shop',     false),
  ('order.disputed',            'debt',            'D', 'A.DUE',           'shop',     false),
  ('order.disputed',            'disputed',        'C', 'L.DISPUTE',       'dispute',  true),
  ('order.disputed',            'shipping',        'D', 'L.O.shipping',    'order',    false),
  ('order.disputed',            'shipping',        'D', 'I.SHIPPING',      'platform', false),
  ('order.disputed',            'tax',             'D', 'L.O.tax',         'order',    false),
  ('order.disputed',            'tax',             'D', 'L.TAX',           'platform', false),
  ('order.dispute-won',         'disputed',        'D', 'L.DISPUTE',       'dispute',  true),
  ('order.dispute-won',         'disputed',        'D', 'A.PSP.stripe',    'platform', true),
  ('order.dispute-won',         'disputed',        'D', 'A.PSP.test',      'platform', true),
  ('order.dispute-won',         'escrow',          'C', 'L.O.escrow',      'order',    false),
  ('order.dispute-won',         'pending',         'C', 'L.M.pending',     'shop',     false),
  ('order.dispute-won',         'balance',         'C', 'L.M.available',   'shop',     false),
  ('order.dispute-won',         'debt',            'C', 'A.DUE',           'shop',     false),
  ('order.dispute-won',         'commission',      'C', 'I.COMMISSION',    'platform', false),
  ('order.dispute-won',         'shipping',        'C', 'L.O.shipping',    'order',    false),
  ('order.dispute-won',         'shipping',        'C', 'I.SHIPPING',      'platform', false),
  ('order.dispute-won',         'tax',             'C', 'L.O.tax',         'order',    false),
  ('order.dispute-won',         'tax',             'C', 'L.TAX',           'platform', false),
  ('order.charged-back',        'disputed',        'D', 'L.DISPUTE',       'dispute',  true),
  ('order.charged-back',        'processor',       'C', 'A.PSP.stripe',    'platform', true),
  ('order.charged-back',        'processor',       'C', 'A.PSP.test',      'platform', true),
  ('refund.withheld',           'owed',            'D', 'L.REFUND',        'payment',  true),
  ('refund.withheld',           'disputed',        'C', 'L.DISPUTE',       'dispute',  true),
  ('refund.released',           'disputed',        'D', 'L.DISPUTE',       'dispute',  true),
  ('refund.released',           'disputed',        'D', 'A.PSP.stripe',    'platform', true),
  ('refund.released',           'disputed',        'D', 'A.PSP.test',      'platform', true),
  ('refund.released',           'owed',            'C', 'L.REFUND',        'payment',  true),
  ('withdrawal.returned',       'source',          'D', 'A.BANK',          'platform', true),
  ('withdrawal.returned',       'fee',             'D', 'I.WDFEE',         'platform', false),
  ('withdrawal.returned',       'balance',         'C', 'L.M.available',   'shop',     true),
  ('withdrawal.returned',       'bank-fee',        'D', 'E.TRANSFERFEE',   'platform', false),
  ('unidentified.received',     'source',          'D', 'A.BANK',          'platform', true),
  ('unidentified.received',     'aside',           'C', 'L.SUSPENSE',      'platform', true),
  ('unidentified.assigned',     'aside',           'D', 'L.SUSPENSE',      'platform', true),
  ('unidentified.assigned',     'balance',         'C', 'L.M.available',   'shop',     true),
  ('unidentified.returned',     'aside',           'D', 'L.SUSPENSE',      'platform', true),
  ('unidentified.returned',     'source',          'C', 'A.BANK',          'platform', true),
  ('treasury.processor-fee',    'to',              'D', 'E.PSPFEE',        'platform', true),
  ('treasury.processor-fee',    'from',            'C', 'A.PSP.stripe',    'platform', true),
  ('treasury.processor-fee',    'from',            'C', 'A.PSP.test',      'platform', true),
  ('treasury.processor-payout', 'to',              'D', 'A.BANK',          'platform', true),
  ('treasury.processor-payout', 'fee',             'D', 'E.PSPFEE',        'platform', false),
  ('treasury.processor-payout', 'from',            'C', 'A.PSP.stripe',    'platform', true),
  ('treasury.processor-payout', 'from',            'C', 'A.PSP.test',      'platform', true),
  ('treasury.supplier-bill',    'to',              'D', 'L.S.payable',     'platform', true),
  ('treasury.supplier-bill',    'from',            'C', 'A.BANK',          'platform', true),
  ('treasury.sweep',            'to',              'D', 'A.BANK',          'platform', true),
  ('treasury.sweep',            'to',              'D', 'A.HOT',           'platform', true),
  ('treasury.sweep',            'to',              'D', 'A.CHAIN.usdt',    'platform', true),
  ('treasury.sweep',            'to',              'D', 'A.CHAIN.usdc',    'platform', true),
  ('treasury.sweep',            'fee',             'D', 'E.TRANSFERFEE',   'platform', false),
  ('treasury.sweep',            'from',            'C', 'A.BANK',          'platform', true),
  ('treasury.sweep',            'from',            'C', 'A.HOT',           'platform', true),
  ('treasury.sweep',            'from',            'C', 'A.CHAIN.usdt',    'platform', true),
  ('treasury.sweep',            'from',            'C', 'A.CHAIN.usdc',    'platform', true),
  ('treasury.bank-fee',         'to',              'D', 'E.TRANSFERFEE',   'platform', true),
  ('treasury.bank-fee',         'from',            'C', 'A.BANK',          'platform', true),
  ('treasury.bank-fee',         'from',            'C', 'A.HOT',           'platform', true),
  ('treasury.funding',          'to',              'D', 'A.BANK',          'platform', true),
  ('treasury.funding',          'to',              'D', 'A.HOT',           'platform', true),
  ('treasury.funding',          'from',            'C', 'Q.OWNER',         'platform', true),
  ('treasury.drawing',          'to',              'D', 'Q.OWNER',         'platform', true),
  ('treasury.drawing',          'from',            'C', 'A.BANK',          'platform', true),
  ('treasury.reversed',         'from',            'D', 'A.PSP.stripe',    'platform', true),
  ('treasury.reversed',         'from',            'D', 'A.PSP.test',      'platform', true),
  ('treasury.reversed',         'from',            'D', 'A.BANK',          'platform', true),
  ('treasury.reversed',         'from',            'D', 'A.HOT',           'platform', true),
  ('treasury.reversed',         'from',            'D', 'A.CHAIN.usdt',    'platform', true),
  ('treasury.reversed',         'from',            'D', 'A.CHAIN.usdc',    'platform', true),
  ('treasury.reversed',         'from',            'D', 'Q.OWNER',         'platform', true),
  ('treasury.reversed',         'to',              'C', 'A.BANK',          'platform', false),
  ('treasury.reversed',         'to',              'C', 'A.HOT',           'platform', false),
  ('treasury.reversed',         'to',              'C', 'A.CHAIN.usdt',    'platform', false),
  ('treasury.reversed',         'to',              'C', 'A.CHAIN.usdc',    'platform', false),
  ('treasury.reversed',         'to',              'C', 'L.S.payable',     'platform', false),
  ('treasury.reversed',         'to',              'C', 'Q.OWNER',         'platform', false),
  ('treasury.reversed',         'fee',             'C', 'E.PSPFEE',        'platform', false),
  ('treasury.reversed',         'fee',             'C', 'E.TRANSFERFEE',   'platform', false),
  ('treasury.reversed',         'to',              'C', 'E.SHIPPING',      'platform', false),
  ('treasury.reversed',         'to',              'C', 'L.TAX',           'platform', false),
  ('adjustment.goodwill',       'platform',        'D', 'E.GOODWILL',      'platform', true),
  ('adjustment.goodwill',       'balance',         'C', 'L.M.available',   'shop',     true),
  ('adjustment.corrected',      'balance',         'D', 'L.M.available',   'shop',     false),
  ('adjustment.corrected',      'debt',            'D', 'A.DUE',           'shop',     false),
  ('adjustment.corrected',      'back',            'C', 'L.SUSPENSE',      'platform', true),
  ('adjustment.corrected',      'back',            'C', 'E.GOODWILL',      'platform', true),
  ('adjustment.written-off',    'platform',        'D', 'E.WRITEOFF',      'platform', true),
  ('adjustment.written-off',    'debt',            'C', 'A.DUE',           'shop',     true),
  ('order.ship-undone',         'supplier',        'D', 'L.S.payable',     'platform', true),
  ('order.ship-undone',         'cost',            'C', 'L.O.procure',     'order',    true),
  ('treasury.carrier-bill',     'to',              'D', 'E.SHIPPING',      'platform', true),
  ('treasury.carrier-bill',     'from',            'C', 'A.BANK',          'platform', true),
  ('treasury.tax-payment',      'to',              'D', 'L.TAX',           'platform', true),
  ('treasury.tax-payment',      'from',            'C', 'A.BANK',          'platform', true),
  ('buyer.refund-returned',     'processor',       'D', 'A.PSP.stripe',    'platform', true),
  ('buyer.refund-returned',     'processor',       'D', 'A.PSP.test',      'platform', true),
  ('buyer.refund-returned',     'owed',            'C', 'L.REFUND',        'payment',  true),
  ('buyer.refund-returned',     'processor',       'D', 'A.BANK',          'platform', true),
  ('buyer.refund-returned',     'bank-fee',        'D', 'E.TRANSFERFEE',   'platform', false),
  ('buyer.refunded-by-bank',    'owed',            'D', 'L.REFUND',        'payment',  true),
  ('buyer.refunded-by-bank',    'bank',            'C', 'A.BANK',          'platform', true),
  ('buyer.refunded',            'owed',            'D', 'L.REFUND',        'payment',  true),
  ('buyer.refunded',            'processor',       'C', 'A.PSP.stripe',    'platform', true),
  ('buyer.refunded',            'processor',       'C', 'A.PSP.test',      'platform', true),
  ('processor.fee-expected',    'fee',             'D', 'E.PSPFEE',        'platform', true),
  ('processor.fee-expected',    'expected',        'C', 'A.PSPFEE.stripe', 'platform', true),
  ('processor.fee-expected',    'expected',        'C', 'A.PSPFEE.test',   'platform', true),
  ('processor.fee-settled',     'expected',        'D', 'A.PSPFEE.stripe', 'platform', true),
  ('processor.fee-settled',     'expected',        'D', 'A.PSPFEE.test',   'platform', true),
  ('processor.fee-settled',     'difference',      'D', 'E.PSPDIFF',       'platform', false),
  ('processor.fee-settled',     'difference',      'C', 'E.PSPDIFF',       'platform', false),
  ('processor.fee-settled',     'fee',             'C', 'E.PSPFEE',        'platform', false),
  ('processor.fee-unsettled',   'expected',        'C', 'A.PSPFEE.stripe', 'platform', true),
  ('processor.fee-unsettled',   'expected',        'C', 'A.PSPFEE.test',   'platform', true),
  ('processor.fee-unsettled',   'difference',      'D', 'E.PSPDIFF',       'platform', false),
  ('processor.fee-unsettled',   'difference',      'C', 'E.PSPDIFF',       'platform', false),
  ('processor.fee-unsettled',   'fee',             'D', 'E.PSPFEE',        'platform', false),
  ('due.settled',               'balance',         'D', 'L.M.available',   'shop',     true),
  ('due.settled',               'debt',            'C', 'A.DUE',           'shop',     true);

-- An order’s booking has the amounts of the order and of its payment, in the state that the event means. A receipt in
-- the name of a carrier needs the carrier’s own report. After a dispute the escrow may hold less; what a bank has
-- paid back is not sent again.
create function ledger.check_order(transfers uuid[]) returns setof uuid language plpgsql as $$
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

-- A refund takes from escrow, pending, supplier and platform what its row says, and owes the buyer their sum.
create function ledger.check_refund(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'refund'
    left join refund_order r on r.shop_id = b.shop_id and r.id = b.ref
  where (b.key = 'refund:' || r.id and r.state = 'refunded' and case b.kind
    when 'L.O.shipping' then b.amount = r.from_shipping and b.owner = r.order_id
    when 'I.SHIPPING' then b.amount = r.from_shipping
    when 'L.O.tax' then b.amount = r.from_tax and b.owner = r.order_id
    when 'L.TAX' then b.amount = r.from_tax
    when 'E.COUPON' then b.amount = r.from_coupon
    when 'L.REFUND' then b.amount = r.amount - r.from_coupon + r.from_shipping + r.from_tax and exists (
      select from payment p where p.shop_id = r.shop_id and p.id = b.owner and p.order_id = r.order_id and p.captured_at is not null)
    when 'L.O.escrow' then b.amount = r.from_escrow and b.owner = r.order_id
    when 'L.S.payable' then b.amount = r.from_supplier
    when 'L.M.pending' then b.amount = r.from_pending
    when 'L.M.available' then b.amount = r.from_available
    -- The account is locked by the posting until the commit, so of two refunds the second one sees the debt of the first.
    when 'A.DUE' then b.amount = r.from_due
      and (r.agreed_by = 'operator' and r.decided_by_operator is not null or -b.holds <= debt_limit(r.shop_id, r.ended_at, r.order_id))
    when 'I.COMMISSION' then b.amount = r.from_commission
    when 'E.GOODWILL' then b.amount = r.from_platform
  end) is not true;
end $$;

-- A recharge is credited with the amount of its row and on the evidence of its channel: a bank line, the transfers of
-- the chain, or the processor’s payment.
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

-- A dispute of a recharge takes what its row says from the balance, and the rest as a debt; the outcome reverses no
-- more than that.
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

-- A withdrawal moves with its state: from the balance to held, to payout, and out by the rail that paid it, with the
-- fee of its row.
create function ledger.check_withdrawal(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'withdrawal'
    left join withdrawal w on w.shop_id = b.shop_id and w.id = b.ref
    left join ledger.transfer paid on paid.shop_id = w.shop_id and paid.key = 'withdrawal:' || w.id || ':withdrawal.paid'
  where (b.key = 'withdrawal:' || w.id || ':' || b.event
    and w.state = case b.event when 'withdrawal.requested' then 'pending' when 'withdrawal.returned' then 'failed' else split_part(b.event, '.', 2) end
    and case when b.event in ('withdrawal.cancelled', 'withdrawal.rejected') and b.side = 'D'
      then b.kind = case when w.approver is null then 'L.M.held' else 'L.PAYOUT' end else true end
    -- What was paid left L.PAYOUT: it comes back from the bank, once, against the credit. What was not paid comes out of L.PAYOUT.
    and case b.event
      when 'withdrawal.failed' then paid.id is null
      when 'withdrawal.returned' then paid.id is not null and w.rail = 'bank-file' and exists (
        select from payout_proof p join bank_line l on l.id = p.bank_line_id
        where p.shop_id = w.shop_id and p.withdrawal_id = w.id and p.kind = 'credit'
          and l.side = 'credit' and return_fee(w.net, l.amount, l.charges) is not null and l.currency = 'USD'
          and case b.kind when 'A.BANK' then b.amount = l.amount when 'E.TRANSFERFEE' then b.amount = w.net - l.amount else true end)
      else true end
    and case b.kind
      -- Of a return, the amounts of the bank and of its fee are those of the credit, above.
      when 'A.BANK' then (b.event = 'withdrawal.returned' or b.amount = w.net) and w.method = 'bank' and w.payment_reference is not null
      when 'E.TRANSFERFEE' then b.event = 'withdrawal.returned'
      when 'A.HOT' then b.amount = w.net and w.method = 'chain' and w.payment_reference is not null
      when 'I.WDFEE' then b.amount = w.fee
      else b.amount = w.gross end) is not true;
end $$;

-- A dispute of an order takes what its row says from escrow, pending, balance and the refund on its way; the outcome
-- reverses no more than that.
create function ledger.check_order_dispute(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'order_dispute'
    left join card_dispute d on d.shop_id = b.shop_id and d.order_id = b.ref and b.key = 'dispute:' || d.id || ':' || b.event || case when d.round > 1 then ':' || d.round else '' end
  where (case b.event when 'order.disputed' then true when 'refund.withheld' then true when 'order.charged-back' then d.state = 'lost' else d.state = 'won' end
    and case
      when b.event in ('refund.withheld', 'refund.released') then b.amount = d.from_refund
        and case b.kind when 'L.REFUND' then b.owner = d.payment_id when 'L.DISPUTE' then b.owner = d.id else b.kind = 'A.PSP.' || d.processor end
      when b.event = 'order.charged-back' then b.amount = d.amount
        and case b.kind when 'L.DISPUTE' then b.owner = d.id else b.kind = 'A.PSP.' || d.processor end
      when b.kind = 'L.DISPUTE' then b.owner = d.id and b.amount = d.amount - d.from_refund
      when b.kind = 'L.O.shipping' then b.owner = d.order_id and b.amount = d.from_shipping
      when b.kind = 'L.O.tax' then b.owner = d.order_id and b.amount = d.from_tax
      when b.kind = 'L.TAX' then b.amount = d.from_tax
      when b.kind = 'I.SHIPPING' then b.amount = d.from_shipping
      when b.kind = 'L.O.escrow' then b.owner = d.order_id and b.amount = d.from_escrow
      when b.event = 'order.disputed' then b.amount = case b.kind when 'L.M.pending' then d.from_pending when 'A.DUE' then d.owed
        when 'L.M.available' then d.amount - d.from_refund - d.from_escrow - d.from_pending - d.from_shipping - d.from_tax - d.owed end
      -- Won: what was in escrow or pending is where it would be by now, and what was owed may have been paid off meanwhile.
      when b.kind = 'L.M.pending' then b.amount <= d.from_escrow + d.from_pending
      when b.kind = 'L.M.available' then b.amount <= d.amount - d.from_refund
      when b.kind = 'A.DUE' then b.amount <= d.owed
      when b.kind = 'I.COMMISSION' then b.amount <= d.from_escrow
      else b.kind = 'A.PSP.' || d.processor and b.amount = d.amount - d.from_refund end) is not true;
end $$;

-- Unidentified money comes in by a credit of the bank, and goes to a shop or back by two people.
create function ledger.check_unidentified(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'unidentified'
    left join unidentified_money m on m.id = b.ref
  where (b.amount = m.amount and b.key = 'unidentified:' || m.id || ':' || split_part(b.event, '.', 2) and case b.event
    when 'unidentified.received' then m.origin = 'bank' and b.shop_id = '00000000-0000-0000-0000-000000000000' and b.actor = 'operator:' || m.received_by
      and exists (select from bank_line l where l.id = m.bank_line_id and l.side = 'credit')
    when 'unidentified.assigned' then m.state = 'assigned' and b.shop_id = m.shop_id and m.first_by <> m.second_by and b.actor = 'operator:' || m.second_by
    when 'unidentified.returned' then m.state = 'returned' and b.shop_id = '00000000-0000-0000-0000-000000000000' and m.first_by <> m.second_by
      and exists (select from bank_line l where l.id = m.return_line_id and l.side = 'debit')
  end) is not true;
end $$;

-- The platform’s own money moves as a signed movement says: amount, fee and both accounts; a reversal has the
-- opposite sides and two people of its own.
create function ledger.check_treasury(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'treasury'
    left join treasury_movement m on m.id = b.ref
  where (b.shop_id = '00000000-0000-0000-0000-000000000000' and m.signed_by <> m.proposed_by and case b.event
    when 'treasury.reversed' then b.key = 'treasury:' || m.id || ':reversed' and m.state = 'reversed' and m.reversal_signed_by <> m.reversal_by
      and b.actor = 'operator:' || m.reversal_signed_by
      and (b.side = 'D' and b.kind = m.from_account and b.amount = m.amount
        or b.side = 'C' and b.kind = m.to_account and b.amount = m.amount - m.fee
        or b.side = 'C' and b.kind = case m.kind when 'processor-payout' then 'E.PSPFEE' else 'E.TRANSFERFEE' end and b.amount = m.fee)
    else b.key = 'treasury:' || m.id || ':booked' and b.event = 'treasury.' || m.kind and m.state = 'booked' and b.actor = 'operator:' || m.booked_by
      and (b.side = 'C' and b.kind = m.from_account and b.amount = m.amount
        or b.side = 'D' and b.kind = m.to_account and b.amount = m.amount - m.fee
        or b.side = 'D' and b.kind = case m.kind when 'processor-payout' then 'E.PSPFEE' else 'E.TRANSFERFEE' end and b.amount = m.fee)
  end) is not true;
end $$;

-- Goodwill, corrections and write-offs are those of a signed row, with its amounts.
create function ledger.check_adjustment(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'adjustment'
    left join adjustment a on a.shop_id = b.shop_id and a.id = b.ref
    left join ledger.transfer t on t.id = a.of_transfer
  where (b.key = 'adjustment:' || a.id and a.state = 'posted' and a.signed_by <> a.proposed_by and b.actor = 'operator:' || a.signed_by
    and b.event = 'adjustment.' || case a.kind when 'goodwill' then 'goodwill' when 'correction' then 'corrected' else 'written-off' end
    and case when a.kind <> 'correction' then b.amount = a.amount
      when b.kind = 'L.M.available' then b.amount = a.from_balance
      when b.kind = 'A.DUE' then b.amount = a.amount - a.from_balance
      -- Goodwill returns to the platform; all other money has an owner who is not found yet.
      else b.amount = a.amount and b.kind = case t.event when 'adjustment.goodwill' then 'E.GOODWILL' else 'L.SUSPENSE' end
        and (b.kind = 'E.GOODWILL' or exists (
          select from unidentified_money m where m.origin = 'correction' and m.adjustment_id = a.id and m.amount = a.amount)) end) is not true;
end $$;

-- Money to a buyer leaves once for each sending, by the processor or on a debit of the bank, and returns with the
-- evidence of its return.
create function ledger.check_buyer_refund(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'buyer_refund'
  where not exists (
    select from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id
      cross join lateral (
        select count(*) as n from returned_refund x where x.shop_id = r.shop_id and x.refund_id = r.id and x.processor is null) back
    where r.shop_id = b.shop_id and r.order_id = b.ref and (b.kind <> 'L.REFUND' or b.owner = p.id) and case b.event
      when 'buyer.refunded' then b.key = 'buyer-refund:' || r.id || case r.returned when 0 then '' else ':' || r.returned end
        and r.state = 'sent' and r.way = 'card' and r.amount - r.withheld = b.amount and b.kind in ('L.REFUND', 'A.PSP.' || p.processor)
      -- It returns to where it was paid from: the processor, or the bank.
      when 'buyer.refund-returned' then b.key = 'buyer-refund:' || r.id || ':returned:' || r.returned and r.state = 'failed'
        and exists (
          select from returned_refund x where x.shop_id = r.shop_id and x.refund_id = r.id and x.n = r.returned
            and case b.kind when 'L.REFUND' then b.amount = x.amount when coalesce('A.PSP.' || x.processor, 'A.BANK') then b.amount = x.amount - x.fee
              when 'E.TRANSFERFEE' then x.processor is null and b.amount = x.fee else false end
            and case when x.processor is null then b.actor = 'operator:' || x.recorded_by else x.processor = p.processor end)
      when 'buyer.refunded-by-bank' then b.key = 'buyer-refund:' || r.id || ':bank' || case back.n when 0 then '' else ':' || back.n end
        and r.state = 'sent' and r.way = 'bank' and r.amount - r.withheld = b.amount and b.actor = 'operator:' || r.confirmed_by and exists (
          select from bank_line l where l.id = r.bank_line_id and l.side = 'debit') end);
end $$;

-- The account that a payment came to.
create function ledger.payment_account(processor text) returns text
language sql immutable return case processor when 'pix' then 'A.BANK' else 'A.PSP.' || processor end;

-- A fee is expected once for each capture, with the amount of its row, and as the credit of its own processor. What a
-- movement settled is in its row; a reversal has the opposite sides.
create function ledger.check_processor_fee(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'processor_fee'
    left join payment p on p.shop_id = b.shop_id and p.id = b.ref and p.captured_at is not null
    left join deposit d on d.shop_id = b.shop_id and d.id = b.ref and d.credited_at is not null
    left join treasury_movement m on m.id = b.ref
    cross join lateral (select case m.kind when 'processor-fee' then m.amount when 'processor-payout' then m.fee end as kept,
      case when b.event = 'processor.fee-unsettled' then case b.side when 'D' then 'C' else 'D' end else b.side::text end as side) s
  where (case b.event
    when 'processor.fee-expected' then b.key = 'fee:' || b.ref || ':expected' and b.amount = coalesce(p.expected_fee, d.expected_fee)
      and b.actor = 'processor:' || coalesce(p.processor, d.processor)
      and (b.side = 'D' or b.kind = 'A.PSPFEE.' || coalesce(p.processor, d.processor))
    else b.shop_id = '00000000-0000-0000-0000-000000000000' and m.signed_by <> m.proposed_by and m.settled_fee > 0
      and case b.event
        when 'processor.fee-settled' then b.key = 'fee:' || m.id || ':settled' and m.state = 'booked' and b.actor = 'operator:' || m.booked_by
        else b.key = 'fee:' || m.id || ':unsettled' and m.state = 'reversed' and m.reversal_signed_by <> m.reversal_by
          and b.actor = 'operator:' || m.reversal_signed_by end
      and (s.side = 'D' and b.kind = replace(m.from_account, 'A.PSP.', 'A.PSPFEE.') and b.amount = m.settled_fee
        or s.side = 'C' and b.kind = 'E.PSPFEE' and b.amount = s.kept
        or b.kind = 'E.PSPDIFF' and b.amount = case s.side when 'D' then s.kept - m.settled_fee else m.settled_fee - s.kept end)
  end) is not true;
end $$;

-- A merchant settles a debt out of the own balance.
create function ledger.check_due(transfers uuid[]) returns setof uuid language plpgsql as $$
begin
  return query
  select b.id from unnest(transfers) u (id) join ledger.booked b on b.id = u.id join ledger.event e on e.name = b.event and e.family = 'due'
  -- Both accounts never go below zero, so it takes no more than is owed and no more than is there.
  where (b.key = 'due:' || b.ref and exists (
    select from merchant m where m.shop_id = b.shop_id and b.actor = 'merchant:' || m.id)) is not true;
end $$;

-- The server calls no function but those named last.
revoke all on function
  ledger.check_order(uuid[]),
  ledger.check_refund(uuid[]),
  ledger.check_deposit(uuid[]),
  ledger.check_dispute(uuid[]),
  ledger.check_withdrawal(uuid[]),
  ledger.check_order_dispute(uuid[]),
  ledger.check_unidentified(uuid[]),
  ledger.check_treasury(uuid[]),
  ledger.check_adjustment(uuid[]),
  ledger.check_buyer_refund(uuid[]),
  ledger.payment_account(text),
  ledger.check_processor_fee(uuid[]),
  ledger.check_due(uuid[])
  from public;
