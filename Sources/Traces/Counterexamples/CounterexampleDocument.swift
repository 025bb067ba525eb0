import Semantics

/// A counterexample as it is stored: everything by name and in the notation of specs, so that it
/// outlives edits of the spec and a person can read and edit it.
///
/// `counterexample.schema.json` describes its form, `Counterexamples/README.md` its meaning.
package struct CounterexampleDocument: Encodable, Sendable, Equatable {
  package static let format = "traycheck-counterexample"
  /// The version of the form, raised when a reader of the old form would go wrong.
  package static let version = 1

  /// Of which spec it is.
  package struct Spec: Encodable, Sendable, Equatable {
    package var name: String
    /// Relative to the folder that holds the folder of counterexamples.
    package var path: String?
    /// Tells whether the spec has changed since.
    package var digest: String?
  }

  /// What is violated.
  package struct Property: Encodable, Sendable, Equatable {
    /// The property's name; for the other kinds the kind.
    package var name: String
    package var kind: ViolationKind
    /// For an `eventually`, the values of its parameters; those that are not there may be any.
    package var arguments: [String: String] = [:]
    /// The event of a gap, an overlap, or a fault in its guard, conditions or body.
    package var event: String?
    /// The rules of an overlap, or the rule in whose body a fault is.
    package var rules: [String]?
    /// The property in which a fault is.
    package var inside: String?
    /// The text of what faults.
    package var expression: String?
    package var line: Int?
    package var column: Int?
  }

  /// What a replay has to find, so that the gate is green.
  package enum Expectation: String, Codable, Sendable, CaseIterable {
    /// It must not happen again.
    case fixed
    /// It is known to happen.
    case violated
  }

  /// How sure it is that nothing shorter shows the same.
  package enum Shortest: String, Codable, Sendable, CaseIterable {
    /// No trace to the violation is shorter.
    case proved
    /// No shorter one was found.
    case found
  }

  /// How it was found.
  package struct Provenance: Encodable, Sendable, Equatable {
    package enum Finder: String, Encodable, Sendable, CaseIterable { case check, walk }
    package var by: Finder
    /// The seed of the walks, and which of them it was.
    package var seed: UInt64?
    package var walk: Int?
    /// How many events the trace had before it was shrunk.
    package var originalLength: Int

    package init(by finder: Finder, seed: UInt64? = nil, walk: Int? = nil, originalLength: Int) {
      by = finder
      self.seed = seed
      self.walk = walk
      self.originalLength = originalLength
    }
  }

  /// An event with its arguments by their labels, as texts of the language.
  package struct Event: Encodable, Sendable, Equatable {
    package var event: String
    package var arguments: [String: String]
  }

  /// What a `choose` took, by the name that it is given in the text.
  package struct Choice: Encodable, Sendable, Equatable {
    package var name: String
    package var value: String
  }

  /// What a step changed: a variable or a part of it, down to the leaf, with both of its values.
  ///
  /// A replay computes the states anew; of several outcomes of an event it prefers those that change the same.
  package struct Change: Encodable, Sendable, Equatable {
    package var place: String
    package var old: String
    package var new: String
  }

  /// One step of the trace: what happened, what was chosen, and what came of it.
  package struct Step: Encodable, Sendable, Equatable {
    package var event: String
    package var arguments: [String: String]
    package var rule: String?
    package var choices: [Choice]
    package var signals: [String]
    package var changes: [Change]

    package init(
      event: String, arguments: [String: String], rule: String? = nil, choices: [Choice] = [],
      signals: [String] = [], changes: [Change] = []
    ) {
      self.event = event
      self.arguments = arguments
      self.rule = rule
      self.choices = choices
      self.signals = signals
      self.changes = changes
    }
  }

  package var format = CounterexampleDocument.format
  package var version = CounterexampleDocument.version
  package var spec: Spec
  package var world: String
  /// The params of the world, and the numbers of names of symmetric types that were set.
  package var constants: [String: String]
  /// Smaller constants with which the same shows, in as many steps: for whoever looks for the mistake.
  /// They are not replayed, as they may be those of no world of the spec.
  package var smaller: [String: String] = [:]
  package var property: Property
  package var summary: String?
  package var expect: Expectation
  package var shortest: Shortest
  package var found: Provenance?
  /// The variables at the start.
  package var start: [String: String]
  package var steps: [Step]
  /// For an `eventually`, how many steps come before those that are repeated for ever; if none is left,
  /// the run stops there.
  package var loop: Int?
  /// The event that was tried at the end and led nowhere, or to several rules.
  package var attempt: Event?

  /// The constants as settings, in the order of their names.
  package var settings: [(name: String, value: String)] {
    constants.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// The number of events, the attempted one included.
  package var length: Int { steps.count + (attempt == nil ? 0 : 1) }

  /// What it is about, in words that tell it from every other one.
  package var subject: String {
    let event = property.event.map { " of '\($0)'" } ?? ""
    let values = property.arguments.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
    let arguments = values.isEmpty ? "" : " for \(values.joined(separator: ", "))"
    let what =
      switch property.kind {
      case .invariant, .transition, .eventually, .possible:
        "the \(property.kind.rawValue) '\(property.name)'\(arguments)"
      case .deadlock: "a deadlock"
      case .gap: "a gap\(event)"
      case .overlap:
        "an overlap of "
          + (property.rules ?? []).map { "'\($0)'" }.joined(separator: " and ") + event
      case .fault: "a fault of '\(property.expression ?? "")'"
      }
    return "\(what), spec \(spec.name), world \(world)"
  }

  /// Whether both are the same way to the same violation, whatever else the files say.
  package func hasSameTrace(as other: Self) -> Bool {
    (property, constants, start) == (other.property, other.constants, other.start)
      && (steps, loop, attempt) == (other.steps, other.loop, other.attempt)
  }

  /// The text of the file.
  package func encoded() throws -> String { try JSONDocument.text(of: self) }
}
