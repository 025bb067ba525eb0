import Semantics

extension Habit {
  private static let when =
    "where|if|guard|given|provided|whenever|while|requires|require|whem|wen"

  private static let named =
    "spec|library|invariant|never|reachable|possible|eventually|transition|world|scenario|var|let|param|enum|struct|signal|func"

  /// Text of other languages between the word of a declaration and its braces.
  static let heads = """
    # specHeader | expected the end of the line after the name, found '<0>'
    spec|library <n> @: | @
    spec <n> @observes | | declare a 'ghost var', and set it in the events
    spec|library <n> @observes|extends|uses|of|in | | write 'use "folder/file.tray"' below
    # syntax | a name has only letters, digits and '_', found '-'
    <k=\(named)> @<a> ~ @- ~ @<b> [^-|(] | <k> <a><b^> | write '<a><b^>'
    <k=\(named)> @<a> ~ @- ~ @<b> ~ @- ~ @<c> | <k> <a><b^><c^> | write '<a><b^><c^>'
    # typeForm | expected 'struct' or 'enum' before braces, found 'type'
    @type <t> =? <b={> / <a> : | struct <t> <b> | write 'struct <t> { … }'
    @type <t> =? <b={> | enum <t> <b> | write 'enum <t> { … }'
    type <t> =? @<w=struct|enum> / { | <w> <t> | write '<w> <t> { … }' | expected '=' and the type for '<t>', found '<w>'
    type <t> @: | @= | | expected '=' and the type for '<t>', found ':'
    type <t> @<n:int> | type <t> = <n> | write '=' | expected '=' and the type for '<t>', found <found>
    symmetric <n> @( <c...> ) [isNameList] | symmetric <n>(<c#>) | write 'symmetric <n>(<c#>)', or declare an enum if the names differ in meaning | a symmetric type needs a count, not a list of names
    symmetric <n> @{ <c...> } | symmetric <n>(<c#>) | write 'symmetric <n>(<c#>)', or declare an enum if the names differ in meaning | a symmetric type needs a count, not a list of names
    enum <n> <o={> @case <c*> / } | enum <n> <o> <c~> | leave 'case' out | an enum lists its cases without 'case'
    enum <n> <o={> @. <c*> / } | enum <n> <o> <c~> | leave the dots out | cases are declared without dots, found '.'
    enum <n> <o={> <c*> / } [isRaw] | enum <n> <o> <c~> | leave the values out: cases are ordered as they are declared | a case cannot have a raw value, found '='
    struct <n> <o={> @var|let|val <c*> / } | struct <n> <o> <c~> | leave '<0>' out | a struct lists its fields without '<0>'
    enum @class|struct|case <n> | @ | | '<0>' is not part of the language
    enum|struct <n> @: @<b...> { | @ | leave ': <b>' out | a type has no supertypes, found ':'
    enum|struct <n> @: { | @ | leave ':' out | a type has no supertypes, found ':'
    enum <n> @= { | @ | | expected '{' and the cases of '<n>', found '='
    enum|type @<n> @=|: @<c...> [isAlternatives] | enum <n> { <c,> } | | a type with alternatives must be an enum
    enum <n> @( <b*> ) | enum <n> {  <b>  } | write 'enum <n> { … }' | expected '{' and the cases of '<n>', found '('
    struct <n> @( <f*> ) | struct <n> { <f~> } | write 'struct <n> { … }' | expected '{' and the fields of '<n>', found '('
    symmetric <n> @[ <k:int> ] | symmetric <n>(<k>) | | expected '(' and the number of names, found '['
    symmetric <n> @= <k:int> | symmetric <n>(<k>) | | expected '(' and the number of names, found '='
    symmetric <n> @<k:int> | symmetric <n>(<k>) | | expected '(' and the number of names, found <found>
    # variableForm | expected '=' before the value, found ':'
    <k=var|let|param> @<a:int> ..<|... <b:int> <x> | <k> <x>: <a&b> | write '<k> <x>: <a&b> = …' | the type comes after the name, found <found>
    <k=var|let|param> <x> @= @mutableSetOf|setOf|hashSetOf|emptySet @< @<t> @> @( @) $ | <k> <x>: Set<<t>> = [] | write '<k> <x>: Set<<t>> = []' | the type of a variable comes after its name
    <k=var|let|param> <x> @= @mutableMapOf|mapOf|hashMapOf|emptyMap @< @<t...> @> @( @) $ | <k> <x>: Map<<t>> = [:] | write '<k> <x>: Map<<t>> = [:]' | the type of a variable comes after its name
    var|let|param <x> @: <v:int> $ | @= | write '= <v>'
    var|let|param <x> @: <v=true|false|nil> $ | @= | write '= <v>'
    var @<x:!typename> <t:typename> = | @<x>: | write ':' | expected ':' before the type of '<x>', found '<t>'
    var @<t> <x> / = | var <x>: <t> | write 'var <x>: <t> = …' | the type of a variable comes after its name
    var <x> : Int @in <r...> / = | var <x>: <r> | the range itself is the type: 'var <x>: 0...3 = 0' | expected '=' and a value, found 'in'
    # eventForm | expected '=' and the events of the group, found '['
    group <g> = @[ <e*> ] | group <g> = <e> | write 'group <g> = event, event'
    group <g> @{ <e*> } | group <g> = <e> | write 'group <g> = event, event' | expected '=' and the events of the group, found '{'
    group <g> @: <e...> | group <g> = <e> | write 'group <g> = event, event' | expected '=' and the events of the group, found ':'
    group <g> = <a...> @|||or|and|&&|+ / <b:any> | @, | | expected ',' between events, found '<0>'
    # bindingNotAllowed | 'when' cannot name a value, found '<0>'
    on <e> <p=()?> when @let|var|val <x> = <v:primary> { <b...> } $ | on <e> <p> when <v> != nil { if let <x> = <v> { <b> } } | write 'when <v> != nil', and 'if let <x> = <v> { … }' between the braces
    # eventForm | a name is one word, found '<o>'
    strongly @<o=on> | @fair <o> | write 'strongly fair on' | expected 'fair' after 'strongly', found 'on'
    fair|strongly fair? @<r=rule|otherwise> <x> [^.] | | write 'on e { fair rule name when p { … } }' | a rule belongs between the braces of an event, found '<r>'
    fair|strongly fair? @<e:event> | @on <e> | write 'fair on <e>' | expected 'on' after 'fair', found '<e>'
    fair @group <g> = <a...> $ | group <g> = <a>⏎fair on <g> | write 'group <g> = …', and 'fair on <g>' | a group is declared without 'fair'
    strongly fair @group <g> = <a...> $ | group <g> = <a>⏎strongly fair on <g> | write 'group <g> = …', and 'strongly fair on <g>' | a group is declared without 'strongly fair'
    fair|strongly fair? @<e:group> $ | @on <e> | write '<1> on <e>' | expected 'on' after '<1>', found '<e>'
    fair|strongly|on fair? on? @<w=event|the|every|each|an|a|action|message|user> [^when|or|and] <e> {|(|when | @ | | expected the name of the event, found '<w>'
    fair|strongly|on fair? on? @<a:name> ~ <o=-|.> ~ <b> / [^-|.] | <1> <2> <3> <a><b^> | write '<a><b^>'
    on @( @<x:text> @) | on <x"> | write 'on <x">' | expected the name of the event, found '('
    on @<a> ~ <o=<|[> <x> : <t...> >|] | on <a>(<x>: <t>) | write '<a>(<x>: <t>)' | expected '(' before the parameters, found '<o>'
    on @<v:variable> / .|==|!=|<|> <r...> { | @<unnamed> when <v> | write 'on name when <v&r> { … }' | expected the name of the event, found a condition
    on @<v=!> / <r...> { | @<unnamed> when <v> | write 'on name when <v&r> { … }' | expected the name of the event, found a condition
    on <e> ()? @-> @<t> {|when | @ | leave '-> <t>' out | an event has no value, found '->'
    on @strongly @fair / <e> | strongly fair on | write 'strongly fair on …' | 'strongly fair' belongs before 'on'
    on @fair / [^when|or|and] <e> | fair on | write 'fair on …' | 'fair' belongs before 'on'
    on <e> <p=()?> @strongly @fair | strongly fair on <e> <p> | write 'strongly fair on …' | 'strongly fair' belongs before 'on'
    on <e> <p=()?> @fair | fair on <e> <p> | write 'fair on …' | 'fair' belongs before 'on'
    fair|strongly|on fair? on? <e> ()? @unless <p...> / { | <1> <2> <3> <e> <5> when !(<p>) | write 'when !(…)' | 'unless' is not part of the language
    fair|strongly|on fair? on? <e> ()? @\(when) | @when | | expected 'when' before the condition, found '<0>'
    on <e...> when @{ <p...> } / { | on <e> when <p> | write 'when <p> { … }' | the condition of 'when' has no braces
    fair|strongly|on fair? on? <e> _? @( @<v...> @) / { [isTruth] | <1> <2> <3> <e> when <v> | write 'when <v>' | the condition of an event belongs after 'when', found '('
    on <e> when <p...> _ @( @<s...> @) $ [isStatement] | on <e> when <p> { <s> } | write '{ <s> }' | the statements of an event belong between braces, found '('
    on <e> when <p...> _ @( <a> : <r...> ) / { | on <e>(<a>: <r>) when <p> | write 'on <e>(<a>: <r>) when …' | the parameters belong right after the name of the event, found '('
    fair on <e> @,|or|and <x> [lacksBrace] | @⏎fair on | write a line for each event: 'fair on <e>' | an event has one name, found '<0>'
    fair|strongly fair? on <e> @<c=or|and> <x> [lacksBrace] | | write a line for each event: 'fair on <e>' | an event has one name, found '<c>'
    on <e> @<c=,|or|and> <x> { <b...> } $ | on <e> { <b> }⏎on <x> { <b> } | declare an event for each name: 'on <e> { … }', 'on <x> { … }' | an event has one name, found '<c>'
    fair|strongly|on fair? on? <e> ()? @<c=,|or|and> <x> | | declare an event for each name, and put the shared statements into a 'func' | an event has one name, found '<c>'
    fair|strongly fair? on all|every|each|any @<x> | | write 'fair on event' for each of them | 'fair on' names one event, found '<x>'
    fair|strongly|on fair? on? <e> <p=()?> { @when <c:condition> ; / <b:any> | <1> <2> <3> <e> <p> when <c> { | write 'when <c>' before the braces of the event | a condition for the whole event belongs before its braces
    on <e> ()? @<w=goto|become|transition|move> <s> | | store the state in a variable: '{ state = .<s> }' | expected '{' and the statements, found '<w>'
    on <e> ()? @<w=after|every|in> <n:int> | | write 'start t for <n>' in an event, and 'on <e> when t.isDue' | an event has no delay, found '<w>'
    on <e> ()? @<w=after|before|following> <x> | | set a variable in 'on <x>', and read it: 'on <e> when …' | an event cannot follow another one, found '<w>'
    # funcForm | a func with '->' cannot contain statements
    func <n> @= ( ) = ~ > <v:condition> $ [isTruth] | func <n>() -> Bool { <v> } | | expected '(' and the parameters of '<n>', found '='
    func <n> @= ( <p*> ) = ~ > <v...> | | write 'func <n>(<p>) -> T { <v> }' | expected '(' and the parameters of '<n>', found '='
    func <n> <p=()> @= <v:condition> $ [isTruth] | func <n> <p> -> Bool { <v> } | write 'func <n><p> -> Bool { <v> }' | expected '->' and the type of the value, found '='
    func <n> <p=()> @= [^>] <v...> | | write 'func <n><p> -> T { <v> }' | expected '->' and the type of the value, found '='
    func <n> <p=()> @= ~ @> <v...> | | write 'func <n><p> -> T { … }' | expected '->' and the type of the value, found '<0>'
    func <n> <p=()> / @{ return? <v:condition> } [isTruth] | func <n> <p> -> Bool | write 'func <n><p> -> Bool { … }' | expected '->' and the type of the value, found '{'
    func <n> <p=()> / @{ return? <v:condition> } [isValue] | | write 'func <n><p> -> T { … }' | expected '->' and the type of the value, found '{'
    func <n> @: <t> { | @() -> | write '<n>() -> <t>' | expected '(' and the parameters of '<n>', found ':'
    func <t:typename> @<n> <p=()> | func <n&p> -> <t> | | the type of a func's value comes after '->', found '<t>'
    func <n> () @throws|async|mutating|rethrows | @ | | '<0>' is not part of the language
    func <n> () @: <t> | @ -> | write '->' | the type of a func's value comes after '->', found ':'
    func <n> () -> @some <x> | | leave 'some' out | expected a type after '->', found 'some'
    func <n> <p=()> -> @<o={> | func <n> <p> <o> | leave '->' out: this func has no value | expected a type after '->', found '{'
    func <n> <p=()> -> @<v=Void|Unit> / { | func <n> <p> | leave '-> <v>' out | a func that returns nothing has no '->', found '<v>'
    func <n> () -> <t...> { @choose|emit|assert|start|stop|insert|remove|append|for <x> | | leave '->' and the type out for a procedure
    func <n> () -> <t...> { @<v> =|+=|-= | | leave '->' and the type out for a procedure
    func <n> ( <a*> [^inout|borrowing|consuming] @<x:!typename> @<t:typename> / ,|) | @<x>: <t> | write '<x>: <t>' | expected ':' before the type of the parameter, found '<t>'
    func <n> () @<t:int> <r*> { | @-> <t> | write '->' | the type of a func's value comes after '->', found <found>
    func <n> () @<t:typename> <r*> { | @-> <t> | write '->' | the type of a func's value comes after '->', found <found>
    # propertyForm | the condition belongs between braces, found '('
    invariant|never|reachable|possible|eventually <n> @( @<p...> @) $ [isSingle] | <1> <n> { <p> } | write '<1> <n> { … }'
    # propertyForm | expected '{' and the condition of '<n>', found '<0>'
    invariant <n:invariant> @== <p...> ;? $ | invariant <n> { <p> } | write 'invariant <n> { … }'
    invariant <n> @for each|all|every? <x> in <s...> { <p...> } $ | invariant <n> { every <x> in <s>: <p> } | write 'invariant <n> { every <x> in <s>: … }'
    # propertyForm | a leads-to property has its condition after 'whenever', found '<0>'
    eventually|invariant <n> <a=()?> { <p...> @~>|leadsTo|leadsto|leads @to? <q...> } $ [isSingle] [isOriginal] | eventually <n> <a> whenever <p> { <q> } | write 'eventually <n> whenever <p> { … }'
    eventually <n> <a=()?> { <p...> @-> <q...> } $ [isSingle] [isOriginal] | eventually <n> <a> whenever <p> { <q> } | write 'eventually <n> whenever <p> { … }'
    eventually <n> <a=()?> { <p...> @= ~ @> <q...> } $ [isSingle] [isOriginal] | eventually <n> <a> whenever <p> { <q> } | write 'eventually <n> whenever <p> { … }'
    eventually <n> @: <p...> <s=->|~>> <q...> | eventually <n> whenever <p> { <q> } | write 'eventually <n> whenever <p> { <q> }'
    eventually <n> @: <p...> = ~ > <q...> | eventually <n> whenever <p> { <q> } | write 'eventually <n> whenever <p> { <q> }'
    # propertyForm | 'terminal' has no name, found '<x>'
    terminal @<x> { | @
    terminal @<w=when|if|whenever|where> <p...> { } | terminal { <p> } | | the condition of 'terminal' belongs between braces, found '<w>'
    terminal @<w=when|if|whenever|where> <p...> $ | terminal { <p> } | | the condition of 'terminal' belongs between braces, found '<w>'
    # syntax | expected 'after' and an event, found '{'
    transition <n> @{ after <e...> : <p...> } $ | transition <n> after <e> { <p> } | write 'transition <n> after <e> { … }'
    transition <n> @{ / <b:any> | @after any { | write 'transition <n> after event { … }', or 'after any'
    transition <n> after @{ <e> <p=()?> } / {|where | transition <n> after <e> <p> | write 'after <e>' | expected the name of an event, found '{'
    # propertyForm | 'terminal' has no name, found '<x>'
    transition <n> after @any|every|each|all @event|step|action|events|steps | @any | | expected 'any' for all events, found '<0>'
    transition <n> after @every|all|each|anything|everything|always|_|* / {|,|where|except|but | @any | | expected 'any' for all events, found '<0>'
    identity <n> @of|over|in|on|per|for <m:Map> { <i> } about { <c> . <r...> } | identity <n> for (<i>, <c>) in <m> { <i> } about { <c>.<r> } | write 'for (<i>, <c>) in <m>' | expected 'for' and the cards, found '<0>'
    identity <n> @of|over|in|on|per | @for | | expected 'for' and the cards, found '<0>'
    identity <n> @: | @ for | write 'for' | expected 'for' and the cards, found ':'
    identity <n> for <c...> @by|with|has|under { | @ | leave '<0>' out | expected '{' and the ID of a card, found '<0>'
    identity <n> for <c...> { <i...> } @for|of|on|is|per { | @about | | expected 'about' and the subject of a card in braces, found '<0>'
    identity <n...> gone @on|when|by|upon|with <e> | @after | | expected 'after' and an event, found '<0>'
    transition <n> after any @other @than | @except | | expected 'except' and the events that are left out, found '<0>'
    transition <n> after any @but|besides|without|not | @except | | expected 'except' and the events that are left out, found '<0>'
    transition <n> after @event|the|an|action / <e:event> | @ | | '<0>' is not part of the language
    transition <n> @<w=on|for|when|upon|whenever|of|by|at|with> <e> | @after | write 'transition <n> after event { … }', or 'after any' | expected 'after' and an event, found '<w>'
    transition <n> @<e:event> / {|where|(|. | @after <e> | write 'after <e>' | expected 'after' and an event, found '<e>'
    transition <n> @before <e> | | write 'after <e>', and 'old(x)' for the previous value | a transition is checked after its step, found 'before'
    transition <n> after <e...> @, { | @ | | expected '{' and the condition of '<n>', found ','
    transition <n> after <e> [^where|except|when|if|whenever] @<k> .|:|==|= | | write 'after <e>(<k>: …)' | the values of an event belong between parentheses, found '<k>'
    transition <n> after <e...> @<w=when|if|whenever|provided|given|with> <p...> { | @where | | expected 'where' before the condition, found '<w>'
    invariant|never|reachable|possible|eventually @<x> <o=<|<=|>|>=|==|!=|&&|.> <r...> ;? $ [isUnbraced] | <1> <unnamed> { <x> <o> <r> } | write '<1> name { condition }' | expected the name of the property, found its condition
    invariant <n> ()? @<w=after|on|upon> / <e> | transition <n> <3> after | write 'transition name after event { … }' | an 'invariant' is about states, and '<w>' about steps
    never <n> ()? @<w=after|on|upon> <e> | | write 'transition name after event { … }' | '<1>' is about states, and '<w>' about steps
    eventually|possible <n> ()? @<w=after|on|upon> <e> | | write 'whenever condition' | '<1>' is about states, and '<w>' about steps
    reachable <n> ()? @<w=after|on|upon> <e> | | write the condition between the braces | '<1>' is about states, and '<w>' about steps
    invariant <n> <a=()?> @<w=whenever|when|where|if|while|provided> <p...> <o={> / <q...> } | invariant <n> <a> <o> <p()> implies | write '{ <p()> implies … }' | an 'invariant' has no '<w>': its condition is between the braces
    never|reachable <n> <a=()?> @<w=whenever|when|where|if|while|provided> <p...> <o={> <q...> / } | <1> <n> <a> <o> <p()> && (<q>) | write '{ <p()> && … }' | a '<1>' has no '<w>': its condition is between the braces
    eventually|possible <n> ()? @<w=when|if|where|while|given|once> <p...> | @whenever | | expected 'whenever' or '{', found '<w>'
    eventually|possible <n...> whenever @{ <p...> } / { | <1> <n> whenever <p> | write 'whenever <p> { … }' | the condition of 'whenever' has no braces, found '{'
    eventually <n...> within <k:int> @{ | | write 'within <k> steps', or 'ticks' for the time of timers | expected 'ticks' or 'steps', found '{'
    # scenarioForm | the world of a scenario comes after its name, found '<0>'
    scenario <n> { @world <w> ;? <r...> } $ | scenario <n> in <w> { <r> } | write 'scenario <n> in <w>'
    # syntax | expected 'while' after 'explore', found '<0>'
    explore @until <p...> $ | explore while !<p(!)> | write 'explore while', with the condition for going on
    explore @if|when|where / <p:any> | @while
    # syntax | expected 'and' and another event in braces, found '<0>'
    same <n> <p=()?> { <a...> } @==|&&|,|as|is|equals|like / { | @and | write 'and'
    # syntax | expected the path of a file in quotes after 'use', found '<0>'
    use @<a> @. @tray | @"<a>.tray" … | write 'use "<a>.tray"'
    # scenarioForm | a scenario has no parameters
    scenario <n> @<w=world|for|with|on|under> <x> | @in | | the world of a scenario comes after 'in', found '<w>'
    scenario <n> @( ) | scenario <n> | leave '()' out
    scenario <n> @( | | write 'steps <n>(…)', which scenarios use with values
    # worldForm | the values of a world belong between braces, found <found>
    world <n> violates <p...> @{ <b*> } $ | world <n> { <b> } violates <p> | write 'world <n> { … } violates <p>' | the braces of a world belong right after its name
    world <n> @<w=extends|from|like|is|inherits> <b> | @: | | expected ':' and the base world, found '<w>'
    world <n> @: <k=violates|walks> | @ | leave the ':' out | '<k>' comes right after the name of the world, found ':'
    world <n> @: <k=var|func|let|on|rule> <x...> | world <n> { <k> <x> } | write 'world <n> { <k> … }' | expected '{' after the name of the world, found ':'
    world <n...> @expect|expects <p> @violated|fails|broken|false | world <n> violates <p> | write 'violates <p>' | expected 'violates' and a property, found '<0>'
    world <n> @=|with|where|when { | @ | | expected '{' after the name of the world, found <found>
    world <n> @: { | @ | | expected '{' after the name of the world, found ':'
    world <n> @( <s> =|: <v...> ) | world <n> { <s> <5> <v>  } | write 'world <n> { param = value }'
    world <n> [^violates|walks] @:|with|where|when|sets|set? @<s> = <v...> / violates|walks | world <n> { <s> = <v> } | write 'world <n> { param = value }'
    world <n> [^violates|walks] @:|with|where|when|sets|set? @<s> = <v...> | world <n> { <s> = <v> } | write 'world <n> { param = value }'
    world <n...> @expect|expects @violated|violation|failure|fails <p> | @violates | | expected 'violates' and a property, found '<0>'
    world <n...> @<w=fails|breaks|violate|violating|refutes|falsifies|fail|break|expect|expects> <p> | @violates | | expected 'violates' and a property, found '<w>'
    """

