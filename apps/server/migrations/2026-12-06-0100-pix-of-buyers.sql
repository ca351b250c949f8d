-- PIX payments of buyers. The code names the payment, a credit of the bank's statement in reais proves it, and a second
-- person signs it. What goes back to the buyer goes back in the reais that came.

alter table payment
  drop constraint payment_processor_check,
  drop constraint payment_way,
  -- What the code asks for, in centavos of one real, and the centavos of a dollar that it was quoted at.
  add column centavos bigint,
  add column rate int,
  -- Until when the page shows the code. The order waits longer, for the word of the bank.
  add column pay_by timestamptz,
  -- The credit of the bank's statement, and the two people behind it.
  add column bank_line_id uuid references bank_line,
  add column bank_line_importer uuid references operator,
  add column confirmed_by uuid references operator;
alter table payment
  add constraint payment_processor_check check (processor in ('stripe', 'test', 'pix')) not valid,
  add constraint payment_way check (way in ('hosted', 'element', 'pix')) not valid,
  add constraint payment_pix check (case processor
    when 'pix' then way = 'pix' and reference is not null and rate > 0 and pay_by is not null and centavos = (amount * rate + 99) / 100
      and num_nulls(bank_line_id, bank_line_importer, confirmed_by) = case when captured_at is null then 3 else 0 end
    else way <> 'pix' and num_nonnulls(centavos, rate, pay_by, bank_line_id, bank_line_importer, confirmed_by) = 0 end) not valid;
alter table payment validate constraint payment_processor_check;
alter table payment validate constraint payment_way;
alter table payment validate constraint payment_pix;

alter table bank_line_use
  drop constraint bank_line_use_purpose_check,
  add constraint bank_line_use_purpose_check check (
    purpose in ('recharge', 'payment', 'payout', 'return', 'unidentified', 'unidentified-return', 'treasury', 'refund', 'refund-return'));

-- The credits whose reference names a PIX payment, whatever their amount. The order's page tells the buyer of them.
create table pix_credit (
  shop_id uuid not null,
  payment_id uuid not null,
  bank_line_id uuid not null references bank_line,
  seen_at timestamptz not null,
  primary key (shop_id, payment_id, bank_line_id),
  foreign key (shop_id, payment_id) references payment
);
grant select, insert on pix_credit to quayside_app;
create trigger pix_credit_kept before update or delete on pix_credit for each row execute function refuse_change();

create function check_pix_payment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare line bank_line;
begin
  if tg_op = 'INSERT' then
    if new.captured_at is not null then
      raise exception 'the PIX payment % has no credit yet', new.id using errcode = 'check_violation', constraint = 'pix_payment_fits';
    end if;
    return new;
  end if;
  -- What was quoted and what was paid stays.
  if (new.order_id, new.processor, new.reference, new.amount, new.centavos, new.rate, new.pay_by)
      is distinct from (old.order_id, old.processor, old.reference, old.amount, old.centavos, old.rate, old.pay_by)
    or old.captured_at is not null and (new.captured_at, new.bank_line_id, new.bank_line_importer, new.confirmed_by)
      is distinct from (old.captured_at, old.bank_line_id, old.bank_line_importer, old.confirmed_by)
  then
    raise exception 'the PIX payment % stays as it was quoted', old.id using errcode = 'check_violation', constraint = 'pix_payment_kept';
  end if;
  if new.captured_at is not null and old.captured_at is null then
    select * into line from bank_line where id = new.bank_line_id;
    if line.side is distinct from 'credit' or line.currency <> 'BRL' or line.amount <> new.centavos
      or strpos(upper(line.reference), new.reference) = 0
    then
      raise exception 'bank line % does not pay the PIX payment %', new.bank_line_id, new.id
        using errcode = 'check_violation', constraint = 'pix_payment_fits';
    end if;
    if not exists (
      select from act a join act_signature s on s.act_id = a.id
      where a.kind = 'payment.pix' and a.state = 'open' and a.subject_id = new.order_id::text and s.signer = new.confirmed_by
        and a.document::jsonb -> 'body' ->> 'paymentId' = new.id::text
        and a.document::jsonb -> 'body' ->> 'bankLineId' = new.bank_line_id::text
        and (a.document::jsonb -> 'body' ->> 'amount')::numeric * 100 = new.amount)
    then
      raise exception 'nobody signed that bank line % pays the PIX payment %', new.bank_line_id, new.id
        using errcode = 'check_violation', constraint = 'pix_payment_signed';
    end if;
    new.bank_line_importer := line.imported_by;
    insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.bank_line_id, 'payment', new.shop_id, new.id);
  end if;
  return new;
