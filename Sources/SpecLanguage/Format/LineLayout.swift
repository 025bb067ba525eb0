import Semantics

/// The tokens and comments of a text in lines. Only the space between them is changed.
struct LineLayout {
  /// The greatest length of a line in columns, counted in Unicode scalars as in the places of diagnostics.
  static let width = 100
  /// The least number of blanks before a comment at the end of a line.
  static let commentDistance = 4

  /// A token or a comment.
  struct Atom {
    var range: SourceRange
    /// The index of the token, or of the token after the comment.
    var place: Int
    var isComment = false
    /// Whether it is a comment with `//`, which ends its line.
    var endsLine = false
    /// Whether the text begins with it.
    var isFirst = false
    /// The number of line ends before it; 2 with an empty line.
    var lineEnds: Int
    var blanks = 0
    /// The column of its start.
    var column = 0

    /// Whether it is a comment after other text on its line.
    var isAside: Bool { endsLine && lineEnds == 0 && !isFirst }
  }

  let tree: LayoutTree
  let nesting: LayoutNesting
  let spacing: LayoutSpacing
  var atoms: [Atom] = []
  /// The index of the atom of each token.
  var atomOf: [Int] = []
  /// The opening braces whose contents have lines of their own.
  var opened: Set<Int> = []
  /// The indentation of the line of each token.
  var indents: [Int]

  /// Lays out a text; nil if the deadline of the thread ended that.
  init?(_ tree: LayoutTree) {
    self.tree = tree
    nesting = LayoutNesting(tree)
    spacing = LayoutSpacing(tree: tree)
    indents = Array(repeating: 0, count: tree.counterparts.count)
    collect()
    moveBreaks()
    startLines()
    openBraces()
    guard breakLines() else { return nil }
    alignComments()
  }

  var bytes: [UInt8] { tree.list.file.bytes }

  // MARK: Atoms

  private mutating func collect() {
    let list = tree.list
    var (next, end) = (0, list.gap(before: 0).start)
    func lineEnds(before start: Int) -> Int {
      atoms.isEmpty ? 0 : min(2, bytes[end..<start].count { $0 == UInt8(ascii: "\n") })
    }
    for (place, token) in list.tokens.enumerated() {
      while next < list.comments.count, list.comments[next].range.start < token.range.start {
        let range = list.comments[next].range
        let isLine = bytes[range.start + 1] == UInt8(ascii: "/")
        atoms.append(
          Atom(
            range: isLine ? trimmed(range) : range, place: place, isComment: true,
            endsLine: isLine, lineEnds: lineEnds(before: range.start)))
        (next, end) = (next + 1, range.end)
      }
      atomOf.append(atoms.count)
      atoms.append(
        Atom(range: token.range, place: place, lineEnds: lineEnds(before: token.range.start)))
      end = token.range.end
    }
    atoms[0].isFirst = true
    if atoms.count > 1 { atoms[atoms.count - 1].lineEnds = 1 }
  }

  /// Returns the range without blanks at its end.
  private func trimmed(_ range: SourceRange) -> SourceRange {
    let text = bytes[range.start..<range.end]
    let end = text.lastIndex { $0 > UInt8(ascii: " ") }
    return SourceRange(range.start, end.map { $0 + 1 } ?? range.end)
  }

  // MARK: Line breaks of the author

  /// Moves the author's line breaks: before an operator, and after a comma or semicolon.
  private mutating func moveBreaks() {
    for index in atoms.indices.dropFirst().dropLast() where !atoms[index].isComment {
      let place = atoms[index].place
      if tree.marks[place] == .infix {
        guard atoms[index + 1].lineEnds > 0, !atoms[index + 1].isComment else { continue }
        atoms[index].lineEnds = max(1, atoms[index].lineEnds)
        atoms[index + 1].lineEnds = 0
      } else if [.comma, .semicolon].contains(tree.kind(place)), atoms[index].lineEnds > 0,
        !atoms[index - 1].isComment, tree.kind(place - 1) != .leftBrace
      {
        atoms[index].lineEnds = 0
        if !atoms[index + 1].isComment {
          atoms[index + 1].lineEnds = max(1, atoms[index + 1].lineEnds)
        }
      }
    }
  }

  /// Begins a line at each token that needs one. If only comments precede it on its line, they stay there.
  private mutating func startLines() {
    for place in tree.lineStarts {
      var first = atomOf[place]
      while atoms[first].lineEnds == 0, atoms[first - 1].isComment { first -= 1 }
      if atoms[first].lineEnds == 0 { atoms[atomOf[place]].lineEnds = 1 }
    }
  }

  /// Gives the contents of braces over several lines their own lines, without empty lines next to the braces.
  private mutating func openBraces() {
    var broken = 0
    let counts = atoms.map { atom in
      let hasLines =
        atom.isComment
        && (atom.endsLine
          || bytes[atom.range.start..<atom.range.end].contains(UInt8(ascii: "\n")))
      defer { broken += hasLines ? 1 : 0 }
      broken += atom.lineEnds > 0 ? 1 : 0
      return broken
    }
    for place in tree.counterparts.indices where tree.kind(place) == .leftBrace {
      guard tree.counterparts[place] > place else { continue }
      let (open, close) = (atomOf[place], atomOf[tree.counterparts[place]])
      guard counts[close] > counts[open] else { continue }
      if close == open + 1 {
        atoms[close].lineEnds = 0
        continue
      }
      self.open(place)
    }
  }

  /// Gives the contents of braces their own lines. A comment after the opening brace stays there.
  mutating func open(_ place: Int) {
    let (open, close) = (atomOf[place], atomOf[tree.counterparts[place]])
    opened.insert(place)
    var first = open + 1
    while first < close, atoms[first].isComment, atoms[first].lineEnds == 0 { first += 1 }
    atoms[first].lineEnds = first == open + 1 ? 1 : max(1, atoms[first].lineEnds)
    atoms[close].lineEnds = 1
  }

  // MARK: Comments at the ends of lines

  /// Aligns the comments of neighbouring lines in one column, if all of them fit.
  private mutating func alignComments() {
    var (line, width) = (0, 0)
    var group: [(line: Int, width: Int, atom: Int)] = []
    for index in atoms.indices {
      let atom = atoms[index]
      if atom.isAside {
        if let last = group.last, last.line != line - 1 { align(&group) }
        group.append((line, width, index))
        continue
      }
      if atom.lineEnds > 0 { (line, width) = (line + atom.lineEnds, 0) }
      let text = bytes[atom.range.start..<atom.range.end]
      if atom.isComment, !atom.endsLine, let end = text.lastIndex(of: UInt8(ascii: "\n")) {
        line += text.count { $0 == UInt8(ascii: "\n") }
        width = scalarCount(text[(end + 1)...])
      } else {
        width += atom.blanks + scalarCount(text)
      }
    }
    align(&group)
  }

  private mutating func align(_ group: inout [(line: Int, width: Int, atom: Int)]) {
    let column = (group.map(\.width).max() ?? 0) + Self.commentDistance
    let fits = group.allSatisfy { column + width(of: $0.atom) <= Self.width }
    for entry in group {
      atoms[entry.atom].blanks = fits ? column - entry.width : Self.commentDistance
    }
    group = []
  }

  func width(of index: Int) -> Int {
    scalarCount(bytes[atoms[index].range.start..<atoms[index].range.end])
  }

  func scalarCount(_ text: ArraySlice<UInt8>) -> Int { text.count { $0 & 0xC0 != 0x80 } }
}
