import Semantics

extension DiagnosticExplanation {
  static let ofText = [
    Self(
      .invalidEncoding,
      """
      A spec file is encoded in UTF-8. A file in another encoding contains bytes that are \
      not valid in UTF-8.
      """,
      mistake: "// Caf\\xE9 notifications",
      fix: "// Café notifications"),
    Self(
      .hiddenCharacter,
      """
      Some invisible characters end a line or change the direction of the text. Your editor \
      then shows another text than Traycheck reads.
      """,
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
      .unclosedText, "A text in quotes ends on the line where it begins.",
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
      Specs have no strings: a check visits every value, and a string has too many. Declare \
      an enum with a case for each possible text.
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
      This operator or sign comes from another language. The 'help:' line of the message \
      shows the operator to write in a spec.
      """,
      mistake: "on open { badge++ }",
      fix: "on open { badge += 1 }"),
    Self(
      .foreignDeclaration,
      """
      This word begins a declaration in another language. The 'help:' line of the message \
      shows the declaration to write in a spec.
      """,
      mistake: "const most = 3",
      fix: "let most = 3"),
    Self(
      .foreignStatement,
      """
      This word begins a statement in another language. An event stores values with '=', \
      sends signals with 'emit', and changes collections with 'insert', 'append' and \
      'remove'.
      """,
      mistake: "on open { send sound }",
      fix: "on open { emit sound }"),
    Self(
      .foreignStep,
      """
      A step of a scenario is an event, or begins with 'given', 'expect', 'refuse', \
      'repeat', 'let' or 'for'.
      """,
      mistake: "scenario first { check badge == 0 }",
      fix: "scenario first { expect badge == 0 }"),
    Self(
      .foreignValue,
      """
      This word belongs to an expression of another language. The 'help:' line of the \
      message shows the expression to write in a spec.
      """,
      mistake: "on open { badge = IF muted THEN 0 ELSE 1 }",
      fix: "on open { badge = muted ? 0 : 1 }"),
    Self(
      .foreignType,
      """
      This type has the notation of another language. In a spec, a collection has its types \
      between '<' and '>', and a range such as '0...3' is a type.
      """,
      mistake: "var kinds: [ID: Kind] = [:]",
      fix: "var kinds: Map<ID, Kind> = [:]"),
  ]

  static let ofStructure = [
    Self(
      .syntax,
      """
      The text does not follow the grammar of specs here. The message names the expected \
      text, then the text that Traycheck found.
      """,
      mistake: "invariant quiet: badge < 4",
      fix: "invariant quiet { badge < 4 }"),
    Self(
      .unclosedBracket,
      """
      Each '(', '[', '<' and '{' needs its closing bracket. The note of the message points \
      to the opening bracket.
      """,
      mistake: "on open when (muted && badge > 0 { badge = 0 }",
      fix: "on open when (muted && badge > 0) { badge = 0 }"),
    Self(
      .unmatchedBrace, "This closing bracket has no matching opening bracket.",
      mistake: "on open { badge = 0 } }",
      fix: "on open { badge = 0 }"),
    Self(
      .reservedWord,
      "Words such as 'if', 'in' and 'case' are keywords of the language and cannot be names.",
      mistake: "let case = 2",
      fix: "let most = 2"),
    Self(
      .tooDeep,
      """
      Expressions, blocks and chains of definitions have a maximum depth. The message shows \
      the maximum.
      """,
      mistake:
        "let deep = \(String(repeating: "(", count: 130))1\(String(repeating: ")", count: 130))",
      fix: "let deep = 1"),
    Self(
      .specHeader,
      """
      A file begins with 'spec Name' or 'library Name', without ':' or braces. All lines \
      after it belong to that spec or library.
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
      A scenario contains steps, which name events or check their effects. Only events can \
      store values.
      """,
      mistake: "scenario first { badge = 1 }",
      fix: "scenario first { mute; expect muted }"),
    Self(
      .missingSeparator, "Separate declarations, statements and steps by a new line or ';'.",
      mistake: "on open { badge = 0 muted = false }",
      fix: "on open { badge = 0; muted = false }"),
    Self(
      .missingParentheses,
      "The arguments of a call belong between parentheses, as in 'unchanged(badge)'.",
      mistake: "transition quiet after read { unchanged badge }",
      fix: "transition quiet after read { unchanged(badge) }"),
    Self(
      .singleValue,
      """
      The braces of a property, or of a func with '->', contain exactly one value. Join \
      conditions with '&&'.
      """,
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
      A type is declared as 'enum Name { a, b }', 'struct Name { field: T }', 'symmetric \
      Name(3)' or 'type Name = T'.
      """,
      mistake: "type Level { low, high }",
      fix: "enum Level { low, high }"),
    Self(
      .variableForm,
      "A variable is declared as 'var name: T = value'. Write a separate 'var' for each variable.",
      mistake: "var Kind last = .info",
      fix: "var last: Kind = .info"),
    Self(
      .eventForm,
      """
      An event is declared as 'on name(x: T) when condition { … }'. A fair event begins \
      with 'fair on'.
      """,
      mistake: "when muted on open { badge = 0 }",
      fix: "on open when muted { badge = 0 }"),
    Self(
      .ruleForm,
      """
      The rules of an event have names and conditions: 'rule name when condition { … }'. \
      The last rule may be 'otherwise name { … }'.
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
      A func with a value is declared as 'func name(x: T) -> U { value }'. A procedure, a \
      func without a value, has no '->'.
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
      .worldForm,
      """
      A world is declared as 'world name { param = value }'. Add 'violates property' after \
      the braces if the world expects a violation.
      """,
      mistake: "world loud: limit = 2",
      fix: "world loud { limit = 2 }"),
    Self(
      .viewForm,
      """
      A view describes the pictures in reports with cards, badges, screens and words. A \
      card has lines such as 'title' and 'text'.
      """,
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
      A local name is declared as 'let name = value'. In an 'if', a ',' separates the 'let' \
      from the next condition.
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
      A loop visits each element of a collection: 'for x in s where condition { … }'. Specs \
      have no 'break' or 'continue'.
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
      An 'if' that is a value needs an 'else' for the value when its condition is false. \
      The short form is 'condition ? a : b'.
      """,
      mistake: "invariant quiet { if muted { badge == 0 } }",
      fix: "invariant quiet { if muted { badge == 0 } else { true } }"),
    Self(
      .patternForm,
      """
      A pattern is a value, a range, or a case such as '.call(let ringing)'. Write 'let' \
      directly before each name.
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
      The words 'count', 'sum', 'min', 'max', 'set', 'list', 'map' and 'table' need a name \
      for the element and a collection, as in 'count(x in s)'.
      """,
      mistake: "invariant quiet { count(queue) < 3 }",
      fix: "invariant quiet { count(id in queue where id in shown) < 3 }"),
    Self(
      .collectionLiteral,
      """
      A set, bag or list is written as '[a, b]', a map as '[key: value]'. The empty \
      literals are '[]' and '[:]'.
      """,
      mistake: "var ids: Set<ID> = {}",
      fix: "var ids: Set<ID> = []"),
    Self(
      .chainedComparison, "A comparison has exactly two sides. Join two comparisons with '&&'.",
      mistake: "invariant quiet { 0 <= badge <= 3 }",
      fix: "invariant quiet { 0 <= badge && badge <= 3 }"),
    Self(
      .noClosures,
      """
      Specs have no closures. Use a quantifier such as 'every x in s: condition', or a \
      comprehension such as 'set(x in s: value)'.
      """,
      mistake: "invariant quiet { tray.values.allSatisfy { $0.unread } }",
      fix: "invariant quiet { every c in tray.values: c.unread }"),
    Self(
      .noTuples,
      """
      Specs have no tuples. Declare a struct to group values, or write '[a, b]' for a list \
      of values.
      """,
      mistake: "on open when badge in (1, 2) { badge = 0 }",
      fix: "on open when badge in [1, 2] { badge = 0 }"),
    Self(
      .noMethods,
      "A type cannot contain funcs, and a variable cannot be computed. Declare a separate 'func'.",
      mistake: "var total: Int { badge + 1 }",
      fix: "func total() -> Int { badge + 1 }"),
  ]
}
