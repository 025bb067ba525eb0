import Semantics
import SpecLanguage

extension Understanding {
  /// The reason why the symbol at a place cannot get a name; nil if it can, as far as its own text is concerned.
  ///
  /// The caller checks that the meaning is unchanged: another symbol may already have the name, or the language may
  /// use the word at one of the places.
  package func obstacle(toRenamingAt offset: Int, to name: String) -> String? {
    let tokens = Lexer(SourceFile(path: "", text: name)).tokens
    let isName =
      tokens.count == 2 && tokens[0].kind == .identifier && !Parser.reservedWords.contains(name)
      && tokens[0].range == SourceRange(0, name.utf8.count)
    if !isName { return "'\(name)' is no name: write letters and digits" }
    return places(ofNameAt: offset).isEmpty ? "nothing here has a name of its own" : nil
  }
}
