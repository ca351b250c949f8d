-- Reviews of buyers: a public id, the merchant's reply, reports, and the decisions of the platform.

alter table review add column id uuid not null default gen_random_uuid() constraint review_id unique;
create index reviews_of_shop on review (shop_id, at desc, id desc);

-- The merchant's one reply. It is public and never changed.
create table review_reply (
  shop_id uuid not null,
  order_id uuid not null,
  merchant_id uuid not null,
  text text not null check (length(text) between 1 and 1000),
  at timestamptz not null,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references review
);
grant select, insert on review_reply to quayside_app;
create trigger review_reply_kept before update or delete on review_reply for each row execute function refuse_change();

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
create unique index review_reported_once on review_report (shop_id, order_id, by_party, reporter_id) nulls not distinct;
grant select, insert on review_report to quayside_app;
create trigger review_report_kept before update or delete on review_report for each row execute function refuse_change();

-- The moderation of one review. `open`: it waits for a decision. Stars always count; a decision is about words only.
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
  constraint review_decided check ((state = 'open') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint review_reason check ((state in ('hidden', 'redacted')) = (reason is not null)),
  constraint review_redacted check ((state = 'redacted') = (redacted_text is not null)),
  constraint review_appealed check ((appealed_by is null) = (appealed_at is null) and (appealed_by is null) = (appeal_text is null)
    and (appealed_by is null) = (first_state is null) and (appealed_by is null or state <> 'open')),
  constraint review_appeal_decided check ((appeal_decided_by is null) = (appeal_decided_at is null) and (appeal_decided_by is null or appealed_by is not null))
);
create index review_cases_at_work on review_case (decide_by, id) where state = 'open' or (appealed_at is not null and appeal_decided_at is null);
create index review_cases_decided on review_case (shop_id, state) where state in ('hidden', 'redacted');
grant select, insert on review_case to quayside_app;
grant update (state, held, decide_by, decided_by, decided_at, reason, redacted_text, appealed_by, appeal_text, appealed_at, appeal_decided_by, appeal_decided_at, first_state)
  on review_case to quayside_app;

-- Another person decides the appeal, and each decision is made once.
create trigger review_case_signers after insert or update of decided_by, appeal_decided_by on review_case
  for each row execute function check_signers('decided_by', 'appeal_decided_by');
create function check_review_case() returns trigger language plpgsql as $$
begin
  if old.decided_by is not null and new.decided_by is distinct from old.decided_by
    or old.appeal_decided_by is not null and new.appeal_decided_by is distinct from old.appeal_decided_by
    or old.appealed_by is not null and (new.appealed_by, new.appeal_text) is distinct from (old.appealed_by, old.appeal_text)
  then
    raise exception 'a review is decided once, and appealed once' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'open' and new.state is distinct from old.state and new.appeal_decided_by is null then
    raise exception 'only an appeal changes a decision' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger review_case_steps before update on review_case for each row execute function check_review_case();

insert into audit_subject values
  ('review', 'review_case', 'id', 'shop_id', null, array['state', 'reason', 'decided_by', 'appealed_by', 'appeal_decided_by', 'first_state']);

-- When a conversation that waits should be answered.
alter table talk add column answer_by timestamptz;
create function set_answer_deadline() returns trigger language plpgsql as $$
begin
  new.answer_by := new.waiting_since + interval '8 hours';
  return new;
end $$;
create trigger talk_answer_deadline before insert or update of waiting_since, answer_by on talk
  for each row execute function set_answer_deadline();
update talk set answer_by = null;
create index talks_to_answer on talk (answer_by, party_id) where answer_by is not null;
