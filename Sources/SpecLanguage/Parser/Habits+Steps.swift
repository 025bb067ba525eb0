import Semantics

extension Habit {
  private static let stepExpected = "expected a step of the scenario, found '<0>'"
  private static let step = "expect|given|refuse|repeat"
  private static let timeOfSteps = "write the number of times: 'repeat 2 { … }'"
  private static let assertions =
    "XCTAssert|XCTAssertTrue|assertTrue|assertThat|assert|check|verify"

  /// Steps that are valid in a spec too, with undeclared events.
  static let stepsOfOurs = [
    Habit(
      "XCTAssertEqual|assertEquals|assertEqual ~ ( <a...> , <b...> ) $", stepExpected,
      short: "expect p", writes: "expect <a> == <b>"),
    Habit(
      "XCTAssertFalse|assertFalse|assertNot ~ ( <p...> ) $", stepExpected, short: "expect p",
      writes: "expect !(<p>)"),
    Habit(
      "\(assertions)|require|should|ensure ~ ( <p...> ) $", stepExpected, short: "expect p",
      writes: "expect <p>",
      when: { parser, match in
        guard let places = match.parts["p"] else { return false }
        return !parser.tokens[places].contains { [.colon, .comma].contains($0.kind) }
      }),
  ]

  /// Steps of scenarios in other languages.
  static let steps = HabitTable(
    .foreignStep,
    stepsOfOurs + [
      // Marks and words before a step
      Habit(
        "<n:int> .|) <x>", stepExpected,
        help: "leave the number '<n>' out: steps have no numbers or bullets",
        edits: [("n_x", "")], goesOn: "x"),
      Habit(
        "-|* <x>", stepExpected, help: "leave '<0>' out: steps have no numbers or bullets",
        edits: [("1_x", "")],
        goesOn: "x"),
      Habit(
        "<w=then|afterwards|now|first> <x:event>", stepExpected, leaves: "w"),
      Habit("<w=then|afterwards|now|first> \(step)", stepExpected, leaves: "w"),
      // Refusals
      Habit(
        "! <e>", stepExpected, help: "write 'refuse <e>'", edits: [("0", "refuse ")], goesOn: "e"),
      Habit(
        "<e...> is? not possible|allowed $", stepExpected, writes: "refuse <e>", when: isEvent),
      Habit(
        "<e...> is|must|should? impossible|fails|fail|refused|disabled $", stepExpected,
        writes: "refuse <e>", when: isEvent),
      Habit("<e...> cannot happen $", stepExpected, writes: "refuse <e>", when: isEvent),
      Habit(
        "<w=not|cannot|never> <v=possible|allowed|do> <e>",
        "expected a step of the scenario, found '<w> <v>'", help: "write 'refuse'",
        edits: [("w_e", "refuse ")], reads: ["v": "refuse"], goesOn: "v", at: "w&v"),
      Habit(
        "<w=cannot|not|deny|forbid|reject|impossible> _ [^=|.|[]", stepExpected,
        reads: ["w": "refuse"]),
      Habit(
        "refuse <o={> <e...> }", "'refuse' has no braces", help: "write 'refuse event'",
        writes: "refuse <e>", at: "o", code: .scenarioForm),
      Habit(
        "refuse|repeat <c=:>", "expected the step after '<1>', found ':'", help: "leave ':' out",
        edits: [("c", "")], at: "c", code: .scenarioForm),
      // What must hold
      Habit(
        "\(assertions) ~ ( <p...> , <m...> ) $", stepExpected, help: "write 'expect p'",
        when: { parser, match in
          match.parts["p"].map { !parser.tokens[$0].contains { $0.kind == .colon } } ?? false
        }),
      Habit(
        "expectNot|expectFalse|refute|expect_not <x> $", stepExpected,
        help: "write 'expect !(…)'", edits: [("1_x", "expect !")]),
      Habit(
        "expectNot|expectFalse|refute|expect_not <x>", stepExpected, help: "write 'expect !(…)'"),
      Habit(
        "<w=assert|check|verify|ensure|require|should|then|see|observe> _ [^=|.|[]", stepExpected,
        reads: ["w": "expect"]),
      Habit("<w=assume> _ [^=|.|[]", stepExpected, reads: ["w": "given"]),
      Habit(
        "<w=Given> _ <x...>", stepExpected, reads: ["w": "given"],
        when: { parser, _ in parser.text(parser.token) == "Given" }),
      Habit(
        "| <x...>", stepExpected,
        help: "declare a list of records, and write 'for row in rows { … }'"),
      Habit(
        "|| <x...>", stepExpected,
        help: "declare a list of records, and write 'for row in rows { … }'"),
      // Time and repetition
      Habit(
        "wait|sleep|delay|advance|pass|after|elapse for|by? <n:int> <u*>", stepExpected,
        help: "write 'repeat <n> { tick }'", writes: "repeat <n> { tick }"),
      Habit("while|until <p...>", stepExpected, help: timeOfSteps),
      Habit(
        "<w=for> <n:int> times? {", "expected 'repeat', found 'for'",
        help: "write 'repeat <n> { … }'", edits: [("w", "repeat")], reads: ["w": "repeat"],
        code: .scenarioForm),
      Habit(
        "repeat <o={> <steps*> } <n:int> times?",
        "expected a number after 'repeat', found '{'",
        help: "write 'repeat <n> { … }'", writes: "repeat <n> { <steps> }", at: "o",
        code: .scenarioForm),
      Habit(
        "repeat <o={> <steps*> }",
        "expected a number after 'repeat', found '{'",
        help: "write 'repeat n { … }'", at: "o", code: .scenarioForm),
      Habit(
        "<n:int> times", stepExpected, help: "write 'repeat <n> { … }'", writes: "repeat <n>"),
      Habit("<w=loop|times> _ [^=|.|[]", stepExpected, reads: ["w": "repeat"]),
      // Branches and worlds
      Habit(
        "if [^=|.]", "a scenario has no branches, found 'if'",
        help: "write a scenario for each branch", code: .scenarioForm),
      Habit(
        "world|in|under world? <w>",
        "the world of a scenario comes after its name, found '<0>'",
        help: "write 'scenario name in <w> { … }'", code: .scenarioForm),
      // Words that join
      Habit(
        "<w=\(joining)> _ [^=|.|[]", stepExpected, reads: ["w": "expect"],
        when: { parser, _ in parser.isCondition(at: 1) }),
      Habit("<w=\(joining)> <x>", stepExpected, leaves: "w"),
    ])

