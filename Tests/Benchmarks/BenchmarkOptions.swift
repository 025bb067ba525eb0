import Foundation

/// The options of the benchmark.
struct BenchmarkOptions {
  var runs = 3
  var models = BenchmarkModel.names
  var sizes = BenchmarkModel.Size.allCases
  var tools = BenchmarkOptions.allTools
  var timeLimit = 3_600.0
  var repeatLimit = 120.0
  var scaleLimit = 10_000_000
  var walkSteps = 100_000_000
  var symmetryLimit = 8
  var runsIDs = 4
  var picture: URL?
  var namesLimit = 32
  var namesTimeLimit = 30.0
  var namesPicture: URL?
  var traycheck: String?
  var simulatesCluster = false
  var showsHelp = false

  static let allTools = ["traycheck", "spin", "rumur"]

  static let help = """
    OVERVIEW: Measure traycheck beside Spin and rumur, and how it scales.

    Runs all tools on the same models, insists on equal counts of states and transitions,
    and prints tables in Markdown. Tests/Benchmarks/README.md says how to read them.

    USAGE: benchmark [--runs <n>] [--models <names>] [--sizes <sizes>] [--tools <names>]
           [--time-limit <s>] [--repeat-limit <s>] [--scale-limit <states>] [--svg <file>]
           [--walk-steps <n>] [--symmetry-limit <ids>] [--runs-ids <n>]
           [--names-limit <n>] [--names-time-limit <s>] [--names-svg <file>]
           [--traycheck <path>] [--quick] [--cluster]

    OPTIONS:
      --runs <n>              How often everything is run; medians are shown. (default: 3)
      --models <names>        Of tray, receipts, throttle; or none. (default: all three)
      --sizes <sizes>         Of small, medium, large: 3, 4 and 5 IDs of the tray model.
                              (default: all three)
      --tools <names>         Of traycheck, spin, rumur. (default: all three)
      --time-limit <s>        End a run after so many seconds. (default: 3600)
      --repeat-limit <s>      Run only once what takes longer than this. (default: 120)
      --scale-limit <states>  How far the scaling curve goes, at most to 100000000; 0 for no
                              curve. (default: 10000000)
      --svg <file>            Draw the scaling curve.
      --walk-steps <n>        How many steps random walks take in all; 0 for no walks.
                              (default: 100000000)
      --symmetry-limit <ids>  How many interchangeable IDs the tray has at most, from 4 to 16;
                              0 for no symmetry. (default: 8)
      --runs-ids <n>          How many IDs the tray has whose whole runs are checked, from 2 to
                              6; 0 for no properties of whole runs. (default: 4)
      --names-limit <n>       How many IDs and devices there are at most, from 4 to 64, where the
                              states are too many to be visited; 0 for none. (default: 32)
      --names-time-limit <s>  End a run with many names after so many seconds. (default: 30)
      --names-svg <file>      Draw the curves over the number of names.
      --traycheck <path>      Measure this traycheck instead of building one.
      --quick                 One run of the small sizes, a curve to 100000 states, 10000000
                              steps, 4 interchangeable IDs, whole runs with 3 IDs, and 8 names
                              at most, in 5 seconds.
      --cluster               Measure nothing: simulate searches on clusters of Apache Spark by
                              what was measured before.
      -h, --help              Show this help.

    Lists are separated by commas.

    """

  struct UsageError: Error, CustomStringConvertible {
    var description: String
  }

  /// Reads the options; later ones win.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "-h", "--help": showsHelp = true
      case "--cluster": simulatesCluster = true
      case "--quick":
        runs = 1
        sizes = [.small]
        scaleLimit = 100_000
        walkSteps = 10_000_000
        symmetryLimit = 4
        runsIDs = 3
        (namesLimit, namesTimeLimit) = (8, 5)
      default:
        guard let value = rest.popFirst() else {
          throw UsageError(description: "unknown option or missing value: \(option)")
        }
        try set(option, to: value)
      }
    }
  }

  private mutating func set(_ option: String, to value: String) throws {
    switch option {
    case "--runs": runs = try number(option, value, atLeast: 1)
    case "--models":
      models = value == "none" ? [] : try names(option, value, of: BenchmarkModel.names)
    case "--sizes":
      sizes = try names(option, value, of: BenchmarkModel.Size.allCases.map(\.rawValue))
        .compactMap(BenchmarkModel.Size.init)
    case "--tools": tools = try names(option, value, of: Self.allTools)
    case "--time-limit": timeLimit = Double(try number(option, value, atLeast: 1))
    case "--repeat-limit": repeatLimit = Double(try number(option, value, atLeast: 0))
    case "--scale-limit": scaleLimit = try number(option, value, atLeast: 0)
    case "--walk-steps":
      walkSteps = try number(option, value, atLeast: 0)
      if (1..<20_000).contains(walkSteps) {
        throw UsageError(description: "\(option): fewer than 20000 steps tell nothing")
      }
    case "--symmetry-limit": symmetryLimit = try number(option, value, orZeroIn: 4...16)
    case "--runs-ids": runsIDs = try number(option, value, orZeroIn: 2...6)
    case "--names-limit": namesLimit = try number(option, value, orZeroIn: 4...64)
    case "--names-time-limit":
      namesTimeLimit = Double(try number(option, value, atLeast: 1))
    case "--names-svg": namesPicture = URL(filePath: value)
    case "--svg": picture = URL(filePath: value)
    case "--traycheck": traycheck = value
    default: throw UsageError(description: "unknown option: \(option)")
    }
  }

  private func number(_ option: String, _ value: String, atLeast least: Int) throws -> Int {
    guard let number = Int(value.filter { $0 != "_" }), number >= least else {
      throw UsageError(description: "\(option): expected a number from \(least), found '\(value)'")
    }
    return number
  }

  private func number(
    _ option: String, _ value: String, orZeroIn range: ClosedRange<Int>
  ) throws -> Int {
    guard let number = Int(value), number == 0 || range.contains(number) else {
      throw UsageError(
        description: "\(option): expected 0, or \(range.lowerBound) to \(range.upperBound), "
          + "found '\(value)'")
    }
    return number
  }

  private func names(_ option: String, _ value: String, of known: [String]) throws -> [String] {
    let names = value.split(separator: ",").map(String.init)
    for name in names where !known.contains(name) {
      throw UsageError(
        description: "\(option): expected \(known.joined(separator: ", ")), found '\(name)'")
    }
    return names
  }
}
