-- What the search of the console finds: buyers by the beginning of their name, entries of the bank by payer and
-- reference, and acts by their shop.
create index concurrently if not exists buyer_name_prefix on buyer (lower(name) text_pattern_ops);
create index concurrently if not exists bank_line_words on bank_line using gin (payer gin_trgm_ops, reference gin_trgm_ops);
create index concurrently if not exists act_of_shop on act (shop_id, proposed_at desc) where shop_id is not null;
