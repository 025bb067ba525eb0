import Engine
import Semantics
import TestSupport
import Testing

@Suite("Faults do not depend on the order of names") struct SymmetricFaultTests {
  /// In one state, reading some names faults at one place, and reading others at another.
  @Test(
    "the one told comes first in the text, with and without symmetry",
    arguments: [
      "invariant judged { every x in ID: t[x] == .none || (t[x] == .down ? n / m == 9 : n / k == 9) }",
      "invariant judged { sum(x in ID: t[x] == .none ? 0 : t[x] == .up ? n / m : n / k) < 9 }",
      "on probe { l = max(x in ID: t[x] == .down ? n / m : t[x] == .up ? n / k : 0)! }",
      "eventually judged(x: ID) whenever t[x] != .none && (t[x] == .up ? n / m == 0 : n / k == 0) { k == 1 }",
    ])
  func faults(_ declaration: String) throws {
    let spec = try SpecText.checked(
      """
      symmetric ID(3)
      enum V { none, up, down }
      var t: Table<ID, V> = .none
      var n: 0...1 = 1
      var m: 0...1 = 0
      var k: 0...1 = 0
      var l: 0...1 = 0
      on set(id: ID, v: V) when t[id] == .none { t[id] = v }
      terminal { true }
      \(declaration)
      """)
    let machine = try Machine(spec)
    let starts = try machine.starts()
    var limits = SearchLimits()
    limits.reducesSymmetry = false
    let reduced = ExhaustiveSearch(machine).run(from: starts)
    let plain = ExhaustiveSearch(machine, limits: limits).run(from: starts)
    #expect(reduced.internalErrors.isEmpty && plain.internalErrors.isEmpty)
    let told = [reduced, plain].map { result in
      result.generalViolations.map { violation -> String in
        guard let fault = violation.fault else { return "\(violation.finding)" }
        return "\(fault.range.start) after \(violation.length)"
      }
    }
    #expect(told[0] == told[1] && told[0].count == 2, "\(told)")
  }
}
