-- Payments of orders, what processors said about them, and the money that goes back to buyers.

create table payment (
  shop_id uuid not null,
  id uuid not null constraint payment_id_once unique,
  order_id uuid not null,
  processor text not null check (processor in ('stripe', 'test', 'pix')),
  reference text,
  checkout_url text,
  amount bigint not null check (amount > 0),
  captured_at timestamptz,
  capture_reference text,
  created_at timestamptz not null,
  -- A card payment on a page of the storefront (Stripe's Payment Element) beside the processor's hosted page. An
  -- order has one open payment: before the buyer takes the other way, the first one is closed at the processor.
  way text not null default 'hosted' constraint payment_way check (way in ('hosted', 'element', 'pix')),
  -- When the processor confirmed that nobody can pay it any more.
  closed_at timestamptz,
  -- What the code asks for, in centavos of one real, and the centavos of a dollar that it was quoted at.
  centavos bigint,
  rate int,
  -- Until when the page shows the code. The order waits longer, for the word of the bank.
  pay_by timestamptz,
  -- The credit of the bank's statement, and the two people behind it.
  bank_line_id uuid references bank_line,
  bank_line_importer uuid references operator,
  confirmed_by uuid references operator,
  -- Null for what was captured by a release before this one, of which nothing is expected.
  expected_fee bigint,
  primary key (shop_id, id),
  unique (processor, reference),
  foreign key (shop_id, order_id) references orders,
  constraint payment_opened check ((reference is null) = (checkout_url is null)),
  constraint payment_captured check (captured_at is null or reference is not null),
  constraint payment_pix check (case processor when 'pix' then way = 'pix' and reference is not null and rate > 0
    and pay_by is not null and centavos = (amount * rate + 99) / 100
    and (num_nulls(bank_line_id, bank_line_importer, confirmed_by) = case when captured_at is null then 3 else 0 end)
    else (way <> 'pix' and num_nonnulls(centavos, rate, pay_by, bank_line_id, bank_line_importer,
    confirmed_by) = 0) end),
  constraint payment_expected_fee check (expected_fee is null or (expected_fee >= 0 and captured_at is not null
    and processor <> 'pix'))
);
comment on table payment is
'A payment of an order by card or PIX, from its quote to its capture.
@owner shop
@distribution shop_id
@impersonal reference, checkout_url, capture_reference
@unique-over-all-shops payment_id_once: random ids and numbers that the server makes
@unique-over-all-shops payment_processor_reference_key: a reference of the processor counts for one shop';
create index payment_shop_id_order_id_idx on payment (shop_id, order_id);
create index payment_captures on payment (processor, capture_reference) where capture_reference is not null;
-- One open payment of an order, whichever way. A closed one is no open one.
create unique index payment_open_once on payment (shop_id, order_id)
  where captured_at is null and reference is not null and closed_at is null;
grant select, insert, update on payment to quayside_app;
create trigger payment_demo after insert or update on payment for each row when (new.processor = 'test')
  execute function refuse_in_production();
create trigger pix_payment_signers after update of confirmed_by on payment for each row when (new.processor = 'pix')
  execute function check_signers('confirmed_by@captured_at', 'bank_line_importer');
create trigger payment_expected_fee before update on payment for each row
  when (old.captured_at is not null and new.expected_fee is distinct from old.expected_fee)
  execute function keep_expected_fee();

-- A PIX payment stays as it was quoted, and is captured on a credit of the bank that names it, in its reais.
create function check_pix_payment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger pix_payment_law before insert or update on payment for each row when (new.processor = 'pix')
  execute function check_pix_payment();

create table processor_event (
  processor text not null,
  event_id text not null,
  received_at timestamptz not null,
  primary key (processor, event_id)
);
comment on table processor_event is
'Every webhook event once, however often it is sent.
@owner platform
@distribution local
@impersonal processor, event_id
@retention 400 days after received_at';
create index processor_event_age on processor_event using brin (received_at);
grant select, insert on processor_event to quayside_app;

create table buyer_refund (
  shop_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  amount bigint not null check (amount > 0),
  cause text not null,
  state text not null default 'due' check (state in ('due', 'sent', 'failed', 'by-bank')),
  reference text,
  created_at timestamptz not null,
  sent_at timestamptz,
  refund_order_id uuid,
  -- What was owed to a buyer and not sent is withheld while the same buyer's bank asks for it.
  withheld bigint not null default 0,
  -- From now on the processor may have it: it is never withheld.
  handed_over_at timestamptz,
  -- How often the processor refused it, and why and when the last time.
  refused int not null default 0 check (refused >= 0),
  failure text check (length(failure) <= 500),
  failed_at timestamptz,
  -- How often it was sent and did not arrive.
  returned int not null default 0 check (returned >= 0),
  -- How it is paid: by the processor, or by a transfer of the bank that two people signed.
  way text not null default 'card' check (way in ('card', 'bank')),
  -- The end of the account that the buyer named. The whole number stays with the bank.
  account_ending text check (account_ending ~ '^[0-9A-Z]{4}$'),
  way_first_by uuid references operator,
  way_first_at timestamptz,
  way_signed_by uuid references operator,
  way_signed_at timestamptz,
  -- The debit of the bank statement that paid it.
  bank_line_id uuid unique references bank_line,
  bank_line_importer uuid references operator,
  confirmed_by uuid references operator,
  -- What is owed of a PIX payment, in the reais that came: in proportion, so that parts add up to the whole.
  centavos bigint check (centavos > 0),
  primary key (shop_id, id),
  foreign key (shop_id, order_id) references orders,
  foreign key (shop_id, payment_id) references payment,
  constraint buyer_refund_withheld check (withheld between 0 and amount),
  constraint buyer_refund_failed check (state <> 'failed' or (failure is not null and failed_at is not null
    and refused > 0)),
  constraint buyer_refund_way check (case way when 'card' then state <> 'by-bank' and bank_line_id is null
    and account_ending is null else (state in ('by-bank', 'sent') and account_ending is not null
    and (state = 'sent') = (bank_line_id is not null) and (bank_line_id is null) = (confirmed_by is null)
    and way_first_by is not null and way_signed_by is not null and way_first_by <> way_signed_by) end)
);
comment on table buyer_refund is
'What is owed back to a buyer; sent by a job, with the row’s id as the processor’s idempotency key.
@owner shop
@distribution shop_id
@impersonal cause, reference, failure, account_ending
@unique-over-all-shops buyer_refund_bank_line_id_key: a line of the bank or a reference of a payment is evidence of
  one thing';
create index buyer_refund_shop_id_order_id_idx on buyer_refund (shop_id, order_id);
create index buyer_refund_created_at_idx on buyer_refund (created_at) where state = 'due';
create unique index buyer_refund_of_order on buyer_refund (shop_id, refund_order_id)
  where refund_order_id is not null;
create unique index buyer_refund_whole on buyer_refund (shop_id, payment_id)
  where refund_order_id is null and cause <> 'dispute-won';
create index buyer_refunds_newest on buyer_refund (created_at desc, id desc);
create index buyer_refunds_open on buyer_refund (state, created_at) where state <> 'sent';
create index buyer_refund_reference on buyer_refund (reference) where reference is not null;
create index buyer_refunds_to_pay on buyer_refund ((case state
  when 'by-bank' then (way_signed_at at time zone 'UTC') + '120:00:00'::interval
  else (failed_at at time zone 'UTC') + interval '24 hours' end at time zone 'UTC'), id)
  where state in ('failed', 'by-bank');
grant select, insert, update on buyer_refund to quayside_app;
create trigger buyer_refund_signers after update of way_first_by, way_signed_by on buyer_refund for each row
  execute function check_signers('way_first_by@way_first_at', 'way_signed_by@way_signed_at');
create trigger buyer_refund_payment_signers after update of confirmed_by on buyer_refund for each row
  execute function check_signers('confirmed_by@sent_at', 'bank_line_importer');

-- Money to a buyer: its way, its people and its line of the bank. The debit that pays a refund of PIX, and the credit
-- that returns it, are its reais.
create function check_buyer_refund() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger buyer_refund_final before update on buyer_refund for each row execute function check_buyer_refund();

-- A guest gets a mail when money is on its way back.
create function mail_of_refund() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, amount, at)
    select a.shop_id, a.order_id, 'refunded', new.id::text, new.amount, coalesce(new.sent_at, now())
    from order_access a where a.shop_id = new.shop_id and a.order_id = new.order_id
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_refund after update of state on buyer_refund for each row
  when (new.state = 'sent' and old.state <> 'sent') execute function mail_of_refund();

