-- They served the deletion by age, which drops whole partitions from the next file on.
drop index concurrently if exists visits_by_day;
drop index concurrently if exists listing_view_age;
drop index concurrently if exists listing_click_age;
drop index concurrently if exists webhook_call_age;
