-- Closing a shop: what is restricted, why, from when and until when, by whom. At once only for an urgent reason and by two people.
create table shop_closing (
  shop_id uuid not null references shop,
  id uuid not null,
  -- `orders`: buyers place no new orders. `all`: nor does the merchant add or change products, or recharge.
  scope text not null check (scope in ('orders', 'all')),
  reason text not null check (reason in ('rules-broken', 'complaints', 'legal-order', 'fraud', 'unsafe-goods')),
  note text not null,
  made_by uuid references operator,
  made_at timestamptz not null,
  effective_at timestamptz not null,
  ends_at timestamptz,
  confirmed_by uuid references operator,
  confirmed_at timestamptz,
  began_at timestamptz,
  lifted_by uuid references operator,
  lifted_at timestamptz,
  lift_reason text,
  primary key (shop_id, id),
  constraint closing_ends check (ends_at is null or ends_at > effective_at),
  constraint closing_two_people check (confirmed_by is null or (made_by is not null and confirmed_by <> made_by)),
  constraint closing_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint closing_lifted check ((lifted_at is null) = (lift_reason is null))
);
create unique index shop_closing_open on shop_closing (shop_id) where lifted_at is null;
create index shop_closing_due on shop_closing (effective_at) where lifted_at is null;
-- Shops that are closed already: nobody wrote down who did it.
insert into shop_closing (shop_id, id, scope, reason, note, made_at, effective_at, began_at)
  select id, gen_random_uuid(), 'all', 'rules-broken', coalesce(closed_reason, ''), closed_at, closed_at, closed_at from shop where closed_at is not null;
alter table shop_closing
  add constraint closing_made_by check (made_by is not null) not valid,
  add constraint closing_notice check (
    effective_at >= made_at + interval '7 days' or reason in ('legal-order', 'fraud', 'unsafe-goods')) not valid,
  add constraint closing_began check (
    began_at is null or (began_at >= effective_at and (effective_at >= made_at + interval '7 days' or confirmed_by is not null))) not valid;
grant select, insert on shop_closing to quayside_app;
grant update (confirmed_by, confirmed_at, began_at, lifted_by, lifted_at, lift_reason) on shop_closing to quayside_app;

alter table shop add column closed_scope text check (closed_scope in ('orders', 'all'));
update shop set closed_scope = 'all' where closed_at is not null;

-- A shop is closed by a closing that has begun, and by nothing else.
create function check_shop_closing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.closed_at is not null) <> exists (
    select from shop_closing c where c.shop_id = new.id and c.lifted_at is null and c.began_at = new.closed_at and c.scope = new.closed_scope
  ) or (new.closed_at is null and exists (select from shop_closing c where c.shop_id = new.id and c.lifted_at is null and c.began_at is not null))
  then
    raise exception 'a shop is closed and opened by its closing' using errcode = 'check_violation', constraint = 'shop_closed';
  end if;
  return null;
end $$;
create trigger shop_closed after update of closed_at, closed_scope on shop for each row
  when (old.closed_at is distinct from new.closed_at or old.closed_scope is distinct from new.closed_scope)
  execute function check_shop_closing();
