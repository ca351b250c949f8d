-- Refunds: who pays, who may decide, and what the clock does when nobody decides.

-- What the platform pays to buyers out of its own means.
insert into ledger.kind values ('E.GOODWILL', 'D', false, true);

alter table orders
  add column refunded_platform bigint not null default 0,
  -- When everything but an open refund's own part was settled.
  add column part_settled_at timestamptz,
  alter column refund_loss set expression as (refunded - refunded_supplier - refunded_commission - refunded_platform),
  drop constraint order_refund_parts,
  add constraint order_refund_parts check (refunded_escrow >= 0 and refunded_platform >= 0 and refunded_supplier between 0 and total_cost
    and refunded_escrow + refunded_supplier + refunded_platform <= refunded and refunded_commission between 0 and commission),
  add constraint order_part_settled check (part_settled_at is null or (status in (4, 6) and part_settled_at >= settles_at));
grant update (refunded_platform, part_settled_at) on orders to quayside_app;

alter table refund_order
  add column opened_by_operator uuid references operator,
  -- Whether two operators must sign; decided once, when it is opened.
  add column needs_two boolean not null default false,
  -- When the clock decides what nobody has decided.
  add column decide_by timestamptz,
  add column bearer text not null default 'merchant' check (bearer in ('merchant', 'supplier', 'platform')),
  add column first_signer uuid references operator,
  add column decided_by_operator uuid references operator,
  -- Whose word made it a refund.
  add column agreed_by text check (agreed_by in ('merchant', 'silence', 'operator', 'deadline', 'cancellation')),
  add column from_platform bigint not null default 0 check (from_platform >= 0);

-- Rows of before, from the log of state changes.
update refund_order r set opened_by_operator = split_part(c.actor, ':', 2)::uuid
  from state_change c
  where r.opened_by = 'operator' and c.shop_id = r.shop_id and c.subject_id = r.id and c.from_state is null and c.actor like 'operator:%';
update refund_order r set
    agreed_by = case split_part(c.actor, ':', 1) when 'operator' then 'operator' when 'clock' then 'silence' else 'merchant' end,
    decided_by_operator = case when c.actor like 'operator:%' then split_part(c.actor, ':', 2)::uuid end
  from state_change c
  where r.state in ('agreed', 'refunded') and c.shop_id = r.shop_id and c.subject_id = r.id and c.to_state = 'agreed';
update refund_order set agreed_by = 'cancellation' where state = 'refunded' and agreed_by is null;
update refund_order r set decided_by_operator = split_part(c.actor, ':', 2)::uuid
  from state_change c
  where r.state = 'declined' and c.shop_id = r.shop_id and c.subject_id = r.id and c.to_state = 'declined' and c.actor like 'operator:%';
update refund_order set bearer = 'supplier' where from_supplier > 0;
-- The limit of the installation is not known here; its default decides for what is open.
update refund_order set needs_two = amount > 100000 where state in ('requested', 'agreed', 'objected');
-- Nobody loses time that the platform had promised to have.
update refund_order set decide_by = greatest(changed_at + interval '10 days', now() + interval '3 days') where state = 'objected';
update refund_order set decide_by = answer_by + interval '10 days' where state = 'requested' and opened_by = 'operator';

alter table refund_order
  drop constraint refund_paid,
  add constraint refund_paid check (
    from_escrow + from_supplier + from_pending + from_available + from_due + from_commission + from_platform
      = case state when 'refunded' then amount else 0 end),
  add constraint refund_opener check ((opened_by = 'operator') = (opened_by_operator is not null)),
  drop constraint refund_objected,
  add constraint refund_objected check (state not in ('objected', 'declined') or objection is not null
    or (state = 'declined' and opened_by = 'operator')),
  add constraint refund_agreed check ((state in ('agreed', 'refunded')) = (agreed_by is not null)),
  add constraint refund_has_clock check (decide_by is not null or (state <> 'objected' and not (state = 'requested' and opened_by = 'operator'))),
  -- Silence agrees to what a buyer asks for, never to what staff opened.
  add constraint refund_silence check (agreed_by is distinct from 'silence' or (opened_by = 'buyer' and objection is null)),
  add constraint refund_deadline check (agreed_by is distinct from 'deadline'
    or (opened_by = 'buyer' and objection is not null and decide_by <= changed_at));