-- The reais of a refund of PIX: its share of what was paid, so that all refunds of a payment add up to it.
create function set_refund_centavos() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger buyer_refund_centavos before insert or update of amount, withheld, payment_id, centavos on buyer_refund
  for each row execute function set_refund_centavos();

create table withheld_refund (
  shop_id uuid not null,
  dispute_id uuid not null,
  refund_id uuid not null,
  round int not null,
  amount bigint not null check (amount > 0),
  primary key (shop_id, dispute_id, refund_id, round),
  foreign key (shop_id, dispute_id) references card_dispute,
  foreign key (shop_id, refund_id) references buyer_refund
);
comment on table withheld_refund is
'The part of a refund that is not sent because the bank takes it back by a dispute.
@owner shop
@distribution shop_id';
grant select, insert on withheld_refund to quayside_app;

create table returned_refund (
  shop_id uuid not null,
  refund_id uuid not null,
  -- Its place among the returns of this refund.
  n int not null check (n > 0),
  processor text check (processor in ('stripe', 'test')),
  -- The processor's id of the refund that did not arrive.
  reference text not null check (length(reference) <= 255),
  amount bigint not null check (amount > 0),
  failure text not null check (length(failure) between 1 and 500),
  sent_at timestamptz not null,
  returned_at timestamptz not null,
  -- The debit of the bank that paid it, and the credit that brought it back.
  debit_line_id uuid references bank_line,
  bank_line_id uuid references bank_line,
  bank_line_importer uuid references operator,
  recorded_by uuid references operator,
  -- The bank's fee of a return; none of what a processor returned.
  fee bigint not null default 0,
  primary key (shop_id, refund_id, n),
  constraint returned_refund_once unique (processor, reference),
  foreign key (shop_id, refund_id) references buyer_refund,
  constraint returned_refund_by check (num_nulls(debit_line_id, bank_line_id, bank_line_importer, recorded_by) = case
    when processor is null then 0 else 4 end),
  constraint returned_refund_fee check (fee >= 0 and fee < amount and (fee = 0 or processor is null))
);
comment on table returned_refund is
'Money to a buyer that came back.
@owner shop
@distribution shop_id
@impersonal reference, failure
@unique-over-all-shops returned_refund_once: a reference of the processor counts for one shop';
grant select, insert on returned_refund to quayside_app;
create trigger returned_refund_signers after insert on returned_refund for each row when (new.processor is null)
  execute function check_signers('recorded_by@returned_at', 'bank_line_importer');

-- What returns from the bank is a credit after the debit, and takes no line that serves something else.
create function check_bank_return() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger returned_refund_bound before insert on returned_refund for each row when (new.processor is null)
  execute function check_bank_return();

-- Keys of tables that stand before the tables that they name.
alter table card_dispute add foreign key (shop_id, payment_id) references payment;

-- The server calls no function but those named last.
revoke all on function
  check_buyer_refund(),
  check_bank_return(),
  check_pix_payment(),
  set_refund_centavos()
  from public;
