-- The audit: a row for each call of an operator, chained by hash, and which rows of the business it copies.

create table audit_subject (
  kind text primary key,
  source text not null,
  id_column text not null,
  -- Null when the rows belong to no shop.
  shop_column text,
  -- The column with the name that people see, such as the code of an order.
  code_column text,
  columns text[] not null
);
comment on table audit_subject is
'What acts are about, read from the tags `@audit` of the tables. `columns` are the columns of `source` that the audit
keeps before and after an act.
@owner schema
@distribution local
@impersonal kind, source, id_column, shop_column, code_column, columns';
grant select on audit_subject to quayside_app;

-- Every column exists, and none holds a secret or a document.
create function check_audit_subject() returns trigger language plpgsql as $$
declare
  needed text[] := new.columns || array_remove(array[new.id_column, new.shop_column, new.code_column], null);
  wrong text;
begin
  select string_agg(n.name, ', ') into wrong from unnest(needed) as n (name)
    left join pg_attribute a on a.attrelid = new.source::regclass and a.attname = n.name and a.attnum > 0 and not a.attisdropped
    where a.attname is null or a.atttypid = 'bytea'::regtype or n.name ~ '(password|secret|token|sealed|hash|totp)';
  if wrong is not null then
    raise exception 'audit subject %: columns % of % are unknown or secret', new.kind, wrong, new.source using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger audit_subject_columns before insert or update on audit_subject for each row
  execute function check_audit_subject();

-- Reads the subjects from the declarations of the tables (`@audit`), as a migration does that changes one of them.
create function fill_audit_subject() returns void
language sql set search_path = public, pg_temp as $$
  delete from audit_subject;
  insert into audit_subject (kind, source, id_column, shop_column, code_column, columns)
    select v[1], coalesce(v[2], c.relname), v[3], v[4], v[5], string_to_array(v[6], ', ')
    from declared_values('audit') d join pg_class c on c.oid = d.source
      cross join regexp_match(d.value, '^([\w-]+)(?: in (\w+))?: id (\w+)(?:, shop (\w+))?(?:, code (\w+))?; (.+)$') v
$$;

create table audit_record (
  -- The place in the chain, from 1 without gaps.
  seq bigint primary key,
  at timestamptz not null,
  -- A call that has transactions of its own writes two rows: `begun` before it, then its outcome, which names the
  -- first row in `begun_seq`.
  outcome text not null check (outcome in ('begun', 'done', 'repeated', 'refused', 'failed')),
  begun_seq bigint references audit_record,
  refusal text,
  request_id text not null,
  -- Null while a log-in has not found the operator.
  operator_id uuid,
  -- The role that admitted the call; null when every operator is admitted, and for a refused role.
  desk text,
  endpoint text not null,
  act text not null,
  subject_kind text,
  subject_id text,
  subject_code text,
  shop_ids uuid[] not null,
  reason text check (length(reason) <= 2000),
  -- False for a reason that only the staff reads.
  reason_shown boolean not null,
  before jsonb,
  after jsonb,
  -- Counts, filters and references of the call.
  detail jsonb,
  address text not null,
  hash bytea not null unique,
  constraint audit_record_refusal check ((outcome = 'refused') = (refusal is not null)),
  constraint audit_record_begun check (begun_seq is null or outcome <> 'begun'),
  constraint audit_record_sizes check (coalesce(length(before::text), 0) + coalesce(length(after::text),
    0) + coalesce(length(detail::text), 0) <= 16384)
);
comment on table audit_record is
'One row for each call of an operator. Rows are chained by hash in the order of `seq`.
@owner operator
@distribution reference
@personal address, reason, before, after, detail: operator, merchant, buyer; who did what, chained by hash; with the
  books
@impersonal refusal, request_id, desk, endpoint, act, subject_kind, subject_id, subject_code, hash';
create index audit_record_operator on audit_record (operator_id, seq desc);
create index audit_record_subject on audit_record (subject_id, seq desc) where subject_id is not null;
create index audit_record_endpoint on audit_record (endpoint, seq desc);
create index audit_record_at on audit_record (at desc, seq desc);
create unique index audit_record_ended on audit_record (begun_seq) where begun_seq is not null;
-- Searches of the audit by what people know: the code of a subject, the id of a request.
create index audit_record_subject_code on audit_record (subject_code, seq desc) where subject_code is not null;
create index audit_record_request on audit_record (request_id);
create index audit_record_subject_kind on audit_record (subject_kind, seq desc);
create index audit_record_act on audit_record (act, seq desc);
create index audit_record_desk on audit_record (desk, seq desc);
create index audit_record_outcome on audit_record (outcome, seq desc) where outcome <> 'done';
grant select on audit_record to quayside_app;
create trigger audit_record_kept before delete or update on audit_record for each row
  execute function refuse_change();
