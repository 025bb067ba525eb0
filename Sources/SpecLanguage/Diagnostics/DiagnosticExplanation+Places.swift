import Semantics

extension DiagnosticExplanation {
  static let ofCalls = [
    Self(
      .missingLabel,
      """
      Each argument needs the label of its parameter or field. The labels have the order of \
      the declaration.
      """,
      mistake: "on open { emit banner(.info) }",
      fix: "on open { emit banner(kind: .info) }"),
    Self(
      .unexpectedLabel, "The declaration has no label for this value, or a different label.",
      mistake: "on open(id: ID) when queue.contains(element: id) { badge = 0 }",
      fix: "on open(id: ID) when queue.contains(id) { badge = 0 }"),
    Self(
      .argumentCount, "The number of arguments differs from the declaration.",
      mistake: "on open when amount() == 0 { badge = 0 }",
      fix: "on open when amount(of: .info) == 0 { badge = 0 }"),
    Self(
      .caseValues,
      """
      This case carries values. A comparison with '==' must give all of them. A pattern, as \
      in 'kind is .call', may omit them.
      """,
      mistake: "on open(kind: Kind) when kind != .call { badge = 0 }",
      fix: "on open(kind: Kind) when !(kind is .call) { badge = 0 }"),
    Self(
      .eventPattern,
      """
      In a transition, an event may have a rule or patterns for its parameters. The word \
      'any' means all events, so it can have neither.
      """,
      mistake: "transition quiet after any.loud { badge < 4 }",
      fix: "transition quiet after any { badge < 4 }"),
    Self(
      .missingCase,
      "A 'switch' must cover every value of its type. Add the missing cases or 'default:'.",
      mistake: """
        func isLoud(kind: Kind) -> Bool {
          switch kind { case .mention: true  case .info: false }
        }
        """,
      fix: """
        func isLoud(kind: Kind) -> Bool {
          switch kind { case .mention: true  default: false }
        }
        """),
    Self(
      .missingKey, "A table needs a value for every key of its type.",
      mistake: "let weight: Table<Bool, 0...3> = [true: 1]",
      fix: "let weight: Table<Bool, 0...3> = [true: 1, false: 0]"),
    Self(
      .unreachableCase,
      """
      This case or event never applies: earlier ones cover all its values, or no value of \
      the type fits its pattern.
      """,
      mistake: """
        func isOn(x: Bool) -> Bool {
          switch x {
          case true: true
          case false: false
          case true: false
          }
        }
        """,
      fix: """
        func isOn(x: Bool) -> Bool {
          switch x {
          case true: true
          case false: false
          }
        }
        """),
    Self(
      .bindingNotAllowed,
      """
      A pattern can bind a name ('let ringing') only after 'if case' and in a 'case' of \
      'switch'. Elsewhere no code could use the name: write '_'.
      """,
      mistake: """
        invariant quiet {
          every c in tray.values: c.kind is .call(let ringing)
        }
        """,
      fix: """
        invariant quiet {
          every c in tray.values: c.kind is .call(_)
        }
        """),
    Self(
      .weakCondition,
      """
      With 'some', an implication is true as soon as its left side is false for one \
      element. You usually want '&&'.
      """,
      mistake: "reachable loud { some c in tray.values: c.unread implies muted }",
      fix: "reachable loud { some c in tray.values: c.unread && muted }"),
  ]

