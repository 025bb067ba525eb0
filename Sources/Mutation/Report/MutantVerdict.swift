import Edits
import Semantics
import Traces

/// The verdict on one mutation of a spec.
package struct MutantVerdict: Sendable, Codable {
  /// The outcome of a mutation.
  package enum Fate: String, Sendable, Codable {
    /// Some check of some world no longer passes.
    case killed
    /// All checks have the same results, but the behaviour is different.
    case survived
    /// The behaviour is the same.
    case equivalent
    /// A limit was reached before a decision.
    case undecided
  }

  /// The checks that detect the mutation in a world.
  package struct Killers: Sendable, Codable, Equatable {
    package var world: String
    /// The names of properties, scenarios, and kinds such as `gap`, and of expected violations that no longer happen.
    package var names: [String]
  }

  /// A change of the text, as a byte range of the spec's own file.
  package struct Edit: Sendable, Codable, Equatable {
    package var start: Int
    package var end: Int
    package var replacement: String
  }

  package var kind: MutationOperator
  package var edit: Edit
  package var place: Trace.Place
  /// A description such as "`count < 3` becomes `count <= 3`".
  package var text: String
  /// The mutated declaration, such as `receive.mentionJoins`.
  package var owner: String
  package var fate: Fate
  package var killers: [Killers] = []
  /// The reason why the mutation is inconclusive; nil otherwise.
  package var reason: String?
  /// The first visible difference of a survivor; nil otherwise.
  package var parting: FirstDivergence?
  /// A property that would detect a survivor; nil if none was found.
  package var proposal: Proposal?

  /// The shortest path to a step that only one of the two specs has.
  package struct FirstDivergence: Sendable, Codable {
    package var world: String
    /// The common path up to the state in which the specs diverge; for different initial states, that of the mutant.
    package var trace: Trace
    /// The differing event, such as `receive(kind: .info)`; nil if the initial states differ.
    package var event: String?
    /// The outcomes in the spec and in the mutant, as lines below a step of a trace.
    package var original: [String]
    package var edited: [String]
  }

  /// A property in the notation of specs that holds in the spec but not in the mutant.
  package struct Proposal: Sendable, Codable, Equatable {
    package var lines: [String]
    /// The world in which the mutant violates it.
    package var world: String
    /// The worlds with intended violations in which it does not hold; they would have to expect it.
    package var announcedBy: [String]

    /// Whether it is the same text, with the same worlds that have to expect it.
    func isSame(as other: Proposal?) -> Bool {
      lines == other?.lines && announcedBy == other?.announcedBy
    }
  }
}
