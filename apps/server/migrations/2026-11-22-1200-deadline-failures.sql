-- Rows that a deadline could not be carried out on. They rest for a while, so that the others go on, and are tried again.
create table deadline_failure (
  step text not null,
  shop_id uuid not null,
  id uuid not null,
  error text not null,
  attempts int not null default 1 check (attempts > 0),
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  next_try_at timestamptz not null,
  primary key (step, shop_id, id)
);
create index on deadline_failure (next_try_at);
grant select, insert, update, delete on deadline_failure to quayside_app;
