-- Goodwill, corrections and write-offs of merchants’ accounts.

create table adjustment (
  shop_id uuid not null references shop,
  id uuid not null,
  code text not null unique,
  kind text not null check (kind in ('goodwill', 'correction', 'write-off')),
  state text not null check (state in ('proposed', 'posted', 'refused')),
  amount bigint not null check (amount > 0),
  -- The corrected entry.
  of_transfer uuid,
  reason text not null check (reason <> ''),
  note text not null default '',
  -- The part of a correction that the balance covered; the rest became a debt.
  from_balance bigint,
  proposed_by uuid not null references operator,
  proposed_at timestamptz not null,
  signed_by uuid references operator,
  signed_at timestamptz,
  refused_by uuid references operator,
  refused_at timestamptz,
  primary key (shop_id, id),
  constraint adjustment_transfer foreign key (shop_id, of_transfer) references ledger.transfer (shop_id, id),
  check (from_balance between 0 and amount),
  constraint adjustment_correction check ((kind = 'correction') = (of_transfer is not null)),
  constraint adjustment_two_people check (state <> 'posted' or (signed_by is not null and signed_at is not null
    and signed_by <> proposed_by)),
  constraint adjustment_parts check ((state = 'posted' and kind = 'correction') = (from_balance is not null)),
  constraint adjustment_refused check (state <> 'refused' or refused_at is not null)
);
comment on table adjustment is
'Adjustments of a merchant’s account: closed kinds, two signatures, and a reason that the merchant reads.
@owner shop
@distribution shop_id
@personal reason, note: merchant; why an account was adjusted; with the books
@impersonal code
@audit adjustment: id id, shop shop_id, code code; state, kind, amount, of_transfer, proposed_by, signed_by
@unique-over-all-shops adjustment_id: random ids and numbers that the server makes
@unique-over-all-shops adjustment_code_key: codes that people say and type';
create index adjustment_by_time on adjustment (proposed_at desc, id desc);
create index adjustment_open on adjustment (proposed_at, id) where state = 'proposed';
create index adjustment_of_transfer on adjustment (of_transfer) where of_transfer is not null;
create unique index adjustment_id on adjustment (id);
create index adjustment_by_due
  on adjustment ((((proposed_at at time zone 'UTC') + interval '24 hours') at time zone 'UTC'), id)
  where state = 'proposed';
grant select, insert, update (state, from_balance, signed_by, signed_at, refused_by, refused_at)
  on adjustment to quayside_app;
create trigger adjustment_signers after insert or update of proposed_by, signed_by on adjustment for each row
  execute function check_signers('proposed_by@proposed_at', 'signed_by@signed_at');
create trigger adjustment_signers_with_act after insert or update of signed_by on adjustment for each row
  execute function check_signed_act('id', 'signed_by', 'proposed_by', 'amount', 'adjustment.post');

-- An adjustment is proposed and decided once. Corrections of one entry never take more than the entry gave.
create function adjustment_fits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare most bigint;
begin
  if tg_op = 'INSERT' and new.state <> 'proposed' or tg_op = 'UPDATE' and old.state <> 'proposed' then
    raise exception 'an adjustment is proposed, then decided once' using errcode = 'check_violation', constraint = 'adjustment_transition';
  end if;
  if new.kind = 'correction' and new.state <> 'refused' then
    most := correctable_amount(new.shop_id, new.of_transfer);
    if most is null then
      raise exception 'transfer % cannot be corrected', new.of_transfer using errcode = 'check_violation', constraint = 'adjustment_transfer';
    end if;
    -- Corrections of one entry wait for each other.
    perform pg_advisory_xact_lock(hashtext('correction of ' || new.of_transfer));
    if new.amount > most - coalesce((
      select sum(o.amount) from adjustment o where o.of_transfer = new.of_transfer and o.state = 'posted' and o.id <> new.id), 0)
    then
      raise exception 'transfer % holds less than the correction', new.of_transfer using errcode = 'check_violation', constraint = 'adjustment_amount';
    end if;
  end if;
  return new;
end $$;
create trigger adjustment_fits before insert or update on adjustment for each row execute function adjustment_fits();

-- What of an entry a correction can take back: the credit of the merchant's balance by a bank transfer, an assignment
-- or goodwill. Null: no such entry.
create function correctable_amount(shop uuid, transfer uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select p.amount from ledger.transfer t
    join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id and p.side = 'C'
    join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id and a.kind = 'L.M.available' and a.owner = shop
  where t.shop_id = shop and t.id = transfer and (t.event in ('unidentified.assigned', 'adjustment.goodwill')
    or t.event = 'deposit.credited' and exists (
      select from ledger.posting d join ledger.account b on b.shop_id = d.shop_id and b.id = d.account_id
      where d.shop_id = t.shop_id and d.transfer_id = t.id and d.side = 'D' and b.kind = 'A.BANK'))
$$;

-- Keys of tables that stand before the tables that they name.
alter table unidentified_money add foreign key (adjustment_id)
  references adjustment (id) deferrable initially deferred;

-- The server calls no function but those named last.
revoke all on function
  correctable_amount(uuid, uuid)
  from public;
grant execute on function
  correctable_amount(uuid, uuid)
  to quayside_app;
