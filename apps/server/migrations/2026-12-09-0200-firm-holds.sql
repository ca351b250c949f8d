-- Unpaid holds that give way. A hold is firm once its buyer has opened the checkout. A loose hold can be ended for
-- another order when goods or the places of a network are short. So strangers who only place orders take nothing off
-- sale from people who pay. A shop has no limit any more: it was a lock for strangers.

alter table stock_hold
  add column firm boolean not null default false,
  add column placed_at timestamptz not null default now();
create index stock_hold_giving_way on stock_hold (placed_at) where not firm;
grant update (firm) on stock_hold to quayside_app;

-- `loose`: the orders whose hold is not firm.
alter table stock_hold_count add column loose int not null default 0 check (loose >= 0);

create or replace function count_stock_hold() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject record;
  was stock_hold := case when tg_op = 'INSERT' then null else old end;
  held stock_hold := case when tg_op = 'DELETE' then old else new end;
begin
  -- In the same order everywhere, so that two orders wait for each other and never in a circle.
  for subject in
    select v.kind, v.id from (values ('buyer', uuid_send(held.buyer_id)), ('network', held.network)) v (kind, id) order by v.kind
  loop
    case tg_op
      when 'INSERT' then
        insert into stock_hold_count as c (kind, id, orders, pieces, loose)
        values (subject.kind, subject.id, 1, held.pieces, (not held.firm)::int)
        on conflict (kind, id) do update set orders = c.orders + 1, pieces = c.pieces + excluded.pieces, loose = c.loose + excluded.loose;
      when 'UPDATE' then
        update stock_hold_count c set loose = c.loose + was.firm::int - held.firm::int where c.kind = subject.kind and c.id = subject.id;
      else
        update stock_hold_count c set orders = c.orders - 1, pieces = c.pieces - held.pieces, loose = c.loose - (not held.firm)::int
          where c.kind = subject.kind and c.id = subject.id;
        delete from stock_hold_count c where c.kind = subject.kind and c.id = subject.id and c.orders = 0;
    end case;
  end loop;
  return null;
end $$;
create trigger stock_hold_made_firm after update of firm on stock_hold for each row
  when (old.firm is distinct from new.firm) execute function count_stock_hold();

-- No order is placed while the counts are changed to the new rule.
lock table stock_hold in share row exclusive mode;
delete from stock_hold_count where kind = 'shop';
update stock_hold_count set loose = orders;
alter table stock_hold_count
  drop constraint hold_of_network,
  drop constraint hold_of_shop,
  drop constraint stock_hold_count_kind_check,
  add constraint stock_hold_count_kind_check check (kind in ('buyer', 'network')),
  add constraint hold_of_network check (kind <> 'network' or (loose <= 60 and pieces <= 400));

-- Locks the counts of these holds without waiting, so that orders that make room never wait for each other in a circle.
-- Returns the orders whose counts are locked.
create function lock_hold_counts(of_shops uuid[], of_orders uuid[]) returns setof uuid
  language sql security definer set search_path = public, pg_temp as $$
  with held as (
    select h.order_id, uuid_send(h.buyer_id) as buyer, h.network from stock_hold h
      join unnest(of_shops, of_orders) k (shop_id, order_id) on k.shop_id = h.shop_id and k.order_id = h.order_id
  ), locked as (
    select c.kind, c.id from stock_hold_count c
      where (c.kind, c.id) in (select 'buyer', buyer from held union select 'network', network from held)
      order by c.kind, c.id for update skip locked
  )
  select order_id from held
    where ('buyer', buyer) in (select kind, id from locked) and ('network', network) in (select kind, id from locked)
$$;
revoke all on function lock_hold_counts(uuid[], uuid[]) from public;
grant execute on function lock_hold_counts(uuid[], uuid[]) to quayside_app;

-- As `take_stock`, but all lines or none: after a failure nothing is taken and no product is locked, so that other holds
-- can give way first. Returns the variants that could be taken.
create function take_all_stock(wanted uuid[], wanted_pieces int[], of_shop uuid, of_order uuid, moved_at timestamptz) returns uuid[]
  language plpgsql security invoker set search_path = public, pg_temp as $$
declare
  taken uuid[];
begin
  begin
    taken := take_stock(wanted, wanted_pieces, of_shop, of_order, moved_at);
    if cardinality(taken) < cardinality(wanted) then raise exception using errcode = 'QS001'; end if;
  exception when sqlstate 'QS001' then null;
  end;
  return taken;
end $$;
revoke all on function take_all_stock(uuid[], int[], uuid, uuid, timestamptz) from public;
grant execute on function take_all_stock(uuid[], int[], uuid, uuid, timestamptz) to quayside_app;
