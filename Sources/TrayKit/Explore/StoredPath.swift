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

  /// Replays a counterexample in the current version of its spec; nil if it cannot be replayed.
  static func replay(_ path: String, _ limits: RunLimits) -> ReplayedFile? {
    var run = ReplayRun(bounds: Checker.Limits(), limits: limits)
    run.run([path])
    return run.report.replays.first
  }
}
