import Traces

/// The result of storing a violation.
package struct SavedCounterexample: Sendable {
  package var outcome: SaveOutcome
  /// Constants smaller than those of the world that also show the violation, such as `subjects = 2`; empty if there are
  /// none.
  package var smaller: [String]
  /// Whether some smaller worlds were not tried, because that would have taken longer than the check itself.
  package var isCutShort: Bool
  /// Whether its world expects it.
  package var isAnnounced: Bool
  /// The path of its spec, and its world.
  package var spec: String
  package var world: String
  /// The property, or the kind of the violation with its subject.
  package var title: String

  package init(
    outcome: SaveOutcome, smaller: [String], isCutShort: Bool = false,
    isAnnounced: Bool = false,
    spec: String = "", world: String = "", title: String = ""
  ) {
    self.outcome = outcome
    self.smaller = smaller
    self.isCutShort = isCutShort
    self.isAnnounced = isAnnounced
    self.spec = spec
    self.world = world
    self.title = title
  }

  /// The notes about stored violations. For one property in several worlds, only the first is mentioned.
  static func notes(_ saved: [SavedCounterexample]) -> [String] {
    var order: [String] = []
    var groups: [String: [SavedCounterexample]] = [:]
    for one in saved where one.note != nil {
      let isAlike = one.outcome.word == "written" || one.outcome.word == "replaced"
      let key =
        isAlike
        ? one.spec + one.outcome.word + one.outcome.path.replacing(".\(one.world).", with: "..")
        : one.outcome.path
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(one)
    }
    return order.flatMap { key in
      let (first, rest) = (groups[key]?.first, (groups[key]?.count ?? 1) - 1)
      let more = "    and \(rest) more of it, of other worlds"
      return (first?.note.map { [$0] } ?? []) + (rest > 0 ? [more] : [])
    }
  }

  /// A note about the stored violation; nil if nothing changed, or if storing failed.
  var note: String? {
    var world =
      smaller.isEmpty
      ? "" : "\n    it shows in a smaller world as well: \(smaller.joined(separator: ", "))"
    if isCutShort {
      world += "\n    not all smaller worlds were looked at, which would take longer than the check"
    }
    let text: String? =
      switch outcome {
      case .written(let path): "saved \(path)\(world)"
      case .replaced(let path):
        "saved \(path), shorter than before\(world)"
      case .updated(let path): "updated \(path): its trace is proved to be shortest"
      case .kept, .ofOtherSpec, .ofOtherViolation, .unreadable, .failed: nil
      }
    return text?.printable
  }
}

extension SaveOutcome {
  /// Whether a trace of the violation is stored.
  package var isKept: Bool {
    switch self {
    case .written, .replaced, .updated, .kept: true
    case .ofOtherSpec, .ofOtherViolation, .unreadable, .failed: false
    }
  }

  /// The outcome as a word.
  package var word: String {
    switch self {
    case .written: "written"
    case .replaced: "replaced"
    case .updated: "updated"
    case .kept: "kept"
    case .ofOtherSpec: "of-other-spec"
    case .ofOtherViolation: "of-other-violation"
    case .unreadable: "unreadable"
    case .failed: "failed"
    }
  }

  /// The error, if storing failed.
  package var problem: CheckReport.Unreadable? {
    switch self {
    case .ofOtherSpec(let path, let specPath):
      .init(
        path: path,
        reason: "not overwritten: it belongs to \(specPath), a spec of the same name")
    case .ofOtherViolation(let path, let subject):
      .init(
        path: path,
        reason: "not overwritten: it is about \(subject), which does not fit its name")
    case .unreadable(let path, let why): .init(path: path, reason: "not overwritten: \(why)")
    case .failed(let path, let why): .init(path: path, reason: "it cannot be written: \(why)")
    case .written, .replaced, .updated, .kept: nil
    }
  }
}
