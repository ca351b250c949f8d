-- The server draws a deposit address's number before it derives the address from it.
grant usage on sequence deposit_address_number_seq to quayside_app;
