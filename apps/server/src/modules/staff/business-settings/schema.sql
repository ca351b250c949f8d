-- Business settings: which exist, their bounds, and the versions that two people signed.

create table setting (
  name text primary key,
  -- Bounds of a number; null for another kind of value.
  least bigint,
  most bigint,
  -- Which direction is worse for merchants, and the days of notice that it needs. Null for a setting that does not
  -- concern them.
  worse text check (worse in ('higher', 'lower')),
  notice_days smallint check (notice_days between 1 and 365),
  constraint setting_bounds check (("least" is null) = (most is null) and "least" <= most),
  constraint setting_notice check ((worse is null) = (notice_days is null) and (worse is null or "least" is not null))
);
comment on table setting is
'The settings of the business and their bounds. The contract has the same
(apps/server/src/modules/staff/business-settings/settings.test.ts).
@owner schema
@distribution local
@impersonal name';
grant select on setting to quayside_app;

insert into setting (name, least, most, worse, notice_days) values
  ('commission',              0,    3000,    'higher', 30),
  ('withdrawal-fee.bank',     0,    5000,    'higher', 15),
  ('withdrawal-fee.chain',    0,    5000,    'higher', 15),
  ('card-hold',               0,    180,     'higher', 15),
  ('second-signature-above',  0,    1000000, null,     null),
  ('order.payment-window',    15,   1440,    null,     null),
  ('order.pickup-window',     24,   336,     'lower',  15),
  ('order.shipping-window',   1,    30,      'higher', 15),
  ('order.protection-window', 3,    60,      'higher', 15),
  ('refund.answer-window',    24,   240,     'lower',  15),
  ('refund.decision-window',  2,    30,      'higher', 15),
  ('pix-rate',                100,  5000,    null,     null),
  ('recharge.closed',         null, null,    null,     null),
  ('support-hours',           null, null,    null,     null),
  ('tabs',                    null, null,    null,     null),
  ('languages',               null, null,    null,     null),
  ('shipping-rates',          null, null,    null,     null),
  ('tax-rates',               null, null,    null,     null),
  ('processor-fee.rate',      0,    1000,    null,     null),
  ('processor-fee.fixed',     0,    500,     null,     null),
  ('debt-limit.base',         0,    1000000, null,     null),
  ('debt-limit.share',        0,    3000,    null,     null);

create table setting_version (
  name text not null references setting,
  version int not null check (version > 0),
  -- The value that it replaces. For the first version: what the installation started with.
  before jsonb not null,
  value jsonb not null,
  reason text not null check (length(reason) between 5 and 500),
  act_id uuid not null unique,
  proposed_by uuid not null,
  signed_by uuid not null,
  signed_at timestamptz not null,
  effective_at timestamptz not null,
  -- Shops that got a message.
  told int check (told >= 0),
  primary key (name, version),
  constraint setting_version_changes check (value <> before)
);
comment on table setting_version is
'Decisions about a setting. The latest one whose date has come counts.
@owner installation
@distribution local
@impersonal before, value, reason';
grant select, insert on setting_version to quayside_app;
create trigger setting_version_kept before delete or update on setting_version for each row
  execute function refuse_change();
create trigger setting_version_not_emptied before truncate on setting_version for each statement
  execute function refuse_change();

-- A version says what a signed act says, follows the version that the signers knew, and keeps the notice period.
create function check_setting_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s setting;
  a act;
  said jsonb;
  last setting_version;
  held jsonb;
  lead interval := interval '1 minute';
begin
  -- One version after the other.
  select * into s from setting where name = new.name for update;
  select * into a from act where id = new.act_id;
  said := a.document::jsonb -> 'body';
  if a.kind is distinct from 'setting.change' or a.state <> 'open' or a.subject_kind <> 'setting' or a.subject_id <> new.name or a.desk <> 'owner'
    or said ->> 'name' is distinct from new.name or said -> 'before' is distinct from new.before or said -> 'value' is distinct from new.value
    or said ->> 'reason' is distinct from new.reason or (said ->> 'version')::int is distinct from new.version
    or new.proposed_by <> a.proposed_by
    or (select count(*) from act_signature g where g.act_id = a.id) <> a.signatures_needed
    or not exists (select from act_signature g where g.act_id = a.id and g.signer = new.signed_by and g.signed_at = new.signed_at)
  then
    raise exception 'setting %: no signed act says this', new.name using errcode = 'check_violation', constraint = 'setting_version_signed';
  end if;
  perform assert_two_people(new.signed_by, new.proposed_by);
  select * into last from setting_version where name = new.name order by version desc limit 1;
  if new.version <> coalesce(last.version, 0) + 1 or (last.version is not null and new.before <> last.value) then
    raise exception 'setting %: it was changed meanwhile', new.name using errcode = 'check_violation', constraint = 'setting_version_follows';
  end if;
  if s.least is not null and (jsonb_typeof(new.value) <> 'number' or new.value::numeric not between s.least and s.most
    or new.value::numeric <> trunc(new.value::numeric))
  then
    raise exception 'setting %: the value is out of bounds', new.name using errcode = 'check_violation', constraint = 'setting_version_bounds';
  end if;
  -- Worse than what counts now, or than what was announced last, needs the notice.
  held := coalesce(setting_at(new.name, new.signed_at), case when last.version is null then new.before
    else (select v.before from setting_version v where v.name = new.name and v.version = 1) end);
  if (case s.worse when 'higher' then new.value::numeric > least(held::numeric, new.before::numeric)
    when 'lower' then new.value::numeric < greatest(held::numeric, new.before::numeric) else false end)
  then
    lead := make_interval(days => s.notice_days);
  end if;
  if new.effective_at < new.signed_at + lead or new.effective_at < (said ->> 'from')::timestamptz then
    raise exception 'setting %: it would count too early', new.name using errcode = 'check_violation', constraint = 'setting_version_notice';
  end if;
  if said ->> 'from' is not null and new.effective_at <> (said ->> 'from')::timestamptz then
    raise exception 'setting %: another date was signed', new.name using errcode = 'check_violation', constraint = 'setting_version_signed';
  end if;
  if (s.worse is null) <> (new.told is null) then
    raise exception 'setting %: merchants are told of it, or they are not', new.name using errcode = 'check_violation', constraint = 'setting_version_told';
  end if;
  return new;
end $$;
create trigger setting_version_law before insert on setting_version for each row
  execute function check_setting_version();

-- The value that counts at an instant: the latest decision whose date has come. Null before the first one.
create function setting_at(which text, at timestamptz) returns jsonb
language sql stable return (select v.value from setting_version v where v.name = which and v.effective_at <= at order by v.version desc limit 1);

-- The commission of an order that is placed at an instant, in hundredths of a percent.
create function commission_at(at timestamptz) returns int
language sql stable return coalesce((setting_at('commission', at) #>> '{}')::int, (select commission_basis_points from installation));
