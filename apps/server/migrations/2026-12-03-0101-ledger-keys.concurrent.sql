-- Step 2: the keys of accounts and transfers with the shop in them. The shop comes last: so the same index also finds
-- a row by its id alone, as the former release and the lists over all shops do, and nothing is indexed twice.
create unique index concurrently if not exists account_of_shop on ledger.account (id, shop_id);
create unique index concurrently if not exists account_by_owner on ledger.account (owner, kind, shop_id);
create unique index concurrently if not exists transfer_of_shop on ledger.transfer (id, shop_id);
