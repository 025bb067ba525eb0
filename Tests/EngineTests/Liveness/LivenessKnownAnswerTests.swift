import TestSupport
import Testing

/// Known results on properties of runs of the specs in the folder `KnownAnswers`; `KnownAnswerTests` counts their
/// states and steps.
@Suite("Known answers about whole runs")
struct LivenessKnownAnswerTests {
  @Test("are found, and shown by runs that are what they are said to be", arguments: cases)
  func areFound(_ known: KnownAnswers.Case) throws {
    let found = try search(KnownAnswers.spec(known))
    for verdict in found.result.properties {
      let property = found.spec.properties[verdict.property]
      guard KnownAnswers.isAboutRuns(property.name, found.spec) else { continue }
      switch (verdict.status, known.answer.violated[property.name]) {
      case (.holds, nil): break
      case (.violated, .some(let length)):
        let violation = try #require(verdict.violation)
        if let length { #expect(violation.length == length, "\(property.name)") }
        try violation.expectIsShown(
          by: found.machine, from: found.starts, "\(known), \(property.name)")
      default:
        Issue.record("\(property.name): \(found.verdict(property.name))")
      }
    }
    let unexpected = known.world == "default" ? Set(known.answer.violated.keys) : []
    #expect(Set(found.judgement.unexpected) == unexpected)
    #expect(found.judgement.missing == [])
  }

  /// The worlds of specs with a liveness property.
  static let cases = KnownAnswers.cases.filter { known in
    guard let spec = try? KnownAnswers.spec(known) else { return true }
    return spec.properties.contains { KnownAnswers.isAboutRuns($0.name, spec) }
  }
}
