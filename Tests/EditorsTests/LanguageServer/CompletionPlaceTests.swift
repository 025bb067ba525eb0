import Foundation
import Semantics
import SpecLanguage
import TestSupport
import Testing

@testable import Editors

/// Completion where the text is incomplete, and the words of the language.
@Suite struct CompletionPlaceTests {
  private static let spec = """
    spec Tray
    enum Kind { info, mention, digest(Minute) }
    type Minute = 0..<3
    struct Card { kind: Kind, unread: Bool = true }
    symmetric ID(2)
    param most = 2
    var tray: Map<ID, Card> = [:]
    func stays(_ card: Kind, after push: Kind) -> Bool { card != push }
    on receive(id: ID, kind: Kind) {
        rule fresh when tray[id] == nil { tray[id] = Card(kind: kind) }
        otherwise known {}
    }
    on clear when !tray.isEmpty { tray = [:] }
    group all = receive, clear
    invariant few { tray.count <= most }

    """

  /// Lines with a `|` at the cursor, and some of the proposals.
  private static let lines: [(String, Set<String>)] = [
    ("transition t after |", ["any", "receive", "clear", "all"]),
    ("transition t after receive, |", ["clear"]),
    ("transition t after any except |", ["receive", "all"]),
    ("transition t after receive(|", ["id: ", "kind: "]),
    ("transition t after receive(id: ID#1, |", ["kind: "]),
    ("transition t after receive.|", ["fresh", "known"]),
    ("transition t |", ["after"]),
    ("transition t after clear |", ["where"]),
    ("on |", ["receive", "clear"]),
    ("on z |", ["when"]),
    ("on z wh|", ["when"]),
    ("on z when |", ["tray", "most", "stays", "every", "true"]),
    ("on z(k: Kind) when |", ["k", "tray"]),
    ("on z(k: |", ["Kind", "Set", "Bool"]),
    ("fair |", ["on", "rule"]),
    ("strongly |", ["fair"]),
    ("open |", ["func", "on", "rule"]),
    ("eventually e |", ["whenever", "within", "assuming"]),
    ("eventually e whenever |", ["tray", "no"]),
    ("eventually e assuming no |", ["receive", "all"]),
    ("var v: |", ["Set", "List", "Map", "Table", "Bag", "Timer", "Card"]),
    ("var v: Set<|", ["Kind", "ID", "Card", "Bool"]),
    ("var v: Table<|", ["Kind", "ID"]),
    ("var v: Map<ID, |", ["Card", "Bool"]),
    ("var v: Map<|> = [:]", ["ID"]),
    ("var v: List<ID, |", ["most"]),
    ("type T = |", ["Kind", "Set"]),
    ("world w { | }", ["on", "rule", "without", "most", "violates"]),
    ("world w { on | }", ["receive", "clear"]),
    ("world w { rule | }", ["receive"]),
    ("world w { rule receive.| }", ["fresh", "known"]),
    ("world w {} violates |", ["few", "gap", "deadlock"]),
    ("world w: |", ["v"]),
    ("scenario s { | }", ["expect", "refuse", "given", "repeat", "receive", "for"]),
    ("scenario s { clear; | }", ["expect", "receive"]),
    ("scenario s { refuse | }", ["receive"]),
    ("scenario s { receive(| }", ["id: ", "kind: "]),
    ("scenario s { expect | }", ["tray", "most"]),
    ("scenario s in |", ["default", "v"]),
    ("on z { | }", ["rule", "when", "otherwise", "let", "insert", "tray"]),
    ("on z {\n    rule a when | {}\n}", ["tray"]),
    ("on z { choose k in | }", ["Kind", "tray"]),
    ("on z { if stays(| }", ["after: "]),
    ("invariant i { tray.| }", ["keys", "count"]),
    ("invariant i {} |", ["until"]),
    ("identity i |", ["for"]),
  ]

  private static func proposals(_ line: String, end: String = "") -> [String] {
    let parts = line.components(separatedBy: "|")
    let start = spec + "world v { most = 1 }\n" + parts[0]
    let text = start + parts[1] + "\n" + end
    let found = Understanding.completions(
      at: start.utf8.count, in: SourceFile(path: "tray.tray", text: text), limits: .init())
    return found.items.map(\.text)
  }

  @Test(
    "words and names that fit are proposed, also before other declarations",
    arguments: ["", "var last: Kind = .info\n"])
  func incomplete(_ end: String) {
    for (line, wanted) in Self.lines {
      let found = Self.proposals(line, end: end)
      #expect(wanted.isSubset(of: found), "\(line): \(wanted.subtracting(found)) of \(found)")
    }
  }

  @Test(
    "nothing is proposed for a new name, in a comment or in a text",
    arguments: ["var |", "world |", "on z { let | }", "invariant |", "// on |", "enum E { | }"])
  func newNames(_ line: String) {
    #expect(Self.proposals(line).isEmpty)
  }

  @Test("a call shows the parameters as they are written")
  func signatures() {
    let calls = [
      "invariant i { stays(|": "stays(_ card: Kind, after push: Kind) -> Bool",
      "invariant i { stays(.info, after: |) }": "stays(_ card: Kind, after push: Kind) -> Bool",
      "invariant i { Card(|) == Card(kind: .info) }": "Card(kind: Kind, unread: Bool = true)",
      "invariant i { Kind.digest(|) == .info }": "digest(Minute)",
      "scenario s { receive(|) }": "receive(id: ID, kind: Kind)",
    ]
    for (line, wanted) in calls {
      let parts = line.components(separatedBy: "|")
      let text = Self.spec + parts[0]
      let file = SourceFile(path: "tray.tray", text: text + parts[1] + "\n")
      let help = Understanding(file).call(at: text.utf8.count)
      #expect(help?.signatures.first?.label == wanted)
    }
  }

  @Test("each keyword and member has a paragraph of the reference")
  func paragraphs() {
    let words =
      LanguageWords.declarations + LanguageWords.statements + LanguageWords.constants
      + LanguageWords.types + LanguageWords.others
    for word in words { #expect(LanguagePage.paragraph(on: word) != nil, "\(word)") }
    let members =
      Member.allCases.map(\.rawValue) + [
        "insert", "remove", "append", "start", "stop", "removeAll",
      ]
    for member in members {
      #expect(LanguagePage.paragraph(on: member, isMember: true) != nil, "\(member)")
    }
    #expect(LanguagePage.paragraph(on: "anything") == nil)
    #expect(
      LanguagePage.paragraph(on: "strongly")?.contains("becomes possible **again and again**")
        == true)
    #expect(
      LanguagePage.paragraph(on: "isSubset", isMember: true)?.contains("sets") == true)
  }
}

extension Understanding {
  /// The names of a text in its default world.
  fileprivate convenience init(_ file: SourceFile) {
    let syntax = Parser.parse(file, provesHelp: false).spec
    let result = Checker.check(syntax, notesNames: true, provesHelp: false)
    self.init(syntax, result.references ?? NameReferences())
  }
}
