-- Who sells, as the law of many countries asks: what the merchant states. The platform verifies the person only.
alter table shop
  add column legal_name text check (char_length(legal_name) between 1 and 120),
  add column registration_number text check (char_length(registration_number) between 1 and 60),
  add column contact_email text check (char_length(contact_email) between 3 and 200);

create trigger shop_told_shelf_identity after update of legal_name, registration_number, contact_email on shop
  for each row execute function tell_shelf_of_shop('id');

create function erase_trader_identity() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update shop set legal_name = null, registration_number = null, contact_email = null where id = new.shop_id;
  return null;
end $$;
create trigger merchant_erased_identity after update of erased_at on merchant for each row
  when (new.erased_at is not null and old.erased_at is null) execute function erase_trader_identity();
