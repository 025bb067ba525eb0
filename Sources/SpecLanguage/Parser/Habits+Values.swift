import Semantics

extension Habit {
  private static let noCondition = "a condition cannot contain '<0>'"
  private static let everyState = "leave '<0>' out: an 'invariant' is checked in every state"
  private static let saidBefore =
    "leave '<0>' out, and write 'eventually name { condition }'"
  private static let exactlyOne = "write 'count(x in s where p) == 1' for a collection s"
  private static let braces = "leave '<0>' out: the braces contain the condition"
  private static let collection =
    "expected 'in' and a collection, as in '<0> x in s: …', found '<o>'"
  private static let wasSent = "expected 'emitted(signal)', found '<0>'"
  private static let aggregates = "count|sum|min|max|set|list"

  /// Values that are valid in a spec too, with undeclared names.
  static let valuesOfOurs = [
    Habit("old|prev|previous . <x:known>", "'old' needs parentheses", writes: "old(<x>)")
  ]

  /// Values and conditions of other languages.
  static let values = HabitTable(
    .foreignValue,
    valuesOfOurs + [
      // Quantifiers
      Habit(
        "every|some|no ( <b...> )", "'<0>' has no parentheses, found '('",
        short: "every x in s: condition", writes: "<0> <b>",
        code: .quantifierForm,
        when: { parser, match in
          match.parts["b"].map {
            parser.tokens[$0].contains { $0.kind == .colon } && parser.beginsBinders(at: 2)
          } ?? false
        }),
      Habit(
        "every|some|no <s:Set|List|Bag> <o=is|are|==|!=>", collection,
        help: "write '<0> x in <s>: x <o> …'", edits: [("s", "x in <s>: x")], code: .quantifierForm),
      Habit("no <s:signal> [^in|,|where]", wasSent, writes: "!emitted(<s>)", code: .signalAsValue),
      Habit(
        "every|some <s:signal> [^in|,|where]", wasSent, writes: "emitted(<s>)", code: .signalAsValue
      ),
      Habit(
        "no <s:variable> [^in|,|where|.|[|:] <o:any>", collection, help: "write '<s>.isEmpty'",
        edits: [("1&s", "<s>.isEmpty")], code: .quantifierForm),
      Habit(
        "some <s:variable> [^in|,|where|.|[|:] <o:any>", collection, help: "write '!<s>.isEmpty'",
        edits: [("1&s", "!<s>.isEmpty")], code: .quantifierForm),
      Habit(
        "exists ( <b...> in", help: "write 'some <b> in s: p', or '!s.isEmpty', for a collection s",
        code: .quantifierForm
      ),
      Habit(
        "forall ( <b...> in", help: "write 'every <b> in s: p' for a collection s",
        code: .quantifierForm),
      Habit(
        "at <w=least> <n=one|1> <b...> in <s...> : <p...>",
        "'<1&n>' is not part of the language", short: "some x in s: p",
        writes: "some <b> in <s>: <p>", code: .quantifierForm),
      Habit(
        "at <w=least> <n:int> <b...> in <s...> : <p...>", "'<1&n>' is not part of the language",
        short: "count(x in s where p) >= n", writes: "count(<b> in <s> where <p>) >= <n>",
        code: .quantifierForm),
      Habit(
        "at <w=most> <n=one> <b...> in <s...> : <p...>", "'<1&n>' is not part of the language",
        short: "count(x in s where p) <= 1", writes: "count(<b> in <s> where <p>) <= 1",
        code: .quantifierForm),
      Habit(
        "at <w=most> <n=two> <b...> in <s...> : <p...>", "'<1&n>' is not part of the language",
        short: "count(x in s where p) <= 2", writes: "count(<b> in <s> where <p>) <= 2",
        code: .quantifierForm),
      Habit(
        "at <w=most> <n:int> <b...> in <s...> : <p...>", "'<1&n>' is not part of the language",
        short: "count(x in s where p) <= n", writes: "count(<b> in <s> where <p>) <= <n>",
        code: .quantifierForm),
      Habit(
        "exactly|precisely <n=one> <b...> in <s...> : <p...>",
        "'<1&n>' is not part of the language", short: "count(x in s where p) == 1",
        writes: "count(<b> in <s> where <p>) == 1", code: .quantifierForm),
      Habit(
        "exactly|precisely <n:int> <b...> in <s...> : <p...>",
        "'<1&n>' is not part of the language", short: "count(x in s where p) == n",
        writes: "count(<b> in <s> where <p>) == <n>", code: .quantifierForm),
      Habit(
        "\(aggregates) <b...> in <s...> <o=<=|<|>|>=|==|!=> <n:int> $", "'<0>' needs parentheses",
        help: "write '<0>(<b> in <s>) <o> <n>'", edits: [("1-b", "("), ("s+", ")")],
        code: .aggregateForm, when: { parser, _ in parser.beginsBinders(at: 1) }),
      Habit(
        "\(aggregates) <b...> in <s...>", "'<0>' needs parentheses",
        help: "write '<0>(<b> in <s>)'",
        edits: [("1-b", "("), ("s+", ")")], code: .aggregateForm,
        when: { parser, _ in parser.beginsBinders(at: 1) }),
      // Words that join
      Habit(
        "<w=either>", help: "leave '<w>' out: '||' is enough", drops: "w", when: isBeforeValue),
      Habit("<w=both>", help: "leave '<w>' out: '&&' is enough", drops: "w", when: isBeforeValue),
      Habit("neither", help: "write '!(p || q)' for conditions p and q", when: isBeforeValue),
      Habit(
        "and|all { <p...> }", short: "p && q", writes: "<p&>",
        when: { parser, _ in parser.allowsBlocks }),
      Habit(
        "or|any|either|both|neither|exists|forall { <p...> }", short: "p || q", writes: "<p|>",
        when: { parser, _ in parser.allowsBlocks }),
      // Words of temporal logic and of properties
      Habit("<w=always|globally>", noCondition, help: everyState, drops: "w", when: isBeforeName),
      Habit(
        "<w=eventually|finally>", noCondition, help: saidBefore, drops: "w", when: isBeforeName),
      Habit(
        "never <p...>", noCondition, help: "write '!(…)', or 'never name { condition }'",
        edits: [("1_p", "!("), ("p+", ")")], when: isBeforeName),
      Habit(
        "next|after", noCondition,
        help: "write 'transition name after event { condition }'",
        when: isBeforeName),
      Habit(
        "before", noCondition,
        help: "write 'transition name after event { condition }', with 'old(x)'",
        when: isBeforeName),
      Habit("exactly|one", noCondition, help: exactlyOne, when: isBeforeName),
      Habit(
        "lone|most", noCondition, help: "write 'count(x in s where p) <= 1' for a collection s",
        when: isBeforeName),
      Habit(
        "select", noCondition,
        help:
          "write 'count(x in s where p)', 'some x in s: p' or 'every x in s: p' for a collection s",
        when: isBeforeName),
      Habit(
        "when <x...> { <a...> -> <b*> }", "expected 'switch', found 'when'",
        help: "write 'switch <x> { case .a: …  default: … }' with a case of your enum for '.a'"),
      Habit(
        "whenever|when", noCondition, help: "write 'p implies q' for conditions p and q",
        when: isBeforeName),
      Habit("<w=expect|assert|ensure>", noCondition, help: braces, drops: "w", when: isBeforeName),
      Habit(
        "emit <s:signal> <p=()?>", "'emit' is a statement, not a condition",
        writes: "emitted(<s&p>)",
        code: .signalAsValue, when: { parser, _ in parser.isInCondition }),
      Habit(
        "emit <s>", "'emit' is a statement, not a condition", writes: "emitted(<s>)",
        code: .signalAsValue, when: { parser, _ in parser.isInCondition }),
      Habit(
        "emits|sends|sent", noCondition, help: "write 'emitted(signal)'",
        when: isBeforeName),
      // Words of TLA+ and others
      Habit(
        "return", "'return' is not a value",
        help: "write 'if let x = optional { … }' around the next lines", when: isOnLine),
      Habit(
        "typeof|type|instanceof <x:known>",
        help: "leave '<0>' out, or write '<x> is .case' to test a case"),
      Habit(
        "new Map|HashMap|Dictionary ( <a*> )", help: "write '[:]'", edits: [("all", "[:]")],
        at: "all"),
      Habit(
        "new Set|Array|List|HashSet|ArrayList ( <a*> )", help: "write '[]'", edits: [("all", "[]")],
        at: "all"),
      Habit("UNCHANGED <", help: "write 'unchanged(a, b)' for variables a and b"),
      Habit("DOMAIN <x>", writes: "<x>.keys", at: "all"),
      Habit(
        "IF", help: "write 'condition ? a : b', or 'if condition { a } else { b }'",
        when: isBeforeValue),
      Habit("SUBSET", help: "write 'Set<T>' for elements of type T", when: isBeforeValue),
      Habit("CHOOSE", help: "in an event write 'choose x in s where p'", when: isBeforeValue),
      Habit("LET", help: "write 'let x = value' on a line before", when: isBeforeValue),
      Habit("EXCEPT|CASE", when: isBeforeValue),
      Habit(
        "lambda <x>", "specs have no closures", help: Parser.closureFix, code: .noClosures),
    ])

  private static let isOnLine: @Sendable (borrowing Parser, inout Match) -> Bool = { parser, _ in
    !parser.token(after: 1).startsLine
  }

  /// Whether the first token between braces is followed by a name that is not an operator.
  private static let isBeforeName: @Sendable (borrowing Parser, inout Match) -> Bool = {
    parser, match in
    parser.tokens[max(0, parser.index - 1)].kind == .leftBrace && isBeforeOperand(parser, &match)
  }

  private static let isBeforeOperand: @Sendable (borrowing Parser, inout Match) -> Bool = {
    parser, _ in
    let next = parser.token(after: 1)
    return next.kind == .identifier && !next.startsLine && !parser.isWord(Parser.joints, ahead: 1)
  }

  private static let isBeforeValue: @Sendable (borrowing Parser, inout Match) -> Bool = {
    parser, match in
    let next = parser.token(after: 1)
    return isBeforeOperand(parser, &match)
      || !next.startsLine && [.bang, .dot, .leftParen].contains(next.kind) && next.hasSpaceBefore
  }
}
