import Semantics

extension Habit {
  private static let expected = "expected a declaration, found '<0>'"
  private static let constants =
    "constants are declared with 'let', or with 'param' where worlds change them"
  private static let sets =
    "names that are alike are 'symmetric Name(3)', named values 'enum Name { a, b }', records 'struct Name { field: T }'"
  private static let noBraces =
    "a file begins with 'spec Name', and no braces stand around the rest"
  private static let state = "state is declared with 'var', records with 'struct'"
  private static let starts = "starts are given by the initial values of the variables"
  private static let asked = "all that is declared is checked; leave the line out"
  private static let forms =
    "write 'invariant name { p }', 'transition name after event { p }' or 'eventually name whenever p { q }'"
  private static let modelProperty =
    "write 'invariant name { p }', or 'eventually name whenever p { q }'"
  private static let paramTypes =
    "what params may be is said by their types: 'param limit: 1...3 = 2'"
  private static let scenario =
    "write 'scenario name { … }', with 'given', events and 'expect' in it"
  private static let event = "what happens is an event: 'on name { … }'"
  private static let used =
    "write 'use \"folder/file.tray\"', with the path from the folder of this file"

  /// A word that begins a declaration elsewhere and is read as one of ours.
  private static func word(_ words: String, _ ours: String, _ help: String) -> [Habit] {
    [
      Habit("<w=\(words)> <n:named>", help: help, reads: ["w": ours]), Habit(words, help: help),
    ]
  }

  /// A word for a property.
  private static func property(_ words: String, _ ours: String, _ help: String) -> [Habit] {
    [
      Habit("<w=\(words)> <n:named> {|(|:|=", help: help, reads: ["w": ours]),
      Habit("<w=\(words)> <n:named> <m>", help: help, reads: ["w": ours]),
      Habit("\(words) <n>", help: "write '\(ours) name { condition }'"),
      Habit("\(words) {|:", help: "write '\(ours) name { condition }'"),
      Habit(words, help: help),
    ]
  }

  /// Words that begin declarations elsewhere and have a counterpart.
  private static let counterparts: [Habit] = [
    [
      Habit(
        "<w=always|globally> <k=eventually|possible|invariant>",
        help: "leave it out: '<k> name' says it", leaves: "w"),
      Habit(
        "data|abstract|case <k=class|interface> <n> ( <f...> )",
        "'<1&k>' is not part of the language", help: "write 'struct Name { field: T }'",
        writes: "struct <n> { <f~> }", at: "1&k"),
      Habit(
        "data|abstract|case <k=class|interface> <n>", "'<1&k>' is not part of the language",
        help: "write 'struct Name { field: T }'", edits: [("1&k", "struct")],
        reads: ["k": "struct"], goesOn: "k", at: "1&k"),
      Habit(
        "sealed <k=class|interface> <n>", "'<1&k>' is not part of the language",
        help: "write 'enum Name { a, b(T) }'", at: "1&k"),
      Habit(
        "val|const|constant <n> <a...>",
        help: "what is computed from '<v>' has a name as a func: 'func <n>() -> T { … }'",
        when: { parser, match in
          let variable = match.parts["a"]?.first {
            parser.tokens[$0 - 1].kind != .dot && parser.fits(parser.tokens[$0], "variable")
          }
          match.parts["v"] = variable.map { $0..<$0 + 1 }
          return variable != nil
        }),
    ],
    word("val|const|constant", "let", constants), word("variable|field", "var", "write 'var'"),
    word("parameter", "param", "write 'param name = value'"),
    [
      Habit(
        "<w=fun|function|fn|proc|procedure|macro> <n> = <o={>", help: "write 'func'",
        edits: [("w", "func"), ("n-o", " ")])
    ],
    word("fun|function|fn|proc|procedure|macro", "func", "write 'func'"),
    word("model|config", "world", "what runs under other values is a 'world'"),
    word("typealias", "type", "write 'type Name = T'"),
    [Habit("sig <n> { }", help: sets)],
    word("record|interface|sig|tuple", "struct", "write 'struct Name { field: T }'"),
    [
      Habit(
        "event|action|process|handler|handle|command <n> = all { <b...> }",
        help: "write 'on <n> { … }', with a statement on each line", writes: "on <n> { <b;> }"),
      Habit(
        "<w=event|action|process|handler|handle|command> <n> = <o={>",
        help: "events are declared with 'on name { … }'", edits: [("w", "on"), ("n-o", " ")]),
      Habit(
        "<w=event|action|process|handler|handle|command> <n:named> [^:|;] <x...>",
        help: "events are declared with 'on name { … }'", reads: ["w": "on"]),
      Habit(
        "event|action|process|handler|handle|command",
        help: "events are declared with 'on name { … }'"),
    ],
    property(
      "always|assert|fact|safety|inv|ensure|ensures|requires|must|claim|lemma|theorem|axiom",
      "invariant", "what is true in every state is an 'invariant'"),
    [
      Habit(
        "<w=require> <n:named> {|(|:|=", help: "what is true in every state is an 'invariant'",
        reads: ["w": "invariant"])
    ],
    property("forbid|forbidden", "never", "what must not be is written 'never name { p }'"),
    property("liveness", "eventually", "what has to come some time is an 'eventually'"),
    property("exists|cover", "reachable", "what can come about is 'reachable'"),
    word("test|example|it", "scenario", "write 'scenario name { … }'"),
  ].flatMap { $0 }

