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
if [ -n "$time" ] && [ "$(date -u -d "$(cat "$backup/files.synced")" +%s)" -lt "$(date -u -d "$time" +%s)" ]; then
  echo "restore: files were last copied at $(cat "$backup/files.synced"); after-restore lists those that are missing" >&2
fi
mkdir -p "$database" "$data"
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
mkdir -p "$data/files"
cp -a "$backup/files/." "$data/files/"
[ ! -f "$backup/daily-roots.jsonl" ] || cp -p "$backup/daily-roots.jsonl" "$data/daily-roots.jsonl"
echo "$base"
