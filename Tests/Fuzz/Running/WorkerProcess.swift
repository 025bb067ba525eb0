import Foundation

/// A worker as its supervisor sees it.
final class WorkerProcess {
  enum Ending: Equatable {
    case finished
    case crashed(signal: Int32)
    case failed(status: Int32)
    case hung(seconds: Double)

    var text: String {
      switch self {
      case .finished: "finished"
      case .crashed(let signal): "CRASH by signal \(signal)"
      case .failed(let status): "ENDED with status \(status)"
      case .hung(let seconds): "HANG: no answer for \(Int(seconds)) s"
      }
    }
  }

  let seeds: Range<UInt64>
  private(set) var isOver = false
  private let process = Process()
  private let folder: URL
  private var lastSeed: UInt64
  private var lastChange = ContinuousClock.now

  init(_ options: FuzzOptions, _ seeds: Range<UInt64>) throws {
    self.seeds = seeds
    lastSeed = seeds.lowerBound
    folder = FileManager.default.temporaryDirectory
      .appending(path: "traycheck-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    process.executableURL = Bundle.main.executableURL
    process.arguments = [
      "--worker", folder.path, "--seed", "\(seeds.lowerBound)", "--count", "\(seeds.count)",
      "--kind", options.kinds.map(\.rawValue).joined(separator: ","),
    ]
    // Swift's runtime takes seconds to locate a crash, and the seed identifies it as well.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
  }

  /// The current seed, or the one after the last.
  var seedAtHand: UInt64 {
    guard let data = try? Data(contentsOf: folder.appending(path: "progress")), data.count == 8
    else { return seeds.lowerBound }
    return data.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
  }

  /// The end of the worker; nil while it works. A worker without progress for that many seconds is killed.
  func ending(patience: Double) -> Ending? {
    if process.isRunning {
      let seed = seedAtHand
      if seed != lastSeed { (lastSeed, lastChange) = (seed, .now) }
      guard ContinuousClock.now - lastChange > .seconds(patience) else { return nil }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      isOver = true
      return .hung(seconds: patience)
    }
    isOver = true
    if process.terminationReason == .uncaughtSignal {
      return .crashed(signal: process.terminationStatus)
    }
    return process.terminationStatus == 0 ? .finished : .failed(status: process.terminationStatus)
  }

  /// The wrong answers, by seed.
  var complaints: [(seed: UInt64, text: String)] {
    let text =
      (try? String(contentsOf: folder.appending(path: "complaints"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return parts.count == 2 ? UInt64(parts[0]).map { ($0, String(parts[1])) } : nil
    }
  }

  /// The results of its inputs, reported at its end.
  var tally: [String: Int] {
    let data = try? Data(contentsOf: folder.appending(path: "tally"))
    return data.flatMap { try? JSONDecoder().decode([String: Int].self, from: $0) } ?? [:]
  }

  /// The last output of a crashed worker.
  var lastWords: String {
    let names = ["stderr", "log"]
    let texts = names.compactMap {
      (try? Data(contentsOf: folder.appending(path: $0))).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let lines = texts.joined().split(separator: "\n").filter { $0.contains("rror") }
    return lines.prefix(3).map { "\\n" + $0.prefix(300) }.joined()
  }

  /// Copies the existing parts of an input.
  func keep(_ seed: UInt64, in place: URL) throws {
    let kept = folder.appending(path: "kept-\(seed)")
    let isKept = FileManager.default.fileExists(atPath: kept.path)
    try FileManager.default.copyItem(at: isKept ? kept : folder, to: place)
  }

  func cleanUp() { try? FileManager.default.removeItem(at: folder) }
}
