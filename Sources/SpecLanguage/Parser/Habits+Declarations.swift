import Semantics

extension Habit {
  private static let visibility = "private|public|internal|fileprivate|export|pub|protected"
  private static let modifier =
    """
    override|static|final|lazy|weak|unowned|readonly|mutating|nonmutating|abstract|async|suspend|inline|pure|\
    const|mut|virtual|volatile|sealed|data|default|indirect|required|dynamic|declare|\(visibility)
    """

  private static let clauses =
    "where|if|guard|given|provided|whenever|while|requires|require|unless|for|switch|repeat|loop|else"

  /// Words of declarations in other languages without a counterpart of the same form.
  private static let withoutCounterpart = """

    # foreignDeclaration
    class|object | | declare state with 'var', and records with 'struct'
    machine | | declare state with 'var', and events with 'on'
    protocol|trait | | leave the whole '<0>' out: specs have no protocols
    extension|impl | | declare the whole type in one place, and funcs outside of it
    init|initially|Init|Background | | write the initial value at each variable: 'var name: T = value'
    pred <n> / { | func <n>() -> Bool | write 'func <n>() -> Bool { … }'
    pred <n> <p=()> / { | func <n> <p> -> Bool | write 'func <n><p> -> Bool { … }'
    pred <n> [ <p*> ] / { | func <n>(<p>) -> Bool | write 'func <n>(<p>) -> Bool { … }'
    ltl|property|temporal <n> { [ ] ( <p...> ->|implies <> <q...> ) } $ | eventually <n> whenever <p> { <q> } | write 'eventually <n> whenever <p> { … }'
    ltl|property|temporal <n> { [? ]? <p...> } $ [isState] | invariant <n> { <p> } | write 'invariant <n> { … }'
    ltl|property|temporal <n> { <p...> ~> <q...> } $ | eventually <n> whenever <p> { <q> } | write 'eventually <n> whenever <p> { … }'
    temporal <n> = eventually ( <p...> ) $ [isState] | eventually <n> { <p> } | write 'eventually <n> { … }'
    temporal <n> = always ( <p...> implies eventually ( <q...> ) ) $ | eventually <n> whenever <p> { <q> } | write 'eventually <n> whenever <p> { … }'
    from|EXTENDS <x...> ;? $ | - | leave the line out: specs need no imports
    import <x:upper> ;? $ | - | leave the line out, or write 'use "folder/file.tray"' for a library
    check|run <x...> $ | - | leave the line out: every property is checked
    no deadlock|deadlocks|gaps|overlaps|faults $ | - | leave the line out: deadlocks, gaps, overlaps and faults are always checked
    property | | write 'invariant name { condition }', 'transition name after event { condition }' or 'eventually name whenever condition { goal }'
    guard | | write 'when' after the name of the event or rule
    def | | write 'func name(x: T) -> U { … }' for a value, 'func name() { … }' for a procedure, or 'on name { … }' for an event
    ltl|temporal | | write 'invariant name { condition }', or 'eventually name whenever condition { goal }'
    CONSTANT|CONSTANTS | | write 'param name = value'
    ASSUME|assume | | limit a param by its type: 'param limit: 1...3 = 2'
    VARIABLE|state | | write 'var name: T = value'
    VARIABLES | | write 'var name: T = value' for each of them
    mtype | | write 'enum Name { a, b }'
    chan | | store messages in a variable: 'var network: List<T, 2> = []'
    active|proctype | | declare an event: 'on name { … }'
    companion | | declare constants with 'let'
    module|namespace|contract|component|program | | begin the file with 'spec Name', and leave out the braces around the rest
    package|Feature | | begin the file with 'spec Name'
    create | | declare state with 'var', such as 'var cards: Map<ID, Card> = [:]'
    Scenario|Given | | write 'scenario name { … }', with 'given', events and 'expect' in it
    import|include|from|require|load|using | | write 'use "folder/file.tray"', with the path from the folder of this file
    bool|int|byte|short|boolean|Bool|Int|string|String|number | | write 'var name: T = value'
    """

  static let modifiers = Set(modifier.split(separator: "|").map(String.init))

  static let wordsWithoutCounterpart = Set(
    withoutCounterpart.split(separator: "\n").dropFirst().flatMap {
      $0.split(separator: " ")[0].split(separator: "|").map(String.init)
    })

