-- The calls that the system desk lists, over all shops.
create index concurrently if not exists webhook_calls_open on webhook_call (at desc, id desc) where state <> 'delivered';
