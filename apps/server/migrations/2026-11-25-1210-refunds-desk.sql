-- The desks of refunds and card disputes: their lists, payments to buyers that failed, and the evidence sent to a card
-- processor.

create index refund_orders_newest on refund_order (requested_at desc, id desc);
create index refund_orders_open on refund_order (coalesce(decide_by, answer_by), id) where state in ('requested', 'agreed', 'objected');
create index refund_code_prefix on refund_order (code text_pattern_ops);

alter table buyer_refund
  -- How often the processor refused it, and why and when the last time.
  add column refused int not null default 0 check (refused >= 0),
  add column failure text check (length(failure) <= 500),
  add column failed_at timestamptz,
  add constraint buyer_refund_failed check (state <> 'failed' or (failure is not null and failed_at is not null and refused > 0));
create index buyer_refunds_newest on buyer_refund (created_at desc, id desc);
create index buyer_refunds_open on buyer_refund (state, created_at) where state <> 'sent';
create index buyer_refund_reference on buyer_refund (reference) where reference is not null;

-- What the processor took is final: nobody sends it again.
create function check_buyer_refund() returns trigger language plpgsql as $$
begin
  if old.state = 'sent' and (new.state, new.amount, new.reference) is distinct from (old.state, old.amount, old.reference) then
    raise exception 'the payment % to a buyer is sent', old.id using errcode = 'check_violation', constraint = 'buyer_refund_final';
  end if;
  return new;
end $$;
create trigger buyer_refund_final before update on buyer_refund for each row execute function check_buyer_refund();

-- Evidence in a card dispute: one row for each round. It is a draft until the processor took it; then it stays as it
-- is.
create table dispute_evidence (
  shop_id uuid not null,
  dispute_id uuid not null,
  round int not null check (round > 0),
  texts jsonb not null,
  files jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid not null references operator,
  -- Set before the processor is asked. From then on the draft does not change until the answer is known.
  handed_over_at timestamptz,
  sent_at timestamptz,
  sent_by uuid references operator,
  failure text check (length(failure) <= 500),
  constraint dispute_evidence_once primary key (shop_id, dispute_id, round),
  foreign key (shop_id, dispute_id) references card_dispute,
  constraint dispute_evidence_sent check ((sent_at is null) = (sent_by is null) and (sent_at is null or handed_over_at is not null))
);
grant select, insert on dispute_evidence to quayside_app;
grant update (texts, files, saved_at, saved_by, handed_over_at, sent_at, sent_by, failure) on dispute_evidence to quayside_app;

create function check_dispute_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.sent_at is not null then
    raise exception 'evidence that was sent does not change' using errcode = 'check_violation', constraint = 'dispute_evidence_final';
  end if;
  if not exists (
    select from card_dispute where shop_id = new.shop_id and id = new.dispute_id and round = new.round
      and (state = 'open' or (tg_op = 'UPDATE' and old.handed_over_at is not null))
  ) then
    raise exception 'evidence belongs to the round of an open dispute' using errcode = 'check_violation', constraint = 'dispute_evidence_open';
  end if;
  return new;
end $$;
create trigger dispute_evidence_law before insert or update on dispute_evidence for each row execute function check_dispute_evidence();

create index card_disputes_by_deadline on card_dispute (coalesce(evidence_by, '9999-12-31T00:00:00Z'::timestamptz), id) where state = 'open';
create index card_disputes_ended on card_dispute (state, closed_at desc, id desc) where state <> 'open';

-- What the test processor was sent.
alter table test_dispute add column evidence jsonb, add column evidence_at timestamptz;
grant update (evidence, evidence_at) on test_dispute to quayside_app;

insert into audit_subject values
  ('dispute', 'card_dispute', 'id', 'shop_id', 'reference', array['state', 'asked', 'amount', 'evidence_by']);

-- The order of the work queue.
create index refund_orders_to_decide on refund_order (decide_by, id)
  where state = 'objected' or state = 'requested' and opened_by = 'operator';
create index card_disputes_without_evidence on card_dispute (evidence_by, id) where state = 'open' and evidence_by is not null;
create index buyer_refunds_failed on buyer_refund (failed_at, id) where state = 'failed';
