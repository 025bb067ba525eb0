import TestSupport
import Testing

/// The difference that a failing golden test shows.
@Suite struct TextDifferenceTests {
  @Test("equal texts have none")
  func equalTexts() {
    #expect(TextDifference.describe(expected: "a\nb\n", found: "a\nb\n") == nil)
    #expect(TextDifference.describe(expected: "", found: "") == nil)
  }

  @Test("a line that changed stands among its neighbours")
  func changedLine() {
    let difference = TextDifference.describe(
      expected: "1\n2\n3\n4\n5\n6\n7", found: "1\n2\n3\n4\nfive\n6\n7")
    #expect(difference == "…\n  3\n  4\n- 5\n+ five\n  6\n  7")
  }

  @Test("a line end that is missing is seen")
  func missingLineEnd() {
    #expect(TextDifference.describe(expected: "a\n", found: "a") == "  a\n- ")
  }
}
