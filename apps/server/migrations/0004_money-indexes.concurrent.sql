-- The shops that owe: few of all accounts.
create index concurrently if not exists account_owing on ledger.account (shop_id) include (debits, credits)
  where kind = 'A.DUE' and debits > credits;
create index concurrently if not exists coupon_uses_at_address on coupon_use (coupon_id, address_key)
  where address_key is not null and released_at is null;
create index concurrently if not exists coupon_uses_of_card on coupon_use (coupon_id, card_key)
  where card_key is not null and released_at is null;
create index concurrently if not exists coupon_uses_in_shop on coupon_use (coupon_id, shop_id) where released_at is null;
