/// The outcome of storing a violation.
package indirect enum SaveOutcome: Sendable, Equatable {
  case written(String)
  /// It replaced a longer trace.
  case replaced(String)
  /// The stored trace has the same length, and is now known to be shortest.
  case updated(String)
  /// The stored trace is as short or shorter.
  case kept(String)
  /// The file belongs to a spec of the same name at another path.
  case ofOtherSpec(String, specPath: String)
  /// The file contains another violation than its name indicates, because it was renamed or edited.
  case ofOtherViolation(String, about: String)
  /// The file cannot be read as a counterexample, and is not changed.
  case unreadable(String, why: String)
  case failed(String, why: String)

  /// The path of the file.
  package var path: String {
    switch self {
    case .written(let path), .replaced(let path), .updated(let path), .kept(let path),
      .ofOtherSpec(let path, _), .ofOtherViolation(let path, _),
      .unreadable(let path, _), .failed(let path, _):
      path
    }
  }

  /// Whether there is a problem with the file or the folder.
  package var isError: Bool {
    switch self {
    case .written, .replaced, .updated, .kept: false
    case .ofOtherSpec, .ofOtherViolation, .unreadable, .failed: true
    }
  }
}
