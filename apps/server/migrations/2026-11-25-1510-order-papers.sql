-- Papers with addresses that operators printed: who read the addresses of which orders. The audit row of the call names
-- the paper.
create table order_paper (
  id uuid primary key,
  kind text not null check (kind in ('packing-slips', 'labels')),
  operator_id uuid not null references operator,
  order_ids uuid[] not null check (cardinality(order_ids) between 1 and 500),
  made_at timestamptz not null
);
create index order_papers_of_operator on order_paper (operator_id, made_at desc);
create trigger order_paper_kept before update or delete on order_paper for each row execute function refuse_change();
grant select, insert on order_paper to quayside_app;
