#!/bin/sh
# Walks in {{PARTS}} parts, several at a time, with GNU parallel or, where that is not, with xargs.
#
#   sh THIS.sh [FOLDER]         does all parts that are not there yet, and joins them
#   sh THIS.sh FOLDER PART      does one part
#
# JOBS: how many run at a time. For several machines, PARALLEL='--sshloginfile hosts --workdir .' with a folder that all
# of them share.
set -u
folder=${1:-parts}
part=${2:-}
if [ -n "$part" ]; then
  mkdir -p "$folder"
{{PART}}
  exit 0
fi
missing() {
  number=1
  while [ "$number" -le {{PARTS}} ]; do
    [ -e "$folder/$number.json" ] || echo "$number"
    number=$((number + 1))
  done
}
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
# Debian's moreutils has another program of this name.
if parallel --version 2>/dev/null </dev/null | grep -q GNU; then
  missing | parallel -j "$jobs" sh "$0" "$folder" '{}'
else
  missing | xargs -P "$jobs" -I '{}' sh "$0" "$folder" '{}'
fi
lost=$(missing | tr '\n' ' ')
if [ -n "$lost" ]; then
  echo "parts that are missing, and are done when this is run again: $lost" >&2
  exit 3
fi
exec {{MERGE}} "$folder"/*.json
