-- Card disputes, their state, and the evidence that was sent.

create table card_dispute (
  shop_id uuid not null,
  id uuid not null,
  deposit_id uuid,
  processor text not null check (processor in ('stripe', 'test')),
  -- The processor's own name for it.
  reference text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  amount bigint not null,
  -- What the balance no longer had when it was opened.
  owed bigint not null,
  evidence_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- What the card's bank asks for. `amount` is what of it was set aside; the difference is more than the payment had
  -- left.
  asked bigint not null constraint card_dispute_asked check (asked > 0),
  -- When the processor was asked for the state that stands here.
  as_of timestamptz not null,
  -- Rises when a decided dispute is decided otherwise.
  round int not null default 1 check (round > 0),
  order_id uuid,
  payment_id uuid,
  -- Where it was taken from; what is left of the amount came out of the balance.
  from_refund bigint not null default 0,
  from_escrow bigint not null default 0,
  from_pending bigint not null default 0,
  from_shipping bigint not null default 0 check (from_shipping >= 0),
  from_tax bigint not null default 0 check (from_tax >= 0),
  primary key (shop_id, id),
  constraint card_dispute_once unique (processor, reference),
  check (owed between 0 and amount),
  constraint card_dispute_closed check ((state = 'open') = (closed_at is null)),
  constraint card_dispute_fits check (amount between 0 and asked),
  constraint card_dispute_of_one check (num_nonnulls(deposit_id, order_id) = 1
    and (order_id is null) = (payment_id is null)),
  constraint card_dispute_parts check (from_refund >= 0 and from_escrow >= 0 and from_pending >= 0
    and from_refund + from_escrow + from_pending + from_shipping + from_tax + owed <= amount)
);
comment on table card_dispute is
'A dispute of a card payment, about a recharge or an order, and what it took from where.
@owner shop
@distribution shop_id
@impersonal reference
@audit dispute: id id, shop shop_id, code reference; state, asked, amount, evidence_by
@unique-over-all-shops card_dispute_once: a reference of the processor counts for one shop';
create index card_disputes_of on card_dispute (shop_id, deposit_id);
create index card_disputes_at_work on card_dispute (state, evidence_by);
create index card_disputes_of_order on card_dispute (shop_id, order_id) where order_id is not null;
create index card_disputes_by_deadline on card_dispute (coalesce(evidence_by, '9999-12-31 00:00:00+00'::timestamptz),
  id) where state = 'open';
create index card_disputes_ended on card_dispute (state, closed_at desc, id desc) where state <> 'open';
create index card_disputes_without_evidence on card_dispute (evidence_by, id)
  where state = 'open' and evidence_by is not null;
grant select, insert, update (state, amount, owed, evidence_by, closed_at, as_of, round, from_refund, from_escrow,
  from_pending, from_shipping, from_tax) on card_dispute to quayside_app;
create trigger card_dispute_demo after insert or update on card_dispute for each row when (new.processor = 'test')
  execute function refuse_in_production();

-- Who goes to the bank withdraws the request for a refund: nobody is paid back twice.
create function end_refund_of_disputed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update refund_order set state = 'withdrawn', reason = null, ended_at = new.opened_at, changed_at = new.opened_at, changed_by = 'processor:' || new.processor
  where shop_id = new.shop_id and order_id = new.order_id and state in ('requested', 'objected');
  return null;
end $$;
create trigger card_dispute_refunds after update of amount on card_dispute for each row
  when (new.order_id is not null and new.amount > 0) execute function end_refund_of_disputed();

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
  constraint dispute_evidence_sent check ((sent_at is null) = (sent_by is null) and (sent_at is null
    or handed_over_at is not null))
);
comment on table dispute_evidence is
'Evidence in a card dispute: one row for each round. It is a draft until the processor took it; then it stays as it
is.
@owner shop
@distribution shop_id
@personal texts, files: buyer; evidence in a card dispute
@impersonal failure
@retention 540 days after card_dispute.closed_at';
grant select, insert, update (texts, files, saved_at, saved_by, handed_over_at, sent_at, sent_by, failure)
  on dispute_evidence to quayside_app;

-- Evidence that was sent stays as it was sent.
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
create trigger dispute_evidence_law before insert or update on dispute_evidence for each row
  execute function check_dispute_evidence();

-- The files go with the evidence. The key of a file goes with its row, so the stored bytes cannot be read any more; the
-- nightly job then removes them.
create function delete_evidence_files() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone uuid[] := array(select f.value::uuid from jsonb_each_text(old.files) f where f.value is not null);
begin
  delete from file_width where file_id = any(gone);
  delete from file where id = any(gone) and purpose = 'evidence';
  return null;
end $$;
create trigger dispute_evidence_files after delete on dispute_evidence for each row
  execute function delete_evidence_files();
