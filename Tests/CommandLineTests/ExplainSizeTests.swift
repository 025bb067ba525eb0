import Foundation
import TestSupport
import Testing

/// `--explain size`, and the default report without it, as users see them.
@Suite("Why a spec is large") struct ExplainSizeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func check(_ text: String, _ options: String...) throws -> (
    status: Int32, stdout: String, stderr: String
  ) {
    try folder.write(text, to: "large.tray")
    return try BuiltTool.run(["check", "large.tray", "--read-only"] + options, in: folder.url)
  }

  private static let counter = """
    spec Counter
    enum Kind { a, b, c, d, e }
    var n: 0...5000 = 0
    var last: Kind? = nil
    var other: Kind? = nil
    on receive(kind: Kind) when n < 5000 { n += 1; last = kind }
    on tap(kind: Kind) { other = kind }
    on reset { n = 0 }
    invariant fine { n == 0 || last != nil }
    reachable full { n == 5000 && other != nil }
    """

  @Test("a number that multiplies the states comes before names that could be symmetric")
  func number() throws {
    let notes = try check(Self.counter).stdout.inOneLine.split(separator: "note:").dropFirst()
      .map(String.init)
    #expect(notes.count == 2)
    #expect(notes[0].contains("'n' multiplies the first 16,361 states by"))
    #expect(notes[0].contains("a smaller bound, such as 0...3"))
    #expect(notes[1].contains("the 5 values of 'Kind' are interchangeable"))
    #expect(notes[1].contains("'symmetric Kind(5)'"))
  }

  @Test("each variable, part, event, depth and bound has its line")
  func everything() throws {
    let text = try check(Self.counter, "--explain", "size").stdout
    #expect(text.contains("size: 150,036 stored states\n"))
    #expect(text.contains("n      5,001 values  the states times 4,"))
    #expect(text.contains("n  5,001 values  0...5000, at its bound in 30 states"))
    #expect(text.contains("the last is 5,001"))
    #expect(text.contains("with 4,999: about 150,000"))
    #expect(!text.contains("note:"))
  }

  @Test("a bound that is too large to try is extrapolated from smaller ones")
  func extrapolated() throws {
    let text = """
      spec Many
      param cards: 1...6 = 5
      type ID = 0..<cards
      struct Card { text: 0...3, silent: Bool, badge: 0...3 }
      var tray: Map<ID, Card> = [:]
      on show(id: ID, text: 0...3, silent: Bool, badge: 0...3) {
        tray[id] = Card(text: text, silent: silent, badge: badge)
      }
      on clear { tray = [:] }
      invariant fine { tray.count <= 6 && every c in tray.values: c.text < 4 }
      """
    // With 33 values for each of these cards.
    let size = try check(text, "--explain", "size", "--set", "cards=4").stdout
    #expect(size.contains("cards = 4       with 3: 35,937         with 5: about 39,000,000"))
    #expect(size.contains("'cards' is 4\n           with 3 there are 35,937 states"))
  }

  @Test("what is derived from something else is told, and needs no states")
  func derived() throws {
    let text = """
      spec Inbox
      var unread: 0...9 = 0
      var badge: Bool = false
      on receive when unread < 9 { unread += 1; badge = true }
      on read { unread = 0; badge = false }
      invariant shown { badge == (unread > 0) }
      """
    let size = try check(text, "--explain", "size").stdout
    #expect(size.contains("determined by unread"))
    #expect(size.contains("'badge' is determined by 'unread' in every state"))
  }

  @Test("a limit that ends a search has it told, also before there are states")
  func limited() throws {
    let pushes = """
      spec Pushes
      struct Push { hour: 0...9999, user: 0...99, silent: Bool }
      var pushes: Set<Push> = []
      on receive(hour: 0...9999, user: 0...99, silent: Bool) {
        insert Push(hour: hour, user: user, silent: silent) into pushes
      }
      reachable one { !pushes.isEmpty }
      """
    let few = pushes.replacing("0...9999", with: "0...99").replacing("0...99,", with: "0...3,")
    let result = try check(few, "--max", "states=2000")
    #expect(result.status == 3)
    #expect(
      result.stdout.inOneLine.contains(
        "it may hold each of 32 values of Push or not, which is 2³² sets"))
    let bits = pushes.replacing("0...9999", with: "0...1999").replacing("0...99,", with: "0...19,")
    let none = try check(bits, "--time-limit", "100ms")
    #expect(none.status == 3)
    #expect(
      none.stdout.inOneLine.contains(
        "a state takes 80,000 bits, 80,000 of them for 'pushes' of type Set<Push>"))
  }

  @Test("is in the JSON report")
  func json() throws {
    let text = try check(Self.counter, "--explain", "size", "--format", "json").stdout
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let specs = try #require(report["specs"] as? [[String: Any]])
    let worlds = try #require(specs[0]["worlds"] as? [[String: Any]])
    let size = try #require(worlds[0]["size"] as? [String: Any])
    #expect(size["stored"] as? Int == 150_036 && size["isAsked"] as? Bool == true)
    let variables = try #require(size["variables"] as? [[String: Any]])
    #expect(variables.map { $0["name"] as? String } == ["n", "other", "last"])
  }
}
