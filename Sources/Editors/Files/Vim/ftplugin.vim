" Settings for '.tray' files.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal comments=s1:/*,mb:*,ex:*/,:///,://
setlocal commentstring=//\ %s
setlocal formatoptions-=t formatoptions+=croql
setlocal expandtab shiftwidth=4 softtabstop=4
setlocal autoindent smartindent
setlocal suffixesadd=.tray
setlocal include=^\\s*use\\s
setlocal define=^\\s*\\%(@DECLARATIONS_VIM@\\)

let b:traycheck_path = get(g:, "traycheck_path", "@TOOL@")
let &l:makeprg = shellescape(b:traycheck_path) . " @CHECK@ %:S"
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%f:%l:%c:\ %m,%-G%.%#

let b:undo_ftplugin = "setlocal comments< commentstring< formatoptions< expandtab< shiftwidth< softtabstop<"
  \ . " autoindent< smartindent< suffixesadd< include< define< makeprg< errorformat<"
  \ . " | unlet! b:traycheck_path"
