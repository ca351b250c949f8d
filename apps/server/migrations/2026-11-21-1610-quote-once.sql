-- A quote is for one withdrawal, under whatever key it is asked for.
alter table withdrawal add column quote_id uuid;
alter table withdrawal add constraint withdrawal_quote_once unique (shop_id, quote_id);
