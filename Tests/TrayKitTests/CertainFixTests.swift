import Basics
import Foundation
import Reports
import Semantics
import SpecLanguage
import TestSupport
import Testing

@testable import TrayKit

/// The fixes that are certain to cause no error.
@Suite struct CertainFixTests {
  private static let spec = """
    spec A
    param most: 0...3 = 3
    var badge: 0...3 = 0
    on add when badge < most { badge += 1 }
    reachable full { badge == most }

    """

  private static func errors(of text: String) -> [Diagnostic] {
    CompiledSpec(
      SourceFile(path: "a.tray", text: text), settings: [], limits: .init(),
      deadline: { _, _, _ in Deadline() }
    ).sink.inTextOrder
  }

  @Test("a fix is certain, although the text has other errors")
  func severalErrors() {
    let errors = Self.errors(
      of: Self.spec + "on sub when badge > 0 { bagde -= 1 }\non set { badge = other() }\n")
    #expect(errors.map(\.isCertain) == [true, false])
    #expect(errors.map(\.edits.count) == [1, 0])
  }

  @Test("a fix is not certain if another world has an error after it")
  func otherWorld() {
    let half = Self.spec + "let half = 6 / mots\n"
    #expect(Self.errors(of: half).map(\.isCertain) == [true])
    let errors = Self.errors(of: half + "world none { most = 0 }\n")
    #expect(errors.map(\.isCertain) == [false])
    #expect(errors.map(\.edits.count) == [1])
  }

  @Test("fixes that are certain alone are applied together only if they are certain together")
  func together() {
    let errors = Self.errors(of: Self.spec + "world low { mosst = 2; mostt = 1 }\n")
    #expect(errors.map(\.isCertain) == [true, true])
    #expect(FixItVerifier.together(errors).map(\.range) == [errors[0].range])
    let apart = Self.errors(of: Self.spec + "world low { mosst = 2 }\nworld one { mostt = 1 }\n")
    #expect(FixItVerifier.together(apart).count == 2)
  }

  @Test("a fix in a spec that uses a library is certain, and one in the library is not")
  func library() throws {
    let folder = try ScratchFolder()
    let library = try folder.write("library L\nlet limit = 1\nlet least = limti\n", to: "l.tray")
    let text = Self.spec.replacing("spec A\n", with: "spec A\nuse \"l.tray\"\n")
    let path = try folder.write(text.replacing("badge +=", with: "bagde +="), to: "a.tray")
    let report = try CheckRequest(paths: [path]).outcome().report
    let errors = report.specs.flatMap(\.diagnostics)
    #expect(errors.map(\.path) == [path, library])
    #expect(errors.map(\.isCertain) == [true, false])
    // As a spec of its own, the library has the same error, and its fix is certain.
    let own = try CheckRequest(paths: [library]).outcome().report.specs.flatMap(\.diagnostics)
    #expect(own.map(\.isCertain) == [true])
  }

  @Test("an edit of several lines has the line ends of its file")
  func lineEnds() throws {
    let text = """
      spec A
      enum Kind { info, mention }
      var kind: Kind = .info
      on next {
          switch kind {
          case .info: kind = .mention
          }
      }
      reachable x { kind == .mention }

      """
    for end in ["\n", "\r\n"] {
      let errors = Self.errors(of: text.replacing("\n", with: end))
      #expect(errors.map(\.isCertain) == [true])
      #expect(errors.flatMap(\.edits).map(\.text) == ["    case .mention:\(end)"])
    }
  }

  @Test("a text with bytes that are not UTF-8 has no certain fix")
  func invalidBytes() {
    let text = Self.spec.replacing("badge +=", with: "bagde +=")
    let file = SourceFile(path: "a.tray", contents: Array(text.utf8) + [0x2F, 0x2F, 0xFF, 0x0A])
    let compiled = CompiledSpec(
      file, settings: [], limits: .init(), deadline: { _, _, _ in Deadline() })
    #expect(compiled.sink.diagnostics.contains { !$0.edits.isEmpty })
    #expect(!compiled.sink.diagnostics.contains { $0.isCertain })
  }

  @Test("a fixed spec is checked, and a second request fixes nothing")
  func applied() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      Self.spec.replacing("badge += 1 }", with: "bagde += 1 }\non set { badeg = 0 }"),
      to: "a.tray")
    var request = CheckRequest(paths: [path])
    request.counterexampleFolder = nil
    request.fixing = .show
    let shown = try request.outcome()
    #expect(shown.status == .specError && shown.appliedFixes.isEmpty)
    #expect(shown.patch.contains("+on set { badge = 0 }\n"))
    request.fixing = .apply
    let outcome = try request.outcome()
    #expect(outcome.status == .success && outcome.patch.isEmpty)
    #expect(outcome.appliedFixes.map(\.place.line) == [4, 5])
    #expect(outcome.appliedFixes.map(\.code) == ["unknown-variable", "unknown-variable"])
    #expect(try outcome.rendered(as: .text).contains("fixed \(path):4:28: did you mean 'badge'?"))
    let json = Data(try outcome.rendered(as: .json).utf8)
    let fixed = try #require(try JSONDecoder().decode(JSONMirror.self, from: json).fixed)
    #expect(fixed.map(\.message) == ["did you mean 'badge'?", "did you mean 'badge'?"])
    #expect(fixed.map(\.place.column) == [28, 10])
    #expect(try request.outcome().appliedFixes.isEmpty)
  }
}
