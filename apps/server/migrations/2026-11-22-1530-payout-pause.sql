-- A pause of payouts leaves a history that nobody rewrites, and ends by a check that has just found the books whole, asked for by an operator.

create table payout_pause_change (
  id bigint generated always as identity primary key,
  paused boolean not null,
  at timestamptz not null,
  cause text,
  operator_id uuid references operator,
  reconciliation_id uuid references reconciliation,
  constraint payout_pause_reasoned check (case when paused then cause is not null else operator_id is not null and reconciliation_id is not null end)
);
grant select on payout_pause_change to quayside_app;
create trigger payout_pause_change_kept before update or delete on payout_pause_change for each row execute function refuse_change();
insert into payout_pause_change (paused, at, cause) select true, since, cause from payout_pause;

revoke insert, update, delete on payout_pause from quayside_app;

-- Of two checks of the books the second waits here, so that none meets one that ends a pause meanwhile.
create function lock_payout_pause() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table payout_pause in share row exclusive mode;
end $$;

create function pause_payouts(cause text, at timestamptz) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into payout_pause (since, cause) values (pause_payouts.at, pause_payouts.cause) on conflict (single) do nothing;
  if found then
    insert into payout_pause_change (paused, at, cause) values (true, pause_payouts.at, pause_payouts.cause);
  end if;
end $$;

-- `run` is the check that this very transaction has made and found whole.
create function resume_payouts(operator_id uuid, run uuid, at timestamptz) returns void language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not exists (
    select from reconciliation r where r.id = run and r.whole and r.cause = 'resume' and r.xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'payouts go on after a check of the books that found them whole' using errcode = 'check_violation', constraint = 'payout_resume_run';
  end if;
  if not exists (
    select from operator o join operator_desk d on d.operator_id = o.id and d.desk = 'finance' and d.revoked_at is null
    where o.id = resume_payouts.operator_id and o.deactivated_at is null
  ) then
    raise exception 'payouts go on when an operator of finance says so' using errcode = 'check_violation', constraint = 'payout_resume_operator';
  end if;
  delete from payout_pause;
  if found then
    insert into payout_pause_change (paused, at, operator_id, reconciliation_id)
    values (false, resume_payouts.at, resume_payouts.operator_id, run);
  end if;
end $$;
revoke all on function lock_payout_pause(), pause_payouts(text, timestamptz), resume_payouts(uuid, uuid, timestamptz) from public;
grant execute on function lock_payout_pause(), pause_payouts(text, timestamptz), resume_payouts(uuid, uuid, timestamptz) to quayside_app;
