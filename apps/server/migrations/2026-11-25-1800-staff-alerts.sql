-- Alerts to the staff. A row is open while its condition holds.
create table staff_alert (
  id uuid primary key,
  kind text not null,
  -- Distinguishes alerts of one kind, for example by network; empty when there is only one.
  subject text not null,
  facts jsonb not null,
  opened_at timestamptz not null,
  notified_at timestamptz not null,
  closed_at timestamptz,
  constraint staff_alert_times check (notified_at >= opened_at and closed_at >= opened_at)
);
create unique index staff_alert_open on staff_alert (kind, subject) where closed_at is null;
create index staff_alert_by_time on staff_alert (opened_at desc);
grant select, insert on staff_alert to quayside_app;
grant update (facts, notified_at, closed_at) on staff_alert to quayside_app;

-- The time from which the nodes of the network have given different answers about a transfer; null while they agree.
alter table chain_transfer add column nodes_disagree_since timestamptz;
grant update (nodes_disagree_since) on chain_transfer to quayside_app;
create index chain_transfer_disagreements on chain_transfer (network) where nodes_disagree_since is not null;
