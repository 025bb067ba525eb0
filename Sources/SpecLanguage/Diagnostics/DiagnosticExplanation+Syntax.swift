import Semantics

extension DiagnosticExplanation {
  static let ofText = [
    Self(
      .invalidEncoding,
      "A spec is a text in UTF-8. Other encodings have bytes that are no character there.",
      mistake: "// Caf\\xE9 notifications",
      fix: "// Café notifications"),
    Self(
      .hiddenCharacter,
      """
      Some characters are invisible, but end a line or turn the direction of the text. The \
      spec then looks different from its meaning.
      """,
      mistake: "// Loud\u{202E} only",
      fix: "// Loud only"),
    Self(
      .unclosedComment, "A comment that begins with '/*' ends with '*/'.",
      mistake: """
        /* The user opens the app.
        on open { badge = 0 }
        """,
      fix: """
        /* The user opens the app. */
        on open { badge = 0 }
        """),
    Self(
      .unclosedText, "A text in quotes ends on its own line.",
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
      """
      Numbers are whole, have no unit, and fit into 64 bits. A name cannot begin with a \
      digit.
      """,
      mistake: "let ratio = 0.5",
      fix: "let tenths = 5"),
    Self(
      .noStrings,
      """
      Specs have no strings, because a string has too many values. The cases of an enum \
      name the possible texts.
      """,
      mistake: "let title = \"Short\"",
      fix: """
        enum Title { short, long }
        let title = Title.short
        """),
    Self(
      .primedName,
      """
      The statement 'x = 1' stores the next value of 'x', so a name needs no prime. In a \
      transition, 'x' is the new value and 'old(x)' the previous one.
      """,
      mistake: "on open { badge' = 0 }",
      fix: "on open { badge = 0 }"),
    Self(
      .foreignComment, "Comments begin with '//', or appear between '/*' and '*/'.",
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
      """
      This operator or sign comes from another language. The help shows the operator of \
      specs.
      """,
      mistake: "on open { badge++ }",
      fix: "on open { badge += 1 }"),
    Self(
      .foreignDeclaration,
      """
      This word begins a declaration in another language. The help names the declaration \
      that specs have for it.
      """,
      mistake: "const most = 3",
      fix: "let most = 3"),
    Self(
      .foreignStatement,
      """
      This word begins a statement in another language. Events store with '=', send \
      signals with 'emit', and change collections with 'insert', 'append' and 'remove'.
      """,
      mistake: "on open { send sound }",
      fix: "on open { emit sound }"),
    Self(
      .foreignStep,
      """
      The steps of a scenario are events, 'given', 'expect', 'refuse', 'repeat', 'let' and \
      'for'.
      """,
      mistake: "scenario first { check badge == 0 }",
      fix: "scenario first { expect badge == 0 }"),
    Self(
      .foreignValue, "This word belongs to an expression of another language.",
      mistake: "on open { badge = IF muted THEN 0 ELSE 1 }",
      fix: "on open { badge = muted ? 0 : 1 }"),
    Self(
      .foreignType,
      """
      This type is written as in another language. Collections name their types between \
      '<' and '>', and a range is a type.
      """,
      mistake: "var kinds: [ID: Kind] = [:]",
      fix: "var kinds: Map<ID, Kind> = [:]"),
  ]

