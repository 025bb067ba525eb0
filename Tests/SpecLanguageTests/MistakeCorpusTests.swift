import Foundation
import Semantics
import TestSupport
import Testing

@testable import SpecLanguage

/// Mistakes of people who know other languages, one at a time, with their messages.
///
/// In `Golden/Mistakes` each block has a title and the lines that are added to `base.tray`, or to the spec with the
/// name of the corpus. After `---` follow the messages, and the lines after all edits. `(whole)` marks a complete
/// file, `(twice)` a mistake at two places. `TRAYCHECK_REFRESH=1` writes the part after `---`.
@Suite struct MistakeCorpusTests {
  static let corpora = ["foreign-words", "first-hour", "seen-later", "other-habits"]

  @Test("what is said of each mistake is golden", arguments: corpora)
  func isGolden(name: String) throws {
    let text = try Self.mistakes(name).map(\.rendered).joined(separator: "\n")
    let difference = try Golden("Mistakes/\(name).txt", of: "SpecLanguageTests").difference(
      from: text)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(
    "each mistake is said once, with a help, and no foreign form is taken for right",
    arguments: corpora)
  func isSaidOnce(name: String) throws {
    for mistake in try Self.mistakes(name) {
      let errors = mistake.diagnostics.filter { $0.severity == .error }
      #expect(!errors.isEmpty, "\(mistake.title)")
      #expect(errors.count == 1 || mistake.title.hasSuffix("(twice)"), "\(mistake.title)")
    }
  }

  @Test("nearly each mistake has a help")
  func hasHelp() throws {
    let mistakes = try Self.corpora.flatMap(Self.mistakes)
    let helped = mistakes.count { $0.diagnostics.first?.fixes.isEmpty == false }
    #expect(helped * 100 >= mistakes.count * 95, "\(helped) of \(mistakes.count)")
  }

  @Test("each edit mends its mistake", arguments: corpora)
  func editsMend(name: String) throws {
    for mistake in try Self.mistakes(name) {
      guard let mended = mistake.mended else { continue }
      let messages = Set(mended.diagnostics.map(\.message))
      for diagnostic in mistake.diagnostics where !diagnostic.edits.isEmpty {
        #expect(!messages.contains(diagnostic.message), "\(mistake.title): \(diagnostic.message)")
      }
      #expect(mended.diagnostics.count < 2, "\(mistake.title)")
    }
  }

  @Test(
    "a text compiles after the certain fix of its only mistake, and nearly each such fix is certain"
  )
  func certainFixCompiles() throws {
    let mistakes = try Self.corpora.flatMap(Self.mistakes).filter { $0.diagnostics.count == 1 }
    var (right, certain) = (0, 0)
    for mistake in mistakes {
      guard let mended = mistake.mended else { continue }
      let isRight = !mended.diagnostics.contains { $0.severity == .error }
      let isCertain = mistake.diagnostics[0].isCertain
      #expect(isRight || !isCertain, "\(mistake.title)")
      if isRight { (right, certain) = (right + 1, certain + (isCertain ? 1 : 0)) }
    }
    #expect(right > 500 && certain * 100 >= right * 95, "\(certain) of \(right)")
  }

  @Test("after the certain fixes, errors are gone, and nothing is left to fix", arguments: corpora)
  func certainFixesEnd(name: String) throws {
    for mistake in try Self.mistakes(name) {
      guard let first = mistake.diagnostics.first, first.isCertain else { continue }
      let fixed = mistake.fixed
      func count(_ mistake: Mistake) -> Int {
        mistake.diagnostics.count { $0.code == first.code }
      }
      #expect(count(fixed) < count(mistake), "\(mistake.title)")
      #expect(fixed.diagnostics.count < mistake.diagnostics.count, "\(mistake.title)")
      #expect(!fixed.diagnostics.contains { $0.isCertain }, "\(mistake.title)")
    }
  }

  @Test("each row of the tables of foreign forms matches a mistake")
  func rowsMatch() throws {
    let tables = Habit.Place.allCases.compactMap { Habit.table(of: $0, isRight: false) }
    var unused = Set(tables.flatMap(\.rows))
    for mistake in try Self.corpora.flatMap(Self.mistakes) {
      for part in mistake.file.parts {
        unused.subtract(Parser.parse(mistake.file, part).foundRows)
      }
    }
    #expect(unused.sorted() == [])
  }

  @Test("an edit that adds a line keeps the line ends of the file")
  func lineEndsStay() {
    let declarations = ["spec A", "var on = true", "on a { on = !on }", "on b { on = !on }"]
    let text = (declarations + ["fair on a, b", ""]).joined(separator: "\r\n")
    let file = SourceFile(path: "a.tray", text: text)
    let edits = Parser.parse(file).sink.inTextOrder.inOneText
    let fixed = String(decoding: file.bytes(with: edits), as: UTF8.self)
    #expect(fixed == text.replacingOccurrences(of: ", b", with: "\r\nfair on b"))
  }

  @Test("the spec to which the mistakes are added has none", arguments: corpora)
  func baseIsRight(name: String) throws {
    let text = try Self.base(of: name)
    #expect(Mistake(title: "", text: "", base: text).diagnostics.map(\.message) == [])
  }

  private static func base(of corpus: String) throws -> String {
    let own = Golden("Mistakes/\(corpus).tray", of: "SpecLanguageTests").url
    let common = Golden("Mistakes/base.tray", of: "SpecLanguageTests").url
    let hasOwn = FileManager.default.fileExists(atPath: own.path)
    return try String(contentsOf: hasOwn ? own : common, encoding: .utf8)
  }

  /// The blocks of each corpus, which several tests read.
  private static let known = corpora.map { name in Result { try read(name) } }

  static func mistakes(_ name: String) throws -> [Mistake] {
    try known[corpora.firstIndex(of: name)!].get()
  }

  private static func read(_ name: String) throws -> [Mistake] {
    let base = try base(of: name)
    let text = try String(
      contentsOf: Golden("Mistakes/\(name).txt", of: "SpecLanguageTests").url, encoding: .utf8)
    var blocks: [(title: String, lines: [Substring], isOver: Bool)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("=== ") {
        blocks.append((String(line.dropFirst(4)), [], false))
      } else if line == "---" {
        blocks[blocks.count - 1].isOver = true
      } else if let last = blocks.last, !last.isOver {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks.map {
      Mistake(title: $0.title, text: $0.lines.joined(separator: "\n") + "\n", base: base)
    }
  }
}

/// One mistake, with the messages of the parser and the checker.
struct Mistake: Sendable {
  let title: String
  /// The lines that are added.
  let text: String
  let diagnostics: [Diagnostic]
  private let base: String
  let file: SourceFile
  private let mends: [Mistake]

  init(title: String, text: String, base: String) {
    self.init(title: title, text: text, base: title.hasSuffix("(whole)") ? "" : base, contents: nil)
  }

  private init(title: String, text: String, base: String, contents: [UInt8]?) {
    self.title = title
    self.text = text
    self.base = base
    file = SourceFile(path: "mistake.tray", contents: contents ?? Array((base + text).utf8))
    let (syntax, parsed) = Parser.parse(file)
    var sink = parsed
    for world in [nil] + syntax.worldNames.map(Optional.some) {
      let checked = Checker.check(world.map(syntax.confined) ?? syntax, world: world)
      for diagnostic in checked.sink.diagnostics where !syntax.mayExplain(diagnostic) {
        let isKnown = sink.diagnostics.contains {
          $0.range == diagnostic.range && $0.code == diagnostic.code
        }
        if world == nil || !isKnown { sink.report(diagnostic) }
      }
    }
    diagnostics = sink.inTextOrder
    // A fixed text is not fixed again.
    let edits = contents == nil ? diagnostics.inOneText : []
    mends =
      edits.isEmpty
      ? []
      : [Mistake(title: title, text: "", base: base, contents: file.bytes(with: edits))]
  }

  /// The mistake after its certain fixes, and those that become certain by them.
  var fixed: Mistake {
    var mistake = self
    for _ in 0..<10 {
      let fixes = FixItVerifier.together(mistake.diagnostics)
      if fixes.isEmpty { break }
      mistake = Mistake(
        title: title, text: "", base: base, contents: mistake.file.bytes(with: fixes.inOneText))
    }
    return mistake
  }

  /// The mistake after all edits; nil if there are none.
  var mended: Mistake? { mends.first }

  /// The block in the text of the corpus.
  var rendered: String {
    var lines = ["=== \(title)", String(text.dropLast()), "---"]
    lines += describe()
    if let mended {
      lines.append("mended:")
      let own = String(decoding: mended.file.bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false
      ).dropFirst(offset)
      lines += own.map { $0.isEmpty ? "" : "  " + $0 }
      while lines.last == "" { lines.removeLast() }
      lines += mended.describe().map { "  ! " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var offset: Int {
    base.split(separator: "\n", omittingEmptySubsequences: false).count - 1
  }

  private func describe() -> [String] {
    diagnostics.flatMap { diagnostic in
      let place = file.location(of: diagnostic.range.start)
      let head = "\(max(0, place.line - max(0, offset))):\(place.column) \(diagnostic.message)"
      let reasons = [diagnostic.reason].compactMap { $0 }.map { "  why: \($0)" }
      return ["\(head)  «\(file.text(diagnostic.range))»"] + reasons
        + diagnostic.notes.map {
          "  note \(file.location(of: $0.range.start).line - max(0, offset)): \($0.message)"
        } + diagnostic.fixes.map { "  help: \($0)" }
    }
  }
}

/// The messages for values from outside.
@Suite struct SettingMistakeTests {
  @Test("a word that is no value says what to write", arguments: ["no", "off"])
  func noValue(word: String) {
    #expect {
      try Setting("strict", word, path: "setting")
    } throws: { error in
      (error as? Setting.Unreadable)?.reason
        == "'\(word)' is not a value; write 'false' or '.\(word)'"
    }
  }

  @Test(
    "a name that means nothing says what to write",
    arguments: [("two", "write '2'"), ("yes", "write 'true'"), ("many", "write a value")])
  func noName(word: String, help: String) throws {
    let file = SourceFile(
      path: "a.tray", text: "spec A\nparam most = 2\nvar on = most > 1\non a { on = !on }")
    let setting = try Setting("most", word, path: "setting")
    let sink = Checker.check(Parser.parse(file).spec, settings: [setting]).sink
    #expect(sink.diagnostics.first?.message == "there is no name '\(word)'")
    #expect(sink.diagnostics.first?.fixes.first?.hasPrefix(help) == true)
  }
}
