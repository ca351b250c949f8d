#!/bin/sh
# Reports the end of a backup to Prometheus: writes a file that the node exporter reads from its folder of text files.
#   report.sh backup | files       TEXTFILE_DIRECTORY: that folder; without it nothing is reported
set -eu
folder=${TEXTFILE_DIRECTORY:-}
[ -n "$folder" ] || exit 0
case $1 in
  backup) name=quayside_backup_finished_seconds help='When the last backup of the database ended' ;;
  files) name=quayside_files_copied_seconds help='When the files were last copied to the backup' ;;
  *) echo "report: $1" >&2; exit 1 ;;
esac
# The exporter runs as another user.
umask 022
{
  echo "# HELP $name $help"
  echo "# TYPE $name gauge"
  echo "$name $(date +%s)"
} >"$folder/quayside_$1.prom.part"
mv "$folder/quayside_$1.prom.part" "$folder/quayside_$1.prom"
