# Completion of 'traycheck' in bash, which asks the tool: source <(traycheck editor completions bash)
_traycheck() {
  local tool="${COMP_WORDS[0]/#\~\//$HOME/}" cur="" prefix="" kind="" line word
  local -a words=()
  local index joins=""
  # Bash takes words apart at '='; they are put together again.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word="${COMP_WORDS[index]}"
    if [[ $word == = && ${#words[@]} -gt 0 && ${words[${#words[@]} - 1]} == --* ]]; then
      words[${#words[@]} - 1]+="="
      joins=1
    elif [[ -n $joins ]]; then
      words[${#words[@]} - 1]+="$word"
      joins=""
    else
      words+=("$word")
    fi
  done
  cur="${words[${#words[@]} - 1]}"
  if [[ $cur == --*=* ]]; then
    [[ $COMP_WORDBREAKS == *=* ]] && prefix="${cur%%=*}="
    cur="${cur#*=}"
  fi
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $kind ]]; then
      kind="$line"
      continue
    fi
    word="${line%%$'\t'*}"
    word="${word#"$prefix"}"
    COMPREPLY+=("$word")
  done < <("$tool" editor completions bash "${words[@]/#/:}" 2>/dev/null)
  case $kind in
    files*)
      compopt -o filenames 2>/dev/null
      local ending="${kind#files}"
      while IFS= read -r line; do
        [[ -d $line || $line == *"${ending# }" ]] && COMPREPLY+=("$line")
      done < <(compgen -f -- "$cur")
      ;;
    folders)
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$cur")
      ;;
  esac
}
complete -F _traycheck traycheck
