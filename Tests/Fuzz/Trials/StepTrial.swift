import TestSupport

/// Random specs without mistakes: the engine has to agree with the reference evaluator on all of them.
struct StepTrial: Trial {
  private let bench: Workbench

  init(_ bench: Workbench) { self.bench = bench }

  func complaint(seed: UInt64) throws -> String? {
    bench.begin()
    let text: String
    var world: String?
    switch seed % 8 {
    case 0..<5:
      let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 2))
      (text, world) = (random.text, random.world)
    case 5: text = RandomFairSpec(seed: seed, maximumStates: 150).text
    default: text = RandomFairSpec(seed: seed, maximumStates: 150, isCrowded: true).text
    }
    bench.write(Array("// world \(world ?? "default")\n\(text)".utf8), to: "spec.tray")
    let outcome: SpecJudge.Outcome
    do {
      guard let judge = try SpecJudge(SpecText.checked(text, world: world), seed: seed) else {
        return nil
      }
      outcome = judge.outcome()
    } catch let mistakes as SpecText.Mistakes {
      return "\(mistakes.description.prefix(400))"
    }
    if case .differs(let difference) = outcome { return difference }
    return nil
  }
}
