import Semantics
import SpecLanguage
import Testing

/// The division of text into tokens.
@Suite struct LexerTests {
  private func tokens(_ text: String) -> [String] {
    let file = SourceFile(path: "test", text: text)
    return Lexer(file).tokens.dropLast().map { file.text($0.range) }
  }

  private func errors(_ text: String) -> [String] {
    let file = SourceFile(path: "test", text: text)
    return Lexer(file).sink.inTextOrder.map { file.text($0.range) }
  }

  @Test(
    "the longest sign is taken",
    arguments: [
      ("a...b..<c.d", ["a", "...", "b", "..<", "c", ".", "d"]),
      ("a??b?.c", ["a", "??", "b", "?", ".", "c"]),
      ("a<=b==c!=d", ["a", "<=", "b", "==", "c", "!=", "d"]),
      ("x->y-=1", ["x", "->", "y", "-=", "1"]),
      ("1...3", ["1", "...", "3"]), ("ID#1", ["ID", "#", "1"]), ("!a!", ["!", "a", "!"]),
      ("a&&b||c", ["a", "&&", "b", "||", "c"]),
      ("a/b/=c%d%=e", ["a", "/", "b", "/=", "c", "%", "d", "%=", "e"]),
    ])
  func signs(_ text: String, _ expected: [String]) {
    #expect(tokens(text) == expected)
    #expect(errors(text).isEmpty)
  }

  @Test(
    "numbers are those of Swift",
    arguments: [
      ("0", 0), ("1_000", 1000), ("0x1F", 31), ("0b101", 5), ("0o17", 15), ("007", 7),
      ("18446744073709551615", UInt64.max),
    ])
  func numbers(_ text: String, _ value: UInt64) {
    #expect(IntegerLiteral.magnitude(text) == value)
    #expect(tokens(text) == [text])
  }

  @Test(
    "what only resembles a number is one mistake",
    arguments: ["1.5", "1e3", "0x", "0b2", "1abc", "18446744073709551616", "0xG"])
  func notNumbers(_ text: String) {
    #expect(errors(text) == [text])
  }

  @Test("comments are no tokens, and block comments nest")
  func comments() {
    #expect(tokens("a // b\nc /* d /* e */ f */ g") == ["a", "c", "g"])
    #expect(errors("a /* b /* c */") == ["/*"])
  }

  @Test("a line comment and a block comment over two lines end the line")
  func linesBehindComments() {
    let lexer = Lexer(SourceFile(path: "test", text: "a // b\nc /*\n*/ d /* */ e"))
    #expect(lexer.tokens.map(\.startsLine) == [true, true, true, false, false])
  }

  @Test("documentation belongs to the token behind it")
  func documentation() {
    let text = "/// One.\n///  Two. \n//// no\n// no\nvar x\n/// Three.\ny /// Four.\n \n z"
    let list = Lexer(SourceFile(path: "test", text: text)).list
    let found = list.tokens.indices.map { list.documentation(before: $0) }
    #expect(found == ["One.\n Two.", nil, "Three.", nil, nil])
  }

  @Test("letters of all scripts make names")
  func names() {
    #expect(tokens("é 灯 _x x1 Ω") == ["é", "灯", "_x", "x1", "Ω"])
  }

  @Test("a run of one strange character is one mistake")
  func runs() {
    #expect(errors("a @@@@ b ≤ c") == ["@@@@", "≤"])
    #expect(tokens("a @@ b") == ["a", "@@", "b"])
  }

  @Test("operators of other languages are told and taken for ours")
  func foreignOperators() {
    let lexer = Lexer(SourceFile(path: "test", text: "a === b"))
    #expect(lexer.tokens.map(\.kind) == [.identifier, .equalEqual, .identifier, .endOfFile])
    #expect(lexer.sink.diagnostics.map(\.fixes) == [["write '=='"]])
  }

  @Test("columns count characters of Unicode, not bytes")
  func columns() throws {
    let file = SourceFile(path: "test", text: "/* 🔔é */ a\r\n\tb")
    let places = Lexer(file).tokens.map { file.location(of: $0.range.start) }
    #expect(places.map(\.line) == [1, 2, 2])
    #expect(places.map(\.column) == [10, 2, 3])
  }

  @Test("bytes that are no text are one mistake, where the first of them is")
  func invalidUTF8() {
    let file = SourceFile(
      path: "test", contents: Array("ab ".utf8) + [0xFF, 0xFE] + Array(" c".utf8))
    let found = Lexer(file).sink.diagnostics
    #expect(found.map { file.location(of: $0.range.start).column } == [4])
  }
}
