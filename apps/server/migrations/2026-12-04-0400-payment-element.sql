-- A card payment on a page of the storefront (Stripe's Payment Element) beside the processor's hosted page. An order
-- has one open payment: before the buyer takes the other way, the first one is closed at the processor.
alter table payment
  add column way text not null default 'hosted',
  -- When the processor confirmed that nobody can pay it any more.
  add column closed_at timestamptz;
alter table payment
  add constraint payment_way check (way in ('hosted', 'element')) not valid;
alter table payment validate constraint payment_way;
