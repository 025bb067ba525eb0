import Analysis
import Foundation
import Reports
import Semantics
import SpecLanguage
import Synchronization

/// One run over the edits of some specs: `try MutateRun(request, …).run()`.
///
/// What it knows so far can be asked for from another thread at any time. All worlds of all specs are checked as they are
/// first, then all edits are judged, several at a time; what is found does not depend on how many.
final class MutateRun: Sendable {
  let request: MutateRequest
  let limits: RunLimits
  private let onProgress: @Sendable (MutateProgress) -> Void
  private let begin = ContinuousClock.now
  private let known = Mutex(MutationReport())

  init(
    _ request: MutateRequest, onProgress: @escaping @Sendable (MutateProgress) -> Void = { _ in },
    isInterrupted: @escaping @Sendable () -> Bool
  ) {
    self.request = request
    self.onProgress = onProgress
    let end = request.timeLimit.map { ContinuousClock.now + $0 }
    limits = RunLimits(
      time: nil, memory: request.memoryLimit,
      isInterrupted: { isInterrupted() || end.map { .now > $0 } ?? false })
  }

  private var threads: Int { request.threads ?? ProcessInfo.processInfo.activeProcessorCount }

  /// What is known by now.
  var report: MutationReport {
    var report = known.withLock { $0 }
    report.duration = .now - begin
    return report
  }

  /// A spec with its edits.
  private struct Subject: Sendable {
    var compiled: CompiledSpec
    var edits: [SpecEdit]
    var report: SpecMutation
    var judge: MutantJudge?
  }

  /// Does all that is asked, on a thread with a large stack.
  func run() throws(RequestError) -> MutationReport {
    let found = SpecLoader.load(request.paths)
    var subjects: [Subject] = []
    for file in found.files { if let subject = subject(file) { subjects.append(subject) } }
    check(&subjects)
    let jobs = subjects.indices.flatMap { index in
      subjects[index].edits.map { (index, $0) }
    }
    let judges = subjects.map(\.judge)
    let done = Atomic<Int>(0)
    let verdicts = ParallelMap.run(jobs, threads: threads) { [self] job in
      let verdict = judges[job.0].map { $0.verdict(on: job.1) } ?? nil
      let count = done.add(1, ordering: .relaxed).newValue
      onProgress(MutateProgress(done: count, all: jobs.count, elapsed: .now - begin))
      return (job.0, verdict)
    }
    for (index, verdict) in verdicts {
      if let verdict {
        subjects[index].report.mutants.append(verdict)
      } else {
        subjects[index].report.invalid += 1
      }
    }
    let reports = subjects.map(\.report)
    known.withLock { $0.specs = reports }
    return report
  }

  private func subject(_ file: SourceFile) -> Subject? {
    let compiled = CompiledSpec(
      file, settings: [], limits: request.bounds, watch: { _, _ in self.limits.watch() })
    guard !compiled.worlds.isEmpty else { return nil }
    let edits = EditFinder.edits(of: compiled.syntax)
    var report = SpecMutation(
      name: compiled.worlds[0].name, path: file.path, worlds: compiled.worlds.map(\.worldName))
    report.edits = edits.count
    report.checks = compiled.syntax.checkableNames
    return Subject(compiled: compiled, edits: edits, report: report)
  }

  /// Checks all worlds as they are.
  private func check(_ subjects: inout [Subject]) {
    let worlds = subjects.indices.flatMap { index in
      subjects[index].compiled.worlds.map { (index, $0) }
    }
    let limits = limits
    let baselines = ParallelMap.run(worlds, threads: threads) { job in
      (job.0, WorldBaseline.of(job.1, limits))
    }
    for index in subjects.indices {
      var sound: [JudgedWorld] = []
      for (place, baseline) in baselines where place == index {
        switch baseline {
        case .sound(let world): sound.append(world)
        case .unsound(let world): subjects[index].report.unsound.append(world)
        case .undecided(let world): subjects[index].report.undecidedWorlds.append(world)
        }
      }
      let order = sound.enumerated().sorted { left, right in
        let isFirst = left.offset == 0 || right.offset == 0
        if isFirst { return left.offset < right.offset }
        return (left.element.cost, left.offset) < (right.element.cost, right.offset)
      }
      subjects[index].judge = MutantJudge(
        file: subjects[index].compiled.file, worlds: order.map(\.element), bounds: request.bounds,
        limits: limits, isMatrix: request.findsAllKillers)
    }
  }
}

/// How far a run over edits is, for people who wait.
public struct MutateProgress: Sendable {
  /// How many edits were judged.
  public var done: Int
  /// How many there are.
  public var all: Int
  /// Since the run began.
  public var elapsed: Duration
}
