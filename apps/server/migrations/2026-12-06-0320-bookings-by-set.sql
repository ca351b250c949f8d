-- Bookings of many lines cost less; what they check, lock and hash stays the same.
-- The functions are changed in place, so that what other migrations wrote into them stays.
do $$
declare
  change record;
  was text;
  becomes text;
begin
  for change in select * from (values
    -- Each account is looked up once, by its owner, and not a second time by its id.
    (1, 'ledger.book(ledger.line[])', 'from ledger.account a
  where a.id in (select x.id from unnest(lines) l join ledger.account x on x.owner = l.owner and x.kind = l.kind and x.shop_id = l.shop
    where not x.append_only)
  order by a.id for update;', 'from (select distinct l.owner, l.kind, l.shop from unnest(lines) l) l
    join ledger.account a on a.owner = l.owner and a.kind = l.kind and a.shop_id = l.shop
  where not a.append_only
  order by a.id for update of a;'),
    -- The templates are looked up once for each event, side and kind, not for each line. A line that has none is known
    -- to none: its rule says so, or a null in it finds no rule.
    (2, 'ledger.post(ledger.line[])', 'select from unnest(lines) l left join ledger.template t on t.event = l.event and t.side = l.side and t.kind = l.kind
    where (t.event is not null and', 'with rules as materialized (
      select u.event, u.side, u.kind, t.owner, t.event is not null as known
      from (select distinct l.event, l.side, l.kind from unnest(lines) l) u
        left join ledger.template t on t.event = u.event and t.side = u.side and t.kind = u.kind
    )
    select from unnest(lines) l left join rules t on t.event = l.event and t.side = l.side and t.kind = l.kind
    where (t.known and'),
    (3, 'ledger.post(ledger.line[])', 'group by r.event
    )
    select from unnest(lines) l join ledger.template t on', 'group by r.event
    ), legs as materialized (
      select r.event, r.side, r.kind, r.leg, r.required
      from (select distinct l.event, l.side, l.kind from unnest(lines) l) u
        join ledger.template r on r.event = u.event and r.side = u.side and r.kind = u.kind
    )
    select from unnest(lines) l join legs t on')
  ) v (step, routine, before, after) order by step loop
    was := pg_get_functiondef(change.routine::regprocedure);
    becomes := replace(was, change.before, change.after);
    if length(becomes) <> length(was) - length(change.before) + length(change.after) then
      raise exception '% has not exactly one place %', change.routine, change.step;
    end if;
    execute becomes;
  end loop;
end $$;
