import Semantics

extension Habit {
  private static let when = "where|if|guard|given|provided|whenever|while|requires|require|whem|wen"
  private static let asksWhen = "expected 'when' before the condition, found '<w>'"
  private static let between = "the values of a world belong between braces, found <found>"

  /// Text of other languages between the word of a declaration and its braces.
  static let heads: [Habit] =
    typeHeads + variableHeads + eventHeads + funcHeads + propertyHeads
    + scenarioHeads + worldHeads

  private static let typeHeads = coded(
    .typeForm,
    [
      Habit(
        "type <t> <o={> <a> :", "expected '=' and the type for '<t>', found '{'",
        help: "write 'struct <t> { … }'", edits: [("1", "struct")], at: "o"),
      Habit(
        "type <t> <o={>", "expected '=' and the type for '<t>', found '{'",
        help: "write 'enum <t> { … }'", edits: [("1", "enum")], at: "o"),
      Habit(
        "type <t> <o==> <b={> <a> :",
        "expected 'struct' or 'enum' for a type with braces, found '='",
        help: "write 'struct <t> { … }'", edits: [("1", "struct"), ("o_b", "")], at: "o"),
      Habit(
        "type <t> <o==> <b={>", "expected 'struct' or 'enum' for a type with braces, found '='",
        help: "write 'enum <t> { … }'", edits: [("1", "enum"), ("o_b", "")], at: "o"),
      Habit(
        "type <t> <o=:>", "expected '=' and the type for '<t>', found ':'",
        help: "write '='", edits: [("t>o", " =")], at: "o"),
      Habit(
        "type <t> <n:int>", "expected '=' and the type for '<t>', found <found>",
        help: "write '='", edits: [("t+", " =")], at: "n"),
      Habit("enum <w=class|struct|case> <n>", drops: "w", at: "w"),
      Habit(
        "enum|struct <n> <c=:> <b...> {", "a type has no supertypes, found ':'",
        help: "leave ': <b>' out", drops: "c&b", at: "c&b",
        when: { parser, match in
          match.parts["b"].map {
            parser.tokens[$0].allSatisfy { [.identifier, .comma, .dot].contains($0.kind) }
          } ?? false
        }),
      Habit(
        "enum|struct <n> <c=:> {", "a type has no supertypes, found ':'",
        help: "leave ':' out", drops: "c", at: "c"),
      Habit(
        "enum <n> <o==> {", "expected '{' and the cases of '<n>', found '='", drops: "o", at: "o"),
      Habit(
        "enum <n> <o=(> <b*> <c=)>", "expected '{' and the cases of '<n>', found '('",
        help: "write 'enum <n> { … }'", edits: [("n>o", " { "), ("c", " }")], at: "o"),
      Habit(
        "struct <n> <o=(> <f*> )", "expected '{' and the fields of '<n>', found '('",
        help: "write 'struct <n> { … }'", writes: "struct <n> { <f~> }", at: "o"),
      Habit(
        "symmetric <n> <o==> <k:int>", "expected '(' and the number of names, found '='",
        writes: "symmetric <n>(<k>)", at: "o"),
      Habit(
        "symmetric <n> <k:int>", "expected '(' and the number of names, found <found>",
        writes: "symmetric <n>(<k>)", at: "k"),
    ])

