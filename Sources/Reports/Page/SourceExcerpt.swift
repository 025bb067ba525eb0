import Semantics
import Traces

/// The lines of a spec around the places of a failure, which are marked.
struct SourceExcerpt {
  /// A relevant line.
  private struct Hit {
    var line: Int
    /// The marked part of the line.
    var text: String?
    var note: HTML
  }

  /// The number of lines that are shown before a relevant one.
  private static let before = 1

  private let file: SourceFile
  private var hits: [(path: String?, hit: Hit)] = []

  init(_ file: SourceFile) { self.file = file }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - statement: the marked part of the line.
  ///   - note: a sentence below the line.
  mutating func add(_ place: Trace.Place, statement: String? = nil, note: HTML) {
    if let index = hits.firstIndex(where: { $0.path == place.path && $0.hit.line == place.line }) {
      if statement != nil { hits[index].hit.text = hits[index].hit.text ?? statement }
      if hits[index].hit.note != note { hits[index].hit.note += " \(note)" }
    } else {
      hits.append((place.path, Hit(line: place.line, text: statement, note: note)))
    }
  }

  var html: HTML {
    var rows: [HTML] = []
    for (index, (path, hit)) in hits.enumerated() {
      guard let lines = lines(of: path), lines.indices.contains(hit.line - 1) else { continue }
      let last = index > 0 && hits[index - 1].path == path ? hits[index - 1].hit.line : 0
      let first = max(1, hit.line - Self.before)
      if index > 0, last == 0 || last >= first + 1 || last < first - 1 {
        rows.append("<li class=gap>⋯")
      }
      if let path, last == 0 { rows.append("<li class=gap>\(path)") }
      for number in first..<hit.line
      where number != last && !lines[number - 1].allSatisfy(\.isWhitespace) {
        rows.append("<li><u>\(number)</u><code>\(lines[number - 1])</code>")
      }
      rows.append(
        """
        <li class=hit><u>\(hit.line)</u><code>\(Self.marked(lines[hit.line - 1], hit.text))</code>\
        <p class=nt>\(hit.note)</p>
        """)
    }
    return rows.isEmpty ? "" : "<ol class=src>\(rows.joined("\n"))</ol>"
  }

  private func lines(of path: String?) -> [String]? {
    let part = path.map { path in file.parts.first { $0.path == path } } ?? file.parts.first
    return part.map {
      file.text($0.range).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static func marked(_ line: String, _ text: String?) -> HTML {
    guard let text, !text.isEmpty, let range = line.firstRange(of: text) else { return "\(line)" }
    let (head, tail) = (String(line[..<range.lowerBound]), String(line[range.upperBound...]))
    return "\(head)<mark>\(text)</mark>\(tail)"
  }
}
