import Files
import Semantics

/// A stored counterexample. All contents are given by name and in the notation of specs. So the file survives edits of
/// the spec, and a person can read and edit it.
///
/// `counterexample.schema.json` describes its format, `Counterexamples/README.md` its meaning.
package struct CounterexampleDocument: Encodable, Sendable, Equatable {
  package static let format = "traycheck-counterexample"
  /// The version of the format, incremented when readers of the old format would fail.
  package static let version = 1

  /// The spec of the counterexample.
  package struct Spec: Encodable, Sendable, Equatable {
    package var name: String
    /// The path, relative to the parent of the counterexample folder.
    package var path: String?
    /// The digest of the text, which shows whether the spec has changed since.
    package var digest: String?
  }

  /// The violated property.
  package struct Property: Encodable, Sendable, Equatable {
    /// The name of the property, or the kind of another violation.
    package var name: String
    package var kind: ViolationKind
    /// For an `eventually`, the values of its parameters; missing ones are arbitrary.
    package var arguments: [String: String] = [:]
    /// The event of a gap, an overlap, or a fault in its guard, conditions or body.
    package var event: String?
    /// The rules of an overlap, or the rule whose body has a fault.
    package var rules: [String]?
    /// The property that contains a fault.
    package var inside: String?
    /// The text of the faulting expression.
    package var expression: String?
    package var line: Int?
    package var column: Int?
  }

  /// The result that a replay must have to pass.
  package enum Expectation: String, Codable, Sendable, CaseIterable {
    /// The violation must not happen again.
    case fixed
    /// The violation is known to happen.
    case violated
  }

  /// The certainty that the trace is shortest.
  package enum Shortest: String, Codable, Sendable, CaseIterable {
    /// No shorter trace leads to the violation.
    case proved
    /// No shorter trace was found.
    case found
  }

  /// The origin of the counterexample.
  package struct Provenance: Encodable, Sendable, Equatable {
    package enum Finder: String, Encodable, Sendable, CaseIterable { case check, walk }
    package var by: Finder
    /// The seed of the walks, and the number of the walk.
    package var seed: UInt64?
    package var walk: Int?
    /// The number of events before the trace was shrunk.
    package var originalLength: Int

    package init(by finder: Finder, seed: UInt64? = nil, walk: Int? = nil, originalLength: Int) {
      by = finder
      self.seed = seed
      self.walk = walk
      self.originalLength = originalLength
    }
  }

  /// An event with its arguments by label, in the notation of specs.
  package struct Event: Encodable, Sendable, Equatable {
    package var event: String
    package var arguments: [String: String]
  }

  /// A value selected by `choose`, with its name in the text.
  package struct Choice: Encodable, Sendable, Equatable {
    package var name: String
    package var value: String
  }

  /// A change of a variable or of a leaf part of it, with the old and the new value.
  ///
  /// A replay computes the states again. If an event has several outcomes, it prefers those with the same changes.
  package struct Change: Encodable, Sendable, Equatable {
    package var place: String
    package var old: String
    package var new: String
  }

  /// One step of the trace: the event, the choices, and the changes.
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
  /// The params of the world, and the instance counts that were set.
  package var constants: [String: String]
  /// Smaller constants that show the same violation in as many steps, as help for debugging. They are not replayed,
  /// because the spec may have no world with them.
  package var smaller: [String: String] = [:]
  package var property: Property
  package var summary: String?
  package var expect: Expectation
  package var shortest: Shortest
  package var found: Provenance?
  /// The values of the variables at the start.
  package var start: [String: String]
  package var steps: [Step]
  /// For an `eventually`, the number of steps before the infinite loop; if no steps remain, the run stops there.
  package var loop: Int?
  /// The event that was tried at the end and had no outcome, or several applicable rules.
  package var attempt: Event?

  /// The constants as settings, in the order of their names.
  package var settings: [(name: String, value: String)] {
    constants.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// The number of events, the attempted one included.
  package var length: Int { steps.count + (attempt == nil ? 0 : 1) }

  /// A unique description of the violation.
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

  /// Whether both files contain the same trace to the same violation, regardless of their other contents.
  package func hasSameTrace(as other: Self) -> Bool {
    (property, constants, start) == (other.property, other.constants, other.start)
      && (steps, loop, attempt) == (other.steps, other.loop, other.attempt)
  }

  /// The text of the file.
  package func encoded() throws -> String { try JSONDocument.text(of: self) }
}
