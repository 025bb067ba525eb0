import TestSupport

/// Random specs without mistakes, for which the two engines must have the same results.
struct EngineTrial: RandomSpecTrial {
  let bench: Workbench

  init(_ bench: Workbench) { self.bench = bench }

  func spec(seed: UInt64) -> (text: String, world: String?) {
    switch seed % 8 {
    case 0..<4:
      let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 2))
      return (random.text, random.world)
    case 4..<6:
      let isCrowded = seed.isMultiple(of: 2)
      return (RandomFairSpec(seed: seed, maximumStates: 150, isCrowded: isCrowded).text, nil)
    case 6: return (RandomNamedSpec(seed: seed).text, nil)
    default: return (RandomFairSpec(seed: seed, maximumStates: 1_500).text, nil)
    }
  }

  func complaint(about text: String, world: String?, seed: UInt64) throws -> String? {
    try EngineAgreement(
      SpecText.checked(text, world: world), threads: 1 + Int(seed % 2),
      reducesSymmetry: !seed.isMultiple(of: 5)
    ).complaints.first
  }
}
