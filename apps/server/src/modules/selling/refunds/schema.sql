-- Refund orders of buyers.

create table refund_order (
  shop_id uuid not null,
  id uuid not null,
  code text not null unique,
  order_id uuid not null,
  buyer_id uuid not null references buyer,
  opened_by text not null check (opened_by in ('buyer', 'operator')),
  state text not null check (state in ('requested', 'agreed', 'objected', 'refunded', 'declined', 'withdrawn')),
  amount bigint not null check (amount > 0),
  cause text not null check (cause in ('damaged', 'not-as-described', 'not-arrived', 'changed-mind', 'other')),
  text text not null,
  pictures uuid[] not null default '{}' check (cardinality(pictures) <= 5),
  requested_at timestamptz not null,
  -- Without an answer until then it counts as agreed.
  answer_by timestamptz not null,
  ended_at timestamptz,
  objection text,
  decision text,
  -- Who paid what, once it was refunded.
  from_escrow bigint not null default 0 check (from_escrow >= 0),
  from_supplier bigint not null default 0 check (from_supplier >= 0),
  from_pending bigint not null default 0 check (from_pending >= 0),
  from_available bigint not null default 0 check (from_available >= 0),
  from_due bigint not null default 0 check (from_due >= 0),
  from_commission bigint not null default 0 check (from_commission >= 0),
  -- The words of the last step, for the history.
  reason text,
  changed_by text not null,
  changed_at timestamptz not null,
  answer_warned_at timestamptz,
  opened_by_operator uuid references operator,
  -- Whether two operators must sign; decided once, when it is opened.
  needs_two boolean not null default false,
  -- When the clock decides what nobody has decided.
  decide_by timestamptz,
  bearer text not null default 'merchant' check (bearer in ('merchant', 'supplier', 'platform')),
  first_signer uuid references operator,
  decided_by_operator uuid references operator,
  -- Whose word made it a refund.
  agreed_by text check (agreed_by in ('merchant', 'silence', 'operator', 'deadline', 'cancellation')),
  from_platform bigint not null default 0 check (from_platform >= 0),
  from_shipping bigint not null default 0 check (from_shipping >= 0),
  from_tax bigint not null default 0 check (from_tax >= 0),
  from_coupon bigint not null default 0 check (from_coupon >= 0),
  -- The platform decides a refund that would pass the limit. `referred_by`: whose agreement brought it there; the
  -- deadline's is that of an objection without a decision, to an order that looks like the merchant's own purchase.
  referred_at timestamptz,
  referred_by text,
  -- The merchant's evidence; it goes with the merchant's other files.
  objection_pictures uuid[] not null default '{}' check (cardinality(objection_pictures) <= 5),
  -- What the buyer is to receive, with tax and shipping, as it was at the request; null in older ones.
  asked bigint check (asked > 0),
  primary key (shop_id, id),
  foreign key (shop_id, order_id) references orders,
  constraint refund_paid
    check (from_escrow + from_supplier + from_pending + from_available + from_due + from_commission + from_platform =
    case state when 'refunded' then amount else 0 end),
  constraint refund_opener check ((opened_by = 'operator') = (opened_by_operator is not null)),
  constraint refund_agreed check ((state in ('agreed', 'refunded')) = (agreed_by is not null)),
  constraint refund_has_clock check (decide_by is not null or (state <> 'objected' and not (state = 'requested'
    and opened_by = 'operator'))),
  -- Silence agrees to what a buyer asks for, never to what staff opened.
  constraint refund_silence check (agreed_by is distinct from 'silence' or (opened_by = 'buyer'
    and objection is null)),
  constraint refund_deadline check (agreed_by is distinct from 'deadline' or (opened_by = 'buyer'
    and objection is not null and decide_by <= changed_at)),
  -- A decision of the platform names who decided.
  constraint refund_operator_decides check (agreed_by is distinct from 'operator' or decided_by_operator is not null),
  -- Who opened is not who decides, and two signatures are two people's.
  constraint refund_other_person check (decided_by_operator <> opened_by_operator
    and first_signer <> opened_by_operator and first_signer <> decided_by_operator),
  constraint refund_two_people check (not needs_two or agreed_by is distinct from 'operator'
    or first_signer is not null),
  -- The supplier's money and the platform's own are spent by the platform's decision only.
  constraint refund_bearer check (bearer = 'merchant' or agreed_by is null
    or agreed_by in ('operator', 'cancellation') or (bearer = 'platform' and agreed_by = 'deadline')),
  constraint refund_supplier_decided check (from_supplier = 0 or (bearer = 'supplier' and agreed_by = 'operator')),
  constraint refund_platform_decided check (from_platform = 0 or (bearer = 'platform'
    and agreed_by in ('operator', 'deadline'))),
  constraint refund_declined check (state <> 'declined' or (decision is not null and decided_by_operator is not null)
    or (opened_by = 'operator' and decide_by <= changed_at)),
  constraint refund_referred check ((referred_at is null) = (referred_by is null) and (referred_by is null
    or (referred_by in ('merchant', 'silence', 'deadline') and decide_by is not null))),
  -- No agreement but the platform's ends the wait.
  constraint refund_referred_agreed check (referred_at is null or agreed_by is null
    or agreed_by in ('operator', 'cancellation')),
  constraint refund_objected check (state not in ('objected', 'declined') or objection is not null
    or (state = 'declined' and (opened_by = 'operator' or referred_at is not null)))
);
comment on table refund_order is
'A request for a refund, its decision, and from where its money comes.
@owner shop
@distribution shop_id
@personal text, pictures: buyer; why a refund is asked for; until erasure
@personal objection, objection_pictures: merchant, buyer; the merchant’s objection with its pictures and the
  decision; until erasure
