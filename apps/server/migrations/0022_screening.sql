create table screening (
  shop_id uuid not null references shop,
  subject text not null check (subject in ('registration', 'destination')),
  -- The shop's of a registration, else the destination's.
  id uuid not null,
  asked_at timestamptz not null,
  -- When the lists answered about what was submitted last. Null: nothing is approved.
  screened_at timestamptz,
  provider text,
  list_version text,
  -- A keyed hash of what was asked: a decision about a hit does not hold for another name.
  question bytea check (length(question) = 32),
  primary key (shop_id, subject, id),
  constraint screening_answered check ((screened_at is null) or (provider is not null and list_version is not null))
);
comment on table screening is
'Merchants and payout destinations that are compared with lists of sanctions.
@owner shop
@distribution shop_id
@personal question: merchant; a keyed hash of the compared names; with the books
@impersonal provider, list_version';
create index screenings_waiting on screening (asked_at) where screened_at is null;
grant select, insert, update (asked_at, screened_at, provider, list_version, question) on screening to quayside_app;

create table screening_hit (
  shop_id uuid not null,
  id uuid not null,
  subject text not null,
  subject_id uuid not null,
  list text not null,
  -- The entry's id in the list.
  entry text not null,
  -- What the list says.
  listed text not null,
  mark text not null check (mark in ('name', 'address', 'chain-address')),
  score int not null check (score between 1 and 100),
  found_at timestamptz not null,
  decide_by timestamptz not null,
  -- Since when the list does not name it any more, or something else was submitted.
  ended_at timestamptz,
  state text not null default 'open' check (state in ('open', 'cleared', 'confirmed')),
  decided_by uuid references operator,
  decided_at timestamptz,
  reason text check (length(reason) between 1 and 500),
  primary key (shop_id, id),
  foreign key (shop_id, subject, subject_id) references screening,
  constraint screening_hit_decided check ((state = 'open') = (decided_by is null)
    and (state = 'open') = (decided_at is null) and (state = 'open') = (reason is null))
);
comment on table screening_hit is
'Entries of lists that may be the merchant or the holder of a destination. A person decides whether they are.
@owner shop
@distribution shop_id
@personal listed, reason: merchant; what a list of sanctions says, and why an operator decided; five years after the
  hit ended, or until erasure
@impersonal list, entry
@retention 1826 days after ended_at
@audit screening: id id, shop shop_id, code entry; state, list, score, decided_by';
create unique index screening_hit_once on screening_hit (shop_id, subject, subject_id, list, entry, mark)
  where ended_at is null;
create index screening_hits_open on screening_hit (decide_by, id) where state = 'open' and ended_at is null;
create index screening_hits_by_deadline on screening_hit (state, decide_by, id);
create index screening_hits_by_end on screening_hit (ended_at) where ended_at is not null;
grant select, insert, update (score, ended_at, state, decided_by, decided_at, reason) on screening_hit to quayside_app;

-- A hit begins open, ends once, and is decided by an operator of review or finance with a reason. A cleared hit stays
-- cleared; a confirmed one is cleared by another person only.
create function check_screening_hit() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' or new.ended_at is not null then
      raise exception 'a hit begins open' using errcode = 'check_violation', constraint = 'screening_hit_begins';
    end if;
    return new;
  end if;
  if old.ended_at is not null and new.ended_at is distinct from old.ended_at then
    raise exception 'a hit ends once' using errcode = 'restrict_violation';
  end if;
  if (new.state, new.decided_by, new.decided_at, new.reason)
    is not distinct from (old.state, old.decided_by, old.decided_at, old.reason)
  then
    return new;
  end if;
  -- An erasure blanks the words and nothing else.
  if owns_table(tg_relid) and new.reason = '—' and (new.state, new.decided_by, new.decided_at)
    is not distinct from (old.state, old.decided_by, old.decided_at)
  then
    return new;
  end if;
  if new.state = 'open' or old.state = 'cleared' or old.state = new.state then
    raise exception 'a hit is decided once' using errcode = 'check_violation', constraint = 'screening_hit_decided_once';
  end if;
  if not exists (select from operator o join operator_desk d on d.operator_id = o.id
    where o.id = new.decided_by and o.deactivated_at is null and d.desk in ('review', 'finance') and d.revoked_at is null)
  then
    raise exception 'an operator of review or finance decides a hit'
      using errcode = 'check_violation', constraint = 'screening_hit_operator';
  end if;
  if old.state = 'confirmed' then
    perform assert_two_people(new.decided_by, old.decided_by);
  end if;
  return new;
