#!/bin/sh
# Makes the data folder of a streaming standby from the newest base backup. Afterwards start PostgreSQL on the folder.
#   standby.sh <backup folder> <new data folder of PostgreSQL> <connection of the primary>
# The connection is in libpq's form, with a role that has replication rights: 'host=… user=… application_name=standby'.
# To fail over: stop the old primary for good, then `select pg_promote()` on the standby, then point the settings
# DATABASE_… of every server at it.
set -eu
backup=$1 database=$2 primary=$3
umask 077
[ ! -e "$database" ] || [ -z "$(ls -A "$database")" ] || { echo "standby: $database is not empty" >&2; exit 1; }
base=
for folder in "$backup"/base/*Z; do [ -f "$folder/finished" ] && base=$folder; done
[ -n "$base" ] || { echo 'standby: there is no base backup' >&2; exit 1; }
mkdir -p "$database"
cp -a "$base/data/." "$database/"
chmod 700 "$database"
# Settings of a former restore: an old target would end the recovery early.
sed -i -E '/^(restore_command|primary_conninfo|recovery_target)/d' "$database/postgresql.auto.conf"
mkdir -p "$database/pg_wal"
rm -f "$database/postmaster.pid" "$database/recovery.signal"
{
  # What the archive has is not fetched from the primary.
  echo "restore_command = 'cp \"$backup/wal/%f\" \"%p\"'"
  echo "primary_conninfo = '$primary'"
  echo "recovery_target_timeline = 'latest'"
  # A query on the standby may delay the replay this long.
  echo "max_standby_streaming_delay = '5s'"
  echo 'hot_standby_feedback = on'
} >>"$database/postgresql.auto.conf"
touch "$database/standby.signal"
echo "$base"