  /// Declarations of other languages, and parts of specs that are not declarations.
  static let declarations = HabitTable(
    heads + """

      # foreignDeclaration
      pure? @def <n> <p=()> : <t:typename> = <v...> ;? $ | func <n> <p> -> <t> { <v> } | write 'func <n><p> -> <t> { … }'
      @def <n> <p=()> : return? <v:condition> ;? $ [isTruth] | func <n> <p> -> Bool { <v> } | write 'func <n><p> -> Bool { … }'
      @val|const|constant <n> = <v:condition> ;? $ [isTruth] [readsVariable] | func <n>() -> Bool { <v> } | '<x>' is a variable, so declare a func: 'func <n>() -> Bool { … }'
      @val <n> : Boolean|Bool|bool get ( ) = <v...> ;? $ | func <n>() -> Bool { <v> } | write 'func <n>() -> Bool { … }'
      @import|include|require|load|using <p:text> ;? $ | use <p> … | write 'use', with the path from the folder of this file
      @always|fact|safety|inv|claim|lemma|theorem|axiom / { | @invariant <unnamed> | write 'invariant name { … }'
      @always|fact|safety|inv|ensure|ensures|requires|must|claim|lemma|theorem|axiom <v...> ;? $ [isTruth] [isUnbraced] | invariant <unnamed> { <v> } | write 'invariant name { … }'
      # foreignDeclaration | expected a declaration, found '<0>'
      void|unit|procedure <n> ( <p*> ) { | @func | write 'func <n>(…) { … }'
      one|lone|abstract|some sig | | write 'symmetric Name(3)' for interchangeable names, 'enum Name { a, b }' for cases, or 'struct Name { field: T }' for records | '<0> sig' is not part of the language
      # variableForm | expected a declaration, found '<0>'
      timer|Timer <x> =|: <v:int> $ | var <x>: Timer<<v>>
      # eventForm | expected a declaration, found '<0>'
      weakly|weak|unconditionally fair | fair | leave '<0>' out: write 'fair' alone
      strong fair | strongly fair
      @WF|weak|weakly|WeakFair / on | @fair | write 'fair'
      @SF|strong|StrongFair / on | @strongly fair | write 'strongly fair'
      # foreignDeclaration
      fairness|Fairness|justice <r...> | | write 'fair on name' at each event that happens sooner or later
      <w:WF_*> ( <e> <r*> | | write 'fair on <e>'
      <w:SF_*> ( <e> <r*> | | write 'strongly fair on <e>'
      <w=always|globally> <k=eventually|possible|invariant> | @ | leave '<w>' out: '<k> name' is enough
      @def <n> () -> <t...> { | @func | write 'func <n>(…) -> T { … }'
      @import|include|require|load|using <p:text> / { | @use … | write 'use', with the path from the folder of this file
      state|variables|storage { <k=var|let|ghost> <b...> } | <k> <b> | leave '<1>' and its braces out
      temporal <n> <a=()> = always ( <p...> implies eventually ( <q...> ) ) $ | eventually <n> <a> whenever <p> { <q> } | write 'eventually <n> whenever <p> { … }'
      @data|abstract|case @class|interface <n> ( <f...> ) | struct <n> { <f~> } | write 'struct Name { field: T }'
      @data|abstract|case @class|interface <n> | @struct | write 'struct Name { field: T }'
      @sealed @class|interface <n> | | write 'enum Name { a, b(T) }'
      @\(visibility) @\(modifier)? @\(modifier)? / <w:declaring> | @ | leave '<0>' out: everything in a spec is visible
      @lateinit|late @var? <x> : <t:typename> $ | var <x>: <t>? = nil | write 'var <x>: <t>? = nil'
      late <t:upper> <x> ;? $ | var <x>: <t>? = nil | write 'var <x>: <t>? = nil'
      @\(visibility) ~ @( @set @) / <w:declaring> | @ | leave '<0>' out: everything in a spec is visible
      @final|readonly|static / <n:named> =|: | @let | declare a constant with 'let', or with 'param' if worlds change it
      bool|boolean|Bool <x> = <v=true|false> ;? | var <x> = <v> | write 'var <x> = <v>'
      <c=Set|Map|Table> < <a...> > <x> = <v...> ;? $ | var <x>: <c><<a>> = <v> | write 'var <x>: <c><<a>> = …' | the type of a variable comes after its name
      <c=List|Bag> < <a> > <x> = <v...> ;? $ | var <x>: <c><<a>, 4> = <v> | write 'var <x>: <c><<a>, 4> = <v>' | the type of a variable comes after its name
      @\(modifier) @\(modifier)? @\(modifier)? / <w:declaring> | @
      # eventForm | 'when' belongs after the name of the event
      when <c...> on <n> | on <n> when <c> | write 'on <n> when <c> { … }'
      when <c...> <l> { [isPhrase] | | write 'on <l> { … }' | expected 'on' and the name of the event, found 'when'
      @when <c...> { | @on <unnamed> when | write 'on name when <c> { … }'
      when | | write 'on name when p { … }'
      # ruleForm | 'rule' belongs in the braces of an event
      rule <x> [^.] | | write 'on e { rule name when p { … } }'
      otherwise <x> [^.] | | write 'on e { otherwise name { … } }' | 'otherwise' belongs in the braces of an event
      # propertyForm | 'until' belongs after an 'invariant'
      until | | write 'invariant name { condition } until { other }'
      before | | write 'never name { condition } before { other }' | 'before' belongs after a 'never'
      # foreignDeclaration | expected a declaration, found '<0>'
      in <w> @scenario <n> | scenario <n> in <w> | write 'scenario <n> in <w>' | the world of a scenario comes after its name, found 'in'
      open {|( | @on <1> | write 'on open { … }'
      open <x> <s=/> <r...> $ | - | leave the line out: specs need no imports
      open $ | | leave the line out: specs need no imports
      # foreignDeclaration
      @<a:attribute> ~ @<x> @()? [isBeforeDeclaring] | @ | leave '<0>' out: specs have no attributes
      @<a:attribute> ~ @<x> @()? | @ … | leave '<0>' out: specs have no attributes
      const|val|let <n> = @( @) @= ~ @> <v:condition> ;? $ [isTruth] | func <n>() -> Bool { <v> } | write 'func <n>() -> Bool { … }' | specs have no closures
      val|const|constant <n> <a...> [readsVariable] | | '<x>' is a variable, so declare a func: 'func <n>() -> T { … }'
      @val|const|constant / <n:named> | @let | declare a constant with 'let', or with 'param' if worlds change it
      @variable|field / <n:named> | @var | write 'var'
      @parameter / <n:named> | @param | write 'param name = value'
      fun|function|fn|proc|procedure|macro <n> = <o={> | func <n>() <o> | write 'func'
      @fun|function|fn|proc|procedure|macro / <n:named> | @func | write 'func'
      @model|config / <n:named> | @world | write 'world name { param = value }'
      @typealias / <n:named> | @type | write 'type Name = T'
      sig <n> { } | symmetric <n>(3) | write 'symmetric <n>(3)' for interchangeable names, 'enum Name { a, b }' for cases, or 'struct Name { field: T }' for records
      @record|interface|sig|tuple / <n:named> | @struct | write 'struct Name { field: T }'
      event|action|process|handler|handle|command <n> = all { <b...> } | on <n> { <b;> } | write 'on <n> { … }', with a statement on each line
      event|action|process|handler|handle|command <n> = <o={> | on <n> <o> | write 'on name { … }'
      event|action|process|handler|handle|command <n:named> [^:|;] <x...> | @on | write 'on name { … }'
      event|action|process|handler|handle|command | | write 'on name { … }'
      @always|assert|fact|safety|inv|ensure|ensures|requires|must|claim|lemma|theorem|axiom / <n:named> [^<|<=|>|>=|==|!=|&&|.] <m:any> | @invariant | write 'invariant name { condition }'
      always|assert|fact|safety|inv|ensure|ensures|requires|must|claim|lemma|theorem|axiom | | write 'invariant name { condition }'
      @require / <n:named> {|(|:|= | @invariant | write 'invariant name { condition }'
      @forbid|forbidden / <n:named> [^<|<=|>|>=|==|!=|&&|.] <m:any> | @never | write 'never name { condition }'
      @liveness / <n:named> [^<|<=|>|>=|==|!=|&&|.] <m:any> | @eventually | write 'eventually name { condition }'
      @exists|cover / <n:named> [^<|<=|>|>=|==|!=|&&|.] <m:any> | @reachable | write 'reachable name { condition }'
      @test|example|it / <n:named> | @scenario | write 'scenario name { … }'
      """ + withoutCounterpart)