  private static let variableHeads = coded(
    .variableForm,
    [
      Habit(
        "<k=var|let|param> <a:int> <o=..<|...> <b:int> <x>",
        "the type comes after the name, found <found>", help: "write '<k> <x>: <a&b> = …'",
        edits: [("a&x", "<x>: <a&b>")], at: "a"),
      Habit(
        "var|let|param <x> <c=:> <v:int> $", "expected '=' before the value, found ':'",
        help: "write '= <v>'", edits: [("x>c", " =")], at: "c"),
      Habit(
        "var|let|param <x> <c=:> <v=true|false|nil> $", "expected '=' before the value, found ':'",
        help: "write '= <v>'", edits: [("x>c", " =")], at: "c"),
      Habit(
        "var <x> <t:typename> =", "expected ':' before the type of '<x>', found '<t>'",
        help: "write ':'", edits: [("x+", ":")], at: "x",
        when: { parser, match in
          match.parts["x"].map { !parser.isTypeName(parser.tokens[$0.lowerBound]) } ?? false
        }),
      Habit(
        "var <t> <x> =", "the type of a variable comes after its name",
        help: "write 'var <x>: <t> = …'", edits: [("t&x", "<x>: <t>")], at: "t"),
      Habit(
        "var <x> : <t=Int> <i=in> <r...> =", "expected '=' and a value, found 'in'",
        help: "the range itself is the type: 'var <x>: 0...3 = 0'", edits: [("t_r", "")], at: "i"),
      Habit(
        "group <g> = <o=[> <e*> ]", "expected '=' and the events of the group, found '['",
        help: "write 'group <g> = event, event'", writes: "group <g> = <e>", at: "o",
        code: .eventForm),
      Habit(
        "group <g> <o={> <e*> }", "expected '=' and the events of the group, found '{'",
        help: "write 'group <g> = event, event'", writes: "group <g> = <e>", at: "o",
        code: .eventForm),
      Habit(
        "group <g> <o=:> <e...>", "expected '=' and the events of the group, found ':'",
        help: "write 'group <g> = event, event'", writes: "group <g> = <e>", at: "o",
        code: .eventForm),
    ])

  private static let eventHeads = coded(
    .eventForm,
    [
      Habit(
        "strongly <o=on>", "expected 'fair' after 'strongly', found 'on'",
        help: "write 'strongly fair on'", edits: [("+o", "fair ")], at: "o"),
      Habit(
        "fair|strongly fair? <r=rule|otherwise> <x> [^.]",
        "a rule belongs between the braces of an event, found '<r>'",
        help: "write 'on e { fair rule name when p { … } }'", at: "r"),
      Habit(
        "fair|strongly fair? <e:event>", "expected 'on' after 'fair', found '<e>'",
        help: "write 'fair on <e>'", edits: [("+e", "on ")], at: "e"),
      Habit(
        "fair|strongly|on fair? on? <w=event|the|every|each|an|a|action|message|user> [^when|or|and] <e> {|(|when",
        "expected the name of the event, found '<w>'", drops: "w", at: "w"),
      Habit(
        "fair|strongly|on fair? on? <a:name> ~ <o=-|.> ~ <b> ~ -|. ~ <c> [^-|.]",
        "a name is one word, found '<o>'", help: "write '<a><b^><c^>'",
        edits: [("a&c", "<a><b^><c^>")], at: "a"),
      Habit(
        "fair|strongly|on fair? on? <a:name> ~ <o=-|.> ~ <b> [^-|.]",
        "a name is one word, found '<o>'",
        help: "write '<a><b^>'", edits: [("a&b", "<a><b^>")], at: "a"),
      Habit(
        "on <a> ~ <o=<|[> <x> : <t...> <c=>|]>",
        "expected '(' before the parameters, found '<o>'",
        help: "write '<a>(<x>: <t>)'", edits: [("o", "("), ("c", ")")], at: "a"),
      Habit(
        "on <v:variable> <o=.|==|!=|<|>> <r...> {",
        "expected the name of the event, found a condition",
        help: "write 'on name when <v&r> { … }'", at: "v"),
      Habit(
        "on <v=!> <r...> {",
        "expected the name of the event, found a condition",
        help: "write 'on name when <v&r> { … }'", at: "v"),
      Habit(
        "on <e> ()? <a=->> <t> {|when", "an event has no value, found '->'",
        help: "leave '-> <t>' out", drops: "a&t", at: "a&t"),
      Habit(
        "on <f=strongly> <g=fair> <e>", "'strongly fair' belongs before 'on'",
        help: "write 'strongly fair on …'", edits: [("+1", "strongly fair "), ("1>g", "")],
        at: "f&g"),
      Habit(
        "on <f=fair> [^when|or|and] <e>", "'fair' belongs before 'on'", help: "write 'fair on …'",
        edits: [("+1", "fair "), ("1>f", "")], at: "f"),
      Habit(
        "on <e> <p=()?> <f=strongly> <g=fair>", "'strongly fair' belongs before 'on'",
        help: "write 'strongly fair on …'", edits: [("+1", "strongly fair "), ("p>g", "")],
        at: "f&g"),
      Habit(
        "on <e> <p=()?> <f=fair>", "'fair' belongs before 'on'", help: "write 'fair on …'",
        edits: [("+1", "fair "), ("p>f", "")], at: "f"),
      Habit(
        "fair|strongly|on fair? on? <e> ()? <w=unless> <p...> {",
        "'unless' is not part of the language", help: "write 'when !(…)'",
        edits: [("w_p", "when !("), ("p+", ")")], reads: ["w": "when"], at: "w"),
      Habit(
        "fair|strongly|on fair? on? <e> ()? <w=\(when)>", asksWhen, reads: ["w": "when"],
        at: "w"),
      Habit(
        "on <e...> when <o={> <p...> <c=}> {", "the condition of 'when' has no braces",
        help: "write 'when <p> { … }'", edits: [("o&c", "<p>")], at: "o"),
      Habit(
        "on <e> when <p...> _ <o=(> <a> : <r...> <c=)> {",
        "the parameters belong right after the name of the event, found '('",
        help: "write 'on <e>(<a>: <r>) when …'", edits: [("e+", "(<a>: <r>)"), ("p>c", "")], at: "o"
      ),
      Habit(
        "fair on <e> <c=,> <x>", "an event has one name, found ','",
        help: "write a line for each event: 'fair on <e>'", edits: [("c", "\nfair on")], at: "c",
        when: { parser, _ in !parser.hasBraceOnLine }),
      Habit(
        "strongly fair on <e> <c=,> <x>", "an event has one name, found ','",
        help: "write a line for each event: 'fair on <e>'", edits: [("c", "\nstrongly fair on")],
        at: "c",
        when: { parser, _ in !parser.hasBraceOnLine }),
      Habit(
        "fair|strongly fair? on <e> <c=or|and> <x>", "an event has one name, found '<c>'",
        help: "write a line for each event: 'fair on <e>'", at: "c",
        when: { parser, _ in !parser.hasBraceOnLine }),
      Habit(
        "fair|strongly|on fair? on? <e> ()? <c=,|or|and> <x>",
        "an event has one name, found '<c>'",
        help: "declare an event for each name, and put the shared statements into a 'func'", at: "c"
      ),
      Habit(
        "fair|strongly fair? on <e=all|every|each|any> <x>",
        "'fair on' names one event, found '<x>'", help: "write 'fair on event' for each of them",
        at: "x"),
      Habit(
        "on <e> ()? <w=goto|become|transition|move> <s>",
        "expected '{' and the statements, found '<w>'",
        help: "store the state in a variable: '{ state = .<s> }'", at: "w"),
      Habit(
        "on <e> ()? <w=after|every|in> <n:int>", "an event has no delay, found '<w>'",
        help: "write 'start t for <n>' in an event, and 'on <e> when t.isDue'", at: "w"),
      Habit(
        "on <e> ()? <w=after|before|following> <x>",
        "an event cannot follow another one, found '<w>'",
        help: "set a variable in 'on <x>', and read it: 'on <e> when …'", at: "w"),
    ])

