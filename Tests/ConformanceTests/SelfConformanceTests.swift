import Conformance
import Semantics
import TestSupport
import Testing
import Traces

/// A spec that acts as its own implementation never differs, whatever is observed, reported and hidden.
@Suite struct SelfConformanceTests {
  @Test("random specs conform to themselves", arguments: Weekly.seeds(60))
  func randomSpecs(_ seed: Int) throws {
    let random = RandomSpec(seed: UInt64(seed))
    try requireConformance(random.text, world: random.world, seed: UInt64(seed))
  }

  @Test(
    "random specs with interchangeable names conform to themselves", arguments: Weekly.seeds(40))
  func namedSpecs(_ seed: Int) throws {
    try requireConformance(RandomNamedSpec(seed: UInt64(seed)).text, world: nil, seed: UInt64(seed))
  }

  @Test("random specs with fewer names than their implementation has things conform")
  func moreThings() throws {
    var (runs, larger) = (0, 0)
    for seed in Weekly.seeds(60) {
      let counts = try requireConformance(
        RandomTraySpec(seed: UInt64(seed)).text, world: nil, seed: UInt64(seed),
        names: 1 + seed % 2, things: 2 + seed % 3)
      (runs, larger) = (runs + counts.runs, larger + counts.larger)
    }
    // Otherwise the test covers too little.
    #expect(larger * 10 > runs, "\(larger) of \(runs)")
  }

  @discardableResult
  private func requireConformance(
    _ text: String, world: String?, seed: UInt64, names: Int? = nil, things: Int? = nil
  ) throws -> (runs: Int, larger: Int) {
    @Sendable func interface(_ names: Int?) -> Interface? {
      let spec = try? SpecText.checked(
        text, world: world, settings: names.map { [("P", "\($0)")] } ?? [])
      return spec.flatMap { try? Machine($0) }.flatMap { try? Interface($0) }
    }
    var counts = (runs: 0, larger: 0)
    guard var followed = interface(names), let implemented = interface(things ?? names) else {
      return counts
    }
    if let names { followed.largerScopes = LargerScopes { interface(names + $0) } }
    for attempt in 0..<2 {
      let mask = RandomMask.mask(followed, seed: seed &* 3 &+ UInt64(attempt))
      let system = SpecSystem(implemented, mask, seed: seed)
      let handshake = try Handshake(
        try system.send(.hello(Handshake.greeting(of: followed))), followed)
      let driver = TestDriver(
        followed.introduced(handshake), system, refuses: handshake.refuses)
      for walk in 0..<4 {
        var chooser = RandomChooser(
          steps: 12, refuses: driver.refuses, seed: UInt64(walk) &+ seed)
        let run = driver.run { chooser.next($0, $1) }
        counts.runs += 1
        if run.interface.additionalNames > 0 { counts.larger += 1 }
        switch run.end {
        case .conforms, .undecided: break
        default:
          let steps = run.steps.map {
            (
              run.interface.spec.text($0.driven.instance)
                + ($0.driven.isPossible ? "" : " refused"),
              $0.reply?.text ?? ""
            )
          }
          Issue.record(
            "seed \(seed), attempt \(attempt), walk \(walk): \(run.start?.text ?? "") \(steps) \(run.difference?.kind as Any) \(run.difference?.leaves as Any) \(run.difference?.reasons as Any) \(mask)\n\(text)"
          )
          return counts
        }
      }
    }
    return counts
  }
}

/// Random choices of visible, reported and hidden parts of a spec.
enum RandomMask {
  static func mask(_ interface: Interface, seed: UInt64) -> SpecSystem.Mask {
    var random = SplitMix64(seed: seed)
    var mask = SpecSystem.Mask(
      observed: Set(interface.observables.map(\.name).filter { _ in !random.oneIn(3) }))
    mask.signals = Set(interface.spec.signals.map(\.name).filter { _ in !random.oneIn(3) })
    mask.hidden = Set(interface.spec.events.map(\.name).filter { _ in random.oneIn(4) })
    mask.refuses = random.oneIn(2)
    mask.isLate = random.oneIn(3)
    for case .structure(let type) in interface.observables.flatMap({ structures($0.type) }) {
      for field in type.fields where random.oneIn(3) {
        mask.blind.insert("\(type.name).\(field.name ?? "")")
      }
    }
    return mask
  }

  private static func structures(_ type: Type) -> [Type] {
    (type.isStructure ? [type] : []) + type.parts.flatMap(structures)
  }
}

extension Type {
  fileprivate var isStructure: Bool { if case .structure = self { true } else { false } }
}
