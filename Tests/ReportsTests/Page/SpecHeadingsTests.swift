import Semantics
import Testing
import Traces

@testable import Reports

/// Comments of two slashes before a group of declarations are its heading.
@Suite("Headings of a spec") struct SpecHeadingsTests {
  private static let file = SourceFile(
    path: "a.tray",
    text: """
      // What it is about.
      spec A
      var n = 0

      // The first subject, with a detail.  More about it.
      /// It holds.
      invariant one { true }
      // No heading: no empty line is above it.
      invariant two { true }

      // The second
      // subject.
      invariant three { true }
      """)

  @Test(
    "are the nearest above a place",
    arguments: [
      (3, ""), (7, "The first subject, with a detail"), (9, "The first subject, with a detail"),
      (13, "The second subject"),
    ])
  func nearest(_ line: Int, _ heading: String) {
    #expect(SpecHeadings(Self.file).heading(of: Trace.Place(line: line, column: 1)) == heading)
  }

  @Test("are empty for a spec without text, and the file for a place elsewhere")
  func none() {
    var place = Trace.Place(line: 3, column: 1)
    #expect(SpecHeadings(nil).heading(of: place) == "")
    place.path = "rules.tray"
    #expect(SpecHeadings(nil).heading(of: place) == "rules.tray")
  }
}
