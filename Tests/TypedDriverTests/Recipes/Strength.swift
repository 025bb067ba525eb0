import Conformance
import Testing

@Suite struct QuietStrength {
  @Test func driverSeesEnough() async throws {
    let strength = try await Quiet.strength(of: TrayModelDriver())
    #expect(strength.unnoticed.isEmpty, "\(strength)")
  }
}
