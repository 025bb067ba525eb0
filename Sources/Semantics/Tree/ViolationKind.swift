/// The kind of a violation, by the word in reports, in files and in the worlds that expect it.
public enum ViolationKind: String, Codable, Sendable, CaseIterable {
  case invariant, transition, eventually, possible, deadlock, gap, overlap, fault

  /// The kinds that are searched for in every spec, in the order of the reports.
  package static let general: [Self] = [.deadlock, .gap, .overlap, .fault]
  /// Their names, which worlds announce and no property may have, in the order of the alphabet.
  package static let generalNames = general.map(\.rawValue).sorted()

  /// Whether it is searched for in every spec.
  package var isGeneral: Bool { Self.general.contains(self) }

  /// Whether it ends the run. After an overlap, each of the rules is followed.
  package var endsRun: Bool { self != .overlap }
}

/// The word that declares a property.
public enum PropertyKeyword: String, Codable, Sendable {
  case invariant, transition, reachable, possible, eventually

  /// Whether it is about whole runs, so that no single state or step refutes it.
  package var isOfRuns: Bool { self == .eventually || self == .possible }
}

/// The word by which people know a property that says more than its condition; that of `before` is `until`.
public enum SentenceWord: String, Codable, Sendable { case within, until, same }
