import TestSupport
import Testing

@Suite("Random specs")
struct RandomSpecTests {
  @Test("are well typed", arguments: RandomSpec.first(120))
  func areWellTyped(_ random: RandomSpec) throws {
    _ = try SpecText.checked(random.text, world: random.world)
  }

  @Test("are the same for the same seed")
  func areDeterministic() {
    #expect(RandomSpec(seed: 11).text == RandomSpec(seed: 11).text)
    #expect(RandomSpec(seed: 11).text != RandomSpec(seed: 12).text)
  }

  @Test("show every kind of violation, and loops whose order matters")
  func areVaried() throws {
    var seen: Set<String> = []
    for random in RandomSpec.first(80) {
      let found = try search(SpecText.checked(random.text), limits: .init(states: 30))
      if !found.result.orderDependentLoops.isEmpty { seen.insert("order") }
      for violation in found.violations {
        let isNamed = [.invariant, .transition].contains(violation.word)
        seen.insert(isNamed ? violation.word.rawValue : violation.name(in: found.spec))
      }
    }
    #expect(
      seen.isSuperset(
        of: ["order", "invariant", "transition", "deadlock", "gap", "overlap", "fault"]))
  }
}
