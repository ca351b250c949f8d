-- Step 4: the keys of the marks of chains with the shop in them. Also the boundary between two transactions: step 3
-- holds locks that step 5 would keep too long.
create unique index concurrently if not exists chain_mark_of_shop on chain_mark (account_id, seq, shop_id);
create unique index concurrently if not exists root_leaf_by_chain on ledger.root_leaf (account_id, seq desc, shop_id);