  /// Text in the place of a declaration that resembles no declaration.
  static let misplaced = HabitTable(
    """
    # expectedDeclaration | expected a declaration, found '<0>'
    <w:foreign> <n> ( <p*> ) { | | write 'func <n>(…) -> T { … }'
    Next|Spec|vars == <b:body> | - | leave '<0>' and its value out: every event may happen whenever its 'when' is true
    <w> == [isActionOfTLA] | | declare an event: 'on name when p { x = value }'
    <w> == | | write 'func name() -> Bool { … }', or 'invariant name { … }' if the condition always holds
    [^\(clauses)] <w> <n:unknown> { <x...> [beginsStatement] | @on | write 'on <n> { … }'
    if|for | | put statements between the braces of an event, rule or func | expected a declaration, found a statement
    <w> { | @on <w> | write 'on <w> { … }'
    <t:upper> <n> / = | var <n>: <t> | write 'var <n>: <t> = …'
    # scenarioForm | '<0>' belongs in a scenario
    expect|refuse|given | | write 'scenario name { … }'
    # expectedDeclaration | expected a declaration, found a statement
    <x:unknown> :=|= <v=true|false> ;? $ | var <x> = <v> | write 'var <x> = <v>'
    <x:unknown> :=|= <v:int> ;? $ [isConstant] | let <x> = <v> | write 'let <x> = <v>', or 'param' if worlds change it
    # propertyForm | expected a declaration, found '[]'
    [ ] <p...> $ | | write 'invariant name { … }' with the condition
    # expectedDeclaration | expected a declaration, found a statement
    <w> =|+=|-=|*=|/=|%=|(|.|[ | | put statements between the braces of an event, rule or func
    choose|emit|assert|start|stop|insert|remove|append|switch | | put statements between the braces of an event, rule or func
    """)

