#!/bin/sh
# A base backup of the running database, after its files. Prints the folder of the backup.
#   backup.sh <QUAYSIDE_DATA> <backup folder>      PGHOST, PGPORT, PGUSER, PGPASSWORD: the server, as a role with
#                                                  replication rights (pg_basebackup) or a superuser (fallback)
# The server archives its WAL to <backup folder>/wal with archive-wal.sh. Without that archive a backup is worthless.
# pg_basebackup of the server's major version is used. Where it is older than the server, the data folder is copied
# between pg_backup_start and pg_backup_stop; this needs psql and must run on the machine of the database.
set -eu
data=$1 backup=$2
here=$(dirname "$0")
umask 077
export PGDATABASE=postgres
ask() { psql -XAtq -v ON_ERROR_STOP=1 -c "$1"; }
[ "$(ask 'show archive_mode')" != off ] || { echo 'backup: archive_mode is off on this server' >&2; exit 1; }

sh "$here/files.sh" "$data" "$backup"
name=$(date -u +%Y%m%dT%H%M%SZ)
target=$backup/base/$name.part
mkdir -p "$target"
server=$(($(ask 'show server_version_num') / 10000))
tool=$(pg_basebackup --version 2>/dev/null | sed -n 's/^[^0-9]*\([0-9]*\).*/\1/p')
if [ "${tool:-0}" -ge "$server" ]; then
  pg_basebackup -D "$target/data" --checkpoint=fast --wal-method=none --no-password >&2
else
  mkdir "$target/data"
  PGSOURCE=$(ask 'show data_directory')
  PGCOPY=$target
  export PGSOURCE PGCOPY
  # Exit code 1 of tar is "a file changed while it was read": the WAL repairs such files.
  psql -XAtq -v ON_ERROR_STOP=1 >&2 <<'SQL'
select pg_backup_start('quayside', true) \g /dev/null
\! (cd "$PGSOURCE" && tar -cf - --warning=no-file-changed --warning=no-file-removed --exclude=./pg_wal/* --exclude=./postmaster.pid --exclude=./postmaster.opts --exclude=./pg_replslot/* --exclude=./pgsql_tmp* --exclude=./pg_stat_tmp/* --exclude=./pg_internal.init . || [ $? -eq 1 ]) | tar -xf - -C "$PGCOPY/data" && touch "$PGCOPY/copied"
select labelfile from pg_backup_stop(true) \g |cat > "$PGCOPY/data/backup_label"
SQL
  [ -e "$target/copied" ] || { echo 'backup: the data folder could not be copied' >&2; exit 1; }
  # The label must be exactly what the server wrote: psql adds a second line end.
  sed -i -e '${/^$/d}' "$target/data/backup_label"
fi
grep -q '^START WAL LOCATION' "$target/data/backup_label"
# A restore can reach any time after this one.
date -u +%Y-%m-%dT%H:%M:%SZ >"$target/finished"
sync
mv "$target" "$backup/base/$name"
sh "$here/report.sh" backup
echo "$backup/base/$name"
