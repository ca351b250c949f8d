-- A link can also prove the new address of an account.
alter table account_link
  drop constraint account_link_purpose_check,
  add constraint account_link_purpose_check check (purpose in ('join', 'password', 'email')),
  drop constraint account_link_buyer,
  add constraint account_link_buyer check ((purpose = 'join') = (buyer_id is null));