  /// Text of other languages after a complete declaration.
  static let behindDeclarations = HabitTable(
    """
    # eventForm | expected a new line after the declaration, found <found>
    on <r...> ^ strongly fair | strongly fair on <r> | write 'strongly fair' before 'on'
    on <r...> ^ weakly? fair | fair on <r> | write 'fair' before 'on'
    # ruleForm | expected a new line after the declaration, found <found>
    on|fair|strongly <r...> ^ otherwise|else | | move 'otherwise name { … }' between the braces of the event, after its rules
    # eventForm | expected a new line after the declaration, found <found>
    <k=on|fair|strongly> <h...> { <b...> } ^ when <p...> $ | <k> <h> when <p> { <b> } | write 'when <p> { … }'
    # propertyForm | expected a new line after the declaration, found <found>
    eventually|possible <r...> unless|assuming|without|no <e> ^ @( @) | @ | leave '()' out
    invariant <r...> ^ before | @until
    never <r...> ^ until | @before
    identity <r...> ^ @canceled|cancelled|removed|cleared @by|after|on|when | @gone after
    # worldForm | expected a new line after the declaration, found <found>
    world <r...> ^ @expect|expects|requires @! <p> | @violates | write 'violates <p>'
    world <r...> ^ passes|holds|ok|succeeds|satisfies $ | @ | leave '<0>' out: without 'violates' every property must hold
    world <n> ^ on|func|let|var|rule|fair <x...> / violates|walks | world <n> { <4&x> } | move '<0>' between the braces: 'world <n> { <0> … }'
    # missingParentheses | expected a new line after the declaration, found <found>
    signal <a*> <s> ^ { <v...> } | signal <a> <s>(<v>) | write '<s>(<v>)'
    signal <a*> <s> ^ : { <v...> } | signal <a> <s>(<v>) | write '<s>(<v>)'
    signal <a*> <s> ^ : <t> | signal <a> <s>(<t^>: <t>) | write '<s>(<t^>: <t>)'
    # signalAsValue | expected a new line after the declaration, found <found>
    signal <r...> ^ = | | leave '=' and the rest out: a signal has no value
    # variableForm | expected a new line after the declaration, found <found>
    var <x> : <t...> ^ : [isUnset] | @= | | expected '=' before the value, found ':'
    var <x> : <t...> = any ^ @<m> where / <p:any> | @<m> in <t> | | expected 'in' and the type after '<m>', found 'where'
    var <x> ^ in | @:
    var <x> : @<k=enum|struct> ^ { <c...> } <r*> $ | <k> <x^> { <c> }⏎var <x>: <x^> <r> | write '<0> <x^> { … }' before, and 'var <x>: <x^>' | a type cannot be declared inside a variable, found '<0>'
    # noMethods
    var <x> : <t...> ^ { @get { <b...> } } [isUnset] | func <x>() -> <t> { <b> } | write 'func <x>() -> <t> { … }' | a variable cannot be computed, found 'get'
    var <x> : <t...> ^ / { <b...> } [isUnset] | func <x>() -> <t> | write 'func <x>() -> <t> { … }' | a variable cannot be computed, found '{'
    # variableForm | expected a new line after the declaration, found <found>
    var <r...> ^ { | | leave the braces out: events change the variable
    use <p...> ^ as <n> | use <p> | leave 'as <n>' out: the names of a library are used as they are
    <k=var|let|param> <x> ^ , <y> : <r...> | <k> <x>: <r>; <k> <y>: <r> | write '<k>' for each of them: '<k> <y>: T = …'
    <k=var|let|param> <x> ^ , <y> | | write '<k>' for each of them: '<k> <y>: T = …'
    <k=var|let|param> <r...> ^ , <y> | @; <k> | write '<k>' for each of them: '<k> <y>: T = …'
    # missingSeparator | expected a new line after the declaration, found <found>
    <k=invariant|never|possible|reachable|eventually> <r...> ^ @, / <n> {|whenever | @⏎<k> | write '<k>' before each name
    <r...> ^ <k:declaring> / <n> | @⏎<k> | begin a new line
    """)
}