  static let ofPlaces = [
    Self(
      .notAssignable,
      """
      Statements can change only variables and their parts, not params, constants, \
      parameters or funcs.
      """,
      mistake: "on open { limit = 1 }",
      fix: "on open { badge = 1 }"),
    Self(
      .noStateHere,
      """
      Traycheck computes this value before the search begins, so the value cannot depend on \
      variables.
      """,
      mistake: "let most = badge",
      fix: "let most = limit"),
    Self(
      .declaredLater,
      """
      Traycheck computes initial values in the order of the declarations. An initial value \
      can read only variables above it.
      """,
      mistake: """
        var first: Bool = second
        var second: Bool = false
        """,
      fix: """
        var second: Bool = false
        var first: Bool = second
        """),
    Self(
      .stepOnly,
      """
      The words 'old', 'unchanged' and 'emitted' refer to a step. Use them in a \
      'transition'; a scenario can also use 'emitted'.
      """,
      mistake: "invariant quiet { old(badge) <= badge }",
      fix: "transition quiet after any { old(badge) <= badge }"),
    Self(
      .enabledHere,
      """
      Only properties and scenarios can use 'enabled(event)'. An event cannot depend on \
      whether other events can happen.
      """,
      mistake: "on open when enabled(clear) { badge = 0 }",
      fix: "on open when !tray.isEmpty { badge = 0 }"),
    Self(
      .ghostInfluence,
      "A 'ghost var' exists only for properties. Events and other variables cannot depend on it.",
      mistake: """
        ghost var seen = false
        on open when seen { badge = 0 }
        """,
      fix: """
        var seen = false
        on open when seen { badge = 0 }
        """),
    Self(
      .missingInitialValue,
      "A variable needs an initial value: '= value', or '= any' to check all values of its type.",
      mistake: "var flag: Bool",
      fix: "var flag: Bool = false"),
    Self(
      .noStart, "The conditions of 'any' exclude every value, so the search has no initial state.",
      mistake: "var recent = any k in Kind where k == .info && k == .mention",
      fix: "var recent = any k in Kind where k == .info || k == .mention"),
    Self(
      .orderMatters,
      """
      A loop over a set must give the same result in every order of its elements. This loop \
      does not.
      """,
      mistake: "on open { for id in shown { top = tray[id] } }",
      fix: "on open { for id in queue { top = tray[id] } }"),
    Self(
      .timeLimit,
      """
      The limit of 'within' is a number of 'ticks' or 'steps'. A limit in ticks needs a \
      spec with a timer.
      """,
      mistake: "eventually quiet whenever muted within 3 seconds { !muted }",
      fix: "eventually quiet whenever muted within 3 ticks { !muted }"),
    Self(
      .lostFairness,
      """
      The world replaces a fair event or rule with one that is not fair. An 'eventually' \
      may then fail.
      """,
      mistake: """
        fair on unmute when muted { muted = false }
        eventually quiet whenever muted { !muted }
        world slow { on unmute when muted { muted = false } }
        """,
      fix: """
        fair on unmute when muted { muted = false }
        eventually quiet whenever muted { !muted }
        world slow { fair on unmute when muted { muted = false } }
        """),
    Self(
      .expectedViolation,
      """
      After 'violates', a world names properties, 'deadlock', 'gap', 'overlap' or 'fault'. A \
      gap, overlap or fault can have a place, as in 'fault in read'.
      """,
      mistake: "world loud { limit = 2 } violates deadlock in read",
      fix: "world loud { limit = 2 } violates deadlock"),
  ]

  static let ofUses = [
    Self(
      .unusableFile, "The file does not exist, or cannot be read.",
      mistake: """
        spec App
        use "shelf.tray"
        """,
      fix: """
        spec App
        use "shelf.tray"
        // In shelf.tray:
        library Shelf
        """),
    Self(
      .useCycle, "A file cannot use itself, directly or through other files.",
      mistake: """
        spec App
        use "shelf.tray"
        // In shelf.tray:
        library Shelf
        use "example.tray"
        """,
      fix: """
        spec App
        use "shelf.tray"
        // In shelf.tray:
        library Shelf
        """),
    Self(
      .notLibrary, "Only a file that begins with 'library' can be used.",
      mistake: """
        spec App
        use "shelf.tray"
        // In shelf.tray:
        spec Shelf
        """,
      fix: """
        spec App
        use "shelf.tray"
        // In shelf.tray:
        library Shelf
        """),
    Self(
      .notOpen, "Only declarations that a library marks with 'open' can be replaced.",
      mistake: """
        spec App
        use "shelf.tray" { let loud = false }
        // In shelf.tray:
        library Shelf
        let loud = true
        """,
      fix: """
        spec App
        use "shelf.tray" { let loud = false }
        // In shelf.tray:
        library Shelf
        open let loud = true
        """),
    Self(
      .ownDeclaration,
      """
      Settings and rules outside of a declaration change a library. Edit a declaration of \
      the same file directly.
      """,
      mistake: """
        on open { rule quiet when !muted {} }
        rule open.loud when muted { badge = 0 }
        """,
      fix: """
        on open {
          rule quiet when !muted {}
          rule loud when muted { badge = 0 }
        }
        """),
    Self(
      .differentSignature, "A replacement must have the same type and parameters as the original.",
      mistake: """
        spec App
        use "shelf.tray" { let size: Bool = true }
        // In shelf.tray:
        library Shelf
        open let size = 1
        """,
      fix: """
        spec App
        use "shelf.tray" { let size = 2 }
        // In shelf.tray:
        library Shelf
        open let size = 1
        """),
    Self(
      .conflictingReplacement,
      "Two uses of a library change the same declaration in different ways.",
      mistake: """
        spec App
        use "shelf.tray" { room = 1 }
        use "shelf.tray" { room = 2 }
        // In shelf.tray:
        library Shelf
        param room = 3
        """,
      fix: """
        spec App
        use "shelf.tray" { room = 1 }
        use "shelf.tray"
        // In shelf.tray:
        library Shelf
        param room = 3
        """),
  ]
}
