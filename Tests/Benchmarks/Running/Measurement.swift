import Foundation

/// The cost of a contender for one model, over all runs.
struct Measurement {
  var contender: any Contender
  var compileSeconds: Double?
  var runs: [ChildProcess.Run] = []
  /// The exploration time of each run, as reported by the tool; empty if it reports none.
  var searches: [Double] = []
  /// The counts; nil if no run finished.
  var counts: Counts?
  /// The time after which a run was ended, if one was.
  var timeLimit: Double?

  /// The time of a run without compilation, in seconds.
  var seconds: Double { median(runs.map(\.wallSeconds)) }
  /// The time of exploring alone, in seconds.
  var searchSeconds: Double { median(searches) }
  var processorSeconds: Double { median(runs.map(\.processorSeconds)) }
  var peakBytes: Double { median(runs.map { Double($0.peakBytes) }) }
  /// The time of a run with all that has to come before it, in seconds.
  var secondsWithCompilation: Double { seconds + (compileSeconds ?? 0) }

  var transitionsPerSecond: Double {
    Double(counts?.transitions ?? 0) / seconds
  }
  var bytesPerState: Double { peakBytes / Double(counts?.states ?? 0) }
  var storeBytesPerState: Double? {
    counts.flatMap { counts in counts.storeBytes.map { $0 / Double(counts.states) } }
  }
}

/// Returns the middle value, or the mean of the two middle ones; NaN for none.
func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Runs programs as often as the options say, and stores their costs.
struct Laboratory {
  var options: BenchmarkOptions
  var installation: Installation

  enum Failure: Error, CustomStringConvertible {
    case unequal(String)
    case failed(String, any Error)

    var description: String {
      switch self {
      case .unequal(let text): text
      case .failed(let what, let error): "\(what): \(error)"
      }
    }
  }

  /// Measures all contenders on a model: all are compiled, and then run in turn, so that a temporary load of the
  /// machine affects all of them.
  func measure(
    _ model: BenchmarkModel, with contenders: [any Contender]
  ) throws -> [Measurement] {
    var measurements: [Measurement] = []
    var programs: [Prepared] = []
    var folders: [URL] = []
    for contender in contenders {
      let folder = try installation.newFolder()
      let what = "\(contender.name), \(model.name), \(model.label)"
      do { programs.append(try contender.prepare(model, in: folder)) } catch {
        throw Failure.failed(what, error)
      }
      folders.append(folder)
      measurements.append(
        Measurement(contender: contender, compileSeconds: programs.last?.compileSeconds))
    }
    for round in 1...options.runs {
      for index in contenders.indices where wants(anotherRunOf: measurements[index]) {
        let contender = contenders[index]
        let what = "\(contender.name), \(contender.threadsInWords), \(model.name), \(model.label)"
        progress("\(what): run \(round)")
        try run(programs[index], in: folders[index], what, for: &measurements[index])
        if let counts = measurements[index].counts { try compare(counts, model, what) }
      }
    }
    for folder in folders { try? FileManager.default.removeItem(at: folder) }
    return measurements
  }

  /// Returns whether a contender runs once more: not if it ran out of time, or took very long.
  func wants(anotherRunOf measurement: Measurement) -> Bool {
    measurement.timeLimit == nil
      && measurement.runs.allSatisfy { $0.wallSeconds <= options.repeatLimit }
  }

  /// Runs a program once and adds its cost to the measurement.
  func run(
    _ program: Prepared, in folder: URL, _ what: String, for measurement: inout Measurement,
    timeLimit: Double? = nil
  ) throws {
    let timeLimit = timeLimit ?? options.timeLimit
    let process = ChildProcess(
      command: program.command, folder: folder, timeLimit: timeLimit)
    do {
      let run = try process.run()
      guard !run.isTimedOut else {
        measurement.timeLimit = timeLimit
        return
      }
      let counts = try measurement.contender.counts(in: run)
      measurement.counts = counts
      measurement.runs.append(run)
      if let seconds = counts.searchSeconds { measurement.searches.append(seconds) }
    } catch {
      throw Failure.failed(what, error)
    }
  }

  private func compare(_ counts: Counts, _ model: BenchmarkModel, _ what: String) throws {
    guard counts.states == model.states, counts.transitions == model.transitions else {
      throw Failure.unequal(
        "\(what): \(counts.states) states and \(counts.transitions) transitions, "
          + "but there are \(model.states) and \(model.transitions)")
    }
  }

  /// Returns traycheck on one thread, and on all if possible.
  func traychecks() throws -> [TraycheckContender] {
    let cores = installation.cores
    return try installation.traychecks(threads: cores > 1 ? [1, cores] : [1])
  }

  /// Prints the current task on standard error, because the whole benchmark takes long.
  func progress(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
