import Semantics

extension DiagnosticExplanation {
  static let ofCalls = [
    Self(
      .missingLabel, "Each argument needs its label, in the order of the declaration.",
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
      This case carries values. '==' needs all of them; a pattern such as 'kind is .call' needs \
      none.
      """,
      mistake: "on open(kind: Kind) when kind != .call { badge = 0 }",
      fix: "on open(kind: Kind) when !(kind is .call) { badge = 0 }"),
    Self(
      .eventPattern, "'any' means all events, so it has no rule and no parameter patterns.",
      mistake: "transition quiet after any.loud { badge < 4 }",
      fix: "transition quiet after any { badge < 4 }"),
    Self(
      .missingCase,
      "A 'switch' covers every value of its type. Add the missing cases or 'default:'.",
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
      This case or event never applies: earlier ones cover everything, or its pattern fits no \
      value of the type.
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
      "A pattern can bind a name only after 'if case' and in a 'case' of 'switch'.",
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
      "In 'some', an implication is true if its left side is false for one element.",
      mistake: "reachable loud { some c in tray.values: c.unread implies muted }",
      fix: "reachable loud { some c in tray.values: c.unread && muted }"),
  ]

  static let ofPlaces = [
    Self(
      .notAssignable, "Statements can change only variables and their parts.",
      mistake: "on open { limit = 1 }",
      fix: "on open { badge = 1 }"),
    Self(
      .noStateHere,
      "Traycheck computes this value before the search, so variables have no value yet.",
      mistake: "let most = badge",
      fix: "let most = limit"),
    Self(
      .declaredLater, "An initial value can read only variables that are declared above it.",
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
      'old', 'unchanged' and 'emitted' belong in a 'transition'; a scenario can also use \
      'emitted'.
      """,
      mistake: "invariant quiet { old(badge) <= badge }",
      fix: "transition quiet after any { old(badge) <= badge }"),
    Self(
      .enabledHere, "Only properties and scenarios can use 'enabled(event)'.",
      mistake: "on open when enabled(clear) { badge = 0 }",
      fix: "on open when !tray.isEmpty { badge = 0 }"),
    Self(
      .ghostInfluence, "Only properties can depend on a 'ghost var'.",
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
      "A variable needs '= value', or '= any' to check all values of its type.",
      mistake: "var flag: Bool",
      fix: "var flag: Bool = false"),
    Self(
      .noStart, "The conditions of 'any' exclude every value.",
      mistake: "var recent = any k in Kind where k == .info && k == .mention",
      fix: "var recent = any k in Kind where k == .info || k == .mention"),
    Self(
      .orderMatters, "A loop over a set must give the same result in every order of its elements.",
      mistake: "on open { for id in shown { top = tray[id] } }",
      fix: "on open { for id in queue { top = tray[id] } }"),
    Self(
      .timeLimit, "'within' counts 'steps' or, in a spec with a timer, 'ticks'.",
      mistake: "eventually quiet whenever muted within 3 seconds { !muted }",
      fix: "eventually quiet whenever muted within 3 ticks { !muted }"),
    Self(
      .lostFairness, "The event or rule is not fair in this world, so an 'eventually' may fail.",
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
      'violates' takes properties, 'deadlock', 'gap', 'overlap' and 'fault'. The last three can \
      have a place. 'and others' ends the list.
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
      .useCycle, "A file cannot use itself, not even through others.",
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
      .notLibrary, "Only a library can be used.",
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
      .notOpen, "A library marks replaceable declarations with 'open'.",
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
      "This notation changes a library. Edit a declaration of the same file directly.",
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
      .differentSignature, "A replacement needs the type and parameters of the original.",
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
      "Two uses of a library change a declaration differently.",
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