end $$;
revoke all on function check_pix_payment() from public;
create trigger pix_payment_law before insert or update on payment for each row when (new.processor = 'pix') execute function check_pix_payment();
create trigger pix_payment_signers after update of confirmed_by on payment for each row when (new.processor = 'pix')
  execute function check_signers('confirmed_by@captured_at', 'bank_line_importer');

-- An unpaid order with a PIX code waits for the word of the bank: its deadline moves, and not far.
grant update (pay_until) on orders to quayside_app;
create function check_pay_until() returns trigger language plpgsql as $$
begin
  if new.status <> 1 or new.pay_until < old.pay_until or new.pay_until > old.placed_at + interval '4 days' or not exists (
    select from payment p where p.shop_id = new.shop_id and p.order_id = new.id and p.processor = 'pix' and p.pay_by <= old.pay_until)
  then
    raise exception 'order % waits for no bank', new.id using errcode = 'check_violation', constraint = 'order_pay_until';
  end if;
  return new;
end $$;
create trigger order_pay_until before update of pay_until on orders for each row
  when (new.pay_until is distinct from old.pay_until) execute function check_pay_until();

-- A checkout of the test processor that the server closed before the buyer took PIX.
alter table test_checkout add column closed_at timestamptz, add constraint test_checkout_closed check (paid_at is null or closed_at is null);

-- What is owed of a PIX payment, in the reais that came: in proportion, so that parts add up to the whole.
alter table buyer_refund add column centavos bigint check (centavos > 0);
create function set_refund_centavos() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p payment;
  before record;
begin
  select * into p from payment where shop_id = new.shop_id and id = new.payment_id;
  if tg_op = 'UPDATE' then
    if p.processor = 'pix' and (new.amount, new.withheld, new.payment_id) is distinct from (old.amount, 0, old.payment_id)
      or new.centavos is distinct from old.centavos
    then
      raise exception 'the payment % to a buyer keeps its amount', old.id using errcode = 'check_violation', constraint = 'buyer_refund_centavos';
    end if;
    return new;
  end if;
  new.centavos := null;
  if p.processor = 'pix' then
    select coalesce(sum(r.amount), 0)::bigint as cents, coalesce(sum(r.centavos), 0)::bigint as centavos into before
      from buyer_refund r where r.shop_id = new.shop_id and r.payment_id = new.payment_id;
    if before.cents + new.amount > p.amount then
      raise exception 'payment % does not cover another refund', p.id using errcode = 'check_violation', constraint = 'buyer_refund_centavos';
    end if;
    new.centavos := (2 * p.centavos * (before.cents + new.amount) + p.amount) / (2 * p.amount) - before.centavos;
  end if;
  return new;
end $$;
revoke all on function set_refund_centavos() from public;
create trigger buyer_refund_centavos before insert or update of amount, withheld, payment_id, centavos on buyer_refund
  for each row execute function set_refund_centavos();

-- As before, and: the debit that pays a refund of PIX, and the credit that returns it, are its reais.
create or replace function check_buyer_refund() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare line bank_line;
begin
  -- What was sent is final, unless the processor or a credit of the bank says that it did not arrive.
  if old.state = 'sent' and (new.state, new.amount, new.reference, new.returned, new.way, new.bank_line_id)
    is distinct from (old.state, old.amount, old.reference, old.returned, old.way, old.bank_line_id)
    and not (new.state = 'failed' and new.amount = old.amount and new.way = 'card' and exists (
      select from returned_refund r where r.shop_id = new.shop_id and r.refund_id = new.id and r.n = new.returned and r.reference = old.reference
        and r.debit_line_id is not distinct from old.bank_line_id and (r.processor is not null or r.amount = old.amount - old.withheld)))
  then
    raise exception 'the payment % to a buyer is sent', old.id using errcode = 'check_violation', constraint = 'buyer_refund_final';
  end if;
  if new.returned <> old.returned and (old.state <> 'sent' or new.returned <> old.returned + 1) then
    raise exception 'the payment % to a buyer was not sent', old.id using errcode = 'check_violation', constraint = 'buyer_refund_returned';
  end if;
  -- Another way is what two people signed, and only for what the processor did not pay. What the bank returned can be
  -- sent to the card again.
  if (new.way, new.account_ending) is distinct from (old.way, old.account_ending)
    and not (old.state = 'sent' and new.state = 'failed' and old.way = 'bank' and new.way = 'card') and not (
    (old.state, new.state) in (('failed', 'by-bank'), ('by-bank', 'failed')) and new.way_first_by <> new.way_signed_by and exists (
      select from act a join act_signature s on s.act_id = a.id
      where a.kind = 'refund.way' and a.state = 'open' and a.subject_id = new.id::text and a.proposed_by = new.way_first_by and s.signer = new.way_signed_by
        and (a.document::jsonb -> 'body' ->> 'amount')::numeric * 100 = new.amount - new.withheld
        and a.document::jsonb -> 'body' ->> 'way' = new.way and a.document::jsonb -> 'body' ->> 'accountEnding' is not distinct from new.account_ending))
  then
    raise exception 'nobody signed this way of payment %', old.id using errcode = 'check_violation', constraint = 'buyer_refund_signed';
  end if;
  -- While another way waits for its signature, the processor is not asked again.
  if new.state = 'due' and old.state <> 'due' and exists (
    select from act a where a.kind = 'refund.way' and a.state = 'open' and a.subject_id = new.id::text) then
    raise exception 'another way of payment % waits for a signature', old.id using errcode = 'check_violation', constraint = 'buyer_refund_waits';
  end if;
  if new.bank_line_id is not null and old.bank_line_id is null then
    select * into line from bank_line where id = new.bank_line_id;
    if old.state <> 'by-bank' or line.side is distinct from 'debit' or line.currency <> (case when new.centavos is null then 'USD' else 'BRL' end)
      or line.amount <> coalesce(new.centavos, new.amount - new.withheld) then
      raise exception 'bank line % is not the debit of refund %', new.bank_line_id, new.id using errcode = 'check_violation', constraint = 'bank_line_fits';
    end if;
    new.bank_line_importer := line.imported_by;
    insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.bank_line_id, 'refund', new.shop_id, new.id);
  end if;
  return new;
