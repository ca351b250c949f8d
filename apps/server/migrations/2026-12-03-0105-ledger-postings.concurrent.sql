-- Step 6: the keys of postings with the shop in them.
create unique index concurrently if not exists posting_of_shop on ledger.posting (transfer_id, line, shop_id);
create unique index concurrently if not exists posting_of_chain on ledger.posting (account_id, seq desc, shop_id);
