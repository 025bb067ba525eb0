import Analysis
import Semantics
import Traces

/// What became of one edit of a spec.
package struct MutantVerdict: Sendable, Codable {
  /// Whether something noticed the edit.
  package enum Fate: String, Sendable, Codable {
    /// Some check of some world is not as the spec says any more.
    case killed
    /// All checks are as before, and what happens is not.
    case survived
    /// Nothing happens otherwise.
    case equivalent
    /// A limit was reached before that was decided.
    case undecided
  }

  /// What noticed it in a world.
  package struct Killers: Sendable, Codable, Equatable {
    package var world: String
    /// Properties, scenarios, and kinds such as `gap`; of an announced violation that does not happen any more, its
    /// name.
    package var names: [String]

    package init(world: String, names: [String]) {
      self.world = world
      self.names = names
    }
  }

  /// A change of the text, by bytes of the spec's own file.
  package struct Edit: Sendable, Codable, Equatable {
    package var start: Int
    package var end: Int
    package var replacement: String

    package init(start: Int, end: Int, replacement: String) {
      self.start = start
      self.end = end
      self.replacement = replacement
    }
  }

  package var kind: MutationOperator
  package var edit: Edit
  package var place: Trace.Place
  /// Such as "`count < 3` becomes `count <= 3`".
  package var text: String
  /// The declaration that is edited, such as `receive.mentionJoins`.
  package var owner: String
  package var fate: Fate
  package var killers: [Killers] = []
  /// Why it is not decided.
  package var reason: String?
  /// Where the edited spec first does something else; of a survivor.
  package var parting: FirstDivergence?
  /// A sentence that would notice it; of a survivor for which one was found.
  package var proposal: Proposal?

  package init(
    kind: MutationOperator, edit: Edit, place: Trace.Place, text: String, owner: String, fate: Fate
  ) {
    self.kind = kind
    self.edit = edit
    self.place = place
    self.text = text
    self.owner = owner
    self.fate = fate
  }

  /// The shortest way to a step that only one of both specs has.
  package struct FirstDivergence: Sendable, Codable {
    package var world: String
    /// What both can do, up to the state in which they part; of different starts, that of the edited one.
    package var trace: Trace
    /// The event that is not the same there, such as `receive(kind: .info)`; nil if they part at the start.
    package var event: String?
    /// What the spec does then, and what the edited one does: lines as below a step of a trace.
    package var original: [String]
    package var edited: [String]

    package init(
      world: String, trace: Trace, event: String?, original: [String], edited: [String]
    ) {
      self.world = world
      self.trace = trace
      self.event = event
      self.original = original
      self.edited = edited
    }
  }

  /// A sentence in the language, which holds in the spec and does not in the edited one.
  package struct Proposal: Sendable, Codable, Equatable {
    package var lines: [String]
    /// The world in which the edited spec breaks it.
    package var world: String
    /// The worlds in which it does not hold, as their mistakes break it: they would have to announce it.
    package var announcedBy: [String]

    package init(lines: [String], world: String, announcedBy: [String]) {
      self.lines = lines
      self.world = world
      self.announcedBy = announcedBy
    }
  }
}
