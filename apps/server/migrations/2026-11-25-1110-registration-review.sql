-- The review of registrations: rejection with an appeal, the decisions, the access to documents, and what registrations
-- have in common.

alter table registration drop constraint registration_state_check;
alter table registration add constraint registration_state_check
  check (state in ('draft', 'submitted', 'in-review', 'verified', 'more-information', 'rejected'));
alter table registration
  add column rejection text check (rejection in ('identity-not-proved', 'documents-not-genuine', 'not-eligible', 'second-account')),
  add column rejection_text text,
  add column rejected_by uuid references operator,
  add column appeal text,
  add column appealed_at timestamptz,
  -- When the merchant was told that the review is late.
  add column late_told_at timestamptz,
  add constraint registration_rejected check (state <> 'rejected' or (rejection is not null and rejected_by is not null)),
  add constraint registration_appeal check ((appeal is null) = (appealed_at is null) and (appeal is null or rejected_by is not null)),
  -- Another person decides after an appeal.
  add constraint registration_appeal_decision check (
    appealed_at is null or state not in ('verified', 'more-information', 'rejected') or decided_by <> rejected_by);

-- Decisions stay as they were made.
create table registration_decision (
  entry bigint generated always as identity primary key,
  shop_id uuid not null references shop,
  operator_id uuid not null references operator,
  at timestamptz not null,
  decision text not null check (decision in ('verified', 'more-information', 'rejected')),
  rejection text,
  text text,
  -- By field: a saved sentence, a text, or both.
  asked jsonb not null default '{}',
  after_appeal boolean not null
);
create index on registration_decision (shop_id, entry desc);
grant select, insert on registration_decision to quayside_app;
create trigger registration_decision_kept before update or delete on registration_decision for each row execute function refuse_change();

-- For which reason an operator may see the documents of a registration, for ten minutes.
create table document_access (
  operator_id uuid not null references operator,
  shop_id uuid not null references shop,
  reason text not null check (length(reason) >= 5),
  opened_at timestamptz not null,
  until timestamptz not null,
  primary key (operator_id, shop_id),
  constraint document_access_time check (until > opened_at and until <= opened_at + interval '10 minutes')
);
grant select, insert, update, delete on document_access to quayside_app;

-- Requests for fields are kept with their sentence and text; they were plain texts before.
update registration set asked = (select jsonb_object_agg(key, jsonb_build_object('text', value)) from jsonb_each(asked))
  where asked <> '{}' and exists (select from jsonb_each(asked) where jsonb_typeof(value) = 'string');

-- What two registrations may have in common. A file's fingerprint is a keyed hash of the stored picture.
alter table file add column fingerprint bytea check (length(fingerprint) = 32);
create index files_by_fingerprint on file (fingerprint) where fingerprint is not null;
create function comparable_text(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(lower(given), '[^[:alnum:]]+', '', 'g')
$$;
create function comparable_email(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(lower(given), '\+[^@]*@', '@')
$$;
create index registrations_by_real_name on registration (comparable_text(real_name));
create index registrations_by_address on registration (comparable_text(address));
create index merchants_by_comparable_email on merchant (comparable_email(email));
create index shops_by_phone on shop (phone) where phone is not null;

-- The lists of the review desk.
create index registrations_by_deadline on registration (review_by, shop_id);
create index registrations_in_state on registration (state, review_by, shop_id);
