-- The payment password: right ones in flight are no failures, and after many wrong ones in a row, over any time, it is disabled until it is set
-- anew.
alter table merchant
  -- Tries that were counted and are being compared. What was begun and not ended counts as wrong.
  add column payment_password_open int not null default 0 check (payment_password_open >= 0),
  add column payment_password_open_at timestamptz,
  -- Wrong ones since the last right one; locks that ended forgive nothing.
  add column payment_password_failures int not null default 0 check (payment_password_failures >= 0),
  add column payment_password_disabled_at timestamptz;
