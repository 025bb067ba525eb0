import Foundation
import Reports
import TestSupport
import TrayKit

/// A spec with everything that a format could take for its own.
enum SpecialCharacters {
  /// One line of documentation; the comment holds it raw, and reports show `shown`.
  static let raw =
    #"say "hi" & <b>'bye'</b> ]]> %0A 100% ::error::x, a=b|c `code` ```block``` #tag @all"#
    + " $x$ [l](u) *b* _i_ \\n é 😀 e\u{301} \u{1B}[31mred\u{1B}[0m \u{7}\u{8}\u{9B}1m"
    + " \u{202E}gnp\u{2066} %\u{301} ,\u{301} \u{FFFE} {0} ${{ secrets.x }}"
  static let shown = raw.printable

  /// A name that makes values of 10,000 characters.
  static let longName = "v" + String(repeating: "x", count: 10_000)

  static let fileName =
    "a \"b\" <c> & 'd' %25 é 😀 | `e` ::f, #g \\h $i \u{1B}[31m\u{202E}\nk]]>.tray"

  static let spec = """
    /// \(raw)
    spec Special

    enum Kind { plain, \(longName) }
    var line: List<Kind, 2> = []

    /// \(raw)
    on add(kind: Kind) when line.count < 2 { append kind to line }
    on clear { line = [] }

    /// \(raw)
    /// and a second line
    invariant short { line.count < 2 || no kind in line: kind == .\(longName) /* \(raw) */ }

    /// \(raw)
    world other { } violates short
    """

  /// The file is called `fileName`, and the report is that of a repository.
  static func run() throws -> CIRun {
    try CIRun("special characters", [("Specs/" + fileName, spec)])
  }
}
