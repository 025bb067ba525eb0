import Foundation
import TestSupport
import Testing
import TrayKit

/// Which traces a report tells, and in which order.
@Suite struct ToldTracesTests {
  private let announced = """
    spec Announced

    var level: 0...2 = 0
    on up when level < 2 { level += 1 }
    on down when level > 0 { level -= 1 }
    invariant low { level < 2 }
    world known {} violates low
    """

  @Test("where something else is wrong, what is as announced is told without its trace")
  func announcedTracesAreLeftOut() throws {
    let sample = Sample("", announced)
    let text = try sample.report { $0.text(omitsReplays: true) }
    #expect(text.contains("violated after 2 steps (shortest: proved), as expected"))
    #expect(!text.contains("(as expected)"))
    #expect(text.contains("  the traces of what is as the worlds announce: with --verbose\n"))
    let everything = try sample.report { $0.text(isVerbose: true) }
    #expect(everything.contains("(as expected)"))
    #expect(!everything.contains("the traces of what is as the worlds announce"))
  }

  @Test("where all is as announced, the traces are told")
  func announcedTracesAreTold() throws {
    let right = announced.replacing("{ level < 2 }", with: "{ level < 2 || top == 1 }")
      .replacing("var level", with: "param top = 1\nvar level")
      .replacing("known {}", with: "known { top = 2 }")
    let text = try Sample("", right).report { $0.text(omitsReplays: true) }
    #expect(text.contains("low (as expected): "))
    #expect(!text.contains("the traces of what is as the worlds announce"))
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
    #expect(text.contains("✗ overlap of 'up' and 'down' of 'turn' after 2 steps"))
    let cause = try #require(text.firstRange(of: "    overlap: the rules"))
    let effect = try #require(text.firstRange(of: "    low: it does not hold"))
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
      #expect(text.contains("✗ fault in \(place) after "), "\(text)")
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
    let lines = text.split(separator: "\n").filter {
      $0.contains("✗ fault in the event 'up' after ")
    }
    #expect(lines.count == 2, "\(text)")
    #expect(lines.contains { $0.hasSuffix(": 3 is outside 0...2  sample.tray:5:9") }, "\(text)")
    #expect(
      lines.contains { $0.hasSuffix(": the list is full: it holds 1 at most  sample.tray:5:21") },
      "\(text)")
  }
}
