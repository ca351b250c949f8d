-- The work queue of the operators: who works on what, what is put off, and in which order the items were claimed.

-- A registration is decided before this instant, which is fixed when it is submitted.
alter table registration add column review_by timestamptz;
update registration set review_by = coalesce(submitted_at, created_at) + interval '48 hours';
alter table registration alter column review_by set not null;
create function set_review_deadline() returns trigger language plpgsql as $$
begin
  new.review_by := coalesce(new.submitted_at, new.created_at) + interval '48 hours';
  return new;
end $$;
create trigger registration_review_deadline before insert or update of submitted_at, review_by on registration
  for each row execute function set_review_deadline();
create index registrations_at_work on registration (review_by, shop_id) where state in ('submitted', 'in-review');

create index withdrawals_to_decide on withdrawal (decide_by, id) where state = 'pending';
create index withdrawals_to_pay on withdrawal (pay_by, id) where state in ('approved', 'sending', 'unknown');

-- One row for each item that an operator works on; the claim ends by itself at `until`.
create table work_claim (
  kind text not null,
  id uuid not null,
  operator_id uuid not null references operator,
  claimed_at timestamptz not null,
  until timestamptz not null,
  primary key (kind, id),
  constraint work_claim_lease check (until > claimed_at)
);
create index on work_claim (operator_id, kind);
grant select, insert, update, delete on work_claim to quayside_app;

-- Every new claim. Whoever takes another item than the first of its kind says why.
create table work_claim_log (
  entry bigint generated always as identity primary key,
  kind text not null,
  id uuid not null,
  operator_id uuid not null references operator,
  at timestamptz not null,
  in_order boolean not null,
  reason text,
  constraint work_claim_order check (in_order or coalesce(length(reason), 0) >= 5)
);
create index on work_claim_log (at, in_order);
grant select, insert on work_claim_log to quayside_app;
create trigger work_claim_log_kept before update or delete on work_claim_log for each row execute function refuse_change();

-- An item that is put off, never past its deadline.
create table work_snooze (
  kind text not null,
  id uuid not null,
  operator_id uuid not null references operator,
  at timestamptz not null,
  until timestamptz not null,
  due_at timestamptz not null,
  reason text not null check (length(reason) >= 5),
  primary key (kind, id),
  constraint work_snooze_limit check (until > at and until <= due_at)
);
grant select, insert, update, delete on work_snooze to quayside_app;
