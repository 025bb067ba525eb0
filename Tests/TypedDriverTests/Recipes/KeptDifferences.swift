import Conformance
import Testing

@Suite struct KeptQuietConformance {
  static let folder = "Counterexamples"

  @Test(arguments: try Quiet.paths(.kept(in: folder), .suite(), .walks(100, seed: 1)))
  func conforms(_ path: TrayPath) async throws {
    try await Quiet.check(path, with: TrayModelDriver(), keptIn: Self.folder)
  }
}
