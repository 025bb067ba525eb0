import Foundation
import Guests
import TestSupport
import Testing

@testable import Commands

/// Documents and help in plain English: a reader understands each sentence the first time.
@Suite struct ProseTests {
  /// All documents of the repository, by path.
  static let documents: [String] = {
    let root = RepositoryFolder.root
    let folders = ["", "Specs", "Counterexamples", "Sources", "Tests", ".github"]
    let files = folders.flatMap { folder -> [String] in
      let url = root.appending(path: folder)
      guard !folder.isEmpty else { return ["README.md"] }
      let names =
        FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
      return names.map { "\(folder)/\($0)" }
    }
    // Golden files are reports: other tests check their words.
    return files.filter { $0.hasSuffix(".md") && !$0.contains("/Golden/") }.sorted()
  }()

  /// The documents that lead a reader through something.
  private static let guides = [
    "README.md", "Specs/README.md", "Specs/Guides.md", "Specs/Recipes.md",
    "Sources/TrayKit/TrayKit.docc/Conformance.md", "Sources/TrayKit/TrayKit.docc/Drivers.md",
    "Sources/TrayKit/TrayKit.docc/Editors.md", "Sources/TrayKit/TrayKit.docc/Looking.md",
    "Sources/TrayKit/TrayKit.docc/OtherRepositories.md", "Sources/TrayKit/TrayKit.docc/Settings.md",
    "Sources/TrayKit/TrayKit.docc/Why.md",
  ]

  /// The faults of a text, each with its line. One fault is always allowed: a small text has few sentences.
  private static func faults(_ prose: Prose) -> [String] {
    let sentences = Double(prose.sentences.count)
    let thousands = Double(prose.wordCount) / 1000
    let measures: [(String, [Prose.Sentence], most: Double)] = [
      ("over 30 words", prose.long, 0.05 * sentences),
      ("'what' or 'who' as a noun", prose.nounClauses, 3 * thousands),
      ("does not begin with its subject", prose.inverted, 0.01 * sentences),
      ("an avoided word", prose.avoided, -1),
    ]
    return measures.flatMap { name, found, most in
      Double(found.count) <= (most < 0 ? 0 : max(1, most))
        ? [] : found.map { "\($0.file):\($0.line): \(name): \($0.text)" }
    }
  }

  private static func text(of path: String) throws -> String {
    try String(contentsOf: RepositoryFolder.root.appending(path: path), encoding: .utf8)
  }

  @Test("a document has short sentences that begin with their subjects", arguments: documents)
  func document(_ path: String) throws {
    let faults = Self.faults(Prose(markdown: try Self.text(of: path), file: path))
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test("a guide speaks to its reader", arguments: guides)
  func guide(_ path: String) throws {
    let prose = Prose(markdown: try Self.text(of: path), file: path)
    #expect(1000 * prose.addresses >= 8 * prose.wordCount, "\(prose.addresses) times 'you'")
  }

  @Test("the help of all commands has short sentences that begin with their subjects")
  func help() {
    func texts(_ command: CommandDescription) -> [String] {
      [command.abstract, command.discussion] + command.options.map(\.help)
        + command.positionals.map(\.help)
        + (command.sections.flatMap(\.rows) + command.examples).map(\.text)
        + command.statuses.values
        + command.subcommands.flatMap(texts)
    }
    let text = texts(tool.description).joined(separator: "\n\n")
    let faults = Self.faults(Prose(markdown: text, file: "help"))
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  /// The modules, and the folders of golden files.
  private static let folders: [String] = {
    let sources = RepositoryFolder.root.appending(path: "Sources").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
    let golden = ["Comparison", "Mutation", "SpecLanguage"].map { "\($0)Tests/Golden" }
    let reports = ["Text", "Quiet", "Liveness", "Diagnostics"].map { "ReportsTests/Golden/\($0)" }
    return names.filter { !$0.contains(".") }.sorted().map { "Sources/\($0)" }
      + (golden + reports).map { "Tests/\($0)" }
  }()

  @Test("messages, reports and pages have short sentences in plain words", arguments: folders)
  func output(_ folder: String) throws {
    let root = RepositoryFolder.root.appending(path: folder).path
    let files = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
      .filter { file in [".swift", ".tray", ".txt"].contains { file.hasSuffix($0) } }
      .map { "\(folder)/\($0)" }
    let prose = Prose(
      output: try files.flatMap { file -> [(String, String, Int)] in
        let text = try Self.text(of: file)
        let lines: [(text: String, line: Int)] = text.components(separatedBy: "\n").enumerated()
          .map { ($1, $0 + 1) }
        return (file.hasSuffix(".swift") ? Prose.literals(in: text) : lines)
          .map { ($0, file, $1) }
      })
    let faults = Self.faults(prose)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test("a sentence of each kind is noticed, and code is not read")
  func measures() {
    let long = Array(repeating: "word", count: 31).joined(separator: " ")
    let prose = Prose(
      markdown: """
        # What is a title

        \(long). What is told is true. Of these you read one. You know what I mean.
        ```
        What is code is not read.
        ```
        | What is a table | is not read |

        - Where does it begin? A `what is code` ends. See [what I wrote](what.md) at last.
        """, file: "a.md")
    #expect(prose.sentences.map(\.line) == [3, 3, 3, 3, 9, 9, 9])
    #expect(prose.long.count == 1)
    #expect(prose.nounClauses.count == 3)
    #expect(prose.inverted.map(\.text) == ["What is told is true. ", "Of these you read one. "])
    #expect(prose.avoided.map(\.text) == ["What is told is true. "])
    #expect(prose.addresses == 2)
  }

  @Test("literals are read with those in their interpolations")
  func literals() {
    let source = #"let a = "one \(b ? "two" : c("")) three""# + "\n  + \"four\""
    #expect(Prose.literals(in: source).map(\.text) == ["one … threefour", "two", ""])
  }
}
