/// A part of a text that is replaced by another; an empty range is where something is put in.
package struct TextEdit: Hashable, Sendable {
  package var range: SourceRange
  package var text: String

  package init(range: SourceRange, text: String) {
    self.range = range
    self.text = text
  }
}
