import Reports
import Testing

/// Lines of reports that are longer than a terminal is wide.
@Suite struct FittedTextTests {
  private let style = TextStyle(usesColor: true, width: 40)

  @Test("a longer line is broken between words and goes on below its text")
  func broken() {
    #expect(
      style.fitted("  ✓ invariant low: holds in all of the states that were seen\nshort") == """
          ✓ invariant low: holds in all of the
            states that were seen
        short
        """)
    #expect(
      style.fitted("  why     one of the three floors is above all others") == """
          why     one of the three floors is
                  above all others
        """)
    #expect(
      style.fitted("note: the names are told apart, since they are keys") == """
        note: the names are told apart, since
          they are keys
        """)
  }

  @Test("a colour ends with a line and begins again with the next")
  func colours() {
    let text = "  " + style.dim("one two three four five six seven eight nine ten")
    let lines = style.fitted(text).split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines { #expect(line.contains("\u{1B}[2m") && line.hasSuffix("\u{1B}[0m")) }
    let plain = style.fitted("  one two three four five six seven eight nine ten")
    #expect(style.fitted(text).replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
  }

  @Test("a text to copy and a long word are kept whole, on lines of their own")
  func whole() {
    let command = "traycheck explore slack-tray.tray --go mentionClearsInfo"
    #expect(
      style.fitted("  next    " + style.unbroken(command)) == "  next\n    " + command)
    let path = String(repeating: "folder/", count: 8)
    #expect(style.fitted("saved \(path) today") == "saved\n  \(path)\n  today")
  }

  @Test("a number stays with its unit")
  func units() {
    #expect(
      style.fitted("    47,360 states, 425,984 steps, 0.01 s, by one") == """
            47,360 states, 425,984 steps,
              0.01 s, by one
        """)
  }

  @Test("no terminal is taken for narrower than 40 columns")
  func least() { #expect(TextStyle(usesColor: false, width: 1).width == 40) }
}
