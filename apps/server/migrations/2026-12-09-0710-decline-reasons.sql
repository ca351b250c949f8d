-- Why a merchant declined a paid order, for the buyer: a reason of a closed list, and words.
alter table orders
  add column decline_reason text check (decline_reason in ('unavailable', 'price', 'address', 'other')),
  add column decline_note text check (length(decline_note) between 1 and 300),
  add constraint order_decline check (
    (decline_reason is null or cancel_reason = 'merchant') and (decline_note is null or decline_reason is not null)
  ) not valid;
alter table orders validate constraint order_decline;
grant update (decline_reason, decline_note) on orders to quayside_app;
