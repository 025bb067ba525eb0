import Semantics

extension DiagnosticExplanation {
  static let ofText = [
    Self(
      .invalidEncoding, "A spec file is in UTF-8.",
      mistake: "// Caf\\xE9 notifications",
      fix: "// Café notifications"),
    Self(
      .hiddenCharacter, "An invisible character ends a line or reverses the text.",
      mistake: "// Loud\u{202E} only",
      fix: "// Loud only"),
    Self(
      .unclosedComment, "A comment that begins with '/*' needs a closing '*/'.",
      mistake: """
        /* The user opens the app.
        on open { badge = 0 }
        """,
      fix: """
        /* The user opens the app. */
        on open { badge = 0 }
        """),
    Self(
      .unclosedText, "A text in quotes ends on its line.",
      mistake: """
        view {
          words Kind {
            mention "a mention
          }
        }
        """,
      fix: """
        view {
          words Kind {
            mention "a mention"
          }
        }
        """),
    Self(
      .invalidNumber,
      "Numbers are whole, have no unit, and fit into 64 bits. Names cannot begin with a digit.",
      mistake: "let ratio = 0.5",
      fix: "let tenths = 5"),
    Self(
      .noStrings, "Specs have no strings. Declare an enum with a case for each text.",
      mistake: "let title = \"Short\"",
      fix: """
        enum Title { short, long }
        let title = Title.short
        """),
    Self(
      .primedName,
      "'x = 1' stores the next value of 'x'. In a transition, 'old(x)' is the previous value.",
      mistake: "on open { badge' = 0 }",
      fix: "on open { badge = 0 }"),
    Self(
      .foreignComment, "Write '// comment' or '/* comment */'.",
      mistake: """
        # The user opens the app.
        on open { badge = 0 }
        """,
      fix: """
        // The user opens the app.
        on open { badge = 0 }
        """),
    Self(
      .foreignOperator,
      "This operator comes from another language. 'help:' shows the operator of specs.",
      mistake: "on open { badge++ }",
      fix: "on open { badge += 1 }"),
    Self(
      .foreignDeclaration,
      "This declaration comes from another language. 'help:' shows the form in specs.",
      mistake: "const most = 3",
      fix: "let most = 3"),
    Self(
      .foreignStatement,
      """
      '=' stores values, 'emit' sends signals, and 'insert', 'append' and 'remove' change \
      collections.
      """,
      mistake: "on open { send sound }",
      fix: "on open { emit sound }"),
    Self(
      .foreignStep,
      "A step is an event, or begins with 'given', 'expect', 'refuse', 'repeat', 'let' or 'for'.",
      mistake: "scenario first { check badge == 0 }",
      fix: "scenario first { expect badge == 0 }"),
    Self(
      .foreignValue,
      "This expression comes from another language. 'help:' shows the form in specs.",
      mistake: "on open { badge = IF muted THEN 0 ELSE 1 }",
      fix: "on open { badge = muted ? 0 : 1 }"),
    Self(
      .foreignType,
      "A collection has its types between '<' and '>'. Ranges such as '0...3' are types.",
      mistake: "var kinds: [ID: Kind] = [:]",
      fix: "var kinds: Map<ID, Kind> = [:]"),
  ]

