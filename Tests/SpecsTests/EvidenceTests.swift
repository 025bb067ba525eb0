import Foundation
import Reports
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// The evidence for rules and properties, from their documentation comments.
@Suite struct EvidenceTests {
  private func evidence(_ text: String) -> [Evidence] {
    Evidence.all(in: Parser.parse(SourceFile(path: "test.tray", text: text)).spec)
  }

  private static let head = """
    // Lamp.
    //   Manual  "How to press", 2
    //   Seen    observed: lamp 3, 2026-01-01

    """

  @Test("an observation is stronger than a document, and a document than a reading")
  func order() {
    let found = evidence(
      Self.head + """
        spec Lamp
        var lit = false
        /// It lights up. Manual; Seen. Our reading: at once.
        on press { lit = true }
        /// Manual. Our reading: slowly.
        on fade { lit = false }
        /// Our reading.
        invariant shines { lit || !lit }
        /// The manual is silent.
        on wait {}
        """)
    #expect(found.map(\.name) == ["press", "fade", "shines", "wait"])
    #expect(found.map(\.kind) == [.observation, .document, .reading, .none])
    #expect(found.map(\.sources) == [["Manual", "Seen"], ["Manual"], [], []])
    #expect(found.map(\.place.line) == [7, 9, 11, 13])
  }

  @Test("a rule without a comment has the evidence of its event")
  func rules() {
    let found = evidence(
      Self.head + """
        spec Lamp
        var lit = false
        /// Manual.
        on press {
          rule on when !lit { lit = true }
          /// Our reading.
          otherwise off { lit = false }
        }
        """)
    #expect(found.map(\.name) == ["press.on", "press.off"])
    #expect(found.map(\.kind) == [.document, .reading])
  }

  @Test("each rule and property of a platform library has evidence", arguments: Spec.libraries)
  func libraries(_ library: Spec) throws {
    let file = SourceFile(path: library.name, text: try library.text)
    let all = Evidence.all(in: Parser.parse(file).spec)
    #expect(!all.isEmpty)
    #expect(all.filter { $0.kind == .none }.map(\.name) == [])
  }

  @Test("the list of what was observed, and of what was not, is golden")
  func list() throws {
    var lines: [String] = []
    for library in Spec.libraries {
      let file = SourceFile(path: library.name, text: try library.text)
      let all = Evidence.all(in: Parser.parse(file).spec)
      for kind in Evidence.Kind.allCases {
        let names = all.filter { $0.kind == kind }.map(\.name)
        if !names.isEmpty {
          lines += ["\(library.name), \(kind.rawValue):"] + names.map { "  " + $0 }
        }
      }
    }
    let text = lines.joined(separator: "\n") + "\n"
    let difference = try Golden("evidence.txt", of: "SpecsTests").difference(from: text)
    #expect(difference == nil, "\(difference ?? "")")
  }
}
