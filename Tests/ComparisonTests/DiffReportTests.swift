import Comparison
import Foundation
import TestSupport
import Testing
import TrayKit

/// The reports of `diff`.
@Suite struct DiffReportTests {
  /// Two versions whose difference is pinned.
  struct Pair: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    var testDescription: String { name }

    /// A report on them, with the names `old.tray` and `new.tray`, and with equal times.
    func report(_ render: (DiffOutcome) throws -> String) throws -> String {
      let folder = try ScratchFolder()
      let request = DiffRequest(
        old: try folder.write(old, to: "old.tray"), new: try folder.write(new, to: "new.tray"))
      return try render(try request.outcome())
        .replacing(folder.url.path + "/", with: "")
        .replacing(#/\b[0-9][0-9,]*(\.[0-9]+)? s\b/#, with: "0.01 s")
        .replacing(#/"seconds" : [^,\n]+/#, with: "\"seconds\" : 0")
        .replacing("\u{1B}", with: "␛")
    }
  }

  private static let tray = """
    /// A tray.
    spec Tray
    param size: 1...3 = 2
    enum Kind { mention, info }
    var tray: List<Kind, 3> = []
    signal sound
    on receive(kind: Kind) when tray.count < size {
      rule loud when kind == .mention { append kind to tray; emit sound }
      rule quiet when kind == .info { append kind to tray }
    }
    on clear when !tray.isEmpty { tray = [] }
    transition infoIsQuiet after receive(kind: .info) { !emitted(sound) }
    reachable full { tray.count == size }
    scenario first { receive(kind: .info); expect tray.count == 1 }
    world small { size = 1 }

    """

  static let pairs = [
    Pair(
      name: "changed", old: tray,
      new: tray.replacing("rule quiet when kind == .info { ", with: "$0emit sound; ")
        .replacing("$0", with: "rule quiet when kind == .info { ")
        .replacing("!tray.isEmpty", with: "tray.count > 1")
        .replacing("world small { size = 1 }", with: "world large { size = 3 }")
        .replacing("signal sound", with: "signal sound, light")
        .replacing("reachable full", with: "/// It fills up.\nreachable full")),
    Pair(
      name: "renamed", old: tray,
      new: tray.replacing("tray", with: "cards").replacing(".info", with: ".news")
        .replacing("info }", with: "news }")),
    Pair(
      name: "started", old: tray,
      new: tray.replacing("= []", with: "= [.info]").replacing(
        "on clear", with: "on sweep {}\non clear")),
    Pair(
      name: "hostile", old: tray,
      new: tray.replacing(
        "rule quiet when kind == .info {", with: "$0 /* \u{1B}[2J ``` </details> | */"
      )
      .replacing("$0", with: "rule quiet when kind == .info { emit sound;")
      .replacing(
        "transition infoIsQuiet", with: "/// `x` | <script> ``` \u{1B}[31m\ntransition infoIsQuiet")
    ),
    Pair(name: "broken", old: tray, new: tray.replacing("List<Kind, 3>", with: "Lsit<Kind, 3>")),
    Pair(name: "same", old: tray, new: tray.replacing("  rule", with: "    rule")),
  ]

  @Test("each report is as it was", arguments: pairs)
  func golden(_ pair: Pair) throws {
    for (kind, render) in [
      ("txt", { try $0.report { $0.text() } }),
      ("md", { try $0.report { try $0.rendered(as: .markdown) } }),
      ("json", { try $0.report { try $0.rendered(as: .json) } }),
    ] as [(String, (Pair) throws -> String)] {
      let difference = try Golden("\(pair.name).\(kind)", of: "ComparisonTests")
        .difference(from: render(pair))
      #expect(difference == nil, "\(difference ?? "")")
    }
  }

  @Test("a page shows both versions, and its links lead to their states")
  func page() throws {
    func counter(_ top: Int, _ body: String) -> String {
      """
      spec Counter
      param top: 0...5 = \(top)
      var n: 0...5 = 0
      on up when n < top { n += 1 }
      on down when n > 0 { \(body) }
      on never when n > top { n = 0 }
      /// It stays small.
      invariant small { n < 3 }

      """
    }
    let folder = try ScratchFolder()
    let old = try folder.write(counter(2, "n -= 1"), to: "old.tray")
    let new = try folder.write(counter(3, "n = 0"), to: "new.tray")
    let page = PageRun(page: try DiffRequest(old: old, new: new).outcome().rendered(as: .html))
    #expect(page.deadLinks == [])
    for side in ["Old", "New"] { #expect(page.text.contains("<p><b>\(side)</b>")) }
    #expect(
      page.ids.contains { $0.hasSuffix("-old/3") } && page.ids.contains { $0.hasSuffix("-new/3") })
  }

  @Test("nothing of a spec garbles a terminal or a page", arguments: pairs)
  func escaped(_ pair: Pair) throws {
    for text in [
      try pair.report { $0.text() }, try pair.report { try $0.rendered(as: .markdown) },
    ] {
      #expect(!text.contains("␛"))
    }
    let markdown = try pair.report { try $0.rendered(as: .markdown) }
    #expect(!markdown.contains("<script>"))
    let colored = try pair.report { $0.text(usesColor: true) }
    #expect(!colored.contains("␛[2J"))
    // Each fence is closed by one as long, and no line between them is one.
    var open: Substring?
    for line in markdown.split(separator: "\n") where line.hasPrefix("```") {
      let ticks = line.prefix { $0 == "`" }
      if let fence = open {
        if ticks == line, ticks.count >= fence.count { open = nil }
      } else {
        open = ticks
      }
    }
    #expect(open == nil)
    let tags = { (tag: String) in markdown.components(separatedBy: "\n" + tag).count }
    #expect(tags("<details>") == tags("</details>"))
  }

  @Test("a tool that knows the documented keys reads all of a report", arguments: pairs)
  func decoded(_ pair: Pair) throws {
    let text = try pair.report { try $0.rendered(as: .json) }
    let mirror = try JSONDecoder().decode(DiffMirror.self, from: Data(text.utf8))
    #expect(mirror.schema == "traycheck-diff" && mirror.schemaVersion == 1)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let again = String(decoding: try encoder.encode(mirror), as: UTF8.self) + "\n"
    let difference = TextDifference.describe(expected: again, found: text)
    #expect(difference == nil, "\(difference ?? "")")
  }
}

/// The report of `diff` as documented.
struct DiffMirror: Codable {
  var schema: String
  var schemaVersion: Int
  var status: String
  var exitStatus: Int
  var seconds: Double
  var unreadable: [JSONMirror.Unreadable]
  var specs: [Spec]
  var next: [JSONMirror.Next]