  private static let funcHeads = coded(
    .funcForm,
    [
      Habit(
        "func <n> <c=:> <t> {", "expected '(' and the parameters of '<n>', found ':'",
        help: "write '<n>() -> <t>'", edits: [("n>c", "() ->")], at: "c"),
      Habit(
        "func <t:typename> <n> <p=()>",
        "the type of a func's value comes after '->', found '<t>'",
        help: "write 'func <n&p> -> <t>'", edits: [("t&p", "<n&p> -> <t>")], at: "n"),
      Habit("func <n> () <w=throws|async|mutating|rethrows>", drops: "w", at: "w"),
      Habit(
        "func <n> () <c=:> <t>", "the type of a func's value comes after '->', found ':'",
        help: "write '->'", edits: [("c", " ->")], at: "c"),
      Habit(
        "func <n> <p=()> -> <o={>", "expected a type after '->', found '{'",
        help: "leave '->' out: this func has no value", edits: [("p-o", " ")], at: "o"),
      Habit(
        "func <n> () -> <s=some> <x>", "expected a type after '->', found 'some'",
        help: "leave 'some' out", at: "s"),
      Habit(
        "func <n> <p=()> -> <v=Void|Unit> {", "a func without a value has no '->', found '<v>'",
        help: "leave '-> <v>' out", edits: [("p>v", "")], at: "v"),
      Habit(
        "func <n> () -> <t...> { <v=choose|emit|assert|start|stop|insert|remove|append|for> <x>",
        "a func with '->' cannot contain statements",
        help: "leave '->' and the type out for a procedure", at: "v"),
      Habit(
        "func <n> () -> <t...> { <v> =|+=|-=",
        "a func with '->' cannot contain statements",
        help: "leave '->' and the type out for a procedure", at: "v"),
      Habit(
        "func <n> () <t:int> <r*> {",
        "the type of a func's value comes after '->', found <found>",
        help: "write '->'", edits: [("+t", "-> ")], at: "t"),
      Habit(
        "func <n> () <t:typename> <r*> {",
        "the type of a func's value comes after '->', found <found>", help: "write '->'",
        edits: [("+t", "-> ")], at: "t"),
    ])

