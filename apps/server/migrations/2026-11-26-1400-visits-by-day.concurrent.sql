-- The visitors of old days are deleted by their day.
create index concurrently if not exists visits_by_day on visit (day);
