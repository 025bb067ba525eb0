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
      ("\"invariant\"", "\"eventually\"", "the file needs the key \"loop\"", 1, 1),
      ("\"steps\"", "\"loop\": 0, \"steps\"", "only an \"eventually\" has a loop", 6, 11),
      ("\"invariant\"", "\"transition\", \"arguments\": {}", "has arguments", 5, 66),
      ("\"name\": \"dim\", \"kind\": \"invariant\"", "\"kind\": \"possible\"", "\"name\"", 5, 15),
    ])
  func mistakes(_ old: String, _ new: String, _ reason: String, _ line: Int, _ column: Int) {
    let found = problem(Self.least.replacing(old, with: new))
    #expect(found?.reason.contains(reason) == true, "\(found?.reason ?? "no mistake")")
    #expect(
      found?.line == line && found?.column == column, "\(found?.line ?? 0):\(found?.column ?? 0)")
  }

  @Test(
    "may have a loop, within its steps",
    arguments: [
      ("0", nil), ("1", nil), ("2", "begins after 2 steps, and there are only 1"),
      ("18446744073709551615", "there are only 1"), ("18446744073709551616", "a whole number"),
      ("-1", "a whole number"), ("0.5", "a whole number"), ("\"0\"", "a whole number"),
      ("null", "a whole number"),
    ] as [(String, String?)])
  func loop(_ loop: String, _ reason: String?) throws {
    let text = Self.least.replacing("\"invariant\"", with: "\"eventually\"")
      .replacing("}]\n}", with: "}],\n  \"loop\": \(loop)\n}")
    if let reason {
      let found = problem(text)
      #expect(found?.reason.contains(reason) == true, "\(found?.reason ?? "no mistake")")
      #expect(found?.line == 7 && found?.column == 11)
      return
    }
    let document = try CounterexampleReader.read(Array(text.utf8))
    #expect(document.loop == Int(loop) && document.property.kind == .eventually)
    #expect(try CounterexampleReader.read(Array(document.encoded().utf8)) == document)
    let tried = text.replacing("\"loop\"", with: "\"attempt\": {\"event\": \"e\"}, \"loop\"")
    #expect(problem(tried)?.reason == "an \"eventually\" has a loop, and no attempt")
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
