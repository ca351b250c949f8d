-- A shop's name holds nothing that is not seen: controls, joiners, soft hyphens, blanks of Braille and Hangul, line ends.
create function check_shop_name() returns trigger language plpgsql as $$
begin
  if new.name ~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2800\u3164\ufeff\uffa0]' then
    raise exception 'the name of a shop holds characters that are not seen' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger shop_name_seen before insert or update of name on shop for each row when (new.name is not null)
  execute function check_shop_name();
