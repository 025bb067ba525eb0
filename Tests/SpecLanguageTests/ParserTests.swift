import Semantics
import SpecLanguage
import Testing

/// The parsing of expressions, lines and statements.
@Suite struct ParserTests {
  @Test(
    "operators bind as in Swift",
    arguments: [
      ("a + b * c", "(a + (b * c))"), ("a - b - c", "((a - b) - c)"), ("-a * b", "((-a) * b)"),
      ("!a && b || c", "(((!a) && b) || c)"), ("a || b implies c", "((a || b) implies c)"),
      ("a implies b implies c", "(a implies (b implies c))"), ("a ?? b ?? c", "(a ?? (b ?? c))"),
      ("a ?? b == c", "((a ?? b) == c)"), ("a + 1 == b", "((a + 1) == b)"),
      ("a in 0...n + 1", "(a in (0 ... (n + 1)))"), ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
      ("a implies b ? c : d", "((a implies b) ? c : d)"), ("!a.b", "(!a.b)"), ("-1", "-1"),
      ("every x in s: a && b", "(every … (a && b))"), ("-9223372036854775808", "\(Int.min)"),
    ])
  func precedence(_ text: String, _ tree: String) {
    #expect(SyntaxText.expression(text) == tree)
  }

  @Test(
    "a '?' that touches the value before it asks for nil, any other is the conditional",
    arguments: [
      ("a?.b", "a?.b"), ("a[k]?.b.c", "a[k]?.b.c"), ("a ? b : c", "(a ? b : c)"),
      ("a ?.b : c", "(a ? .b : c)"), ("a ? .b : .c", "(a ? .b : .c)"), ("a!.b", "a!.b"),
      ("a?[0]", "a?[0]"), ("a\n? b\n: c", "(a ? b : c)"), ("a! != b", "(a! != b)"),
    ])
  func questionMarks(_ text: String, _ tree: String) {
    #expect(SyntaxText.expression(text) == tree)
  }

  @Test(
    "a line goes on where the next begins with an operator",
    arguments: ["a\n+ b", "a +\nb", "a // +\n  + b", "a\n\n\n+ b", "a /*\n*/ + b"])
  func continuedLines(_ text: String) {
    #expect(SyntaxText.expression(text) == "(a + b)")
  }

  @Test("a member may stand on the next line, an argument list may not")
  func postfixLines() {
    #expect(SyntaxText.expression("a\n.b\n.c") == "a.b.c")
    #expect(SyntaxText.expression("a\n(b)") == nil)
    #expect(SyntaxText.expression("f(a,\nb)") == "f(a, b)")
    #expect(SyntaxText.statements("f()\n(a).b = c") == ["call", "assign"])
  }

  @Test("a mistake in one declaration causes no error in a correct one")
  func farMistake() {
    let file = SourceFile(
      path: "a.tray",
      text: """
        spec A
        enum K { a, b }
        var s: Set<K> = []
        invariant both { s == [.a] || (every x in K, y in K: x in s || y in s) }
        invariant last { s.isEmpty }
        invariant wrong { s c == [] }
        """)
    let errors = Parser.parse(file).sink.diagnostics.map(\.message)
    #expect(errors == ["expected '}' after the condition of 'wrong', found 'c'"])
  }

