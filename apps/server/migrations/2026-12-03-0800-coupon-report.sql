-- The report of a shop reads the uses of its coupons by time.
create index coupon_uses_of_shop on coupon_use (shop_id, used_at);
