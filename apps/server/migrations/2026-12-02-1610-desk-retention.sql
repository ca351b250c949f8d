-- The end of the time of two kinds of rows of the desks. docs/privacy.md lists the times.

-- As `refuse_change`, but a row may be deleted after its time.
create function refuse_change_before_expiry() returns trigger language plpgsql as $$
begin
  if is_erasing() and tg_op = 'DELETE' then
    return old;
  end if;
  raise exception '% of % is not allowed: rows are never changed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger work_claim_log_kept on work_claim_log;
create trigger work_claim_log_kept before update or delete on work_claim_log for each row
  execute function refuse_change_before_expiry();

-- Deletes claims of work items after 400 days, and what was sent to a card processor 540 days after its dispute was
-- closed: no scheme reopens a dispute after that. The key of a file goes with its row, so the stored bytes cannot be
-- read any more; the nightly job then removes them. Returns the number of rows.
create function delete_expired_desk_rows(kind text, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
  files uuid[];
begin
  perform set_config('quayside.erasing', 'on', true);
  case kind
  when 'claims of work' then
    delete from work_claim_log where entry = any(array(
      select l.entry from work_claim_log l where l.at < now() - interval '400 days' order by l.at limit most));
    get diagnostics gone = row_count;
  when 'evidence in disputes' then
    with over as (
      select e.ctid as place from dispute_evidence e
        join card_dispute d on d.shop_id = e.shop_id and d.id = e.dispute_id
      where d.closed_at < now() - interval '540 days' limit most
    ), deleted as (
      delete from dispute_evidence e using over where e.ctid = over.place returning e.files
    )
    select count(*), array_agg(f.value::uuid) filter (where f.value is not null) into gone, files
      from deleted left join lateral jsonb_each_text(deleted.files) f on true;
    delete from file_width where file_id = any(files);
    delete from file where id = any(files) and purpose = 'evidence';
  else
    raise exception 'no rows of the kind % are deleted by their age', kind using errcode = 'invalid_parameter_value';
  end case;
  perform set_config('quayside.erasing', '', true);
  return gone;
end $$;
revoke all on function delete_expired_desk_rows(text, int) from public;
grant execute on function delete_expired_desk_rows(text, int) to quayside_app;
