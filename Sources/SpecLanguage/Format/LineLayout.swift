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
  /// The items after a semicolon, if they don't begin a line.
  private let separated: Set<Int>
  /// The tokens before which the author left an empty line.
  private var paragraphs: Set<Int> = []
  /// The indentation of the line of each token.
  var indents: [Int]

  /// Lays out a text; nil if the deadline of the thread ended that.
  init?(_ tree: LayoutTree) {
    self.tree = tree
    nesting = LayoutNesting(tree)
    spacing = LayoutSpacing(tree: tree)
    indents = Array(repeating: 0, count: tree.counterparts.count)
    separated = Set(
      tree.lists.flatMap { place, list in
        list.starts.filter { $0 != place + 1 && !tree.cases.contains($0) }
      })
    collect()
    removeBreaks()
    openLists()
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
    for (place, token) in tree.tokens.enumerated() {
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

  // MARK: Lists

  /// Removes the author's line breaks, except next to comments and before items.
  ///
  /// A break after a comment stays if the comment ends or begins a line. Without these breaks, a text would depend on
  /// the breaks of the formatter.
  private mutating func removeBreaks() {
    for index in atoms.indices.dropFirst().dropLast() where !atoms[index].isComment {
      let last = atoms[index - 1]
      if last.isComment && last.endsLine {
        atoms[index].lineEnds = max(1, atoms[index].lineEnds)
      } else if !last.isComment || last.lineEnds == 0 && !last.isFirst {
        if atoms[index].lineEnds > 1 { paragraphs.insert(atoms[index].place) }
        atoms[index].lineEnds = 0
      }
    }
  }

  /// Opens the lists that cannot be on one line: those that the tree opens, and those with line breaks.
  private mutating func openLists() {
    open(-1)
    let lists = tree.lists.sorted { $0.key < $1.key }
    for (place, list) in lists where list.isOpen && place >= 0 { open(place) }
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
      let chain = tree.chains[place] ?? [place]
      let (first, last) = (chain[0], tree.counterparts[chain[chain.count - 1]])
      guard last > first, counts[atomOf[last]] > counts[atomOf[first]] else { continue }
      open(place)
    }
    for (place, list) in lists where place >= 0 && tree.kind(place) == .colon {
      guard counts[atomOf[list.end]] > counts[atomOf[place]] else { continue }
      open(place)
    }
  }

  /// Opens a list, and with a block of an `if` its other blocks.
  mutating func open(_ place: Int) {
    for list in tree.chains[place] ?? [place] { openOne(list) }
  }

  /// Begins a line at each item of a list, and at its closing brace. A comment after the opening brace stays there.
  private mutating func openOne(_ place: Int) {
    for start in tree.lists[place]?.starts ?? [] { startLine(start, isFirst: start == place + 1) }
    guard place >= 0, tree.kind(place) == .leftBrace else { return }
    let (open, close) = (atomOf[place], atomOf[tree.counterparts[place]])
    if close == open + 1 { return }
    var first = open + 1
    while first < close, atoms[first].isComment, atoms[first].lineEnds == 0 { first += 1 }
    atoms[first].lineEnds = first == open + 1 ? 1 : max(1, atoms[first].lineEnds)
    atoms[close].lineEnds = 1
  }

  /// Begins a line at a token. If only comments precede it on its line, they stay there.
  private mutating func startLine(_ place: Int, isFirst: Bool) {
    var first = atomOf[place]
    while first > 0, atoms[first].lineEnds == 0, atoms[first - 1].isComment { first -= 1 }
    guard first > 0, atoms[first].lineEnds == 0 else { return }
    atoms[atomOf[place]].lineEnds = paragraphs.contains(place) && !isFirst ? 2 : 1
  }

  /// Returns the separator after an atom: of a token before a member or an item.
  func separator(after index: Int) -> String {
    guard index + 1 < atoms.count, !atoms[index].isComment else { return "" }
    let place = atoms[index + 1].place
    if tree.members.contains(place) { return "," }
    guard separated.contains(place) else { return "" }
    // A line that begins with one of these would continue the previous one.
    if [.minus, .dot].contains(tree.kind(place)) { return ";" }
    let gap = atoms[(index + 1)...atomOf[place]]
    return gap.allSatisfy { $0.lineEnds == 0 && !$0.endsLine } ? ";" : ""
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
        width += atom.blanks + scalarCount(text) + separator(after: index).count
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
