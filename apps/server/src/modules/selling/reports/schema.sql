-- Reports of visitors about shops, products and reviews.

create table content_report (
  id uuid primary key,
  code text not null unique,
  kind text not null check (kind in ('shop', 'product', 'review')),
  shop_id uuid not null references shop,
  listing_id uuid,
  review_id uuid references review (id),
  reason text not null check (reason in ('unlawful', 'counterfeit', 'unsafe', 'misleading', 'abuse', 'personal-data',
    'advertising', 'not-this-order', 'other')),
  text text not null check (length(text) <= 1000),
  -- Until the outcome is mailed.
  email text,
  language text not null,
  reported_at timestamptz not null,
  decide_by timestamptz not null,
  state text not null check (state in ('open', 'upheld', 'dismissed')),
  -- What the reporter reads about the decision.
  note text check (length(note) between 1 and 1000),
  decided_by uuid references operator,
  decided_at timestamptz,
  told_at timestamptz,
  foreign key (shop_id, listing_id) references listing,
  constraint report_subject check ((kind = 'product') = (listing_id is not null)
    and (kind = 'review') = (review_id is not null)),
  constraint report_decided check ((state = 'open') = (decided_at is null)),
  constraint report_decision check (kind = 'review' or state = 'open' or (decided_by is not null
    and note is not null)),
  constraint report_told check (told_at is null or (state <> 'open' and email is null))
);
comment on table content_report is
'Reports of visitors about a shop, a product or a review. A report of a review is decided with the review’s case; the
others stand in the operators'' work queue. A reporter who gave an address gets a mail with the outcome.
@owner visitor
@distribution local
@personal email: visitors; the outcome of a report; until the outcome is mailed
@personal text, note: visitors; why something was reported, and what was decided; with the books
@impersonal code, language
@audit report: id id, shop shop_id, code code; kind, state, reason, decided_by
@unique-over-all-shops content_report_pkey: random ids and numbers that the server makes
@unique-over-all-shops content_report_code_key: codes that people say and type';
create index reports_at_work on content_report (decide_by, id) where state = 'open' and kind <> 'review';
create index reports_decided on content_report (decided_at, id) where kind <> 'review' and state <> 'open';
create index reports_of_review on content_report (review_id) where kind = 'review' and state = 'open';
create index reports_to_tell on content_report (decided_at) where email is not null and state <> 'open';
create index reports_of_listing on content_report (shop_id, listing_id);
grant select, insert, update (email, state, note, decided_by, decided_at, told_at) on content_report to quayside_app;

-- A decision is made once.
create function check_report() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' and (new.state, new.note, new.decided_by, new.decided_at) is distinct from (old.state, old.note, old.decided_by, old.decided_at) then
    raise exception 'a report is decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger content_report_steps before update on content_report for each row execute function check_report();
