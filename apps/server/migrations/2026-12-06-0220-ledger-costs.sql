-- Bookings of many lines cost less; what they check and hash stays the same.

-- `extract` and `convert_to` are stable, so PostgreSQL did not inline these two functions, as they were meant to be,
-- and the call of each took longer than its work. A call of plpgsql takes less than half of that.
create or replace function ledger.sealed(transfer uuid, key text, actor text) returns text language plpgsql immutable as $$
begin
  return encode(sha256(convert_to(transfer::text || '|' || key || '|' || actor, 'UTF8')), 'hex');
end $$;

create or replace function ledger.fields(version smallint, transfer_id uuid, line smallint, account_id bigint, side char, amount bigint, seq bigint,
  balance_after bigint, event text, ref uuid, at timestamptz, sealed text)
returns text language plpgsql immutable as $$
begin
  return case when version = 2 then '2|' else '' end || transfer_id::text || '|' || line::text || '|' || account_id::text || '|' || side::text
    || '|' || amount::text || '|' || seq::text || '|' || balance_after::text
    || case when version = 2 then '|' || event || '|' || ref::text || '|' || (extract(epoch from at) * 1000000)::bigint::text || '|' || sealed else '' end;
end $$;

-- The pattern of an actor took longer than the hash of its line: each actor is matched once, not each line. The legs
-- that an event requires are counted once for each event, not for each transfer. `materialized`, because the planner
-- matches each line before it removes the duplicates otherwise.
-- The function is changed in place, so that what other migrations wrote into it stays.
do $$
declare
  change record;
  was text;
  becomes text;
begin
  for change in select * from (values
    (1, ' and l.actor ~ ''^(clock|chain|(merchant|buyer|operator|carrier):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|processor:[a-z]{1,20})$'') is not true
  ) or exists (', ') is not true
  ) or exists (
    with actors as materialized (select distinct l.actor from unnest(lines) l)
    select from actors a
    where (a.actor ~ ''^(clock|chain|(merchant|buyer|operator|carrier):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|processor:[a-z]{1,20})$'') is not true
  ) or exists ('),
    (2, 'select from unnest(lines) l join ledger.template t', 'with needed as materialized (
      select r.event, count(distinct r.leg) as legs from ledger.template r
      where r.required and r.event in (select l.event from unnest(lines) l) group by r.event
    )
    select from unnest(lines) l join ledger.template t'),
    (3, '(select count(distinct r.leg) from ledger.template r where r.event = l.event and r.required)',
      'coalesce((select n.legs from needed n where n.event = l.event), 0)')
  ) v (step, before, after) order by step loop
    was := pg_get_functiondef('ledger.post(ledger.line[])'::regprocedure);
    becomes := replace(was, change.before, change.after);
    if length(becomes) <> length(was) - length(change.before) + length(change.after) then
      raise exception 'ledger.post has not exactly one place %', change.before;
    end if;
    execute becomes;
  end loop;
end $$;
