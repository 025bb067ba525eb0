import Basics
import Foundation
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// The grammar in the documentation (`Grammar.md`), compared with the parser.
@Suite struct GrammarTests {
  private static let grammar = Result { try Grammar.documented() }

  /// The kinds of mistakes in forms that the grammar allows, and that the parser rejects as forms of other languages.
  private static let habits: Set<Diagnostic.Code> = [
    .foreignOperator, .foreignValue, .foreignStatement, .foreignStep, .missingParentheses,
    .parameterForm, .bindingForm,
  ]

  /// The specs of the repository and the templates, by path.
  private static let specs: [URL] = {
    let folders = ["Specs", "Sources/TrayKit/Begin/Templates"].map {
      RepositoryFolder.root.appending(path: $0)
    }
    let files = folders.compactMap {
      FileManager.default.enumerator(at: $0, includingPropertiesForKeys: nil)
    }
    return files.flatMap { $0.compactMap { $0 as? URL } }.filter { $0.pathExtension == "tray" }
      .sorted { $0.path < $1.path }
  }()

  private func errors(_ file: SourceFile) -> [Diagnostic] {
    Parser.parse(file, provesHelp: false).sink.diagnostics.filter { $0.severity == .error }
  }

  /// Returns whether the parser rejects a text only for reasons that are not part of a grammar.
  private func isExcused(_ errors: [Diagnostic]) -> Bool {
    errors.contains { $0.code == .notOpen } || errors.allSatisfy { Self.habits.contains($0.code) }
  }

  @Test("a text written at random from the grammar has no syntax error", arguments: 0..<20)
  func randomTexts(_ portion: Int) throws {
    let grammar = try Self.grammar.get()
    var tried = 0
    for seed in portion * 50..<(portion + 1) * 50 {
      let text = GrammarWriter.file(grammar, seed: UInt64(seed), depth: 30)
      let file = SourceFile(path: "a.tray", text: text)
      // The writer ignores conditions about the token after a value.
      guard Recogniser.accepts(file, grammar) else { continue }
      let errors = errors(file)
      if isExcused(errors), !errors.isEmpty { continue }
      tried += 1
      #expect(errors.isEmpty, "seed \(seed): \(errors.map(\.message))\n\(text)")
    }
    #expect(tried > 15)
  }

  @Test("each spec of the repository is a text of the grammar")
  func files() throws {
    let grammar = try Self.grammar.get()
    #expect(Self.specs.count > 50)
    for path in Self.specs {
      let file = SourceFile(
        path: path.path, text: try String(contentsOf: path, encoding: .utf8))
      #expect(Recogniser.accepts(file, grammar), "\(path.path)")
      #expect(errors(file).isEmpty, "\(path.path)")
    }
  }

  @Test(
    "grammar and parser agree about declarations with a changed token", arguments: 0..<4)
  func changedDeclarations(_ portion: Int) throws {
    let grammar = try Self.grammar.get()
    let declarations = try Self.specs.flatMap {
      TokenEdit.declarations(of: try String(contentsOf: $0, encoding: .utf8))
    }
    var random = SplitMix64(seed: UInt64(portion))
    var (right, wrong, excused) = (0, 0, 0)
    for _ in 0..<1000 {
      guard let declaration = random.pick(declarations) else { break }
      // Only a library can have open parts.
      let text = "library A\n\(TokenEdit.edited(declaration, &random))\n"
      let file = SourceFile(path: "a.tray", text: text)
      let (isAccepted, errors) = (Recogniser.accepts(file, grammar), errors(file))
      if isAccepted, !errors.isEmpty, isExcused(errors) {
        excused += 1
        continue
      }
      if errors.isEmpty { right += 1 } else { wrong += 1 }
      #expect(isAccepted == errors.isEmpty, "\(errors.map(\.message))\n\(text)")
    }
    #expect(right > 300 && wrong > 300 && excused < 10)
  }

  @Test("the words of the grammar that cannot be names are those of the parser")
  func reservedWords() throws {
    let grammar = try Self.grammar.get()
    let name = grammar.names.firstIndex(of: "NAME").flatMap { grammar.rules[$0] }
    guard case .except(_, let words)? = name else {
      Issue.record("no rule for names")
      return
    }
    #expect(Set(words.map { grammar.texts[$0] }) == Parser.reservedWords)
  }
}
