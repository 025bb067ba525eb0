import Semantics

extension Habit {
  private static let fillers =
    "then|do|begin|as|is|async|throws|suspend|mutating|rethrows|const|override|final"

  /// Text of other languages from the start of a declaration, rule, statement or step to an error in it.
  static let errors = HabitTable(
    """
    # changeForm
    start <t...> ^ at|with|in|to|after / <n:any> | @for
    start <t...> ^ <n:int> | @for <n> | write 'for'
    start @<t> @( @<n...> @) ^ $ | start <t> for <n> | | expected 'for' after the timer, found '('
    start <t...> for ^ : | @ | | expected the number of units, found ':'
    start @the|timer|a ^ @timer? <t:Timer> | @ | | '<0>' is not part of the language
    emit <s...> , @emit ^ <x> | @ | | 'emit' appears once, before all signals
    insert <x...> ^ to|onto / <s:any> | @into
    append <x...> ^ into|onto / <s:any> | @to
    @insert @into|in ^ <s> values|value? <x...> | insert <x> into <s> | | the collection comes last, found '<0>'
    @append @to|into ^ <s> values|value? <x...> | append <x> to <s> | | the collection comes last, found '<0>'
    insert <x...> ^ , <y...> into <s...> | insert <x> into <s>; insert <y> into <s> | | this statement takes one element, found ','
    insert <x...> @in <s...> ^ $ | @into | | expected 'into', found 'in'
    append <x...> @in <s...> ^ $ | @to | | expected 'to', found 'in'
    insert <x...> ^ <s:variable> | @into <s> | write 'into'
    append <x...> ^ <s:variable> | @to <s> | write 'to'
    remove [^all] <x...> ^ <s:variable> | @from <s> | write 'from'
    remove @<m> @[ @<k...> @] ^ $ | <m>[<k>] = nil | | expected 'from' and the set, found the end of the statement
    remove <x> in <s...> ^ | remove <x> from <s> … | write 'where' and a condition, or 'from' instead of 'in' to remove one element
    # noMethods
    struct|enum <n> { <a*> @func|fun|mutating|static|override ^ <x> | | declare the func outside of the type, with a parameter: 'func name(of x: <n>) -> T { … }' | a type cannot contain funcs
    struct <n> { <a*> @init ^ ( | | leave 'init' out: '<n>(…)' takes a value for each field | a struct has no 'init'
    # typeForm
    enum <n> { <a*> ( <r*> @<t> ^ @<f> / ,|) | @<f>: <t> | write '<f>: <t>' | the type of a value comes after its name, found '<t>'
    enum <n> { <a...> ^ <x> | +@, <x> | write ',' between cases
    struct <n> { <a*> @<t:upper> ^ <f> [^:] | struct <n> { <a> <f>: <t> | write '<f>: <t>' | the type of a field comes after its name
    struct <n> { <a*> <f> ^ ? : <t> | struct <n> { <a> <f>: <t>? | write the '?' after the type: '<f>: T?'
    struct <n> { <a*> <f> ^ = / <v=true|false> | @: Bool = | write '<f>: Bool = <v>'
    struct <n> { <a*> <f> ^ = / <t> | @:
    signal <a*> ( <r*> @<t:typename> ^ @<f> / ,|) | @<f>: <t> | write '<f>: <t>' | the type of a value comes after its name, found '<t>'
    signal <a*> ( <r*> @<t:upper> ^ / ,|) | @<t^>: <t> | | a value of a signal has a name, found a type
    # expectedStep
    <e:event> ^ @. <v> $ [takesOne] | <e>(<l>: .<v>) | | the values of an event belong between parentheses, found '.'
    <e:event> ^ . <v> | | write '<e>(name: .<v>)', with the name of the parameter | the values of an event belong between parentheses, found '.'
    # worldForm
    world <n...> violates <a...> ^ and|or|&& / <b> | @, | | expected ',' between the names, found '<0>'
    @param|set|const|val|parameter ^ <x> [needsValue] | @ | | a world sets a param without the word '<0>'
    <p> ^ : [needsValue] | +@= | write '<p> = …' | expected '=' after '<p>', found ':'
    <t:symmetric> ^ ( <k:int> ) [needsValue] | <t> = <k> | | expected '=' and the number of names, found '('
    @symmetric ^ @<t:symmetric> @( <k:int> @) [needsValue] | <t> = <k> | | expected '=' and the number of names, found '<0>'
    off|disable|remove|drop|delete|skip ^ @<e:event> [needsValue] | on <e><e:> when false {} | | a world cannot leave out an event, found '<1>'
    ^ @no|not <e:event> [needsParam] | on <e><e:> when false {} | | a world cannot leave out an event, found '<2>'
    @<e:event> ^ / {|(|when [needsValue] | on <e> | write 'on <e> { … }' | missing 'on' before the event '<e>'
    # bindingForm
    let|var @<t> ^ <x> / = | <1> <x>: <t> | write '<1> <x>: <t> = …' | the type comes after the name, found '<t>'
    # syntax
    invariant|never|reachable|possible|eventually|scenario|world ^ @{ / [^do|:] <b:any> | @<unnamed> { | write a name after '<1>'
    # quantifierForm
    choose @<t:type> ^ $ | choose x in <t> | | expected a name for the element, found a type
    # loopForm
    for ^ <n:int> / { | for _ in 0..<<n> | write 'for _ in 0..<<n> { … }' | a loop runs over a collection, found '<n>'
    for ^ <n:int> times / { | for _ in 0..<<n> | write 'for _ in 0..<<n> { … }' | a loop runs over a collection, found '<n>'
    @<l> ^ @: / for|while|if|switch|repeat|do | @ … | leave '<l>:' out | a loop has no label, found ':'
    # switchForm
    switch @on|over|of ^ <x> | @ | | '<0>' is not part of the language
    @other|others|otherwise ^ : | @default | write 'default:' | the last case of a 'switch' is 'default'
    # conditionalForm
    if let|case <x...> ^ where | @, | | expected '{', found 'where'
    if <p=()> ^ <s...> ;? else <t...> $ | if <p> { <s> } else { <t> } | write 'if <p> { … } else { … }' | expected '{' and the statements of 'if', found <found>
    if <x...> ^ where | @&& | | expected '{', found 'where'
    if <x...> else ^ when | @if | | expected 'if' or '{' after 'else', found 'when'
    # bindingForm
    if let <x> ^ / .|[ | if let x = <x> | name the value: 'if let x = <x>…'
    # foreignStatement
    <x...> ^ @: / <v:any> [needsStatement] | @= | | expected '=' and a value, found ':'
    <l:List> ^ @! <v...> [needsStatement] | append <v> to <l> | | expected a statement, found '!'
    <s:Set> ^ @! <v...> [needsStatement] | insert <v> into <s> | | expected a statement, found '!'
    <x...> ^ @becomes|gets|equals|receives / <v:any> [needsStatement] | @= | | expected '=' and a value, found '<0>'
    <x...> ^ @changes|goes|turns|moves @to|into / <v:any> [needsStatement] | @= | | expected '=' and a value, found '<0>'
    <x...> @is <v...> ^ $ [needsStatement] | <x> = <v> | | expected '=' and a value, found 'is'
    # expectedStatement
    <x...> @?? ^ @= <v...> | if <x> == nil { <x> = <v> } | | '??=' is not part of the language
    <x:Bool> @<o=||> ^ @= <v:condition> $ | <x> = <x> || <v(!)> | | '<o>=' is not part of the language
    <x...> @<o=||> ^ @= <v=.> <c> $ | if <x> == nil { <x> = .<c> } | | '<o>=' is not part of the language
    <x...> @<o=||> ^ @= <v...> | | write '<x> = <x> || <v>' for a Bool, or 'if <x> == nil { <x> = <v> }' | '<o>=' is not part of the language
    let|var ^ ( <a...> , <b...> ) = <v...> | | write a 'let' for each value | specs have no tuples, found '('
    <x...> @== <v...> ^ $ [needsStatement] | @= | write '=' to store a value | '==' is a comparison, not a statement
    <p...> && <v=choose|emit|assert|start|stop|insert|remove|append> ^ <x...> | if <p> { <v> <x> } | write 'if <p> { <v> … }'
    <p...> _ @? <s...> : <t...> $ [isStatement] [needsOther] | if <p> { <s> } else { <t> } | write 'if <p> { … } else { … }' | a conditional is a value and cannot contain statements, found '?'
    # conditionalForm | a conditional needs ':' and another value
    [^let|var|param] <t...> = <p...> _ @? <v...> ^ $ [needsOther] | if <p> { <t> = <v> } | write 'if <p> { … }', or 'p ? a : b'
    <h...> { <p...> _ @? <q...> ^ } [needsOther] | <h> { <p()> implies <q()> } | write '<p()> implies <q()>', or 'p ? a : b'
    # missingParentheses
    <x...> . @removeFirst|removeLast|removeAll|stop ^ $ | <x>.<3>() | write '.<3>()' | '.<3>' needs parentheses
    # changeForm
    choose <b...> in <s...> ^ @:|if|when|with|such|provided @that? / <p:begin> | @where | | expected 'where' before the condition, found '<0>'
    # syntax
    rule <n> when <p...> ^ $ [isBodiless] | rule <n> when <p> {} | write '{}' for a rule in which nothing happens
    open func <n> () -> <t...> ^ $ [isBodiless] | | write '{ … }' with a value, which the file that uses this one can replace
    # propertyForm
    eventually|possible <h...> @unless ^ @no / <e> | @assuming no | write 'assuming no', since 'unless' names an event that may happen | expected the name of an event, found 'no'
    eventually|possible <h...> { <q...> } @unless <p...> ^ ==|!=|<|>|<=|>=|in|is|. <r...> | | write '{ <q> || … }' with the condition | 'unless' names an event, found a condition
    # timeLimit
    eventually <h...> within @<u=ticks|steps|tick|step> ^ @<n:int> | @<n> <u> | write 'within <n> <u>' | the number comes before its unit, found '<u>'
    # worldForm
    world <h...> walks <n:int> ^ @of|x|times|by|length|with|for / <m:int> | @steps
    without ^ @<e:event> @. @<r> | @rule <e>.<r>
    @override|open|final|static|mutating|private|public ^ / func|on|let|rule [needsValue] | @ | | a world replaces a declaration without the word '<0>'
    # propertyForm
    <h...> { <p*> unchanged ( <v...> ) ^ @expect|excluding|but|without|besides / <k> [afterCondition] | @except | | expected 'except' and the keys, found '<0>'
    # unmatchedBrace
    <h...> { <p...> ^ @) <q...> / } [afterCondition] | <h> { (<p>) <q> | write '(' before it, or leave ')' out | this ')' closes nothing
    <h...> { <p...> ^ @) / } [afterCondition] | @ | | this ')' closes nothing
    # eventPattern
    transition <n...> after <e...> ^ or|and|&& / <f> | @, | | expected ',' between events, found '<0>'
    transition <n...> after <e...> ^ <o=|> / <f> | @, | | expected ',' between events, found '<0>'
    # foreignOperator
    <h...> when <p...> ^ ,|when / <q:begin> [needsBody] | @&& | | expected '&&' between conditions, found '<0>'
    # funcForm
    func <n> ^ / ->|{ | func <n>() | write '<n>()'
    func|on <n> ( ^ { <p...> } ) | | write '<n>(name: T)', without braces | the parameters of '<n>' have no braces, found '{'
    # syntax
    on|scenario|invariant|never|reachable|possible|eventually|func|world <a> ^ [^\(fillers)] <w> / { [needsBody] | <1> <a>_<w> … | write the name as one word: '<a>_<w>'
    # foreignOperator
    <h...> { <p...> implies <q...> ^ @else <r...> / } [afterCondition] | <h> { <p()> ? <q()> : <r()> | write '<p()> ? <q()> : <r()>'
    # propertyForm
    eventually|possible <n> <a=()?> { <p...> ^ @if|when|whenever|provided|while|once <q...> } $ | <1> <n> <a> whenever <q> { <p> } | write '<1> <n> whenever <q> { … }'
    eventually|possible <h...> { <p...> ^ if|when|whenever|provided|while|once <q...> } | | write 'eventually name whenever <q> { … }'
    # foreignOperator
    <h...> { <p...> ^ @only @if|when <q...> / } [afterCondition] | <h> { <p()> implies <q()> | write '<p()> implies <q()>'
    <h...> { <p...> ^ if|when|whenever|provided|while|once <q...> / } [afterCondition] | <h> { <q()> implies <p()> | write '<q()> implies <p()>'
    <h...> { <p...> ^ means|then|requires|causes <q...> / } [afterCondition] | <h> { <p()> implies <q()> | write '<p()> implies <q()>'
    <h...> { <p...> ^ unless <q...> / } [afterCondition] | <h> { <p()> || <q()> | write '<p()> || <q()>'
    # propertyForm
    <h...> { <p...> ^ leads|leadsTo|leadsto|eventually <q...> | | write 'eventually name whenever <p> { … }'
    <h...> { <p...> ^ until <q...> | | write 'until { … }' after the '}'
    <h...> { <p...> ^ after|whenever|within <q...> | | move '<0>' before the '{'
    """, message: nil)

