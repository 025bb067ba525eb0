/// What became of a violation that was to be saved.
package enum SaveOutcome: Sendable, Equatable {
  case written(String)
  /// In place of a longer trace.
  case replaced(String)
  /// The trace that was there is as short, and is now known to be shortest.
  case updated(String)
  /// The trace that is there is as short or shorter.
  case kept(String)
  /// The file belongs to a spec of the same name at another path.
  case ofOtherSpec(String, specPath: String)
  /// The file is about something else than its name says: it was renamed or edited.
  case ofOtherViolation(String, about: String)
  /// The file cannot be read as a counterexample, and is left alone.
  case unreadable(String, why: String)
  case failed(String, why: String)

  /// The file.
  package var path: String {
    switch self {
    case .written(let path), .replaced(let path), .updated(let path), .kept(let path),
      .ofOtherSpec(let path, _), .ofOtherViolation(let path, _),
      .unreadable(let path, _), .failed(let path, _):
      path
    }
  }

  /// Whether something is wrong with the file or the folder.
  package var isError: Bool {
    switch self {
    case .written, .replaced, .updated, .kept: false
    case .ofOtherSpec, .ofOtherViolation, .unreadable, .failed: true
    }
  }
}