  /// Text of other languages at the start of a rule, and in its head.
  static let rules = HabitTable(
    """
    # ruleForm | a rule cannot have parameters
    @strong|SF @fair? rule / <n> | @strongly fair | write 'strongly fair rule <n>' | expected a rule, found '<0>'
    @strongly [^fair] @<x> rule / <n> | @strongly fair | write 'strongly fair rule <n>' | expected 'fair' after 'strongly', found '<x>'
    @weak|weakly|WF @fair? rule / <n> | @fair | write 'fair rule <n>' | expected a rule, found '<0>'
    rule @strongly @fair <n> / when|{ | strongly fair rule <n> | write 'strongly fair rule <n>' | 'strongly fair' belongs before 'rule'
    rule @<w=open|fair> <n> / when|{ | <w> rule <n> | write '<w> rule <n>' | '<w>' belongs before 'rule'
    @guard|if|where|whenever|given <p...> { / rule|when|otherwise | @when | write 'when <p> { … }' | expected a rule, found '<0>'
    else|default <n> / { | otherwise <n> | write 'otherwise <n> { … }' | expected 'otherwise' and a name, found '<1>'
    rule <n> @else / { | otherwise <n> | write 'otherwise <n> { … }' | expected 'when' and a condition, found 'else'
    rule @default|else / { | otherwise other | write 'otherwise other { … }' | expected 'otherwise' and a name, found 'rule <0>'
    otherwise @rule <n> / { | @ | leave 'rule' out | expected a name for the rule after 'otherwise', found 'rule'
    rule @when / <c:begin> | @<unnamed> when | name the rule: 'rule name when …' | expected the name of the rule, found 'when'
    otherwise <n> @when / <c:begin> | rule <n> when | write 'rule <n> when …', or leave the condition out | 'otherwise' has no condition, found 'when'
    else|default { | @otherwise other | write 'otherwise name { … }' | expected 'otherwise' and a name, found '<0>'
    @case <p...> { | @rule <unnamed> when | write 'rule name when condition { … }' | expected a rule with a name, found 'case'
    otherwise @<o={> | otherwise other <o> | write 'otherwise name { … }' | expected a name for the rule after 'otherwise', found '{'
    rule <n> @unless <p...> / { | rule <n> when !(<p>) | write 'when !(…)' | 'unless' is not part of the language
    rule <n> @\(when) <p...> { | @when | | expected 'when' before the condition, found '<0>'
    rule <e...> when @{ <p...> } / { | rule <e> when <p> | write 'when <p> { … }' | the condition of 'when' has no braces
    rule <n> @: when | @ | | expected 'when', found ':'
    rule <n> @: <p...> { | @ when | write 'when' | expected 'when' before the condition, found ':'
    rule <n> @( <k> : <v=.> <c> ) | rule <n> when <k> == <v><c> | write 'rule <n> when <k> == .<c> { … }'
    rule <n> @( <x*> ) | | write 'rule <n> when p { … }'
    """)