  @Test(
    "every statement is read",
    arguments: [
      ("x = 1", "assign"), ("x += 1", "assign"), ("x.f -= 1", "assign"), ("m[k] = nil", "assign"),
      ("m[k]?.f = v", "assign"), ("l[0] *= 2", "assign"), ("x /= 2", "assign"),
      ("x %= 2", "assign"),
      ("insert x into s", "insert"), ("insert x at 0 into l", "insert"),
      ("insert .a into s", "insert"),
      ("insert -1 into s", "insert"), ("insert (a) into s", "insert"),
      ("remove x from s", "remove"),
      ("remove x in s where p", "removeWhere"), ("remove (k, v) in m where p", "removeWhere"),
      ("append x to l", "append"), ("if a { }", "branch"),
      ("if a { } else if b { } else { }", "branch"),
      ("if let y = x, y > 1 { }", "branch"), ("if case .b(let x) = y { }", "branch"),
      ("switch x { case .a: y = 1\ncase .b, .c: }", "match"), ("for x in s { }", "loop"),
      ("switch x { case 1...2: y = 1\ncase let n where n > 3: y = 2\ndefault: }", "match"),
      ("for (k, v) in m where p { }", "loop"), ("let y = 1", "binding"),
      ("var y: Bool = a", "binding"),
      ("choose x in s", "choose"), ("choose x in s where p", "choose"), ("emit a", "emit"),
      ("emit a, b(x: 1)", "emit"), ("assert p", "assert"), ("assert (p)", "assert"),
      ("start t for 3", "start"), ("stop t", "stop"), ("start t[k] for n + 1", "start"),
      ("show(card, quietly: true)", "call"), ("l.removeFirst()", "call"), ("s.insert(x)", "call"),
    ])
  func statements(_ text: String, _ kind: String) {
    #expect(SyntaxText.statements(text) == [kind])
  }

  @Test("a block may stand at the very start of its lines, as people paste it")
  func unindentedBlocks() {
    let text = """
      on press {
      let a = x
      var b = x
      x = a && b
      }
      on hold {
      fair rule r when x { x = false }
      strongly fair rule s when !x { x = true }
      }
      invariant i {
      let a = x
      a == x
      }
      """
    #expect(syntaxErrors(text) == [])
    #expect(
      syntaxErrors(text.replacing("x = a && b", with: "x = 1️⃣* b"))
        == ["1️⃣ syntax '*'"])
  }

  @Test("statements are separated by lines or ';'")
  func separators() {
    #expect(SyntaxText.statements("x = 1; y = 2;; emit a") == ["assign", "assign", "emit"])
    #expect(SyntaxText.statements("x = 1\n\n// c\ny = 2") == ["assign", "assign"])
    #expect(SyntaxText.statements("x = 1 y = 2") == nil)
  }

  @Test(
    "words that begin statements and clauses are names as well",
    arguments: [
      "insert", "remove", "append", "choose", "emit", "assert", "start", "stop", "from", "to",
      "into",
      "at", "set", "first", "count", "any", "rule", "walks", "old", "after", "expect", "given",
      "spec", "goto", "wait", "delay", "require", "fair",
    ])
  func wordsAsNames(_ word: String) {
    #expect(SyntaxText.statements("\(word) = 1") == ["assign"])
    #expect(SyntaxText.statements("\(word) += 1") == ["assign"])
    #expect(SyntaxText.statements("\(word)[0] = 1") == ["assign"])
    #expect(SyntaxText.statements("\(word).f = 1") == ["assign"])
    #expect(SyntaxText.expression("\(word) + x.\(word)") == "(\(word) + x.\(word))")
  }
}

/// Forms in which the parser and the grammar of the documentation once differed.
@Suite struct ParserAgainstGrammarTests {
  @Test("a procedure can be called 'when'")
  func procedureCalledWhen() {
    #expect(SyntaxText.statements("when(a, b)") == ["call"])
  }

  @Test("a condition that several rules share has no promise and is not open")
  func promiseOfCondition() {
    #expect(
      syntaxErrors("on e {\n fair 1️⃣when a { rule b {} }\n}") == ["1️⃣ rule-form 'when'"])
  }

  @Test("a promise can end with ';'")
  func promiseBeforeSemicolon() {
    #expect(syntaxErrors("on e {}; fair on e; var x = true") == [])
  }

  @Test("no operator binds a pattern to a value after it")
  func operatorAfterPattern() {
    #expect(SyntaxText.expression("a is .b + 1") == nil)
    #expect(SyntaxText.expression("(a is .b) == c") != nil)
  }

  @Test("a list after 'violates' can end with ',' before another change")
  func commaAfterViolates() {
    #expect(syntaxErrors("world w { violates a, func f() { x = 1 } }") == [])
  }
}

