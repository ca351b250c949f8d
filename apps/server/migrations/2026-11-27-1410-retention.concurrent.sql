-- Block ranges suffice: the rows of these tables stand in the order of their age.
create index concurrently if not exists request_key_age on request_key using brin (created_at);
create index concurrently if not exists event_age on event using brin (at);
create index concurrently if not exists message_age on message using brin (at);
create index concurrently if not exists processor_event_age on processor_event using brin (received_at);
create index concurrently if not exists talk_message_age on talk_message using brin (at);
create index concurrently if not exists listing_view_age on listing_view using brin (day);
create index concurrently if not exists listing_click_age on listing_click using brin (day);
