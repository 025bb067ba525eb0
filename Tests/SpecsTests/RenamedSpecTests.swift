@testable import Comparison
import Foundation
import Reports
import Semantics
import SpecLanguage
import TestSupport
import Testing

@testable import TrayKit

/// A spec with other names, or in another order, behaves as before.
@Suite struct RenamedSpecTests {
  /// The distance between tried renamings.
  private static let stride =
    ProcessInfo.processInfo.environment["TRAYCHECK_MUTANTS"] == "all" ? 1 : 15

  @Test(
    "each name alone can be another one, and that is all there is to tell",
    arguments: Spec.some(Spec.alone))
  func eachName(_ spec: Spec) throws {
    let text = try spec.text
    let old = Self.parse(text)
    for (index, name) in Self.names(in: old).enumerated() where index % Self.stride == 0 {
      let new = Self.parse(Self.replacing([name], in: text))
      let comparison = DeclarationComparison(old, new)
      #expect(comparison.saysTheSame, "\(name): \(comparison.changes.map(\.text))")
      #expect(comparison.changes.isEmpty, "\(name): \(comparison.changes.map(\.text))")
      #expect(!comparison.renames.isEmpty, "\(name)")
      #expect(
        comparison.renames.entries.allSatisfy { $0.old == name && $0.new == name + "Anew" },
        "\(name): \(comparison.renames.entries)")
      #expect(UnchangedBehaviour(comparison).isEverything, "\(name)")
    }
  }

  @Test("all names at once can be others", arguments: Spec.some(Spec.alone))
  func allNames(_ spec: Spec) throws {
    let folder = try ScratchFolder()
    let text = try spec.text
    let names = Self.names(in: Self.parse(text))
    let old = try folder.write(text, to: "old.tray")
    let new = try folder.write(Self.replacing(names, in: text), to: "new.tray")
    let outcome = try DiffRequest(old: old, new: new).outcome()
    let report = outcome.diagnostics() + outcome.text()
    #expect(outcome.status == .success, "\(report)")
    #expect(report.contains("✓ Passed: no change in behaviour"), "\(report)")
  }

  @Test("the order of declarations does not matter", arguments: Spec.some(Spec.alone))
  func order(_ spec: Spec) throws {
    let folder = try ScratchFolder()
    let text = try spec.text
    let reversed = Self.reversed(Self.parse(text))
    let old = try folder.write(text, to: "old.tray")
    let outcome = try DiffRequest(old: old, new: try folder.write(reversed, to: "new.tray"))
      .outcome()
    let report = outcome.diagnostics() + outcome.text()
    #expect(outcome.status == .success, "\(report)")
    #expect(report.contains("the declarations are in another order"), "\(report)")
    #expect(report.contains("✓ Passed: no change in behaviour"), "\(report)")
    #expect(!report.contains("    ~ "), "\(report)")
  }

  @Test("its view changes no verdict, count or trace", arguments: Spec.some(Spec.alone))
  func view(_ spec: Spec) throws {
    let file = SourceFile(path: "spec.tray", text: try spec.text)
    let views = Parser.parse(file).spec.declarations.filter {
      if case .view = $0.kind { true } else { false }
    }
    let view = try #require(views.first)
    #expect(views.count == 1)
    let bare = file.bytes(with: [TextEdit(view.range, "")])
    let folder = try ScratchFolder()
    let facts = try [file.bytes, bare].map { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      var request = CheckRequest(paths: [try folder.write(text, to: "spec.tray")])
      let worlds = try SpecText.checked(text).worlds
      request.worlds = ["default"] + worlds.filter { !$0.violates.isEmpty }.prefix(1).map(\.name)
      return try request.outcome().report.specs.flatMap(\.verdicts).map(Self.facts)
    }
    #expect(facts[0].count == 2 && facts[0] == facts[1])
    let old = try folder.write(String(decoding: bare, as: UTF8.self), to: "old.tray")
    let new = try folder.write(spec.text, to: "new.tray")
    let outcome = try DiffRequest(old: old, new: new).outcome()
    #expect(outcome.status == .success && outcome.text().contains("✓ Passed: no change"))
  }

  /// The results of a world without its times.
  private static func facts(_ verdict: WorldVerdict) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let parts = try [
      encoder.encode(verdict.properties), encoder.encode(verdict.scenarios),
      encoder.encode(verdict.violations),
    ]
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
      + "\n\(verdict.statistics.states) states, \(verdict.statistics.transitions) transitions"
  }

  @Test("a search comes to the same as the texts", arguments: Spec.some(Spec.alone))
  func search(_ spec: Spec) throws {
    let text = try spec.text
    let other = Self.replacing(Self.names(in: Self.parse(text)), in: text)
    let (old, new) = (
      try SpecText.checked(text), try SpecText.checked(Self.reversed(Self.parse(other)))
    )
    let declarations = DeclarationComparison(Self.parse(text), Parser.parse(new.file).spec)
    let result = BehaviourComparison(
      try Self.side(old), try Self.side(new), renames: declarations.renames, unchanged: .nothing
    ).run(maximumStates: 60)
    #expect(result.differences.isEmpty)
    #expect(result.notes.isEmpty, "\(result.notes)")
    #expect(result.states >= 20)
  }

  private static func side(_ spec: CheckedSpec) throws -> BehaviourComparison.Side {
    let machine = try Machine(spec)
    return .init(machine: machine, starts: try machine.starts())
  }

  private static func parse(_ text: String) -> SpecSyntax {
    Parser.parse(SourceFile(path: "test.tray", text: text)).spec
  }

  /// All names that declarations give, except for words that are also keywords.
  private static func names(in syntax: SpecSyntax) -> [String] {
    let words: Set<String> = [
      "first", "last", "count", "keys", "values", "set", "list", "steps", "on", "to", "from", "any",
      "at", "into", "is", "start", "stop", "tick", "emit", "choose", "insert", "remove", "append",
      "assert", "expect", "refuse", "given", "repeat", "for", "if", "rule", "when", "fair", "in",
      "view", "card", "title", "text", "icon", "badge", "screen", "message",
      "device", "words", "about", "always", "gone",
    ]
    var names: Set<String> = []
    for declaration in SpecOutline(syntax).declarations where declaration.kind != .spec {
      names.insert(declaration.name)
      names.formUnion(declaration.members.map(\.name))
    }
    return names.subtracting(words).subtracting([""]).sorted()
  }

  private static func replacing(_ names: [String], in text: String) -> String {
    var result = ""
    var word = ""
    let renamed = Set(names)
    for character in text + "\n" {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += renamed.contains(word) ? word + "Anew" : word
        word = ""
        result.append(character)
      }
    }
    return String(result.dropLast())
  }

  /// The spec with its declarations in reverse order, variables aside: they may mention those above.
  private static func reversed(_ syntax: SpecSyntax) -> String {
    var (variables, others): ([String], [String]) = ([], [])
    for declaration in syntax.declarations {
      let documentation = (declaration.documentation ?? "").split(separator: "\n")
        .map { "/// \($0)\n" }.joined()
      let text = documentation + syntax.file.text(declaration.range)
      if case .variable = declaration.kind {
        variables.append(text)
      } else if !others.contains(text) {
        others.append(text)
      }
    }
    let head = (syntax.documentation ?? "").split(separator: "\n").map { "/// \($0)\n" }.joined()
    return ([head + "spec \(syntax.name?.text ?? "Test")"] + others.reversed() + variables)
      .joined(separator: "\n\n") + "\n"
  }
}