  private static let joining =
    "when|and|but|do|call|await|fire|run|also|finally|next|later|trigger|send|perform|step|event|on|after"

  private static let isEvent: @Sendable (borrowing Parser, inout Match) -> Bool = { parser, _ in
    parser.declared["on " + parser.text(parser.token)] != nil
  }

  private static let endOfStep = "expected the end of the step, found <found>"
  private static let separateSteps = "separate steps by a new line or ';'"

  /// Text of other languages after a complete step.
  static let behindSteps = HabitTable(
    .foreignStep,
    [
      Habit(
        "expect|given <p...> ^ , <q...>", endOfStep, help: "join conditions with '&&'",
        edits: [("p-q", " && ")]),
      Habit(
        "<s...> ^ &&|& <x>", "expected the end of the step, found '<0>'", help: separateSteps,
        edits: [("s-x", "; ")], code: .missingSeparator),
      Habit(
        "expect refuse|refused|fail|failure|no|not|impossible ^ <e>", endOfStep,
        help: "write 'refuse <e>'", edits: [("1_e", "refuse ")]),
      Habit(
        "expect <e:event> ^ fails|fail|refused|impossible|cannot|to|is <r*>", endOfStep,
        writes: "refuse <e>"),
      Habit(
        "<e:event> ^ { <b*> }", "an event of a scenario has no braces", help: "write '<e>' alone",
        writes: "<e>", code: .missingParentheses),
      Habit(
        "<e:event> ^ <l> : <v...>", "values belong between parentheses, found <found>",
        writes: "<e>(<l>: <v>)", code: .missingParentheses),
      Habit(
        "<e:event> ^ with|for|of|on|where <r*>", endOfStep,
        help: "write '<e>(name: value)'", code: .missingParentheses),
      Habit(
        "<s...> ^ ,|->|then|and|when|but <x=\(step)> <y>", endOfStep, help: separateSteps,
        edits: [("s-x", "; ")], code: .missingSeparator),
      Habit(
        "<s...> ^ ,|->|then|and|when|but <x:event>", endOfStep, help: separateSteps,
        edits: [("s-x", "; ")], code: .missingSeparator),
      Habit(
        "<s...> ^ then|and|when|but <x>", endOfStep, help: separateSteps,
        edits: [("s-x", "; expect ")], code: .missingSeparator),
      Habit(
        "<s...> ^ ,|-> <x>", endOfStep, help: separateSteps, edits: [("s-x", "; ")],
        code: .missingSeparator),
      Habit(
        "<s...> ^ \(step) <y>", endOfStep, help: separateSteps, edits: [("s+", ";")],
        code: .missingSeparator),
      Habit(
        "<s...> ^ ×|*|x <n:int> times|ticks|units|x?", "expected the end of the step, found '<0>'",
        help: "write 'repeat <n> { <s> }'", writes: "repeat <n> { <s> }"),
      Habit(
        "<s...> ^ <n:int> times|ticks|units|x?", endOfStep, help: "write 'repeat <n> { <s> }'",
        writes: "repeat <n> { <s> }"),
      Habit(
        "<s...> ^ twice|x2", endOfStep, help: "write 'repeat 2 { <s> }'",
        writes: "repeat 2 { <s> }"),
      Habit(
        "<s...> ^ thrice|x3", endOfStep, help: "write 'repeat 3 { <s> }'",
        writes: "repeat 3 { <s> }"),
      Habit(
        "<s...> ^ ×|*|x|times", "expected the end of the step, found '<0>'",
        help: "write 'repeat n { <s> }'"),
    ])
}
