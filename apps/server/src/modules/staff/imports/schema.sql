-- Imports of files by operators: rows between the upload and the commit.

create table import (
  id uuid primary key,
  kind text not null,
  file_name text not null,
  format text not null check (format in ('csv', 'xlsx')),
  storage_key text not null,
  bytes int not null check (bytes > 0),
  operator_id uuid not null references operator,
  state text not null check (state in ('uploaded', 'staging', 'validating', 'ready', 'committing', 'done',
    'cancelled', 'failed', 'undoing', 'undone')),
  -- The header row, the first rows, and the import column of each header ('' for none).
  headers jsonb not null,
  samples jsonb not null,
  mapping jsonb not null,
  failure jsonb,
  staged int not null default 0,
  validated int not null default 0,
  adds int not null default 0,
  changes int not null default 0,
  leaves int not null default 0,
  bad int not null default 0,
  committed int not null default 0,
  failed int not null default 0,
  undone int not null default 0,
  kept int not null default 0,
  effect jsonb,
  created_at timestamptz not null,
  committed_at timestamptz,
  -- The copy of the server that works on it. A copy that stopped loses the lease by time.
  lease_holder uuid,
  lease_until timestamptz,
  attempts int not null default 0,
  -- The encoding of a text file; null for a workbook, and until somebody has chosen.
  encoding text,
  -- The worksheets of a workbook with name and whether it is hidden, and the index of the one that is read.
  sheets jsonb not null default '[]',
  sheet int not null default 0 check (sheet >= 0),
  -- The line of the header.
  header_line int not null default 1 check (header_line > 0),
  -- Cells with HTML, rows that were left out, and numbers that look cut.
  html_cells int not null default 0,
  left_out int not null default 0,
  cut_numbers int not null default 0
);
comment on table import is
'An import of a file, from its upload to its end.
@owner platform
@distribution local
@personal file_name, samples: suppliers; files of the catalogue; with the catalogue
@impersonal kind, storage_key, headers, mapping, failure, effect, encoding, sheets
@audit import: id id, code file_name; kind, state, staged, bad, committed, failed, undone';
create index import_by_time on import (created_at desc, id desc);
create index import_running on import (created_at) where state in ('staging', 'validating', 'committing', 'undoing');
grant select, insert, update on import to quayside_app;

create table import_row (
  import_id uuid not null references import,
  -- The line of the file; a row over several lines has the last one.
  line int not null,
  cells jsonb not null,
  state text not null check (state in ('staged', 'add', 'change', 'leave', 'bad', 'added', 'changed', 'failed',
    'undone', 'kept')),
  -- What the row is about, such as a product code: two rows of one file must differ.
  key text,
  content jsonb,
  problems jsonb,
  before jsonb,
  after jsonb,
  primary key (import_id, line)
);
comment on table import_row is
'The rows of a file, with what is wrong with them and what they changed.
@owner platform
@distribution local
@personal cells, content, before, after: suppliers; files of the catalogue; 30 days
@impersonal key, problems';
create index import_row_by_state on import_row (import_id, state, line);
comment on column import_row.line is 'The first line of the row in the file.';
grant select, insert, update, delete on import_row to quayside_app;

-- A committed row is committed once: it can only be undone, or kept as it is.
create function refuse_second_commit() returns trigger language plpgsql as $$
begin
  raise exception 'row % of import % is committed', old.line, old.import_id using errcode = 'check_violation', constraint = 'import_row_committed_once';
end $$;
create trigger import_row_committed_once before update on import_row for each row
  when (old.state in ('added', 'changed') and new.state <> old.state and new.state not in ('undone', 'kept'))
  execute function refuse_second_commit();
