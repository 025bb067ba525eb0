import TestSupport
import Testing
import Traces

/// Files that a person, or an accident, has edited.
@Suite("A counterexample's text")
struct CounterexampleReaderTests {
  static let least = """
    {
      "format": "traycheck-counterexample",
      "version": 1,
      "spec": {"name": "Lamp"},
      "property": {"name": "dim", "kind": "invariant"},
      "steps": [{"event": "press"}]
    }
    """

  private func problem(_ text: String) -> CounterexampleReader.Unreadable? {
    do throws(CounterexampleReader.Unreadable) {
      _ = try CounterexampleReader.read(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test("needs little")
  func least() throws {
    let document = try CounterexampleReader.read(Array(Self.least.utf8))
    #expect(document.world == "default" && document.expect == .fixed && document.length == 1)
    #expect(try CounterexampleReader.read(Array(document.encoded().utf8)) == document)
  }

  @Test(
    "is refused with the place of the mistake",
    arguments: [
      ("\"version\": 1", "\"version\": 2", "the form has version 2", 3, 14),
      ("\"version\": 1,", "", "the file needs the key \"version\"", 1, 1),
      ("traycheck-counterexample", "other", "this is no counterexample", 2, 13),
      ("\"steps\": [", "\"steps\": {", "expected a key", 6, 13),
      ("\"steps\"", "\"step\"", "no key \"step\"; did you mean \"steps\"?", 6, 3),
      ("\"press\"", "3", "\"event\" is a string, not a number", 6, 23),
      ("\"event\": \"press\"", "", "needs the key \"event\"", 6, 13),
      ("\"invariant\"", "\"invariants\"", "\"kind\" is one of", 5, 39),
      ("\"invariant\"", "\"gap\"", "needs the key \"event\"", 5, 15),
      ("\"invariant\"", "\"overlap\", \"event\": \"e\", \"rules\": []", "two different", 5, 73),
      (
        "\"invariant\"", "\"overlap\", \"event\": \"e\", \"rules\": [\"r\", \"r\"]",
        "two different",
        5, 73
      ),
      ("\"invariant\"", "\"fault\", \"expression\": \" \"", "cannot be empty", 5, 62),
      ("\"name\": \"Lamp\"", "\"name\": \"Lamp\", \"path\": \"/x.tray\"", "relative", 4, 36),
      ("\"Lamp\"", "\"La\nmp\"", "a string ends on its line", 4, 23),
      ("\"steps\"", "\"spec\": {}, \"steps\"", "\"spec\" is given twice", 6, 3),
      ("\"steps\"", "\"start\": [], \"steps\"", "\"start\" is an object, not an array", 6, 12),
      ("}]\n}", "}]\n", "the file ends too early", 7, 1),
      ("}]\n}", "}]\n} x", "expected the end", 7, 3),
      ("\"Lamp\"", "\"\\q\"", "cannot be escaped", 4, 22),
    ])
  func mistakes(_ old: String, _ new: String, _ reason: String, _ line: Int, _ column: Int) {
    let found = problem(Self.least.replacing(old, with: new))
    #expect(found?.reason.contains(reason) == true, "\(found?.reason ?? "no mistake")")
    #expect(
      found?.line == line && found?.column == column, "\(found?.line ?? 0):\(found?.column ?? 0)")
  }

  @Test("that is garbage is refused quickly, whatever its size")
  func garbage() {
    #expect(problem("")?.reason == "the file ends too early")
    #expect(problem(String(repeating: "[", count: 10_000_000))?.reason.contains("nested") == true)
    #expect(problem(String(repeating: "x", count: 100_000))?.reason == "expected a value")
    #expect(problem("[" + String(repeating: "0,", count: 1_000_000)) != nil)
    #expect(problem(String(repeating: "{\"a\":", count: 1_000)) != nil)
    let long = "{\"" + String(repeating: "k", count: 1_000_000) + "\": 0"
    #expect((problem(long)?.reason.count ?? 0) < 200)
    let bytes: [UInt8] = [0x7B, 0xFF, 0xFE, 0x7D]
    #expect(throws: CounterexampleReader.Unreadable.self) { try CounterexampleReader.read(bytes) }
  }

  @Test("may hold any character")
  func characters() throws {
    let text = Self.least.replacing("Lamp", with: "\\u00e4\\ud83d\\ude00\\n\\\"ä")
    #expect(try CounterexampleReader.read(Array(text.utf8)).spec.name == "ä😀\n\"ä")
    #expect(
      problem(Self.least.replacing("Lamp", with: "\\ud83d"))?.reason.contains("character") == true)
  }
}
