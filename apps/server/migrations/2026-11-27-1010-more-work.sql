-- Acts that wait for a signature, alerts and processor events are items of the work queue.
create index act_by_due on act (expires_at, id) where state = 'open';
create index staff_alert_by_due on staff_alert (((opened_at at time zone 'UTC' + interval '4 hours') at time zone 'UTC'), id)
  where closed_at is null;
create index unbooked_event_by_due on unbooked_event (((received_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC'), id)
  where state = 'open';
