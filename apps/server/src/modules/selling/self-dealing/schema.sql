-- Signs that a merchant buys from the own shop: hashed traces of persons, and the review of such orders.

create table trace (
  party text not null check (party in ('merchant', 'buyer')),
  -- A merchant's shop, or a buyer.
  party_id uuid not null,
  kind text not null check (kind in ('device', 'agent', 'address', 'card')),
  hash bytea not null check (length(hash) = 32),
  last_used_at timestamptz not null,
  primary key (party, party_id, kind, hash)
);
comment on table trace is
'What merchants and buyers used, as keyed hashes: it can be compared and not read. Forgotten some months after it was
last used.
@owner visitor
@distribution local
@personal hash: merchant, buyer; signs of self-dealing, keyed hashes; 90 days without use';
create index trace_kind_hash_idx on trace (kind, hash);
create index trace_last_used_at_idx on trace (last_used_at);
grant select, insert, update, delete on trace to quayside_app;

create table order_review (
  shop_id uuid not null,
  -- The order's.
  id uuid not null,
  signs text[] not null check (cardinality(signs) > 0
    and signs <@ array['device', 'agent', 'address', 'card', 'email', 'phone', 'shipping-address']),
  state text not null check (state in ('open', 'cleared', 'upheld')),
  opened_at timestamptz not null,
  decided_by uuid references operator,
  -- Why, for the merchant to read.
  reason text,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (shop_id, id),
  constraint order_review_decided check (state = 'open' or (decided_by is not null and reason is not null))
);
comment on table order_review is
'An order that is looked at by people. Its money moves as usual; it counts in figures, ranks, score and rating only
once it is cleared.
@owner shop
@distribution shop_id
@impersonal signs, reason, changed_by';
create index order_reviews_open on order_review (opened_at) where state = 'open';
grant select, insert, update (state, decided_by, reason, changed_by, changed_at) on order_review to quayside_app;
create trigger order_review_logged after insert or update on order_review for each row execute function log_state();

-- The server cannot write `orders.counted`: a review decides it.
create function count_reviewed_order() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update orders set counted = (new.state = 'cleared') where shop_id = new.shop_id and id = new.id and counted <> (new.state = 'cleared');
  return null;
end $$;
create trigger order_review_counts after insert or update of state on order_review for each row
  execute function count_reviewed_order();
