import Basics
import Edits
import Platform
import Reports
import Semantics
import SpecLanguage
import Synchronization
import TrayKit

/// Mutation testing of some specs: `try MutateRun(request, …).run()`.
///
/// Its results so far are available from any thread at any time. First all worlds of the original specs are checked,
/// then all mutations are judged, several in parallel. The results do not depend on the number of threads.
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

  /// The report on the results so far.
  var report: MutationReport {
    var report = known.withLock { $0 }
    report.duration = .now - begin
    return report
  }

  /// A spec with its mutations.
  private struct Subject: Sendable {
    @Boxed var compiled: CompiledSpec
    var edits: [SpecEdit]
    /// The mutated parts of the spec, as a key of the cache.
    var confinement: String
    var report: SpecMutation
    var judge: MutantJudge?
  }

  /// Runs the whole request, on a thread with a large stack.
  ///
  /// - Throws: `RequestError` if the revision of the request cannot be read, or if the sample or the minimum score is
  ///   out of range.
  func run() throws(RequestError) -> MutationReport {
    if let sample = request.sample, sample < 1 {
      throw RequestError("the sample has \(sample) edits; it must have at least 1")
    }
    if let minimum = request.minimumScore, !(0...100).contains(minimum) {
      throw RequestError("the minimum score is \(minimum) %; it must be from 0 to 100")
    }
    let found = SpecLoader.load(request.paths)
    let repository = try request.since.map(GitRepository.since)
    known.withLock { known in
      known.isCutShort = true
      known.minimumScore = request.minimumScore
      known.isConfined = repository != nil
      known.unreadable =
        found.unreadable + found.empty.map { .init(path: $0, reason: SpecLoader.emptyFolder) }
    }
    var subjects: [Subject] = []
    for file in found.files {
      if let subject = subject(file, repository) { subjects.append(subject) }
    }
    let cache = request.cacheFolder.flatMap { MutationCache($0, for: request) }
    for index in subjects.indices {
      let subject = subjects[index]
      if let spec = cache?.spec(subject.compiled.file, subject.confinement) {
        subjects[index].report = spec
        subjects[index].edits = []
      }
    }
    tell(subjects)
    check(&subjects)
    judge(&subjects)
    for subject in subjects where !subject.report.isCached {
      cache?.store(subject.report, subject.compiled.file, subject.confinement)
    }
    tell(subjects)
    let wasEnded = limits.isInterrupted()
    known.withLock { $0.isCutShort = wasEnded }
    return report
  }

  private func tell(_ subjects: [Subject]) {
    let reports = subjects.map(\.report)
    known.withLock { $0.specs = reports }
  }

  /// Judges all mutations of all specs, several in parallel.
  private func judge(_ subjects: inout [Subject]) {
    let jobs = subjects.indices.flatMap { index in subjects[index].edits.map { (index, $0) } }
    let judges = subjects.map(\.judge)
    let done = Atomic<Int>(0)
    let verdicts = ParallelMap.run(jobs, threads: threads) { [self] job in
      let judged = judges[job.0].map { $0.verdict(on: job.1) } ?? nil
      var verdict = judged?.verdict
      if let survivor = judged?.survivor {
        let deadline = limits.deadline()
        verdict?.proposal = deadline.during { judges[job.0]?.finder.proposal(for: survivor) }
      }
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
  }

  // MARK: Specs

  private func subject(_ file: SourceFile, _ repository: GitRepository?) -> Subject? {
    let compiled = CompiledSpec(
      file, settings: [], limits: request.bounds, deadline: { self.limits.deadline(after: $2) })
    guard !compiled.worlds.isEmpty else {
      if compiled.sink.hasErrors {
        known.withLock {
          $0.broken.append((compiled.sink.inTextOrder, compiled.sink.suppressed))
        }
      }
      return nil
    }
    var edits = EditFinder.edits(of: compiled.syntax)
    var confinement = ""
    if let repository, let contents = try? repository.file(at: file.path) {
      let old = Parser.parse(SourceFile(path: file.path, contents: contents)).spec
      let changed = ChangedOwners(old, compiled.syntax).names
      edits.removeAll { !changed.contains($0.owner) }
      confinement = changed.sorted().joined(separator: ",")
    }
    var report = SpecMutation(
      name: compiled.worlds[0].name, path: file.path, worlds: compiled.worlds.map(\.worldName))
    report.edits = edits.count
    report.checks = compiled.syntax.checkableNames
    report.isMatrix = request.findsAllKillers
    if let sample = request.sample { edits = EditSample.drawn(sample, of: edits, request.seed) }
    return Subject(compiled: compiled, edits: edits, confinement: confinement, report: report)
  }

  /// Checks all worlds of the original specs.
  private func check(_ subjects: inout [Subject]) {
    let worlds = subjects.indices.flatMap { index in
      subjects[index].edits.isEmpty ? [] : subjects[index].compiled.worlds.map { (index, $0) }
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
        limits: limits, isMatrix: request.findsAllKillers,
        isWhole: subjects[index].report.undecidedWorlds.isEmpty)
      // Without a passing world, nothing can be judged.
      if sound.isEmpty, subjects[index].report.undecidedWorlds.isEmpty {
        subjects[index].edits = []
      }
    }
  }
}

/// The progress of mutation testing.
public struct MutateProgress: Sendable {
  /// The number of mutations judged so far.
  public var done: Int
  /// The number of all mutations.
  public var all: Int
  /// The time since the start of the run.
  public var elapsed: Duration

  /// A text such as "judged 120 of 411 edits".
  public var text: String { "judged \(done) of \(Wording.count(all, "edit"))" }
}

/// Random samples of mutations.
enum EditSample {
  /// Draws a number of mutations with a seed, and returns them in their original order.
  static func drawn(_ count: Int, of edits: [SpecEdit], _ seed: UInt64) -> [SpecEdit] {
    guard count < edits.count else { return edits }
    var random = SplitMix(seed: seed)
    var places = Array(edits.indices)
    for place in 0..<max(0, count) {
      places.swapAt(place, place + random.number(below: places.count - place))
    }
    return places.prefix(max(0, count)).sorted().map { edits[$0] }
  }
}
