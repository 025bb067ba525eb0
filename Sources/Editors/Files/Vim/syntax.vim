" Colours of '.tray' files. The words are those of the parser.
if exists("b:current_syntax")
  finish
endif

syntax keyword trayDeclaration @DECLARATIONS@
syntax keyword trayStatement @STATEMENTS@
syntax keyword trayWord @OTHERS@
syntax keyword trayConstant @CONSTANTS@
syntax keyword trayBuiltIn @TYPES@

syntax match trayType "\<\u\w*\>"
syntax match trayNumber "\<\%(0[xX][0-9A-Fa-f_]\+\|\d[0-9_]*\)\>"
syntax match trayCall "\<\l\w*(\@="
" What stands behind a dot is a name, whatever it is.
syntax match trayCase "\%(\w\|[)\]?.]\)\@<!\.\h\w*"
syntax match trayMember "\%(\w\|[)\]?]\)\@<=\.\h\w*"
syntax region trayPath start=+\%(\<use\s\+\)\@<="+ end=+"+ oneline

syntax keyword trayTodo contained TODO FIXME
syntax match trayComment "//.*$" contains=trayTodo,@Spell
syntax match trayDocumentation "///.*$" contains=trayTodo,@Spell
syntax region trayBlock start="/\*" end="\*/" contains=trayBlock,trayTodo,@Spell
syntax sync fromstart

highlight default link trayDeclaration Keyword
highlight default link trayStatement Statement
highlight default link trayWord Keyword
highlight default link trayConstant Boolean
highlight default link trayBuiltIn Type
highlight default link trayType Type
highlight default link trayNumber Number
highlight default link trayCall Function
highlight default link trayCase Constant
highlight default link trayMember Identifier
highlight default link trayPath String
highlight default link trayComment Comment
highlight default link trayDocumentation SpecialComment
highlight default link trayBlock Comment
highlight default link trayTodo Todo

let b:current_syntax = "tray"