  /// Parameters of C that are valid in a spec too, with undeclared types.
  static let parametersOfOurs = """
    # parameterForm | the type of a parameter comes after its name
    @<t:typename> @: @<x:unknown> ,|) | @<x>: <t>
    # parameterForm | expected the type of '<x>', found the variable '<v>'
    <x> : @<v:Map> ) / { [namesType] | <x>: <t>) when <x> in <v>.keys | write '<t>', and 'when <x> in <v>.keys' after the parameters
    <x> : @<v:Map> . keys ) / { [namesType] | <x>: <t>) when <x> in <v>.keys | write '<t>', and 'when <x> in <v>.keys' after the parameters
    <x> : @<v:Set|List|Bag> ) / { [namesType] | <x>: <t>) when <x> in <v> | write '<t>', and 'when <x> in <v>' after the parameters
    """

  /// Text of other languages at the start of a parameter.
  static let parameters = HabitTable(
    parametersOfOurs + """

      # parameterForm | a parameter has a type, found 'in'
      <x> @in <v:Map> .? keys? ) / { [namesType] | <x>: <t>) when <x> in <v>.keys | write '<x>: <t>', and 'when <x> in <v>.keys' after the parameters
      <x> @in <v:Set|List|Bag> ) / { [namesType] | <x>: <t>) when <x> in <v> | write '<x>: <t>', and 'when <x> in <v>' after the parameters
      <x> / @,|) [namesType] | <x>: <t> | | expected ':' and the type of '<x>', found '<0>'
      <x> in <s> | | write '<x>: T', and 'when <x> in <s>…' after the parameters
      <x> : <t...> @<w=where|when|if> <p...> ) / { [isSingle] | <x>: <t>) when <p> | write 'when …' after the ')' | a condition belongs after the parameters, found '<w>'
      <x...> : <t...> @<w=where|when|if> | | write 'when …' after the ')' | a condition belongs after the parameters, found '<w>'
      <x...> : @<w=inout|borrowing|consuming> <t> | @ | | '<w>' is not part of the language
      <x> : @. <c> ) / { [namesType] | <x>: <t>) when <x> == .<c> | write '<x>: <t>', and 'when <x> == .<c>' after the parameters | expected the type of '<x>', found a value
      <x...> : @. | | write '<x>: T', and 'when <x> == …' after the parameters | expected the type of '<x>', found a value
      <x...> : <t...> @= <v...> / ,|) | <x> : <t> | leave '= <v>' out | parameters have no default values, found '='
      <x:!typename> @<t:typename> / [^:] | <x>: <t> | | expected ':' before the type of the parameter, found '<t>'
      @<t:upper> @<x> [^:] | <x>: <t> | | the type of a parameter comes after its name
      <t:typename> ,|) | @<t^>: <t> | | expected the name of a parameter, found its type
      """)
}
