-- Money that arrived and that no merchant has claimed.

create table unidentified_money (
  id uuid primary key,
  code text not null unique,
  origin text not null check (origin in ('bank', 'correction')),
  bank_line_id uuid unique references bank_line,
  -- The operator who imported the bank line.
  line_importer uuid references operator,
  adjustment_id uuid unique,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('open', 'proposed', 'returning', 'assigned', 'returned')),
  received_by uuid not null references operator,
  received_at timestamptz not null,
  -- The decision: give it to a shop, or send it back. The merchant reads the reason of an assignment.
  decision text check (decision in ('assign', 'return')),
  shop_id uuid references shop,
  reason text,
  first_by uuid references operator,
  first_at timestamptz,
  second_by uuid references operator,
  second_at timestamptz,
  -- The debit that sent it back.
  return_line_id uuid unique references bank_line,
  return_importer uuid references operator,
  returned_by uuid references operator,
  finished_at timestamptz,
  constraint unidentified_origin check ((origin = 'bank') = (bank_line_id is not null)
    and (origin = 'correction') = (adjustment_id is not null)),
  constraint unidentified_decision check (case when state = 'open' then decision is null and first_by is null
    and shop_id is null else (decision is not null and first_by is not null and reason is not null
    and (decision = 'assign') = (shop_id is not null)) end),
  constraint unidentified_two_people check (state not in ('returning', 'assigned', 'returned')
    or (second_by is not null and second_at is not null and first_by <> second_by)),
  constraint unidentified_assigned check (state <> 'assigned' or (decision = 'assign' and finished_at is not null)),
  constraint unidentified_returned check (state not in ('returning', 'returned') or decision = 'return'),
  constraint unidentified_return_line check ((state = 'returned') = (return_line_id is not null)
    and (state <> 'returned' or (returned_by is not null and finished_at is not null)))
);
comment on table unidentified_money is
'Money that arrived and that no merchant has claimed. Its origin is a credit of a bank statement, or a correction that
took money back.
@owner platform
@distribution local
@personal reason: strangers; what was decided about money without an owner; with the books
@impersonal code
@audit unidentified-money: id id, shop shop_id, code code; state, amount, decision, first_by, second_by,
  bank_line_id, return_line_id
@unique-over-all-shops unidentified_money_pkey: random ids and numbers that the server makes
@unique-over-all-shops unidentified_money_code_key: codes that people say and type
@unique-over-all-shops unidentified_money_adjustment_id_key, unidentified_money_bank_line_id_key,
  unidentified_money_return_line_id_key: a line of the bank or a reference of a payment is evidence of one thing';
create index unidentified_by_time on unidentified_money (received_at, id);
create index unidentified_of_shop on unidentified_money (shop_id, id) where shop_id is not null;
create index unidentified_money_by_due
  on unidentified_money ((((received_at at time zone 'UTC') + interval '72 hours') at time zone 'UTC'), id)
  where state in ('open', 'proposed', 'returning');
grant select, insert, update (state, decision, shop_id, reason, first_by, first_at, second_by, second_at,
  return_line_id, returned_by, finished_at) on unidentified_money to quayside_app;
create trigger unidentified_signers after insert or update of first_by, second_by on unidentified_money for each row
  execute function check_signers('first_by@first_at', 'second_by@second_at', 'line_importer');
create trigger unidentified_receipt_signers after insert on unidentified_money for each row
  execute function check_signers('received_by@received_at', 'line_importer');
create trigger unidentified_return_signers after update of returned_by on unidentified_money for each row
  execute function check_signers('returned_by@finished_at', 'return_importer');
create trigger unidentified_signers_with_act after insert or update of second_by on unidentified_money for each row
  execute function check_signed_act('id', 'second_by', 'first_by', 'amount',
  'unidentified.assign,unidentified.return');

-- Unidentified money moves through its states in order, each with its line of the bank, and keeps its amount.
create function unidentified_bound() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line bank_line;
  origin_line bank_line;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'unidentified money begins as open' using errcode = 'check_violation', constraint = 'unidentified_transition';
    end if;
    if new.bank_line_id is not null then
      select * into line from bank_line where id = new.bank_line_id;
      if line.side is distinct from 'credit' or (line.currency = 'USD' and line.amount <> new.amount) then
        raise exception 'bank line % is not the credit of unidentified money %', new.bank_line_id, new.id
          using errcode = 'check_violation', constraint = 'bank_line_fits';
      end if;
      new.line_importer := line.imported_by;
      insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.bank_line_id, 'unidentified', null, new.id);
    end if;
    return new;
  end if;
  -- A proposal is signed or taken back; the end is final.
  if old.state <> new.state and (old.state, new.state) not in
    (('open', 'proposed'), ('proposed', 'open'), ('proposed', 'assigned'), ('proposed', 'returning'), ('returning', 'returned')) then
    raise exception 'unidentified money does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'unidentified_transition';
  end if;
  -- What the second person signs is what the first one proposed.
  if old.state in ('proposed', 'returning') and new.state not in ('open', 'proposed')
    and (old.decision, old.shop_id, old.reason, old.first_by) is distinct from (new.decision, new.shop_id, new.reason, new.first_by)
    or old.state in ('assigned', 'returned') then
    raise exception 'a signed decision about unidentified money stays' using errcode = 'check_violation', constraint = 'unidentified_signed';
  end if;
  if new.return_line_id is not null and old.return_line_id is null then
    select * into line from bank_line where id = new.return_line_id;
    select * into origin_line from bank_line where id = new.bank_line_id;
    if line.side is distinct from 'debit' or (case when origin_line.id is null then line.currency <> 'USD' or line.amount <> new.amount
      else line.currency <> origin_line.currency or line.amount <> origin_line.amount end) then
      raise exception 'bank line % is not the debit of unidentified money %', new.return_line_id, new.id
        using errcode = 'check_violation', constraint = 'bank_line_fits';
    end if;
    new.return_importer := line.imported_by;
    insert into bank_line_use (bank_line_id, purpose, shop_id, subject_id) values (new.return_line_id, 'unidentified-return', null, new.id);
  end if;
  return new;
end $$;
create trigger unidentified_bound before insert or update on unidentified_money for each row
  execute function unidentified_bound();
