-- Runs of the daily checks, and the statements that they need.

create table reconciliation (
  id uuid primary key,
  at timestamptz not null,
  cause text not null,
  -- Nothing that stops payouts was broken.
  whole boolean not null,
  checks jsonb not null,
  figures jsonb not null
);
comment on table reconciliation is
'Runs of the checks of the books, and what each found.
@owner platform
@distribution reference
@impersonal cause, checks, figures';
create index reconciliation_at_idx on reconciliation (at desc);
-- Lists of the books.
create index reconciliation_by_time on reconciliation (at desc, id desc);
grant select, insert on reconciliation to quayside_app;
create trigger reconciliation_kept before delete or update on reconciliation for each row
  execute function refuse_change();

create table chain_mark (
  account_id bigint not null,
  seq bigint not null,
  head bytea not null,
  reconciliation_id uuid not null references reconciliation,
  shop_id uuid not null,
  primary key (account_id, seq, shop_id),
  constraint chain_mark_account foreign key (shop_id, account_id) references ledger.account (shop_id, id)
);
comment on table chain_mark is
'Where the chain of each merchant account stood at a check. A tail that somebody rewrites, hashes and all, no longer
meets what was seen before.
@owner shop
@distribution shop_id
@impersonal head';
grant select, insert on chain_mark to quayside_app;
create trigger chain_mark_kept before delete or update on chain_mark for each row execute function refuse_change();

-- What must lie in an order's own escrow account, and in its procurement account, in each state. The checks of the
-- books use the same functions.
create function order_escrow(o orders) returns bigint language sql stable as $$
  select case
    when o.status = 5 then o.total_payment
    when o.status in (2, 3) then
      o.total_payment - case o.funding when 'escrow' then o.total_cost else 0 end - o.refunded_escrow - o.disputed_escrow
    else 0
  end
$$;

-- What must lie in an order’s procurement account.
create function order_procure(o orders) returns bigint language sql stable as $$
  select case when o.status = 2 then o.total_cost else 0 end
$$;

-- Of two checks of the books the second waits here, so that none meets one that ends a pause meanwhile.
create function lock_payout_pause() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table payout_pause in share row exclusive mode;
end $$;

-- The number of rows that do not follow from the row before them; a missing row, a wrong head and a missing row of a
-- shop count too.
create function count_broken_audit_records() returns bigint language sql stable as $$
  select (select count(*) from (
      select r.seq, r.hash, lag(r.seq, 1, 0::bigint) over chain as previous_seq, audit_hash(lag(r.hash, 1, '\x00'::bytea) over chain, r) as expected
      from audit_record r window chain as (order by r.seq)
    ) c where c.hash <> c.expected or c.seq <> c.previous_seq + 1)
  + (select count(*) from audit_head h left join lateral (select r.seq, r.hash from audit_record r order by r.seq desc limit 1) last on true
      where (h.seq, h.hash) is distinct from (coalesce(last.seq, 0), coalesce(last.hash, '\x00'::bytea)))
  + abs((select coalesce(sum(cardinality(r.shop_ids)), 0) from audit_record r) - (select count(*) from audit_record_shop))
$$;

-- What must lie in an order's shipping account in each state.
create function order_shipping(o orders) returns bigint language sql stable as $$
  select case when o.status in (2, 3, 5) then o.shipping - o.refunded_shipping - o.disputed_shipping else 0 end
$$;

-- What must lie in an order's tax account in each state.
create function order_tax(o orders) returns bigint language sql stable as $$
  select case when o.status in (2, 3, 5) then o.tax - o.refunded_tax - o.disputed_tax else 0 end
$$;

-- Keys of tables that stand before the tables that they name.
alter table payout_pause_change add foreign key (reconciliation_id) references reconciliation;

-- The server calls no function but those named last.
revoke all on function
  order_escrow(orders),
  order_procure(orders),
  lock_payout_pause(),
  order_shipping(orders),
  order_tax(orders)
  from public;
grant execute on function
  order_escrow(orders),
  order_procure(orders),
  lock_payout_pause(),
  order_shipping(orders),
  order_tax(orders)
  to quayside_app;
