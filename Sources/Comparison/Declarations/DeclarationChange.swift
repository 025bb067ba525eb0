import Semantics
import Traces

/// One difference between the declarations of two specs.
///
/// For a change deep inside of a declaration, only the smallest named part is reported: a rule of an event, not the
/// event. Renaming is no change: it is reported in `Renames`.
package struct DeclarationChange: Sendable, Encodable {
  /// `documentation` is a change of only the `///` lines. Reports contain the raw values.
  package enum Kind: String, Sendable, Encodable { case added, removed, changed, documentation }

  /// The place of a change in one of the specs, with the lines that only it has.
  ///
  /// If a change is reported in one line of words, `lines` is empty.
  package struct Side: Sendable, Encodable {
    package var location: Trace.Place
    package var lines: [String]

    private enum CodingKeys: String, CodingKey { case location = "place", lines }
  }

  private enum CodingKeys: String, CodingKey {
    case kind = "change", what = "declaration", detail, old, new
  }

  package var kind: Kind
  /// The declaration, such as `event receive`, by its new name if it was renamed.
  package var what: String
  /// The changed part, such as `rule mentionJoins: body changed`; nil for the whole declaration.
  package var detail: String?
  /// Nil on the side on which the thing does not exist.
  package var old: Side?
  package var new: Side?

  /// Whether it changes neither behaviour nor checks, but only texts, or the drawing of states.
  var decidesNothing: Bool {
    kind == .documentation || what == Declaration.Kind.view.rawValue
  }

  /// The change in a line.
  package var text: String {
    if let detail { return "\(what): \(detail)" }
    return kind == .documentation ? "\(what): documentation changed" : "\(what) \(kind.rawValue)"
  }
}
