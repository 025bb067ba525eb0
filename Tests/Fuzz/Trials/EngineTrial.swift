import TestSupport

/// Random specs without mistakes: the two engines have to say the same of them.
struct EngineTrial: Trial {
  private let bench: Workbench

  init(_ bench: Workbench) { self.bench = bench }

  func complaint(seed: UInt64) throws -> String? {
    bench.begin()
    let text: String
    var world: String?
    switch seed % 8 {
    case 0..<4:
      let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 2))
      (text, world) = (random.text, random.world)
    case 4..<6:
      text = RandomFairSpec(seed: seed, maximumStates: 150, isCrowded: seed.isMultiple(of: 2)).text
    case 6: text = RandomNamedSpec(seed: seed).text
    default: text = RandomFairSpec(seed: seed, maximumStates: 1_500).text
    }
    bench.write(Array("// world \(world ?? "default")\n\(text)".utf8), to: "spec.tray")
    do {
      let agreement = try EngineAgreement(
        SpecText.checked(text, world: world), threads: 1 + Int(seed % 2),
        reducesSymmetry: !seed.isMultiple(of: 5))
      return agreement.complaints.first
    } catch let mistakes as SpecText.Mistakes {
      return "\(mistakes.description.prefix(400))"
    }
  }
}
