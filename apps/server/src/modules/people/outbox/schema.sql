-- Mail and text messages that wait to be sent.

create table outbox (
  id uuid primary key,
  merchant_id uuid,
  channel text not null check (channel in ('email', 'phone')),
  address text not null,
  -- Subject and text; sealed, because a code may be in them, and gone once nobody needs them.
  sealed bytea,
  state text not null check (state in ('waiting', 'sent', 'refused', 'too-late', 'kept')),
  written_at timestamptz not null,
  -- After this there is no use in sending it.
  useless_at timestamptz,
  -- A worker has it until then.
  taken_until timestamptz,
  to_operators boolean not null default false,
  -- The outbox has mail to buyers too. Each message is for one of the three.
  to_buyer boolean not null default false,
  constraint outbox_emptied check ((sealed is null) = (state in ('sent', 'refused', 'too-late'))),
  constraint outbox_for_whom check ((merchant_id is not null)::int + to_operators::int + to_buyer::int = 1)
);
comment on table outbox is
'Mail and text messages that wait to be sent. `kept`: no gateway takes this channel, so the message stays here; only a
demo shows it.
@owner platform
@distribution local
@personal address, sealed: merchant, operator; mail and text messages; 30 days, the content until it is sent
@sealed sealed: outbox';
create index outbox_of_merchant on outbox (merchant_id, written_at desc);
create index outbox_by_time on outbox (written_at);
create index outbox_of_state on outbox (state, written_at desc, id desc)
  where state in ('waiting', 'refused', 'too-late');
grant select, insert, update, delete on outbox to quayside_app;
create trigger outbox_sealed before insert or update of sealed on outbox for each row
  execute function check_sealing_key('sealed');
