import Engine
import Foundation
import Reports
import SpecLanguage
import Traces

/// The folder of counterexamples as a check uses it: replayed before, added to afterwards.
struct StoredCounterexamples {
  let request: CheckRequest
  let threads: Int

  /// The names of all files in the folder.
  static func names(_ request: CheckRequest) -> Set<String> {
    guard let path = request.counterexampleFolder else { return [] }
    return Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
  }

  // MARK: Replaying

  /// A file to replay, and in which spec.
  private struct Job: Sendable {
    var file: CounterexampleFile
    var contents: String
    var spec: Int
  }

  /// So many files of one spec are replayed together, which spares compiling it for each.
  private static let chunk = 25

  /// Replays what belongs to the specs, worlds and properties of the request, unless an earlier run
  /// did so with the same spec.
  ///
  /// Files that cannot be read are told whatever they may belong to.
  func replay(
    _ specs: [SpecProgress], isInterrupted: @escaping @Sendable () -> Bool
  ) -> StoredReplays {
    var stored = StoredReplays()
    guard request.replaysCounterexamples, let path = request.counterexampleFolder,
      FileManager.default.fileExists(atPath: path)
    else { return stored }
    let folder = CounterexampleFolder(path)
    guard let files = folder.files() else {
      stored.report.unreadable.append(.init(path: path, reason: "it is no folder that can be read"))
      return stored
    }
    let owners = Owners(specs, folder)
    var jobs: [Job] = []
    for path in files {
      switch look(path, owners) {
      case .unreadable(let problem): stored.report.unreadable.append(problem)
      case .known(let replay, let spec): stored.add(replay, of: specs[spec].file.path)
      case .orphan(let problem): stored.orphans.append(problem)
      case .replay(let job): jobs.append(job)
      case .notAsked: break
      }
    }
    let maximumValues = request.maximumValues
    let runs = ParallelMap.run(Self.chunks(jobs), threads: threads) { jobs in
      var run = ReplayRun(maximumValues: maximumValues, specPaths: [])
      for job in jobs where !isInterrupted() { run.replay(job.file, specs[job.spec].file) }
      return run.report
    }
    for run in runs { stored.add(run) }
    stored.skipped = jobs.count - runs.reduce(0) { $0 + $1.verdicts.count }
    let contents = Dictionary(jobs.map { ($0.file.path, $0.contents) }) { first, _ in first }
    for verdict in runs.flatMap(\.verdicts) {
      guard let contents = contents[verdict.path] else { continue }
      stored.keep(CacheEntry.Replay(contents: contents, verdict: verdict))
    }
    stored.sort()
    return stored
  }

  private static func chunks(_ jobs: [Job]) -> [[Job]] {
    Dictionary(grouping: jobs, by: \.spec).sorted { $0.key < $1.key }.flatMap { _, jobs in
      stride(from: 0, to: jobs.count, by: chunk).map {
        Array(jobs[$0..<min($0 + chunk, jobs.count)])
      }
    }
  }

  /// What is to be done with a file.
  private enum Task {
    case unreadable(CheckReport.Unreadable)
    case known(CacheEntry.Replay, spec: Int)
    case orphan(CheckReport.Unreadable)
    case replay(Job)
    /// It belongs to something that the request leaves out.
    case notAsked
  }

  private func look(_ path: String, _ owners: Owners) -> Task {
    let data: Data
    switch CounterexampleFile.contents(of: path) {
    case .success(let contents): data = contents
    case .failure(let problem): return .unreadable(.init(problem))
    }
    let contents = String(decoding: data, as: UTF8.self)
    if let (replay, spec) = owners.known(path, contents) {
      return isChosen(replay.verdict.world, replay.verdict.property)
        ? .known(replay, spec: spec) : .notAsked
    }
    switch CounterexampleFile.read(path, data) {
    case .failure(let problem): return .unreadable(.init(problem))
    case .success(let file):
      let document = file.document
      guard isChosen(document.world, document.property.name) else { return .notAsked }
      switch owners.owner(of: document) {
      case .spec(let spec): return .replay(Job(file: file, contents: contents, spec: spec))
      case .other: return .notAsked
      case .none:
        // Who checks some specs by name leaves the others out.
        guard owners.hasFolders(request) else { return .notAsked }
        let place = document.spec.path.map { ", which is not at \($0) any more" } ?? ""
        return .orphan(
          .init(
            path: path,
            reason: "it is not replayed: it belongs to \(document.spec.name)\(place); delete the "
              + "file if the spec is gone for good"))
      }
    }
  }

  private func isChosen(_ world: String, _ property: String) -> Bool {
    request.isChosen(world: world)
      && (request.properties.isEmpty || request.properties.contains(property))
  }

  // MARK: Saving

  /// Saves the violations that were found, each with the smallest constants that show it as well.
  func save(
    _ specs: [SpecReport], isInterrupted: @escaping () -> Bool
  ) -> [SavedCounterexample] {
    guard request.savesCounterexamples, let path = request.counterexampleFolder else { return [] }
    let folder = CounterexampleFolder(path)
    var outcomes: [SavedCounterexample] = []
    let limits = Checker.Limits(maximumValues: request.maximumValues)
    for world in specs.flatMap(\.worlds) where !world.violations.isEmpty {
      let syntax = Parser.parse(world.spec.file).0
      let smaller = SmallerWorld { smaller in
        let settled = try? SettledWorld(
          syntax, world: world.spec.world?.name, settings: request.settings + smaller,
          limits: limits)
        return settled.map { SmallerWorld.World(machine: $0.machine, starts: $0.starts) }
      }
      for violation in world.violations {
        let shrunk =
          folder.lacks(violation, in: world.spec)
          ? smaller.shrink(violation, in: world.spec, isInterrupted: isInterrupted) : nil
        let settings = shrunk?.settings ?? []
        let outcome = folder.save(
          violation, in: world.spec, provenance: .init(violation, of: world.result),
          smaller: Dictionary(settings.map { ($0.name, $0.value) }) { $1 },
          isProvedShortest: violation.isProvedShortest, limits: limits)
        outcomes.append(
          SavedCounterexample(
            outcome: outcome, smaller: settings.map { "\($0.name) = \($0.value)" },
            isAnnounced: world.announces(violation.name(in: world.spec)),
            spec: world.spec.file.path, world: world.spec.worldName))
      }
    }
    return outcomes
  }
}

extension WorldReport {
  /// The names of the files in which its violations are stored.
  var counterexampleNames: [String] {
    violations.map {
      CounterexampleName.file(of: CounterexampleDocument.Property($0, in: spec), in: spec)
    }
  }
}

extension CheckReport.Unreadable {
  /// A file that is no counterexample.
  init(_ problem: CounterexampleFile.Unreadable) {
    self.init(path: problem.path, reason: problem.reason, place: problem.place)
  }
}

extension CounterexampleDocument.Provenance {
  fileprivate init(_ violation: Violation, of result: SearchResult) {
    if let walked = violation.walked {
      self.init(
        by: .walk, seed: result.walks?.seed, walk: walked.walk, originalLength: walked.length)
    } else {
      self.init(by: .check, originalLength: violation.length)
    }
  }
}
