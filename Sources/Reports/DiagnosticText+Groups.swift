import Semantics

extension DiagnosticText {
  /// The column of places after short messages.
  private static let columnOfPlaces = 46

  /// Renders all diagnostics of a spec for a terminal, grouped by file and line, each with a number.
  package func grouped(_ diagnostics: [Diagnostic], suppressed: Int) -> String {
    var paths: [String] = []
    for one in diagnostics where !paths.contains(one.path) { paths.append(one.path) }
    var blocks = paths.map { path in
      fileBlock(path, diagnostics.filter { $0.path == path })
    }
    if suppressed > 0 { blocks.append("  \(suppressed) more are not shown.\n") }
    return blocks.joined(separator: "\n")
  }

  /// The last line of a run that could not start, such as `fix 3 errors in three.tray`.
  ///
  /// Errors in a library that several specs use count once.
  static func advice(_ specs: [SpecReport]) -> String {
    var paths: Set<String> = []
    var seen: Set<[String]> = []
    for spec in specs {
      for one in spec.diagnostics where one.severity == .error {
        seen.insert([TextPlace(one.file, one.range).text(in: spec.path), one.message])
        paths.insert(one.path)
      }
    }
    let count = seen.count + specs.reduce(0) { $0 + $1.suppressedDiagnostics }
    let place = paths.count == 1 ? paths.first?.printableLine : nil
    return "fix \(Wording.count(count, "error")) in "
      + (place ?? Wording.count(paths.count, "file"))
  }

  // MARK: Blocks

  private func fileBlock(_ path: String, _ diagnostics: [Diagnostic]) -> String {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    var counts: [String] = []
    if errors > 0 { counts.append(Wording.count(errors, "error")) }
    if warnings > 0 { counts.append(Wording.count(warnings, "warning")) }
    let mark = errors > 0 ? style.red("✗") : style.yellow("!")
    let head =
      "\(mark) \(style.bold(shownPath(path).printableLine)) has \(counts.joined(separator: " and "))"
    var groups: [[Diagnostic]] = []
    for one in diagnostics {
      if let last = groups.last?.last, last.line == one.line, fits(groups[groups.count - 1], one) {
        groups[groups.count - 1].append(one)
      } else {
        groups.append([one])
      }
    }
    var number = 0
    let digits = String(diagnostics.count).count
    let blocks = groups.map { group -> String in
      let lines = lines(of: group, after: number, digits)
      number += group.count
      return lines.joined(separator: "\n") + "\n"
    }
    return ([head + "\n"] + blocks).joined(separator: "\n")
  }

  /// Whether a diagnostic fits into the same part of a long line as others.
  private func fits(_ group: [Diagnostic], _ one: Diagnostic) -> Bool {
    guard let first = group.first else { return true }
    let line = SourceLine(first.file, first.range)
    let room = style.width - line.gutter.count
    return line.scalars.count <= room
      || SourceLine(one.file, one.range).marked.upperBound - line.marked.lowerBound
        < room - SourceLine.lead - 2
  }

  private func lines(of group: [Diagnostic], after number: Int, _ digits: Int) -> [String] {
    let line = SourceLine(group[0].file, group[0].range)
    let gutter = style.dim(line.gutter)
    let head = line.scalars.isEmpty ? [] : excerpt(of: group)
    let entries = group.enumerated().flatMap { offset, one in
      entry(
        one, "\(number + offset + 1)".leftPadded(to: digits), width: style.width - line.gutter.count
      )
      .map { gutter + $0 }
    }
    return head + entries
  }

