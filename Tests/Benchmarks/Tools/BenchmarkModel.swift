/// A model in one size: the input of each tool, and the numbers of states and transitions.
struct BenchmarkModel {
  /// The size of a model, from small to large.
  enum Size: String, CaseIterable { case small, medium, large }

  /// A number that determines the size, under its name in each of the languages.
  struct Parameter {
    /// The `param` of the `.tray` file.
    var name: String
    /// The constant in Promela and Murphi.
    var constant: String
    var value: Int
  }

  /// The name of the files in `Models`, without their extensions.
  var name: String
  var size: Size
  /// The size in words, such as "4 IDs".
  var label: String
  var parameters: [Parameter]
  var states: Int
  var transitions: Int

  /// The names of all models.
  static let names = ["tray", "receipts", "throttle"]

  /// All models in all sizes.
  ///
  /// A program written only for the tray model found its counts; the counts of the others are those on which Spin and
  /// rumur agree.
  static let all: [BenchmarkModel] = [
    tray(ids: 3, .small, states: 85_656, transitions: 4_782_090),
    tray(ids: 4, .medium, states: 791_520, transitions: 58_186_248),
    tray(ids: 5, .large, states: 6_337_920, transitions: 577_656_672),
    receipts(rounds: 1, .small, states: 361_584, transitions: 2_262_925),
    receipts(rounds: 3, .medium, states: 1_084_752, transitions: 6_788_775),
    receipts(rounds: 8, .large, states: 2_892_672, transitions: 18_103_400),
    throttle(horizon: 4_000, .small, states: 227_454, transitions: 594_787),
    throttle(horizon: 4_800, .medium, states: 1_109_224, transitions: 3_046_794),
    throttle(horizon: 5_400, .large, states: 2_741_943, transitions: 7_696_853),
  ]

  private static func tray(
    ids: Int, _ size: Size, states: Int, transitions: Int
  ) -> BenchmarkModel {
    BenchmarkModel(
      name: "tray", size: size, label: "\(ids) IDs",
      parameters: [Parameter(name: "ids", constant: "IDS", value: ids)],
      states: states, transitions: transitions)
  }

  private static func receipts(
    rounds: Int, _ size: Size, states: Int, transitions: Int
  ) -> BenchmarkModel {
    BenchmarkModel(
      name: "receipts", size: size, label: rounds == 1 ? "1 round" : "\(rounds) rounds",
      parameters: [
        Parameter(name: "devices", constant: "DEVICES", value: 4),
        Parameter(name: "rounds", constant: "ROUNDS", value: rounds),
      ],
      states: states, transitions: transitions)
  }

  private static func throttle(
    horizon: Int, _ size: Size, states: Int, transitions: Int
  ) -> BenchmarkModel {
    BenchmarkModel(
      name: "throttle", size: size, label: "\(horizon) ms",
      parameters: [Parameter(name: "horizon", constant: "HORIZON", value: horizon)],
      states: states, transitions: transitions)
  }
}