/// The messages for unreadable text, and the recovery after it.
@Suite struct ParserRecoveryTests {
  @Test("each statement of a block has its own mistake")
  func statementsOfABlock() {
    #expect(
      syntaxErrors(
        """
        on press {
            x = 1️⃣* 1
            insert x 2️⃣y
            y = 2
            emit a, 3️⃣= b
        }
        """) == ["1️⃣ syntax '*'", "2️⃣ syntax 'y'", "3️⃣ syntax '='"])
  }

  @Test("each declaration has its own mistake")
  func declarations() {
    #expect(
      syntaxErrors(
        """
        1️⃣vra x = 1
        var 2️⃣: Bool = true
        on press when 3️⃣{ x = 1 }
        invariant fine { x }
        invariant 4️⃣{ x }
        world w { a = 1 } walks 100 5️⃣violates fine
        world v violates fine 6️⃣and others
        explore 7️⃣fine
        """) == [
          "1️⃣ expected-declaration 'vra'", "2️⃣ syntax ':'", "3️⃣ syntax '{'",
          "4️⃣ syntax '{'",
          "5️⃣ syntax 'violates'", "6️⃣ world-form 'and'", "7️⃣ syntax 'fine'",
        ])
  }

  @Test("each change of a world has its own mistake")
  func changes() {
    #expect(
      syntaxErrors(
        """
        world w {
            a = 1️⃣= 1
            2️⃣fair on e(x: .a)
            func f() { x = 3️⃣* 1 }
            b = 2
            4️⃣walks 10 steps 10
        }
        var 5️⃣: Bool = true
        """) == [
          "1️⃣ syntax '='", "2️⃣ event-form 'fair'", "3️⃣ syntax '*'", "4️⃣ world-form 'walks'",
          "5️⃣ syntax ':'",
        ])
  }

  @Test("what a world violates may stand among its changes as well as behind them")
  func announcements() throws {
    let text =
      "spec A\nworld w { func f() -> Bool { true } violates fine, gap in e, a = 1 } violates b, and others"
    let (spec, sink) = Parser.parse(SourceFile(path: "a.tray", text: text))
    #expect(sink.diagnostics.isEmpty)
    guard case .world(let world) = spec.declarations.first?.kind else {
      Issue.record("no world")
      return
    }
    #expect(world.violates.map(\.name.text) == ["fine", "gap", "b", "others"])
    #expect(world.violates.map(\.isRest) == [false, false, false, true])
    #expect(world.changes.settings.map(\.name.text) == ["a"])
    #expect(world.changes.replacements.count == 1)
  }

  @Test("each rule has its own mistake, and the rules behind it are read")
  func rules() {
    #expect(
      syntaxErrors(
        """
        on press {
            rule 1️⃣when a { x = 1 }
            rule b when 2️⃣{ x = 1 }
            rule c when x { x = 1 }
            otherwise 3️⃣{ }
        }
        var y = false
        """) == ["1️⃣ rule-form 'when'", "2️⃣ syntax '{'", "3️⃣ rule-form '{'"])
  }

  @Test("a brace that is missing is told where the next declaration begins, with what is open")
  func missingBrace() {
    #expect(
      syntaxErrors(
        """
        on press 2️⃣{
            x = 1
        1️⃣on release { x = 2 }
        invariant 3️⃣{ x }
        """) == ["1️⃣ unclosed-bracket 'on' note 2️⃣", "3️⃣ syntax '{'"])
  }

  @Test("what is missing at the end of a line is told there")
  func endOfLine() {
    #expect(syntaxErrors("on press1️⃣\non release { }") == ["1️⃣ syntax ''"])
    #expect(syntaxErrors("var x =1️⃣").count == 1)
  }

  @Test("comparisons are not chained, and the rest of the expression is read")
  func chains() {
    #expect(
      syntaxErrors("invariant fine { 0 2️⃣< a 1️⃣< 3 }\ninvariant 3️⃣{ x }")
        == ["1️⃣ chained-comparison '<' note 2️⃣", "3️⃣ syntax '{'"])
  }
}
