/// The kind of a violation, as the word under which it is reported, stored and expected.
public enum ViolationKind: String, Codable, Sendable, CaseIterable {
  case invariant, transition, eventually, possible, deadlock, gap, overlap, fault

  /// The kinds that are searched for in every spec, in the order of the reports.
  package static let general: [Self] = [.deadlock, .gap, .overlap, .fault]
  /// Their names, sorted, which worlds use in `violates` and no property may have.
  package static let generalNames = general.map(\.rawValue).sorted()

  /// Whether it is searched for in every spec.
  package var isGeneral: Bool { Self.general.contains(self) }

  /// Whether it ends the run. After an overlap, each of the rules is followed.
  package var endsRun: Bool { self != .overlap }
}

/// The keyword that declares a property.
public enum PropertyKeyword: String, Codable, Sendable {
  case invariant, transition, reachable, possible, eventually

  /// Whether it is about whole runs, so that no single state or step refutes it.
  package var isOfRuns: Bool { self == .eventually || self == .possible }
}

/// The word that marks a property with more meaning than its condition; the word of `before` is `until`.
public enum SentenceWord: String, Codable, Sendable { case within, until, same }
