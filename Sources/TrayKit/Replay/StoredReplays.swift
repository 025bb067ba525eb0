import Foundation
import Reports
import Traces

/// What became of the stored counterexamples of a check.
struct StoredReplays: Sendable {
  var report = ReplayReport()
  /// Files of which there is no spec.
  var orphans: [CheckReport.Unreadable] = []
  /// How many were not replayed, because the run was to end.
  var skipped = 0
  /// What the next run need not replay, by the path of the spec.
  private(set) var kept: [String: [CacheEntry.Replay]] = [:]

  /// Adds what an earlier run replayed.
  mutating func add(_ replay: CacheEntry.Replay, of spec: String) {
    var verdict = replay.verdict
    verdict.isCached = true
    report.verdicts.append(verdict)
    kept[spec, default: []].append(replay)
  }

  /// Adds what this run replayed.
  mutating func add(_ run: ReplayReport) {
    report.verdicts += run.verdicts
    report.unreadable += run.unreadable
    for broken in run.broken where !report.broken.contains(where: { $0.path == broken.path }) {
      report.broken.append(broken)
    }
  }

  /// Keeps a replay, if it is as expected.
  mutating func keep(_ replay: CacheEntry.Replay) {
    guard replay.verdict.judgement == .asExpected else { return }
    kept[replay.verdict.specPath, default: []].append(replay)
  }

  /// Brings the files into the order of their names.
  mutating func sort() {
    report.verdicts.sort { $0.path < $1.path }
  }
}

/// Which spec a counterexample belongs to: `Owners(specs, folder).owner(of: document)`.
struct Owners {
  enum Owner {
    case spec(Int)
    /// A spec that is not checked.
    case other
    case none
  }

  private let folder: CounterexampleFolder
  private var paths: [String: Int] = [:]
  private var names: [String: Int] = [:]
  /// Replays of earlier runs, by file.
  private var past: [String: (replay: CacheEntry.Replay, spec: Int)] = [:]
  private let isCompiled: [Bool]
  /// Names that several specs have; which of them is meant may change from run to run.
  private var ambiguous: Set<String> = []

  init(_ specs: [SpecProgress], _ folder: CounterexampleFolder) {
    self.folder = folder
    isCompiled = specs.map { $0.names != nil && !($0.compiled?.sink.hasErrors ?? false) }
    for (index, spec) in specs.enumerated() {
      paths[SpecPath.absolute(spec.file.path)] = index
      if let name = spec.names?.spec {
        if names[name] == nil { names[name] = index } else { ambiguous.insert(name) }
      }
      for replay in spec.known?.replays ?? [] {
        past[replay.verdict.path] = (replay, index)
      }
    }
  }

  /// What an earlier run found out about a file of these contents, with the spec as it is.
  func known(_ path: String, _ contents: String) -> (CacheEntry.Replay, spec: Int)? {
    guard let known = past[path], known.replay.contents == contents,
      !ambiguous.contains(known.replay.verdict.spec)
    else { return nil }
    return (known.replay, known.spec)
  }

  /// The spec of a counterexample. One with errors has none: it is told by itself.
  func owner(of document: CounterexampleDocument) -> Owner {
    if let path = SpecPath.find(document.spec.path, besides: folder.path) {
      guard let index = paths[SpecPath.absolute(path)], isCompiled[index] else { return .other }
      return .spec(index)
    }
    guard let index = names[document.spec.name] else { return .none }
    return isCompiled[index] ? .spec(index) : .other
  }

  /// Whether whole folders are checked, so that no spec is left out on purpose.
  func hasFolders(_ request: CheckRequest) -> Bool {
    request.paths.contains { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }
}
