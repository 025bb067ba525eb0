import Semantics

extension DiagnosticExplanation {
  static let ofCalls = [
    Self(
      .missingLabel, "Arguments have the labels of the declaration, in its order.",
      mistake: "on open { emit banner(.info) }",
      fix: "on open { emit banner(kind: .info) }"),
    Self(
      .unexpectedLabel, "This value has no label, or another one.",
      mistake: "on open(id: ID) when queue.contains(element: id) { badge = 0 }",
      fix: "on open(id: ID) when queue.contains(id) { badge = 0 }"),
    Self(
      .argumentCount, "The call has more or fewer values than the declaration.",
      mistake: "on open when amount() == 0 { badge = 0 }",
      fix: "on open when amount(of: .info) == 0 { badge = 0 }"),
    Self(
      .caseValues,
      """
      This case carries values. A comparison names all of them, and a pattern may leave \
      them out.
      """,
      mistake: "on open(kind: Kind) when kind != .call { badge = 0 }",
      fix: "on open(kind: Kind) when !(kind is .call) { badge = 0 }"),
    Self(
      .eventPattern,
      """
      A transition names events, each with a rule or with patterns for parameters. The \
      word 'any' means all events, so it has neither.
      """,
      mistake: "transition quiet after any.loud { badge < 4 }",
      fix: "transition quiet after any { badge < 4 }"),
    Self(
      .missingCase, "A 'switch' covers every value of its type.",
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
      .missingKey, "A table has a value for every key of its type.",
      mistake: "let weight: Table<Bool, 0...3> = [true: 1]",
      fix: "let weight: Table<Bool, 0...3> = [true: 1, false: 0]"),
    Self(
      .unreachableCase, "The cases or steps above cover everything, so this one never applies.",
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
      A name is given only where something uses it: in 'if case' and in a 'case' of \
      'switch'.
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
      element. Usually '&&' is meant.
      """,
      mistake: "reachable loud { some c in tray.values: c.unread implies muted }",
      fix: "reachable loud { some c in tray.values: c.unread && muted }"),
  ]

  static let ofPlaces = [
    Self(
      .notAssignable,
      """
      Only variables and their parts change. Params, constants, parameters and funcs stay \
      the same.
      """,
      mistake: "on open { limit = 1 }",
      fix: "on open { badge = 1 }"),
    Self(
      .noStateHere, "This value is fixed before the search begins, so it cannot read variables.",
      mistake: "let most = badge",
      fix: "let most = limit"),
    Self(
      .declaredLater, "Initial values are computed in the order of the declarations.",
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
      The words 'old', 'unchanged' and 'emitted' compare a step with the state before it. \
      Only a 'transition' is about steps.
      """,
      mistake: "invariant quiet { old(badge) <= badge }",
      fix: "transition quiet after any { old(badge) <= badge }"),
    Self(
      .enabledHere,
      """
      Only properties and scenarios can use 'enabled(event)'. An event cannot depend on \
      whether others are possible.
      """,
      mistake: "on open when enabled(clear) { badge = 0 }",
      fix: "on open when !tray.isEmpty { badge = 0 }"),
    Self(
      .ghostInfluence,
      """
      A 'ghost var' records something for properties. Events and other variables cannot \
      depend on it.
      """,
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
      """
      A variable needs a value at the start: '= value', or '= any' for every value of its \
      type.
      """,
      mistake: "var flag: Bool",
      fix: "var flag: Bool = false"),
    Self(
      .noStart, "The conditions of 'any' exclude every value, so the search has no initial state.",
      mistake: "var recent = any k in Kind where k == .info && k == .mention",
      fix: "var recent = any k in Kind where k == .info || k == .mention"),
    Self(
      .orderMatters,
      "A loop over a set runs in every order, and here the orders have different results.",
      mistake: "on open { for id in shown { top = tray[id] } }",
      fix: "on open { for id in queue { top = tray[id] } }"),
    Self(
      .timeLimit, "The limit of 'within' is a number of 'ticks' or 'steps'. Ticks need a timer.",
      mistake: "eventually quiet whenever muted within 3 seconds { !muted }",
      fix: "eventually quiet whenever muted within 3 ticks { !muted }"),
    Self(
      .lostFairness,
      """
      The world replaces a fair event or rule by one that is not fair. An 'eventually' may \
      then fail.
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
      A world expects a violation of a property, or 'deadlock', 'gap', 'overlap' or \
      'fault' at a place that can have it.
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
      .useCycle, "A file cannot use itself, not even through other files.",
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
      .notOpen, "A library marks with 'open' what others may replace.",
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
      Settings and rules outside of a declaration are for libraries. A declaration of the \
      same file is changed directly.
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
      .differentSignature, "A replacement has the type and parameters of the original.",
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
