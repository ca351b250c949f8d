-- What may follow what: the tables of docs/money.md as data, kept by the database whoever writes. A new step needs its row here, in a migration of its own.

create table state_transition (
  subject text not null check (subject in ('orders', 'deposit', 'withdrawal', 'refund_order')),
  -- Null: what a row may begin as.
  from_state text,
  to_state text not null,
  constraint state_transition_once unique nulls not distinct (subject, from_state, to_state)
);
grant select on state_transition to quayside_app;

insert into state_transition (subject, from_state, to_state) values
  ('orders', null, '1'),
  ('orders', '1', '5'), ('orders', '1', '7'),
  ('orders', '5', '2'), ('orders', '5', '7'),
  ('orders', '2', '3'), ('orders', '2', '7'),
  ('orders', '3', '4'),
  ('orders', '4', '6'),
  ('deposit', null, 'awaiting-transfer'), ('deposit', null, 'confirming'),
  ('deposit', 'awaiting-transfer', 'under-review'), ('deposit', 'awaiting-transfer', 'credited'), ('deposit', 'awaiting-transfer', 'expired'),
  ('deposit', 'awaiting-transfer', 'cancelled'),
  ('deposit', 'under-review', 'credited'), ('deposit', 'under-review', 'rejected'),
  ('deposit', 'expired', 'credited'), ('deposit', 'expired', 'under-review'),
  ('deposit', 'cancelled', 'credited'),
  ('deposit', 'confirming', 'credited'), ('deposit', 'confirming', 'below-minimum'), ('deposit', 'confirming', 'reversed'),
  ('deposit', 'below-minimum', 'credited'), ('deposit', 'below-minimum', 'reversed'),
  ('deposit', 'credited', 'reversed'), ('deposit', 'reversed', 'confirming'),
  ('deposit', 'credited', 'disputed'), ('deposit', 'disputed', 'credited'), ('deposit', 'disputed', 'charged-back'),
  ('withdrawal', null, 'pending'),
  ('withdrawal', 'pending', 'cancelled'), ('withdrawal', 'pending', 'rejected'), ('withdrawal', 'pending', 'approved'),
  ('withdrawal', 'approved', 'sending'),
  ('withdrawal', 'sending', 'approved'), ('withdrawal', 'sending', 'unknown'), ('withdrawal', 'sending', 'paid'), ('withdrawal', 'sending', 'failed'),
  ('withdrawal', 'unknown', 'paid'), ('withdrawal', 'unknown', 'failed'),
  ('refund_order', null, 'requested'),
  ('refund_order', 'requested', 'agreed'), ('refund_order', 'requested', 'objected'), ('refund_order', 'requested', 'withdrawn'),
  ('refund_order', 'requested', 'refunded'),
  ('refund_order', 'objected', 'agreed'), ('refund_order', 'objected', 'declined'), ('refund_order', 'objected', 'refunded'),
  ('refund_order', 'agreed', 'refunded');

-- Orders move in thousands: their steps are looked at once for each statement.
create function check_new_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (select distinct status::text as state from after_rows) n
    where not exists (select from state_transition t where t.subject = 'orders' and t.from_state is null and t.to_state = n.state)
  ) then
    raise exception 'an order begins as waiting for payment' using errcode = 'check_violation', constraint = 'orders_transition';
  end if;
  return null;
end $$;
create trigger orders_transition_new after insert on orders referencing new table as after_rows
  for each statement execute function check_new_orders();

create function check_moved_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare wrong text;
begin
  select m.was || ' to ' || m.state into wrong from (
    select distinct b.status::text as was, a.status::text as state from before_rows b join after_rows a using (shop_id, id) where a.status <> b.status
  ) m
  where not exists (select from state_transition t where t.subject = 'orders' and t.from_state = m.was and t.to_state = m.state)
  limit 1;
  if wrong is not null then
    raise exception 'an order does not go from %', wrong using errcode = 'check_violation', constraint = 'orders_transition';
  end if;
  return null;
end $$;
create trigger orders_transition after update on orders referencing old table as before_rows new table as after_rows
  for each statement execute function check_moved_orders();

create function check_transition() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare was text := case when tg_op = 'UPDATE' then old.state end;
begin
  if not exists (
    select from state_transition t where t.subject = tg_table_name and t.from_state is not distinct from was and t.to_state = new.state
  ) then
    raise exception '% does not go from % to %', tg_table_name, coalesce(was, 'nothing'), new.state
      using errcode = 'check_violation', constraint = tg_table_name || '_transition';
  end if;
  return new;
end $$;
create trigger deposit_begins before insert on deposit for each row execute function check_transition();
create trigger deposit_transition before update on deposit for each row when (old.state <> new.state) execute function check_transition();
create trigger withdrawal_begins before insert on withdrawal for each row execute function check_transition();
create trigger withdrawal_transition before update on withdrawal for each row when (old.state <> new.state) execute function check_transition();
create trigger refund_order_begins before insert on refund_order for each row execute function check_transition();
create trigger refund_order_transition before update on refund_order for each row when (old.state <> new.state) execute function check_transition();
