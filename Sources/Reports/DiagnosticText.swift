import Semantics

/// Renders diagnostics as text, with the source line and the underlined range.
package struct DiagnosticText {
  /// The maximum length of a source line; longer ones are cut around the range.
  private static let maximumLine = 120

  let style: TextStyle
  let shownPath: @Sendable (String) -> String

  /// Creates a renderer.
  ///
  /// - Parameter shownPath: returns the form of a path that is shown.
  package init(
    style: TextStyle = .plain, shownPath: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.style = style
    self.shownPath = shownPath
  }

  /// Renders one diagnostic as lines for people, each with a line end.
  package func render(_ diagnostic: Diagnostic) -> String {
    let word = diagnostic.severity.rawValue
    let severity = diagnostic.severity == .error ? style.red("\(word):") : style.yellow("\(word):")
    let head =
      "\(place(diagnostic.file, diagnostic.range)): \(severity) "
      + style.bold(diagnostic.message.printable) + style.dim(" [\(diagnostic.code.name)]")
    var lines = [head] + excerpt(diagnostic.file, diagnostic.range)
    if let reason = diagnostic.reason {
      lines.append("  \(style.blue("why:")) \(reason.printable)")
    }
    for note in diagnostic.notes {
      lines.append(
        "\(place(diagnostic.file, note.range)): \(style.blue("note:")) \(note.message.printable)")
      lines += excerpt(diagnostic.file, note.range)
    }
    lines += diagnostic.fixes.map { "  \(style.green("help:")) \($0.printable)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Renders a problem of a run in the format of compilers.
  package func render(_ problem: GateProblem) -> String {
    let severity = problem.isAllowed ? style.yellow("warning:") : style.red("error:")
    let place = problem.path.map { path in
      path.printableLine + (problem.place.map { ":\($0.line):\($0.column)" } ?? "") + ": "
    }
    return "\(place ?? "")\(severity) \(style.bold(problem.message.printable))\n"
  }

  /// Renders all diagnostics of a spec, with a line for those that were left out.
  package func render(_ diagnostics: [Diagnostic], suppressed: Int) -> String {
    var text = diagnostics.map(render).joined(separator: "\n")
    if suppressed > 0 { text += "\n\(suppressed) more are not shown.\n" }
    return text
  }

  private func place(_ file: SourceFile, _ range: SourceRange) -> String {
    let location = file.location(of: range.start)
    return
      "\(shownPath(file.part(at: range.start).path).printableLine):\(location.line):\(location.column)"
  }

  /// The source line, and a line that underlines the range in it.
  private func excerpt(_ file: SourceFile, _ range: SourceRange) -> [String] {
    guard file.isSpec(file.part(at: range.start)) else { return [] }
    let location = file.location(of: range.start)
    let line = file.rangeOfLine(at: range.start)
    let scalars = Array(file.text(line).unicodeScalars)
    guard !scalars.isEmpty else { return [] }
    let start = min(location.column - 1, scalars.count)
    let covered = file.text(
      SourceRange(max(range.start, line.start), max(range.start, min(range.end, line.end))))
    let length = max(1, covered.unicodeScalars.count)
    // A window around the range, because the whole line would fill the screen.
    let first = scalars.count > Self.maximumLine ? max(0, start - Self.maximumLine / 3) : 0
    let last = min(scalars.count, first + Self.maximumLine)
    let number = String(location.line)
    let gutter = String(repeating: " ", count: number.count)
    let source = scalars[first..<last].map(Self.visible).joined()
    let indent = scalars[first..<max(first, start)].map { $0 == "\t" ? "\t" : " " }.joined()
    let mark = "^" + String(repeating: "~", count: max(0, min(length, last - start) - 1))
    let dots = first > 0 ? "…" : ""
    let pad = first > 0 ? " " : ""
    return [
      style.dim("  \(number) | ") + dots + source + (last < scalars.count ? "…" : ""),
      style.dim("  \(gutter) | ") + pad + indent + style.red(mark),
    ]
  }

  /// Replaces characters that would garble a terminal one by one, so that the mark below aligns.
  private static func visible(_ scalar: Unicode.Scalar) -> String { String(scalar).printable }
}
