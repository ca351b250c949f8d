-- Screening: what lists of sanctions say about merchants and payout destinations, and what operators decided.

create table screening (
  shop_id uuid not null references shop,
  subject text not null check (subject in ('registration', 'destination')),
  -- The shop's of a registration, else the destination's.
  id uuid not null,
  asked_at timestamptz not null,
  -- When the lists answered about what was submitted last. Null: nothing is approved.
  screened_at timestamptz,
  provider text,
  list_version text,
  -- A keyed hash of what was asked: a decision about a hit does not hold for another name.
  question bytea check (length(question) = 32),
  primary key (shop_id, subject, id),
  constraint screening_answered check ((screened_at is null) or (provider is not null and list_version is not null))
);
comment on table screening is
'Merchants and payout destinations that are compared with lists of sanctions.
@owner shop
@distribution shop_id
@personal question: merchant; a keyed hash of the compared names; with the books
@impersonal provider, list_version';
create index screenings_waiting on screening (asked_at) where screened_at is null;
grant select, insert, update (asked_at, screened_at, provider, list_version, question) on screening to quayside_app;

create table screening_hit (
  shop_id uuid not null,
  id uuid not null,
  subject text not null,
  subject_id uuid not null,
  list text not null,
  -- The entry's id in the list.
  entry text not null,
  -- What the list says.
  listed text not null,
  mark text not null check (mark in ('name', 'address', 'chain-address')),
  score int not null check (score between 1 and 100),
  found_at timestamptz not null,
  decide_by timestamptz not null,
  -- Since when the list does not name it any more, or something else was submitted.
  ended_at timestamptz,
  state text not null default 'open' check (state in ('open', 'cleared', 'confirmed')),
  decided_by uuid references operator,
  decided_at timestamptz,
  reason text check (length(reason) between 1 and 500),
  primary key (shop_id, id),
  foreign key (shop_id, subject, subject_id) references screening,
  constraint screening_hit_decided check ((state = 'open') = (decided_by is null)
    and (state = 'open') = (decided_at is null) and (state = 'open') = (reason is null))
);
comment on table screening_hit is
'Entries of lists that may be the merchant or the holder of a destination. A person decides whether they are.
@owner shop
@distribution shop_id
@personal listed, reason: merchant; what a list of sanctions says, and why an operator decided; five years after the
  hit ended, or until erasure
@impersonal list, entry
@retention 1826 days after ended_at
@audit screening: id id, shop shop_id, code entry; state, list, score, decided_by';
create unique index screening_hit_once on screening_hit (shop_id, subject, subject_id, list, entry, mark)
  where ended_at is null;
create index screening_hits_open on screening_hit (decide_by, id) where state = 'open' and ended_at is null;
create index screening_hits_by_deadline on screening_hit (state, decide_by, id);
create index screening_hits_by_end on screening_hit (ended_at) where ended_at is not null;
grant select, insert, update (score, ended_at, state, decided_by, decided_at, reason) on screening_hit to quayside_app;

-- A hit begins open, ends once, and is decided by an operator of review or finance with a reason. A cleared hit stays
-- cleared; a confirmed one is cleared by another person only.
create function check_screening_hit() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' or new.ended_at is not null then
      raise exception 'a hit begins open' using errcode = 'check_violation', constraint = 'screening_hit_begins';
    end if;
    return new;
  end if;
  if old.ended_at is not null and new.ended_at is distinct from old.ended_at then
    raise exception 'a hit ends once' using errcode = 'restrict_violation';
  end if;
  if (new.state, new.decided_by, new.decided_at, new.reason)
    is not distinct from (old.state, old.decided_by, old.decided_at, old.reason)
  then
    return new;
  end if;
  -- An erasure blanks the words and nothing else.
  if owns_table(tg_relid) and new.reason = '—' and (new.state, new.decided_by, new.decided_at)
    is not distinct from (old.state, old.decided_by, old.decided_at)
  then
    return new;
  end if;
  if new.state = 'open' or old.state = 'cleared' or old.state = new.state then
    raise exception 'a hit is decided once' using errcode = 'check_violation', constraint = 'screening_hit_decided_once';
  end if;
  if not exists (select from operator o join operator_desk d on d.operator_id = o.id
    where o.id = new.decided_by and o.deactivated_at is null and d.desk in ('review', 'finance') and d.revoked_at is null)
  then
    raise exception 'an operator of review or finance decides a hit'
      using errcode = 'check_violation', constraint = 'screening_hit_operator';
  end if;
  if old.state = 'confirmed' then
    perform assert_two_people(new.decided_by, old.decided_by);
  end if;
  return new;
end $$;
create trigger screening_hit_law before insert or update on screening_hit for each row
  execute function check_screening_hit();

-- What an operator reads of an erased merchant: that a hit was decided, not about whom.
create function blank_screening_hits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update screening_hit set listed = '—', reason = case when reason is not null then '—' end where shop_id = new.shop_id;
  return null;
end $$;
create trigger screening_hits_blanked after update of erased_at on merchant for each row
  when (old.erased_at is null and new.erased_at is not null) execute function blank_screening_hits();

-- Whether the lists still have to answer about a shop and a destination (null: the shop alone), or a hit is not
-- cleared.
create function screening_blocks(of_shop uuid, of_destination uuid) returns boolean language sql stable as $$
  select exists (select from screening s where s.shop_id = of_shop and s.screened_at is null
      and (s.subject = 'registration' or s.id = of_destination))
    or exists (select from screening_hit h where h.shop_id = of_shop and h.ended_at is null and h.state <> 'cleared'
      and (h.subject = 'registration' or h.subject_id = of_destination))
$$;

-- Refuses an approval while the lists have not answered or a hit is not cleared. The lock makes an answer that is
-- being written come entirely before or after the approval. Volatile, so that the second statement sees what the lock
-- waited for.
create function assert_screened(of_shop uuid, of_destination uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from screening s where s.shop_id = of_shop and (s.subject = 'registration' or s.id = of_destination)
    order by s.subject, s.id for share;
  if screening_blocks(of_shop, of_destination) then
    raise exception 'shop %: a hit of the screening is not cleared', of_shop
      using errcode = 'check_violation', constraint = 'screened';
  end if;
end $$;

revoke all on function assert_screened(uuid, uuid) from public;
grant execute on function assert_screened(uuid, uuid) to quayside_app;

-- Papers are verified when the lists name nobody, or an operator cleared what they name.
create function check_registration_screened() returns trigger language plpgsql as $$
begin
  perform assert_screened(new.shop_id, null);
  return new;
end $$;
create trigger registration_screened before update of state on registration for each row
  when (new.state = 'verified' and old.state <> 'verified') execute function check_registration_screened();
