import Replays
import Semantics
import TestSupport
import Testing

/// Counterexamples outlive edits that have nothing to do with them.
@Suite("Counterexamples of edited specs")
struct EditedSpecTests {
  @Test("still violate: random specs, reordered, with more in them and other names")
  func random() throws {
    var done: [String: Int] = [:]
    for random in RandomSpec.first(40) {
      try edit(random.text, seed: random.seed, world: nil, &done)
    }
    #expect(done["order", default: 0] > 60, "\(done)")
    #expect(done["rule that never applies", default: 0] > 60, "\(done)")
    #expect(done["rule that applies elsewhere", default: 0] > 60, "\(done)")
    for what in ["param", "type", "case", "variable", "signal", "function", "event", "rule"] {
      #expect(done[what, default: 0] > 20, "\(what): \(done)")
    }
  }

  static let lamp = """
    spec Lamp
    param levels: 1...5 = 3
    param depth: 0...2 = 1
    let two = 2
    enum Color { red, green, blue }
    enum Shape { round, flat }
    symmetric Person(2)
    var level: 0...levels = 0
    var shape: Shape = .round
    var owner: Person? = nil
    signal click
    func isLow(_ n: Int) -> Bool { n < levels }
    on turn(by: 1...2) when level + by <= levels {
      rule normal when by < two { level += by; emit click }
      rule fast when by == two { level += by }
    }
    on paint(color: Color) { if color == .red { shape = .flat } }
    on take(who: Person) when owner == nil { owner = who }
    invariant dim { isLow(level) }
    invariant free { owner == nil || shape == .round }
    transition quiet after turn { !emitted(click) || level != 1 }
    reachable taken { owner != nil }
    scenario tour { turn(by: 1) }
    world large { levels = 5 }
    world small { levels = 2 }
    terminal { true }
    """

  @Test("still violate in their world: everything that can be declared has another name")
  func named() throws {
    var done: [String: Int] = [:]
    for seed in 0..<10 { try edit(Self.lamp, seed: UInt64(seed), world: "small", &done) }
    #expect(
      Set(done.keys) == [
        "order", "rule that never applies", "rule that applies elsewhere", "param", "constant",
        "type", "case", "variable", "signal", "function", "event", "rule", "property", "scenario",
        "world",
      ], "\(done)")
  }

  /// Edits a spec for each of its violations, and replays that.
  private func edit(
    _ text: String, seed: UInt64, world: String?, _ done: inout [String: Int]
  ) throws {
    let found = try search(SpecText.checked(text, world: world), limits: .init(states: 40))
    for violation in found.violations {
      let document = found.document(of: violation)
      var edit = SpecEdit(text)
      edit.reorder(seed: seed)
      edit.addRules(awayFrom: violation.path, in: found.spec)
      edit.rename(unrelatedTo: document)
      done.merge(edit.done) { $0 + $1 }
      let machine = try Machine(SpecText.checked(edit.text, world: world))
      let result = Replayer(machine, starts: try machine.starts()).replay(document)
      guard case .stillViolates(let again) = result.verdict else {
        Issue.record("\(result.verdict)\n\(edit.text)\n\(try document.encoded())")
        continue
      }
      // A new rule makes steps that a transition property may match, on another path.
      let isTransition = document.property.kind == .transition
      #expect(
        again.length == violation.length || isTransition && again.length < violation.length,
        "\(again.length), \(violation.length)\n\(edit.text)")
    }
  }
}
