-- Uploaded files, their widths and thumbnails.

create table file (
  id uuid primary key,
  owner_who text not null check (owner_who in ('merchant', 'operator', 'buyer')),
  owner_id uuid not null,
  shop_id uuid,
  purpose text not null,
  private boolean not null,
  content_type text not null,
  bytes int not null,
  width int not null,
  height int not null,
  storage_key text not null unique,
  wrapped_key bytea,
  key_id text,
  created_at timestamptz not null,
  -- What two registrations may have in common. A file's fingerprint is a keyed hash of the stored picture.
  fingerprint bytea check (length(fingerprint) = 32),
  check (private = (wrapped_key is not null))
);
comment on table file is
'Pictures. Private ones have no address and are encrypted with a key of their own, which is itself wrapped.
@owner platform
@distribution reference
@personal owner_id, storage_key, fingerprint: merchant, buyer, operator; uploaded pictures; as the row that names the
  file, sealed ones lose their key with the row
@personal wrapped_key: merchant, buyer; the key of a sealed picture; deleted with the picture
@impersonal purpose, content_type, key_id
@sealed wrapped_key: file
@unique-over-all-shops file_pkey, file_storage_key_key: random ids and numbers that the server makes';
create index file_shop_id_idx on file (shop_id);
create index files_by_fingerprint on file (fingerprint) where fingerprint is not null;
grant select, insert, update on file to quayside_app;
create trigger file_sealed before insert or update of wrapped_key on file for each row
  execute function check_sealing_key('wrapped_key');

create table file_width (
  file_id uuid not null references file,
  width smallint not null check (width in (160, 320, 480, 640, 960, 1280)),
  format text not null check (format in ('avif', 'webp')),
  storage_key text not null unique,
  bytes int not null check (bytes > 0),
  made_at timestamptz not null,
  primary key (file_id, width, format)
);
comment on table file_width is
'Public pictures in smaller widths and other formats, each made when it is first asked for.
@owner platform
@distribution local
@personal storage_key: merchant; smaller versions of public pictures; with the picture';
grant select, insert on file_width to quayside_app;
