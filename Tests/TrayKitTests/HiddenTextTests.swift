import Foundation
import TestSupport
import Testing
import TrayKit

/// What a text must not do to its reader.
@Suite("Text that hides or commands") struct HiddenTextTests {
  private static let lamp = "spec Lamp\nvar lit = false\non press { lit = !lit }\n"

  private func outcome(_ text: String) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(text, to: "h.tray")])
    request.counterexampleFolder = nil
    return try SynchronousAPI.check(request)
  }

  @Test(
    "what looks like the end of a line is an error, so that no rule hides behind a comment",
    arguments: ["\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"])
  func lineEnds(_ end: String) throws {
    let outcome = try outcome(
      Self.lamp + "// note\(end)invariant dark { !lit }\nreachable on { lit }\n")
    #expect(outcome.status == .specError)
    #expect(outcome.diagnostics().contains("looks like the end of a line"))
  }

  @Test("lines may end with carriage return and line feed")
  func windows() throws {
    let text = Self.lamp + "reachable on { lit }\n"
    #expect(try outcome(text.replacing("\n", with: "\r\n")).diagnostics().isEmpty)
  }

  @Test(
    "characters that change the direction of a comment are told and not printed",
    arguments: ["\u{200E}", "\u{200F}", "\u{61C}", "\u{202E}", "\u{2066}"])
  func direction(_ mark: String) throws {
    let outcome = try outcome("/// a \(mark) b\n" + Self.lamp + "reachable on { lit } // \(mark)\n")
    #expect(outcome.status == .success)
    #expect(outcome.diagnostics().contains("warning: U+"))
    for text in [
      outcome.text(), outcome.diagnostics(), try outcome.rendered(as: .json),
      try outcome.rendered(as: .jsonl),
    ] {
      #expect(!text.contains(mark))
    }
  }

  @Test(
    "nothing that is not seen is printed",
    arguments: [0x200B, 0x200D, 0x2060, 0xFEFF, 0xE0041, 0xAD, 0x3164, 0xE0100])
  func invisible(_ value: UInt32) throws {
    let mark = try #require(Unicode.Scalar(value))
    let outcome = try outcome("/// a\(mark)b\n" + Self.lamp + "reachable on { lit }\n")
    for text in [
      outcome.text(), try outcome.rendered(as: .json), try outcome.rendered(as: .markdown),
    ] {
      #expect(!text.unicodeScalars.contains(mark))
    }
    let decoded = try JSONSerialization.jsonObject(with: Data(outcome.rendered(as: .json).utf8))
    #expect("\(decoded)".unicodeScalars.contains(mark))
  }

  @Test("messages of SARIF have no links and no places to fill in")
  func sarif() throws {
    let text = "/// See [this](http://e.org) {0} a\\\\b\ninvariant dark { !lit }\n"
    let sarif = try outcome(Self.lamp + text).rendered(as: .sarif)
    let decoded = try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any]
    let runs = decoded?["runs"] as? [[String: Any]]
    let results = runs?.first?["results"] as? [[String: Any]]
    let message = results?.first?["message"] as? [String: Any]
    #expect(
      (message?["text"] as? String)?.contains("See \\[this\\](http://e.org) {{0}} a\\\\") == true)
  }

  @Test("of a file that is no spec nothing is told but that")
  func noSpec() throws {
    for text in ["TOKEN=hunter2\nPATH=/bin\n", "// hunter2\n", "root:hunter2:0\nspec: x\n"] {
      let outcome = try outcome(text)
      #expect(outcome.status == .specError)
      #expect(!outcome.diagnostics().contains("hunter2"))
      #expect(!(try outcome.rendered(as: .json)).contains("hunter2"))
    }
  }

  @Test("a comment above an empty line is about nothing below it")
  func documentation() throws {
    let text = try outcome(Self.lamp + "/// far\n\n/// near\nreachable on { lit }\n").text()
    #expect(text.contains("near") && !text.contains("far"))
  }
}