  /// The source line, followed by the marks of all diagnostics, in one row unless they overlap.
  private func excerpt(of group: [Diagnostic]) -> [String] {
    let places = group.map { SourceLine($0.file, $0.range) }
    let line = places[0]
    let room = style.width - line.gutter.count
    let isWhole = line.scalars.count <= room
    let first = isWhole ? 0 : max(0, line.marked.lowerBound - SourceLine.lead)
    let last = isWhole ? line.scalars.count : min(line.scalars.count, first + room - 2)
    let (before, after) = (first > 0 ? "…" : "", last < line.scalars.count ? "…" : "")
    var rows: [[Character]] = []
    for marked in Set(places.map(\.marked)).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let start = max(0, min(marked.lowerBound, last) - first)
      let end = max(start + 1, min(marked.upperBound, last) - first)
      let row = rows.firstIndex { $0.count < start }
      if row == nil { rows.append([]) }
      let index = row ?? rows.count - 1
      rows[index] += (rows[index].count..<start).map {
        line.scalars[first + $0] == "\t" ? "\t" : " "
      }
      rows[index] += Array(repeating: "^", count: end - start)
    }
    let source = before + line.scalars[first..<last].map(SourceLine.visible).joined() + after
    let margin = first > 0 ? " " : ""
    return [style.dim(line.numbered) + source]
      + rows.map { style.dim(line.gutter) + margin + style.red(String($0)) }
  }

  /// The number, the message and the place of a diagnostic, then its reason, notes and fixes.
  private func entry(_ one: Diagnostic, _ number: String, width: Int) -> [String] {
    let indent = String(repeating: " ", count: number.count + 3)
    let isWarning = one.severity == .warning
    let location = one.file.location(of: one.range.start)
    let code = "[\(one.code.name)]"
    var lines = placed(
      (isWarning ? "warning: " : "") + "\(one.message.printable) \(code)",
      "\(location.line):\(location.column)", width: width - indent.count
    ) { line in
      line.hasSuffix(code)
        ? style.bold(String(line.dropLast(code.count))) + style.dim(code) : style.bold(line)
    }
    lines[0] = "  \(number) " + lines[0]
    for index in lines.indices.dropFirst() { lines[index] = indent + lines[index] }
    func add(_ label: String, _ text: String, _ paint: (String) -> String) {
      lines += Self.wrapped(
        "\(label) \(text.printable)", width: width - indent.count, indent: label.count + 1
      ).map { indent + labelled($0, label, paint) }
    }
    if let reason = one.reason { add("why:", reason, style.blue) }
    for note in one.notes { lines += self.note(note, of: one, indent, width: width) }
    for fix in one.fixes { add("help:", fix, style.green) }
    return lines
  }

  private func note(
    _ note: Diagnostic.Note, of one: Diagnostic, _ indent: String, width: Int
  ) -> [String] {
    let location = one.file.location(of: note.range.start)
    let path = one.file.part(at: note.range.start).path
    let place =
      (path == one.path ? "" : shownPath(path).printableLine + ":")
      + "\(location.line):\(location.column)"
    var lines = placed(
      "note: \(note.message.printable)", place, width: width - indent.count, { $0 }
    ).map { indent + labelled($0, "note:", style.blue) }
    let line = SourceLine(one.file, note.range)
    guard path != one.path || location.line != one.line, !line.scalars.isEmpty else { return lines }
    let room = width - indent.count - 2
    let first = line.scalars.count <= room ? 0 : max(0, line.marked.lowerBound - SourceLine.lead)
    let last = min(line.scalars.count, first + room)
    let start = min(line.marked.lowerBound, last)
    let end = max(start + 1, min(line.marked.upperBound, last))
    lines.append(
      indent + "  " + style.dim(line.scalars[first..<last].map(SourceLine.visible).joined()))
    lines.append(
      indent + "  " + String(repeating: " ", count: max(0, start - first))
        + style.red(String(repeating: "^", count: end - start)))
    return lines
  }

  private func labelled(_ line: String, _ label: String, _ paint: (String) -> String) -> String {
    line.hasPrefix(label) ? paint(label) + line.dropFirst(label.count) : line
  }

  /// A text in lines, with its place after the first one.
  private func placed(
    _ text: String, _ place: String, width: Int, _ paint: (String) -> String
  ) -> [String] {
    let room = max(20, width - place.count - 2)
    var lines = Self.wrapped(text, width: room, indent: 0)
    let column = min(Self.columnOfPlaces, room)
    let gap = String(repeating: " ", count: max(0, column - lines[0].count) + 2)
    let first = paint(lines[0]) + gap + style.dim(place)
    lines = lines.map(paint)
    lines[0] = first
    return lines
  }

  /// Wraps a text between words; lines after the first one are indented.
  static func wrapped(_ text: String, width: Int, indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      } else {
        line += line.isEmpty && lines.isEmpty ? String(word) : " \(word)"
      }
    }
    return lines + [line]
  }
}

/// The first source line of a range, and the position of the range in it.
private struct SourceLine {
  /// The number of characters of a long line before the range.
  static let lead = 24

  /// The Unicode scalars of the line; empty if the file is not a spec.
  var scalars: [Unicode.Scalar] = []
  /// The range in scalars, clipped to this line; at least one.
  var marked: Range<Int>
  private var number: Int

  init(_ file: SourceFile, _ range: SourceRange) {
    let location = file.location(of: range.start)
    number = location.line
    guard file.isSpec(file.part(at: range.start)) else {
      marked = 0..<1
      return
    }
    let line = file.rangeOfLine(at: range.start)
    scalars = Array(file.text(line).unicodeScalars)
    let start = min(location.column - 1, scalars.count)
    let end = max(range.start, min(range.end, line.end))
    let covered = file.text(SourceRange(max(range.start, line.start), end))
    marked = start..<start + max(1, covered.unicodeScalars.count)
  }

  var numbered: String { String(number).leftPadded(to: 3) + " │ " }
  var gutter: String { String(repeating: " ", count: numbered.count - 2) + "│ " }

  /// Replaces a character that would garble a terminal, keeping the width so that marks align.
  static func visible(_ scalar: Unicode.Scalar) -> String { String(scalar).printable }
}

extension Diagnostic {
  fileprivate var line: Int { file.location(of: range.start).line }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
