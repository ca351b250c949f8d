-- Banks number their statements anew each year, and use one reference for a payment and its fee.
create unique index concurrently if not exists bank_statement_once_in_period on bank_statement (account, statement, from_day);
create unique index concurrently if not exists bank_line_once_with_reference on bank_line (account, entry_reference, side, amount);
