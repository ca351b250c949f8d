-- Deposits on a chain, as the first run on a real one asked for it.

-- The server derives an address from the number that the row will have.
grant usage on sequence deposit_address_number_seq to quayside_app;

-- A transfer is known by what it says, not by its place among those that were seen: a node that hid one of two, or an address that became ours
-- in between, would move the places. What a transaction sends when it is mined again in another block is another transfer if it says something else.
alter table chain_transfer drop constraint chain_transfer_pkey;
alter table chain_transfer add primary key (network, tx_hash, shop_id, contract, units, ordinal);
comment on column chain_transfer.ordinal is 'Counts transfers of one transaction that say the same.';
