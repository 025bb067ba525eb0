import Foundation

/// A search on a cluster of Apache Spark, level by level, with figures measured on two cores: its time, and the
/// number of states from which it is faster than one machine.
///
/// Tasks of a level are distributed to cores as they become free, and their times differ. Output of workers is
/// transferred between machines and stored on their disks. When a machine fails, others repeat its tasks. The
/// simulation is deterministic.
struct ClusterSimulation {
  /// The measured figures; `ClusterCosts.md` describes the method.
  struct Figures {
    /// Processor time for a state: in one process, and of everything that Spark and its workers do.
    var processSeconds = 1.4e-6
    var sparkSeconds = 42e-6
    var bytesInMemory = 22.0
    var bytesMoved = 190.0
    var bytesKept = 200.0
    /// The slowdown of a search whose states are on a disk.
    var spillFactor = 3.5
    /// The time of an empty level.
    var levelSeconds = 3.0
  }

  /// Figures that were not measured: guesses that can be changed here.
  struct Machine {
    var cores = 16
    var memory = 64e9
    var disk = 8e12
    /// Bytes a second.
    var network = 1.25e9
    var diskSpeed = 0.5e9
    /// Hours until one of them breaks down, and seconds until that is noticed.
    var hoursToFailure = 1_000.0
    var noticeSeconds = 60.0
  }

  private static let figures = Figures()
  private static let machine = Machine()
  /// The share of states in each level of the tray with 4 IDs, which has 791,520 states; with more IDs there are more
  /// levels of the same shape.
  private static let profile: [Double] = [
    1, 66, 1_463, 12_845, 45_916, 89_219, 129_821, 160_573, 154_370, 108_529, 64_189, 24_528,
  ]

  // MARK: Times

  /// The states of each level.
  private static func levels(_ states: Double) -> [Double] {
    let growth = log(states / profile.reduce(0, +)) / log(8)
    let count = max(4, profile.count + Int(growth.rounded()))
    let shape = (0..<count).map { level -> Double in
      let place = Double(level) * Double(profile.count - 1) / Double(count - 1)
      let lower = Int(place)
      let upper = min(lower + 1, profile.count - 1)
      return profile[lower] + (profile[upper] - profile[lower]) * (place - Double(lower))
    }
    let sum = shape.reduce(0, +)
    return shape.map { max(1, $0 * states / sum) }
  }

  /// Seconds that one machine takes with all of its cores; nil if its disk does not hold the states.
  static func oneMachine(_ states: Double) -> Double? {
    let bytes = states * figures.bytesInMemory
    let seconds = states * figures.processSeconds / Double(machine.cores)
    if bytes <= machine.memory { return seconds }
    return bytes <= machine.disk ? seconds * figures.spillFactor : nil
  }

  /// The seconds that Spark takes on that many machines; nil if their disks are too small.
  static func cluster(_ states: Double, machines: Int) -> Double? {
    guard states * figures.bytesKept <= Double(machines) * machine.disk else { return nil }
    var dice = Dice(state: UInt64(machines))
    let cores = machines * machine.cores
    var total = 0.0
    for level in levels(states) {
      let tasks = max(1, min(4 * cores, Int(level / 100_000)))
      let seconds = level / Double(tasks) * figures.sparkSeconds
      var queue = CoreQueue(cores: min(cores, tasks))
      // All times of tasks are within a third of the mean.
      for _ in 0..<tasks { queue.take(seconds * (0.67 + 0.66 * dice.next())) }
      var work = queue.end
      let others = Double(machines - 1) / Double(machines)
      work += level * figures.bytesMoved * others / (Double(machines) * machine.network)
      work += level * figures.bytesKept / (Double(machines) * machine.diskSpeed)
      // A machine's work on the current level is lost when it fails.
      let failures = work / 3_600 / machine.hoursToFailure * Double(machines)
      let count = Int(failures) + (dice.next() < failures - failures.rounded(.down) ? 1 : 0)
      let again = machines > 1 ? work / Double(machines - 1) : work
      total += figures.levelSeconds + work + Double(count) * (machine.noticeSeconds + again)
    }
    return total
  }

  /// Cores, of which the one that is free first takes the next task: a heap of the moments when they are free.
  private struct CoreQueue {
    private var free: [Double]
    private(set) var end = 0.0

    init(cores: Int) { free = Array(repeating: 0, count: cores) }

    mutating func take(_ seconds: Double) {
      free[0] += seconds
      end = max(end, free[0])
      var place = 0
      while 2 * place + 1 < free.count {
        var next = 2 * place + 1
        if next + 1 < free.count, free[next + 1] < free[next] { next += 1 }
        guard free[next] < free[place] else { return }
        free.swapAt(place, next)
        place = next
      }
    }
  }

  private struct Dice {
    var state: UInt64

    /// Returns a number from 0 to 1, uniformly distributed, by SplitMix64.
    mutating func next() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((word ^ (word >> 31)) >> 11) / Double(1 << 53)
    }
  }

  // MARK: Tables

  static var text: String {
    let sizes = [1e7, 1e8, 1e9, 1e10, 1e11, 1e12]
    var table = MarkdownTable(
      header: [
        "states", "one machine, \(machine.cores) cores", "10 machines", "30 machines",
        "100 machines", "1,000 machines",
      ])
    for states in sizes {
      let spark = [10, 30, 100, 1_000].map { duration(cluster(states, machines: $0)) }
      table.rows.append(
        ["10^\(Int(log10(states).rounded()))", duration(oneMachine(states))] + spark)
    }
    var lines = [table.text]
    for machines in [10, 30, 50, 100, 1_000] {
      let sizes = stride(from: 6.0, through: 12.0, by: 0.1).map { pow(10, $0) }
      let first = sizes.first { states in
        guard let spark = cluster(states, machines: machines) else { return false }
        return oneMachine(states).map { spark < $0 } ?? true
      }
      lines.append(
        "- \(machines) machines: "
          + (first.map { "quicker from 10^\(String(format: "%.1f", log10($0))) states on" }
            ?? "quicker for none up to 10^12"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func duration(_ seconds: Double?) -> String {
    guard let seconds else { return "–" }
    switch seconds {
    case ..<120: return "\(Int(seconds.rounded(.up))) s"
    case ..<7_200: return "\(Int((seconds / 60).rounded())) min"
    case ..<172_800: return "\(Int((seconds / 3_600).rounded())) h"
    default: return "\(Int((seconds / 86_400).rounded())) days"
    }
  }
}
