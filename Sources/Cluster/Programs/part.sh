{{WALK}} --shard "$part/{{PARTS}}" >"$folder/$part.json.new"
status=$?
case $status in
0 | 1 | 3) mv "$folder/$part.json.new" "$folder/$part.json" ;;
*) echo "part $part of {{PARTS}} ended with $status; it can be run again alone" >&2; exit 1 ;;
esac