  /// Words that begin declarations elsewhere and have no counterpart of the same form.
  private static let withoutCounterpart = [
    Habit("class|object", help: state),
    Habit("machine", help: "state is declared with 'var', what happens with 'on'"),
    Habit(
      "protocol|trait", help: "there are no protocols; declare what is needed in the spec itself"),
    Habit(
      "extension|impl", help: "declare all of a type in one place, and funcs by themselves"),
    Habit("init|initially|Init|Background", help: starts),
    Habit("property", help: forms),
    Habit("guard", help: "write 'when' behind the name of the event or rule"),
    Habit(
      "def",
      help:
        "a value is written 'func name(x: T) -> U { … }', a procedure 'func name() { … }', what happens by itself 'on name { … }'"
    ),
    Habit(
      "pred", help: "a condition with a name is written 'func name(x: T) -> Bool { … }'"),
    Habit("ltl|temporal", help: modelProperty),
    Habit("CONSTANT|CONSTANTS", help: "constants are declared with 'param name = value'"),
    Habit("ASSUME|assume", help: paramTypes),
    Habit("VARIABLE|state", help: "state is declared with 'var name: T = value'"),
    Habit("VARIABLES", help: "state is declared with 'var name: T = value', each by itself"),
    Habit("EXTENDS", help: "nothing needs to be imported; leave the line out"),
    Habit("INSTANCE", help: "write 'use \"folder/file.tray\"'"),
    Habit("mtype", help: "write 'enum Name { a, b }'"),
    Habit("chan", help: "what is on its way is a variable: 'var network: List<T, 2> = []'"),
    Habit("active|proctype", help: event),
    Habit("companion", help: "constants are declared with 'let'"),
    Habit("run|check", help: asked),
    Habit(
      "no",
      help:
        "deadlocks, gaps, overlaps and faults are looked for without being asked for; leave the line out"
    ),
    Habit(
      "deadlock", help: "deadlocks are looked for without being asked for; leave the line out"),
    Habit("module|namespace|contract|component|program", help: noBraces),
    Habit("package|Feature", help: "a file begins with 'spec Name'"),
    Habit(
      "create", help: "state is declared with 'var', such as 'var cards: Map<ID, Card> = [:]'"),
    Habit("Scenario|Given", help: scenario),
    Habit("Examples", help: "write 'for row in rows { … }' in a scenario"),
    Habit("import|include|from|require|load|using", help: used),
    Habit(
      "bool|int|byte|short|boolean|Bool|Int|string|String|number",
      help: "write 'var name: T = value'"),
  ]

  static let wordsWithoutCounterpart = Set(withoutCounterpart.flatMap { $0.beginnings ?? [] })

