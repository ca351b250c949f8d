-- What staff opened can be declined without an objection: by another operator, or by the clock.
insert into state_transition (subject, from_state, to_state) values ('refund_order', 'requested', 'declined');