  /// Text of other languages from the place of an error on.
  static let formsAtErrors = HabitTable(
    """
    # bindingForm
    == / <v:any> [needsStore] | @= | | expected '=' before the value, found '=='
    # quantifierForm
    <x:begin> [needsEach] | @: <x> | write ':' before the condition for each element
    of|from / <s:any> [needsIn] | @in
    : / <s:primary> :|where|{|,|-> [needsIn] | @in
    <s:known> [needsIn] | @in <s> | write 'in'
    # worldForm
    open / when [isOpenEvent] | @on open | write 'on open when … { … }' | missing 'on' before the event 'open'
    # unmatchedBrace
    ) / { [needsBody] | @ | | this ')' closes nothing
    # syntax
    @;|,|:|->|=|\(fillers) @>? / { [needsBody] | @
    do / ( [needsBody] | @
    <c...> / { [needsBody] [isOfEvent] [beginsCondition] | when <c> | write 'when <c>'
    @do|then|begin <b...> @end $ [needsBody] | { <b> }
    @is|as|are <c...> / { [needsBody] [isPhrase] | | write the name as one word, and the sentence into a '///' line above | a name is one word, found '<0>'
    <b:body> [needsBody] [isShortBody] [isBareTest] | { <b> }
    @:|->|=|then|do|begin|as|is @>? <b:body> [needsBody] [isShortBody] | +{ <b> } | leave '<0>' out, and write '{ <b> }'
    :|->|=|then|do|begin|as|is <b:body> [needsBody] | +{ <b> } | leave '<0>' out, and put the rest between '{' and '}'
    <b:body> [needsBody] [isBare] [isShortBody] | +{ <b> } | write '{ <b> }'
    <b:body> [needsBody] [isBare] | +{ <b> } | put the rest between '{' and '}'
    <w> / { [needsEnd] | @ | leave '<w>' out: '<before>' belongs to the property before it
    # switchForm
    @->|= @>? [needsColon] | +@: | write ':'
    { <b...> } $ [needsColon] | +: <b> | write ':', and no braces
    { <b...> } [needsColon] | +: <b>; | write ':', and no braces
    <x:any> [needsColon] [beginsHere] | @: <x> | write ':'
    @is @<k:upper> @-> [needsCase] | +@case .<k^>: | write 'case .<k^>:'
    else|otherwise|_ / : [needsCase] | @default
    @<d=.> <k> = ~ > [needsCase] | case <d><k>: … | write 'case' before each pattern
    <x:begin> [needsCase] | @case <x> … | write 'case' before each pattern
    # singleValue
    ,|; / } [afterCondition] | @
    ,|; / <x:begin> [afterCondition] | +@ && | join conditions with '&&'
    # foreignOperator
    /=|# [afterCondition] | @!= | | '<0>' is not part of the language
    =|== / <v:any> [needsParenthesis] | @: | write '<before>: …' | expected ':' after the label, found '<0>'
    # foreignValue
    for <x> in [needsParenthesis] | | write 'every x in s: condition', 'some x in s: condition' or 'count(x in s where condition)' for a collection s | expected ')' or ',' after the argument, found 'for'
    # quantifierForm
    where [needsParenthesis] | | name the element: 'x in <before> where …' | expected ')' or ',' after the argument, found 'where'
    """, message: nil)

  /// Text of other languages in the place of an argument of an event.
  static let eventArguments = HabitTable(
    """
    # foreignOperator | expected a value, found '<0>'
    any|anything|all|whatever|* / ,|) | @_ | write '_' for every value
    """)

  /// Text of other languages in the place of an argument.
  static let arguments = HabitTable(
    """
    # missingLabel
    <l=for|at|of|in> @<n:int> | <l>: <n> | write '<l>:' | expected ':' after '<l>', found '<n>'
    """)
}
