-- Orders by the phone number of their delivery address, for the search of buyers.
create index concurrently if not exists orders_by_phone on orders (phone_key(address ->> 'phone'))
  where address ->> 'phone' is not null;
