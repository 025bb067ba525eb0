import Comparison
import Foundation
import TestSupport
import Testing
import TrayKit

/// Two versions in any condition: an answer, never a crash.
@Suite struct DiffTests {
  private func diff(_ old: String, _ new: String) throws -> DiffOutcome {
    let folder = try ScratchFolder()
    var request = DiffRequest(
      old: try folder.write(old, to: "old.tray"), new: try folder.write(new, to: "new.tray"))
    request.maximumStates = 30
    request.timeLimit = .seconds(1)
    let outcome = try request.outcome()
    #expect([0, 1, 2, 3].contains(outcome.status.rawValue))
    #expect(!outcome.text().isEmpty)
    #expect(try !outcome.rendered(as: .markdown).isEmpty)
    #expect(try !outcome.rendered(as: .json).isEmpty)
    return outcome
  }

  @Test("a spec that uses all of the language is the same as itself", arguments: ValidSpec.names)
  func itself(_ name: String) throws {
    let text = try ValidSpec.text(name)
    #expect(try diff(text, text).status == .success)
    #expect(try diff(text, "// A comment.\n" + text).status == .success)
  }

  @Test("behaviour beyond 'explore while' is compared as well")
  func bound() throws {
    func spec(_ down: String, _ bound: Int) -> String {
      """
      spec Bounded
      var n: 0...9 = 0
      on up when n < 9 { n += 1 }
      on down when n > 0 { \(down) }
      explore while n <= \(bound)
      invariant small { n <= 9 }

      """
    }
    let old = spec("n -= 1", 3)
    let changed = try diff(old, spec("if n == 7 { n = 0 } else { n -= 1 }", 3))
    #expect(changed.status == .violation)
    #expect(
      changed.text().inOneLine.contains("the verdicts are only about states within 'explore while'")
    )
    let larger = try diff(old, spec("n -= 1", 6))
    #expect(larger.status == .success)
    #expect(larger.text().contains("explore while"))
  }

  @Test("a spec that was spoiled is compared as far as it goes", arguments: ValidSpec.names)
  func spoiled(_ name: String) throws {
    let text = try ValidSpec.text(name)
    var random = SplitMix64(seed: UInt64(name.utf8.count))
    for _ in 0..<2 {
      var pieces = ValidSpec.pieces(text)
      let place = random.number(below: pieces.count)
      if random.oneIn(2) {
        pieces.remove(at: place)
      } else {
        pieces.swapAt(place, random.number(below: pieces.count))
      }
      let spoiled = pieces.joined()
      _ = try diff(text, spoiled)
      _ = try diff(spoiled, text)
    }
  }

  @Test("texts that are no specs are an error, whichever side they are on")
  func garbage() throws {
    var random = SplitMix64(seed: 7)
    let text = try ValidSpec.text("feature-rules")
    for text in ["", "spec", "}", "spec A\nspec B", text] {
      let garbage = String(decoding: random.bytes(2_000), as: UTF8.self)
      #expect(try diff(text, garbage).status == .specError)
      #expect(try diff(garbage, text).status == .specError)
    }
  }

  @Test(
    "specs with hundreds of names that are all others are compared in time", .timeLimit(.minutes(1))
  )
  func manyNames() throws {
    func spec(_ prefix: String) -> String {
      let numbers = 0..<300
      return "spec Many\n"
        + numbers.map { "var \(prefix)\($0) = false" }.joined(separator: "\n") + "\n"
        + numbers.map { "on e\(prefix)\($0) { \(prefix)\($0) = !\(prefix)\(($0 + 1) % 300) }" }
        .joined(separator: "\n")
    }
    _ = try diff(spec("a"), spec("b"))
  }

  @Test(
    "what a world replaces is compared in that world, with all that it mentions",
    arguments: [
      ("n = f(n)", "n = f(n) + 0", []),
      ("{ f(x) + 0 }", "{ f(x) + 1 }", ["w", "v"]),
      ("{ x + 1 }", "{ x + 2 }", ["default", "w", "v"]),
      ("{ 2 - 1 }", "{ 0 }", ["w", "v"]),
      ("v: w", "v", ["v"]),
      ("v: w { }", "v: w { on up when n < 1 }", ["v"]),
      ("v: w { }", "v: w { var n = 0 }", []),
    ])
  func replaced(_ old: String, _ new: String, _ worlds: [String]) throws {
    let text = """
      spec A
      var n: 0...9 = 0
      func f(_ x: Int) -> Int { x + 1 }
      func g() -> Int { 2 - 1 }
      on up when n < 3 { rule one when n < 1 { n = f(n) } otherwise two { n = 0 } }
      invariant few { n < 8 }
      func h(_ x: Int) -> Int { f(x) + 0 }
      world w { rule up.one when n < g() { n = h(n) + 1 } }
      world v: w { }

      """
    let outcome = try diff(text, text.replacing(old, with: new))
    let changed = outcome.report.specs.flatMap(\.worlds).filter { !$0.result.differences.isEmpty }
    #expect(changed.map(\.name) == worlds)
  }

  @Test("an interrupted comparison ends with what is known")
  func interrupted() throws {
    let folder = try ScratchFolder()
    let spec = "spec Count\nvar n: 0...1000 = 0\non up when n < 1000 { n += 1 }\n"
    let request = DiffRequest(
      old: try folder.write(spec, to: "old.tray"),
      new: try folder.write(spec.replacing("n < 1000", with: "n <= 999"), to: "new.tray"))
    let outcome = try request.outcome(isInterrupted: { true })
    #expect(outcome.status == .inconclusive, "\(outcome.text())")
  }

  @Test("a comparison whose task is cancelled is inconclusive")
  func cancelled() async throws {
    let folder = try ScratchFolder()
    let endless = """
      spec Endless
      var a: Set<0...39> = []
      on put(x: 0...39) { insert x into a }
      invariant few { a.count < 41 }
      """
    let request = DiffRequest(
      old: try folder.write(endless, to: "endless.tray"),
      new: try folder.write(
        endless.replacing("insert x into a", with: "a = a.union([x])"), to: "other.tray"))
    let task = Task { try await Traycheck.run(request) }
    task.cancel()
    #expect(try await task.value.status == .inconclusive)
  }

  @Test("a version that takes too long to read makes the comparison inconclusive, and not the same")
  func timeLimit() throws {
    let folder = try ScratchFolder()
    var request = DiffRequest(
      old: try folder.write(
        Lamp.holds + "let k = set(t in Set<0...22>: t)", to: "old.tray"),
      new: try folder.write(Lamp.holds + "let k = 1\n", to: "new.tray"))
    request.timeLimit = .milliseconds(300)
    let outcome = try request.outcome()
    #expect(outcome.status == .inconclusive)
    let reason =
      "the old version: the world 'default' is not compared: while it was read the time limit of 0.30 s "
      + "was reached"
    #expect(outcome.text().inOneLine.contains(reason), "\(outcome.text())")
    #expect(try outcome.rendered(as: .markdown).contains(reason))
    #expect(try outcome.rendered(as: .json).contains(reason))
  }

  @Test("the report names no option, and the error names the part of the request")
  func ownWords() throws {
    let folder = try ScratchFolder()
    func spec(_ most: Int) -> String {
      """
      spec Vault
      param n: 0...2 = 2
      var count: 0...2 = 0
      on grow when count < n { count += 1 }
      on shrink when count > 0 { count -= 1 }
      invariant small { count < \(most) }
      eventually full { count == 2 }
      scenario nothing { }
      world fine { n = 1 } violates small
      world empty

      """
    }
    var request = DiffRequest(
      old: try folder.write(spec(2), to: "vault.tray"),
      new: try folder.write(spec(3), to: "changed.tray"))
    let outcome = try request.outcome()
    let text = try DiffOutcome.Format.allCases.map { try outcome.rendered(as: $0) }.joined()
    let line = (text + outcome.diagnostics()).lineOfCommandLine
    #expect(line == nil, "\(line ?? "")")
    request.worlds = ["fnie"]
    let error = #expect(throws: RequestError.self) { try request.outcome() }
    #expect(error?.description.contains("worlds: neither version has") == true)
    #expect(error?.description.lineOfCommandLine == nil)
  }

  @Test("a scenario that is too long to be played to its end was not compared, and did not pass")
  func longScenario() throws {
    func spec(_ hours: Int, _ body: String) -> String {
      """
      spec Lamp
      var isLit = false
      on press { isLit = \(body) }
      scenario evening {
        for hour in 1...\(hours) {
          for minute in 1...60 { press }
        }
      }

      """
    }
    let (left, right) = ("!isLit", "isLit ? false : true")
    #expect(try diff(spec(2, left), spec(2, right)).status == .success)
    let open = try diff(spec(200, left), spec(200, right))
    #expect(open.status == .inconclusive)
    #expect(open.text().contains("inconclusive: scenario evening"), "\(open.text())")
    let longer = try diff(spec(2, left), spec(200, left))
    #expect(longer.text().contains("scenario evening: passes → inconclusive"), "\(longer.text())")
  }

  @Test("the number of threads does not matter")
  func threads() throws {
    let folder = try ScratchFolder()
    let text = try ValidSpec.text("feature-rules")
    var reports: Set<String> = []
    for threads in [1, 2, 5] {
      var request = DiffRequest(
        old: try folder.write(text, to: "old.tray"),
        new: try folder.write(
          text.replacing("true", with: "false", maxReplacements: 1), to: "new.tray"))
      request.threads = threads
      let outcome = try request.outcome()
      reports.insert(outcome.text().replacing(#/[0-9.]+ s\)/#, with: ""))
    }
    #expect(reports.count == 1)
  }
}
