import TestSupport
import Testing
import Traces

@Suite("Why a violation came about")
struct WhyTests {
  private func counterexample(_ text: String, _ name: String) throws -> Counterexample {
    let found = try search(text)
    return Counterexample(try #require(found.violation(name)), in: found.spec)
  }

  private func origin(_ text: String, _ name: String) throws -> String? {
    try counterexample(text, name).origin?.lines.joined(separator: "\n")
  }

  @Test("it is the statement from which on the property stays false")
  func statement() throws {
    let text = """
      spec S
      var n: 0...9 = 0
      var m: 0...9 = 0
      on go {
        rule one {
          n = 5
          n = 0
          m = 1
          n = 6
          m = 2
        }
      }
      invariant low { n < 5 }
      """
    #expect(try origin(text, "low") == "made false by: n = 6  (line 9, rule one, step 1)")
  }

  @Test(
    "statements that made it false only together are named all, and those that wrote the values",
    arguments: [
      ("n = 3; m = 4", ["made false by: n = 3", "and by: m = 4"]),
      ("n = 3; m = 4; k = 1", ["made false by: n = 3", "and by: m = 4"]),
      ("m = 1; n = 1; m = 2", ["made false by: m = 2", "last written by: n = 1"]),
      ("n = 3; k = 1", ["made false by: n = 3"]),
    ])
  func wrongValue(_ statements: String, _ culprits: [String]) throws {
    let text = """
      spec S
      var n: 0...9 = 0
      var m: 0...9 = 0
      var k: 0...9 = 0
      on go { \(statements) }
      invariant same { n == m }
      """
    #expect(
      try origin(text, "same")
        == culprits.map { "\($0)  (line 5, 'go', step 1)" }.joined(separator: "\n"))
  }

