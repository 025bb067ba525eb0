import Foundation

/// Random walks of the tray model with 4 IDs, over all runs of one tool.
struct WalkMeasurement {
  var name: String
  var threads: Int
  /// The steps of all walks together.
  var steps: Int
  var runs: [ChildProcess.Run] = []

  /// The time of a run, in seconds: a whole process, reading the model included.
  var seconds: Double { median(runs.map(\.wallSeconds)) }
  var processorSeconds: Double { median(runs.map(\.processorSeconds)) }
  var stepsPerSecond: Double { Double(steps) / seconds }
}

extension Laboratory {
  /// The number of steps of a walk.
  private static let length = 1_000
  /// Spin is this many times slower for each step, so it takes fewer.
  private static let spinShare = 20

  /// Measures walks of traycheck, on one thread and on all, and Spin's simulation.
  func measureWalks() throws -> [WalkMeasurement] {
    let steps = options.walkSteps
    let model = Installation.models.appending(path: "tray").path
    var measurements: [(WalkMeasurement, command: [String])] = []
    for threads in installation.cores > 1 ? [1, installation.cores] : [1]
    where options.tools.contains("traycheck") {
      measurements.append(
        (
          WalkMeasurement(name: "traycheck walk", threads: threads, steps: steps),
          [
            installation.traycheck, "walk", model + ".tray", "--world", "default", "--seed", "1",
            "--walks", "\(steps / Self.length)", "--steps", "\(Self.length)", "--threads",
            "\(threads)", "--read-only", "--quiet",
          ]
        ))
    }
    if let spin = installation.spin, options.tools.contains("spin") {
      let share = steps / Self.spinShare
      measurements.append(
        (
          WalkMeasurement(name: "spin, simulation", threads: 1, steps: share),
          [spin, "-n1", "-u\(share)", "-DIDS=4", model + ".pml"]
        ))
    }
    for round in 1...options.runs {
      for index in measurements.indices {
        let (measurement, command) = measurements[index]
        progress("\(measurement.name), \(measurement.threads) threads: run \(round)")
        let run = try ChildProcess(
          command: command, folder: installation.scratch, timeLimit: options.timeLimit
        ).run()
        guard run.status == 0 else {
          throw Failure.failed(measurement.name, ContenderFailure.noCounts(run.output + run.errors))
        }
        measurements[index].0.runs.append(run)
      }
    }
    return measurements.map(\.0)
  }
}
