import Foundation
import TestSupport
import Testing
import TrayKit

/// Which traces a report tells, and in which order.
@Suite struct ReportDeduplicatorTests {
  private let announced = """
    spec Announced

    var level: 0...2 = 0
    on up when level < 2 { level += 1 }
    on down when level > 0 { level -= 1 }
    invariant low { level < 2 }
    world known {} violates low
    """

  @Test("where something fails, the traces of other worlds are left out")
  func announcedTracesAreLeftOut() throws {
    let sample = Sample("", announced)
    let text = try sample.report { $0.text(omitsReplays: true) }
    #expect(text.contains("  also    known expects it\n"), "\(text)")
    #expect(!text.contains("(as expected)"))
    let everything = try sample.report { $0.text(isVerbose: true) }
    #expect(everything.contains("(as expected)"))
  }

  @Test("where all is as announced, the traces are told")
  func announcedTracesAreTold() throws {
    let right = announced.replacing("{ level < 2 }", with: "{ level < 2 || top == 1 }")
      .replacing("var level", with: "param top = 1\nvar level")
      .replacing("known {}", with: "known { top = 2 }")
    let text = try Sample("", right).report { $0.text(omitsReplays: true) }
    #expect(text.contains("low (as expected): "))
  }

  @Test("what goes wrong at an event is told before what comes of it")
  func causesComeFirst() throws {
    let text = try Sample(
      "",
      """
      spec Causes

      var level: 0...2 = 0
      on turn {
          rule up when level < 2 { level += 1 }
          rule down when level > 0 { level -= 1 }
      }
      invariant low { level < 2 }
      """
    ).report { $0.text(omitsReplays: true) }
    let cause = try #require(text.firstRange(of: "  overlap of 'up' and 'down' of 'turn' ·"))
    let effect = try #require(text.firstRange(of: "✗ low is violated"))
    #expect(cause.lowerBound < effect.lowerBound)
  }

  @Test("several faults are told apart by where they are")
  func faultsHaveSubjects() throws {
    let text = try Sample(
      "",
      """
      spec Faults

      var level: 0...2 = 0
      on up { level += 1 }
      on down { level -= 1 }
      on jump { rule high when level == 1 { level += 2 } otherwise low {} }
      """
    ).report { $0.text(omitsReplays: true) }
    for place in ["the event 'up'", "the event 'down'", "the rule 'high'"] {
      #expect(text.contains("  fault in \(place) ·"), "\(text)")
    }
  }

  @Test("several faults of one event are told apart by what they are and where they stand")
  func faultsOfOneEvent() throws {
    let text = try Sample(
      "",
      """
      spec Faults

      var level: 0...2 = 0
      var shown: List<0...2, 1> = []
      on up { level += 1; append 0 to shown }
      on hide when !shown.isEmpty { shown = [] }
      """
    ).report { $0.text(omitsReplays: true) }
    #expect(text.components(separatedBy: "  fault in the event 'up' ·").count == 3, "\(text)")
    #expect(text.contains("✗ 3 is outside 0...2, in the event 'up'\n"), "\(text)")
    #expect(text.contains("✗ the list is full: it holds 1 at most, in the event 'up'\n"), "\(text)")
  }
}