  private static let propertyHeads = coded(
    .propertyForm,
    [
      Habit("terminal <x> {", "'terminal' has no name, found '<x>'", drops: "x", at: "x"),
      Habit(
        "terminal <w=when|if|whenever|where> <p...> $",
        "the condition of 'terminal' belongs between braces, found '<w>'",
        writes: "terminal { <p> }",
        at: "w"),
      Habit(
        "transition <n> <w=on|for|when|upon|whenever|of|by|at|with> <e>",
        "expected 'after' and an event, found '<w>'",
        help: "write 'transition <n> after event { … }', or 'after any'", reads: ["w": "after"],
        at: "w"),
      Habit(
        "transition <n> <w=before> <e>", "a transition is checked after its step, found 'before'",
        help: "write 'after <e>', and 'old(x)' for the previous value", at: "w"),
      Habit(
        "transition <n> after <e...> <c=,> {", "expected '{' and the condition of '<n>', found ','",
        drops: "c", at: "c"),
      Habit(
        "transition <n> after <e> [^where|except|when|if|whenever] <k> .|:|==|=",
        "the values of an event belong between parentheses, found '<k>'",
        help: "write 'after <e>(<k>: …)'", at: "k"),
      Habit(
        "transition <n> after <e...> <w=when|if|whenever|provided|given|with> <p...> {",
        "expected 'where' before the condition, found '<w>'", reads: ["w": "where"],
        at: "w"),
      Habit(
        "invariant|never|reachable|possible|eventually <x> <|<=|>|>=|==|!=|&&|.",
        "expected the name of the property, found its condition",
        help: "write '<1> name { condition }'", at: "x"),
      Habit(
        "invariant <n> ()? <w=after|on|upon> <e>",
        "an 'invariant' is about states, and '<w>' about steps",
        help: "write 'transition name after event { … }'",
        edits: [("1", "transition"), ("w", "after")],
        at: "w"),
      Habit(
        "never <n> ()? <w=after|on|upon> <e>", "a 'never' is about states, and '<w>' about steps",
        help: "write 'transition name after event { … }'", at: "w"),
      Habit(
        "eventually <n> ()? <w=after|on|upon> <e>",
        "an 'eventually' is about states, and '<w>' about steps",
        help: "write 'whenever condition'", at: "w"),
      Habit(
        "possible <n> ()? <w=after|on|upon> <e>",
        "a 'possible' is about states, and '<w>' about steps",
        help: "write 'whenever condition'", at: "w"),
      Habit(
        "reachable <n> ()? <w=after|on|upon> <e>",
        "a 'reachable' is about states, and '<w>' about steps",
        help: "write the condition between the braces", at: "w"),
      Habit(
        "invariant <n> <a=()?> <w=whenever|when|where|if|while|provided> <p...> <o={> <q...> }",
        "the whole condition of an 'invariant' belongs between the braces, found '<w>'",
        help: "write '{ <p()> implies … }'", edits: [("a-o", " "), ("o+", " <p()> implies")],
        at: "w"),
      Habit(
        "never <n> <a=()?> <w=whenever|when|where|if|while|provided> <p...> <o={> <q...> }",
        "the whole condition of a 'never' belongs between the braces, found '<w>'",
        help: "write '{ <p()> && … }'",
        edits: [("a-o", " "), ("o-q", " <p()> && ("), ("q+", ")")], at: "w"),
      Habit(
        "reachable <n> <a=()?> <w=whenever|when|where|if|while> <p...> <o={> <q...> }",
        "the whole condition of a 'reachable' belongs between the braces, found '<w>'",
        help: "write '{ <p()> && … }'",
        edits: [("a-o", " "), ("o-q", " <p()> && ("), ("q+", ")")], at: "w"),
      Habit(
        "eventually|possible <n> ()? <w=when|if|where|while|given|once> <p...>",
        "expected 'whenever' or '{', found '<w>'", reads: ["w": "whenever"], at: "w"),
      Habit(
        "eventually|possible <n...> whenever <o={> <p...> <c=}> {",
        "the condition of 'whenever' has no braces, found '{'", help: "write 'whenever <p> { … }'",
        edits: [("o&c", "<p>")], at: "o"),
      Habit(
        "eventually <n...> within <k:int> <o={>", "expected 'ticks' or 'steps', found '{'",
        help: "write 'within <k> steps', or 'ticks' for the time of timers", at: "o"),
    ])

