import Foundation
import TestSupport
import Testing
import TrayKit

/// The report of a check that fails: the author's sentence, the trace and the line to change, each cause once.
@Suite struct FailureTests {
  private static let spec = """
    spec Tray

    enum Kind { info, mention }
    struct Card { kind: Kind, text: 1...2 }
    var tray: Map<1...2, Card> = [:]
    var badged: Set<1...2> = []
    func show(_ id: 1...2, _ kind: Kind) { tray[id] = Card(kind: kind, text: 1); insert id into badged }

    on receive(id: 1...2, kind: Kind) {
        rule first when tray.isEmpty { show(id, kind) }
        rule mentionClears when kind == .mention && !tray.isEmpty { show(id, kind) }
        otherwise rest {}
    }

    /// When a mention arrives, no info is left. Decision 4.
    transition mentionIsAlone after receive(kind: .mention) { no Card(kind: .info) in tray.values }
    /// At most one card is shown.
    invariant single { tray.count < 2 }
    world known {} violates mentionIsAlone, single
    """

  private func text() throws -> String {
    try Sample("", Self.spec).report { $0.text(omitsReplays: true) }
  }

  @Test("it begins with the author's sentence, and its last line counts what fails")
  func sentenceFirst() throws {
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "✗ When a mention arrives, no info is left.", "\(lines)")
    #expect(try text().contains("✗ Failed: 2 properties of 2 checked"))
  }

  @Test("it has at most 24 lines of at most 80 columns, and one trace for one cause")
  func isShort() throws {
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 27, "\(lines.joined(separator: "\n"))")
    #expect(lines.filter { $0.count > 80 } == [])
    #expect(lines.count { $0.hasPrefix("  start") } == 1)
  }

  @Test("it shows the line of the rule, and not that of a function that the rule calls")
  func culprit() throws {
    let text = try text()
    #expect(text.contains("  11 │ rule mentionClears when kind == .mention"), "\(text)")
    #expect(text.contains("^^^^"))
  }

  @Test("it shows what came into a map and a set, with values in words")
  func changes() throws {
    let text = try text()
    #expect(text.contains("+ tray[1]  info, text 1"), "\(text)")
    #expect(text.contains("badged  + 2"), "\(text)")
  }

  @Test("one wrong rule gives one annotation, at the line to change")
  func annotations() throws {
    let run = try CIRun("tray", [("Specs/tray.tray", Self.spec)]) { _ in }
    let errors = try run.annotations().split(separator: "\n").filter { $0.hasPrefix("::error") }
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.contains("line=11") ?? false)
    #expect(errors.first?.contains("Same cause: ") ?? false)
  }

  @Test(
    "one wrong rule gives one result of SARIF and one row of the summary, at the line to change")
  func oneResult() throws {
    let run = try CIRun("tray", [("Specs/tray.tray", Self.spec)]) { _ in }
    let sarif = try JSONDecoder().decode(SARIFMirror.self, from: Data(run.sarif().utf8))
    let results = sarif.runs[0].results.filter { $0.level == "error" }
    #expect(results.map(\.locations.first?.physicalLocation.region?.startLine) == [11])
    let rows = try run.summary().split(separator: "\n").filter { $0.hasPrefix("| <code>Specs") }
    #expect(rows.count == 1 && rows.first?.contains("tray.tray:11") ?? false, "\(rows)")
    #expect(rows.first?.contains("When a mention arrives, no info is left.") ?? false)
    #expect(rows.first?.contains("Same cause: Tray / default: single") ?? false)
  }

  @Test("a property that fails by one trace in two worlds has it once in JUnit and TAP")
  func oneTrace() throws {
    let spec = Self.spec.replacing(
      "world known {} violates mentionIsAlone, single", with: "world same {}")
    let run = try CIRun("tray", [("Specs/tray.tray", spec)]) { _ in }
    let cases = JUnitReader(try run.junit()).suites.flatMap(\.children)
      .filter { $0.attributes["name"] == "mentionIsAlone" }
    let texts = cases.compactMap { $0.children.first?.text }
    #expect(texts.count == 2 && texts.first?.contains("receive(") ?? false, "\(texts)")
    #expect(texts.last?.contains("The same trace as in Tray / default.") ?? false, "\(texts)")
    #expect(!(texts.last?.contains("receive(") ?? true))
    #expect(try run.tap().contains("The same trace as in Tray / default."))
  }

  @Test("an inconclusive check has at most 15 lines, and counts open properties by heading")
  func inconclusive() throws {
    let properties = (1...12).map { "invariant p\($0) { n < 90\($0 % 10) }" }
    let spec = """
      spec Many
      var n: 0...999 = 0
      on up when n < 999 { n += 1 }
      on reset { n = 0 }

      // Low numbers
      \(properties.prefix(5).joined(separator: "\n"))

      // High numbers
      \(properties.dropFirst(5).joined(separator: "\n"))
      """
    let sample = Sample("", maximumStates: 20, spec)
    let text = try sample.report { $0.text(omitsReplays: true) }
    #expect(text.split(separator: "\n").count <= 15, "\(text)")
    #expect(text.contains("Low numbers 5 · High numbers 7"), "\(text)")
    #expect(text.contains("? Inconclusive: 12 of 12 properties"), "\(text)")
  }
}