end $$;
create trigger screening_hit_law before insert or update on screening_hit for each row
  execute function check_screening_hit();

-- What an operator reads of an erased merchant: that a hit was decided, not about whom.
create function blank_screening_hits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update screening_hit set listed = '—', reason = case when reason is not null then '—' end where shop_id = new.shop_id;
  return null;
end $$;
create trigger screening_hits_blanked after update of erased_at on merchant for each row
  when (old.erased_at is null and new.erased_at is not null) execute function blank_screening_hits();

-- Whether the lists still have to answer about a shop and a destination (null: the shop alone), or a hit is not
-- cleared.
create function screening_blocks(of_shop uuid, of_destination uuid) returns boolean language sql stable as $$
  select exists (select from screening s where s.shop_id = of_shop and s.screened_at is null
      and (s.subject = 'registration' or s.id = of_destination))
    or exists (select from screening_hit h where h.shop_id = of_shop and h.ended_at is null and h.state <> 'cleared'
      and (h.subject = 'registration' or h.subject_id = of_destination))
$$;

-- Refuses an approval while the lists have not answered or a hit is not cleared. The lock makes an answer that is
-- being written come entirely before or after the approval. Volatile, so that the second statement sees what the lock
-- waited for.
create function assert_screened(of_shop uuid, of_destination uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from screening s where s.shop_id = of_shop and (s.subject = 'registration' or s.id = of_destination)
    order by s.subject, s.id for share;
  if screening_blocks(of_shop, of_destination) then
    raise exception 'shop %: a hit of the screening is not cleared', of_shop
      using errcode = 'check_violation', constraint = 'screened';
  end if;
end $$;

revoke all on function assert_screened(uuid, uuid) from public;
grant execute on function assert_screened(uuid, uuid) to quayside_app;

-- Papers are verified when the lists name nobody, or an operator cleared what they name.
create function check_registration_screened() returns trigger language plpgsql as $$
begin
  perform assert_screened(new.shop_id, null);
  return new;
end $$;
create trigger registration_screened before update of state on registration for each row
  when (new.state = 'verified' and old.state <> 'verified') execute function check_registration_screened();

-- No approval and no payment while the lists of sanctions have not answered about the merchant and the destination, or
-- a hit is not cleared by an operator.
create function check_withdrawal_screened() returns trigger language plpgsql as $$
begin
  perform assert_screened(new.shop_id, new.destination_id);
  return new;
end $$;
create trigger withdrawal_screened before update of state, first_approver on withdrawal for each row
  when ((new.state in ('approved', 'sending') and old.state in ('pending', 'approved') and new.state <> old.state)
    or (old.first_approver is null and new.first_approver is not null))
  execute function check_withdrawal_screened();

create or replace function work_page(kinds text[], at_now timestamptz, after_due timestamptz, after_id uuid, after_kind text,
  free_for uuid, most int) returns table (kind text, id uuid, shop_id uuid, shop_code text, shop_name text,
  title text, item_group text, amount bigint, since timestamptz, due_at timestamptz, claimed_by uuid,
  claimed_by_name text, claimed_until timestamptz, snoozed_by uuid, snoozed_by_name text, snoozed_until timestamptz,
  snooze_reason text)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select i.kind, i.id, i.shop_id, s.code, s.name, i.title, i.item_group, i.amount, i.since, i.due_at,
    c.operator_id, co.name, c.until, z.operator_id, zo.name, z.until, z.reason
  from (select * from (
    (select 'registration' as kind, registration.shop_id as id, registration.shop_id as shop_id, coalesce(registration.shop_name, '') as title, null::text as item_group,
      null::bigint as amount, coalesce(registration.submitted_at, registration.created_at) as since, registration.review_by as due_at
    from registration
    where 'registration' = any (kinds) and registration.state in ('submitted', 'in-review')
      and (registration.review_by, registration.shop_id) >= (after_due, after_id)
      and not (registration.review_by = after_due and registration.shop_id = after_id and 'registration' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'registration' and z.id = registration.shop_id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'registration' and c.id = registration.shop_id and c.operator_id <> free_for and c.until > at_now))
    order by registration.review_by, registration.shop_id limit most) union all
    (select 'withdrawal' as kind, withdrawal.id as id, withdrawal.shop_id as shop_id, withdrawal.code as title, null::text as item_group,
      withdrawal.gross as amount, withdrawal.requested_at as since, withdrawal.decide_by as due_at
    from withdrawal
    where 'withdrawal' = any (kinds) and withdrawal.state = 'pending'
      and (withdrawal.decide_by, withdrawal.id) >= (after_due, after_id)
      and not (withdrawal.decide_by = after_due and withdrawal.id = after_id and 'withdrawal' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'withdrawal' and z.id = withdrawal.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'withdrawal' and c.id = withdrawal.id and c.operator_id <> free_for and c.until > at_now))
    order by withdrawal.decide_by, withdrawal.id limit most) union all
    (select 'payout' as kind, withdrawal.id as id, withdrawal.shop_id as shop_id, withdrawal.code as title, case when withdrawal.rail = 'chain' then 'chain' else withdrawal.batch_id::text end as item_group,
      withdrawal.net as amount, withdrawal.decided_at as since, withdrawal.pay_by as due_at
    from withdrawal
    where 'payout' = any (kinds) and withdrawal.state in ('approved', 'sending', 'unknown')
      and (withdrawal.pay_by, withdrawal.id) >= (after_due, after_id)
      and not (withdrawal.pay_by = after_due and withdrawal.id = after_id and 'payout' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'payout' and z.id = withdrawal.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'payout' and c.id = withdrawal.id and c.operator_id <> free_for and c.until > at_now))
    order by withdrawal.pay_by, withdrawal.id limit most) union all
    (select 'conversation' as kind, talk.party_id as id, talk.shop_id as shop_id, coalesce((select left(m.text, 80) from talk_message m where m.party_id = talk.party_id and m.seq = talk.last_seq), '') as title, null::text as item_group,
      null::bigint as amount, coalesce(talk.waiting_since, talk.last_at) as since, talk.answer_by as due_at
    from talk
    where 'conversation' = any (kinds) and talk.answer_by is not null
      and (talk.answer_by, talk.party_id) >= (after_due, after_id)
      and not (talk.answer_by = after_due and talk.party_id = after_id and 'conversation' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'conversation' and z.id = talk.party_id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'conversation' and c.id = talk.party_id and c.operator_id <> free_for and c.until > at_now))
    order by talk.answer_by, talk.party_id limit most) union all
    (select 'review' as kind, review_case.id as id, review_case.shop_id as shop_id, coalesce((select o.code from orders o where o.shop_id = review_case.shop_id and o.id = review_case.order_id), '') as title, null::text as item_group,
      null::bigint as amount, coalesce(review_case.appealed_at, review_case.opened_at) as since, review_case.decide_by as due_at
    from review_case
    where 'review' = any (kinds) and (review_case.state = 'open' or (review_case.appealed_at is not null and review_case.appeal_decided_at is null))
      and (review_case.decide_by, review_case.id) >= (after_due, after_id)
      and not (review_case.decide_by = after_due and review_case.id = after_id and 'review' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'review' and z.id = review_case.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'review' and c.id = review_case.id and c.operator_id <> free_for and c.until > at_now))
    order by review_case.decide_by, review_case.id limit most) union all
    (select 'report' as kind, content_report.id as id, content_report.shop_id as shop_id, content_report.code as title, null::text as item_group,
      null::bigint as amount, content_report.reported_at as since, content_report.decide_by as due_at
    from content_report
    where 'report' = any (kinds) and (content_report.state = 'open' and content_report.kind <> 'review')
      and (content_report.decide_by, content_report.id) >= (after_due, after_id)
      and not (content_report.decide_by = after_due and content_report.id = after_id and 'report' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'report' and z.id = content_report.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'report' and c.id = content_report.id and c.operator_id <> free_for and c.until > at_now))
    order by content_report.decide_by, content_report.id limit most) union all
    (select 'screening' as kind, screening_hit.id as id, screening_hit.shop_id as shop_id, ''::text as title, null::text as item_group,
      null::bigint as amount, screening_hit.found_at as since, screening_hit.decide_by as due_at
    from screening_hit
    where 'screening' = any (kinds) and (screening_hit.state = 'open' and screening_hit.ended_at is null)
      and (screening_hit.decide_by, screening_hit.id) >= (after_due, after_id)
      and not (screening_hit.decide_by = after_due and screening_hit.id = after_id and 'screening' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'screening' and z.id = screening_hit.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'screening' and c.id = screening_hit.id and c.operator_id <> free_for and c.until > at_now))
    order by screening_hit.decide_by, screening_hit.id limit most) union all
    (select 'privacy-request' as kind, privacy_request.id as id, privacy_request.shop_id as shop_id, privacy_request.code as title, null::text as item_group,
      null::bigint as amount, privacy_request.requested_at as since, privacy_request.due_at as due_at
    from privacy_request
    where 'privacy-request' = any (kinds) and privacy_request.state = 'open'
      and (privacy_request.due_at, privacy_request.id) >= (after_due, after_id)
      and not (privacy_request.due_at = after_due and privacy_request.id = after_id and 'privacy-request' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'privacy-request' and z.id = privacy_request.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'privacy-request' and c.id = privacy_request.id and c.operator_id <> free_for and c.until > at_now))
    order by privacy_request.due_at, privacy_request.id limit most) union all
    (select 'announcement' as kind, announcement.id as id, null::uuid as shop_id, coalesce(announcement.texts -> 'en' ->> 'title', '') as title, null::text as item_group,
      null::bigint as amount, announcement.at as since, announcement.confirm_by as due_at
    from announcement
    where 'announcement' = any (kinds) and announcement.state = 'to-confirm'
      and (announcement.confirm_by, announcement.id) >= (after_due, after_id)
      and not (announcement.confirm_by = after_due and announcement.id = after_id and 'announcement' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'announcement' and z.id = announcement.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'announcement' and c.id = announcement.id and c.operator_id <> free_for and c.until > at_now))
    order by announcement.confirm_by, announcement.id limit most) union all
    (select 'appeal' as kind, withdrawal_appeal.withdrawal_id as id, withdrawal_appeal.shop_id as shop_id, withdrawal.code as title, null::text as item_group,
      withdrawal.gross as amount, withdrawal_appeal.appealed_at as since, withdrawal_appeal.decide_by as due_at
    from withdrawal_appeal join withdrawal on withdrawal.shop_id = withdrawal_appeal.shop_id and withdrawal.id = withdrawal_appeal.withdrawal_id
    where 'appeal' = any (kinds) and withdrawal_appeal.state = 'open'
      and (withdrawal_appeal.decide_by, withdrawal_appeal.withdrawal_id) >= (after_due, after_id)
      and not (withdrawal_appeal.decide_by = after_due and withdrawal_appeal.withdrawal_id = after_id and 'appeal' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'appeal' and z.id = withdrawal_appeal.withdrawal_id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'appeal' and c.id = withdrawal_appeal.withdrawal_id and c.operator_id <> free_for and c.until > at_now))
    order by withdrawal_appeal.decide_by, withdrawal_appeal.withdrawal_id limit most) union all
    (select 'refund' as kind, refund_order.id as id, refund_order.shop_id as shop_id, refund_order.code as title, null::text as item_group,
      refund_order.amount as amount, coalesce(refund_order.referred_at, refund_order.changed_at) as since, refund_order.decide_by as due_at
    from refund_order
    where 'refund' = any (kinds) and (refund_order.state = 'objected' or refund_order.state = 'requested' and (refund_order.referred_at is not null or refund_order.opened_by = 'operator'))
      and (refund_order.decide_by, refund_order.id) >= (after_due, after_id)
      and not (refund_order.decide_by = after_due and refund_order.id = after_id and 'refund' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'refund' and z.id = refund_order.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'refund' and c.id = refund_order.id and c.operator_id <> free_for and c.until > at_now))
    order by refund_order.decide_by, refund_order.id limit most) union all
    (select 'refund-payment' as kind, buyer_refund.id as id, buyer_refund.shop_id as shop_id, (select code from orders where orders.shop_id = buyer_refund.shop_id and orders.id = buyer_refund.order_id) as title, null::text as item_group,
      buyer_refund.amount - buyer_refund.withheld as amount, case buyer_refund.state when 'by-bank' then buyer_refund.way_signed_at else buyer_refund.failed_at end as since, ((case buyer_refund.state when 'by-bank' then buyer_refund.way_signed_at at time zone 'UTC' + interval '120 hours'
    else buyer_refund.failed_at at time zone 'UTC' + interval '24 hours' end) at time zone 'UTC') as due_at
    from buyer_refund
    where 'refund-payment' = any (kinds) and buyer_refund.state in ('failed', 'by-bank')
      and (((case buyer_refund.state when 'by-bank' then buyer_refund.way_signed_at at time zone 'UTC' + interval '120 hours'
    else buyer_refund.failed_at at time zone 'UTC' + interval '24 hours' end) at time zone 'UTC'), buyer_refund.id) >= (after_due, after_id)
      and not (((case buyer_refund.state when 'by-bank' then buyer_refund.way_signed_at at time zone 'UTC' + interval '120 hours'
    else buyer_refund.failed_at at time zone 'UTC' + interval '24 hours' end) at time zone 'UTC') = after_due and buyer_refund.id = after_id and 'refund-payment' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'refund-payment' and z.id = buyer_refund.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'refund-payment' and c.id = buyer_refund.id and c.operator_id <> free_for and c.until > at_now))
    order by ((case buyer_refund.state when 'by-bank' then buyer_refund.way_signed_at at time zone 'UTC' + interval '120 hours'
    else buyer_refund.failed_at at time zone 'UTC' + interval '24 hours' end) at time zone 'UTC'), buyer_refund.id limit most) union all
    (select 'dispute' as kind, card_dispute.id as id, card_dispute.shop_id as shop_id, coalesce((select code from orders where orders.shop_id = card_dispute.shop_id and orders.id = card_dispute.order_id),
    (select code from deposit where deposit.shop_id = card_dispute.shop_id and deposit.id = card_dispute.deposit_id),
    card_dispute.reference) as title, null::text as item_group,
      card_dispute.asked as amount, card_dispute.opened_at as since, card_dispute.evidence_by as due_at
    from card_dispute
    where 'dispute' = any (kinds) and card_dispute.state = 'open' and card_dispute.evidence_by is not null and not exists (
    select from dispute_evidence e where e.shop_id = card_dispute.shop_id and e.dispute_id = card_dispute.id
      and e.round = card_dispute.round and e.sent_at is not null)
      and (card_dispute.evidence_by, card_dispute.id) >= (after_due, after_id)
      and not (card_dispute.evidence_by = after_due and card_dispute.id = after_id and 'dispute' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'dispute' and z.id = card_dispute.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'dispute' and c.id = card_dispute.id and c.operator_id <> free_for and c.until > at_now))
    order by card_dispute.evidence_by, card_dispute.id limit most) union all
    (select 'shipment' as kind, orders.id as id, orders.shop_id as shop_id, orders.code as title, null::text as item_group,
      orders.total_cost as amount, orders.picked_up_at as since, orders.ship_by as due_at
    from orders
    where 'shipment' = any (kinds) and orders.status = 2
      and (orders.ship_by, orders.id) >= (after_due, after_id)
      and not (orders.ship_by = after_due and orders.id = after_id and 'shipment' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'shipment' and z.id = orders.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'shipment' and c.id = orders.id and c.operator_id <> free_for and c.until > at_now))
    order by orders.ship_by, orders.id limit most) union all
    (select 'delivery' as kind, delivery_check.order_id as id, delivery_check.shop_id as shop_id, (select o.code from orders o where o.shop_id = delivery_check.shop_id and o.id = delivery_check.order_id) as title, null::text as item_group,
      null::bigint as amount, delivery_check.since as since, delivery_check.check_by as due_at
    from delivery_check
    where 'delivery' = any (kinds) and true
      and (delivery_check.check_by, delivery_check.order_id) >= (after_due, after_id)
      and not (delivery_check.check_by = after_due and delivery_check.order_id = after_id and 'delivery' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'delivery' and z.id = delivery_check.order_id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'delivery' and c.id = delivery_check.order_id and c.operator_id <> free_for and c.until > at_now))
    order by delivery_check.check_by, delivery_check.order_id limit most) union all
    (select 'recharge' as kind, deposit.id as id, deposit.shop_id as shop_id, deposit.code as title, null::text as item_group,
      deposit.amount as amount, deposit.created_at as since, ((deposit.created_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC') as due_at
    from deposit
    where 'recharge' = any (kinds) and (deposit.state = 'under-review' or deposit.state = 'awaiting-transfer' and deposit.channel = 'manual')
      and (((deposit.created_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC'), deposit.id) >= (after_due, after_id)
      and not (((deposit.created_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC') = after_due and deposit.id = after_id and 'recharge' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'recharge' and z.id = deposit.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'recharge' and c.id = deposit.id and c.operator_id <> free_for and c.until > at_now))
    order by ((deposit.created_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC'), deposit.id limit most) union all
    (select 'unidentified-money' as kind, unidentified_money.id as id, unidentified_money.shop_id as shop_id, unidentified_money.code as title, null::text as item_group,
      unidentified_money.amount as amount, unidentified_money.received_at as since, ((unidentified_money.received_at at time zone 'UTC' + interval '72 hours') at time zone 'UTC') as due_at
    from unidentified_money
    where 'unidentified-money' = any (kinds) and unidentified_money.state in ('open', 'proposed', 'returning')
      and (((unidentified_money.received_at at time zone 'UTC' + interval '72 hours') at time zone 'UTC'), unidentified_money.id) >= (after_due, after_id)
      and not (((unidentified_money.received_at at time zone 'UTC' + interval '72 hours') at time zone 'UTC') = after_due and unidentified_money.id = after_id and 'unidentified-money' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'unidentified-money' and z.id = unidentified_money.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'unidentified-money' and c.id = unidentified_money.id and c.operator_id <> free_for and c.until > at_now))
    order by ((unidentified_money.received_at at time zone 'UTC' + interval '72 hours') at time zone 'UTC'), unidentified_money.id limit most) union all
    (select 'treasury-movement' as kind, treasury_movement.id as id, null::uuid as shop_id, treasury_movement.code as title, null::text as item_group,
      treasury_movement.amount as amount, treasury_movement.proposed_at as since, ((treasury_movement.proposed_at at time zone 'UTC' + interval '48 hours') at time zone 'UTC') as due_at
    from treasury_movement
    where 'treasury-movement' = any (kinds) and treasury_movement.state in ('proposed', 'signed', 'reversal-proposed')
      and (((treasury_movement.proposed_at at time zone 'UTC' + interval '48 hours') at time zone 'UTC'), treasury_movement.id) >= (after_due, after_id)
      and not (((treasury_movement.proposed_at at time zone 'UTC' + interval '48 hours') at time zone 'UTC') = after_due and treasury_movement.id = after_id and 'treasury-movement' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'treasury-movement' and z.id = treasury_movement.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'treasury-movement' and c.id = treasury_movement.id and c.operator_id <> free_for and c.until > at_now))
    order by ((treasury_movement.proposed_at at time zone 'UTC' + interval '48 hours') at time zone 'UTC'), treasury_movement.id limit most) union all
    (select 'adjustment' as kind, adjustment.id as id, adjustment.shop_id as shop_id, adjustment.code as title, null::text as item_group,
      adjustment.amount as amount, adjustment.proposed_at as since, ((adjustment.proposed_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC') as due_at
    from adjustment
    where 'adjustment' = any (kinds) and adjustment.state = 'proposed'
      and (((adjustment.proposed_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC'), adjustment.id) >= (after_due, after_id)
      and not (((adjustment.proposed_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC') = after_due and adjustment.id = after_id and 'adjustment' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'adjustment' and z.id = adjustment.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'adjustment' and c.id = adjustment.id and c.operator_id <> free_for and c.until > at_now))
    order by ((adjustment.proposed_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC'), adjustment.id limit most) union all
    (select 'act-finance' as kind, act.id as id, act.shop_id as shop_id, act.kind as title, null::text as item_group,
      null::bigint as amount, act.proposed_at as since, act.expires_at as due_at
    from act
    where 'act-finance' = any (kinds) and act.state = 'open'
  and act.kind in ('coupon.issue', 'payment-account.confirm', 'payment.pix', 'payout.return', 'setting.change', 'shop.close', 'shop.restrict') and act.desk = 'finance'
      and (act.expires_at, act.id) >= (after_due, after_id)
      and not (act.expires_at = after_due and act.id = after_id and 'act-finance' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'act-finance' and z.id = act.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'act-finance' and c.id = act.id and c.operator_id <> free_for and c.until > at_now))
    order by act.expires_at, act.id limit most) union all
    (select 'act-review' as kind, act.id as id, act.shop_id as shop_id, act.kind as title, null::text as item_group,
      null::bigint as amount, act.proposed_at as since, act.expires_at as due_at
    from act
    where 'act-review' = any (kinds) and act.state = 'open'
  and act.kind in ('coupon.issue', 'payment-account.confirm', 'payment.pix', 'payout.return', 'setting.change', 'shop.close', 'shop.restrict') and act.desk = 'review'
      and (act.expires_at, act.id) >= (after_due, after_id)
      and not (act.expires_at = after_due and act.id = after_id and 'act-review' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'act-review' and z.id = act.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'act-review' and c.id = act.id and c.operator_id <> free_for and c.until > at_now))
    order by act.expires_at, act.id limit most) union all
    (select 'act-owner' as kind, act.id as id, act.shop_id as shop_id, act.kind as title, null::text as item_group,
      null::bigint as amount, act.proposed_at as since, act.expires_at as due_at
    from act
    where 'act-owner' = any (kinds) and act.state = 'open'
  and act.kind in ('coupon.issue', 'payment-account.confirm', 'payment.pix', 'payout.return', 'setting.change', 'shop.close', 'shop.restrict') and act.desk = 'owner'
      and (act.expires_at, act.id) >= (after_due, after_id)
      and not (act.expires_at = after_due and act.id = after_id and 'act-owner' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'act-owner' and z.id = act.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'act-owner' and c.id = act.id and c.operator_id <> free_for and c.until > at_now))
    order by act.expires_at, act.id limit most) union all
    (select 'alert' as kind, staff_alert.id as id, null::uuid as shop_id, staff_alert.kind as title, null::text as item_group,
      null::bigint as amount, staff_alert.opened_at as since, ((staff_alert.opened_at at time zone 'UTC' + interval '4 hours') at time zone 'UTC') as due_at
    from staff_alert
    where 'alert' = any (kinds) and staff_alert.closed_at is null and staff_alert.kind <> 'decisions-overdue'
      and (((staff_alert.opened_at at time zone 'UTC' + interval '4 hours') at time zone 'UTC'), staff_alert.id) >= (after_due, after_id)
      and not (((staff_alert.opened_at at time zone 'UTC' + interval '4 hours') at time zone 'UTC') = after_due and staff_alert.id = after_id and 'alert' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'alert' and z.id = staff_alert.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'alert' and c.id = staff_alert.id and c.operator_id <> free_for and c.until > at_now))
    order by ((staff_alert.opened_at at time zone 'UTC' + interval '4 hours') at time zone 'UTC'), staff_alert.id limit most) union all
    (select 'processor-event' as kind, unbooked_event.id as id, null::uuid as shop_id, coalesce(unbooked_event.reference, unbooked_event.type) as title, null::text as item_group,
      null::bigint as amount, unbooked_event.received_at as since, ((unbooked_event.received_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC') as due_at
    from unbooked_event
    where 'processor-event' = any (kinds) and unbooked_event.state = 'open'
      and (((unbooked_event.received_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC'), unbooked_event.id) >= (after_due, after_id)
      and not (((unbooked_event.received_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC') = after_due and unbooked_event.id = after_id and 'processor-event' <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = 'processor-event' and z.id = unbooked_event.id and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = 'processor-event' and c.id = unbooked_event.id and c.operator_id <> free_for and c.until > at_now))
    order by ((unbooked_event.received_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC'), unbooked_event.id limit most)
    ) u order by u.due_at, u.id, u.kind collate "C" limit most) i
  left join shop s on s.id = i.shop_id
  left join work_claim c on c.kind = i.kind and c.id = i.id and c.until > at_now
  left join operator co on co.id = c.operator_id
  left join work_snooze z on z.kind = i.kind and z.id = i.id and z.until > at_now
  left join operator zo on zo.id = z.operator_id
  order by i.due_at, i.id, i.kind collate "C";
end $$;

select fill_audit_subject();