create trigger audit_record_not_emptied before truncate on audit_record for each statement
  execute function refuse_change();

create table audit_record_shop (
  shop_id uuid not null,
  seq bigint not null references audit_record,
  primary key (shop_id, seq)
);
comment on table audit_record_shop is
'Which shops an act of the audit is about.
@owner shop
@distribution shop_id';
grant select on audit_record_shop to quayside_app;
create trigger audit_record_shop_kept before delete or update on audit_record_shop for each row
  execute function refuse_change();
create trigger audit_record_shop_not_emptied before truncate on audit_record_shop for each statement
  execute function refuse_change();

create table audit_head (
  one boolean default true primary key check (one),
  seq bigint not null,
  hash bytea not null
);
comment on table audit_head is
'The end of the chain of the audit. Its lock puts the rows in order.
@owner operator
@distribution local
@impersonal hash';
grant select on audit_head to quayside_app;
create trigger audit_head_kept before delete on audit_head for each row execute function refuse_change();

insert into audit_head (one, seq, hash) values
  (true, 0, '\x00');

-- One row of a subject: its shop, its code, and the kept columns. No row for an unknown subject. A subject may have
-- no column of the shop or of the code: `format` refuses a null identifier.
create function read_audit_subject(kind text, id text, shop uuid) returns table (shop_id uuid, code text, facts jsonb)
language plpgsql stable as $$
declare
  s audit_subject;
  id_type regtype;
begin
  select * into s from audit_subject a where a.kind = read_audit_subject.kind;
  if s.kind is null or id is null then return; end if;
  select a.atttypid into id_type from pg_attribute a where a.attrelid = s.source::regclass and a.attname = s.id_column;
  if not pg_input_is_valid(id, id_type::text) then return; end if;
  return query execute format('select %s::uuid, %s::text, jsonb_build_object(%s) from %I t where t.%I = $1::%s %s',
    case when s.shop_column is null then 'null' else format('t.%I', s.shop_column) end,
    case when s.code_column is null then 'null' else format('t.%I', s.code_column) end,
    (select string_agg(format('%L, t.%I', c, c), ', ') from unnest(s.columns) c),
    s.source, s.id_column, id_type,
    case when shop is not null and s.shop_column is not null then format('and t.%I = $2', s.shop_column) else '' end)
  using id, shop;
end $$;

-- The fields of a row that its hash covers.
create function audit_fields(r audit_record) returns text language sql stable as $$
  select jsonb_build_array(r.seq, (extract(epoch from r.at) * 1000000)::bigint, r.outcome, r.begun_seq, r.refusal, r.request_id, r.operator_id, r.desk,
    r.endpoint, r.act, r.subject_kind, r.subject_id, r.subject_code, r.shop_ids, r.reason, r.reason_shown, r.before, r.after, r.detail, r.address)::text
$$;

-- The hash of a row: over the hash of the row before and the row’s own fields.
create function audit_hash(previous bytea, r audit_record) returns bytea language sql stable as $$
  select sha256(previous || convert_to(audit_fields(r), 'UTF8'))
$$;

-- Appends one row to the chain and returns its place. The lock on the head lasts until the end of the transaction, so
-- this is the transaction's last statement.
create function append_audit_record(given jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r audit_record := jsonb_populate_record(null::audit_record, given);
  previous bytea;
begin
  select h.seq + 1, h.hash into r.seq, previous from audit_head h for update;
  -- A refused call may name a shop that does not exist.
  r.shop_ids := array(select s.id from shop s where s.id = any(r.shop_ids) order by s.id);
  r.hash := audit_hash(previous, r);
  insert into audit_record select r.*;
  insert into audit_record_shop (shop_id, seq) select s, r.seq from unnest(r.shop_ids) s;
  update audit_head set seq = r.seq, hash = r.hash;
  return r.seq;
end $$;

-- The server calls no function but those named last.
revoke all on function
  fill_audit_subject(),
  append_audit_record(jsonb)
  from public;
grant execute on function
  append_audit_record(jsonb)
  to quayside_app;
