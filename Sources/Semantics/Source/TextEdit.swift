/// A part of a text that is replaced by another; an empty range is where something is put in.
package struct TextEdit: Hashable, Sendable {
  package var range: SourceRange
  package var text: String

  package init(_ range: SourceRange, _ text: String) {
    self.range = range
    self.text = text
  }
}
