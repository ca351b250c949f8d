-- Notes of operators about shops, and who looked at a shop.

create table shop_note (
  entry bigint generated always as identity primary key,
  shop_id uuid not null references shop,
  operator_id uuid not null references operator,
  at timestamptz not null,
  text text not null
);
comment on table shop_note is
'Notes of the staff about a shop. A merchant who asks for the own data gets them.
@owner operator
@distribution local
@personal text: merchant; notes of the staff; until erasure
@unique-over-all-shops shop_note_pkey: random ids and numbers that the server makes';
create index shop_note_shop_id_entry_idx on shop_note (shop_id, entry desc);
grant select, insert on shop_note to quayside_app;
create trigger shop_note_kept before delete or update on shop_note for each row
  execute function refuse_change_of_words();

create table shop_access (
  operator_id uuid not null references operator,
  shop_id uuid not null references shop,
  reason text not null check (length(reason) >= 5),
  opened_at timestamptz not null,
  until timestamptz not null,
  primary key (operator_id, shop_id),
  constraint shop_access_time check (until > opened_at and until <= opened_at + interval '10 minutes')
);
comment on table shop_access is
'For which reason an operator looks at a shop, for ten minutes.
@owner shop
@distribution shop_id
@personal reason: merchant; why an operator looked at a shop; a day after the end';
grant select, insert, update, delete on shop_access to quayside_app;
