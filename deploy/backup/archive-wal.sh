#!/bin/sh
# PostgreSQL calls this for each finished WAL segment:
#   archive_command = 'sh /usr/local/lib/quayside-backup/archive-wal.sh "%p" "%f" /backup/wal'
# A segment gets its name only after it is complete on the disk. An existing one is never replaced.
set -eu
path=$1 name=$2 folder=$3
mkdir -p "$folder"
# PostgreSQL may ask again for a segment that it archived before a crash.
if [ -e "$folder/$name" ]; then
  cmp -s "$path" "$folder/$name" && exit 0
  echo "archive-wal: $folder/$name exists with other content" >&2
  exit 1
fi
cp "$path" "$folder/.$name.part"
sync "$folder/.$name.part"
mv "$folder/.$name.part" "$folder/$name"
sync "$folder"
