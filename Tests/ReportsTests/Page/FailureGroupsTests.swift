import Semantics
import TestSupport
import Testing
import Traces

@testable import Reports

/// Failures are grouped by the rules that cause them, each once over all worlds.
@Suite("Groups of failures") struct FailureGroupsTests {
  private static let spec = """
    spec Counter
    param top: 0...4 = 3
    var n: 0...4 = 0
    var m: 0...1 = 0
    on up when n < top { n += 1 }
    on other { m = 1 }
    invariant low { n < 3 }
    invariant lower { n < 2 }
    invariant still { m == 0 }
    eventually ends { m == 2 - n }
    world same { top = 3 }
    world known { top = 4 } violates low
    world wrong { top = 0 } violates lower

    """

  private static func groups(allowsMissing: Bool = false) throws -> FailureGroups {
    let run = try CIRun("groups", [("a.tray", spec)])
    return FailureGroups(run.report.specs[0], allowsMissing: allowsMissing)
  }

  /// The first group with a rule or event of a name as its cause.
  private static func group(_ name: String) throws -> FailureGroups.Group? {
    try groups().groups.first {
      if case .rule(name, _, _) = $0.cause { true } else { false }
    }
  }

  @Test("have one cause each: a rule, an event without rules, or none")
  func causes() throws {
    let up = try #require(try Self.group("up"))
    #expect(up.failures.map(\.name) == ["lower", "low"])
    #expect(up.cause == .rule(name: "up", line: 5, path: nil))
    let other = try #require(try Self.group("other"))
    #expect(other.failures.map(\.name) == ["still"])
    let endless = try Self.groups().groups.first { $0.failures.contains { $0.name == "ends" } }
    #expect(endless.map { $0.cause == .other("eventually ends") } ?? true)
  }

  @Test("begin with the shortest trace")
  func order() throws {
    let lengths = try Self.groups().groups.map { $0.failures.map(\.length) }
    #expect(lengths.allSatisfy { $0 == $0.sorted() })
  }

  @Test("name the other worlds in which a property fails, and those that expect it")
  func worlds() throws {
    let low = try #require(try Self.groups().failures.first { $0.name == "low" })
    #expect(low.world == "default" && low.otherWorlds == ["same"] && low.expectedIn == ["known"])
    let lower = try #require(try Self.groups().failures.first { $0.name == "lower" })
    #expect(lower.otherWorlds == ["same", "known"])
  }

  @Test("have rejected designs that are not caught, unless that is allowed")
  func missing() throws {
    let missing = try Self.groups().failures.filter { $0.noun == "rejected design" }
    #expect(missing.map(\.title) == ["wrong"] && missing.map(\.name) == ["lower"])
    #expect(
      try Self.groups(allowsMissing: true).failures.allSatisfy { $0.noun != "rejected design" })
  }
}
