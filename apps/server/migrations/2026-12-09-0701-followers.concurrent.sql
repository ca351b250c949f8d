-- The shops that a buyer follows, the last one first.
create index concurrently if not exists follow_by_buyer on follow (buyer_id, at desc);
drop index concurrently if exists follows_of_buyer;
