#!/bin/sh
# Restores database and files to a point in time. Afterwards start PostgreSQL on the folder: it replays the WAL up to
# that time and then accepts connections. Prints the base backup that it took.
#   restore.sh <backup folder> <new data folder of PostgreSQL> <new QUAYSIDE_DATA> [time, such as 2026-11-22T16:30:00Z]
# Without a time: everything that was archived.
set -eu
backup=$1 database=$2 data=$3 time=${4:-}
case $time in '' | *Z) ;; *) echo 'restore: the time must be in UTC and end with Z' >&2; exit 1 ;; esac
umask 077
[ ! -e "$database" ] || [ -z "$(ls -A "$database")" ] || { echo "restore: $database is not empty" >&2; exit 1; }
# The newest base backup that was finished before the time.
base=
for folder in "$backup"/base/*Z; do
  [ -f "$folder/finished" ] || continue
  if [ -z "$time" ] || [ "$(date -u -d "$(cat "$folder/finished")" +%s)" -le "$(date -u -d "$time" +%s)" ]; then base=$folder; fi
done
[ -n "$base" ] || { echo "restore: no base backup was finished before ${time:-now}" >&2; exit 1; }
sh "$(dirname "$0")/restore-files.sh" "$backup" "$data" "$time"
mkdir -p "$database"
cp -a "$base/data/." "$database/"
chmod 700 "$database"
# Settings of a former restore: an old target would end the recovery early.
sed -i -E '/^(restore_command|primary_conninfo|recovery_target)/d' "$database/postgresql.auto.conf"
mkdir -p "$database/pg_wal"
rm -f "$database/postmaster.pid" "$database/standby.signal"
{
  echo "restore_command = 'cp \"$backup/wal/%f\" \"%p\"'"
  # A configuration file knows no abbreviation of a time zone, not even Z.
  [ -z "$time" ] || echo "recovery_target_time = '${time%Z}+00'"
  echo "recovery_target_action = 'promote'"
} >>"$database/postgresql.auto.conf"
touch "$database/recovery.signal"
echo "$base"
