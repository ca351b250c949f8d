-- Operators: admitted by invitation, with a password of their own and a second factor; desks by grant; money only after a while.

alter table operator
  -- Null: somebody else chose the password, so a session can only replace it.
  add column password_chosen_at timestamptz,
  -- Secret of the time-based codes (RFC 6238), sealed with the master key; pending until the first right code.
  add column totp_sealed bytea,
  add column totp_pending bytea,
  -- The last time step whose code was used: no code is taken twice.
  add column totp_step bigint,
  add column invited_by uuid references operator,
  add column confirmed_by uuid references operator,
  -- Before this instant no approval of money counts, and no signature under another operator's invitation.
  add column may_approve_from timestamptz;
update operator set may_approve_from = created_at;
alter table operator
  alter column may_approve_from set not null,
  add constraint operator_second_factor check (totp_step is null or totp_sealed is not null),
  add constraint operator_not_invited_by_self check (invited_by <> id and confirmed_by <> id),
  -- Read no more: desks are rows of operator_desk.
  alter column roles set default '{}';

create table operator_invitation (
  id uuid primary key,
  -- Set when an operator is let in anew after losing password or second factor.
  operator_id uuid references operator,
  name text not null,
  email text not null,
  desks text[] not null,
  invited_by uuid not null references operator,
  invited_at timestamptz not null,
  confirmed_by uuid references operator,
  confirmed_at timestamptz,
  -- Made at the confirmation, mailed to the invited, kept only as a hash.
  token_hash bytea unique,
  expires_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint operator_invitation_desks
    check (desks <@ array['owner', 'catalogue', 'fulfilment', 'finance', 'review', 'support', 'auditor']),
  constraint operator_invitation_confirmed check ((confirmed_by is null) = (confirmed_at is null)
    and (confirmed_by is null) = (token_hash is null) and (confirmed_by is null) = (expires_at is null)),
  constraint operator_invitation_used check (used_at is null or (confirmed_at is not null and revoked_at is null))
);
create unique index operator_invitation_open on operator_invitation (email) where used_at is null and revoked_at is null;
grant select, insert on operator_invitation to quayside_app;
grant update (confirmed_by, confirmed_at, token_hash, expires_at, used_at, revoked_at) on operator_invitation to quayside_app;

alter table operator add column invitation_id uuid unique references operator_invitation;

create table operator_desk (
  operator_id uuid not null references operator,
  desk text not null check (desk in ('owner', 'catalogue', 'fulfilment', 'finance', 'review', 'support', 'auditor')),
  -- Null for the first owner, and for what was granted before grants were signed.
  granted_by uuid references operator,
  granted_at timestamptz not null,
  revoked_by uuid references operator,
  revoked_at timestamptz,
  constraint operator_desk_signed_by_another check (granted_by <> operator_id),
  constraint operator_desk_revoked check ((revoked_by is null) = (revoked_at is null))
);
create unique index operator_desk_held on operator_desk (operator_id, desk) where revoked_at is null;
insert into operator_desk (operator_id, desk, granted_at)
  select o.id, r.desk, o.created_at from operator o, unnest(o.roles) as r (desk) group by o.id, r.desk;
grant select, insert on operator_desk to quayside_app;
grant update (revoked_by, revoked_at) on operator_desk to quayside_app;

-- What happened to operators; never changed.
create table operator_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  name text not null,
  operator_id uuid references operator,
  by_operator uuid references operator,
  data jsonb not null default '{}'
);
create trigger operator_event_kept before update or delete on operator_event for each row execute function refuse_change();
grant select, insert on operator_event to quayside_app;

-- Codes for who has lost the second factor: one use each, kept as keyed hashes.
create table operator_recovery_code (
  operator_id uuid not null references operator,
  code_hash bytea not null,
  primary key (operator_id, code_hash)
);
grant select, insert, delete on operator_recovery_code to quayside_app;

