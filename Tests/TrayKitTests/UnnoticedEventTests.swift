import TestSupport
import Testing
import TrayKit

/// Events whose absence no check would notice, which only strict checks look for.
@Suite("An event that no check needs") struct UnnoticedEventTests {
  private static let tray = """
    spec Tray
    enum Kind { info, mention }
    param limit: 1...2 = 2
    var shown: 0...2 = 0
    var kept: 0...1 = 0
    var muted = false
    on receive(kind: Kind) when shown < limit { shown += 1 }
    on read when shown > 0 { shown = 0; kept = 1 }
    on mute when !muted { muted = true }
    on unmute when muted { muted = false }
    reachable full { shown == 2 }

    """

  private func unnoticed(
    _ text: String, _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws -> (outcome: CheckOutcome, names: [String]) {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(text, to: "t.tray")])
    request.counterexampleFolder = nil
    request.isStrict = true
    change(&request)
    let outcome = try request.outcome()
    let gaps = outcome.specs.flatMap(\.unasked).filter { $0.kind == .unnoticed }
    return (
      outcome,
      gaps.compactMap { $0.message.split(separator: "'").dropFirst().first }.map(String.init)
    )
  }

  @Test("is a gap, unless it is needed, and its kind can be allowed")
  func found() throws {
    let (outcome, names) = try unnoticed(Self.tray)
    #expect(names == ["read", "mute", "unmute"], "\(outcome.diagnostics())\(outcome.text())")
    #expect(outcome.status == .inconclusive)
    #expect(try unnoticed(Self.tray) { $0.isStrict = false }.names.isEmpty)
    let allowed = try unnoticed(Self.tray) { $0.allowedUnasked = [.unnoticed, .variable] }.outcome
    #expect(allowed.status == .success, "\(allowed.diagnostics())")
    #expect(allowed.text().contains("allowedUnasked.unnoticed: 3 events that no check needs"))
  }

  @Test(
    "is not one of which some check has another result, or is about nothing",
    arguments: [
      "scenario s { receive; read; repeat 2 { mute; unmute } }",
      "invariant i { enabled(read) == (shown > 0) && enabled(mute) == !muted }\n"
        + "possible p { !muted }",
      "transition t after mute { muted }\ntransition u after unmute { !muted }\n"
        + "possible p { shown == 0 }",
      "reachable r { kept == 1 && muted }\npossible p whenever muted { !muted }",
    ])
  func noticed(_ text: String) throws {
    let (outcome, names) = try unnoticed(Self.tray + text + "\n")
    #expect(names.isEmpty, "\(outcome.diagnostics())\(outcome.text())")
  }

  @Test("is none if it is needed in another world only")
  func otherWorld() throws {
    let broken = "invariant low { kept == 0 || muted || shown < 2 }\n"
    let text =
      Self.tray.replacing("shown = 0; kept = 1", with: "shown = 0; if limit == 1 { kept = 1 }")
      + broken.replacing("shown < 2", with: "limit == 2")
      + "scenario s { mute; unmute }\nworld small { limit = 1 } violates low, full\n"
    let (outcome, names) = try unnoticed(text)
    #expect(names.isEmpty, "\(outcome.diagnostics())\(outcome.text())")
  }

  @Test("is known from the cache, and looked for again after a run that was not strict")
  func cached() throws {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(Self.tray, to: "t.tray")])
    request.counterexampleFolder = nil
    request.cacheFolder = "\(folder.url.path)/cache"
    let kinds = try [false, true, true].map { isStrict in
      request.isStrict = isStrict
      return try request.outcome().specs.first?.unasked.count { $0.kind == .unnoticed }
    }
    #expect(kinds == [0, 3, 3])
  }
}
