import Semantics
import Traces

/// One thing in which the declarations of two specs differ.
///
/// Of a change deep inside of a declaration only the smallest part with a name is told: a rule of an
/// event, not the event. Renaming is no change: what was renamed stands in `Renames`.
package struct DeclarationChange: Sendable {
  /// `documentation` is a change of the `///` lines alone. The raw values stand in reports.
  package enum Kind: String, Sendable { case added, removed, changed, documentation }

  /// Where something is in one of the specs, with the lines that only it has.
  ///
  /// Where a change is told in one line of words, `lines` is empty.
  package struct Side: Sendable {
    package var location: Trace.Place
    package var lines: [String]
  }

  package var kind: Kind
  /// The declaration, such as `event receive`, by its new name if it has one.
  package var what: String
  /// What of it changed, such as `rule mentionJoins: body changed`; nil for all of it.
  package var detail: String?
  /// Nil on the side on which the thing does not exist.
  package var old: Side?
  package var new: Side?

  /// It changes nothing of what happens and of what is checked: words, or how states are drawn.
  var decidesNothing: Bool {
    kind == .documentation || what == Declaration.Kind.view.rawValue
  }

  /// The change in a line.
  package var text: String {
    if let detail { return "\(what): \(detail)" }
    return kind == .documentation ? "\(what): documentation changed" : "\(what) \(kind.rawValue)"
  }
}
