import Semantics

extension Habit {
  private static let expected = "expected a declaration, found '<0>'"
  private static let constants =
    "declare a constant with 'let', or with 'param' if worlds change it"
  private static let sets =
    "write 'symmetric Name(3)' for interchangeable names, 'enum Name { a, b }' for cases, or 'struct Name { field: T }' for records"
  private static let noBraces =
    "begin the file with 'spec Name', and leave out the braces around the rest"
  private static let state = "declare state with 'var', and records with 'struct'"
  private static let starts = "write the initial value at each variable: 'var name: T = value'"
  private static let asked = "leave the line out: every property is checked"
  private static let forms =
    "write 'invariant name { condition }', 'transition name after event { condition }' or 'eventually name whenever condition { goal }'"
  private static let modelProperty =
    "write 'invariant name { condition }', or 'eventually name whenever condition { goal }'"
  private static let paramTypes =
    "limit a param by its type: 'param limit: 1...3 = 2'"
  private static let scenario =
    "write 'scenario name { … }', with 'given', events and 'expect' in it"
  private static let event = "declare an event: 'on name { … }'"
  private static let used =
    "write 'use \"folder/file.tray\"', with the path from the folder of this file"

  /// Returns a habit for a word of other languages that is read as one of the language.
  private static func word(_ words: String, _ ours: String, _ help: String) -> [Habit] {
    [
      Habit("<w=\(words)> <n:named>", help: help, reads: ["w": ours]), Habit(words, help: help),
    ]
  }

  /// Returns a habit for a word that declares a property in other languages.
  private static func property(_ words: String, _ ours: String, _ help: String) -> [Habit] {
    [
      Habit("<w=\(words)> <n:named> {|(|:|=", help: help, reads: ["w": ours]),
      Habit("<w=\(words)> <n:named> <m>", help: help, reads: ["w": ours]),
      Habit("\(words) <n>", help: "write '\(ours) name { condition }'"),
      Habit("\(words) {|:", help: "write '\(ours) name { condition }'"),
      Habit(words, help: help),
    ]
  }

