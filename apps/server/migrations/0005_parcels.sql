-- The parcels of an order after the first one, whose carrier and number stand in `orders`. The order is received when
-- all of them are delivered.
create table further_parcel (
  shop_id uuid not null,
  order_id uuid not null,
  number smallint not null check (number between 2 and 20),
  carrier text not null check (length(carrier) between 2 and 60),
  tracking_number text not null check (length(tracking_number) between 4 and 40),
  added_at timestamptz not null,
  added_by uuid not null references operator,
  -- Who of the platform said that it arrived, and which second person confirmed it.
  delivery_said_by uuid references operator,
  delivery_confirmed_by uuid references operator,
  primary key (shop_id, order_id, number),
  foreign key (shop_id, order_id) references orders,
  constraint further_parcel_two_people check (delivery_confirmed_by is null or (delivery_said_by is not null
    and delivery_confirmed_by <> delivery_said_by))
);
comment on table further_parcel is
'The parcels of an order after the first one, whose carrier and number stand in `orders`. The order is received when
all of them are delivered.
@owner shop
@distribution shop_id
@personal tracking_number, carrier: buyer; the parcel; with the books';
create unique index further_parcel_once on further_parcel (shop_id, order_id, tracking_key(tracking_number));
create index further_parcel_number on further_parcel (carrier_key(carrier), tracking_key(tracking_number));
create index further_parcel_prefix on further_parcel (tracking_key(tracking_number) text_pattern_ops);
grant select, insert, update (delivery_said_by, delivery_confirmed_by), delete on further_parcel to quayside_app;

-- All parcels of orders. The first one has the number 1.
create view parcel with (security_invoker = true) as
  select shop_id, id as order_id, 1::smallint as number, carrier, tracking_number, shipped_at as added_at,
    delivery_said_by, delivery_confirmed_by
  from orders where tracking_number is not null
  union all
  select shop_id, order_id, number, carrier, tracking_number, added_at, delivery_said_by, delivery_confirmed_by
  from further_parcel;
grant select on parcel to quayside_app;

alter table order_event add column parcel smallint;

-- A parcel is added to an order that is on its way. It is removed before its carrier has reported on it.
create function check_further_parcel() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' and not exists (
    select from orders o where o.shop_id = new.shop_id and o.id = new.order_id and o.status = 3
      and tracking_key(o.tracking_number) <> tracking_key(new.tracking_number)
  ) then
    raise exception 'order % takes no further parcel', new.order_id using errcode = 'check_violation', constraint = 'further_parcel_order';
  end if;
  if tg_op = 'DELETE' and (old.delivery_said_by is not null or exists (
    select from order_event e where e.shop_id = old.shop_id and e.order_id = old.order_id and e.source = 'carrier' and e.parcel = old.number
  )) then
    raise exception 'a parcel of order % has reports', old.order_id using errcode = 'check_violation', constraint = 'further_parcel_reported';
  end if;
  return coalesce(new, old);
end $$;
create trigger further_parcel_checked before insert or delete on further_parcel for each row
  execute function check_further_parcel();

create function delivers(c carrier_event, p parcel) returns boolean
language sql stable return c.delivered and carrier_key(c.carrier) = carrier_key(p.carrier) and tracking_key(c.tracking_number) = tracking_key(p.tracking_number)
    and (least(c.at, c.received_at) >= p.added_at
      or least(c.at, c.received_at) >= (select o.picked_up_at from orders o where o.shop_id = p.shop_id and o.id = p.order_id) and not exists (
        select from parcel x
        where carrier_key(x.carrier) = carrier_key(p.carrier) and tracking_key(x.tracking_number) = tracking_key(p.tracking_number)
          and (x.shop_id, x.order_id) <> (p.shop_id, p.order_id)));
create function parcel_delivered(p parcel) returns boolean
language sql stable return p.delivery_confirmed_by is not null or exists (
    select from carrier_event c
    where carrier_key(c.carrier) = carrier_key(p.carrier) and tracking_key(c.tracking_number) = tracking_key(p.tracking_number) and delivers(c, p));
revoke all on function parcel_delivered(parcel), delivers(carrier_event, parcel) from public;
grant execute on function parcel_delivered(parcel), delivers(carrier_event, parcel) to quayside_app;

create or replace function carrier_delivered(c carrier_event, o orders) returns boolean
language sql stable return exists (select from parcel p where p.shop_id = o.shop_id and p.order_id = o.id and delivers(c, p))
    and not exists (select from parcel p where p.shop_id = o.shop_id and p.order_id = o.id and not parcel_delivered(p));

create or replace function check_order_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.source = 'carrier' and not exists (
    select from carrier_event c join parcel p on carrier_key(p.carrier) = carrier_key(c.carrier) and tracking_key(p.tracking_number) = tracking_key(c.tracking_number)
      join orders o on o.shop_id = p.shop_id and o.id = p.order_id
    where c.id = new.carrier_event_id and p.shop_id = new.shop_id and p.order_id = new.order_id
      and (new.kind = 'scan' and coalesce(new.parcel, p.number) = p.number or (new.kind = 'order.received' and carrier_delivered(c, o)))
  ) then
    raise exception 'no carrier has said this' using errcode = 'check_violation', constraint = 'order_event_source';
  end if;
  if new.kind = 'order.received' and new.source = 'operator' and (
    not exists (select from parcel p where p.shop_id = new.shop_id and p.order_id = new.order_id and p.delivery_confirmed_by is not null)
    or exists (select from parcel p where p.shop_id = new.shop_id and p.order_id = new.order_id and not parcel_delivered(p))
  ) then
    raise exception 'a delivery that operators report needs two of them' using errcode = 'check_violation', constraint = 'order_delivery';
  end if;
  return new;
end $$;

create or replace function check_ship_undone() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.shipped_at is not null or new.carrier is not null or new.tracking_number is not null or new.delivery_said_by is not null
    or new.shipment_round <> old.shipment_round + 1
    or exists (select from further_parcel f where f.shop_id = new.shop_id and f.order_id = new.id)
    or exists (select from order_event e where e.shop_id = new.shop_id and e.order_id = new.id and e.source = 'carrier')
  then
    raise exception 'the shipment of order % cannot be undone', new.id using errcode = 'check_violation', constraint = 'order_ship_undone';
  end if;
  return new;
end $$;

create or replace function mail_of_event() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, at)
    select a.shop_id, a.order_id, k.kind, new.id::text, new.at
    from order_access a, (values ('order.paid', 'paid'), ('order.shipped', 'shipped'), ('order.parcel-added', 'shipped'), ('order.received', 'received'), ('order.cancelled', 'cancelled')) k (event, kind)
    where a.shop_id = new.shop_id and a.order_id = new.order_id and k.event = new.kind
      and not (new.kind = 'order.parcel-added' and exists (
        select from order_mail m where m.shop_id = new.shop_id and m.order_id = new.order_id and m.kind = 'shipped' and m.written_at is null))
    on conflict do nothing;
  return null;
end $$;
drop trigger mail_of_event on order_event;
create trigger mail_of_event after insert on order_event for each row
  when (new.kind in ('order.paid', 'order.shipped', 'order.parcel-added', 'order.received', 'order.cancelled'))
  execute function mail_of_event();
