-- A merchant may cancel a recharge under review for which no money and no voucher is known, so a PIX recharge that an
-- operator has looked at. A cancelled recharge never holds a line of the bank statement.
insert into state_transition (subject, from_state, to_state) values ('deposit', 'under-review', 'cancelled');
alter table deposit add constraint deposit_cancelled_unpaid check (state <> 'cancelled' or bank_line_id is null);
