-- Banks pay under names in Latin letters. A holder with another name has both: the verified one and the bank's spelling.
alter table destination add column latin_holder text check (length(latin_holder) between 2 and 70);
-- A destination that was saved without it gets it when it is saved again.
grant update (latin_holder) on destination to quayside_app;

create function destination_latin_holder() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- An erased holder has no other spelling, and a spelling is entered once: a payment file stays the same.
  if new.holder is distinct from old.holder then
    new.latin_holder := null;
  elsif old.latin_holder is not null and new.latin_holder is distinct from old.latin_holder then
    raise exception 'the Latin name of a destination is entered once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger destination_latin_holder before update on destination for each row execute function destination_latin_holder();
