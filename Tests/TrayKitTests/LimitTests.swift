import Foundation
import Synchronization
import TestSupport
import Testing
import TrayKit

/// Limits apply from the first line on, and results that they interrupt are inconclusive.
@Suite struct LimitTests {
  /// Specs that exceed a limit with something other than their states, each with its own part.
  static let heavy: [(part: String, text: String)] = [
    ("a constant", "let k = set(t in Set<0...22>: t)"),
    ("a start", "var s: Set<0..<24> = any"),
    (
      "a choice",
      """
      var s: Set<0..<22> = []
      on take { choose t in Set<0..<22> where t.count < 12; s = t }
      """
    ),
    (
      "a func",
      "func f0(x: 0...1) -> Bool { x == 0 }\n"
        + (1...40).map { "func f\($0)(x: 0...1) -> Bool { \(call($0 - 1)) && \(call($0 - 1)) }\n" }
        .joined() + "invariant calls { f40(x: 0) }"
    ),
    (
      "a loop in any order",
      """
      symmetric ID(120)
      var last: ID? = nil
      func isLast(_ id: ID) -> Bool { count(n in 0...2_000 where n > 7) > 0 && last != id }
      on all { for id in ID { if isLast(id) { last = id } } }
      """
    ),
    (
      "tables",
      """
      symmetric ID(1_000)
      struct Card { isInfo: Bool, seen: Bool = false }
      var tray: Map<ID, Card> = [:]
      on receive(id: ID, isInfo: Bool) when tray[id] == nil {
          if !isInfo { remove c in tray where c.isInfo }
          tray[id] = Card(isInfo: isInfo)
      }
      transition clears after receive(isInfo: false) { no c in tray.values: c.isInfo }
      """
    ),
    (
      "canonical forms",
      """
      symmetric ID(40_000)
      var seen: Table<ID, Bool> = false
      var last: ID? = nil
      on pick { choose id in ID; last = id }
      """
    ),
    (
      "fairness to many names",
      """
      symmetric ID(4_096)
      var last: ID = any
      fair on pick(id: ID) { last = id }
      on swap(id: ID) when lit { last = id; lit = false }
      eventually ends { false }
      """
    ),
    ("event instances", "on tap(a: 0..<4000, b: 0..<4000) when lit { lit = a == b }"),
  ]

  private static func call(_ number: Int) -> String { "f\(number)(x: x)" }

