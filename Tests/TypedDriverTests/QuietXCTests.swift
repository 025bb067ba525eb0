import TrayKit
import XCTest

/// The same in XCTest.
final class QuietXCTests: XCTestCase {
  func testConforms() async throws {
    for path in try Quiet.paths(.walks(10, steps: 20, seed: 1)) {
      try await Quiet.check(path, with: QuietActorDriver())
    }
  }
}
