import TestSupport

/// Random specs without mistakes: the engine has to agree with the reference evaluator on all of them.
struct StepTrial: RandomSpecTrial {
  let bench: Workbench

  init(_ bench: Workbench) { self.bench = bench }

  func spec(seed: UInt64) -> (text: String, world: String?) {
    switch seed % 8 {
    case 0..<5:
      let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 2))
      return (random.text, random.world)
    case 5: return (RandomFairSpec(seed: seed, maximumStates: 150).text, nil)
    default: return (RandomFairSpec(seed: seed, maximumStates: 150, isCrowded: true).text, nil)
    }
  }

  func complaint(about text: String, world: String?, seed: UInt64) throws -> String? {
    let judge = try SpecJudge(SpecText.checked(text, world: world), seed: seed)
    if case .differs(let difference)? = judge?.outcome() { return difference }
    return nil
  }
}
