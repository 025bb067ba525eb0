import Foundation
import Replays
import TestSupport
import Testing
import Traces

/// The JSON Schema of counterexamples describes everything that the reader accepts and the writer writes.
@Suite("The schema of counterexamples")
struct CounterexampleSchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(
      RepositoryFolder.root.appending(
        path: "Sources/TrayKit/TrayKit.docc/counterexample.schema.json"))
  }

  @Test("fits every counterexample that is written")
  func written() throws {
    var written = 0
    for random in RandomSpec.first(16) {
      let found = try search(SpecText.checked(random.text), limits: .init(states: 40))
      for violation in found.violations {
        let text = try found.document(of: violation).encoded()
        #expect(try schema.problems(in: Data(text.utf8)) == [], "\(text)")
        written += 1
      }
    }
    #expect(written > 30)
  }

  @Test("fits the stored ones of this repository")
  func stored() throws {
    let folder = CounterexampleFolder(RepositoryFolder.root.path + "/Counterexamples")
    let files = folder.contents().files
    #expect(!files.isEmpty)
    for path in files {
      #expect(try schema.problems(in: Data(contentsOf: URL(filePath: path))) == [], "\(path)")
      #expect(throws: Never.self) { try CounterexampleFile.read(path).get() }
    }
  }

  @Test("fits what needs little, and refuses what the reader refuses")
  func agreesWithReader() throws {
    let least = CounterexampleReaderTests.least
    #expect(try schema.problems(in: Data(least.utf8)).isEmpty)
    for (old, new) in [
      ("\"version\": 1", "\"version\": 2"), ("\"version\": 1,", ""), ("\"steps\"", "\"step\""),
      ("\"press\"", "3"), ("\"event\": \"press\"", ""), ("\"invariant\"", "\"invariants\""),
      ("\"name\": \"Lamp\"", "\"name\": \"Lamp\", \"path\": \"/x.tray\""),
      ("\"steps\"", "\"expect\": \"broken\", \"steps\""), ("\"steps\"", "\"start\": [], \"steps\""),
      ("\"steps\"", "\"found\": {\"by\": \"luck\", \"originalLength\": 1}, \"steps\""),
      ("\"steps\"", "\"found\": {\"by\": \"walk\", \"originalLength\": -1}, \"steps\""),
      ("\"invariant\"", "\"gap\""), ("\"invariant\"", "\"fault\""),
      ("\"name\": \"dim\", ", ""), ("\"invariant\"", "\"overlap\", \"event\": \"e\""),
      ("\"invariant\"", "\"overlap\", \"event\": \"e\", \"rules\": []"),
      ("\"invariant\"", "\"overlap\", \"event\": \"e\", \"rules\": [\"r\"]"),
      ("\"invariant\"", "\"overlap\", \"event\": \"e\", \"rules\": [\"r\", \"r\"]"),
      ("\"invariant\"", "\"fault\", \"expression\": \"\""),
      ("\"invariant\"", "\"fault\", \"expression\": \" \""),
      ("\"invariant\"", "\"eventually\""), ("\"steps\"", "\"loop\": 0, \"steps\""),
      ("\"invariant\"", "\"transition\", \"arguments\": {}"),
      ("\"name\": \"dim\", \"kind\": \"invariant\"", "\"kind\": \"possible\""),
      (
        "\"invariant\"},",
        "\"eventually\"}, \"loop\": 0, \"attempt\": {\"event\": \"press\"},"
      ),
      ("\"invariant\"},", "\"eventually\"}, \"loop\": -1,"),
    ] {
      let text = least.replacing(old, with: new)
      #expect(try !schema.problems(in: Data(text.utf8)).isEmpty, "\(text)")
      #expect(text != least)
      #expect(throws: CounterexampleReader.Unreadable.self) {
        try CounterexampleReader.read(Array(text.utf8))
      }
    }
    for new in [
      "\"gap\", \"event\": \"e\"", "\"fault\", \"expression\": \"1 / n\"", "\"deadlock\"",
      "\"overlap\", \"event\": \"e\", \"rules\": [\"r\", \"s\"]", "\"possible\"",
      "\"eventually\", \"arguments\": {\"x\": \"1\"}",
    ] {
      var text = least.replacing("\"invariant\"", with: new)
      if new.contains("eventually") {
        text = text.replacing("\"steps\"", with: "\"loop\": 1, \"steps\"")
      }
      if new.contains("\"event\"") {
        // Without the event in its trace it could show nothing, which the schema cannot express.
        #expect(throws: CounterexampleReader.Unreadable.self) {
          try CounterexampleReader.read(Array(text.utf8))
        }
        text = text.replacing("\"steps\"", with: "\"attempt\": { \"event\": \"e\" }, \"steps\"")
      }
      #expect(try schema.problems(in: Data(text.utf8)) == [], "\(text)")
      #expect(throws: Never.self) { try CounterexampleReader.read(Array(text.utf8)) }
    }
  }
}
