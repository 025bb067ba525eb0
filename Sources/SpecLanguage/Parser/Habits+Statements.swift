import Semantics

extension Habit {
  private static let atOnce =
    "leave '<0>' and its braces out: an event is atomic"
  private static let oneOfSeveral =
    "write 'choose x in s' for a collection s, or declare several events or rules"
  private static let bounded = "every loop is bounded: write 'for x in s { … }' for a collection s"
  private static let asserted = "write 'assert condition'"
  private static let sent = "declare a signal with 'signal name', and send it with 'emit name'"
  private static let timers = "use a timer: 'start t for 3', and an event 'when t.isDue'"
  private static let send =
    "send|raise|signal|notify|trigger|fire|dispatch|post|publish|announce|broadcast|yield|play|output"
  private static let add = "add|put|store|push|enqueue|include"
  private static let delete = "delete|erase|drop|discard|take|exclude|dequeue"
  private static let prepositions = "to|into|in|onto|from|of|on"
  private static let binding = "const|val|final|local|auto|define"

  /// Statements that are valid in a spec too, with undeclared names.
  static let statementsOfOurs = [
    Habit(
      "lock [^=|.|[] <x...>", help: "leave '<0>' out: an event is atomic"),
    Habit(
      "remove <w=first> from|of|in <t...>", "'remove <w>' is not part of the language",
      writes: "<t>.removeFirst()", when: isFree),
    Habit(
      "remove <w=last> from|of|in <t...>", "'remove <w>' is not part of the language",
      writes: "<t>.removeLast()", when: isFree),
    Habit(
      "remove <w=all|everything> from|of|in <t:Map> $", "'remove <w>' is not part of the language",
      writes: "<t> = [:]", when: isFree),
    Habit(
      "remove <w=all|everything> from|of|in <t...> $", "'remove <w>' is not part of the language",
      writes: "<t> = []", when: isFree),
  ]

