-- What a shop may not do for a time, short of its closing. No scope reaches withdrawals, reading, exports or the chat:
-- a merchant can always take out
-- the balance.
create table shop_restriction (
  shop_id uuid not null references shop,
  id uuid not null,
  -- `sell`: buyers place no new orders. `pick-up`: no order is picked up. `list`: no product is added, and none is put
  -- on the shelf.
  scope text not null constraint restriction_scope check (scope in ('sell', 'pick-up', 'list')),
  reason text not null check (reason in ('rules-broken', 'complaints', 'legal-order', 'fraud', 'unsafe-goods')),
  -- For the merchant.
  text text not null check (length(text) >= 5),
  -- For the staff.
  evidence text not null check (length(evidence) >= 5),
  made_by uuid not null references operator,
  made_at timestamptz not null,
  effective_at timestamptz not null,
  ends_at timestamptz,
  confirmed_by uuid references operator,
  confirmed_at timestamptz,
  lifted_by uuid references operator,
  lifted_at timestamptz,
  lift_reason text,
  primary key (shop_id, id),
  constraint restriction_ends check (ends_at is null or ends_at > effective_at),
  constraint restriction_two_people check (confirmed_by is null or confirmed_by <> made_by),
  constraint restriction_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint restriction_lifted check ((lifted_at is null) = (lift_reason is null) and (lifted_at is null) = (lifted_by is null)),
  constraint restriction_notice check (effective_at >= made_at + interval '7 days' or reason in ('legal-order', 'fraud', 'unsafe-goods'))
);
create unique index shop_restriction_open on shop_restriction (shop_id, scope) where lifted_at is null;
create index shop_restrictions_to_confirm on shop_restriction (made_at, id) where confirmed_at is null and lifted_at is null;
grant select, insert on shop_restriction to quayside_app;
grant update (confirmed_by, confirmed_at, lifted_by, lifted_at, lift_reason) on shop_restriction to quayside_app;
create trigger shop_restriction_signers after insert or update of confirmed_by on shop_restriction
  for each row execute function check_signers('made_by', 'confirmed_by');
-- A new one has no second person yet, and its end is not written with it.
create function check_new_restriction() returns trigger language plpgsql as $$
begin
  if new.confirmed_by is not null or new.lifted_at is not null then
    raise exception 'a restriction begins without a second person' using errcode = 'check_violation', constraint = 'restriction_begins';
  end if;
  return new;
end $$;
create trigger shop_restriction_begins before insert on shop_restriction for each row execute function check_new_restriction();

-- Whether a restriction holds at an instant: every restriction needs a second person.
create function restriction_holds(r shop_restriction, at timestamptz) returns boolean language sql immutable
  return r.lifted_at is null and r.confirmed_at is not null and r.effective_at <= at and (r.ends_at is null or r.ends_at > at);

-- Notes of the staff about a shop. A merchant who asks for the own data gets them.
create table shop_note (
  entry bigint generated always as identity primary key,
  shop_id uuid not null references shop,
  operator_id uuid not null references operator,
  at timestamptz not null,
  text text not null
);
create index on shop_note (shop_id, entry desc);
grant select, insert on shop_note to quayside_app;
create trigger shop_note_kept before update or delete on shop_note for each row execute function refuse_change();

-- For which reason an operator looks at a shop, for ten minutes.
create table shop_access (
  operator_id uuid not null references operator,
  shop_id uuid not null references shop,
  reason text not null check (length(reason) >= 5),
  opened_at timestamptz not null,
  until timestamptz not null,
  primary key (operator_id, shop_id),
  constraint shop_access_time check (until > opened_at and until <= opened_at + interval '10 minutes')
);
grant select, insert, update, delete on shop_access to quayside_app;

-- The search for shops.
create index shops_by_name on shop using gin (name gin_trgm_ops);
create index merchants_by_email on merchant using gin (email gin_trgm_ops);
create index merchants_by_phone on merchant using gin (phone gin_trgm_ops);
