import Conformance
import XCTest

/// The same in XCTest.
final class QuietXCTests: XCTestCase {
  func testConforms() async throws {
    for path in try Quiet.paths(.suite(), .walks(10, seed: 1)) {
      try await Quiet.check(path, with: QuietActorDriver())
    }
  }
}
