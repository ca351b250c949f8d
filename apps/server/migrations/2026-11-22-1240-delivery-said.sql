-- Who of the platform said that a parcel arrived, and which second person confirmed it. One person's word starts no earnings.
alter table orders
  add column delivery_said_by uuid references operator,
  add column delivery_confirmed_by uuid references operator,
  add constraint delivery_two_people check (
    delivery_confirmed_by is null or (delivery_said_by is not null and delivery_confirmed_by <> delivery_said_by));
grant update (delivery_said_by, delivery_confirmed_by) on orders to quayside_app;

-- What operators type is theirs. A carrier's own word would come by a signed call, of which there is none: until there is, no event is a carrier's.
create function check_order_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.source = 'carrier' then
    raise exception 'no carrier has said this' using errcode = 'check_violation', constraint = 'order_event_source';
  end if;
  if new.kind = 'order.received' and new.source = 'operator' and not exists (
    select from orders o where o.shop_id = new.shop_id and o.id = new.order_id and o.delivery_confirmed_by is not null
  ) then
    raise exception 'a delivery that operators report needs two of them' using errcode = 'check_violation', constraint = 'order_delivery';
  end if;
  return new;
end $$;
create trigger order_event_checked before insert on order_event for each row execute function check_order_event();
