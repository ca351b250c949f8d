-- Reviews of buyers, their reports, decisions and appeals.

create table review (
  shop_id uuid not null,
  order_id uuid not null,
  buyer_id uuid not null references buyer,
  rating smallint not null check (rating between 1 and 5),
  text text not null,
  at timestamptz not null,
  id uuid not null default gen_random_uuid() constraint review_id unique,
  changed_at timestamptz,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders
);
comment on table review is
'A buyer’s review of an order.
@owner shop
@distribution shop_id
@personal text: buyer; public review; until erasure
@unique-over-all-shops review_id: random ids and numbers that the server makes';
create index reviews_of_shop on review (shop_id, at desc, id desc);
grant select on review to quayside_app;
create trigger review_told_shelf after insert on review for each row execute function tell_shelf_of_shop('shop_id');

-- A review belongs to a sale that stands: none of an order of which all was refunded, and one of an order that does
-- not count waits with it.
create function check_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from orders where shop_id = new.shop_id and id = new.order_id and (refunded = total_payment or status = 7)) then
    raise exception 'an order that was refunded has no review' using errcode = 'check_violation', constraint = 'review_refunded';
  end if;
  return new;
end $$;
create trigger review_refunded before insert on review for each row execute function check_review();

-- A review that is erased takes its former texts with it.
create function erase_former_reviews() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update review_change c set text = '—' where c.shop_id = new.shop_id and c.order_id = new.order_id and c.text <> '—';
  return null;
end $$;
create trigger review_erased after update of text on review for each row when (is_erasing())
  execute function erase_former_reviews();

create table review_reply (
  shop_id uuid not null,
  order_id uuid not null,
  merchant_id uuid not null,
  text text not null check (length(text) between 1 and 1000),
  at timestamptz not null,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references review
);
comment on table review_reply is
'The merchant’s one reply. It is public and never changed.
@owner shop
@distribution shop_id
@personal text: merchant; public reply; until erasure';
grant select, insert on review_reply to quayside_app;
create trigger review_reply_told_shelf after insert on review_reply for each row
  execute function tell_shelf_of_shop('shop_id');
create trigger review_reply_kept before delete or update on review_reply for each row
  execute function refuse_change_of_words();

create table review_report (
  shop_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  by_party text not null check (by_party in ('merchant', 'buyer', 'rule')),
  -- The merchant or the buyer; null for a rule.
  reporter_id uuid,
  reason text not null check (reason in ('abuse', 'personal-data', 'advertising', 'not-this-order', 'unlawful')),
  text text not null default '' check (length(text) <= 1000),
  at timestamptz not null,
  primary key (shop_id, order_id, id),
  foreign key (shop_id, order_id) references review,
  constraint review_reporter check ((by_party = 'rule') = (reporter_id is null))
);
comment on table review_report is
'Who reported a review, and why.
@owner shop
@distribution shop_id
@personal text: buyer, merchant; why a review was reported; until erasure';
create unique index review_reported_once on review_report (shop_id, order_id, by_party,
  reporter_id) nulls not distinct;
grant select, insert on review_report to quayside_app;
create trigger review_report_kept before delete or update on review_report for each row
  execute function refuse_change();

create table review_case (
  shop_id uuid not null,
  order_id uuid not null,
  -- The id of the review.
  id uuid not null constraint review_case_id unique,
  state text not null check (state in ('open', 'kept', 'hidden', 'redacted')),
  -- A rule caught it: its words are shown after a decision only.
  held boolean not null,
  opened_at timestamptz not null,
  -- The deadline of the decision, or of the appeal's.
  decide_by timestamptz not null,
  decided_by uuid references operator,
  decided_at timestamptz,
  -- The published reason of a hidden or redacted review.
  reason text check (reason in ('abuse', 'personal-data', 'advertising', 'not-this-order', 'unlawful')),
  -- The words without the personal data.
  redacted_text text,
  appealed_by text check (appealed_by in ('merchant', 'buyer')),
  appeal_text text check (length(appeal_text) between 1 and 1000),
  appealed_at timestamptz,
  appeal_decided_by uuid references operator,
  appeal_decided_at timestamptz,
  -- What the appeal was against.
  first_state text check (first_state in ('kept', 'hidden', 'redacted')),
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references review,
  constraint review_decided check ((state = 'open') = (decided_by is null)
    and (decided_by is null) = (decided_at is null)),
  constraint review_reason check ((state in ('hidden', 'redacted')) = (reason is not null)),
  constraint review_redacted check ((state = 'redacted') = (redacted_text is not null)),
  constraint review_appealed check ((appealed_by is null) = (appealed_at is null)
    and (appealed_by is null) = (appeal_text is null) and (appealed_by is null) = (first_state is null)
    and (appealed_by is null or state <> 'open')),
  constraint review_appeal_decided check ((appeal_decided_by is null) = (appeal_decided_at is null)
    and (appeal_decided_by is null or appealed_by is not null))
);
comment on table review_case is
'The moderation of one review. `open`: it waits for a decision. Stars always count; a decision is about words only.
@owner shop
@distribution shop_id
@personal redacted_text, appeal_text: buyer, merchant; moderation of a review; until erasure
@audit review: id id, shop shop_id; state, reason, decided_by, appealed_by, appeal_decided_by, first_state
@unique-over-all-shops review_case_id: random ids and numbers that the server makes';
create index review_cases_at_work on review_case (decide_by, id)
  where state = 'open' or (appealed_at is not null and appeal_decided_at is null);