  private static let scenarioHeads = coded(
    .scenarioForm,
    [
      Habit(
        "scenario <n> <w=world|for|with|on|under> <x>",
        "the world of a scenario comes after 'in', found '<w>'", reads: ["w": "in"], at: "w"),
      Habit(
        "scenario <n> <o=(> <c=)>", "a scenario has no parameters", help: "leave '()' out",
        edits: [("o&c", "")], at: "o"),
      Habit(
        "scenario <n> <o=(>", "a scenario has no parameters",
        help: "write 'steps <n>(…)', which scenarios use with values", at: "o"),
      Habit(
        "scenario <n> in <w=world|the> <x>", "'<w>' is not part of the language", drops: "w",
        at: "w"),
    ])

  private static let worldHeads = coded(
    .worldForm,
    [
      Habit(
        "world <n> <w=extends|from|like|inherits> <d=default>",
        "all worlds build on the default one, found '<w>'", drops: "w&d", at: "w&d"),
      Habit(
        "world <n> <w=extends|from|like|is|inherits> <b>",
        "expected ':' and the base world, found '<w>'", help: "write ':'",
        edits: [("n>w", ":")], at: "w"),
      Habit(
        "world <n> <c=:> <k=violates|walks>",
        "'<k>' comes right after the name of the world, found ':'", help: "leave the ':' out",
        edits: [("n-k", " ")], at: "c"),
      Habit(
        "world <n> <w==|with|where|when> {",
        "expected '{' after the name of the world, found <found>", drops: "w", at: "w"),
      Habit(
        "world <n> <c=:> {", "expected '{' after the name of the world, found ':'", drops: "c",
        at: "c"),
      Habit(
        "world <n> <o=(> <s> =|: <v...> <c=)>", between,
        help: "write 'world <n> { param = value }'",
        edits: [("n-s", " { "), ("c", " }")], at: "o"),
      Habit(
        "world <n> <o=:|with|where|when|sets|set> <s> = <v...> violates|walks", between,
        help: "write 'world <n> { param = value }'", edits: [("n-s", " { "), ("v+", " }")], at: "o"),
      Habit(
        "world <n> <o=:|with|where|when|sets|set> <s> = <v...>", between,
        help: "write 'world <n> { param = value }'", edits: [("n-s", " { "), ("v+", " }")], at: "o"),
      Habit(
        "world <n> [^violates|walks] <s> = <v...> violates|walks", between,
        help: "write 'world <n> { param = value }'", edits: [("n-s", " { "), ("v+", " }")], at: "s"),
      Habit(
        "world <n> [^violates|walks] <s> = <v...>", between,
        help: "write 'world <n> { param = value }'", edits: [("n-s", " { "), ("v+", " }")], at: "s"),
      Habit(
        "world <n...> <w=expect|expects> <v=violated|violation|failure|fails> <p>",
        "expected 'violates' and a property, found '<w&v>'",
        help: "write 'violates'", edits: [("w&v", "violates")], at: "w&v"),
      Habit(
        "world <n...> <w=fails|breaks|violate|violating|refutes|falsifies|fail|break|expect|expects> <p>",
        "expected 'violates' and a property, found '<w>'",
        reads: ["w": "violates"], at: "w"),
      Habit(
        "world <n...> violates <c=:>", "expected the name of a property, found ':'", drops: "c",
        at: "c"),
    ])

  private static let noParameters =
    "a rule cannot have parameters"

