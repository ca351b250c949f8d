-- How the file of an import is read, and what the reading changed.

alter table import
  -- The encoding of a text file; null for a workbook, and until somebody has chosen.
  add column encoding text,
  -- The worksheets of a workbook with name and whether it is hidden, and the index of the one that is read.
  add column sheets jsonb not null default '[]',
  add column sheet int not null default 0 check (sheet >= 0),
  -- The line of the header.
  add column header_line int not null default 1 check (header_line > 0),
  -- Cells with HTML, rows that were left out, and numbers that look cut.
  add column html_cells int not null default 0,
  add column left_out int not null default 0,
  add column cut_numbers int not null default 0;

update import set encoding = 'utf-8' where format = 'csv';

comment on column import_row.line is 'The first line of the row in the file.';
