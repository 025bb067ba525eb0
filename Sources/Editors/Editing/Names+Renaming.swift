import Semantics
import SpecLanguage

extension Understanding {
  /// Why a name cannot be given to what stands at a place, or what has to be changed for it, in the order of the text.
  ///
  /// Whether the text still says the same is for the caller to check: another thing may have the name already.
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

/// A clause that says why something cannot be renamed.
package struct RenamingRefusal: Error {
  package var reason: String

  init(_ reason: String) { self.reason = reason }
}
