-- Every check of the books is kept: when, why, what it found. Written once, never changed.

create table reconciliation (
  id uuid primary key,
  at timestamptz not null,
  cause text not null,
  -- Nothing that stops payouts was broken.
  whole boolean not null,
  checks jsonb not null,
  figures jsonb not null
);
create index on reconciliation (at desc);
grant select, insert on reconciliation to quayside_app;
create trigger reconciliation_kept before update or delete on reconciliation for each row execute function refuse_change();

-- Where the chain of each merchant account stood at a check. A tail that somebody rewrites, hashes and all, no longer meets what was seen before.
create table chain_mark (
  account_id bigint not null references ledger.account,
  seq bigint not null,
  head bytea not null,
  reconciliation_id uuid not null references reconciliation,
  primary key (account_id, seq)
);
grant select, insert on chain_mark to quayside_app;
create trigger chain_mark_kept before update or delete on chain_mark for each row execute function refuse_change();

-- The promises kept are reckoned over all shops.
create index withdrawals_of_late on withdrawal (requested_at);