-- Devices that logged in before have tries of their own.
create table operator_device (
  operator_id uuid not null references operator,
  id uuid not null,
  token_hash bytea not null unique,
  used_at timestamptz not null,
  primary key (operator_id, id)
);
create index on operator_device (used_at);
grant select, insert, update, delete on operator_device to quayside_app;

alter table session
  -- How long it may rest without a request.
  add column idle_seconds int not null default 2592000 check (idle_seconds > 0),
  -- Of an operator: when the second factor was given. Without it the session can only go on with the log-in.
  add column second_factor_at timestamptz,
  -- Wrong codes of a second factor; after some the session is over.
  add column wrong_codes int not null default 0;
delete from session where who = 'operator';

-- Mail to operators and to those who are invited; merchants are no part of it.
alter table outbox
  alter column merchant_id drop not null,
  add column to_operators boolean not null default false,
  add constraint outbox_for_whom check ((merchant_id is null) = to_operators);

-- The server may not hand out desks, passwords of others or dates by a plain update.
revoke update on operator from quayside_app;
grant update (password_hash, password_chosen_at, totp_sealed, totp_pending, totp_step, may_approve_from, deactivated_at, deactivated_by)
  on operator to quayside_app;

create function is_active_owner(who uuid) returns boolean language sql stable as $$
  select exists (select from operator_desk d join operator o on o.id = d.operator_id
    where d.operator_id = who and d.desk = 'owner' and d.revoked_at is null and o.deactivated_at is null)
$$;

-- True for migrations and restores: they work as the owner of the tables.
create function owns_table(of oid) returns boolean language sql stable as $$
  select current_user = pg_get_userbyid(relowner) from pg_class where oid = of
$$;

-- Refuses (QO001) an operator who is too new to approve money; the detail says from when it is allowed.
create function assert_operator_may_approve(who uuid, at timestamptz) returns void language plpgsql stable as $$
declare allowed timestamptz;
begin
  select may_approve_from into allowed from operator where id = who;
  if allowed > at then
    raise exception 'operator % may not approve money yet', who
      using errcode = 'QO001', detail = to_char(allowed at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
end $$;

-- Refuses (QO002) two signatures that one person could have made: the same operator, one who invited the other, or two whom one owner
-- admitted alone.
create function assert_two_people(a uuid, b uuid) returns void language plpgsql stable as $$
begin
  if a = b or exists (
    select from operator x, operator y where x.id = a and y.id = b and (
      x.invited_by = y.id or y.invited_by = x.id
      or (x.invited_by = x.confirmed_by and y.invited_by = y.confirmed_by and x.invited_by = y.invited_by))
  ) then
    raise exception 'operators % and % are not two people', a, b using errcode = 'QO002';
  end if;
end $$;

-- For a table whose rows are approved by operators: the arguments name the columns that hold them.
create function check_approvers() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new);
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  named text;
  other text;
begin
  foreach named in array tg_argv loop
    continue when kept ->> named is null or kept ->> named is not distinct from before ->> named;
    perform assert_operator_may_approve((kept ->> named)::uuid, new.changed_at);
    foreach other in array tg_argv loop
      continue when other = named or kept ->> other is null;
      perform assert_two_people((kept ->> named)::uuid, (kept ->> other)::uuid);
    end loop;
  end loop;
  return new;
end $$;
create trigger withdrawal_approvers before insert or update of first_approver, approver on withdrawal
  for each row execute function check_approvers('first_approver', 'approver');
create trigger deposit_approvers before insert or update of first_approver on deposit
  for each row execute function check_approvers('first_approver');

-- The second approval of a deposit, and the decision of a refund, are known by who changed the row.
create function check_deciding_operator() returns trigger language plpgsql as $$
begin
  perform assert_operator_may_approve(substr(new.changed_by, 10)::uuid, new.changed_at);
  if tg_table_name = 'deposit' then
    perform assert_two_people((to_jsonb(new) ->> 'first_approver')::uuid, substr(new.changed_by, 10)::uuid);
  end if;
  return new;
