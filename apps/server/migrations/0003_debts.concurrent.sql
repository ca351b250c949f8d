-- The shops that owe: few of all accounts.
create index concurrently if not exists account_owing on ledger.account (shop_id) include (debits, credits)
  where kind = 'A.DUE' and debits > credits;
