import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

/// A stored counterexample that one can go to.
struct StoredPath {
  var path: String
  /// The name of the file, without its ending.
  var name: String
  var property: String
  var world: String

  /// Those of a spec in a folder, in the order of their names; files that cannot be read are left out, for
  /// `check` tells of them.
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

  /// What becomes of it in its spec as it is now; nil if it cannot be replayed.
  static func replay(_ path: String, _ limits: RunLimits) -> ReplayedFile? {
    var run = ReplayRun(bounds: Checker.Limits(), limits: limits)
    run.run([path])
    return run.report.replays.first
  }
}
