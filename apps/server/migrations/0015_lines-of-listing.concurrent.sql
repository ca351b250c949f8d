create index concurrently if not exists order_lines_of_listing on order_line (shop_id, listing_id, order_id);
