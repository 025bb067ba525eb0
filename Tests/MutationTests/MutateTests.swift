import Foundation
@testable import Mutation
import Reports
import Semantics
import TestSupport
import Testing

@testable import TrayKit

/// Edits of specs, and the properties that detect them.
@Suite struct MutateTests {
  /// No property requires that a press counts, and the last event duplicates another one.
  private static let counter = """
    spec Counter
    enum Kind { info, mention, call }
    var count: 0...3 = 0
    var muted = false
    signal sound
    on receive(kind: Kind) when count < 3 {
        count += 1
        if kind == .mention && !muted { emit sound }
    }
    on mute { muted = !muted }
    on clear when count > 0 { count = 0 }
    transition mutedIsQuiet after receive where muted { !emitted(sound) }
    transition mentionSounds after receive(kind: .mention) where !muted { emitted(sound) }
    transition clears after clear { count == 0 }
    """

  private func mutate(
    _ text: String, _ change: (inout MutateRequest) -> Void = { _ in }
  ) throws -> MutationReport {
    let folder = try ScratchFolder()
    var request = MutateRequest(paths: [try folder.write(text, to: "spec.tray")])
    change(&request)
    return try request.outcome().report
  }

  private func fate(_ text: String, in report: MutationReport) -> MutantVerdict.Fate? {
    report.specs[0].mutants.first { $0.text == text }?.fate
  }

