import TestSupport
import Testing

@testable import Semantics

@Suite("Properties that follow from others")
struct PropertyImplicationsTests {
  /// The name of the property from which the last one follows; nil if there is none.
  private func premise(ofLastOf properties: String) throws -> String? {
    let spec = try SpecText.checked(
      """
      symmetric Card(2)
      enum Phase { idle, busy, closed }
      struct Look { count: 0...3, phase: Phase }
      var phase: Phase = .idle
      var taps: 0...3 = 0
      var tray: Map<Card, Look> = [:]
      on tap when taps < 3 { taps += 1 }
      on press when taps < 3 { taps = 3 }
      on show(card: Card) { tray[card] = Look(count: 0, phase: .idle) }
      \(properties)
      """)
    let all = Array(spec.properties.indices)
    let implications = PropertyImplications(of: all, in: spec)
    return implications.premise(of: all.count - 1, among: all).map { spec.properties[$0].name }
  }

  @Test(
    "a truth table proves that a property follows from another one",
    arguments: [
      "invariant a { taps < 2 }\ninvariant b { taps <= 2 }",
      "invariant a { taps == 1 && phase == .busy }\ninvariant b { phase != .idle }",
      "invariant a { phase == .busy }\ninvariant b { taps > 1 ? phase != .idle : phase != .closed }",
      "invariant a { every c in Card, d in Card: tray[c] == nil || tray[d] == nil }\n"
        + "invariant b { every x in Card, y in Card: tray[x] == nil || tray[y] == nil || taps == 1 }",
      "invariant a { no l in tray.values: l.count > 1 }\n"
        + "invariant b { every k in tray.values: k.count < 3 }",
      "invariant a { every c in tray.keys: taps < 2 }\n"
        + "invariant b { every k in tray.keys: k in tray.keys && taps < 3 }",
      "transition a after tap { taps == 2 }\ntransition b after tap { taps != 0 }",
      "reachable a { taps == 2 }\nreachable b { taps == 2 }",
      "invariant a { enabled(tap) && taps > 0 }\ninvariant b { enabled(tap) }",
    ])
  func follows(_ properties: String) throws {
    #expect(try premise(ofLastOf: properties) == "a")
  }

  @Test(
    "a property does not follow from one that holds in a state in which it fails",
    arguments: [
      "invariant a { taps <= 2 }\ninvariant b { taps < 2 }",
      "invariant a { taps + 1 < 4 || phase == .closed }\ninvariant b { taps < 3 }",
      "invariant a { some l in tray.values: l.count > 1 }\n"
        + "invariant b { every l in tray.values: l.count > 0 }",
      "transition a after tap { taps == 2 }\ntransition b after show { taps != 0 }",
      "reachable a { taps == 2 }\nreachable b { taps == 3 }",
      "invariant a { taps < 3 }\ninvariant b { enabled(tap) }",
      "invariant a { phase == .busy implies enabled(tap) }\n"
        + "invariant b { phase == .busy implies enabled(press) }",
      "invariant a { taps < 3 }\ninvariant b { enabled(show) }",
      "invariant a { phase == .busy }\ninvariant b { tray.count < 9 / taps || phase == .busy }",
    ])
  func doesNotFollow(_ properties: String) throws {
    #expect(try premise(ofLastOf: properties) == nil)
  }

  @Test("of two properties that imply each other, only the later one follows")
  func both() throws {
    #expect(try premise(ofLastOf: "invariant a { taps != 0 }\ninvariant b { taps > 0 }") == "a")
  }
}
