import Foundation
import Semantics
import TestSupport
import Testing

@Suite("A finding") struct FindingTests {
  private static let range = SourceRange(3, 8)

  private static let all = [
    Finding(.gap, event: 6), Finding(.overlap, event: 7, rules: [0, 2]),
    Finding(.overlap, event: 7, rules: [0, 2, 3]), Finding(.overlap, event: 7),
    Finding(.fault, event: 7, at: range), Finding(.fault, event: 7, rule: 1, at: range),
    Finding(.guardFault, event: 8, at: range), Finding(.transition, property: 10),
    Finding(.stepFault, property: 10, at: range), Finding(.deadlock),
    Finding(.terminalFault, at: range), Finding(.invariant, property: 1),
    Finding(.goal, property: 2), Finding(.propertyFault, property: 5, at: range),
    Finding(.possible, property: 4), Finding(.eventually, property: 3),
  ]

  @Test("is read as it was written", arguments: all)
  func roundTrip(_ finding: Finding) throws {
    let written = try JSONEncoder().encode(finding)
    #expect(try JSONDecoder().decode(Finding.self, from: written) == finding)
  }

  @Test("of a level is told in the order of what it is about")
  func order() { #expect(Self.all.reversed().sorted() == Self.all) }

  @Test(
    "has the keys that shards always had",
    arguments: [
      (Finding(.deadlock), #"{"kind":"deadlock"}"#),
      (
        Finding(.fault, event: 9, rule: 1, at: range),
        #"{"end":8,"event":9,"kind":"fault","rule":1,"start":3}"#
      ),
      (
        Finding(.stepFault, property: 2, at: range),
        #"{"end":8,"kind":"stepFault","property":2,"start":3}"#
      ),
      (
        Finding(.overlap, event: 7, rules: [0, 2]),
        #"{"event":7,"kind":"overlap","rules":[0,2]}"#
      ),
    ])
  func keys(_ finding: Finding, _ text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(finding), as: UTF8.self) == text)
  }

  @Test("is refused if something is missing, or the spec does not have it")
  func fits() throws {
    let spec = try SpecText.checked("var on = false\non flip { on = !on }\ninvariant off { !on }")
    let good = [
      Finding(.gap, event: 0), Finding(.fault, event: 0, at: Self.range), Finding(.deadlock),
      Finding(.invariant, property: 0), Finding(.terminalFault, at: Self.range),
    ]
    let bad = [
      Finding(.gap), Finding(.gap, event: 1), Finding(.gap, event: -1), Finding(.gap, property: 0),
      Finding(.fault, event: 0), Finding(.fault, event: 0, rule: 0, at: Self.range),
      Finding(.overlap, event: 0, rules: [0, 1]), Finding(.invariant),
      Finding(.invariant, property: 1), Finding(.deadlock, event: 0), Finding(.terminalFault),
      Finding(.propertyFault, property: 0),
    ]
    #expect(good.allSatisfy { $0.fits(spec) } && !bad.contains { $0.fits(spec) })
  }
}