  static let ofStructure = [
    Self(
      .syntax, "The message names the expected text and the text that was found.",
      mistake: "invariant quiet: badge < 4",
      fix: "invariant quiet { badge < 4 }"),
    Self(
      .unclosedBracket, "The note points to the bracket that is not closed.",
      mistake: "on open when (muted && badge > 0 { badge = 0 }",
      fix: "on open when (muted && badge > 0) { badge = 0 }"),
    Self(
      .unmatchedBrace, "This closing bracket has no opening bracket.",
      mistake: "on open { badge = 0 } }",
      fix: "on open { badge = 0 }"),
    Self(
      .reservedWord, "Keywords such as 'if', 'in' and 'case' cannot be names.",
      mistake: "let case = 2",
      fix: "let most = 2"),
    Self(
      .tooDeep, "Expressions, blocks and chains of definitions have a maximum depth.",
      mistake:
        "let deep = \(String(repeating: "(", count: 130))1\(String(repeating: ")", count: 130))",
      fix: "let deep = 1"),
    Self(
      .specHeader, "A file begins with 'spec Name' or 'library Name', without ':' or braces.",
      mistake: """
        spec Tray:
        var flag = false
        """,
      fix: """
        spec Tray
        var flag = false
        """),
    Self(
      .expectedDeclaration,
      "Only declarations, such as 'var' and 'on', appear outside of braces.",
      mistake: "badge = 0",
      fix: "on open { badge = 0 }"),
    Self(
      .expectedStatement,
      "Events, rules and procedures contain statements, not values or declarations.",
      mistake: "on open { muted && emit sound }",
      fix: "on open { if muted { emit sound } }"),
    Self(
      .expectedStep, "Steps name events or check their effects. Only events store values.",
      mistake: "scenario first { badge = 1 }",
      fix: "scenario first { mute; expect muted }"),
    Self(
      .missingSeparator, "A new line or ';' separates declarations, statements and steps.",
      mistake: "on open { badge = 0 muted = false }",
      fix: "on open { badge = 0; muted = false }"),
    Self(
      .missingParentheses, "The arguments of a call belong between parentheses.",
      mistake: "transition quiet after read { unchanged badge }",
      fix: "transition quiet after read { unchanged(badge) }"),
    Self(
      .singleValue, "These braces contain exactly one value. Join conditions with '&&'.",
      mistake: """
        invariant quiet {
          badge < 4
          limit > 0
        }
        """,
      fix: """
        invariant quiet {
          badge < 4 && limit > 0
        }
        """),
  ]

