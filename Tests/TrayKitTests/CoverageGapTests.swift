import TestSupport
import Testing
import TrayKit

/// Coverage gaps of a spec, and parts that only look like gaps.
@Suite("What is never asked") struct CoverageGapTests {
  /// A tray without coverage gaps.
  private static let tray = """
    spec Tray
    enum Kind { info, mention, badge }
    enum Phase { idle, busy, closed }
    symmetric ID(2)
    struct Card { kind: Kind, count: 0...3 }
    var tray: Map<ID, Card> = [:]
    var phase: Phase = .idle
    on receive(id: ID, kind: Kind) when kind != .badge && phase != .closed {
        if tray[id] == nil {
            tray[id] = Card(kind: kind, count: 0)
        } else {
            tray[id]!.count = min(tray[id]!.count + 1, 3)
        }
    }
    on work when phase == .idle { phase = .busy }
    on done when phase == .busy { phase = .idle }
    on clear(id: ID) when tray[id] != nil { tray[id] = nil }
    on quit when phase == .idle && tray.isEmpty { phase = .closed }
    terminal { phase == .closed }
    reachable closed { phase == .closed }
    invariant fullIsOpen { tray.count == 2 implies phase != .closed }

    """

  private func unasked(
    _ text: String, _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(text, to: "t.tray")])
    request.counterexampleFolder = nil
    change(&request)
    return try request.outcome()
  }

  @Test("a func that some world replaces has no gaps in the others")
  func replacedFunc() throws {
    let text = """
      spec Min
      var a = false
      var general: Set<0...1> = []
      func knows() -> Bool { a }
      func received(_ m: 0...1) {
          let isKnown = knows()
          if isKnown { insert m into general }
      }
      on readIt { a = !a }
      on deliver(m: 0...1) { received(m) }
      transition known after deliver where a { m in general }
      invariant can { every m in 0...1: enabled(readIt) && enabled(deliver(m: m)) }
      world nobody { func knows() -> Bool { false } } violates known
      world other { func received(_ m: 0...1) {} } violates known
      """
    #expect(try unasked(text) { $0.isStrict = true }.status == .success)
  }

  @Test("a deadline in ticks is about nothing if no timer is on while it waits")
  func deadlineWithoutTimer() throws {
    let text = """
      spec Alarm
      var rings = false
      var count: 0...2 = 0
      var watch: Timer<2> = .off
      on push when !rings && watch == .off { rings = true }
      on answer when rings { rings = false; start watch for 1 }
      on giveUp when watch.isDue { stop watch }
      on bump when count < 1 { count += 1 }
      eventually quiet whenever rings within 2 ticks { !rings }
      eventually small whenever count == 2 within 2 ticks { count < 2 }
      reachable one { count == 1 }
      """
    let timed = text.replacing("rings = true", with: "rings = true; start watch for 2")
    for (text, isAboutNothing) in [(text, true), (timed, false)] {
      let outcome = try unasked(text) { $0.isStrict = true }
      let report = outcome.text() + outcome.diagnostics()
      #expect(outcome.status == .inconclusive, "\(report)")
      #expect(
        report.contains("'quiet' is about nothing: no timer is on while it waits")
          == isAboutNothing, "\(report)")
      // A premise that is never true is reported alone.
      #expect(report.contains("'small' is about nothing: 'count == 2' is true in no"))
      #expect(!report.contains("'small' is about nothing: it never waits"), "\(report)")
    }
  }

  /// Declarations with one coverage gap each.
  static let hollow: [(kind: UnaskedKind, text: String)] = [
    (.nothing, "transition t after receive where kind == .badge { unchanged(tray) }"),
    (.nothing, "invariant i { every c in tray.values where c.kind == .badge: c.count == 0 }"),
    (.nothing, "invariant i { every Card(kind: .badge, count: let n) in tray.values: n == 0 }"),
    (.nothing, "invariant i { no c in tray.values where c.kind == .badge: c.count > 0 }"),
    (.nothing, "invariant i { phase == .closed && !tray.isEmpty implies tray.count == 1 }"),
    (.nothing, "invariant i { !(some c in tray.values: c.kind == .badge && c.count > 1) }"),
    (.nothing, "eventually e { phase == .idle }"),
    (.nothing, "eventually e whenever tray.count > 2 { tray.isEmpty }"),
    (.nothing, "eventually e whenever tray.count > 2 within 2 steps { tray.isEmpty }"),
    (.nothing, "possible p(id: ID) whenever tray[id]?.kind == .badge { tray[id] == nil }"),
    (.nothing, "reachable r { phase == .idle && tray.isEmpty }"),
    (.always, "invariant i { every c in tray.values: c.count <= 3 }"),
    (.always, "invariant i { tray.count <= 2 }"),
    (.always, "transition t after any { phase == .idle || phase == .busy || phase == .closed }"),
    (.always, "possible p { tray.count <= 2 }"),
    (.always, "invariant i { no distinct a, b in tray.keys: a == b }"),
    (.idle, "terminal { tray.count <= 2 }"),
    (.idle, "scenario s { work; expect tray.count <= 2 }"),
    (.idle, "world same { ID = 2 }"),
    (.implied, "invariant i { phase == .closed implies tray.count != 2 }"),
    (
      .implied,
      "transition t after clear { phase == old(phase) }\n"
        + "transition u after clear { unchanged(phase) }"
    ),
    (
      .implied,
      "invariant i { every c in tray.values: c.kind != .badge }\n"
        + "invariant j { every d in tray.values: d.kind != .badge || d.count < 3 }"
    ),
    (.variable, "var taps: 0...3 = 0\non tap when phase == .busy { taps = min(taps + 1, 3) }"),
    (.param, "param limit: 0...3 = 2\nworld wide { limit = 3 }"),
    (
      .enumCase,
      "enum Sound { soft, loud, off }\nvar sound: Sound = .off\n"
        + "on louder when sound == .off { sound = .loud }\n"
        + "on lower when sound == .loud { sound = .off }\nreachable loud { sound == .loud }"
    ),
    (.signal, "signal buzz\non ring when phase == .busy { emit buzz }"),
    (.signal, "signal buzz\ntransition t after receive { !emitted(buzz) }"),
    (.event, "on never when tray.count == 2 && phase == .closed { phase = .idle }"),
    (
      .rule,
      "on ring { rule loud when phase == .busy { phase = .idle }\n"
        + "rule lost when phase == .closed && !tray.isEmpty { phase = .idle }\notherwise rest { } }"
    ),
    (.guardCondition, "on ring when tray.count <= 2 { phase = phase }"),
    (.part, "on reset when phase == .busy && tray.count < 3 { phase = .idle }"),
    (.part, "on reset when phase == .busy || tray.count > 2 { phase = .idle }"),
    (
      .part,
      "invariant i { tray.isEmpty || phase != .closed || some c in tray.values: c.count > 1 }"
    ),
    (.branch, "on ring { if phase == .busy && tray.count > 2 { phase = .idle } }"),
    (.branch, "on ring when phase == .busy { if tray.count < 3 { phase = .idle } }"),
    (.branch, "on drop { remove c in tray where c.kind == .badge }"),
    (.branch, "on drop { for id in tray.keys where tray[id]!.kind == .badge { tray[id] = nil } }"),
    (
      .branch,
      "on next when phase == .busy { switch phase { case .closed: phase = .closed\n"
        + "default: phase = .idle } }"
    ),
    (
      .branch,
      "func worth(_ c: Card) -> 0...3 { switch c.kind { case .badge: c.count; "
        + "default: min(c.count + 1, 3) } }\ninvariant i { every c in tray.values: worth(c) > 0 }"
    ),
  ]

  @Test("each kind is found, with its place, and nothing else", arguments: hollow.indices)
  func found(_ index: Int) throws {
    let (kind, text) = Self.hollow[index]
    let outcome = try unasked(Self.tray + text)
    let found = try #require(outcome.specs.first).unasked
    #expect(found.map(\.kind) == [kind], "\(text)\n\(found.map(\.message)) \(outcome.text())")
    #expect(found.allSatisfy { $0.place.line >= 20 && !$0.mend.isEmpty })
  }

  @Test("what has no value at all is no reason to end")
  func noValues() throws {
    let text = """
      spec Empty
      symmetric Guest(0)
      var seats: Map<Guest, 0..<2> = [:]
      var n: 0...1 = 0
      on e(x: 0..<0) { seats = [:] }
      invariant none { (every x in 0..<0: x > 0) && !(some x in 0..<0: x == x) }
      invariant seated { every g in Guest: seats[g] != nil }

      """
    #expect(try unasked(text).status != .internalError)
  }

  @Test("of a spec of which all is asked nothing is told")
  func sound() throws {
    #expect(try unasked(Self.tray).specs.first?.unasked.isEmpty == true)
  }

  /// Parts that are checked elsewhere, parts that constants decide, and required parts of types.
  @Test(
    "what only looks like it is not told",
    arguments: [
      "param sound = false\non ring when phase == .busy { if sound { phase = .idle } }",
      "param sound = false\non ring when phase == .busy && !sound { phase = .idle }",
      "param most: 0...2 = 2\non ring when phase == .busy { if tray.count > most "
        + "{ phase = .idle } }\nworld few { most = 1 }",
      "func first() -> 0...3 { if let id = min(i in ID.all where tray[i] != nil: 1) { id } else "
        + "{ 0 } }\ninvariant i { first() <= tray.count }",
      "invariant none { no Card(kind: .badge) in tray.values }",
      "scenario s in few { work; expect every id in ID: id == ID#1 }\nworld few { ID = 1 }",
      "invariant none { no distinct a, b in tray.values where a.kind == .badge && b == a }",
      "on ring when phase == .busy { if tray.count > 2 { assert(false) } else { phase = .idle } }",
      "var wide = any\nreachable narrow { !wide && tray.isEmpty }\non widen when !wide { wide = true }",
      "on ring { phase = phase }\ninvariant canRing { enabled(ring) }",
      "param most: 0...2 = 2\ninvariant few { most < 3 }",
      "ghost var was: Phase = .idle\non note when phase != was { was = phase }\n"
        + "reachable seen { was == .busy }",
    ])
  func elsewhere(_ text: String) throws {
    let outcome = try unasked(Self.tray + text)
    #expect(outcome.specs.first?.unasked.map(\.message) == [], "\(outcome.diagnostics())")
  }

  @Test("a condition that may decide with more names is not to be left out without a try")
  func moreNames() throws {
    let text = """
      spec Told
      symmetric Message(1)
      var told: Message? = nil
      var coming: Set<Message> = []
      on write(m: Message) when !(m in coming) && told != m { insert m into coming }
      on learn(m: Message) when m in coming && told == nil { remove m from coming; told = m }
      on forget when told != nil { told = nil }
      on work when coming == coming || told == nil { told = nil }
      reachable known { told != nil }

      """
    func mends(_ text: String) throws -> [String] {
      try #require(unasked(text).specs.first).unasked.map(\.mend)
    }
    let advice = "leave 'when' out only if it makes no difference with more names of 'Message', or"
    let found = try mends(text)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.hasPrefix(advice) })
    let names = text.replacing("symmetric Message(1)", with: "enum Message { only }")
      .replacing("spec Told", with: "spec Named")
    #expect(try mends(names).allSatisfy { !$0.contains("more names") })
  }

  @Test("a library without events may end in its only state")
  func noEvents() throws {
    let text = "library Words\nfunc twice(_ n: 0...3) -> 0...6 { n * 2 }\n"
    #expect(try unasked(text).specs.first?.unasked.contains { $0.kind == .idle } == false)
  }

  @Test("a strict run fails for it, unless its kind is allowed")
  func strict() throws {
    let text =
      Self.tray + "invariant i { tray.count <= 2 }\n"
      + "scenario all { receive(id: ID#1, kind: .info); work; done; clear(id: ID#1); quit }\n"
    #expect(try unasked(text).status == .success)
    let strict = try unasked(text) { $0.isStrict = true }
    #expect(strict.status == .inconclusive)
    #expect(strict.text().contains("'i' is true with any rules"))
    for format in [CheckOutcome.Format.junit, .sarif, .annotations, .markdown, .tap, .json] {
      #expect(try strict.rendered(as: format).contains("true with any rules"), "\(format)")
    }
    let allowed = try unasked(text) { request in
      request.isStrict = true
      request.allowedUnasked = [.always]
    }
    #expect(allowed.status == .success)
    #expect(allowed.text().contains("allowedUnasked.always: 1 property true with any rules"))
  }

  @Test("it is known from the cache as well")
  func cached() throws {
    let folder = try ScratchFolder()
    var request = CheckRequest(
      paths: [try folder.write(Self.tray + "invariant i { tray.count <= 2 }", to: "t.tray")])
    request.counterexampleFolder = nil
    request.cacheFolder = "\(folder.url.path)/cache"
    let kinds = try (0..<2).map { _ in try request.outcome().specs.first?.unasked.map(\.kind)
    }
    #expect(kinds == [[.always], [.always]])
  }

  @Test("a walked world hides no gap of the others but events and rules that happened in it")
  func walked() throws {
    let text = """
      spec Unused
      enum Kind { mention, badge }
      var n: 0...2 = 0
      signal mark
      on receive(kind: Kind) when kind != .badge {
          rule a when kind == .mention { n = min(n + 1, 2) }
          rule b when kind == .badge { emit mark }
      }
      reachable two { n == 2 }
      transition badgeMarks after receive(kind: .badge) { emitted(mark) }

      """
    let walked = text + "world big { } walks 10 steps 10 seed 1\n"
    for text in [text, walked] {
      #expect(try unasked(text).specs.first?.unasked.map(\.kind) == [.rule, .nothing])
      #expect(try unasked(text) { $0.isStrict = true }.status == .inconclusive)
    }
    let other = text + "world big { on receive when true } walks 10 steps 10 seed 1\n"
    #expect(try unasked(other).specs.first?.unasked.map(\.kind) == [.nothing])
  }

  @Test("if all worlds are walked, a strict run says that gaps are not reported, and fails")
  func allWalked() throws {
    let folder = try ScratchFolder()
    var check = CheckRequest(paths: [try folder.write(Self.tray, to: "t.tray")])
    check.counterexampleFolder = nil
    for isStrict in [false, true] {
      check.isStrict = isStrict
      var request = WalkRequest(check)
      (request.walks, request.steps, request.seed) = (20, 20, 1)
      let outcome = try request.outcome()
      #expect(outcome.status == (isStrict ? .inconclusive : .success), "\(outcome.text())")
      let text = outcome.text() + outcome.diagnostics()
      #expect(
        text.contains("coverage gaps are not reported: all worlds are walked") == isStrict,
        "\(text)")
    }
  }

  /// `high` happens only beyond the bound.
  private static let bounded = """
    spec Bounded
    var n: 0...10 = 0
    on up when n < 9 { n += 1 }
    on low when n > 0 { n -= 1 }
    on high when n == 7 { n = 0 }
    explore while n <= 3
    invariant small { n <= 9 }
    transition byOne after up { n == old(n) + 1 }
    transition down after low { n < old(n) }

    """

  @Test("if states are beyond 'explore while', gaps of events are not known, and none is reported")
  func bound() throws {
    let plain = try unasked(Self.bounded)
    #expect(plain.status == .success && plain.specs.first?.unasked.map(\.kind) == [])
    let strict = try unasked(Self.bounded) { $0.isStrict = true }
    let text = (strict.text() + strict.diagnostics()).inOneLine
    #expect(strict.status == .inconclusive)
    #expect(text.contains("states beyond 'explore while' were not followed"))
    #expect(!text.contains("leave it out"))
  }

  @Test("if states are beyond 'explore while', no verdict is about every reachable state")
  func boundedVerdicts() throws {
    let text = try unasked(Self.bounded).text().inOneLine
    #expect(text.contains("small: holds in every state within 'explore while'"))
    #expect(text.contains("complete within 'explore while'"))
    #expect(!text.contains("every reachable state"))
    let wide = try unasked(Self.bounded.replacing("n <= 3", with: "n <= 9")).text().inOneLine
    #expect(wide.contains("small: holds in every reachable state"))
  }
}
