-- Strangers who guess are slowed down, not the account locked: each caller that comes too early gets a place in a queue.
create table throttle_place (
  pool text not null,
  -- Whose place it is: one for each caller, so that nobody takes more than one.
  holder text not null,
  at timestamptz not null,
  primary key (pool, holder)
);
create index on throttle_place (at);
grant select, insert, update, delete on throttle_place to quayside_app;
