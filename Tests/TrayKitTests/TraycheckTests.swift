import TestSupport
import Testing
import TrayKit

/// The library's front door: requests and their outcomes.
@Suite struct TraycheckTests {
  private static let counter = """
    spec Counter
    param limit: 1...3 = 1
    var count: 0...3 = 0
    on grow when count < limit { count += 1 }
    on reset { count = 0 }
    invariant small { count <= 1 }
    reachable one { count == 1 }
    world two { limit = 2 }
    world three { limit = 3 } violates small
    scenario grows { grow; expect count == 1 }
    """

  private func check(
    _ spec: String = counter, _ configure: (inout CheckRequest) -> Void = { _ in }
  ) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(spec, to: "spec.tray")])
    configure(&request)
    return try SynchronousAPI.check(request)
  }

  private func complaint(_ configure: (inout CheckRequest) -> Void) -> String? {
    do {
      _ = try check(configure: configure)
      return nil
    } catch {
      return (error as? RequestError)?.description
    }
  }

  private func check(configure: (inout CheckRequest) -> Void) throws -> CheckOutcome {
    try check(Self.counter, configure)
  }

  @Test("the status tells how it ended")
  func statuses() throws {
    #expect(try check { $0.worlds = ["default"] }.status == .success)
    #expect(try check { $0.worlds = ["two"] }.status == .violation)
    #expect(try check("spec Counter\nvar count = 0").status == .specError)
    #expect(try check { ($0.worlds, $0.maximumStates) = (["default"], 1) }.status == .inconclusive)
  }

  @Test("a violation counts for more than what is open, and a mistake for more than both")
  func worstStatusWins() throws {
    #expect(try check { ($0.worlds, $0.maximumDepth) = (["default"], 0) }.status == .inconclusive)
    #expect(try check { ($0.worlds, $0.maximumDepth) = (["two"], 2) }.status == .violation)
    let mistaken = Self.counter + "\nvar count = 0"
    #expect(
      try check(mistaken) { ($0.worlds, $0.maximumDepth) = (["two"], 2) }.status == .specError)
  }

  @Test("worlds are chosen by name")
  func worldFilter() throws {
    let outcome = try check { $0.worlds = ["three"] }
    #expect(outcome.report.specs.flatMap(\.worlds).map(\.spec.worldName) == ["three"])
    #expect(outcome.status == .success)
    let all = try check()
    #expect(
      all.report.specs.flatMap(\.worlds).map(\.spec.worldName) == ["default", "two", "three"])
  }

  @Test("properties are chosen by name, and others are not judged")
  func propertyFilter() throws {
    let outcome = try check { ($0.worlds, $0.properties) = (["two"], ["one"]) }
    #expect(outcome.status == .success)
    #expect(!outcome.text().contains("small"))
    #expect(!outcome.text().contains("grows"))
    #expect(try check { ($0.worlds, $0.properties) = (["two"], ["small"]) }.status == .violation)
    #expect(try check { ($0.worlds, $0.properties) = (["two"], ["deadlock"]) }.status == .success)
    let scenario = try check { ($0.worlds, $0.properties) = (["default"], ["grows"]) }
    #expect(scenario.status == .success)
    #expect(scenario.text().contains("scenario grows: passes"))
  }

  @Test("a setting wins over the world's")
  func settingsWin() throws {
    let outcome = try check { ($0.worlds, $0.settings) = (["two"], [TraySetting("limit", "1")]) }
    #expect(outcome.status == .success)
    #expect(outcome.text().contains("limit = 1"))
  }

  @Test("a value that does not fit its param is a mistake that names the setting")
  func settingOutsideItsType() throws {
    for value in ["4", "true", ".a", "count"] {
      let outcome = try check { $0.settings = [TraySetting("limit", value)] }
      #expect(outcome.status == .specError)
      #expect(outcome.diagnostics().contains("settings limit"), "\(value)")
    }
  }

  @Test("a command to copy keeps what was set, each setting as one word")
  func hintKeepsSettings() throws {
    let outcome = try check { request in
      (request.worlds, request.settings) = (["default"], [TraySetting("limit", "1 + 1")])
      request.vocabulary.checkCommand = "tc check"
      (request.vocabulary.exploreCommand, request.vocabulary.place) = ("tc explore", "-go")
      (request.vocabulary.worlds, request.vocabulary.properties) = ("-w", "-p")
      request.vocabulary.settings = "-s"
    }
    let text = outcome.text()
    #expect(text.contains("tc explore ") && text.contains("-go small -s 'limit=1 + 1'\n"))
    let command = "-w default -p small -s 'limit=1 + 1'\n"
    #expect(try outcome.rendered(as: .markdown).contains(command))
  }

  @Test("the number of names of a symmetric type is set by the type's name, if it is written out")
  func settingOfNames() throws {
    let text = """
      spec Names
      param n = 2
      symmetric ID(3)
      symmetric User(n)
      var shown: Set<ID> = []
      on show(id: ID, user: User) when !(id in shown) { insert id into shown }
      terminal { shown.count > 1 }
      reachable all { shown.count > 1 }
      """
    let outcome = try check(text) { $0.settings = [TraySetting("ID", "2")] }
    #expect(outcome.status == .success)
    #expect(outcome.text().contains("n = 2, ID = 2"))
    #expect(outcome.text().contains("4 states"))
    let wrong = try check(text) { $0.settings = [TraySetting("ID", "-1")] }
    #expect(wrong.status == .specError)
    #expect(wrong.diagnostics().contains("'settings ID=-1' does not fit"))
    #expect(
      throws: RequestError.self,
      performing: { try check(text) { $0.settings = [TraySetting("User", "2")] } })
  }

  @Test("a request that names something unknown gets the nearest name")
  func unknownNames() {
    #expect(
      complaint { $0.worlds = ["tow"] }
        == "worlds: no spec has a world 'tow'; did you mean 'two'?")
    #expect(
      complaint { $0.properties = ["smal"] }
        == "properties: no spec has a property 'smal'; did you mean 'small'?")
    #expect(
      complaint { $0.settings = [TraySetting("limt", "1")] }
        == "settings: no spec has a param 'limt'; did you mean 'limit'?")
    #expect(complaint { $0.worlds = ["zzz"] } == "worlds: no spec has a world 'zzz'")
  }

  @Test("a value that is none is told", arguments: ["", "1 +", "(", "1 2", "}", "\u{0}"])
  func malformedSetting(_ value: String) {
    let text = complaint { $0.settings = [TraySetting("limit", value)] }
    #expect(
      text?.hasPrefix("'settings limit=\(value)': ".replacing("\u{0}", with: "\u{FFFD}")) == true)
  }

  @Test("mistakes of form and of meaning are reported in one run, in the order of the text")
  func mistakesTogether() throws {
    let text = try check(
      """
      spec Mistakes
      var lit = flase
      on press { lit = = true }
      var level: 0...3 = true
      on { lit = false }
      invariant fine { level }
      """
    ).diagnostics()
    let lines = text.matches(of: #/ (\d+):\d+\n/#).map(\.output.1)
    #expect(lines == ["2", "3", "4", "5", "6"])
  }

  @Test("a warning changes no status")
  func warningsAreNotErrors() throws {
    let outcome = try check(
      """
      spec Warned
      var lit = false
      on press {
          switch lit {
          case true: lit = false
          case false: lit = true
          default: lit = true
          }
      }
      reachable bright { lit }
      """)
    #expect(outcome.status == .success)
    #expect(outcome.diagnostics().contains("warning:"))
  }
}
