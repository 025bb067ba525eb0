/// A table in Markdown, with its columns aligned so that it can be read as it is.
struct MarkdownTable {
  /// The first column is left-aligned, the others are right-aligned.
  var header: [String]
  var rows: [[String]] = []

  var text: String {
    let widths = header.indices.map { column in
      max(3, ([header] + rows).map { $0[column].count }.max() ?? 0)
    }
    let rule = widths.enumerated().map { column, width in
      column == 0
        ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return ([header, rule] + rows).map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      return "| \(cells.joined(separator: " | ")) |\n"
    }.joined()
  }
}
