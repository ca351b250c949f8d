-- Both are generated from columns that are never null. Row types may rely on it, and a test compares them with the columns.
alter table orders alter column total_earnings set not null, alter column profit set not null;
