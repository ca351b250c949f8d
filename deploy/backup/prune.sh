#!/bin/sh
# Keeps the newest base backups and deletes older ones, with the WAL that only they need.
#   prune.sh <backup folder> <number of base backups to keep>
set -eu
backup=$1 keep=$2
[ "$keep" -ge 1 ]
total=$(ls -d "$backup"/base/*Z | wc -l)
[ "$total" -gt "$keep" ] || exit 0
ls -d "$backup"/base/*Z | head -n "$((total - keep))" | while IFS= read -r old; do rm -rf "$old"; done
oldest=$(ls -d "$backup"/base/*Z | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$oldest/data/backup_label")
[ -n "$first" ]
# The first eight digits are the timeline. History files stay: they are small, and a restore needs them.
ls "$backup/wal" | grep -E '^[0-9A-F]{24}' | while IFS= read -r file; do
  if [ "$(printf '%s\n%s\n' "$(echo "$file" | cut -c9-24)" "$(echo "$first" | cut -c9-24)" | sort | head -n 1)" != "$(echo "$first" | cut -c9-24)" ]; then rm -f "$backup/wal/$file"; fi
done
