import Testing
import Conformance

/// A spec in which there is next to nothing.
@Suite("The least driver") struct LampTests {
  private final class LampDriver: Lamp.Driver {
    private var isLit = false

    func reset() { isLit = false }
    func press() { isLit.toggle() }
    func observe() -> Lamp.Observation { Lamp.Observation(lit: isLit) }
  }

  @Test("has a method for its event, one to begin anew and one to look")
  func conforms() async throws {
    for path in try Lamp.paths(.suite(.transitions)) {
      try await Lamp.check(path, with: LampDriver())
    }
  }
}
