import Semantics
import SpecLanguage

extension Understanding {
  /// The edits that rename the symbol at a place, in the order of the text, or the reason why it cannot get that
  /// name.
  ///
  /// The caller checks that the meaning is unchanged: another symbol may already have the name.
  package func renaming(at offset: Int, to name: String) -> Result<[TextEdit], RenamingRefusal> {
    guard isName(name) else {
      return .failure(.init("'\(name)' is no name: write letters and digits"))
    }
    let places = places(ofNameAt: offset)
    guard !places.isEmpty else { return .failure(.init("nothing here has a name of its own")) }
    return .success(places.map { TextEdit($0, name) })
  }

  private func isName(_ name: String) -> Bool {
    let tokens = Lexer(SourceFile(path: "", text: name)).tokens
    return tokens.count == 2 && tokens[0].kind == .identifier && !Words.isReserved(name)
      && tokens[0].range == SourceRange(0, name.utf8.count)
  }
}

/// The reason why a symbol cannot be renamed, as a clause.
package struct RenamingRefusal: Error {
  package var reason: String

  init(_ reason: String) { self.reason = reason }
}
