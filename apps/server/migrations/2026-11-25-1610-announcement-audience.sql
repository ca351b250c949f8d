-- Announcements: an audience, a time, and a second person above a hundred shops.

alter table announcement
  -- Empty: every language, country or state of a shop.
  add column languages text[] not null default '{}',
  add column countries text[] not null default '{}',
  add column shop_states text[] not null default '{}' check (shop_states <@ array['open', 'closed', 'unverified']),
  add column state text not null default 'sent' check (state in ('to-confirm', 'scheduled', 'sending', 'sent', 'cancelled')),
  add column send_at timestamptz,
  -- Shops of the audience, counted when it was made or confirmed, and again when the sending begins.
  add column recipients int not null default 0 check (recipients >= 0),
  add column confirmed_by uuid references operator,
  add column confirmed_at timestamptz,
  add column cancelled_by uuid references operator,
  add column cancelled_at timestamptz,
  add column sent_at timestamptz,
  -- The deadline of the second person.
  add column confirm_by timestamptz;
update announcement set send_at = at, sent_at = at, confirm_by = at;
alter table announcement
  alter column send_at set not null,
  alter column confirm_by set not null,
  alter column state set default 'to-confirm',
  add constraint announcement_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  add constraint announcement_cancelled check ((state = 'cancelled') = (cancelled_by is not null) and (cancelled_by is null) = (cancelled_at is null)),
  add constraint announcement_sent check ((state = 'sent') = (sent_at is not null)),
  -- The number stands in the contract: `maxRecipientsAlone`.
  add constraint announcement_second_person check (state not in ('scheduled', 'sending', 'sent') or recipients <= 100 or confirmed_by is not null) not valid;
grant update (state, send_at, recipients, confirmed_by, confirmed_at, cancelled_by, cancelled_at, sent_at) on announcement to quayside_app;
create index announcements_due on announcement (send_at) where state = 'scheduled';
create index announcements_to_confirm on announcement (confirm_by, id) where state = 'to-confirm';
create trigger announcement_signers after insert or update of confirmed_by on announcement
  for each row execute function check_signers('made_by', 'confirmed_by');

create function check_announcement() returns trigger language plpgsql as $$
begin
  if old.state in ('sent', 'cancelled') and new.state <> old.state then
    raise exception 'an announcement that was sent or cancelled stays as it is' using errcode = 'restrict_violation';
  end if;
  if old.confirmed_by is not null and new.confirmed_by is distinct from old.confirmed_by then
    raise exception 'an announcement is confirmed once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger announcement_steps before update on announcement for each row execute function check_announcement();

-- No shop gets the message of an announcement that is not being sent.
create function check_announced() returns trigger language plpgsql as $$
begin
  if not exists (select from announcement a where a.id = new.announcement_id and a.state = 'sending') then
    raise exception 'the announcement is not being sent' using errcode = 'check_violation', constraint = 'announcement_sending';
  end if;
  return new;
end $$;
create trigger announcement_sending before insert on message for each row when (new.announcement_id is not null) execute function check_announced();

-- The audience, at an instant: shops that existed, with the language in which the merchant last used the app.
create function announcement_audience(languages text[], countries text[], shop_states text[], at timestamptz)
returns table (shop_id uuid, language text) language sql stable as $$
  select s.id, coalesce(i.lang, 'en') from shop s left join inbox i on i.shop_id = s.id
  where s.created_at <= at
    and (cardinality(languages) = 0 or coalesce(i.lang, 'en') = any (languages))
    and (cardinality(countries) = 0 or s.country = any (countries))
    and (cardinality(shop_states) = 0
      or case when s.verified_at is null then 'unverified' when s.closed_at is not null then 'closed' else 'open' end = any (shop_states))
$$;

insert into audit_subject values
  ('announcement', 'announcement', 'id', null, null, array['state', 'recipients', 'send_at', 'made_by', 'confirmed_by', 'cancelled_by']);
