/// The kind of a violation, as the word under which it is reported, stored and expected.
public enum ViolationKind: String, Codable, Sendable, CaseIterable {
  case invariant, transition, eventually, possible, deadlock, gap, overlap, fault

  /// Those that are looked for in every spec, whatever it declares, in the order in which they are told.
  package static let general: [Self] = [.deadlock, .gap, .overlap, .fault]
  /// Their names, which worlds announce and no property may have, in the order of the alphabet.
  package static let generalNames = general.map(\.rawValue).sorted()

  /// Whether it is looked for in every spec.
  package var isGeneral: Bool { Self.general.contains(self) }

  /// Whether nothing comes after it. Of several rules that apply each is followed.
  package var endsRun: Bool { self != .overlap }
}

/// The keyword that declares a property.
public enum PropertyKeyword: String, Codable, Sendable {
  case invariant, transition, reachable, possible, eventually

  /// Whether it says something of whole runs, which no single state or step refutes.
  package var isOfRuns: Bool { self == .eventually || self == .possible }
}

/// The word that marks a property with more meaning than its condition; the word of `before` is `until`.
public enum SentenceWord: String, Codable, Sendable { case within, until, same }
