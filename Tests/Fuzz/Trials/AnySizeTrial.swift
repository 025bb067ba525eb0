import TestSupport

/// Random specs with interchangeable names: a proof for any instance count holds for some counts.
struct AnySizeTrial: RandomSpecTrial {
  let bench: Workbench

  init(_ bench: Workbench) { self.bench = bench }

  func spec(seed: UInt64) -> (text: String, world: String?) {
    var writer = RandomParametrisedSpec(seed: seed)
    return (writer.text(), nil)
  }

  func complaint(about text: String, world: String?, seed: UInt64) throws -> String? {
    try AnySizeJudge().judge(text).complaints.first
  }
}
