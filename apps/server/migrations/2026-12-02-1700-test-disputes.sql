-- The test processor opens disputes itself: the demo shows one. A trigger refuses such rows in production.
grant insert on test_dispute to quayside_app;
