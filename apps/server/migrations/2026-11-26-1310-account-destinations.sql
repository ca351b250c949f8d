-- Withdrawals to bank accounts beside cards, and numbers that are erased with their destination.

alter table destination
  -- Of a bank account; null for a card and an address.
  add column country text check (country ~ '^[A-Z]{2}$'),
  alter column sealed drop not null;
alter table destination
  add constraint destination_country check (country is null or method = 'bank'),
  add constraint destination_kept check (sealed is not null or removed_at is not null);

-- Whether a payment to a destination may still be made.
create function destination_is_needed(shop uuid, destination uuid) returns boolean language sql stable as $$
  select exists (select from withdrawal w
    where w.shop_id = shop and w.destination_id = destination and w.state in ('pending', 'approved', 'sending', 'unknown'))
$$;

create function erase_removed_destination() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.removed_at is not null and not destination_is_needed(new.shop_id, new.id) then
    new.sealed := null;
  end if;
  return new;
end $$;
create trigger destination_erased before update of removed_at on destination
  for each row execute function erase_removed_destination();

create function erase_finished_destination() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not destination_is_needed(new.shop_id, new.destination_id) then
    update destination set sealed = null
    where shop_id = new.shop_id and id = new.destination_id and removed_at is not null and sealed is not null;
  end if;
  return null;
end $$;
create trigger withdrawal_erases_destination after update of state on withdrawal
  for each row when (old.state is distinct from new.state and new.state in ('paid', 'rejected', 'cancelled', 'failed'))
  execute function erase_finished_destination();

update destination d set sealed = null where removed_at is not null and not destination_is_needed(d.shop_id, d.id);

-- Stored responses held whole bank files. From now on they hold none.
update request_key set answer = (answer::jsonb - 'file')::json where scope like '% /platform/payout/bank-file' and answer is not null;