  /// Declarations of other languages, and pieces of ours that begin none.
  static let declarations = HabitTable(
    .foreignDeclaration,
    heads + [
      Habit(
        "void|unit|procedure <n> ( <p*> ) {", expected, help: "write 'func <n>(…) { … }'",
        edits: [("0", "func")]),
      Habit(
        "one|lone|abstract|some sig", "'<0> sig' is not part of the language", help: sets),
      Habit(
        "timer|Timer <x> =|: <v:int> $", expected, help: "write 'var <x>: Timer<<v>>'",
        writes: "var <x>: Timer<<v>>", code: .variableForm),
      Habit("timer|Timer <x>", expected, help: "write 'var <x>: Timer<n>'", code: .variableForm),
      Habit(
        "weakly|weak|unconditionally <f=fair>", expected,
        help: "leave '<0>' out: 'fair' alone means that", edits: [("0&f", "fair")], code: .eventForm
      ),
      Habit(
        "strong <f=fair>", expected, help: "write 'strongly fair'",
        edits: [("0&f", "strongly fair")], code: .eventForm),
      Habit(
        "<w> ( <e> <r*>", help: "write 'fair on <e>'",
        when: { parser, _ in parser.text(parser.token).hasPrefix("WF_") }),
      Habit(
        "<w> ( <e> <r*>", help: "write 'strongly fair on <e>'",
        when: { parser, _ in parser.text(parser.token).hasPrefix("SF_") }),
      Habit(
        "when <c...> on <n> {", "'when' stands behind the name of an event",
        help: "write 'on <n> when <c> { … }'", edits: [("1&n", "on <n> when <c>")], code: .eventForm
      ),
      Habit(
        "when <c...> on <n>", "'when' stands behind the name of an event",
        help: "write 'on <n> when <c> { … }'", code: .eventForm),
      Habit(
        "when <c...> <l> {", "an event has a name of one word, found 'when'",
        help: "write 'on <l> { … }'",
        code: .eventForm,
        when: { parser, match in
          match.parts["c"].map { parser.tokens[$0].allSatisfy { $0.kind == .identifier } } ?? false
        }),
      Habit(
        "when <c...> {", "'when' stands behind the name of an event",
        help: "write 'on name when <c> { … }'", code: .eventForm),
      Habit(
        "when <c...>", "'when' stands behind the name of an event",
        help: "write 'on name when <c> { … }'", code: .eventForm),
      Habit(
        "rule <x> [^.]", "'rule' belongs in the braces of an event",
        help: "write 'on e { rule name when p { … } }'", code: .ruleForm),
      Habit(
        "otherwise <x> [^.]", "'otherwise' belongs in the braces of an event",
        help: "write 'on e { otherwise name { … } }'", code: .ruleForm),
      Habit(
        "until", "'until' ends an 'invariant', and begins nothing",
        help: "write 'invariant name { p } until { q }'", code: .propertyForm),
      Habit(
        "before", "'before' ends a 'never', and begins nothing",
        help: "write 'never name { p } before { q }'", code: .propertyForm),
      Habit(
        "open {|(", expected, help: "events are declared with 'on open { … }'",
        edits: [("+0", "on ")]),
      Habit("open <x> /", expected, help: "nothing needs to be imported; leave it out"),
      Habit("open $", expected, help: "nothing needs to be imported; leave it out"),
    ] + counterparts + withoutCounterpart)

  private static let conditions =
    "where|if|guard|given|provided|whenever|while|requires|require|unless|for|switch|repeat|loop|else"

  /// What stands where a declaration should begin and resembles no word of one.
  static let misplaced = HabitTable(
    .expectedDeclaration,
    [
      Habit("<w:foreign> <n> ( <p*> ) {", expected, help: "write 'func <n>(…) -> T { … }'"),
      Habit(
        "Next|Spec|vars|Fairness|Liveness ==", expected,
        help: "leave it out: every event may happen whenever its 'when' is true"),
      Habit(
        "<w> ==", expected, help: "what happens is an event: 'on name when p { x = value }'",
        when: { parser, _ in parser.isActionOfTLA }),
      Habit(
        "<w> ==", expected,
        help:
          "a condition with a name is written 'func name() -> Bool { … }', what is always true 'invariant name { … }'"
      ),
      Habit(
        "[^\(conditions)] <w> <n:unknown> { <x...>", expected,
        help: "what happens is declared with 'on <n> { … }'", edits: [("0", "on")],
        when: beginsStatement),
      Habit(
        "if|for", "expected a declaration, found a statement",
        help: "statements stand in the braces of an event, a rule or a func"),
      Habit(
        "<w> {", expected, help: "events are declared with 'on <w> { … }'", edits: [("+0", "on ")]),
      Habit(
        "<t:upper> <n> =", expected, help: "write 'var <n>: <t> = …'",
        edits: [("t&n", "var <n>: <t>")]),
      Habit(
        "expect|refuse|given", "'<0>' belongs in a scenario", help: "write 'scenario name { … }'",
        code: .scenarioForm),
      Habit(
        "<w> =|+=|-=|*=|/=|%=|(|.|[", "expected a declaration, found a statement",
        help: "statements stand in the braces of an event, a rule or a func"),
      Habit(
        "choose|emit|assert|start|stop|insert|remove|append|switch",
        "expected a declaration, found a statement",
        help: "statements stand in the braces of an event, a rule or a func"),
    ])

