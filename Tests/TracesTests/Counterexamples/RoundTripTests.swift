import Engine
import Foundation
import SpecLanguage
import TestSupport
import Testing
import Traces

@Suite("Stored counterexamples of random specs")
struct RoundTripTests {
  static let specs = RandomSpec.first(250)

  @Test("are read as they were written, and still violate", arguments: specs)
  func roundTrip(_ random: RandomSpec) throws {
    let found = try search(SpecText.checked(random.text), limits: .init(states: 60))
    let replayer = Replayer(found.machine, starts: found.starts)
    for violation in found.violations {
      let document = found.document(of: violation)
      let text = try document.encoded()
      #expect(try CounterexampleReader.read(Array(text.utf8)) == document)
      let result = replayer.replay(document)
      guard case .stillViolates(let again) = result.verdict else {
        Issue.record("\(result.verdict)\n\(text)\n\(random.text)")
        continue
      }
      #expect(again.length == violation.length)
      #expect(again.name(in: found.spec) == violation.name(in: found.spec))
      #expect(again.path.steps.map(\.instance) == violation.path.steps.map(\.instance))
      #expect(again.path.steps.map(\.rule) == violation.path.steps.map(\.rule))
      #expect(again.attempt == violation.attempt)
      for state in [violation.path.start] + violation.path.steps.map(\.state) {
        for (variable, value) in zip(found.spec.variables, state) {
          #expect(try ValueReader.read(variable.type.text(value), as: variable.type) == value)
        }
      }
    }
  }
}

extension SearchedSpec {
  /// A violation as a file would hold it.
  func document(of violation: Violation) -> CounterexampleDocument {
    CounterexampleDocument(
      violation, in: spec, path: "Specs/test.tray",
      provenance: .init(by: .check, originalLength: violation.length), isProvedShortest: true)
  }
}
