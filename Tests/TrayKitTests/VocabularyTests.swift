import Foundation
import Reports
import TestSupport
import Testing
import TrayKit

/// Users of the library read its names, and never those of a command line.
@Suite("The vocabulary of the library") struct VocabularyTests {
  private static let spec = """
    spec Vault
    param n: 0...2 = 2
    var count: 0...2 = 0
    on grow when count < n { count += 1 }
    on shrink when count > 0 { count -= 1 }
    invariant small { count < 2 }
    eventually full { count == 2 }
    scenario nothing { }
    world fine { n = 1 } violates small
    world empty
    """
  private static let stored = """
    { "format": "traycheck-counterexample", "version": 1,
      "spec": { "name": "Vault", "path": "Specs/vault.tray" }, "world": "default",
      "property": { "kind": "invariant", "name": "small" }, "steps": [ { "event": "grow" } ] }
    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.makeFolders("Specs", "Counterexamples", "None")
    try folder.write(Self.spec, to: "Specs/vault.tray")
    try folder.write(
      "spec Huge\nvar a: Set<0...40> = []\non e(s: Set<0...40>) { a = s }\n", to: "Specs/huge.tray")
    try folder.write("spec Bare\nvar lit = false\non press { lit = !lit }\n", to: "Specs/bare.tray")
    for (name, old, new) in [
      ("gone", "\"small\"", "\"smal\""), ("nowhere", "Vault", "Cellar"), ("as-it-is", "", ""),
    ] {
      let text = old.isEmpty ? Self.stored : Self.stored.replacing(old, with: new)
      try folder.write(
        text.replacing("vault.tray", with: name == "nowhere" ? "cellar.tray" : "vault.tray"),
        to: "Counterexamples/\(name).json")
    }
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func request(_ name: String = "Specs") -> CheckRequest {
    var request = CheckRequest(paths: [path(name)])
    request.counterexampleFolder = path("Counterexamples")
    request.maximumValues = 4096
    return request
  }

  /// All formats of an outcome.
  private func texts(_ outcome: CheckOutcome) throws -> String {
    var style = ReportStyle()
    style.isQuiet = true
    return try CheckOutcome.Format.allCases.map { try outcome.rendered(as: $0) }.joined()
      + outcome.rendered(as: .text, style) + outcome.diagnostics()
  }

  private func expectOwnWords(
    _ text: String, _ words: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let line = text.lineOfCommandLine
    #expect(line == nil, "\(line ?? "")", sourceLocation: sourceLocation)
    let all = text.inOneLine
    for word in words { #expect(all.contains(word), "\(word)", sourceLocation: sourceLocation) }
  }

  @Test("is that of checks, whatever is wrong, and whatever is allowed")
  func checks() throws {
    let allowances: [Set<Allowance>] = [[], Set(Allowance.allCases)]
    for allowed in allowances {
      var request = request()
      request.allowances = allowed
      request.maximumDepth = 1
      let text = try texts(request.outcome())
      let loosened = allowed.isEmpty ? [] : ["allowances.inconclusive", "allowances.unreplayed"]
      expectOwnWords(
        text,
        ["values with 'maximumValues'", "ReplayRequest.prunes"] + loosened)
    }
    let lamps = try ScratchFolder()
    let lamp = "var lit = false\non press { lit = !lit }\nreachable bright { lit }\n"
    for name in ["A", "B"] { try lamps.write("spec \(name)\n\(lamp)", to: "\(name).tray") }
    let right = CheckRequest(paths: [lamps.url.path])
    expectOwnWords(try texts(right.outcome()), ["with isVerbose"])
    var narrow = request("Specs/vault.tray")
    narrow.settings = [TraySetting("n", "9")]
    expectOwnWords(try texts(narrow.outcome()), ["'settings n=9' does not fit"])
    narrow.settings = []
    var report = try narrow.outcome().report
    for world in report.specs[0].verdicts.indices {
      report.specs[0].verdicts[world].completion.limit = .memory
      report.specs[0].verdicts[world].completion.reason = "there is no memory"
    }
    try expectOwnWords(
      texts(CheckOutcome(report: report)) + CheckOutcome(report: report).text(isVerbose: true),
      ["with memoryLimit", "with onMemoryLimit"])
    narrow.counterexampleFolder = path("Missing")
    narrow.requiresCounterexampleFolder = true
    expectOwnWords(try texts(narrow.outcome()), ["make the folder"])
    let nothing = try (request("None")).outcome()
    expectOwnWords(try texts(nothing), ["there is no spec in this folder"])
  }

  @Test("is that of walks and replays")
  func otherRequests() throws {
    var walks = WalkRequest(request("Specs/vault.tray"))
    (walks.seed, walks.walks, walks.steps) = (1, 1, 1)
    expectOwnWords(try texts(walks.outcome()), [])
    var replay = ReplayRequest(paths: [path("Counterexamples")])
    replay.specs = [path("Specs")]
    let replayed = replay.outcome()
    let told = try ReplayOutcome.Format.allCases.map { try replayed.rendered(as: $0) }.joined()
    expectOwnWords(
      told + replayed.diagnostics(), ["ReplayRequest.specs", "ReplayRequest.prunes"])
  }

  @Test("is that of requests that make no sense")
  func errors() throws {
    func complaint(_ body: () throws -> Void) -> String {
      do {
        try body()
        return "nothing"
      } catch {
        return "\(error)"
      }
    }
    func check(_ change: (inout CheckRequest) -> Void) -> String {
      var request = request("Specs/vault.tray")
      change(&request)
      return complaint { _ = try request.outcome() }
    }
    func walk(_ change: (inout WalkRequest) -> Void) -> String {
      var request = WalkRequest(request("Specs/vault.tray"))
      change(&request)
      return complaint { _ = try request.outcome() }
    }
    let report = try folder.write("{}", to: "report.json")
    let spec = path("Specs/vault.tray")
    let cases = [
      ("worlds: no spec has", check { $0.worlds = ["fnie"] }),
      ("properties: no spec has", check { $0.properties = ["smal"] }),
      ("settings: no spec has", check { $0.settings = [TraySetting("m", "1")] }),
      ("'settings n=(': ", check { $0.settings = [TraySetting("n", "(")] }),
      ("cacheFolder: '", check { $0.cacheFolder = $0.counterexampleFolder }),
      ("walks: there has", walk { $0.walks = 0 }), ("steps: there has", walk { $0.steps = 0 }),
      ("shard: all parts need the same seed", walk { $0.shard = WalkShard(1, of: 2) }),
      ("made with shard", complaint { _ = try MergeRequest(reports: [report]).outcome() }),
      ("of 'Traycheck.walk'", complaint { _ = try MergeRequest(reports: [spec]).outcome() }),
    ]
    for (words, text) in cases { expectOwnWords(text, [words]) }
  }
}
