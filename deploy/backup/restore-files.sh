#!/bin/sh
# Restores the files of a backup. Afterwards the database may be restored to any time up to the last copy of the files:
# a file is stored before the row that names it, and never changes.
#   restore-files.sh <backup folder> <new QUAYSIDE_DATA> [time of the database, such as 2026-11-22T16:30:00Z]
set -eu
backup=$1 data=$2 time=${3:-}
case $time in '' | *Z) ;; *) echo 'restore: the time must be in UTC and end with Z' >&2; exit 1 ;; esac
umask 077
if [ -n "$time" ] && [ "$(date -u -d "$(cat "$backup/files.synced")" +%s)" -lt "$(date -u -d "$time" +%s)" ]; then
  echo "restore: files were last copied at $(cat "$backup/files.synced"); after-restore lists those that are missing" >&2
fi
mkdir -p "$data/files"
cp -a "$backup/files/." "$data/files/"
[ ! -f "$backup/daily-roots.jsonl" ] || cp -p "$backup/daily-roots.jsonl" "$data/daily-roots.jsonl"