  @Test("a statement that makes the premise true comes after the one that stored the wrong value")
  func premise() throws {
    let text = """
      spec S
      enum Text { old, new }
      var queue: List<Text, 1> = [.old]
      var card: Text = .new
      on posts when !queue.isEmpty {
        card = queue[0]
        queue.removeFirst()
      }
      terminal { queue.isEmpty }
      invariant right { queue.isEmpty implies card == .new }
      """
    #expect(
      try origin(text, "right") == """
        made false by: card = queue[0]  (line 6, 'posts', step 1)
        and by: queue.removeFirst()  (line 7, 'posts', step 1)
        """)
  }

  @Test("of a transition that was false before, it is the statement that wrote the wrong value")
  func lastWritten() throws {
    let text = """
      spec S
      enum Item { x, y }
      var tray: Set<Item> = []
      var extras: Item = .x
      var shown: Item? = nil
      on notify(i: Item) { insert i into tray; extras = i }
      on tap(i: Item) when i in tray {
        shown = extras
        remove i from tray
      }
      transition opensIt after tap { shown == i }
      """
    #expect(
      try origin(text, "opensIt") == "last written by: shown = extras  (line 8, 'tap', step 3)")
  }

  @Test("the statement that emitted comes after the one that wrote the wrong value")
  func emittedBy() throws {
    let text = """
      spec S
      var left: 0...9 = 0
      signal returned(units: 0...9)
      on go(n: 1...2) { emit returned(units: n); left = 1 }
      transition lasts after go { every r in emitted(returned): left == r.units }
      """
    #expect(
      try origin(text, "lasts") == """
        last written by: left = 1  (line 4, 'go', step 1)
        emitted by: emit returned(units: n)  (line 4, 'go', step 1)
        """)
  }

  @Test("several signals that must not be are named all")
  func signals() throws {
    let text = """
      spec S
      var n: 0...1 = 0
      signal ring
      signal flash
      on go { emit ring; emit flash }
      transition quiet after go { !emitted(ring) && !emitted(flash) }
      """
    #expect(
      try origin(text, "quiet") == """
        made false by: emit ring  (line 5, 'go', step 1)
        and by: emit flash  (line 5, 'go', step 1)
        """)
  }

  @Test("of several that change one thing it is the first from which on it is false")
  func oneVariable() throws {
    let text = """
      spec S
      var shown: Set<0..<3> = [0]
      on go { remove 0 from shown; insert 1 into shown; insert 2 into shown }
      invariant stays { 0 in shown }
      """
    #expect(
      try origin(text, "stays") == "made false by: remove 0 from shown  (line 3, 'go', step 1)")
  }

  @Test("it is the one without which the property would hold, whatever came behind it")
  func culprit() throws {
    let text = """
      spec S
      var lit = false
      var n: 0...9 = 0
      on go { lit = true; n = 1 }
      invariant dark { !lit || n > 5 }
      """
    #expect(
      try origin(text, "dark") == """
        made false by: lit = true  (line 4, 'go', step 1)
        last written by: n = 1  (line 4, 'go', step 1)
        """)
  }

  @Test("all parts of a false 'or' are told, params with their values")
  func parts() throws {
    let text = """
      spec S
      param top = 3
      var n: 0...9 = 0
      on go { n = 4 }
      invariant i { n < 1 || top > 4 || n > 7 && n < 9 }
      """
    #expect(
      try counterexample(text, "i").verdict.reasons.map(\.text)
        == ["n < 1: n is 4", "top > 4: top is 3", "n > 7: n is 4"])
  }

  @Test("it is a statement of a procedure, in the pass of a loop")
  func procedure() throws {
    let text = """
      spec S
      var list: List<0...3, 4> = []
      func put(x: 0...3) { append x to list }
      on go when list.isEmpty { for x in 0...2 { put(x: x) } }
      invariant low { list.count < 2 }
      """
    #expect(
      try origin(text, "low")
        == "made false by: append x to list  (line 4 → put, line 3, 'go', step 1)")
  }

  @Test("it may be the start")
  func start() throws {
    #expect(
      try origin("var n: 0...1 = 1\non go { n = 0 }\ninvariant zero { n == 0 }", "zero")
        == "false from the start")
  }

  @Test("it may be time")
  func time() throws {
    let text = """
      var due: Timer<2> = .off
      on begin when !due.isRunning { start due for 1 }
      on end when due.isDue { stop due }
      invariant early { !due.isDue }
      """
    #expect(try origin(text, "early") == "made false by the time that passes in step 2")
  }

  @Test("of a transition it is the signal that must not be")
  func signal() throws {
    let text = """
      spec S
      var n: 0...1 = 0
      signal ring
      on go {
        n = 1
        emit ring
        n = 0
      }
      transition quiet after go { !emitted(ring) }
      """
    #expect(try origin(text, "quiet") == "made false by: emit ring  (line 6, 'go', step 1)")
  }

  @Test("of a step in which nothing happens it is said that nothing does")
  func noStatement() throws {
    let text = """
      var tray: Set<0...1> = [0]
      on clear { rule all { remove 1 from tray } }
      transition cleared after clear { tray.isEmpty }
      """
    #expect(
      try origin(text, "cleared")
        == "rule 'all' of event 'clear' changes nothing and emits nothing here")
  }

  @Test("of an event without rules it may be that nothing makes it true")
  func noStatementOfEvent() throws {
    let text = """
      var tray: Set<0...1> = [0]
      var seen = false
      on clear { seen = true }
      transition cleared after clear { tray.isEmpty }
      """
    #expect(
      try origin(text, "cleared") == "nothing in event 'clear' makes property 'cleared' true")
  }

  @Test("rules that one condition about the state kept from applying were close")
  func closeRules() throws {
    let text = """
      enum Kind { info, call }
      var n: 0...3 = 0
      var busy = false
      on receive(kind: Kind) {
        let isFull = n == 2
        rule first when n == 0 && !busy { n = 1 }
        rule second when n == 1 && kind == .call && !busy { n = 2 }
        rule third when isFull && n == 0 {}
        rule ring when kind == .info && n > 0 { n = 3 }
        otherwise rest { busy = !busy }
      }
      invariant low { n < 3 }
      """
    let close = try counterexample(text, "low").verdict.close
    #expect(
      close.map { "\($0.name): \($0.reasons.map(\.text))" } == [
        "rule first: [\"n == 0: n is 1\"]"
      ])
  }

  @Test("in a deadlock, events that one condition kept from being possible were close")
  func closeEvents() throws {
    let text = """
      var n: 0...2 = 0
      var locked = false
      on up when n < 2 { n += 1; locked = n == 2 }
      on pick(x: 0...3) when !locked && x == 2 { n = 0 }
      on both(x: 0...1) when n == x && locked == false {}
      """
    let close = try counterexample(text, "deadlock").verdict.close
    #expect(
      close.map { "\($0.name): \($0.reasons.map(\.text))" } == [
        "up: [\"n < 2: n is 2\"]", "pick(x: 2): [\"locked is true\"]",
      ])
  }
}