@personal decision, reason: merchant, buyer; the merchant’s objection with its pictures and the decision; with the
  books
@impersonal code, changed_by, referred_by
@audit refund: id id, shop shop_id, code code; state, amount, first_signer, decided_by_operator
@unique-over-all-shops refund_order_code_key: codes that people say and type';
-- One at a time for an order.
create unique index refund_open on refund_order (shop_id, order_id)
  where state in ('requested', 'agreed', 'objected');
create index refunds_of_order on refund_order (shop_id, order_id);
create index refunds_by_time on refund_order (shop_id, requested_at desc, id desc);
create index refunds_at_work on refund_order (state, requested_at) where state in ('requested', 'agreed', 'objected');
create index refunds_of_buyer on refund_order (buyer_id, requested_at desc);
create index refund_orders_newest on refund_order (requested_at desc, id desc);
create index refund_orders_open on refund_order (coalesce(decide_by, answer_by), id)
  where state in ('requested', 'agreed', 'objected');
create index refund_code_prefix on refund_order (code text_pattern_ops);
-- What the platform decides, with agreed refunds past the debt limit.
create index refund_orders_at_platform on refund_order (decide_by, id)
  where state = 'objected' or (state = 'requested' and (referred_at is not null or opened_by = 'operator'));
grant select, insert, update (state, ended_at, objection, decision, from_escrow, from_supplier, from_pending,
  from_available, from_due, from_commission, reason, changed_by, changed_at, answer_warned_at, decide_by, bearer,
  first_signer, decided_by_operator, agreed_by, from_platform, from_shipping, from_tax, from_coupon, referred_at,
  referred_by, objection_pictures) on refund_order to quayside_app;
create trigger refund_logged after insert or update on refund_order for each row execute function log_state();
create trigger refund_signers after insert or update of first_signer, decided_by_operator on refund_order for each row
  execute function check_signers('first_signer@changed_at', 'decided_by_operator@changed_at', 'opened_by_operator');
create trigger refund_order_begins before insert on refund_order for each row execute function check_transition();
create trigger refund_order_transition before update on refund_order for each row when (old.state <> new.state)
  execute function check_transition();

-- What ends because its order was cancelled says so, whichever way it is ended.
create function note_cancellation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from orders where shop_id = new.shop_id and id = new.order_id and status = 7) then new.agreed_by := 'cancellation'; end if;
  return new;
end $$;
create trigger refund_cancelled before update of state on refund_order for each row
  when (new.state = 'refunded' and old.state <> 'refunded') execute function note_cancellation();

-- Of a refund above the limit: the same amount, the same payer, and the same two people.
create function check_signed_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.agreed_by, new.decided_by_operator, new.first_signer, new.bearer, new.amount)
    is not distinct from (old.agreed_by, old.decided_by_operator, old.first_signer, old.bearer, old.amount)
  then
    return null;
  end if;
  if not exists (
    select from act a join act_signature s on s.act_id = a.id
    where a.subject_id = new.id::text and a.kind = 'refund.approve' and a.state = 'open'
      and s.signer = new.decided_by_operator and a.proposed_by = new.first_signer
      and a.document::jsonb -> 'body' ->> 'bearer' = new.bearer
      and (a.document::jsonb -> 'body' ->> 'amount')::numeric * 100 = new.amount)
  then
    raise exception 'refund %: % signed no act about it', new.id, new.decided_by_operator
      using errcode = 'check_violation', constraint = 'signed_act';
  end if;
  return null;
end $$;
create trigger refund_signed_act after insert or update of agreed_by, decided_by_operator, first_signer, bearer,
  amount on refund_order for each row when (new.needs_two and new.agreed_by = 'operator')
  execute function check_signed_refund();

-- A guest gets a mail about each answer to a refund request.
create function mail_of_refund_order() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, at)
    select a.shop_id, a.order_id, 'refund-' || new.state, new.id::text, new.changed_at
    from order_access a where a.shop_id = new.shop_id and a.order_id = new.order_id
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_refund_order after update of state on refund_order for each row
  when (new.state in ('objected', 'declined') and old.state <> new.state) execute function mail_of_refund_order();

-- The transitions of a refund order.
insert into state_transition (subject, from_state, to_state) values
  ('refund_order', null,        'requested'),
  ('refund_order', 'requested', 'agreed'),
  ('refund_order', 'requested', 'objected'),
  ('refund_order', 'requested', 'withdrawn'),
  ('refund_order', 'requested', 'refunded'),
  ('refund_order', 'objected',  'agreed'),
  ('refund_order', 'objected',  'declined'),
  ('refund_order', 'objected',  'refunded'),
  ('refund_order', 'agreed',    'refunded'),
  ('refund_order', 'requested', 'declined'),
  ('refund_order', 'objected',  'withdrawn');

-- The debt limit of a shop at an instant, in cents: the base and a share of its settled sales. The only place that
-- computes it. The defaults are those of the contract; a test compares them. Orders that look like the merchant's own
-- purchases do not count, so that nobody buys a higher limit; nor does the order `besides`, which is being refunded.
create function debt_limit(shop uuid, at timestamptz, besides uuid default null) returns bigint
language sql stable return coalesce((setting_at('debt-limit.base', at) #>> '{}')::bigint, 1000)
    + coalesce((setting_at('debt-limit.share', at) #>> '{}')::bigint, 500) * (
      select coalesce(sum(o.total_payment - o.refunded - o.disputed), 0)::bigint from orders o
      where o.shop_id = debt_limit.shop and o.status = 6 and o.counted and o.id is distinct from besides) / 10000;

-- Keys of tables that stand before the tables that they name.
alter table buyer_refund add foreign key (shop_id, refund_order_id) references refund_order;
