#!/bin/sh
# Speaks the driver protocol of version 0.1.0. With an argument it forgets to light the bell a second time.
while read -r line; do
  signals='[]'
  case "$line" in
  *'"hello"'*)
    echo '{"protocol":"traycheck-driver","version":1,"name":"a bell","signals":["click"]}'
    continue
    ;;
  *'"verb":"reset"'*) lit=false count=0 ;;
  *'"bye"'*) echo '{}'; exit 0 ;;
  *'"flip"'*)
    if [ "$count" -lt 2 ]; then
      if [ "$lit" = true ]; then lit=${1:-false}; else lit=true; fi
      count=$((count + 1)) signals='["click"]'
    fi
    ;;
  *'"event":"reset"'*) lit=false count=0 ;;
  esac
  echo "{\"seen\":{\"lit\":$lit,\"count\":$count},\"signals\":$signals}"
done