  /// Text of other languages at the start of a rule, and in its head.
  static let rules = HabitTable(
    .ruleForm,
    [
      Habit(
        "when { <a...> -> <b*> }", "expected 'if', found 'when'",
        help: "write 'if p { … } else if q { … } else { … }'"),
      Habit(
        "when <x...> { <a...> -> <b*> }", "expected 'switch', found 'when'",
        help: "write 'switch <x> { case .a: …  default: … }'"),
      Habit(
        "else|default {",
        "expected 'otherwise' and a name, found '<0>'",
        help: "write 'otherwise name { … }'", edits: [("0", "otherwise other")]),
      Habit(
        "case <p...> {", "expected a rule with a name, found 'case'",
        help: "write 'rule name when condition { … }'"),
      Habit(
        "otherwise <o={>", "expected a name for the rule after 'otherwise', found '{'",
        help: "write 'otherwise name { … }'", edits: [("1+", " other")], at: "o"),
      Habit(
        "rule <n> <w=unless> <p...> {", "'unless' is not part of the language",
        help: "write 'when !(…)'", edits: [("w_p", "when !("), ("p+", ")")], reads: ["w": "when"],
        at: "w"),
      Habit("rule <n> <w=\(when)> <p...> {", asksWhen, reads: ["w": "when"], at: "w"),
      Habit(
        "rule <e...> when <o={> <p...> <c=}> {", "the condition of 'when' has no braces",
        help: "write 'when <p> { … }'", edits: [("o&c", "<p>")], at: "o"),
      Habit("rule <n> <c=:> when", "expected 'when', found ':'", drops: "c", at: "c"),
      Habit(
        "rule <n> <c=:> <p...> {", "expected 'when' before the condition, found ':'",
        help: "write 'when'", edits: [("c", " when")], at: "c"),
      Habit(
        "rule <n> <o=(> <k> : <v...> <c=)>", noParameters,
        help: "write 'rule <n> when <k> == <v> { … }'", edits: [("n>c", " when <k> == <v>")],
        at: "o",
        when: { _, match in match.parts["v"].map { $0.count < 3 } ?? false }),
      Habit(
        "rule <n> <o=(> <x*> )", noParameters, help: "write 'rule <n> when p { … }'", at: "o"),
    ])

  /// Parameters of C that are valid in a spec too, with undeclared types.
  static let parametersOfOurs = [
    Habit(
      "<t:typename> : <x:unknown> ,|)", "the type of a parameter comes after its name",
      help: "write '<x>: <t>'", edits: [("t&x", "<x>: <t>")], at: "t&x")
  ]

  /// Text of other languages at the start of a parameter.
  static let parameters = HabitTable(
    .parameterForm,
    parametersOfOurs + [
      Habit(
        "<x> in <s>", "a parameter has a type, found 'in'",
        help: "write '<x>: T', and 'when <x> in <s>…' after the parameters"),
      Habit(
        "<x...> : <t...> <w=where|when|if>",
        "a condition belongs after the parameters, found '<w>'",
        help: "write 'when …' after the ')'", at: "w"),
      Habit(
        "<x...> : <w=inout|borrowing|consuming> <t>", "'<w>' is not part of the language",
        drops: "w",
        at: "w"),
      Habit(
        "<x...> : <d=.>", "expected the type of '<x>', found a value",
        help: "write '<x>: T', and 'when <x> == …' after the parameters", at: "d"),
      Habit(
        "<x...> : <t...> <e==> <v...> ,|)", "parameters have no default values, found '='",
        help: "leave '= <v>' out", edits: [("t>v", "")], at: "e",
        when: { parser, match in
          match.parts["t"].map { parser.tokens[$0.upperBound - 1].kind != .comma } ?? false
        }),
      Habit(
        "<x> <t:typename> [^:]",
        "expected ':' before the type of the parameter, found '<t>'",
        help: "write '<x>: <t>'", edits: [("x+", ":")], at: "t",
        when: { parser, match in
          match.parts["x"].map { !parser.isTypeName(parser.tokens[$0.lowerBound]) } ?? false
        }),
      Habit(
        "<t:upper> <x> [^:]", "the type of a parameter comes after its name",
        writes: "<x>: <t>", at: "t&x"),
      Habit(
        "<t:typename> ,|)", "expected the name of a parameter, found its type",
        help: "write '<t^>: <t>'", edits: [("+t", "<t^>: ")]),
    ])
}
