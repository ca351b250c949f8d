-- One account for an address that is proved.
create unique index concurrently if not exists buyer_account_email on buyer (email) where verified_at is not null;
create index concurrently if not exists guests_of_account on buyer (account_id) where account_id is not null;
