import Foundation
import TestSupport

/// Runs the named test of each fault, without it and with it: `try FaultRun(options, faults).isClean()`.
struct FaultRun {
  /// The fate of a fault.
  enum Fate {
    case found(String)
    case survived
    /// Its test fails, or does not exist, without any fault.
    case unfit(String)

    var text: String {
      switch self {
      case .found(let how): how
      case .survived: "SURVIVED"
      case .unfit(let why): "UNFIT: \(why)"
      }
    }
  }

  /// The identity of a test with its seeds.
  private struct Trial: Hashable {
    var filter: String
    var seeds: String?

    init(_ fault: PlantedFault) { (filter, seeds) = (fault.filter, fault.seeds) }
  }

  private let options: FaultOptions
  private let faults: [PlantedFault]
  private let copy: FaultyCopy

  init(_ options: FaultOptions, _ faults: [PlantedFault]) throws {
    (self.options, self.faults) = (options, faults)
    copy = FaultyCopy(in: options.folder)
    // All faults are planted, whichever are selected, so that one copy serves all runs.
    try copy.write(PlantedFault.all(in: FaultOptions.root))
  }

  /// Returns whether each fault was detected.
  func isClean() throws -> Bool {
    let begin = ContinuousClock.now
    print("building \(copy.folder.path)")
    fflush(nil)
    guard try copy.build() else { return false }
    let command = try copy.testCommand()
    var usual: [Trial: (seconds: Double, problem: String?)] = [:]
    var fates: [Fate] = []
    for fault in faults {
      let trial = Trial(fault)
      let plain = try usual[trial] ?? self.plain(trial, command)
      usual[trial] = plain
      let fate: Fate =
        if let problem = plain.problem { .unfit(problem) } else {
          try fate(of: fault, command, within: max(options.patience, 4 * plain.seconds))
        }
      fates.append(fate)
      print("\(fault.part)/\(fault.name)  \(fault.test)  \(fate.text)")
      fflush(nil)
    }
    summarise(fates, ContinuousClock.now - begin)
    return fates.allSatisfy { if case .found = $0 { true } else { false } }
  }

  private func run(_ trial: Trial, _ command: [String], fault: UInt32) throws -> SilentProcess {
    var environment = [FaultyCopy.variable: "\(fault)"]
    if let seeds = trial.seeds { environment["TRAYCHECK_SEEDS"] = seeds }
    return try SilentProcess(
      command + ["--filter", trial.filter], in: copy.folder, environment: environment)
  }

  /// The time of a test without a fault, and the reason why it is unusable.
  private func plain(
    _ trial: Trial, _ command: [String]
  ) throws -> (seconds: Double, problem: String?) {
    let begin = ContinuousClock.now
    let process = try run(trial, command, fault: 0)
    let ending = process.ending(within: 600)
    let seconds = Double((ContinuousClock.now - begin).components.seconds)
    let output = process.output
    if ending != .succeeded { return (seconds, "\(ending) without a fault\n\(output)") }
    let ran = output.firstMatch(of: /Test run with ([0-9]+) tests?/).flatMap { Int($0.1) }
    return (seconds, ran ?? 0 > 0 ? nil : "there is no such test")
  }

  private func fate(
    of fault: PlantedFault, _ command: [String], within seconds: Double
  ) throws -> Fate {
    let process = try run(Trial(fault), command, fault: fault.number)
    switch process.ending(within: seconds) {
    case .succeeded: return .survived
    case .hung: return .found("hangs")
    case .crashed(let signal):
      let isAssertion = process.output.contains(/Assertion failed|Fatal error/)
      return .found(isAssertion ? "fails an assertion of the engine" : "crashes (\(signal))")
    case .failed:
      let isInternal = process.output.contains(/[Ii]nternal ?[Ee]rror/)
      return .found(isInternal ? "fails, with an internal error" : "fails")
    }
  }

  private func summarise(_ fates: [Fate], _ duration: Duration) {
    print("\n| list | faults | found | how |\n| --- | --- | --- | --- |")
    let parts = Set(faults.map(\.part)).sorted()
    for part in parts + (parts.count > 1 ? ["all"] : []) {
      let mine = zip(faults, fates).filter { part == "all" || $0.0.part == part }.map(\.1)
      var ways: [String: Int] = [:]
      for case .found(let how) in mine { ways[how, default: 0] += 1 }
      let told = ways.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      print("| \(part) | \(mine.count) | \(ways.values.reduce(0, +)) | \(told) |")
    }
    let tests = Set(faults.map(\.test)).count
    print(
      "\n\(faults.count) faults, \(tests) tests, \(duration.components.seconds / 60) minutes")
    for (fault, fate) in zip(faults, fates) {
      if case .found = fate { continue }
      print("\(fault.part)/\(fault.name): \(fate.text)")
      fflush(nil)
    }
  }
}