create index review_cases_decided on review_case (shop_id, state) where state in ('hidden', 'redacted');
grant select, insert, update (state, held, decide_by, decided_by, decided_at, reason, redacted_text, appealed_by,
  appeal_text, appealed_at, appeal_decided_by, appeal_decided_at, first_state) on review_case to quayside_app;
-- Another person decides the appeal, and each decision is made once.
create trigger review_case_signers after insert or update of decided_by, appeal_decided_by on review_case for each row
  execute function check_signers('decided_by', 'appeal_decided_by');
create trigger review_case_told_shelf after insert or update on review_case for each row
  execute function tell_shelf_of_shop('shop_id');

-- A review is decided once, appealed once, and the appeal is decided once.
create function check_review_case() returns trigger language plpgsql as $$
begin
  if old.decided_by is not null and new.decided_by is distinct from old.decided_by
    or old.appeal_decided_by is not null and new.appeal_decided_by is distinct from old.appeal_decided_by
    or old.appealed_by is not null and (new.appealed_by is distinct from old.appealed_by
      or new.appeal_text is distinct from old.appeal_text and not (is_erasing() and new.appeal_text = '—'))
  then
    raise exception 'a review is decided once, and appealed once' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'open' and new.state is distinct from old.state and new.appeal_decided_by is null then
    raise exception 'only an appeal changes a decision' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger review_case_steps before update on review_case for each row execute function check_review_case();

-- The decision about a review decides the reports about it.
create function decide_reports_of_review() returns trigger language plpgsql as $$
begin
  update content_report r set state = case when new.state = 'kept' then 'dismissed' else 'upheld' end,
      decided_by = new.decided_by, decided_at = new.decided_at
    where r.review_id = new.id and r.kind = 'review' and r.state = 'open';
  return null;
end $$;
create trigger reports_of_review after update of state on review_case for each row
  when (old.state = 'open' and new.state <> 'open') execute function decide_reports_of_review();

create table review_change (
  shop_id uuid not null,
  order_id uuid not null,
  at timestamptz not null,
  rating smallint not null check (rating between 1 and 5),
  text text not null,
  primary key (shop_id, order_id, at),
  foreign key (shop_id, order_id) references review
);
comment on table review_change is
'What a review was before each change, and when it was changed.
@owner shop
@distribution shop_id
@personal text: buyer; what a changed review said before; until erasure';
grant select on review_change to quayside_app;
create trigger review_change_kept before delete or update on review_change for each row
  execute function refuse_change_of_words();
create trigger review_change_told_shelf after insert on review_change for each row
  execute function tell_shelf_of_shop('shop_id');

-- Changes a review within thirty days, unless it was decided about. Returns whether it changed. The former text is
-- kept.
create function change_review(shop_id uuid, order_id uuid, buyer_id uuid, rating int, words text,
  at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  was review;
begin
  perform check_present(at);
  if not exists (
    select from orders o where o.shop_id = change_review.shop_id and o.id = change_review.order_id
      and o.buyer_id = change_review.buyer_id and o.status = 6 and o.refunded < o.total_payment
  ) then
    raise exception 'no review without a completed order of the buyer that was not refunded as a whole'
      using errcode = 'check_violation', constraint = 'review_of_order';
  end if;
  select * into was from review v where v.shop_id = change_review.shop_id and v.order_id = change_review.order_id for update;
  if not found or change_review.at > was.at + interval '30 days' or exists (
    select from review_case c where c.shop_id = was.shop_id and c.order_id = was.order_id and c.state <> 'open'
  ) then
    return false;
  end if;
  insert into review_change (shop_id, order_id, at, rating, text)
    values (was.shop_id, was.order_id, change_review.at, was.rating, was.text);
  update review v set rating = change_review.rating, text = words, changed_at = change_review.at
    where v.shop_id = was.shop_id and v.order_id = was.order_id;
  update shop_figures f set rating_sum = f.rating_sum + change_review.rating - was.rating
    where f.shop_id = was.shop_id and change_review.rating <> was.rating
      and exists (select from orders o where o.shop_id = was.shop_id and o.id = was.order_id and o.counted);
  return true;
end $$;

-- The server calls no function but those named last.
revoke all on function
  change_review(uuid, uuid, uuid, int, text, timestamptz)
  from public;
grant execute on function
  change_review(uuid, uuid, uuid, int, text, timestamptz)
  to quayside_app;