  static let ofForms = [
    Self(
      .typeForm,
      """
      Write 'enum Name { a, b }', 'struct Name { field: T }', 'symmetric Name(3)' or 'type Name = \
      T'.
      """,
      mistake: "type Level { low, high }",
      fix: "enum Level { low, high }"),
    Self(
      .variableForm, "Write 'var name: T = value', once for each variable.",
      mistake: "var Kind last = .info",
      fix: "var last: Kind = .info"),
    Self(
      .eventForm, "Write 'on name(x: T) when condition { … }', or 'fair on' for a fair event.",
      mistake: "when muted on open { badge = 0 }",
      fix: "on open when muted { badge = 0 }"),
    Self(
      .ruleForm,
      "Write 'rule name when condition { … }'. The last rule may be 'otherwise name { … }'.",
      mistake: """
        on open {
          rule quiet if muted { badge = 0 }
          otherwise loud {}
        }
        """,
      fix: """
        on open {
          rule quiet when muted { badge = 0 }
          otherwise loud {}
        }
        """),
    Self(
      .funcForm, "Write 'func name(x: T) -> U { value }', or without '->' for a procedure.",
      mistake: "func restart() -> Void { badge = 0 }",
      fix: "func restart() { badge = 0 }"),
    Self(
      .parameterForm, "Write 'name: T', without a default value.",
      mistake: "on open(Kind kind) { badge = 0 }",
      fix: "on open(kind: Kind) { badge = 0 }"),
    Self(
      .propertyForm,
      """
      Write, for example, 'invariant name { p }', 'transition name after event { p }' or \
      'eventually name whenever p { q }'.
      """,
      mistake: "transition quiet when receive { badge < 4 }",
      fix: "transition quiet after receive { badge < 4 }"),
    Self(
      .scenarioForm,
      "Write 'scenario name in world { … }'. Scenarios have no parameters, variables or branches.",
      mistake: "scenario first world default { mute }",
      fix: "scenario first in default { mute }"),
    Self(
      .worldForm,
      """
      Write 'world name { param = value }', and then 'violates property' if it expects a \
      violation.
      """,
      mistake: "world loud: limit = 2",
      fix: "world loud { limit = 2 }"),
    Self(
      .viewForm, "A view has cards, badges, screens and words. A card has lines such as 'title'.",
      mistake: """
        view {
          card (id, c) in tray { heading c.kind }
        }
        """,
      fix: """
        view {
          card (id, c) in tray { title c.kind }
        }
        """),
    Self(
      .bindingForm,
      "Write 'let name = value'. In an 'if', ',' separates it from the next condition.",
      mistake: """
        on open(kind: Kind) {
          if case .call(let ringing) = kind && ringing { badge = 1 }
        }
        """,
      fix: """
        on open(kind: Kind) {
          if case .call(let ringing) = kind, ringing { badge = 1 }
        }
        """),
    Self(
      .changeForm,
      "Write 'insert x into s', 'append x to l', 'remove x from s' and 'start t for 3'.",
      mistake: "on open(id: ID) { insert id to shown }",
      fix: "on open(id: ID) { insert id into shown }"),
    Self(
      .loopForm, "Write 'for x in s where condition { … }'. Specs have no 'break' or 'continue'.",
      mistake: "on open { for (id in queue) { remove id from shown } }",
      fix: "on open { for id in queue { remove id from shown } }"),
    Self(
      .switchForm, "Write 'case pattern:' and 'default:', each followed by statements or a value.",
      mistake: """
        on open(kind: Kind) {
          switch kind {
          .mention: badge = 1
          default: badge = 0
          }
        }
        """,
      fix: """
        on open(kind: Kind) {
          switch kind {
          case .mention: badge = 1
          default: badge = 0
          }
        }
        """),
    Self(
      .conditionalForm,
      "An 'if' that is a value needs an 'else'. The short form is 'condition ? a : b'.",
      mistake: "invariant quiet { if muted { badge == 0 } }",
      fix: "invariant quiet { if muted { badge == 0 } else { true } }"),
    Self(
      .patternForm,
      "A pattern is a value, a range, or a case. 'let' comes directly before each name.",
      mistake: """
        on open(kind: Kind) {
          switch kind {
          case let .call(ringing): muted = ringing
          default: badge = 0
          }
        }
        """,
      fix: """
        on open(kind: Kind) {
          switch kind {
          case .call(let ringing): muted = ringing
          default: badge = 0
          }
        }
        """),
    Self(
      .quantifierForm, "Write 'every x in s: condition', or 'some' or 'no' for 'every'.",
      mistake: "invariant quiet { every c in tray.values, c.unread }",
      fix: "invariant quiet { every c in tray.values: c.unread }"),
    Self(
      .aggregateForm,
      """
      Write 'count(x in s)', and likewise for 'sum', 'min', 'max', 'set', 'list', 'map' and \
      'table'.
      """,
      mistake: "invariant quiet { count(queue) < 3 }",
      fix: "invariant quiet { count(id in queue where id in shown) < 3 }"),
    Self(
      .collectionLiteral,
      """
      Write '[a, b]' for a set, bag or list, '[key: value]' for a map, and '[]' or '[:]' if empty.
      """,
      mistake: "var ids: Set<ID> = {}",
      fix: "var ids: Set<ID> = []"),
    Self(
      .chainedComparison, "A comparison has exactly two sides.",
      mistake: "invariant quiet { 0 <= badge <= 3 }",
      fix: "invariant quiet { 0 <= badge && badge <= 3 }"),
    Self(
      .impliesOrder,
      "'&&' and '||' bind tighter than 'implies', so put each 'implies' between parentheses.",
      mistake: "invariant quiet { muted implies badge == 0 && badge == 0 implies muted }",
      fix: "invariant quiet { (muted implies badge == 0) && (badge == 0 implies muted) }"),
    Self(
      .noClosures, "Use a quantifier, or a comprehension such as 'set(x in s: value)'.",
      mistake: "invariant quiet { tray.values.allSatisfy { $0.unread } }",
      fix: "invariant quiet { every c in tray.values: c.unread }"),
    Self(
      .noTuples, "Declare a struct to group values, or write '[a, b]' for a list.",
      mistake: "on open when badge in (1, 2) { badge = 0 }",
      fix: "on open when badge in [1, 2] { badge = 0 }"),
    Self(
      .noMethods, "Declare a separate 'func'. Types have no funcs, and variables are not computed.",
      mistake: "var total: Int { badge + 1 }",
      fix: "func total() -> Int { badge + 1 }"),
  ]
}
