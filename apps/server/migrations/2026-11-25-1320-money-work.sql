-- Lists and deadlines of the money desks: recharges, unidentified money, treasury movements and adjustments.

create index deposit_by_time on deposit (created_at, id);
create index deposit_by_due on deposit (((created_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC'), id)
  where (state = 'under-review' or state = 'awaiting-transfer' and channel = 'manual');
create index unidentified_money_by_due on unidentified_money (((received_at at time zone 'UTC' + interval '72 hours') at time zone 'UTC'), id)
  where state in ('open', 'proposed', 'returning');
create index treasury_movement_by_due on treasury_movement (((proposed_at at time zone 'UTC' + interval '48 hours') at time zone 'UTC'), id)
  where state in ('proposed', 'signed', 'reversal-proposed');
create index adjustment_by_due on adjustment (((proposed_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC'), id)
  where state = 'proposed';
