import Foundation
import Replays
import Semantics
import SpecLanguage
import TestSupport
import Testing
import Traces

@Suite("Stored counterexamples of random specs")
struct RoundTripTests {
  @Test("are read as they were written, and still violate")
  func roundTrip() throws {
    var (written, values) = (0, 0)
    for random in RandomSpec.first(60) {
      let found = try search(SpecText.checked(random.text), limits: .init(states: 60))
      let replayer = Replayer(found.machine, starts: found.starts)
      for violation in found.violations {
        written += 1
        try expectSame(violation, found, replayer)
        for state in [violation.path.start] + violation.path.steps.map(\.state) {
          for (variable, value) in zip(found.spec.variables, state) {
            #expect(try ValueReader.read(variable.type.text(value), as: variable.type) == value)
            values += 1
          }
        }
      }
    }
    #expect(written > 100 && values > 300, "\(written), \(values)")
  }

  private func expectSame(
    _ violation: Violation, _ found: SearchedSpec, _ replayer: Replayer
  ) throws {
    let document = found.document(of: violation)
    let text = try document.encoded()
    #expect(try CounterexampleReader.read(Array(text.utf8)) == document)
    let result = replayer.replay(document)
    guard case .stillViolates(let again) = result.verdict else {
      Issue.record("\(result.verdict)\n\(text)")
      return
    }
    #expect(again.length == violation.length)
    #expect(again.name(in: found.spec) == violation.name(in: found.spec))
    #expect(again.path.steps.map(\.instance) == violation.path.steps.map(\.instance))
    #expect(again.path.steps.map(\.rule) == violation.path.steps.map(\.rule))
    #expect(again.attempt == violation.attempt)
  }
}

/// The random specs have violations of every kind, so that none is left out.
@Suite("Random specs")
struct ViolationKindTests {
  @Test("have violations of every kind")
  func kinds() throws {
    var kinds: Set<ViolationKind> = []
    for random in RandomSpec.first(40) {
      let found = try search(SpecText.checked(random.text), limits: .init(states: 40))
      kinds.formUnion(found.violations.map { found.document(of: $0).property.kind })
    }
    let missing = Set(ViolationKind.allCases).subtracting(kinds)
    #expect(missing.isSubset(of: [.eventually, .possible]))
  }
}

/// Faults wherever they can be.
@Suite("A stored fault")
struct StoredFaultTests {
  static let text = """
    var n: 0...3 = 0
    on go when n < 3 { n += 1 }
    on guarded when n < 3 && 1 / (n - 1) > 9 {}
    on ruled when n < 3 {
      rule first when 2 / (n - 1) > 9 {}
      rule second when n >= 0 && n != 1 { let bad = 3 / (n - 2) }
      otherwise third {}
    }
    on plain when n < 3 { let bad = 4 / (n - 2) }
    invariant i { 5 / (n - 3) < 9 }
    reachable r { 6 / (n - 3) > 9 }
    transition t after go { 7 / (n - 2) < 9 }
    transition f after go where 8 / (old(n) - 2) < 9 { n >= 0 }
    terminal { 9 / (n - 3) > 9 }
    on stuck when n < 3 { n = 3 }
    """

  @Test("still shows, wherever it is, and in a spec that was edited")
  func places() throws {
    let found = try search(Self.text)
    let edited = try search(
      found.spec.file.text(SourceRange(0, 20_000))
        .replacing("spec Test", with: "spec Test\nvar x = true\non another when n < 3 {}"))
    var digits: Set<Character> = []
    for violation in found.violations {
      let document = found.document(of: violation)
      guard document.property.kind == .fault else { continue }
      digits.formUnion((document.property.expression ?? "").prefix(1))
      for spec in [found, edited] {
        let result = Replayer(spec.machine, starts: spec.starts).replay(document)
        guard case .stillViolates(let again) = result.verdict else {
          Issue.record("\(result.verdict): \(document.property)")
          continue
        }
        #expect(again.length == violation.length)
      }
    }
    #expect(digits == Set("123456789"))
  }

  @Test(
    "in 'terminal' shows only where nothing can happen, and no 'terminal' before it holds",
    arguments: [(0, "", false), (5, "", true), (5, "terminal { n == 5 }\n", false)])
  func terminal(_ steps: Int, _ before: String, _ isShown: Bool) throws {
    let found = try search(
      """
      var n: 0...5 = 0
      on up when n < 5 { n += 1 }
      \(before)terminal { 10 / (n % 5) > 100 }
      """)
    let events = Array(repeating: "{\"event\": \"up\"}", count: steps).joined(separator: ", ")
    let document = try CounterexampleReader.read(
      Array(
        """
        {
          "format": "traycheck-counterexample", "version": 1, "spec": {"name": "Test"},
          "property": {"kind": "fault", "expression": "10 / (n % 5)"}, "steps": [\(events)]
        }
        """.utf8))
    let verdict = Replayer(found.machine, starts: found.starts).replay(document).verdict
    switch verdict {
    case .stillViolates(let violation): #expect(isShown && violation.length == 5)
    case .fixed: #expect(!isShown)
    default: Issue.record("\(verdict)")
    }
    #expect(found.violations.isEmpty == !before.isEmpty)
  }
}

extension SearchedSpec {
  /// A violation as a file would hold it.
  func document(of violation: Violation) -> CounterexampleDocument {
    var violation = violation
    violation.isProvedShortest = true
    return CounterexampleDocument(
      Counterexample(violation, in: spec), in: spec, path: "Specs/test.tray",
      provenance: .init(by: .check, originalLength: violation.length))
  }
}
