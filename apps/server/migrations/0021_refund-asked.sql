-- A refund keeps what the buyer asked to receive, with tax, to the cent. The tax of goods and of shipping is rounded each
-- for itself; while release 0.9 still runs, its rounding of both together is taken too.
alter table refund_order add column asked bigint check (asked > 0);

create or replace function check_order_tax() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rates jsonb := setting_at('tax-rates', new.placed_at);
  rate jsonb := (select r from jsonb_array_elements(rates) r where r ->> 'country' = new.address ->> 'country');
  goods bigint := new.total_payment - new.coupon_platform;
begin
  if new.tax not in (pro_rata(goods, new.tax_rate, 10000) + pro_rata(new.shipping, new.tax_rate, 10000),
      pro_rata(goods + new.shipping, new.tax_rate, 10000))
    or (rates is not null and (new.tax_rate, new.tax_included)
      is distinct from (coalesce((rate ->> 'rate')::smallint, 0::smallint), coalesce(rate ->> 'shown' = 'included', false))) then
    raise exception 'order % does not have the signed tax', new.id using errcode = 'check_violation', constraint = 'order_tax_rate';
  end if;
  return null;
end $$;
