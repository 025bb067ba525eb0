import Engine
import Foundation
import SpecLanguage
import Testing

@Suite("A finding") struct FindingTests {
  private static let range = SourceRange(3, 8)

  @Test(
    "is read as it was written",
    arguments: [
      .deadlock, .terminalFault(range), .invariant(1), .goal(2), .eventually(3), .possible(4),
      .propertyFault(5, range), .event(.gap(event: 6)), .event(.overlap(event: 7, rules: [0, 2])),
      .event(.overlap(event: 7, rules: nil)), .event(.guardFault(event: 8, range)),
      .event(.fault(event: 9, rule: 1, range)), .event(.fault(event: 9, rule: nil, range)),
      .event(.transition(property: 10)), .event(.propertyFault(property: 11, range)),
    ] as [Finding])
  func roundTrip(_ finding: Finding) throws {
    let written = try JSONEncoder().encode(finding)
    #expect(try JSONDecoder().decode(Finding.self, from: written) == finding)
  }
}