  struct Spec: Codable {
    var name: String
    var oldPath, newPath: String?
    var presence: String
    var oldDiagnostics, newDiagnostics: [JSONMirror.Finding]
    var declarations: [Declaration]
    var renames: [Rename]
    var reordered, layoutOnly: Bool
    var verdicts: [Verdict]
    var internalErrors: [String]
    var notCompared: [String]
    var addedWorlds, removedWorlds: [World.Verdicts]
    var worlds: [World]
  }

  struct Declaration: Codable {
    struct Side: Codable {
      var place: JSONMirror.Place
      var lines: [String]
    }

    var change, declaration: String
    var detail: String?
    var old, new: Side?
  }

  struct Rename: Codable { var what, old, new: String }

  struct Verdict: Codable {
    var what, name: String
    var worlds: [String]
    var old, new: String
    var decided, good, announced: Bool
    var violation: JSONMirror.Violation?
    var failure: JSONMirror.Failure?
  }

  struct World: Codable {
    struct Verdicts: Codable {
      var name: String
      var complaints: [String]
    }

    var name, behaviour: String
    var exhaustive: Bool
    var states, differingSteps: Int
    var notes, notDecided: [String]
    var differences: [Difference]
  }

  struct Difference: Codable {
    struct Outcome: Codable {
      var outcome: String
      var steps: [JSONMirror.Step]?
      var reasons: [JSONMirror.Reason]?
      var message: String?
    }

    var kind: String
    var event, oldRule, newRule: String?
    var length: Int
    var trace: JSONMirror.Trace
    var old, new: Outcome
    var startChanges: [JSONMirror.Change]?
  }
}
