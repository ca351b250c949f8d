-- Invitations can be revoked; a revoked one is never used.
alter table invitation
  add column revoked_at timestamptz,
  add column revoked_by uuid references operator,
  add constraint invitation_revoked check ((revoked_at is null) = (revoked_by is null) and (revoked_at is null or used_at is null));
create index on invitation (created_by, created_at);

-- What merchants read of an operator: a number that stays, never a name.
alter table operator add column staff_number int generated always as identity (start with 101);
alter table operator add constraint operator_staff_number unique (staff_number);