  /// Statements of other languages.
  static let statements = HabitTable(
    .foreignStatement,
    statementsOfOurs + [
      // Blocks and loops
      Habit(
        "if : :", "'if ::' is not part of the language",
        help: "write 'if p { … } else { … }', or an event with a 'rule' for each case",
        skipsTo: ["fi"], code: .conditionalForm),
      Habit(
        "do : :", "'do ::' is not part of the language",
        help:
          "write 'if p { … }' or 'for x in s { … }': events can repeat by themselves",
        skipsTo: ["od"]),
      Habit(
        "atomic|d_step|do|begin|transaction { <body...> }", help: atOnce, writes: "<body>"),
      Habit("all|parallel { <body...> }", help: atOnce, writes: "<body;>"),
      Habit("any|either|choice { <body*> }", help: oneOfSeveral),
      Habit("loop { <body*> }", help: bounded, code: .loopForm),
      Habit("<w=loop> <x...> in", reads: ["w": "for"], code: .loopForm),
      Habit("<w=foreach> _", reads: ["w": "for"], code: .loopForm),
      Habit("while|repeat [^=]", help: bounded, code: .loopForm),
      Habit(
        "when { <a...> -> <b*> }", "expected 'if', found 'when'",
        help: "write 'if p { … } else if q { … } else { … }'", code: .conditionalForm),
      Habit(
        "when <x...> { <a...> -> <b*> }", "expected 'switch', found 'when'",
        help: "write 'switch <x> { case .a: …  default: … }' with a case of your enum for '.a'",
        code: .switchForm),
      Habit(
        "<w=when> [^=|.|[|:] <p...> {", "'when' belongs before the braces of an event or rule",
        reads: ["w": "if"], code: .conditionalForm),
      Habit(
        "unless [^=|.|[|:] <p...> {", help: "write 'if !(…) { … }'",
        edits: [("1_p", "if !("), ("p+", ")")], code: .conditionalForm),
      Habit(
        "<w=match> [^=|.|[|:]", help: "write 'switch'", reads: ["w": "switch"], code: .switchForm),
      Habit("else [^=]", help: "write 'else' after the '}' of an 'if'", code: .conditionalForm),
      Habit("case [^=]", help: "move 'case' into a 'switch'", code: .switchForm),
      Habit(
        "return [^=]",
        help: "leave '<0>' out, and put the next statements into an 'else'"),
      Habit(
        "guard [^=]",
        help: "write 'when' after the name of the event or rule, or 'if' around the statements"),
      Habit(
        "<w=break> $",
        help: "leave '<0>' out: a 'case' may be empty, and a loop runs to its end",
        leaves: "w"),
      Habit(
        "break [^=]",
        help: "leave '<0>' out: a 'case' may be empty, and a loop runs to its end"),
      Habit(
        "<w=continue> $", help: "write 'for x in s where p { … }'", leaves: "w", code: .loopForm),
      Habit("continue [^=]", help: "write 'for x in s where p { … }'", code: .loopForm),
      Habit("defer [^=]", help: "write the statement at the end"),
      // Words of scenarios and events
      Habit(
        "rule|otherwise <x>", "a rule cannot follow statements",
        help: "put the statements into the rules",
        skipsTo: ["}"], code: .expectedStatement),
      Habit(
        "<w=expect> _ [^=|+=|-=]", "'expect' belongs in a scenario",
        help: "write 'assert condition'", edits: [("w", "assert")],
        code: .scenarioForm),
      Habit(
        "refuse|given _ [^=|+=|-=]", "'<0>' belongs in a scenario",
        help: "write 'scenario name { … }'", code: .scenarioForm),
      // What must not happen, what is shown and what passes time
      Habit("throw|try [^=]", help: asserted),
      Habit("fatalError|require|precondition _ [^=|+=|-=|*=|/=|%=]", help: asserted),
      Habit("assertionFailure|preconditionFailure|error|panic|TODO ( <m:text>", help: asserted),
      Habit("print [^=]", help: sent),
      Habit("log|println|printf|NSLog|debugPrint|puts|echo ( <m:text>", help: sent),
      Habit(
        "goto _ [^=|+=|-=|*=|/=|%=]",
        help: "store the state in a variable: 'var state: State = .first'"),
      Habit("wait|sleep|delay _ [^=|+=|-=|*=|/=|%=]", help: timers),
      Habit(
        "after|every|in <n:int>",
        help: "use a timer: 'start t for <n>', and an event 'when t.isDue'"),
      Habit(
        "with|using|synchronized _ [^=|.|[]",
        help: "leave '<0>' out: an event is atomic"
      ),
      Habit(
        "nondet _ [^=|+=|-=|*=|/=|%=]", help: "write 'choose x in s' for a collection s"),
      // Nothing
      Habit(
        "<w=pass|skip|noop|nop|nothing|stutter> $", help: "leave '<w>' out: braces may be empty",
        leaves: "w"),
      Habit(
        "do pass|skip|noop|nop|nothing|stutter $", "'<all>' is not part of the language",
        help: "leave '<all>' out: braces may be empty", leaves: "all", at: "all"),
      Habit(
        "global|nonlocal <x...> ;?", help: "leave '<all>' out: every event sees all variables",
        leaves: "all"),
      Habit(
        "unchanged <x...> ;?", "'<0>' is not a statement",
        help: "leave '<all>' out: variables keep their values", leaves: "all"),
      Habit(
        "not|dont|never <x> <r*>",
        help: "leave the whole statement out: an event sends and changes nothing by itself",
        when: { parser, match in
          guard let word = match.parts["x"].map({ parser.text(parser.tokens[$0.lowerBound]) })
          else {
            return false
          }
          return Parser.statementWords.contains(word) || parser.declared[word] == "func"
        }),
      // Called names
      Habit(
        "<e:on> $", "'<e>' is an event and cannot be called",
        help: "put the shared statements into a 'func'", code: .eventAsValue),
      Habit(
        "<s:signal> $", "'<s>' is a signal and cannot be called", writes: "emit <s>",
        code: .signalAsValue),
      Habit(
        "<f:func> $", "missing parentheses in the call of procedure '<f>'", writes: "<f>()",
        code: .missingParentheses),
      Habit("<w=the> <x:known>", leaves: "w"),
      // Declared names
      Habit(
        "\(binding) <x> =|:|be <v...> ?|else <r*> return <q*>",
        help: "write 'if let <x> = <v> { … }' around the next lines"),
      Habit(
        "\(binding) <x> =|:|be <v...> return <q*>",
        help: "write 'if let <x> = <v> { … }' around the next lines"),
      Habit("<w=\(binding)> <x> =|:|be", reads: ["w": "let"]),
      // Elements
      Habit(
        "delete|remove|erase all from <s...> where <p...>",
        help: "write 'remove x in <s> where …', with a condition on x"),
      Habit(
        "delete|remove|erase from|all <s...> where <p...>",
        help: "write 'remove x in <s> where …', with a condition on x"),
      Habit(
        "delete|remove|erase from|all <s:Map> $", help: "write '<s> = [:]'",
        writes: "<s> = [:]"),
      Habit(
        "delete|remove|erase from|all <s:Set|List|Bag> $",
        help: "write '<s> = []'",
        writes: "<s> = []"),
      Habit("delete|remove|erase from|all <s...>", help: "write '<s> = []'"),
      Habit(
        "delete|remove|erase from|all $",
        help: "write 'remove x from s' for an element x and a set s"),
      Habit(
        "select|pick|take|find|get <x> from|in|of <s...>", short: "choose x in s",
        writes: "choose <x> in <s>"),
      Habit(
        "update <m:Map> set <f> <r*>", help: "write 'for (k, _) in <m> { <m>[k]?.<f> = … }'"),
      Habit(
        "update <m> set <f> <r*>", help: "write '<m>.<f> = …', in a 'for' to change several"),
      Habit("update <m> set <v...>", writes: "<m> = <v>"),
      Habit("removefirst|removelast|removeall _ from|of|in? <t...>", writes: "<t>.<0>()"),
      Habit("toggle|flip|invert|negate _ [^=|.] <t...>", writes: "<t> = !<t>"),
      Habit(
        "unshift|prepend <v...> to|onto|into|in <l...>", writes: "insert <v> at 0 into <l>"),
      Habit(
        "unshift|prepend _ [^=|.] <x...>",
        help: "write 'insert x at 0 into l' for an element x and a list l"),
      Habit(
        "pop _ [^=|.] <t...>",
        help: "write '<t>.removeFirst()' or '<t>.removeLast()'"),
      Habit("dequeue|shift|poll _ [^=|.] <t...>", writes: "<t>.removeFirst()"),
      Habit(
        "swap _ [^=|.] <x...>", help: "write 'let x = a; a = b; b = x' for variables a and b"),
      Habit(
        "del|delete <m> [ <k...> ]", help: "write '<m>[<k>] = nil'",
        writes: "<m>[<k>] = nil"),
      Habit(
        "\(delete) <x...> \(prepositions) <m:Map> $",
        help: "write '<m>[<x>] = nil'", writes: "<m>[<x>] = nil",
        when: { parser, match in
          !(match.parts["x"].map { parser.text(parser.tokens[$0.upperBound - 1]) == "at" } ?? false)
        }),
      Habit("\(add) <x...> \(prepositions) <n:number> $", writes: "<n> += <x>"),
      Habit("\(delete) <x...> \(prepositions) <n:number> $", writes: "<n> -= <x>"),
      Habit(
        "\(add) <x...> \(prepositions) <t:List[]> $",
        help:
          "write 'append <x> to <t>[…]' with a key, or in a 'for' over all keys",
        when: isTable),
      Habit(
        "\(add) <x...> \(prepositions) <t:Table> $",
        help:
          "write 'insert <x> into <t>[…]' with a key, or in a 'for' over all keys"),
      Habit(
        "\(delete) <x...> \(prepositions) <t:Table> $",
        help:
          "write 'remove <x> from <t>[…]' with a key, or in a 'for' over all keys"),
      Habit(
        "<v=\(add)> <x...> <p=\(prepositions)> <l:List> [^.|[]", help: "write 'append <x> to <l>'",
        reads: ["v": "append", "p": "to"]),
      Habit(
        "<v=\(add)> <x...> <p=\(prepositions)> <l:List[]> [ <k...> ] $",
        help: "write 'append <x> to <l>[<k>]'", reads: ["v": "append", "p": "to"]),
      Habit(
        "<v=push|enqueue> <x...> <p=\(prepositions)> <l:unknown>",
        help: "write 'append <x> to <l>'", reads: ["v": "append", "p": "to"]),
      Habit(
        "<v=\(add)> [^(] <x...> <p=\(prepositions)> <s...>", help: "write 'insert <x> into <s>'",
        reads: ["v": "insert", "p": "into"]),
      Habit(
        "<v=\(delete)> [^(] <x...> <p=\(prepositions)> <s...>", help: "write 'remove <x> from <s>'",
        reads: ["v": "remove", "p": "from"]),
      // Signals, timers and calls
      Habit(
        "<v=\(send)> <s:signal>", help: "write 'emit <s>'",
        reads: ["v": "emit"]),
      Habit(
        "\(send) <x> [^=|.|[|in|is|implies]",
        help:
          "write 'emit s' for a signal, or store the message: 'append x to flight'"
      ),
      Habit(
        "<v=cancel|kill|halt|clear|disarm|reset> <t:Timer> $", help: "write 'stop <t>'",
        reads: ["v": "stop"]),
      Habit(
        "<v=cancel|kill|halt|disarm> <t:unknown> $", help: "write 'stop <t>'", reads: ["v": "stop"]),
      Habit(
        "cancel|kill|halt|clear|disarm|reset <s:Map> $", help: "write '<s> = [:]'",
        writes: "<s> = [:]"),
      Habit(
        "cancel|kill|halt|clear|disarm|reset <s:Set|List|Bag> $",
        help: "write '<s> = []'", writes: "<s> = []"),
      Habit(
        "cancel|kill|halt|clear|disarm|reset <s> $", help: "write '<s> = value'"),
      Habit("<v=call|await|perform|invoke|do|run|execute|exec> <x> [^in|is|implies]", leaves: "v"),
      // Numbers and values
      Habit("increment|inc|increase _ [^=|.] <t...> by|with <n...>", writes: "<t> += <n>"),
      Habit("increment|inc|increase _ [^=|.] <t...>", writes: "<t> += 1"),
      Habit("decrement|dec|decrease _ [^=|.] <t...> by|with <n...>", writes: "<t> -= <n>"),
      Habit("decrement|dec|decrease _ [^=|.] <t...>", writes: "<t> -= 1"),
      Habit(
        "set|assign|store <t...> =|to <v...> where|if|when <p...>", short: "if p { … }",
        writes: "if <p> { <t> = <v> }"),
      Habit("<w=set|assign|store> <t...> = <v...>", help: "write '<t> = value'", leaves: "w"),
      Habit(
        "set|assign|store <t...> to <v...>", help: "write '<t> = value'", writes: "<t> = <v>"),
      Habit(
        "<q:List> _ ? <x> $", "expected a statement, found '?'",
        writes: "<x> = <q>[0]; <q>.removeFirst()"),
    ])

