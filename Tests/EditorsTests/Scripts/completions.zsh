# Completes the lines of standard input in a zsh that has a terminal of its own, and prints what stands there then.
# 'traycheck' is found through PATH.
zmodload zsh/zpty
export ZDOTDIR=$(mktemp -d) shown=$(mktemp)
cat > $ZDOTDIR/.zshrc <<'RC'
PS1=''
autoload -U compinit
compinit -u -D
source <(traycheck editor completions zsh)
show() { print -r -- $BUFFER >> $shown; BUFFER='' }
zle -N show
bindkey '^_' show
RC
zpty shell zsh -o no_global_rcs -i
while IFS= read -r line; do zpty -w -n shell "$line"$'\t\x1f'; done
zpty -w shell 'exit'
while zpty -r shell output; do :; done
cat $shown
rm -rf $ZDOTDIR $shown
