-- The books by shop, in seven steps that a former release runs beside: 0100 to 0106.
-- Step 1: ledger.post asks no account for its shop. From step 3 on, ledger.book finds an account by the shop of the
-- line, so no line reaches another shop's; until then the trigger `posting_shop` refuses it.
-- The function is changed in place, so that what other migrations wrote into it stays.
do $$
declare
  change record;
  was text;
  becomes text;
begin
  for change in select * from (values
    ('ledger.post(ledger.line[])', '
      left join ledger.account a on a.owner = l.owner and a.kind = l.kind', ''),
    ('ledger.post(ledger.line[])', '
      and (a.id is null or a.shop_id is not distinct from case t.owner when ''platform'' then null else l.shop end)', '')
  ) v (routine, before, after) loop
    was := pg_get_functiondef(change.routine::regprocedure);
    becomes := replace(was, change.before, change.after);
    if length(becomes) <> length(was) - length(change.before) + length(change.after) then
      raise exception '% has not exactly one place %', change.routine, change.before;
    end if;
    execute becomes;
  end loop;
end $$;