-- What was decided before these rules stays as it was decided: they hold for every row that is written from now on.
alter table refund_order
  add constraint refund_operator_decides check (agreed_by is distinct from 'operator' or decided_by_operator is not null) not valid,
  -- Who opened is not who decides, and two signatures are two people's.
  add constraint refund_other_person check (decided_by_operator <> opened_by_operator and first_signer <> opened_by_operator
    and first_signer <> decided_by_operator) not valid,
  add constraint refund_two_people check (not needs_two or agreed_by is distinct from 'operator' or first_signer is not null) not valid,
  -- The supplier's money and the platform's own are spent by the platform's decision only.
  add constraint refund_bearer check (bearer = 'merchant' or agreed_by is null or agreed_by in ('operator', 'cancellation')
    or (bearer = 'platform' and agreed_by = 'deadline')) not valid,
  add constraint refund_supplier_decided check (from_supplier = 0 or (bearer = 'supplier' and agreed_by = 'operator')) not valid,
  add constraint refund_platform_decided check (from_platform = 0 or (bearer = 'platform' and agreed_by in ('operator', 'deadline'))),
  drop constraint refund_declined,
  add constraint refund_declined check (state <> 'declined' or (decision is not null and decided_by_operator is not null)
    or (opened_by = 'operator' and decide_by <= changed_at)) not valid;
grant update (decide_by, bearer, first_signer, decided_by_operator, agreed_by, from_platform) on refund_order to quayside_app;

-- What ends because its order was cancelled says so, whichever way it is ended.
create function note_cancellation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from orders where shop_id = new.shop_id and id = new.order_id and status = 7) then new.agreed_by := 'cancellation'; end if;
  return new;
end $$;
create trigger refund_cancelled before update of state on refund_order for each row
  when (new.state = 'refunded' and old.state <> 'refunded') execute function note_cancellation();

-- An order counts as refunded what its refund orders paid, to the cent and by payer; before the shipment nothing but its escrow (or the platform)
-- pays, since it would ship at somebody's loss otherwise.
create function check_refunded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  paid record;
begin
  select coalesce(sum(amount), 0) as amount, coalesce(sum(from_escrow), 0) as escrow, coalesce(sum(from_supplier), 0) as supplier,
    coalesce(sum(from_platform), 0) as platform
  into paid from refund_order where shop_id = new.shop_id and order_id = new.id and state = 'refunded' and agreed_by <> 'cancellation';
  if (new.refunded, new.refunded_escrow, new.refunded_supplier, new.refunded_platform)
    is distinct from (paid.amount::bigint, paid.escrow::bigint, paid.supplier::bigint, paid.platform::bigint) then
    raise exception 'what an order counts as refunded is what its refund orders paid'
      using errcode = 'check_violation', constraint = 'order_refunds';
  end if;
  if new.status not in (3, 4, 6) and not (new.status = 2
    and new.refunded - old.refunded = new.refunded_escrow - old.refunded_escrow + new.refunded_platform - old.refunded_platform) then
    raise exception 'before its shipment a refund of an order takes its escrow only'
      using errcode = 'check_violation', constraint = 'order_refund_before_shipment';
  end if;
  return null;
end $$;
create trigger order_refunds after update of refunded, refunded_escrow, refunded_supplier, refunded_platform on orders for each row
  when ((new.refunded, new.refunded_escrow, new.refunded_supplier, new.refunded_platform)
    is distinct from (old.refunded, old.refunded_escrow, old.refunded_supplier, old.refunded_platform))
  execute function check_refunded();