  private func check(
    _ text: String, _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(text, to: "a.tray")])
    change(&request)
    return try request.outcome()
  }

  @Test("of time end whatever is done", arguments: heavy.map(\.part))
  func time(_ part: String) throws {
    let heavy = try #require(Self.heavy.first { $0.part == part })
    let begin = ContinuousClock.now
    let outcome = try check(Lamp.spec + heavy.text) { $0.timeLimit = .milliseconds(300) }
    #expect(outcome.status == .inconclusive, "\(outcome.text())")
    #expect(
      (outcome.text() + outcome.diagnostics()).contains(
        "the time limit of 0.30 s was reached"))
    // The limit ends the search long before the search would end.
    #expect(.now - begin < .seconds(60))
  }

  private static func folder(_ text: String) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(text, to: "a.tray")
    return folder
  }

  @Test(
    "are told what is done in the meantime, and what it costs",
    arguments: heavy.map(\.part).prefix(3))
  func progress(_ part: String) throws {
    let heavy = try #require(Self.heavy.first { $0.part == part })
    let folder = try Self.folder(Lamp.spec + heavy.text)
    var request = CheckRequest(paths: [folder.url.path])
    request.timeLimit = .seconds(2)
    let told = Mutex<Set<String>>([])
    _ = try request.outcome() { event in
      guard case .progress(let progress) = event.kind, progress.task != nil else { return }
      told.withLock { _ = $0.insert(progress.text) }
    }
    let expected = [
      "a constant": "the values of Set<0...22>", "a start": "the values that 's' begins with",
      "a choice": "the values of Set<0...21>",
    ]
    let texts = told.withLock { $0 }
    #expect(
      texts.contains { $0.contains("Lamp/default: preparing \(expected[part] ?? "")") }, "\(texts)")
  }

  @Test("end one world and not the others")
  func otherWorlds() throws {
    let text =
      "spec Two\nparam n: 1...24 = 1\nvar s: Set<0..<n> = any\nvar lit = false\n"
      + "on press { lit = !lit }\ninvariant fine { lit || !lit }\nworld large { n = 24 }\n"
    let outcome = try check(text) { $0.timeLimit = .milliseconds(400) }
    #expect(outcome.status == .inconclusive)
    #expect(outcome.text().contains("✓"))
    #expect(outcome.text().contains("the time limit of 0.40 s was reached"), "\(outcome.text())")
  }

  /// Its invariant needs more loop passes than there are between two checks of the clock, and fails soon.
  private static let endless = """
    spec Endless
    var a: 0..<1_000_000 = 0
    var b: 0..<1_000_000 = 0
    on up when a < 999_999 { a += 1 }
    on right when b < 999_999 { b += 1 }
    invariant few { count(x in 0...999 where x + a + b > 3) > 0 && a < 3 }
    """

  @Test("lose nothing that was found before")
  func found() throws {
    let searched = try check(Self.endless) { $0.timeLimit = .milliseconds(500) }
    #expect(searched.status == .violation, "\(searched.text())")
    #expect(searched.text().contains("fails after 3 steps"))
    let folder = try Self.folder(Self.endless)
    var request = WalkRequest(CheckRequest(paths: [folder.url.path]))
    request.check.timeLimit = .milliseconds(500)
    request.seed = 1
    let walked = try request.outcome()
    #expect(walked.status == .violation, "\(walked.text())")
    #expect(walked.text().contains("fails after 3 steps"))
  }

  @Test("of the tool decide nothing: a step with more outcomes than are followed")
  func outcomes() throws {
    let outcome = try check(
      """
      spec Many
      var s: Set<0..<17> = []
      var done = false
      fair on take when !done { choose t in Set<0..<17>; s = t; done = true }
      on wait { done = done }
      eventually finished { done }
      """)
    #expect(outcome.status == .inconclusive)
    #expect(outcome.text().contains("one step has more than 65536 outcomes (line 4)"))
    #expect(!outcome.text().contains("violated") && !outcome.text().contains("fails after"))
  }

  @Test("of the tool decide nothing: a scenario with more events than are played")
  func events() throws {
    let outcome = try check(Lamp.spec + "scenario long { repeat 1_000_000_000 { press } }")
    #expect(outcome.status == .inconclusive)
    #expect(
      outcome.text().contains("because the scenario has more than 10000 events")
    )
    let allowed = try check(Lamp.spec + "scenario long { repeat 1_000_000_000 { press } }") {
      $0.allowances = [.inconclusive]
    }
    #expect(allowed.status == .success)
  }

  @Test("of walks decide nothing either")
  func walks() throws {
    let folder = try Self.folder(
      """
      spec Many
      var s: Set<0..<17> = []
      var done = false
      on take when !done { choose t in Set<0..<17>; s = t; done = true }
      on wait { done = done }
      invariant few { s.count < 18 }
      """)
    var request = WalkRequest(CheckRequest(paths: [folder.url.path]))
    (request.walks, request.steps, request.seed) = (2, 2, 1)
    let outcome = try request.outcome()
    #expect(outcome.status == .inconclusive)
    #expect(outcome.text().contains("because one step has more than"))
  }

  @Test(
    "of chains of definitions are told, whichever end is written first",
    arguments: ["struct", "enum", "func", "procedure"], [true, false])
  func chains(_ kind: String, _ isBottomUp: Bool) throws {
    let first: String
    let next: (Int) -> String
    switch kind {
    case "struct": (first, next) = ("struct S0 { x: Bool }", { "struct S\($0) { x: S\($0 - 1) }" })
    case "enum":
      (first, next) = ("enum S0 { a(x: Bool) }", { "enum S\($0) { a(x: S\($0 - 1)), b }" })
    case "func":
      (first, next) = ("func f0() -> Bool { lit }", { "func f\($0)() -> Bool { f\($0 - 1)() }" })
    default: (first, next) = ("func f0() { lit = !lit }", { "func f\($0)() { f\($0 - 1)() }" })
    }
    func text(_ count: Int) -> String {
      let lines = [first] + (1..<count).map(next)
      return Lamp.spec + (isBottomUp ? lines : lines.reversed()).joined(separator: "\n")
    }
    #expect(try check(text(200)).status == .success)
    let long = try check(text(3_000))
    #expect(long.status == .specError)
    #expect(long.diagnostics().contains("ends a chain of more than 200 definitions"))
  }

  @Test("end the replay of a counterexample, which is then not as expected")
  func replays() throws {
    let (folder, path) = try Self.slow(property: "dark")
    defer { withExtendedLifetime(folder) {} }
    var request = ReplayRequest(paths: [path])
    request.timeLimit = .milliseconds(300)
    let outcome = request.outcome()
    #expect(outcome.status == .inconclusive)
    #expect(
      outcome.text().inOneLine.contains("it was not replayed: the time limit of 0.30 s was reached")
    )
  }

  @Test("end the replay of a loop that can be gone round from many starts")
  func ring() throws {
    let folder = try ScratchFolder()
    try folder.makeFolders("Counterexamples")
    try folder.write(
      """
      spec Ring
      var n: 0..<9973 = any
      var state: Table<0..<64, Bool> = false
      fair on step { n = (n + 1) % 9973 }
      eventually calm { false }
      terminal { true }
      """, to: "ring.tray")
    let path = try folder.write(
      """
      { "format": "traycheck-counterexample", "version": 1,
        "spec": { "name": "Ring", "path": "ring.tray" }, "world": "default", "constants": {},
        "property": { "kind": "eventually", "name": "calm" }, "expect": "fixed", "loop": 0,
        "steps": [{ "event": "step" }, { "event": "step" }] }
      """, to: "Counterexamples/ring.json")
    var request = ReplayRequest(paths: [path])
    request.timeLimit = .milliseconds(300)
    let begin = ContinuousClock.now
    let outcome = request.outcome()
    #expect(outcome.status == .inconclusive)
    #expect(
      outcome.text().inOneLine.contains("it was not replayed: the time limit of 0.30 s was reached")
    )
    #expect(.now - begin < .seconds(60))
  }

  @Test("hold as well where a text is judged without the settings that obstruct it")
  func withoutSettings() throws {
    let outcome = try check(
      """
      spec Small
      param n: 1...24 = 24
      var s: Set<0..<n> = any
      var lit = false
      on tap(a: 0..<n) { lit = !lit }
      invariant fine { lit || !lit }
      scenario high { tap(a: 3) }
      """
    ) {
      $0.settings = [TraySetting("n", "1")]
      $0.timeLimit = .milliseconds(500)
    }
    #expect(outcome.status == .inconclusive, "\(outcome.text())")
    #expect(
      outcome.diagnostics().contains("the world 'default' without the settings is not checked"),
      "\(outcome.diagnostics())")
  }

  @Test("delete no counterexample, whatever it names")
  func prunes() throws {
    let (folder, path) = try Self.slow(property: "gone")
    var request = ReplayRequest(paths: [path])
    request.timeLimit = .milliseconds(300)
    request.prunes = true
    let outcome = request.outcome()
    #expect(outcome.status == .inconclusive)
    #expect(
      outcome.text().inOneLine.contains("it was not replayed: the time limit of 0.30 s was reached")
    )
    #expect(try !folder.text(of: "Counterexamples/a.json").isEmpty)
  }

  /// A counterexample in a spec that takes long to read, and where it is.
  private static func slow(property: String) throws -> (folder: ScratchFolder, path: String) {
    let folder = try ScratchFolder()
    try folder.makeFolders("Specs", "Counterexamples")
    try folder.write(
      "spec Slow\nvar s: Set<0..<24> = any\nvar lit = false\non press { lit = !lit }\n"
        + "invariant dark { !lit }\n", to: "Specs/a.tray")
    let stored = """
      { "format": "traycheck-counterexample", "version": 1,
        "spec": { "name": "Slow", "path": "Specs/a.tray" }, "world": "default", "constants": {},
        "property": { "kind": "invariant", "name": "\(property)" }, "steps": [ { "event": "press" } ] }
      """
    return (folder, try folder.write(stored, to: "Counterexamples/a.json"))
  }
}