  /// Words of declarations in other languages that have a counterpart.
  private static let counterparts: [Habit] = [
    [
      Habit(
        "<w=always|globally> <k=eventually|possible|invariant>",
        help: "leave '<w>' out: '<k> name' is enough", leaves: "w"),
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
        help: "'<v>' is a variable, so declare a func: 'func <n>() -> T { … }'",
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
    word("model|config", "world", "write 'world name { param = value }'"),
    word("typealias", "type", "write 'type Name = T'"),
    [Habit("sig <n> { }", help: sets)],
    word("record|interface|sig|tuple", "struct", "write 'struct Name { field: T }'"),
    [
      Habit(
        "event|action|process|handler|handle|command <n> = all { <b...> }",
        help: "write 'on <n> { … }', with a statement on each line", writes: "on <n> { <b;> }"),
      Habit(
        "<w=event|action|process|handler|handle|command> <n> = <o={>",
        help: "write 'on name { … }'", edits: [("w", "on"), ("n-o", " ")]),
      Habit(
        "<w=event|action|process|handler|handle|command> <n:named> [^:|;] <x...>",
        help: "write 'on name { … }'", reads: ["w": "on"]),
      Habit(
        "event|action|process|handler|handle|command",
        help: "write 'on name { … }'"),
    ],
    property(
      "always|assert|fact|safety|inv|ensure|ensures|requires|must|claim|lemma|theorem|axiom",
      "invariant", "write 'invariant name { condition }'"),
    [
      Habit(
        "<w=require> <n:named> {|(|:|=", help: "write 'invariant name { condition }'",
        reads: ["w": "invariant"])
    ],
    property("forbid|forbidden", "never", "write 'never name { condition }'"),
    property("liveness", "eventually", "write 'eventually name { condition }'"),
    property("exists|cover", "reachable", "write 'reachable name { condition }'"),
    word("test|example|it", "scenario", "write 'scenario name { … }'"),
  ].flatMap { $0 }

  /// Words of declarations in other languages without a counterpart of the same form.
  private static let withoutCounterpart = [
    Habit("class|object", help: state),
    Habit("machine", help: "declare state with 'var', and events with 'on'"),
    Habit(
      "protocol|trait", help: "leave the whole '<0>' out: specs have no protocols"),
    Habit(
      "extension|impl", help: "declare the whole type in one place, and funcs outside of it"),
    Habit("init|initially|Init|Background", help: starts),
    Habit("property", help: forms),
    Habit("guard", help: "write 'when' after the name of the event or rule"),
    Habit(
      "def",
      help:
        "write 'func name(x: T) -> U { … }' for a value, 'func name() { … }' for a procedure, or 'on name { … }' for an event"
    ),
    Habit(
      "pred", help: "write 'func name(x: T) -> Bool { … }'"),
    Habit("ltl|temporal", help: modelProperty),
    Habit("CONSTANT|CONSTANTS", help: "write 'param name = value'"),
    Habit("ASSUME|assume", help: paramTypes),
    Habit("VARIABLE|state", help: "write 'var name: T = value'"),
    Habit("VARIABLES", help: "write 'var name: T = value' for each of them"),
    Habit("EXTENDS", help: "leave the line out: specs need no imports"),
    Habit("INSTANCE", help: "write 'use \"folder/file.tray\"'"),
    Habit("mtype", help: "write 'enum Name { a, b }'"),
    Habit("chan", help: "store messages in a variable: 'var network: List<T, 2> = []'"),
    Habit("active|proctype", help: event),
    Habit("companion", help: "declare constants with 'let'"),
    Habit("run|check", help: asked),
    Habit(
      "no",
      help:
        "leave the line out: deadlocks, gaps, overlaps and faults are always checked"
    ),
    Habit(
      "deadlock", help: "leave the line out: deadlocks are always checked"),
    Habit("module|namespace|contract|component|program", help: noBraces),
    Habit("package|Feature", help: "begin the file with 'spec Name'"),
    Habit(
      "create", help: "declare state with 'var', such as 'var cards: Map<ID, Card> = [:]'"),
    Habit("Scenario|Given", help: scenario),
    Habit("Examples", help: "write 'for row in rows { … }' in a scenario"),
    Habit("import|include|from|require|load|using", help: used),
    Habit(
      "bool|int|byte|short|boolean|Bool|Int|string|String|number",
      help: "write 'var name: T = value'"),
  ]

  static let wordsWithoutCounterpart = Set(withoutCounterpart.flatMap { $0.beginnings ?? [] })

  /// Declarations of other languages, and parts of specs that are not declarations.
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
        help: "leave '<0>' out: write 'fair' alone", edits: [("0&f", "fair")], code: .eventForm
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
        "when <c...> on <n> {", "'when' belongs after the name of the event",
        help: "write 'on <n> when <c> { … }'", edits: [("1&n", "on <n> when <c>")], code: .eventForm
      ),
      Habit(
        "when <c...> on <n>", "'when' belongs after the name of the event",
        help: "write 'on <n> when <c> { … }'", code: .eventForm),
      Habit(
        "when <c...> <l> {", "expected 'on' and the name of the event, found 'when'",
        help: "write 'on <l> { … }'",
        code: .eventForm,
        when: { parser, match in
          match.parts["c"].map { parser.tokens[$0].allSatisfy { $0.kind == .identifier } } ?? false
        }),
      Habit(
        "when <c...> {", "'when' belongs after the name of the event",
        help: "write 'on name when <c> { … }'", code: .eventForm),
      Habit(
        "when <c...>", "'when' belongs after the name of the event",
        help: "write 'on name when <c> { … }'", code: .eventForm),
      Habit(
        "rule <x> [^.]", "'rule' belongs in the braces of an event",
        help: "write 'on e { rule name when p { … } }'", code: .ruleForm),
      Habit(
        "otherwise <x> [^.]", "'otherwise' belongs in the braces of an event",
        help: "write 'on e { otherwise name { … } }'", code: .ruleForm),
      Habit(
        "until", "'until' belongs after an 'invariant'",
        help: "write 'invariant name { condition } until { other }'", code: .propertyForm),
      Habit(
        "before", "'before' belongs after a 'never'",
        help: "write 'never name { condition } before { other }'", code: .propertyForm),
      Habit(
        "open {|(", expected, help: "write 'on open { … }'",
        edits: [("+0", "on ")]),
      Habit("open <x> /", expected, help: "leave the line out: specs need no imports"),
      Habit("open $", expected, help: "leave the line out: specs need no imports"),
    ] + counterparts + withoutCounterpart)

  private static let conditions =
    "where|if|guard|given|provided|whenever|while|requires|require|unless|for|switch|repeat|loop|else"

  /// Text in the place of a declaration that resembles no declaration.
  static let misplaced = HabitTable(
    .expectedDeclaration,
    [
      Habit("<w:foreign> <n> ( <p*> ) {", expected, help: "write 'func <n>(…) -> T { … }'"),
      Habit(
        "Next|Spec|vars|Fairness|Liveness ==", expected,
        help: "leave '<0>' and its value out: every event may happen whenever its 'when' is true"),
      Habit(
        "<w> ==", expected, help: "declare an event: 'on name when p { x = value }'",
        when: { parser, _ in parser.isActionOfTLA }),
      Habit(
        "<w> ==", expected,
        help:
          "write 'func name() -> Bool { … }', or 'invariant name { … }' if the condition always holds"
      ),
      Habit(
        "[^\(conditions)] <w> <n:unknown> { <x...>", expected,
        help: "write 'on <n> { … }'", edits: [("0", "on")],
        when: beginsStatement),
      Habit(
        "if|for", "expected a declaration, found a statement",
        help: "put statements between the braces of an event, rule or func"),
      Habit(
        "<w> {", expected, help: "write 'on <w> { … }'", edits: [("+0", "on ")]),
      Habit(
        "<t:upper> <n> =", expected, help: "write 'var <n>: <t> = …'",
        edits: [("t&n", "var <n>: <t>")]),
      Habit(
        "expect|refuse|given", "'<0>' belongs in a scenario", help: "write 'scenario name { … }'",
        code: .scenarioForm),
      Habit(
        "<w> =|+=|-=|*=|/=|%=|(|.|[", "expected a declaration, found a statement",
        help: "put statements between the braces of an event, rule or func"),
      Habit(
        "choose|emit|assert|start|stop|insert|remove|append|switch",
        "expected a declaration, found a statement",
        help: "put statements between the braces of an event, rule or func"),
    ])

  private static let newLine = "expected a new line after the declaration, found <found>"
  private static let worldReplaces =
    "move '<0>' between the braces: 'world name { <0> … }'"

  /// Text of other languages after a complete declaration.
  static let behindDeclarations = HabitTable(
    .missingSeparator,
    [
      Habit(
        "on <r...> ^ strongly <g=fair>", newLine, help: "write 'strongly fair' before 'on'",
        edits: [("+1", "strongly fair "), ("r>g", "")], code: .eventForm),
      Habit(
        "on <r...> ^ weakly? <g=fair>", newLine, help: "write 'fair' before 'on'",
        edits: [("+1", "fair "), ("r>g", "")], code: .eventForm),
      Habit(
        "on|fair|strongly <r...> ^ otherwise|else", newLine,
        help:
          "move 'otherwise name { … }' between the braces of the event, after its rules",
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
        help: "leave '<0>' out: without 'violates' every property must hold", code: .worldForm),
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
        "signal <r...> ^ =", newLine, help: "leave '=' and the rest out: a signal has no value",
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
          "leave the braces out: events change the variable",
        code: .variableForm),
      Habit(
        "<k=var|let|param> <x> ^ , <y> : <r...>", newLine,
        help: "write '<k>' for each of them: '<k> <y>: T = …'",
        edits: [("x>r", ": <r>; <k> <y>: <r>")], code: .variableForm),
      Habit(
        "<k=var|let|param> <x> ^ , <y> , <z> : <r...>", newLine,
        help: "write '<k>' for each of them: '<k> <y>: T = …'",
        edits: [("x>r", ": <r>; <k> <y>: <r>; <k> <z>: <r>")], code: .variableForm),
      Habit(
        "<k=var|let|param> <x> ^ , <y>", newLine,
        help: "write '<k>' for each of them: '<k> <y>: T = …'", code: .variableForm),
      Habit(
        "<k=var|let|param> <r...> ^ , <y>", newLine,
        help: "write '<k>' for each of them: '<k> <y>: T = …'", edits: [("0", "; <k>")],
        code: .variableForm),
      Habit(
        "<r...> ^ <k> <n>", newLine, help: "begin a new line", edits: [("r-k", "\n")],
        when: { parser, _ in Parser.declarationWords.contains(parser.text(parser.token)) }),
    ])
}
