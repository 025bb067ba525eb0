import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

/// A stored counterexample that an exploration can move to.
struct StoredPath {
  var path: String
  /// The name of the file, without its extension.
  var name: String
  var property: String
  var world: String

  /// The stored counterexamples of a spec in a folder, sorted by name. Unreadable files are omitted, because `check`
  /// reports them.
  static func all(in folder: String, of spec: CheckedSpec) -> [StoredPath] {
    CounterexampleFolder(folder).contents().files.compactMap { path in
      guard case .success(let file) = CounterexampleFile.read(path),
        file.document.spec.name == spec.name
      else { return nil }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return StoredPath(
        path: path, name: name.hasSuffix(".json") ? String(name.dropLast(5)) : name,
        property: file.document.property.name,
        world: file.document.world)
    }
  }

  /// Replays a counterexample in a spec, in the world and with the constants of the file.
  static func replay(
    _ path: String, in spec: CheckedSpec, _ limits: RunLimits
  ) throws(Exploration.SearchError) -> ReplayedFile {
    let file: CounterexampleFile
    switch CounterexampleFile.read(path) {
    case .success(let found): file = found
    case .failure(let problem): throw .init("\(path): \(problem.reason)")
    }
    guard file.document.spec.name == spec.name else {
      throw .init("\(path) is a counterexample of the spec '\(file.document.spec.name)'")
    }
    var run = ReplayRun(bounds: Checker.Limits(), limits: limits)
    run.replay(file, spec.file)
    guard let replayed = run.report.replays.first else {
      let reason = run.report.stale.first?.reason ?? "the spec has errors in its world"
      throw .init("\(path) cannot be replayed: \(reason)", isUsage: false)
    }
    return replayed
  }
}