end $$;
create trigger deposit_decided before update of state on deposit for each row
  when (new.state = 'credited' and old.state is distinct from new.state and new.changed_by like 'operator:%')
  execute function check_deciding_operator();
create trigger refund_decided before update of state on refund_order for each row
  when (new.state in ('agreed', 'refunded') and old.state is distinct from new.state and new.changed_by like 'operator:%')
  execute function check_deciding_operator();

-- Who may put a name under an invitation: an active owner, and another one than invited, unless there is only one.
create function check_operator_invitation() returns trigger language plpgsql as $$
begin
  if not is_active_owner(new.invited_by) then
    raise exception 'only an owner invites operators' using errcode = 'restrict_violation';
  end if;
  if new.confirmed_by is null or (tg_op = 'UPDATE' and old.confirmed_by is not distinct from new.confirmed_by) then return new; end if;
  if tg_op = 'UPDATE' and old.confirmed_by is not null then
    raise exception 'an invitation is confirmed once' using errcode = 'restrict_violation';
  end if;
  if not is_active_owner(new.confirmed_by) or new.confirmed_by = new.operator_id or new.invited_by = new.operator_id then
    raise exception 'another owner confirms an invitation' using errcode = 'restrict_violation';
  end if;
  if new.confirmed_by = new.invited_by then
    if exists (select from operator_desk d join operator o on o.id = d.operator_id
      where d.desk = 'owner' and d.revoked_at is null and o.deactivated_at is null
        and o.id <> new.invited_by and o.id is distinct from new.operator_id)
    then
      raise exception 'the owner who invited does not confirm' using errcode = 'QO002';
    end if;
  else
    perform assert_operator_may_approve(new.confirmed_by, new.confirmed_at);
  end if;
  return new;
end $$;
create trigger operator_invitation_law before insert or update on operator_invitation
  for each row execute function check_operator_invitation();

-- The first operator comes from the settings; every other one from an invitation that was confirmed, with what it says.
create function check_new_operator() returns trigger language plpgsql as $$
declare invitation operator_invitation;
begin
  if owns_table(tg_relid) or not exists (select from operator) then return new; end if;
  select * into invitation from operator_invitation where id = new.invitation_id for update;
  if invitation.confirmed_at is null or invitation.used_at is not null or invitation.revoked_at is not null
    or invitation.operator_id is not null or invitation.email <> new.email
    or invitation.invited_by is distinct from new.invited_by or invitation.confirmed_by is distinct from new.confirmed_by
  then
    raise exception 'an operator needs a confirmed invitation' using errcode = 'restrict_violation';
  end if;
  if new.may_approve_from < new.created_at + interval '72 hours' and (select mode from installation) = 'production' then
    raise exception 'a new operator may not approve money for 72 hours' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger operator_admitted before insert on operator for each row execute function check_new_operator();

create function check_operator_dates() returns trigger language plpgsql as $$
begin
  if new.may_approve_from < old.may_approve_from and not owns_table(tg_relid) then
    raise exception 'the wait of an operator is never shortened' using errcode = 'restrict_violation';
  end if;
  if old.deactivated_at is not null and new.deactivated_at is null and not owns_table(tg_relid) then
    raise exception 'an operator who left does not come back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger operator_dates before update on operator for each row execute function check_operator_dates();

-- A desk is granted by an active owner; the very first desk, the first owner's, by nobody.
create function check_operator_desk() returns trigger language plpgsql as $$
begin
  if owns_table(tg_relid) then return new; end if;
  if new.granted_by is null then
    if new.desk <> 'owner' or exists (select from operator_desk) then
      raise exception 'a desk is granted by an owner' using errcode = 'restrict_violation';
    end if;
  elsif not is_active_owner(new.granted_by) then
    raise exception 'a desk is granted by an owner' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger operator_desk_granted before insert on operator_desk for each row execute function check_operator_desk();
