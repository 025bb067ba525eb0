import SpecLanguage

/// One thing in which the declarations of two specs differ.
package struct DeclarationChange: Sendable {
  package enum Kind: String, Sendable { case added, removed, changed, documentation }

  /// Where something is in one of the specs, with the lines that only it has.
  package struct Side: Sendable {
    package var location: SourceLocation
    package var lines: [String]
  }

  package var kind: Kind
  /// The declaration, such as `event receive`, by its new name if it has one.
  package var what: String
  /// What of it changed, such as `rule mentionJoins: body changed`; nil for all of it.
  package var detail: String?
  package var old: Side?
  package var new: Side?

  /// The change in a line.
  package var text: String {
    if let detail { return "\(what): \(detail)" }
    return kind == .documentation ? "\(what): documentation changed" : "\(what) \(kind.rawValue)"
  }
}
