import Foundation
import TestSupport
import Testing
import TrayKit

/// Files that are no specs, or specs in a strange encoding: an answer, never a crash.
@Suite struct RobustnessTests {
  @Test(
    "a file without a spec is told so",
    arguments: [
      "", "\n", " \t \n", "// one\n/// two\n/* three */", "///", ";", "\u{FEFF}", "\u{0C}",
    ])
  func fileWithoutSpec(_ text: String) throws {
    let outcome = try Intake.expectOrderly(text.utf8)
    #expect(outcome.status == .specError)
    #expect(outcome.diagnostics().contains("begin with 'spec Name'"))
  }

  @Test(
    "a spec is one with any line ends, and with a byte order mark",
    arguments: [
      Lamp.spec, Lamp.spec.replacing("\n", with: "\r\n"), "\u{FEFF}" + Lamp.spec,
      Lamp.spec.replacing("lit", with: "é"), Lamp.spec.replacing("lit", with: "灯"),
      String(Lamp.spec.dropLast()), "\u{0C}\u{0B}" + Lamp.spec,
    ])
  func encodingsOfSpec(_ text: String) throws {
    #expect(try Intake.expectOrderly(text.utf8).status == .success)
  }

  @Test(
    "what is wrong in a spec is told whatever stands before its first word",
    arguments: ["\u{0C}", "/* */ "])
  func mistakesBehindBlanks(_ before: String) throws {
    #expect(try Intake.expectOrderly((before + Lamp.spec).utf8).status == .success)
    let broken = before + Lamp.spec + "\non e { lit = }\n"
    #expect(try Intake.expectOrderly(broken.utf8).status == .specError)
  }

  @Test("the byte order mark counts for no column, and a carriage return for no line")
  func placesDoNotCountMarks() throws {
    let broken =
      "\u{FEFF}" + Lamp.spec.replacing("!lit", with: "!lti").replacing("\n", with: "\r\n")
    let text = try Intake.expectOrderly(broken.utf8).diagnostics()
    #expect(text.contains("  3:19\n"))
    #expect(try Intake.expectOrderly("\u{FEFF}spce Lamp".utf8).diagnostics().contains("  1:1\n"))
  }

  @Test("bytes that are no text are told, and break nothing", arguments: Lamp.strangeBytes)
  func strangeBytes(_ bytes: [UInt8]) throws {
    #expect(try Intake.expectOrderly(bytes).status == .specError)
    #expect(try Intake.expectOrderly(Array(Lamp.spec.utf8) + bytes).status == .specError)
  }

  @Test(
    "characters of every kind are told or read, wherever they stand",
    arguments: [
      "\u{0}", "\u{1B}[2J", "\u{200B}", "\u{202E}", "\u{2028}", "\u{FEFF}", "\u{FFFD}",
      "\u{10FFFF}",
      "e\u{301}", "👩‍👩‍👧‍👦", "𝒶", "٣", "\r", "\u{85}", "\u{A0}", "\"", "'", "`", "\\", "$", "@", "#",
      "/*", "*/", "///", "\"\"\"", "..", "?", "_",
    ])
  func strangeCharacters(_ character: String) throws {
    for place in ["spec", "Lamp", "false", "{", "!lit"] {
      let before = Lamp.spec.replacing(place, with: character + place, maxReplacements: 1)
      let behind = Lamp.spec.replacing(place, with: place + character, maxReplacements: 1)
      try Intake.expectOrderly(before.utf8, place)
      try Intake.expectOrderly(behind.utf8, place)
    }
  }

  @Test("megabytes of chance are answered with a few errors", arguments: 1...3)
  func randomBytes(_ seed: Int) throws {
    var dice = SplitMix64(seed: UInt64(seed))
    let bytes = dice.bytes(Self.size)
    let contents =
      switch seed {
      case 1: bytes
      case 2: Array(Lamp.spec.utf8) + bytes
      default: bytes.map { $0 % 95 + 32 }
      }
    #expect(try Intake.expectOrderly(contents, timeLimit: .seconds(60)).status == .specError)
  }

  @Test("megabytes of words are answered with a few errors", arguments: 1...2)
  func randomTokens(_ seed: Int) throws {
    var dice = SplitMix64(seed: UInt64(seed))
    let words = seed == 1 ? Vocabulary.words : Vocabulary.words + Vocabulary.comments
    let contents = dice.tokens(Self.size, from: words)
    #expect(try Intake.expectOrderly(contents, timeLimit: .seconds(60)).status == .specError)
  }

  /// Code without optimisation is slow.
  private static let size = (_isDebugAssertConfiguration() ? 1 : 10) << 20
}
