create table buyer_block (
  id uuid primary key,
  -- The account, or the guest of the last order then.
  buyer_id uuid not null references buyer,
  -- A keyed hash of the mailbox: it also finds the guests that come later.
  mailbox bytea not null check (length(mailbox) = 32),
  reason text not null check (reason in ('card-fraud', 'refund-abuse', 'threats', 'authority')),
  text text not null check (length(text) between 1 and 500),
  made_by uuid not null references operator,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid references operator,
  lift_reason text check (length(lift_reason) between 1 and 500),
  -- No block is for ever: whoever wants a longer one decides again.
  constraint buyer_block_term check (ends_at > made_at and ends_at <= made_at + interval '366 days'),
  constraint buyer_block_lifted check ((lifted_at is null) = (lifted_by is null)
    and (lifted_at is null) = (lift_reason is null))
);
comment on table buyer_block is
'Mailboxes of which the platform takes no orders, each for a time.
@owner buyer
@distribution local
@personal mailbox: buyer; a keyed hash of a blocked address; 400 days after the end of the block
@personal text, lift_reason: buyer; why staff blocked an address, and why no more; until erasure
@impersonal reason
@retention 400 days after ends_at';
create index buyer_blocks_of_mailbox on buyer_block (mailbox);
create index buyer_blocks_of_buyer on buyer_block (buyer_id);
create index buyer_blocks_by_end on buyer_block (ends_at);
grant select, insert, update (lifted_at, lifted_by, lift_reason) on buyer_block to quayside_app;

-- A block is lifted once, and nothing else of it changes but the words of an erased person.
create function check_buyer_block() returns trigger language plpgsql as $$
begin
  if old.lifted_at is not null and (new.lifted_at, new.lifted_by) is distinct from (old.lifted_at, old.lifted_by)
    or (new.id, new.buyer_id, new.mailbox, new.reason, new.made_by, new.made_at, new.ends_at)
      is distinct from (old.id, old.buyer_id, old.mailbox, old.reason, old.made_by, old.made_at, old.ends_at)
  then
    raise exception 'a block of a buyer ends once and does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger buyer_block_law before update on buyer_block for each row execute function check_buyer_block();

-- What staff wrote about an erased buyer goes with the rest. The block itself goes on to its end.
create function blank_buyer_blocks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update buyer_block b set text = '—', lift_reason = case when b.lift_reason is not null then '—' end
    where b.buyer_id = new.id;
  return null;
end $$;
create trigger buyer_blocks_blanked after update of erased_at on buyer for each row
  when (old.erased_at is null and new.erased_at is not null) execute function blank_buyer_blocks();

-- A phone number in one spelling: its last nine digits, which are the same with and without the code of the country.
create function phone_key(phone text) returns text language sql immutable parallel safe
  return right(regexp_replace(phone, '[^0-9]', '', 'g'), 9);
