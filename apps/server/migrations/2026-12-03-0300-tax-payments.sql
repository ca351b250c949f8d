-- Two more bills of the platform: the tax that buyers paid goes to the authorities of their countries, and carriers are
-- paid. Both are signed by two people and booked by the debit of a bank statement, as a bill of a supplier.

insert into ledger.kind values ('E.SHIPPING', 'D', false, true);

alter table treasury_movement
  -- Of a tax payment: whose authority, and for which days.
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column period_from date,
  add column period_to date,
  drop constraint treasury_movement_kind_check,
  add constraint treasury_movement_kind_check check (kind in
    ('processor-fee', 'processor-payout', 'supplier-bill', 'carrier-bill', 'tax-payment', 'sweep', 'bank-fee', 'funding', 'drawing')),
  drop constraint treasury_accounts,
  add constraint treasury_accounts check (case kind
    when 'processor-fee' then from_account in ('A.PSP.stripe', 'A.PSP.test') and to_account = 'E.PSPFEE' and fee = 0
    when 'processor-payout' then from_account in ('A.PSP.stripe', 'A.PSP.test') and to_account = 'A.BANK'
    when 'supplier-bill' then from_account = 'A.BANK' and to_account = 'L.S.payable' and fee = 0
    when 'carrier-bill' then from_account = 'A.BANK' and to_account = 'E.SHIPPING' and fee = 0
    when 'tax-payment' then from_account = 'A.BANK' and to_account = 'L.TAX' and fee = 0
    when 'sweep' then from_account in ('A.BANK', 'A.HOT', 'A.CHAIN.usdt', 'A.CHAIN.usdc') and to_account in ('A.BANK', 'A.HOT', 'A.CHAIN.usdt', 'A.CHAIN.usdc')
      and (from_account <> to_account or from_account = 'A.BANK')
    when 'bank-fee' then from_account in ('A.BANK', 'A.HOT') and to_account = 'E.TRANSFERFEE' and fee = 0
    when 'funding' then from_account = 'Q.OWNER' and to_account in ('A.BANK', 'A.HOT') and fee = 0
    when 'drawing' then from_account = 'A.BANK' and to_account = 'Q.OWNER' and fee = 0
  end),
  drop constraint treasury_bill,
  add constraint treasury_bill check ((kind in ('supplier-bill', 'carrier-bill')) = (supplier is not null and bill_number is not null)),
  add constraint treasury_tax check (case when kind = 'tax-payment'
    then country is not null and period_from is not null and period_to is not null and period_from <= period_to and reference <> ''
    else country is null and period_from is null and period_to is null end);

drop index treasury_bill_once;
create unique index treasury_bill_once on treasury_movement (lower(supplier), bill_number)
  where state not in ('refused', 'reversed') and kind in ('supplier-bill', 'carrier-bill');
-- An authority names each payment. One period may have several, such as a correction.
create unique index treasury_tax_once on treasury_movement (country, lower(reference))
  where state not in ('refused', 'reversed') and kind = 'tax-payment';

insert into ledger.event (name, family) values ('treasury.carrier-bill', 'treasury'), ('treasury.tax-payment', 'treasury');
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('treasury.carrier-bill', 'to', 'D', 'E.SHIPPING', 'platform', true),
  ('treasury.carrier-bill', 'from', 'C', 'A.BANK', 'platform', true),
  ('treasury.tax-payment', 'to', 'D', 'L.TAX', 'platform', true),
  ('treasury.tax-payment', 'from', 'C', 'A.BANK', 'platform', true),
  ('treasury.reversed', 'to', 'C', 'E.SHIPPING', 'platform', false),
  ('treasury.reversed', 'to', 'C', 'L.TAX', 'platform', false);

-- The function is changed in place, so that what other migrations wrote into it stays.
do $$
declare
  was text := pg_get_functiondef('treasury_bound()'::regprocedure);
  becomes text := replace(was, 'new.kind <> ''supplier-bill''', 'new.kind not in (''supplier-bill'', ''carrier-bill'', ''tax-payment'')');
begin
  if becomes = was then
    raise exception 'treasury_bound has another text';
  end if;
  execute becomes;
end $$;

update audit_subject set columns = columns || array['country', 'period_from', 'period_to'] where kind = 'treasury-movement';
