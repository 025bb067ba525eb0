import TestSupport
import Testing

@testable import Engine

/// What is shown for every number of names, against ordinary checks of random specs.
@Suite("Every number of names, on random specs") struct RandomAnySizeTests {
  @Test("what is shown for every number holds with some", arguments: 0..<8)
  func random(_ portion: Int) throws {
    var established = 0
    for seed in portion * 12..<portion * 12 + 12 {
      var writer = RandomParametrisedSpec(seed: UInt64(seed))
      let text = writer.text()
      var judge = AnySizeJudge()
      judge.statesPerName = 40
      judge.numbers = 2
      let judgement = try judge.judge(text)
      #expect(judgement.complaints.isEmpty, "seed \(seed)\n\(text)")
      established += judgement.established
    }
    #expect(established > 0)
  }
}