end $$;

create or replace function check_bank_return() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line bank_line;
  reais bigint := (select r.centavos from buyer_refund r where r.shop_id = new.shop_id and r.id = new.refund_id);
begin
  select * into line from bank_line where id = new.bank_line_id;
  if line.side is distinct from 'credit' or line.currency <> (case when reais is null then 'USD' else 'BRL' end)
    -- Reais come back whole: a fee in reais is a question to the bank.
    or (case when reais is null then return_fee(new.amount, line.amount, line.charges) is null else line.amount <> reais end)
    or line.value_date < (select d.value_date from bank_line d where d.id = new.debit_line_id) then
    raise exception 'bank line % does not return refund %', new.bank_line_id, new.refund_id
      using errcode = 'check_violation', constraint = 'bank_line_fits';
  end if;
  new.fee := case when reais is null then new.amount - line.amount else 0 end;
  new.bank_line_importer := line.imported_by;
  insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.bank_line_id, 'refund-return', new.shop_id, new.refund_id);
  return new;
end $$;

-- What may be booked.
insert into ledger.template (event, leg, side, kind, owner, required) values
  ('order.paid', 'processor', 'D', 'A.BANK', 'platform', true),
  ('order.paid-late', 'processor', 'D', 'A.BANK', 'platform', true);

-- The account that a payment came to.
create function ledger.payment_account(processor text) returns text language sql immutable
  return case processor when 'pix' then 'A.BANK' else 'A.PSP.' || processor end;
revoke all on function ledger.payment_account(text) from public;

-- The functions are changed in place, so that what other migrations wrote into them stays.
do $$
declare
  change record;
  was text;
  becomes text;
begin
  for change in select * from (values
    ('ledger.check_order(uuid[])', 'b.kind in (''A.PSP.'' || p.processor, ''L.O.escrow''', 'b.kind in (ledger.payment_account(p.processor), ''L.O.escrow'''),
    ('ledger.check_order(uuid[])', 'p.amount = o.total_payment - o.coupon_platform + o.shipping + o.tax',
      'p.amount = o.total_payment - o.coupon_platform + o.shipping + o.tax and b.actor = coalesce(''operator:'' || p.confirmed_by, b.actor)'),
    ('ledger.check_order(uuid[])', 'and b.key = ''payment:'' || p.id || '':late'' and b.amount = r.amount
        and case b.kind when ''L.REFUND'' then b.owner = p.id else b.kind = ''A.PSP.'' || p.processor end',
      'and b.key = ''payment:'' || p.id || '':late'' and b.amount = r.amount and b.actor = coalesce(''operator:'' || p.confirmed_by, b.actor)
        and case b.kind when ''L.REFUND'' then b.owner = p.id else b.kind = ledger.payment_account(p.processor) end')
  ) v (routine, before, after) loop
    was := pg_get_functiondef(change.routine::regprocedure);
    becomes := replace(was, change.before, change.after);
    if length(becomes) <> length(was) - length(change.before) + length(change.after) then
      raise exception '% has not exactly one place %', change.routine, change.before;
    end if;
    execute becomes;
  end loop;
end $$;
