-- A bank that had decided against the merchant may decide otherwise.
insert into state_transition (subject, from_state, to_state) values ('deposit', 'charged-back', 'credited');