  private static let newLine = "expected a new line after the declaration, found <found>"
  private static let worldReplaces =
    "what a world replaces stands between its braces: 'world name { <0> … }'"

  /// What other languages write behind a declaration that is complete.
  static let behindDeclarations = HabitTable(
    .missingSeparator,
    [
      Habit(
        "on <r...> ^ strongly <g=fair>", newLine, help: "'strongly fair' stands before 'on'",
        edits: [("+1", "strongly fair "), ("r>g", "")], code: .eventForm),
      Habit(
        "on <r...> ^ weakly? <g=fair>", newLine, help: "'fair' stands before 'on'",
        edits: [("+1", "fair "), ("r>g", "")], code: .eventForm),
      Habit(
        "on|fair|strongly <r...> ^ otherwise|else", newLine,
        help:
          "'otherwise name { … }' stands between the braces of an event, beside rules with their conditions",
        code: .ruleForm),
      Habit(
        "on|fair|strongly <r...> ^ when", newLine,
        help: "write 'when' and its condition before the '{'", code: .eventForm),
      Habit(
        "invariant <r...> ^ before", newLine, help: "write 'until'", edits: [("0", "until")],
        code: .propertyForm),
      Habit(
        "never <r...> ^ until", newLine, help: "write 'before'", edits: [("0", "before")],
        code: .propertyForm),
      Habit(
        "world <r...> ^ passes|holds|ok|succeeds|satisfies", newLine,
        help: "leave it out: without 'violates' everything has to hold there", code: .worldForm),
      Habit(
        "world <r...> ^ on|func|let|var|rule|fair <x>", newLine, help: worldReplaces,
        code: .worldForm),
      Habit(
        "signal <a*> <s> ^ { <v...> <c=}>", newLine, help: "write '<s>(<v>)'",
        edits: [("s>c", "(<v>)")], code: .missingParentheses),
      Habit(
        "signal <a*> <s> ^ : <t>", newLine, help: "write '<s>(<t^>: <t>)'",
        edits: [("s>t", "(<t^>: <t>)")], code: .missingParentheses),
      Habit(
        "signal <r...> ^ =", newLine, help: "leave it out: a signal is sent, and has no value",
        code: .signalAsValue),
      Habit(
        "var <x> : <t...> ^ <c=:>", newLine, help: "write '='", edits: [("t>c", " =")],
        code: .variableForm,
        when: { parser, match in
          match.parts["t"].map { !parser.tokens[$0].contains { $0.kind == .equal } } ?? false
        }),
      Habit(
        "var <x> ^ <c=in>", newLine, help: "write ':'", edits: [("x>c", ":")], code: .variableForm),
      Habit(
        "var <r...> ^ {", newLine,
        help:
          "a variable is only stored: what follows from a change stands in the events that make it",
        code: .variableForm),
      Habit(
        "<k=var|let|param> <x> ^ , <y> : <r...>", newLine,
        help: "each has a '<k>' of its own: '<k> <y>: T = …'",
        edits: [("x>r", ": <r>; <k> <y>: <r>")], code: .variableForm),
      Habit(
        "<k=var|let|param> <x> ^ , <y> , <z> : <r...>", newLine,
        help: "each has a '<k>' of its own: '<k> <y>: T = …'",
        edits: [("x>r", ": <r>; <k> <y>: <r>; <k> <z>: <r>")], code: .variableForm),
      Habit(
        "<k=var|let|param> <x> ^ , <y>", newLine,
        help: "each has a '<k>' of its own: '<k> <y>: T = …'", code: .variableForm),
      Habit(
        "<k=var|let|param> <r...> ^ , <y>", newLine,
        help: "each has a '<k>' of its own: '<k> <y>: T = …'", edits: [("0", "; <k>")],
        code: .variableForm),
      Habit(
        "<r...> ^ <k> <n>", newLine, help: "begin a new line", edits: [("r-k", "\n")],
        when: { parser, _ in Parser.declarationWords.contains(parser.text(parser.token)) }),
    ])
}
