import Conformance
import TestSupport
import Testing

/// An app as its team would write it, tested for conformance with the rules of its tray.
@Suite("The Slack app") struct SlackConformanceTests {
  @Test("does as the spec says", arguments: try SlackTray.paths(.walks(40, steps: 20, seed: 1)))
  func conforms(_ path: TrayPath) async throws {
    try await SlackTray.check(path, with: SlackDriver())
  }

  /// One test covers all paths: as test arguments, finding them would delay all other tests by seconds.
  @Test("does as the spec says, rule behind rule")
  func conformsInSuite() async throws {
    for path in try SlackTray.paths(.suite())
      + (Weekly.isNow ? SlackTray.paths(.suite(.pairs)) : [])
    {
      await #expect(throws: Never.self) { try await SlackTray.check(path, with: SlackDriver()) }
    }
  }

  @Test("does as the spec says, as far as a driver sees that sees little")
  func conformsAtAGlance() async throws {
    for path in try SlackTray.paths(.walks(40, steps: 20, seed: 2)) {
      try await SlackTray.check(path, with: GlimpsingSlackDriver())
    }
  }

  @Test("has no bug that is not found, in few events", arguments: Bug.allCases)
  func bugIsFound(_ bug: Bug) async throws {
    let difference = try #require(try await Self.differences[bug]?.value)
    #expect(difference.path.events.count <= 4, "\(difference)")
    // Its shortest path differs as well, and the bug is the only mistake on it.
    await #expect(throws: TrayDifference.self) {
      try await SlackTray.check(difference.path, with: SlackDriver(bug), shrinks: false)
    }
    try await SlackTray.check(difference.path, with: SlackDriver())
  }

  @Test("has bugs that nobody notices who sees the identifiers and the badges alone")
  func bugsAtAGlance() async throws {
    let paths = try SlackTray.paths(.suite(), .walks(24, steps: 20, seed: 1))
    let noticed = try await withThrowingTaskGroup { group in
      for bug in Bug.allCases {
        group.addTask { try await Self.isNoticedAtAGlance(bug, on: paths) ? bug : nil }
      }
      return try await group.reduce(into: Set<Bug>()) { if let bug = $1 { $0.insert(bug) } }
    }
    // Sounds, how often they come, and the contents of cards.
    #expect(
      Bug.allCases.filter { !noticed.contains($0) } == [
        .readMarksIcon, .tapOpensTheFirst, .tapOpensTwice, .callsAndTestsSwapped, .iconIsKept,
        .iconOfTheOtherTeam, .iconOnMentions, .badgePushIsForgotten, .badgePushMarksTwice,
        .doubleSound, .noVibration, .flashOnlyAtFirst, .soundIsLate,
      ])
  }

  private static func isNoticedAtAGlance(_ bug: Bug, on paths: [TrayPath]) async throws -> Bool {
    let known = try #require(try await differences[bug]?.value).path
    for path in [known] + paths {
      do {
        try await SlackTray.check(path, with: GlimpsingSlackDriver(bug), shrinks: false)
      } catch is TrayDifference {
        return true
      }
    }
    return false
  }

  @Test("is told what a driver would not notice that sees the identifiers and the badges alone")
  func strength() async throws {
    let strength = try await SlackTray.strength(of: GlimpsingSlackDriver(), walks: 3)
    #expect(strength.noticeable > 60 && !strength.unnoticed.isEmpty, "\(strength)")
    // The effects of the undetected bugs.
    for what in ["hearing sound", "hearing vibrate", "hearing flash", "hearing open"] {
      #expect(strength.description.contains(what), "\(strength)")
    }
    await #expect(throws: TrayDriverProblem.self) {
      _ = try await SlackTray.strength(of: SlackDriver(.doubleSound))
    }
  }

  /// The difference on the first path that has one, by the bug.
  private static let differences: [Bug: Task<TrayDifference?, any Error>] = {
    let paths = Result { try SlackTray.paths(.suite(), .walks(100, seed: 1)) }
    return Dictionary(
      uniqueKeysWithValues: Bug.allCases.map { bug in
        (bug, Task { try await difference(of: bug, on: paths.get()) })
      })
  }()

  private static func difference(of bug: Bug, on paths: [TrayPath]) async throws -> TrayDifference?
  {
    for path in paths {
      do {
        try await SlackTray.check(path, with: SlackDriver(bug))
      } catch let difference as TrayDifference {
        return difference
      }
    }
    return nil
  }
}
