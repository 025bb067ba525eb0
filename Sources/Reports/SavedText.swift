import Traces

extension CounterexampleFolder.SaveOutcome {
  /// The outcome in a word.
  var word: String {
    switch self {
    case .written: "written"
    case .replaced: "replaced"
    case .updated: "updated"
    case .kept: "kept"
    case .keptStale: "kept-stale"
    case .ofOtherSpec: "of-other-spec"
    case .unreadable: "unreadable"
    case .failed: "failed"
    }
  }

  /// What a person has to know of it; nil if nothing changed, or if it is an error.
  package var note: String? {
    switch self {
    case .written(let path): "saved \(path); replay it with: traycheck replay \(path)"
    case .replaced(let path):
      "saved \(path), shorter than before; replay it with: traycheck replay \(path)"
    case .updated(let path): "updated \(path): its trace is proved to be shortest"
    case .keptStale(let path, let why):
      "not saved: \(path) has a trace that is as short, but \(why)\n"
        + "    delete it, and check again, to keep the new trace"
    case .kept, .ofOtherSpec, .unreadable, .failed: nil
    }
  }

  /// The error, if it is one.
  package var problem: CheckReport.Unreadable? {
    switch self {
    case .ofOtherSpec(let path, let specPath):
      .init(
        path: path,
        reason: "not overwritten: it belongs to \(specPath), a spec of the same name")
    case .unreadable(let path, let why): .init(path: path, reason: "not overwritten: \(why)")
    case .failed(let path, let why): .init(path: path, reason: "it cannot be written: \(why)")
    case .written, .replaced, .updated, .kept, .keptStale: nil
    }
  }
}
