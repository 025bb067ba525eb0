extension Sample {
  /// Verdicts of properties, worlds and scenarios.
  static let properties = [
    Sample(
      "holds",
      """
      /// A lamp that a button turns on and off.
      spec Lamp

      signal click

      var isLit = false

      on press { isLit = !isLit; emit click }

      /// A lamp is lit or dark.
      invariant litOrDark { isLit || !isLit }
      transition pressTurns after press { isLit != old(isLit) && emitted(click) }
      /// One can read at night.
      reachable light { isLit }

      scenario twice {
          press
          press
          expect !isLit
      }
      """),
    Sample(
      "violated",
      """
      spec Duplicates

      enum Kind { mention, info }
      var tray: Map<0..<2, Kind> = [:]

      on receive(id: 0..<2, kind: Kind) when tray[id] == nil { tray[id] = kind }
      on dismiss(id: 0..<2) when tray[id] != nil { tray[id] = nil }

      /// Two cards never say the same thing.
      invariant noDuplicates { no distinct a, b in tray.values: a == b }
      transition dismissEmpties after dismiss { tray.isEmpty }
      """),
    Sample(
      "announced",
      """
      spec Announced

      param limit = 1
      var count: 0...3 = 0

      on grow when count < limit { count += 1 }
      on shrink when count > 0 { count -= 1 }

      /// One card is enough.
      invariant small { count <= 1 }

      /// The server does not know.
      world large { limit = 2 } violates small
      """),
    Sample(
      "missing",
      """
      spec Missing

      var isLit = false
      on press { isLit = !isLit }
      invariant fine { isLit || !isLit }

      world dim { } violates fine, deadlock
      """),
    Sample(
      "unreached",
      """
      spec Unreached

      var isLit = false
      on darken { isLit = false }

      /// One can read at night.
      reachable light { isLit }
      """),
    Sample(
      "scenario",
      """
      spec Script

      var isLit = false
      on press when !isLit { isLit = true }
      on release when isLit { isLit = false }

      /// Pressing it twice is one time too many.
      scenario tooOften {
          press
          press
      }
      scenario wrong {
          press
          expect !isLit
      }
      """),
  ]
}
