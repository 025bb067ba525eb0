import TestSupport
import Testing
import TrayKit

/// The models that the benchmark compares tools on: a change of the language or of a model must not
/// go unnoticed until someone measures again.
@Suite("Benchmark models") struct BenchmarkModelTests {
  /// A model so small that a test can check it, with the counts that Spin and rumur find. Those of the
  /// tray with interchangeable IDs, and of the one with whole runs, are those of the plain tray.
  struct Model: CustomTestStringConvertible {
    var name: String
    var settings: [(String, String)]
    var states: Int
    var transitions: Int
    /// How many states are stored, where that is one of those that differ in names only.
    var orbits: Int?

    var testDescription: String {
      ([name] + settings.map { "\($0.0)=\($0.1)" }).joined(separator: " ")
    }
  }

  static let models = [
    Model(
      name: "tray", settings: [("ids", "2"), ("queueLimit", "0")], states: 1_896,
      transitions: 70_752),
    Model(name: "tray", settings: [("ids", "2")], states: 7_584, transitions: 288_696),
    Model(
      name: "tray-symmetric", settings: [("ids", "2")], states: 7_584, transitions: 288_696,
      orbits: 3_852),
    Model(
      name: "tray-symmetric", settings: [("ids", "3"), ("queueLimit", "0")], states: 21_414,
      transitions: 1_179_462, orbits: 3_861),
    Model(name: "tray-runs", settings: [("ids", "2")], states: 7_584, transitions: 288_696),
    Model(
      name: "receipts", settings: [("devices", "2"), ("rounds", "1")], states: 720,
      transitions: 2_443),
    Model(
      name: "receipts", settings: [("devices", "2"), ("rounds", "3")], states: 2_160,
      transitions: 7_329),
    Model(
      name: "throttle", settings: [("horizon", "2000")], states: 2_914, transitions: 6_489),
  ]

  @Test("hold and have the counts that other tools find", arguments: models)
  func counts(_ model: Model) throws {
    let folder = RepositoryFolder.tests("Benchmarks").appending(path: "Models")
    var request = CheckRequest(paths: [folder.appending(path: "\(model.name).tray").path])
    request.settings = model.settings.map(TraySetting.init)
    let outcome = try SynchronousAPI.check(request)
    #expect(outcome.status == .success)
    #expect(outcome.diagnostics() == "")
    let world = try #require(outcome.report.specs.first?.worlds.first)
    #expect(world.result.statistics.states == model.states)
    #expect(world.result.statistics.transitions == model.transitions)
    #expect(world.result.statistics.symmetry?.orbits == model.orbits)
  }
}
