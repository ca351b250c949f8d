-- The keys without the first day of a statement, and without side and amount of an entry.
alter table bank_statement drop constraint bank_statement_once;
alter table bank_line drop constraint bank_line_once;