  @Test("what a property is about is noticed, and told by its name")
  func killed() throws {
    let report = try mutate(Self.counter)
    let mutant = try #require(
      report.specs[0].mutants.first {
        $0.text == "`.mention` becomes `.call`" || $0.text == "`mention` becomes `call`"
      })
    #expect(mutant.fate == .killed)
    #expect(mutant.killers.flatMap(\.names).contains("mentionSounds"))
    #expect(report.status == .success)
  }

  @Test("what no property is about survives, with the shortest way to the difference")
  func survived() throws {
    let report = try mutate(Self.counter)
    let mutant = try #require(
      report.specs[0].mutants.first { $0.text == "`count += 1` is left out" })
    #expect(mutant.fate == .survived)
    let parting = try #require(mutant.parting)
    #expect(parting.trace.steps.isEmpty && parting.event == "receive(kind: .info)")
    #expect(parting.original == ["count: 0 → 1"] && parting.edited == ["changes nothing"])
  }

  @Test("an edit that changes no step is no survivor, however its text differs")
  func equivalent() throws {
    let report = try mutate(
      """
      spec Same
      var level: 0...2 = 0
      on up when level < 2 { level += 1 }
      on down when level > 0 && level >= 1 { level -= 1 }
      transition rises after up { level == old(level) + 1 }
      transition falls after down { level == old(level) - 1 }
      invariant canFall { enabled(down) == (level > 0) }
      invariant canRise { enabled(up) == (level < 2) }
      scenario begins { expect level == 0 }
      """)
    #expect(fate("`level > 0 && level >= 1` becomes `level >= 1`", in: report) == .equivalent)
    #expect(report.specs[0].count(.survived) == 0)
    #expect(report.specs[0].score == 100)
  }

  // MARK: What can happen

  /// No property says when a push can come.
  private static let screen = """
    spec Screen
    enum Kind { mention, info }
    var awake = false
    var broken = false
    var shown: 0...2 = 0
    on push(kind: Kind) when shown < 2 { shown += 1 }
    on wake when !awake { awake = true }
    on sleep when awake { awake = false }
    on clear { shown = 0 }
    on fix when broken { broken = false }
    reachable two { shown == 2 }
    """

  @Test("a guard that is narrowed survives, and the sentence for it asks what is enabled")
  func narrowedGuard() throws {
    let text = "`shown < 2` becomes `shown < 2 && !awake`"
    let report = try mutate(Self.screen)
    let mutant = try #require(report.specs[0].mutants.first { $0.text == text })
    #expect(mutant.kind == .narrowGuard && mutant.fate == .survived)
    let sentence =
      "invariant pushIsPossible(kind: Kind) { shown < 2 implies enabled(push(kind: kind)) }"
    #expect(mutant.proposal?.lines == [sentence])
    #expect(try fate(text, in: mutate(Self.screen + "\n" + sentence + "\n")) == .killed)
  }

  @Test("a value of a parameter that never comes survives, as does an event that never happens")
  func droppedValue() throws {
    let report = try mutate(Self.screen)
    for text in [
      "`shown < 2` becomes `shown < 2 && kind != .mention`", "`clear` becomes `clear when false`",
      "`awake` becomes `false`",
    ] {
      #expect(fate(text, in: report) == .survived, "\(text)")
    }
    #expect(fate("`shown < 2` becomes `false`", in: report) == .killed)
    let asked = try mutate(
      Self.screen + "\ninvariant canClear { enabled(clear) }\nscenario falls { wake; sleep }\n")
    #expect(fate("`clear` becomes `clear when false`", in: asked) == .killed)
    #expect(fate("`awake` becomes `false`", in: asked) == .killed)
  }

  @Test("a narrowed guard that is the same in each reachable state changes nothing")
  func sameGuard() throws {
    let report = try mutate(
      Self.screen + "\ninvariant canWake { enabled(wake) == !awake }\n")
    #expect(fate("`!awake` becomes `!awake && !broken`", in: report) == .equivalent)
    #expect(fate("`broken` becomes `false`", in: report) == .equivalent)
    #expect(fate("`!awake` becomes `!awake && shown < 2`", in: report) == .killed)
  }

  @Test("an event that no check needs, by a strict check, survives if it is dropped")
  func unnoticedEvents() throws {
    let file = RepositoryFolder.tests("TrayKitTests").appending(path: "Sound/b.txt")
    let samples = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "//// ")
    var count = 0
    for sample in samples.dropFirst().prefix(8) {
      let text = String(sample.drop { $0 != "\n" })
      let folder = try ScratchFolder()
      var request = CheckRequest(paths: [try folder.write(text, to: "spec.tray")])
      (request.isStrict, request.savesCounterexamples) = (true, false)
      let gaps = try request.outcome().specs.flatMap(\.unasked).filter { $0.kind == .unnoticed }
      if gaps.isEmpty { continue }
      let survivors = try mutate(text).specs[0].mutants
        .filter { $0.kind == .dropEvent && $0.fate == .survived }.map(\.owner)
      for gap in gaps {
        #expect(survivors.contains { gap.message.contains("'\($0)'") }, "\(gap.message)\n\(text)")
      }
      count += gaps.count
    }
    #expect(count > 3)
  }

  @Test("properties, scenarios, worlds, params and ghosts are not edited")
  func whatIsEdited() throws {
    let report = try mutate(
      """
      spec Asked
      param limit: 1...3 = 2
      var level: 0...3 = 0
      ghost var most: 0...3 = 0
      on up when level < limit { level += 1 }
      on down when level > 0 { level -= 1 }
      func isHigh() -> Bool { level > 1 && most < 3 }
      invariant low { level <= limit || isHigh() }
      scenario once { up; expect level == 1 }
      world larger { limit = 3 }
      """)
    #expect(Set(report.specs[0].mutants.map(\.owner)) == ["level", "up", "down"])
  }

  @Test("statements that change nothing but ghosts are not edited, nor funcs that they alone use")
  func ghostStatements() throws {
    let report = try mutate(
      """
      spec Ghosts
      var level: 0...3 = 0
      ghost var most: 0...3 = 0
      ghost var seen: Set<0...3> = []
      func higher(_ a: 0...3, _ b: 0...3) -> 0...3 { a > b ? a : b }
      func remember() { most = higher(most, level); insert level into seen }
      on up when level < 3 {
        level += 1
        remember()
        if level == 3 { most = 3; remember() }
      }
      on down when level > 0 { if level > 1 { level -= 1; most += 0 } else { level = 0 } }
      invariant low { level <= most }
      """)
    let mutants = report.specs[0].mutants
    #expect(Set(mutants.map(\.owner)) == ["level", "up", "down"])
    #expect(!mutants.contains { $0.text.hasPrefix("`most") || $0.text.contains("remember") })
    #expect(!mutants.contains { $0.text.contains("level == 3") })
    #expect(mutants.contains { $0.text.contains("level -= 1") })
  }

  @Test("a promise that nothing relies on is a survivor, and one that something does is noticed")
  func fairness() throws {
    let report = try mutate(
      """
      spec Fair
      var waiting = false
      var idle = false
      on read when !waiting { waiting = true }
      fair on send when waiting { waiting = false }
      fair on rest { idle = !idle }
      eventually isSent whenever waiting { !waiting }
      transition sends after send { !waiting }
      """)
    let weakened = report.specs[0].mutants.filter { $0.kind == .weakenFair }
    #expect(weakened.map(\.owner) == ["send", "rest"])
    #expect(weakened.map(\.fate) == [.killed, .survived])
  }

  @Test("what is found does not depend on the number of threads")
  func deterministic() throws {
    let reports = try [1, 3].map { threads in
      try mutate(Self.counter) { ($0.threads, $0.findsAllKillers) = (threads, true) }
    }
    let texts = try reports.map { try JSONEncoder().encodedText($0.specs[0].mutants) }
    #expect(texts[0] == texts[1])
  }

  @Test("a sample is drawn from its seed, and keeps the order of the text")
  func sample() throws {
    func sample(_ seed: UInt64) throws -> [String] {
      try mutate(Self.counter) { ($0.sample, $0.seed) = (9, seed) }.specs[0].mutants.map(\.text)
    }
    #expect(try sample(1) == sample(1))
    #expect(try sample(1) != sample(2))
    let report = try mutate(Self.counter) { $0.sample = 9 }.specs[0]
    #expect(report.mutants.count + report.invalid == 9)
    #expect(report.mutants.map(\.edit.start) == report.mutants.map(\.edit.start).sorted())
  }

  @Test("a score below the minimum fails, and survivors alone do not")
  func minimum() throws {
    #expect(try mutate(Self.counter).status == .success)
    #expect(try mutate(Self.counter) { $0.minimumScore = 99 }.status == .violation)
    #expect(try mutate(Self.counter) { $0.minimumScore = 20 }.status == .success)
  }

  @Test("in a world that is not as its spec says nothing is judged, and the run fails")
  func unsound() throws {
    let report = try mutate(
      "spec Off\nvar on = false\non press { on = !on }\ninvariant never_ { !on }\n")
    #expect(report.specs[0].unsound == ["default"])
    #expect(report.status == .violation)
  }

  @Test("a run that has no time decides nothing, and says so")
  func noTime() throws {
    let report = try mutate(Self.counter) { $0.timeLimit = .zero }
    #expect(report.status == .inconclusive)
    #expect(report.count(.killed) + report.count(.survived) + report.count(.equivalent) == 0)
  }

  @Test("a second run with a cache judges nothing, and tells the same")
  func cache() throws {
    let folder = try ScratchFolder()
    var request = MutateRequest(paths: [try folder.write(Self.counter, to: "spec.tray")])
    request.cacheFolder = folder.url.appending(path: "cache").path
    let first = try request.outcome().report
    let second = try request.outcome().report
    #expect(!first.specs[0].isCached && second.specs[0].isCached)
    #expect(
      try JSONEncoder().encodedText(first.specs[0].mutants)
        == JSONEncoder().encodedText(second.specs[0].mutants))
    try folder.write(Self.counter + "\ninvariant low { count < 4 }\n", to: "spec.tray")
    #expect(try request.outcome().report.specs[0].isCached == false)
  }

  // MARK: Sentences

  /// A timer that no property is about.
  private static let expiry = """
    spec Expiry
    var running = false
    var count: 0...3 = 0
    on begin when !running { running = true; count = min(count + 1, 3) }
    on expire when running { running = false }
    on clear { count = 0 }
    reachable full { count == 3 }
    """

  @Test(
    "a sentence that is proposed holds in the spec, and notices the edit",
    arguments: [counter, screen, expiry])
  func proposals(_ text: String) throws {
    let report = try mutate(text)
    let survivors = report.specs[0].mutants.filter { $0.fate == .survived }
    #expect(survivors.count > 2)
    for mutant in survivors {
      let proposal = try #require(mutant.proposal, "\(mutant.text)")
      #expect(proposal.lines.count <= 3)
      let sentence = "\n" + proposal.lines.joined(separator: "\n") + "\n"
      #expect(try PlainJudge.status(text + sentence) == .success, "\(sentence)")
      #expect(
        try PlainJudge.status(PlainJudge.text(mutant, of: text) + sentence) == .violation,
        "\(sentence)")
    }
  }

  private func proposal(_ edit: String, of owner: String) throws -> [String]? {
    let mutants = try mutate(Self.expiry).specs[0].mutants
    return mutants.first { $0.text == edit && $0.owner == owner }?.proposal?.lines
  }

  @Test("an event that happens too often is refused in a scenario, not by its guard again")
  func refused() throws {
    let mutants = try mutate(Self.expiry).specs[0].mutants
    let proposals = mutants.filter { $0.owner == "expire" }.compactMap(\.proposal?.lines)
    #expect(proposals.contains(["scenario expireIsRefusedAtFirst { refuse expire }"]))
    #expect(!proposals.joined().contains { $0.contains("after expire { old(running) }") })
  }

  @Test("a value at the end of a range is an equation, and no bound")
  func equation() throws {
    let sentence = "transition clearSetsCount after clear { count == 0 }"
    #expect(try proposal("`0` becomes `1`", of: "clear") == [sentence])
  }

  @Test("names consist of the author's words for a value, a condition and a signal")
  func names() throws {
    let lines = try mutate(Self.counter.replacing("transition mentionSounds", with: "// "))
      .specs[0].mutants.compactMap(\.proposal?.lines).joined()
    #expect(lines.contains { $0.hasPrefix("transition mentionEmitsSound") }, "\(Array(lines))")
  }

  @Test("survivors with the same proposal are listed together, and the proposal once")
  func together() throws {
    let spec = try mutate(Self.expiry).specs[0]
    let groups = spec.remarkable
    #expect(groups.joined().count == spec.count(.survived))
    let proposals = groups.compactMap { $0[0].proposal?.lines }
    #expect(Set(proposals).count == proposals.count)
    let text = MutationText(style: .plain).render(MutationReport(specs: [spec]))
    for lines in proposals { #expect(text.components(separatedBy: lines[0]).count == 2) }
  }

  // MARK: Inconclusive worlds

  /// The walk never reaches the goal.
  private static let short = """
    spec Short
    var n: 0...2 = 0
    on press { n = (n + 1) % 3 }
    transition turns after press { n == (old(n) + 1) % 3 }
    invariant canPress { enabled(press) }
    scenario begins { expect n == 0; press }
    reachable two { n == 2 }
    world once {} walks 1 steps 1
    """

  @Test("an inconclusive world leaves nothing open if other worlds detect each edit")
  func inconclusiveWorld() throws {
    let report = try mutate(Self.short)
    #expect(report.specs[0].undecidedWorlds == ["once"])
    #expect(report.count(.undecided) == 0 && report.score == 100)
    #expect(report.status == .success)
  }

  @Test("an edit that an inconclusive world might detect is inconclusive")
  func openEdit() throws {
    let text = Self.short.replacing("on press {", with: "var m = false\non press { m = n == 1;")
    let report = try mutate(text)
    #expect(report.count(.undecided) > 0)
    #expect(report.status == .inconclusive)
  }

  @Test("with all killers, a property that notices nothing that others do not is told")
  func matrix() throws {
    let report = try mutate(
      Self.counter
        + "\ntransition quiet after receive(kind: .mention) where muted { !emitted(sound) }\n"
    ) { $0.findsAllKillers = true }
    let kills = report.specs[0].kills
    #expect(kills.first { $0.name == "quiet" }?.alone == 0)
    #expect(try #require(kills.first { $0.name == "mentionSounds" }).alone > 0)
    #expect(MutationText(style: .plain).render(report).contains("these alone notice nothing: "))
  }

  @Test("an edit without an effect is inconclusive if states are beyond 'explore while'")
  func bound() throws {
    func report(_ bound: Int) throws -> MutationReport {
      try mutate(
        """
        spec Bounded
        var n: 0...9 = 0
        on up when n < 9 { n += 1 }
        on high when n == 7 { n = 2 }
        explore while n <= \(bound)
        transition byOne after up { n == old(n) + 1 }
        invariant early { enabled(up) == (n < 9) }
        """)
    }
    let cut = try report(3)
    #expect(cut.count(.undecided) > 0)
    #expect(cut.status == .inconclusive)
    #expect(MutationText(style: .plain).render(cut).inOneLine.contains("beyond 'explore while'"))
    #expect(try report(9).count(.undecided) == 0)
  }

  @Test(
    "the specs that 'new' writes detect at least 97 % of their edits",
    arguments: NewSpec.Kind.allCases)
  func templates(_ kind: NewSpec.Kind) throws {
    let report = try mutate(NewSpec("first", from: kind).text) { $0.minimumScore = 97 }
    let survivors = report.specs[0].mutants.filter { $0.fate == .survived }.map(\.text)
    #expect(report.status == .success, "\(survivors)")
  }
}

extension JSONEncoder {
  fileprivate func encodedText(_ value: some Encodable) throws -> String {
    outputFormatting = .sortedKeys
    return String(decoding: try encode(value), as: UTF8.self)
  }
}