  /// Whether the word of a form is not declared by the author.
  private static let isFree: @Sendable (borrowing Parser, inout Match) -> Bool = { parser, match in
    match.parts["w"].map { !parser.isOwn(parser.text(parser.tokens[$0.lowerBound])) } ?? true
  }

  private static let isTable: @Sendable (borrowing Parser, inout Match) -> Bool = { parser, match in
    match.parts["t"].map {
      parser.declared[parser.text(parser.tokens[$0.lowerBound])] == "Table"
    } ?? false
  }

  private static let endExpected = "expected the end of the statement, found <found>"
  private static let separate = "separate statements by a new line or ';'"

  /// Text of other languages after a complete statement.
  static let behindStatements = HabitTable(
    .missingSeparator,
    [
      Habit(
        "<t...> = <v...> ^ if|when|where <p...> else <o...>", endExpected, short: "p ? a : b",
        writes: "<t> = <p> ? <v> : <o>", code: .conditionalForm),
      Habit(
        "<s...> ^ if|when|where <p...>", endExpected, short: "if p { … }", writes: "if <p> { <s> }",
        code: .conditionalForm),
      Habit(
        "<s...> ^ unless <p...>", endExpected, short: "if p { … }", writes: "if !(<p>) { <s> }",
        code: .conditionalForm),
      Habit(
        "choose <x...> ^ { <body...> }",
        "'choose' has no braces",
        help: "use the chosen name on the next lines", writes: "choose <x>; <body>",
        code: .changeForm),
      Habit(
        "emit <s...> ^ and <x>", "expected ',' between signals, found 'and'", help: "write ','",
        edits: [("s-x", ", ")]),
      Habit(
        "emit <s...> ^ :|.", "the values of a signal belong between parentheses, found <found>",
        help: "write 'emit <s>(name: value)'", code: .missingParentheses),
      Habit(
        "emit <s> ^ { <v...> }", "the values of a signal belong between parentheses, found '{'",
        help: "write 'emit <s>(…)'", writes: "emit <s>(<v>)", code: .missingParentheses),
      Habit(
        "emit <s...> ^ <l> : <v...>",
        "the values of a signal belong between parentheses, found <found>",
        help: "write 'emit <s>(<l>: …)'", writes: "emit <s>(<l>: <v>)", code: .missingParentheses),
      Habit(
        "start <t...> ^ <u> $", endExpected, help: "leave '<u>' out: the time is a number of ticks",
        leaves: "u", code: .changeForm,
        when: { parser, match in parser.tokens[match.error - 1].kind == .integer }),
      Habit(
        "<s...> ^ <n:int> times", endExpected, help: "write 'for _ in 0..<<n> { … }'",
        writes: "for _ in 0..<<n> { <s> }", code: .loopForm),
      Habit(
        "<s...> ^ twice", endExpected, help: "write 'for _ in 0..<2 { … }'",
        writes: "for _ in 0..<2 { <s> }", code: .loopForm),
      Habit(
        "<s...> ^ thrice", endExpected, help: "write 'for _ in 0..<3 { … }'",
        writes: "for _ in 0..<3 { <s> }", code: .loopForm),
      Habit(
        "<s...> ^ then|and|also then? <x...>", endExpected, help: separate, edits: [("s-x", "; ")],
        when: beginsStatement),
      Habit(
        "<s...> <j=&&|&|and|then> <t...> ^ =|+=|-=|*=|/=|%=",
        "expected a new line or ';' between statements, found '<j>'", help: separate,
        edits: [("s-t", "; ")], at: "j",
        when: isStatement),
      Habit(
        "<s...> <j=&&|&|and|then> <v=choose|emit|assert|start|stop|insert|remove|append> ^ <x>",
        "expected a new line or ';' between statements, found '<j>'", help: separate,
        edits: [("s-v", "; ")], at: "j",
        when: isStatement),
      Habit(
        "<s...> ^ , <m:text>", "an assert cannot have a message, found ','",
        help: "leave ', <m>' out",
        edits: [("s-m", ""), ("m", "")], code: .noStrings),
      Habit(
        "<s...> ^ , <x...>", endExpected, help: separate, edits: [("0", ";")], when: beginsStatement
      ),
      Habit(
        "<s...> ^ ==", "'==' is a comparison, not a statement", help: "write '=' to store a value",
        code: .expectedStatement, when: { !isStatement($0, &$1) }),
      Habit(
        "<s...> ^ <x...>", endExpected, help: separate, edits: [("s+", ";")], when: beginsStatement),
    ])

  static let beginsStatement: @Sendable (borrowing Parser, inout Match) -> Bool = {
    parser, match in
    match.parts["x"].map { parser.beginsStatement(at: $0.lowerBound - parser.index) } ?? false
  }

  /// Whether the first part assigns a value or begins with a verb.
  private static let isStatement: @Sendable (borrowing Parser, inout Match) -> Bool = {
    parser, match in
    guard let places = match.parts["s"] else { return false }
    return Parser.statementWords.contains(parser.text(parser.tokens[places.lowerBound]))
      || parser.tokens[places].contains { Parser.stores.contains($0.kind) }
  }
}
