#!/bin/sh
# Copies the files of QUAYSIDE_DATA that the backup lacks. Run it every minute (cron, systemd timer), and backup.sh runs
# it first. Files never change, so only new ones are copied. `files.synced` holds the time before which every file of
# the database is in the backup.
#   files.sh <QUAYSIDE_DATA> <backup folder>
set -eu
data=$1 backup=$2
umask 077
mkdir -p "$backup/files"
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
(cd "$data/files" && find . -type f ! -name '*.part' ! -name '.probe') | while IFS= read -r file; do
  [ -e "$backup/files/$file" ] && continue
  mkdir -p "$backup/files/$(dirname "$file")"
  # A file that was removed between the list and the copy is no longer in the database either.
  cp -p "$data/files/$file" "$backup/files/$file.part" 2>/dev/null || { rm -f "$backup/files/$file.part"; [ ! -e "$data/files/$file" ] || exit 1; continue; }
  mv "$backup/files/$file.part" "$backup/files/$file"
done
# The list of daily roots only grows; a shorter one never replaces a longer one.
roots=$data/daily-roots.jsonl
if [ -f "$roots" ]; then
  if [ -f "$backup/daily-roots.jsonl" ] && [ "$(wc -c <"$roots")" -lt "$(wc -c <"$backup/daily-roots.jsonl")" ]; then
    echo "files: $roots is shorter than its backup" >&2
    exit 1
  fi
  cp -p "$roots" "$backup/daily-roots.jsonl.part"
  mv "$backup/daily-roots.jsonl.part" "$backup/daily-roots.jsonl"
fi
sync
echo "$now" >"$backup/files.synced.part"
mv "$backup/files.synced.part" "$backup/files.synced"
sh "$(dirname "$0")/report.sh" files
