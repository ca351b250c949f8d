-- What a card processor keeps of a payment is booked with the capture, as far as it is known then: by its price, which
-- is a setting. So the money at the processor counts as what will really come. Its report or its payout settles what
-- was expected, and the difference has an account of its own. The platform bears all of it.

insert into ledger.kind values
  -- A credit of an asset: the money of the processor less this is what will come.
  ('A.PSPFEE.stripe', 'D', false, true),
  ('A.PSPFEE.test',   'D', false, true),
  ('E.PSPDIFF',       'D', false, true);

insert into setting values ('processor-fee.rate', 0, 1000, null, null), ('processor-fee.fixed', 0, 500, null, null);

-- Null for what was captured by a release before this one, of which nothing is expected.
alter table payment add column expected_fee bigint,
  add constraint payment_expected_fee check (expected_fee is null or expected_fee >= 0 and captured_at is not null and processor <> 'pix') not valid;
alter table deposit add column expected_fee bigint,
  add constraint deposit_expected_fee check (expected_fee is null or expected_fee between 0 and amount and credited_at is not null and channel = 'card') not valid;
grant update (expected_fee) on deposit to quayside_app;

-- A fee is written with the capture, once.
create function keep_expected_fee() returns trigger language plpgsql as $$
begin
  raise exception 'the expected fee of % is written with its capture', new.id using errcode = 'check_violation', constraint = 'expected_fee_kept';
end $$;
create trigger payment_expected_fee before update on payment for each row
  when (old.captured_at is not null and new.expected_fee is distinct from old.expected_fee) execute function keep_expected_fee();
create trigger deposit_expected_fee before update on deposit for each row
  when (old.credited_at is not null and new.expected_fee is distinct from old.expected_fee) execute function keep_expected_fee();

alter table treasury_movement
  -- Of a fee or a payout of a processor: what of the expected fees it settled when it was booked. Null before, and for
  -- what a release before this one booked.
  add column settled_fee bigint,
  add constraint treasury_settled_fee check (settled_fee is null or settled_fee >= 0 and kind in ('processor-fee', 'processor-payout')
    and state in ('booked', 'reversal-proposed', 'reversed')),
  drop constraint treasury_tax,
  -- Of a processor: the last day whose captures its report or payout is about.
  add constraint treasury_tax check (case when kind = 'tax-payment'
    then country is not null and period_from is not null and period_to is not null and period_from <= period_to and reference <> ''
    else country is null and period_from is null and (period_to is null or kind in ('processor-fee', 'processor-payout')) end);
grant update (settled_fee) on treasury_movement to quayside_app;
create function keep_settled_fee() returns trigger language plpgsql as $$
begin
  raise exception 'the settled fee of movement % is written with its booking', new.id using errcode = 'check_violation', constraint = 'settled_fee_kept';
end $$;
create trigger treasury_settled_fee before update on treasury_movement for each row
  when (old.booked_at is not null and new.settled_fee is distinct from old.settled_fee) execute function keep_settled_fee();

insert into ledger.event (name, family) values
  ('processor.fee-expected', 'processor_fee'), ('processor.fee-settled', 'processor_fee'), ('processor.fee-unsettled', 'processor_fee');
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('processor.fee-expected', 'fee', 'D', 'E.PSPFEE', 'platform', true),
  ('processor.fee-expected', 'expected', 'C', 'A.PSPFEE.stripe', 'platform', true),
  ('processor.fee-expected', 'expected', 'C', 'A.PSPFEE.test', 'platform', true),
  ('processor.fee-settled', 'expected', 'D', 'A.PSPFEE.stripe', 'platform', true),
  ('processor.fee-settled', 'expected', 'D', 'A.PSPFEE.test', 'platform', true),
  ('processor.fee-settled', 'difference', 'D', 'E.PSPDIFF', 'platform', false),
  ('processor.fee-settled', 'difference', 'C', 'E.PSPDIFF', 'platform', false),
  ('processor.fee-settled', 'fee', 'C', 'E.PSPFEE', 'platform', false),
  ('processor.fee-unsettled', 'expected', 'C', 'A.PSPFEE.stripe', 'platform', true),
  ('processor.fee-unsettled', 'expected', 'C', 'A.PSPFEE.test', 'platform', true),
  ('processor.fee-unsettled', 'difference', 'D', 'E.PSPDIFF', 'platform', false),
  ('processor.fee-unsettled', 'difference', 'C', 'E.PSPDIFF', 'platform', false),
  ('processor.fee-unsettled', 'fee', 'D', 'E.PSPFEE', 'platform', false);

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
revoke all on function ledger.check_processor_fee(uuid[]), keep_expected_fee(), keep_settled_fee() from public;