  static let ofStructure = [
    Self(
      .syntax, "The parser expected something else at this place. The message names both.",
      mistake: "invariant quiet: badge < 4",
      fix: "invariant quiet { badge < 4 }"),
    Self(
      .unclosedBracket,
      """
      Each '(', '[', '<' and '{' needs its closing bracket. The note shows the opening \
      one.
      """,
      mistake: "on open when (muted && badge > 0 { badge = 0 }",
      fix: "on open when (muted && badge > 0) { badge = 0 }"),
    Self(
      .unmatchedBrace, "This closing bracket has no opening one.",
      mistake: "on open { badge = 0 } }",
      fix: "on open { badge = 0 }"),
    Self(
      .reservedWord,
      """
      Words such as 'if', 'in' and 'case' have a meaning in the language. They cannot be \
      names.
      """,
      mistake: "let case = 2",
      fix: "let most = 2"),
    Self(
      .tooDeep, "Expressions, blocks and chains of definitions have a maximum depth.",
      mistake:
        "let deep = \(String(repeating: "(", count: 130))1\(String(repeating: ")", count: 130))",
      fix: "let deep = 1"),
    Self(
      .specHeader,
      """
      A file begins with 'spec Name' or 'library Name'. The whole file belongs to it, \
      without braces.
      """,
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
      """
      Only declarations can appear outside of braces. Each begins with a word such as \
      'var', 'on' or 'invariant'.
      """,
      mistake: "badge = 0",
      fix: "on open { badge = 0 }"),
    Self(
      .expectedStatement,
      """
      Events, rules and procedures contain statements. A value or a declaration is not a \
      statement.
      """,
      mistake: "on open { muted && emit sound }",
      fix: "on open { if muted { emit sound } }"),
    Self(
      .expectedStep,
      """
      A scenario contains steps. It names events and checks their effect, but stores \
      nothing itself.
      """,
      mistake: "scenario first { badge = 1 }",
      fix: "scenario first { mute; expect muted }"),
    Self(
      .missingSeparator, "Declarations, statements and steps end at a new line or ';'.",
      mistake: "on open { badge = 0 muted = false }",
      fix: "on open { badge = 0; muted = false }"),
    Self(
      .missingParentheses, "Arguments appear between parentheses.",
      mistake: "transition quiet after read { unchanged badge }",
      fix: "transition quiet after read { unchanged(badge) }"),
    Self(
      .singleValue, "A property or a func with '->' has one value between its braces.",
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
      The declarations of types are 'enum Name { a, b }', 'struct Name { field: T }', \
      'symmetric Name(3)' and 'type Name = T'.
      """,
      mistake: "type Level { low, high }",
      fix: "enum Level { low, high }"),
    Self(
      .variableForm, "A variable is declared as 'var name: T = value'. Each has its own 'var'.",
      mistake: "var Kind last = .info",
      fix: "var last: Kind = .info"),
    Self(
      .eventForm,
      """
      An event is declared as 'on name(x: T) when condition { … }'. The word 'fair' comes \
      first.
      """,
      mistake: "when muted on open { badge = 0 }",
      fix: "on open when muted { badge = 0 }"),
    Self(
      .ruleForm,
      """
      The rules of an event have names and conditions: 'rule name when condition { … }'. \
      The last one may be 'otherwise name { … }'.
      """,
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
      .funcForm,
      """
      A func with a value is declared as 'func name(x: T) -> U { value }'. A procedure has \
      no '->'.
      """,
      mistake: "func restart() -> Void { badge = 0 }",
      fix: "func restart() { badge = 0 }"),
    Self(
      .parameterForm, "A parameter is declared as 'name: T', without a default value.",
      mistake: "on open(Kind kind) { badge = 0 }",
      fix: "on open(kind: Kind) { badge = 0 }"),
    Self(
      .propertyForm,
      """
      Each kind of property has its own form, such as 'invariant name { p }', 'transition \
      name after event { p }' and 'eventually name whenever p { q }'.
      """,
      mistake: "transition quiet when receive { badge < 4 }",
      fix: "transition quiet after receive { badge < 4 }"),
    Self(
      .scenarioForm,
      """
      A scenario is declared as 'scenario name in world { … }'. It has no parameters, \
      variables or branches.
      """,
      mistake: "scenario first world default { mute }",
      fix: "scenario first in default { mute }"),
    Self(
      .worldForm, "A world is declared as 'world name { param = value } violates property'.",
      mistake: "world loud: limit = 2",
      fix: "world loud { limit = 2 }"),
    Self(
      .viewForm, "A view lists cards, badges, screens and words for the pictures in reports.",
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
      """
      A name is given with 'let name = value'. In a condition, ',' separates it from the \
      next part.
      """,
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
      """
      Each statement has its own preposition: 'insert x into s', 'append x to l', 'remove \
      x from s', 'start t for 3'.
      """,
      mistake: "on open(id: ID) { insert id to shown }",
      fix: "on open(id: ID) { insert id into shown }"),
    Self(
      .loopForm,
      """
      A loop runs over a collection: 'for x in s where condition { … }'. It always runs to \
      its end.
      """,
      mistake: "on open { for (id in queue) { remove id from shown } }",
      fix: "on open { for id in queue { remove id from shown } }"),
    Self(
      .switchForm,
      """
      A 'switch' lists 'case pattern:' and 'default:', each followed by its statements or \
      value.
      """,
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
      """
      An 'if' that is a value needs an 'else', because it needs a value in every case. The \
      short form is 'condition ? a : b'.
      """,
      mistake: "invariant quiet { if muted { badge == 0 } }",
      fix: "invariant quiet { if muted { badge == 0 } else { true } }"),
    Self(
      .patternForm,
      """
      A pattern is a case with patterns for its values, a value, or a range. The word \
      'let' appears before each name.
      """,
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
      .quantifierForm,
      """
      A quantifier is written as 'every x in s: condition', with 'some' or 'no' in place \
      of 'every'.
      """,
      mistake: "invariant quiet { every c in tray.values, c.unread }",
      fix: "invariant quiet { every c in tray.values: c.unread }"),
    Self(
      .aggregateForm,
      """
      The words 'count', 'sum', 'min', 'max', 'set', 'list', 'map' and 'table' run over a \
      collection with a name for the element.
      """,
      mistake: "invariant quiet { count(queue) < 3 }",
      fix: "invariant quiet { count(id in queue where id in shown) < 3 }"),
    Self(
      .collectionLiteral,
      """
      A set, bag or list is written as '[a, b]', a map as '[key: value]'. The empty ones \
      are '[]' and '[:]'.
      """,
      mistake: "var ids: Set<ID> = {}",
      fix: "var ids: Set<ID> = []"),
    Self(
      .chainedComparison, "A comparison has two sides.",
      mistake: "invariant quiet { 0 <= badge <= 3 }",
      fix: "invariant quiet { 0 <= badge && badge <= 3 }"),
    Self(
      .noClosures, "Specs have no closures. Quantifiers and comprehensions name the element.",
      mistake: "invariant quiet { tray.values.allSatisfy { $0.unread } }",
      fix: "invariant quiet { every c in tray.values: c.unread }"),
    Self(
      .noTuples, "Specs have no tuples. A struct names its parts, and '[a, b]' is a list.",
      mistake: "on open when badge in (1, 2) { badge = 0 }",
      fix: "on open when badge in [1, 2] { badge = 0 }"),
    Self(
      .noMethods,
      """
      Variables hold values and structs hold fields. Computed values are funcs of their \
      own.
      """,
      mistake: "var total: Int { badge + 1 }",
      fix: "func total() -> Int { badge + 1 }"),
  ]
}
