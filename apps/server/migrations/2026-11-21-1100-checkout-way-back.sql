-- The test processor remembers where in the app its payer came from.
alter table test_checkout add column back_to text;
