import Foundation
import Replays
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// A counterexample as a scenario to paste into the spec.
@Suite("A counterexample as a scenario")
struct ScenarioTextTests {
  private func scenario(_ violation: Violation, _ found: SearchedSpec) throws -> String {
    let document = found.document(of: violation)
    let result = Replayer(found.machine, starts: found.starts).replay(document)
    return ScenarioText(
      result, of: document, path: "Counterexamples/x.json", in: found.spec, starts: found.starts
    ).text
  }

  /// The end of a scenario that was pasted into the spec.
  private func played(_ text: String, _ pasted: String, world: String? = nil) throws
    -> ScenarioVerdict?
  {
    try search(text + "\n" + pasted, world: world).result.scenarios.last
  }

  @Test(
    "fails at its last line, whatever is violated, in random specs",
    arguments: RandomSpec.first(Weekly.count(16))
  )
  func random(_ random: RandomSpec) throws {
    let found = try search(SpecText.checked(random.text), limits: .init(states: 40))
    for violation in found.violations {
      let pasted = try scenario(violation, found)
      let verdict = try #require(try played(random.text, pasted), "\(pasted)")
      switch violation.word {
      case .invariant:
        let property = try #require(violation.property)
        if case .bind = found.spec.properties[property].body.expression.node { continue }
        guard found.spec.properties[property].saysWhatIsWritten else { continue }
        let failure = try #require(verdict.failure, "\(pasted)\n\(random.text)")
        // Another choice of the violating step may fault, and a scenario reports that first.
        let hasFaults = found.violations.contains(where: \.finding.isFault)
        if hasFaults, case .fault = failure.reason { continue }
        guard case .expectation = failure.reason else {
          Issue.record("\(failure.reason)\n\(pasted)\n\(random.text)")
          continue
        }
        #expect(failure.path.end == violation.path.end)
      case .transition:
        #expect(verdict.failure != nil, "\(pasted)\n\(random.text)")
      case .gap:
        guard case .gap? = verdict.failure?.reason else {
          Issue.record("\(String(describing: verdict.failure))\n\(pasted)")
          continue
        }
      default: break
      }
    }
  }

  @Test(
    "expects what a transition demands of its last step",
    arguments: [
      (
        "receive(kind: .info)", "!emitted(sound)",
        "    receive(kind: .info)\n    // t: it does not hold of the last step\n"
          + "    expect !emitted(sound)\n"
      ),
      (
        "receive", "count == old(count)",
        "    given count == 0\n    receive(kind: .info)\n"
          + "    // t: it does not hold of the last step\n    expect count == 0\n"
      ),
      (
        "receive where old(last) == nil", "last != kind",
        "    let kind: Kind = .info\n    let lastBefore: Kind? = nil\n    given last == lastBefore\n"
          + "    receive(kind: .info)\n    // t: it does not hold of the last step\n"
          + "    expect (lastBefore == nil) implies (last != kind)\n"
      ),
      (
        "any", "unchanged(count, last)",
        "    let lastBefore: Kind? = nil\n    given count == 0\n    given last == lastBefore\n"
          + "    receive(kind: .info)\n    // t: it does not hold of the last step\n"
          + "    expect (count == 0 && last == lastBefore)\n"
      ),
      (
        "receive", "every k in Kind: seen[k] == old(seen[k])",
        "    let seenBefore: Table<Kind, Bool> = [.info: false, .mention: false]\n"
          + "    given seen == seenBefore\n    receive(kind: .info)\n"
          + "    // t: it does not hold of the last step\n"
          + "    expect every k in Kind: seen[k] == (seenBefore[k])\n"
      ),
      (
        "receive", "calm()",
        "    receive(kind: .info)\n    // t: it does not hold of the last step\n"
          + "    // the condition has no words here: write a test of the last step for 'false'\n"
          + "    expect false\n"
      ),
    ])
  func demands(_ after: String, _ condition: String, _ end: String) throws {
    let parts = after.components(separatedBy: " where ")
    let filter = parts.count > 1 ? " where \(parts[1])" : ""
    let text = """
      enum Kind { info, mention }
      var count: 0...2 = 0
      var last: Kind? = nil
      var seen: Table<Kind, Bool> = false
      signal sound
      func calm() -> Bool { unchanged(count) }
      on receive(kind: Kind) when count < 2 {
        count += 1; last = kind; seen[kind] = true; emit sound
      }
      on clear when count > 0 { count = 0 }
      transition t after \(parts[0])\(filter) { \(condition) }
      """
    let found = try search(text)
    let pasted = try scenario(try #require(found.violation("t")), found)
    #expect(pasted.hasSuffix(end + "}\n"), "\(pasted)")
    // An edit that fixes nothing leaves the scenario failing.
    for edit in [text, text.replacing("count += 1;", with: "count = 2;")] {
      let verdict = try #require(try played(edit, pasted), "\(pasted)")
      #expect(verdict.failure != nil, "\(pasted)")
    }
  }

  @Test("keeps the way that the trace takes")
  func choices() throws {
    let text = """
      var start: Bool = any
      var n: 0...3 = 0
      on roll { choose x in 0...3; n = x }
      invariant low { !start || n < 2 }
      """
    let found = try search(text)
    let pasted = try scenario(try #require(found.violation("low")), found)
    #expect(
      pasted == """
        /// The counterexample Counterexamples/x.json.
        scenario lowReplay {
            given start == true
            roll
            given n == 2
            expect !start || n < 2
        }

        """)
  }

  @Test(
    "brings a world with it where its constants are of none",
    arguments: [
      ("param top: 1...5 = 1\nvar n: 0...5 = 0\non up when n < top { n += 1 }", "top", "4"),
      ("symmetric ID(2)\nvar n: 0...5 = 0\non up(id: ID) when n < 5 { n += 1 }", "ID", "1"),
    ])
  func constants(_ declarations: String, _ name: String, _ value: String) throws {
    let text =
      declarations + "\ninvariant low { n < 3 }\nworld high { \(name) = 2 } violates low\n"
    let file = SourceFile(path: "test.tray", text: "spec Test\n" + text)
    let setting = try Setting(name, value, path: name)
    let spec = try #require(
      Checker.check(Parser.parse(file).spec, world: "high", settings: [setting]).spec)
    let found = try search(spec)
    let pasted = try scenario(try #require(found.violation("low")), found)
    #expect(pasted.contains("world replayedLow { \(name) = \(value) }\n"))
    #expect(pasted.contains("scenario lowReplay in replayedLow {"))
    guard case .expectation? = try played(text, pasted, world: "replayedLow")?.failure?.reason
    else {
      Issue.record("the pasted scenario does not fail as it should")
      return
    }
  }

  @Test("brings a world with it that builds on one that replaces something")
  func base() throws {
    let text = """
      param top: 1...5 = 1
      var n: 0...5 = 0
      on up when n < 1 { n += 1 }
      invariant low { n < 3 }
      world high { on up when n < top } violates low

      """
    let file = SourceFile(path: "test.tray", text: "spec Test\n" + text)
    let setting = try Setting("top", "4", path: "top")
    let spec = try #require(
      Checker.check(Parser.parse(file).spec, world: "high", settings: [setting]).spec)
    let found = try search(spec)
    let pasted = try scenario(try #require(found.violation("low")), found)
    #expect(pasted.contains("world replayedLow: high { top = 4 }\n"))
    guard case .expectation? = try played(text, pasted, world: "replayedLow")?.failure?.reason
    else {
      Issue.record("the pasted scenario does not fail as it should")
      return
    }
  }
}
