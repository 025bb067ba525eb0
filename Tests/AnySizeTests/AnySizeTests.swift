import AnySize
import Foundation
import TestSupport
import Testing
import TrayKit

/// Proofs for any instance count, as users request them.
@Suite("Every number of names") struct AnySizeTests {
  private func check(
    _ text: String, _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(text, to: "spec.tray")])
    request.counterexampleFolder = nil
    request.showsAnySize = true
    change(&request)
    return try request.outcome()
  }

  private func verdicts(_ outcome: CheckOutcome) -> [AnySizeVerdict] {
    outcome.specs.flatMap(\.worlds).flatMap { $0.anySize ?? [] }
  }

  /// Returns the answer for a claim, as a word and a number.
  private func answer(_ name: String, _ outcome: CheckOutcome) -> String {
    let claim = verdicts(outcome).flatMap(\.claims).first { $0.name == name }
    guard let claim else { return "not asked" }
    return switch claim.status {
    case .holds: "holds"
    case .violated: "violated from \(claim.violatedFrom ?? 0)"
    case .notEstablished: "not established: \(claim.reason ?? "")"
    }
  }

  // MARK: Limits

  @Test("a limit of views is named with the option that raises it, and so is a limit of time")
  func limits() throws {
    let text = ParametrisedProtocol.all[0].text
    let few = verdicts(try check(text) { $0.maximumViews = 1 }).flatMap(\.claims)
    let reasons = few.compactMap(\.reason)
    #expect(!reasons.isEmpty)
    for reason in reasons {
      #expect(
        reason.contains("allow more with maximumViews") || reason.contains("views of 1"),
        "\(reason)"
      )
    }
    #expect(reasons.contains { $0.contains("there are more than 1 view of 1 name: ") })
    let late = try check(text) { $0.timeLimit = .nanoseconds(1) }
    #expect(late.status == .inconclusive)
    #expect(throws: RequestError.self) {
      try check(text) { ($0.maximumViews, $0.showsAnySize) = (5, false) }
    }
    #expect(throws: RequestError.self) { try check(text) { $0.maximumViews = 0 } }
  }

  @Test("of an earlier run are in the reports of a run that takes them from the cache")
  func cached() throws {
    let text = ParametrisedProtocol.all[0].text
    let folder = try ScratchFolder()
    let cache = folder.url.appending(path: "cache").path
    let path = try folder.write(text, to: "spec.tray")
    func run() throws -> CheckOutcome {
      try check(text) { ($0.paths, $0.cacheFolder, $0.wantsTraces) = ([path], cache, false) }
    }
    let (first, second) = (try run(), try run())
    #expect(second.specs.flatMap(\.worlds).allSatisfy { $0.isCached ?? false })
    #expect(verdicts(second).map(\.conditions) == verdicts(first).map(\.conditions))
    #expect(try second.rendered(as: .json).contains("\"anySize\" : ["))
    #expect(try second.rendered(as: .tap).contains(" for every number of "))
  }

  // MARK: Protocols

  @Test(
    "protocols hold for every number, and what is told to paste in holds with few names",
    arguments: ParametrisedProtocol.all)
  func protocols(_ known: ParametrisedProtocol) throws {
    let outcome = try check(known.text)
    for claim in verdicts(outcome).flatMap(\.claims) {
      #expect(claim.status == .holds, "\(claim.name): \(claim.reason ?? "")")
    }
    #expect(outcome.status == .success)
    let verdict = try #require(verdicts(outcome).first)
    #expect(!verdict.conditions.isEmpty)
    let invariants = verdict.conditions.enumerated().map {
      "invariant pasted\($0) { \($1) }\n"
    }
    for names in 1...4 {
      let outcome = try check(known.text + invariants.joined()) {
        $0.showsAnySize = false
        $0.settings = [TraySetting(verdict.type, "\(names)")]
        $0.properties = verdict.conditions.indices.map { "pasted\($0)" }
      }
      #expect(outcome.status == .success, "with \(names): \(outcome.text())")
    }
  }

  @Test(
    "each condition to paste compiles: no names of types, no optional as a condition, no name twice",
    arguments: [
      """
      spec B
      symmetric ID(2)
      struct S { k: ID, f: Bool }
      var v: Map<ID, S> = [:]
      on put(a: ID) when v[a] == nil { v[a] = S(k: a, f: true) }
      on out(a: ID) when v[a] != nil { v[a] = nil }
      invariant i { every x in ID: v[x]?.f != false }
      """,
      """
      spec C
      symmetric A(2)
      symmetric B(2)
      var s: Set<A> = []
      var last: B? = nil
      on put(a: A, b: B) when last == nil { insert a into s; last = b }
      on out(a: A) when a in s { remove a from s; last = nil }
      invariant anySizeA1 { !s.isEmpty implies last != nil }
      """,
    ])
  func compiles(_ text: String) throws {
    let printed = try check(text).text()
    let pasted = printed.split(separator: "\n").filter { $0.hasPrefix("        invariant ") }
    #expect(!pasted.isEmpty, "\(printed)")
    let outcome = try check("\(text)\n\(pasted.joined(separator: "\n"))\n") {
      $0.showsAnySize = false
    }
    #expect(outcome.status == .success, "\(outcome.diagnostics())\(outcome.text())")
  }

  @Test("broken protocols are never shown to hold", arguments: ParametrisedProtocol.all)
  func broken(_ known: ParametrisedProtocol) throws {
    for edit in Weekly.isNow ? known.edits : Array(known.edits.prefix(1)) {
      let text = known.broken(edit)
      #expect(text != known.text)
      let outcome = try check(text)
      let open = verdicts(outcome).flatMap(\.claims).filter { $0.status != .holds }
      #expect(!open.isEmpty, "\(edit.to)")
      #expect(outcome.status != .success)
    }
  }

  // MARK: Trays

  @Test(
    "the tray's invariants hold for every number",
    .enabled(if: Weekly.isNow, "that takes long"))
  func tray() throws {
    let path = "Tests/Benchmarks/Models/tray.tray"
    let text = try String(
      contentsOf: RepositoryFolder.root.appending(path: path), encoding: .utf8)
    let outcome = try check(text) { $0.settings = [TraySetting("ids", "2")] }
    for name in ["oneInfoAtMost", "noEqualCollapse", "absentIsBlank", "fault"] {
      #expect(answer(name, outcome) == "holds")
    }
  }

  /// The rules of `Specs/slack-tray.tray` with its notification ID as interchangeable names.
  ///
  /// Without the worlds that count IDs. Infos are cancelled by their IDs instead of their collapse IDs, because a
  /// loop whose passes change each other's names is not supported.
  private static func slackTray() throws -> String {
    var text = try String(
      contentsOf: RepositoryFolder.root.appending(path: "Specs/slack-tray.tray"), encoding: .utf8)
    for (old, new) in [
      ("type CollapseID = 1...collapseIDs\n", "symmetric CollapseID(2)\n"),
      ("type ID = 1...2 * collapseIDs\n", "enum ID { info(CollapseID), other(CollapseID) }\n"),
      (
        "kind == .info ? collapseIDs + collapseID : collapseID",
        "kind == .info ? .info(collapseID) : .other(collapseID)"
      ),
      ("param collapseIDs: 1...4 = 2\n", ""),
      (
        "for Card(kind: .info, collapseID: let collapseID) in tray.values",
        "for id in tray.keys where tray[id]!.kind == .info"
      ), ("{ cancel(.info, collapseID) }", "{ tray[id] = nil }"),
    ] {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    text.replace(/\nscenario (?s:.*?)\n\}\n/, with: "\n")
    text.replace(/\nworld otherNumbers (?s:.*?)\n\}\n/, with: "\n")
    text.replace(
      /\nworld (freshIDs|sharedID|infoTakesTheMentionsID) (?s:.*?)violates (?s:.*?)[^,]\n/,
      with: "\n")
    text.replace(/\nworld (threeCollapseIDs|busyTray) [^\n]*\n/, with: "\n")
    return text
  }

  @Test(
    "the Slack tray's properties hold for every number",
    .enabled(if: Weekly.isNow, "that takes long"))
  func slack() throws {
    let outcome = try check(Self.slackTray()) { $0.worlds = ["default"] }
    let claims = verdicts(outcome).flatMap(\.claims)
    #expect(claims.count > 30)
    for claim in claims {
      #expect(claim.status == .holds, "\(claim.name): \(claim.reason ?? "")")
    }
    let broken = try check(Self.slackTray()) { $0.worlds = ["elseIfOrder"] }
    #expect(answer("oneInfoAtMost", broken) == "violated from 2")
  }

  @Test("a condition of many parts is judged part by part")
  func parts() throws {
    let outcome = try check(
      """
      spec Parts
      symmetric ID(2)
      var shown: Set<ID> = []
      var heard: Set<ID> = []
      var read: Set<ID> = []
      on show(id: ID) { insert id into shown; insert id into heard; remove id from read }
      on open(id: ID) when id in shown { remove id from shown; insert id into read }
      transition right after open {
        let seen = id
        unchanged(shown) except seen && unchanged(heard) except seen && unchanged(read) except seen
          && seen in read && !(seen in shown)
      }
      transition wrong after open {
        unchanged(shown) except id && unchanged(heard) && unchanged(read) except id && !(id in heard)
      }
      invariant apart { every a in ID: !(a in shown && a in read) && (a in shown implies a in heard) }
      terminal { true }
      """)
    #expect(answer("right", outcome) == "holds")
    #expect(answer("wrong", outcome) == "violated from 1")
    #expect(answer("apart", outcome) == "holds")
  }

  // MARK: Numbers

  /// A property that holds with few names only.
  private static let crowd = """
    spec Crowd
    symmetric ID(2)
    var shown: Set<ID> = []
    var count: 0...2 = 0
    on show(id: ID) when !(id in shown) && count < 2 { insert id into shown; count += 1 }
    on showMore(id: ID) when !(id in shown) && count == 2 { insert id into shown }
    invariant few { shown.count <= 2 }
    invariant capped { count <= 2 }
    terminal { true }

    """

  @Test("what is wrong with more names is violated from the least number on")
  func violated() throws {
    let outcome = try check(Self.crowd)
    #expect(answer("few", outcome) == "violated from 3")
    #expect(answer("capped", outcome) == "holds")
    let claim = try #require(verdicts(outcome).first?.claims.first { $0.name == "few" })
    #expect(claim.violation?.length == 3)
    #expect(outcome.status == .violation)
    #expect(outcome.text().contains("violated from 3 names on"))
  }

  @Test(
    "where the number of names counts, nothing is shown, and the place is told",
    arguments: [
      ("symmetric ID(ids)\nvar n: 0...ids = 0", "the number of names counts here as well"),
      ("symmetric ID(ids + 1)", "the number of names is computed"),
      (
        "symmetric ID(ids)\nsymmetric Other(ids)\nvar o: Set<Other> = []",
        "another type has as many names"
      ),
      ("symmetric ID(2)\nlet n = count(i in ID)", "a constant depends on how many names there are"),
      (
        "symmetric ID(2)\nvar n: 0...count(i in ID) = 0",
        "a constant depends on how many names there are"
      ),
      (
        "symmetric ID(2)\nfunc n() -> Int { count(i in ID) }\nvar m: 0...n() = 0",
        "a constant depends on how many names there are"
      ),
    ])
  func counted(_ declarations: String, _ reason: String) throws {
    let outcome = try check(
      """
      spec Counted
      param ids = 2
      \(declarations)
      var shown: Set<ID> = []
      on show(id: ID) { insert id into shown }
      invariant fine { shown.isEmpty || true }

      """)
    #expect(answer("fine", outcome) == "not established: \(reason)")
    #expect(verdicts(outcome).first?.claims.first?.place != nil)
    #expect(outcome.status == .inconclusive)
  }

  @Test("time goes on only where no timer is due")
  func time() throws {
    let outcome = try check(
      """
      spec Timers
      symmetric ID(2)
      var shown: Set<ID> = []
      var first: Timer<1>
      var second: Timer<2>
      on show(id: ID) when !first.isRunning {
        insert id into shown; start first for 1; start second for 2
      }
      on hide when first.isDue { shown = []; stop first; stop second }
      invariant never { !second.isDue }
      invariant both { first.isRunning == second.isRunning }

      """)
    #expect(answer("never", outcome) == "holds")
    #expect(answer("both", outcome) == "holds")
  }

  @Test("an announced violation is one that is expected")
  func announced() throws {
    let outcome = try check(Self.crowd + "world more { ID = 3 } violates few\n") {
      $0.worlds = ["more"]
    }
    let claim = try #require(verdicts(outcome).first?.claims.first { $0.name == "few" })
    #expect(claim.announced)
    #expect(outcome.status == .success)
  }

  @Test("'and others' tolerates violations, and no claim that is not established")
  func others() throws {
    let world = "world more { ID = 3 } violates capped, and others\n"
    let crowd = Self.crowd.replacing(
      "invariant capped { count <= 2 }", with: "invariant capped { count < 2 }")
    let tolerant = try check(crowd + world) { $0.worlds = ["more"] }
    #expect(tolerant.text().contains("few: violated from 3 names on, tolerated"))
    #expect(tolerant.text().contains("capped: violated from 2 names on, as expected"))
    #expect(tolerant.status == .success)
    let open = try check(crowd + world + "explore while count < 3\n") { $0.worlds = ["more"] }
    let claims = verdicts(open).flatMap(\.claims)
    #expect(claims.filter(\.announced).map(\.name) == ["capped"])
    #expect(open.status == .inconclusive)
  }

  @Test("of several types the others keep their numbers")
  func severalTypes() throws {
    let outcome = try check(
      """
      spec Channels
      symmetric User(2)
      symmetric Channel(2)
      var member: Map<User, Channel> = [:]
      on join(u: User, c: Channel) { member[u] = c }
      on leave(u: User) { member[u] = nil }
      invariant fine { every u in User: member[u] == nil || u in member.keys }

      """)
    #expect(verdicts(outcome).map(\.type) == ["User", "Channel"])
    #expect(verdicts(outcome).first?.others.map(\.name) == ["Channel"])
    #expect(verdicts(outcome).allSatisfy { $0.claims.allSatisfy { $0.status == .holds } })
  }
}
