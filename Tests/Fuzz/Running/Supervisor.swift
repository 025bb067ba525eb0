import Foundation
import Synchronization

/// Distributes the seeds to worker processes, and records their complaints and crashes.
///
/// A worker that crashes or hangs is replaced by one that continues after that input.
final class Supervisor {
  /// The number of inputs before a worker is replaced by a new one.
  private static let portion: UInt64 = 4_000
  /// The same where each takes seconds.
  private static let slowPortion: UInt64 = 100

  private let options: FuzzOptions
  private let findings: URL
  private var next: UInt64
  private let end: UInt64
  private var rest: [Range<UInt64>] = []
  private var workers: [WorkerProcess] = []
  private var done: UInt64 = 0
  private var found = 0
  private var tally: [String: Int] = [:]
  private let clock = ContinuousClock()
  private var lastReport: ContinuousClock.Instant
  private let begin: ContinuousClock.Instant

  init(_ options: FuzzOptions) throws {
    self.options = options
    findings = URL(filePath: options.findings)
    next = options.seed
    end = options.isEndless ? .max : options.seed + options.count
    begin = clock.now
    lastReport = begin
    try FileManager.default.createDirectory(at: findings, withIntermediateDirectories: true)
  }

  /// Runs until all inputs are tried; returns whether every answer was in order.
  func run() throws -> Bool {
    while true {
      while workers.count < options.jobs, let seeds = nextSeeds() {
        workers.append(try WorkerProcess(options, seeds))
      }
      if workers.isEmpty { break }
      Thread.sleep(forTimeInterval: 0.02)
      for worker in workers { try look(at: worker) }
      workers.removeAll(where: \.isOver)
      if clock.now - lastReport > .seconds(60) { report() }
    }
    report()
    return found == 0
  }

  private func nextSeeds() -> Range<UInt64>? {
    if let seeds = rest.popLast() { return seeds }
    guard next < end else { return nil }
    let seeds =
      next..<min(end, next + (options.kinds == [.peers] ? Self.slowPortion : Self.portion))
    next = seeds.upperBound
    return seeds
  }

  private func look(at worker: WorkerProcess) throws {
    guard let ending = worker.ending(patience: options.patience) else { return }
    let tried = min(worker.seeds.upperBound, max(worker.seeds.lowerBound, worker.seedAtHand))
    done += tried - worker.seeds.lowerBound
    tally.merge(worker.tally, uniquingKeysWith: +)
    for complaint in worker.complaints { try note(complaint.seed, complaint.text, worker) }
    if ending != .finished, tried < worker.seeds.upperBound {
      done += 1
      let kind = options.kinds[Int(tried % UInt64(options.kinds.count))]
      let text = "\(kind.rawValue)\t\(ending.text)\(worker.lastWords)"
      try note(tried, text, worker)
      if tried + 1 < worker.seeds.upperBound {
        rest.append(tried + 1..<worker.seeds.upperBound)
      }
    }
    worker.cleanUp()
  }

  private func note(_ seed: UInt64, _ text: String, _ worker: WorkerProcess) throws {
    found += 1
    let place = findings.appending(path: "\(seed)")
    try? FileManager.default.removeItem(at: place)
    try worker.keep(seed, in: place)
    try? Data(text.utf8).write(to: place.appending(path: "finding.txt"))
    print("seed \(seed): \(text.replacing("\t", with: ": ").replacing("\\n", with: "\n  "))")
    print("  kept in \(place.path)")
    fflush(nil)
  }

  private func report() {
    lastReport = clock.now
    let seconds = Double((clock.now - begin).components.seconds)
    let rate = seconds > 0 ? Double(done) / seconds : 0
    print(
      "\(done) inputs, seeds \(options.seed)..<\(next), \(found) findings, \(Int(seconds)) s, "
        + "\(Int(rate)) a second")
    if !tally.isEmpty {
      print(
        tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    }
    fflush(nil)
  }
}
