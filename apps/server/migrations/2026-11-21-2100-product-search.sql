-- Products are found as people type: by name and code, in any case, with or without accents.

create extension if not exists unaccent;

-- Its dictionary is part of the installation and does not change under us, so an index may stand on it.
create function fold(text) returns text language sql immutable strict parallel safe
  return casefold(public.unaccent('public.unaccent'::regdictionary, normalize($1, nfkc)) collate "pg_unicode_fast");

alter table product add column search text generated always as (fold(name || ' ' || code)) stored;
create index on product using gin (search gin_trgm_ops);
drop index product_name_idx;
