-- Events that carriers report by signed calls. An order's event is a carrier's only together with such a row.

create function carrier_key(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(btrim(name), '\s+', ' ', 'g'));
create function tracking_key(number text) returns text language sql immutable parallel safe
  return upper(regexp_replace(number, '[ -]', '', 'g'));

create table carrier_event (
  id uuid primary key,
  -- As the settings write it.
  carrier text not null check (length(carrier) between 2 and 60),
  -- The carrier's own id of the event.
  event_id text not null check (length(event_id) between 1 and 100),
  tracking_number text not null check (length(tracking_number) between 4 and 40),
  status text not null check (length(status) between 1 and 200),
  location text check (length(location) between 1 and 100),
  delivered boolean not null,
  -- When it happened, as the carrier says.
  at timestamptz not null,
  received_at timestamptz not null,
  -- The signed call: whoever holds the secret can verify it again.
  signed_at timestamptz not null,
  signature bytea not null check (octet_length(signature) = 32),
  body bytea not null check (octet_length(body) <= 65536)
);
create unique index carrier_event_once on carrier_event (carrier_key(carrier), event_id);
create index carrier_event_parcel on carrier_event (carrier_key(carrier), tracking_key(tracking_number), received_at);
create trigger carrier_event_kept before update or delete on carrier_event for each row execute function refuse_change();
grant select, insert on carrier_event to quayside_app;

create index order_parcel on orders (carrier_key(carrier), tracking_key(tracking_number)) where tracking_number is not null;

alter table order_event add column carrier_event_id uuid references carrier_event;
-- Not valid: notes that operators typed before deliveries needed two people were kept under this source.
alter table order_event add constraint order_event_carrier check ((source = 'carrier') = (carrier_event_id is not null)) not valid;
create unique index order_event_carrier_once on order_event (carrier_event_id, order_id, kind) where carrier_event_id is not null;

create or replace function check_order_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.source = 'carrier' and not exists (
    select from carrier_event c join orders o on carrier_key(o.carrier) = carrier_key(c.carrier) and tracking_key(o.tracking_number) = tracking_key(c.tracking_number)
    where c.id = new.carrier_event_id and o.shop_id = new.shop_id and o.id = new.order_id
      and (new.kind = 'scan' or (new.kind = 'order.received' and c.delivered and least(c.at, c.received_at) >= o.shipped_at))
  ) then
    raise exception 'no carrier has said this' using errcode = 'check_violation', constraint = 'order_event_source';
  end if;
  if new.kind = 'order.received' and new.source = 'operator' and not exists (
    select from orders o where o.shop_id = new.shop_id and o.id = new.order_id and o.delivery_confirmed_by is not null
  ) then
    raise exception 'a delivery that operators report needs two of them' using errcode = 'check_violation', constraint = 'order_delivery';
  end if;
  return new;
end $$;

-- A booking names the carrier's event as its actor, and only a receipt can: its row must say that this order's parcel was delivered.
-- The functions are changed in place, so that what other migrations wrote into them stays.
do $$
declare
  change record;
  was text;
  becomes text;
begin
  for change in select * from (values
    ('ledger.post(ledger.line[])', 'and l.actor ~ ''^(clock|chain|(merchant|buyer|operator):',
      'and (l.actor not like ''carrier:%'' or l.event = ''order.received'') and l.actor ~ ''^(clock|chain|(merchant|buyer|operator|carrier):'),
    ('ledger.check_order(uuid[])', 'where (case b.event',
      'where (b.actor not like ''carrier:%'' or exists (
      select from public.carrier_event c where ''carrier:'' || c.id = b.actor and c.delivered and least(c.at, c.received_at) >= o.shipped_at
        and public.carrier_key(c.carrier) = public.carrier_key(o.carrier) and public.tracking_key(c.tracking_number) = public.tracking_key(o.tracking_number))
    ) is not true or (case b.event')
  ) v (routine, before, after) loop
    was := pg_get_functiondef(change.routine::regprocedure);
    becomes := replace(was, change.before, change.after);
    if length(becomes) <> length(was) - length(change.before) + length(change.after) then
      raise exception '% has not exactly one place %', change.routine, change.before;
    end if;
    execute becomes;
  end loop;
end $$;
