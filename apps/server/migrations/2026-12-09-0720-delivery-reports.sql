-- Whether the note of an event is an operator's evidence of a delivery. The buyer does not read it.
alter table order_event add column evidence boolean not null default false;
