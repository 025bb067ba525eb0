#compdef traycheck
# Completion of 'traycheck' in zsh, which asks the tool: source <(traycheck editor completions zsh)
_traycheck() {
  local tool=${~${(Q)words[1]}} kind="" line name
  local -a proposals
  while IFS= read -r line; do
    if [[ -z $kind ]]; then
      kind=$line
      continue
    fi
    name=${line%%$'\t'*}
    if [[ $line == *$'\t'* ]]; then
      proposals+=("${name//:/\\:}:${line#*$'\t'}")
    else
      proposals+=("${name//:/\\:}")
    fi
  done < <("$tool" editor completions zsh ":"${(Q)^words[2,CURRENT]} 2>/dev/null)
  (( $#proposals )) && _describe 'traycheck' proposals
  case $kind in
    files*)
      compset -P '--*='
      local ending=${${kind#files}# }
      _files -g "*${ending}"
      ;;
    folders)
      compset -P '--*='
      _files -/
      ;;
  esac
}
if [[ $funcstack[1] == _traycheck ]]; then
  _traycheck "$@"
else
  compdef _traycheck traycheck
fi
