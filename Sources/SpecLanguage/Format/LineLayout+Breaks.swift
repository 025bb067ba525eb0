import Basics
import Semantics

extension LineLayout {
  /// The line under construction.
  private struct Line {
    /// The index of its first atom.
    var first: Int
    /// The column after its last atom.
    var width = 0
    /// Whether it is too long and has had no possible break so far.
    var isTooLong = false
  }

  /// Indents lines, spaces their atoms, and breaks lines that are too long; returns false if the deadline of the thread
  /// ended that.
  mutating func breakLines() -> Bool {
    var line = Line(first: 0)
    var index = 0
    var ticks = DeadlineTicks()
    while index < atoms.count {
      if ticks.isOver() { return false }
      if index > line.first, startsBraces(index) {
        open(atoms[index].place)
        atoms[index].lineEnds = 1
      } else if index > line.first, followsLongOperand(index, line.first) {
        atoms[index].lineEnds = 1
      }
      if index == 0 || atoms[index].lineEnds > 0 { line = Line(first: index) }
      put(index, &line)
      if let next = breakPoint(index, &line) {
        line.first = next
        index = next
      } else {
        index += 1
      }
    }
    return true
  }

  /// Adds an atom to its line.
  private mutating func put(_ index: Int, _ line: inout Line) {
    let atom = atoms[index]
    atoms[index].blanks = index == line.first ? indentation(index) : blanks(before: index)
    if !atom.isComment {
      let isFirst = index == line.first
      indents[atom.place] =
        isFirst ? atoms[index].blanks : indents(before: index, line.first)
    }
    let column = line.width + atoms[index].blanks
    atoms[index].column = column
    let text = bytes[atom.range.start..<atom.range.end]
    if atom.isComment, let end = text.lastIndex(of: UInt8(ascii: "\n")) {
      line.width = scalarCount(text[(end + 1)...])
    } else if !atom.isAside {
      line.width = column + scalarCount(text) + separator(after: index).count
    }
  }

  /// Returns the indentation of the line of an atom that is not its first.
  private func indents(before index: Int, _ first: Int) -> Int { atoms[first].blanks }

  /// Returns the indentation of the first atom of a line.
  private func indentation(_ index: Int) -> Int {
    let place = atoms[index].place
    if tree.kind(place) == .endOfFile { return 0 }
    let anchor = nesting.anchors[place]
    guard anchor >= 0 else { return 0 }
    if atoms[index].isComment, tree.counterparts[place] >= 0, tree.counterparts[place] < place {
      return indents[anchor] + LayoutNesting.step
    }
    if let start = tree.alternatives[place] {
      let isAligned =
        atoms[atomOf[start]].lineEnds > 0 || atoms[atomOf[place - 1]].lineEnds > 0
      return indents[start] + (isAligned ? 0 : LayoutNesting.step)
    }
    return indents[anchor] + nesting.indentations[place]
  }

  /// Returns the number of blanks between two atoms of one line.
  private func blanks(before index: Int) -> Int {
    let (left, right) = (atoms[index - 1], atoms[index])
    if right.isComment {
      if right.endsLine { return Self.commentDistance }
      let isOpening = [.leftParen, .leftBracket].contains(tree.kind(left.place))
      return !left.isComment && isOpening ? 0 : 1
    }
    if left.isComment {
      let kind = tree.kind(right.place)
      return [.comma, .rightParen, .rightBracket].contains(kind) ? 0 : 1
    }
    return spacing.blanks(before: right.place)
  }

  // MARK: Braces

  /// Returns whether a brace begins a line: a clause of its head begins one too, and the braces are not empty.
  private func startsBraces(_ index: Int) -> Bool {
    let atom = atoms[index]
    return !atom.isComment && atom.lineEnds == 0 && tree.kind(atom.place) == .leftBrace
      && atomOf[tree.counterparts[atom.place]] > index + 1
      && !atoms[index - 1].isComment && hasBrokenHead(atom.place)
  }

  /// Returns whether an operator begins a line, since a part of its left operand does.
  private func followsLongOperand(_ index: Int, _ first: Int) -> Bool {
    let atom = atoms[index]
    return !atom.isComment && atom.lineEnds == 0 && tree.marks[atom.place] == .infix
      && !atoms[index - 1].isComment
      && nesting.depths[atoms[first].place] > nesting.depths[atom.place]
  }

  /// Returns whether some clause before a brace begins a line.
  private func hasBrokenHead(_ brace: Int) -> Bool {
    var place = brace - 1
    let owner = nesting.anchors[brace]
    while place > owner, ![.leftBrace, .rightBrace].contains(tree.kind(place)) {
      if tree.clauses.contains(place), atoms[atomOf[place]].lineEnds > 0 { return true }
      place -= 1
    }
    return false
  }

  // MARK: Long lines

  /// Breaks a line if an atom makes it too long. It chooses the outermost part, and among these the last that leaves
  /// the text before it short enough. If there is none, it breaks at the next possible place.
  ///
  /// - Returns: the atom that begins the next line.
  private mutating func breakPoint(_ index: Int, _ line: inout Line) -> Int? {
    guard line.width > Self.width, !atoms[index].isAside else { return nil }
    var best: (rank: Int, index: Int)?
    let first = line.isTooLong ? index : line.first + 1
    for candidate in stride(from: index, through: first, by: -1) {
      guard let rank = rank(of: candidate, line), rank < best?.rank ?? .max else { continue }
      best = (rank, candidate)
    }
    guard let point = best?.index else {
      line.isTooLong = true
      return nil
    }
    atoms[point].lineEnds = 1
    let place = atoms[point].place
    guard tree.kind(place - 1) == .leftBrace || tree.lists[place - 1] != nil else { return point }
    open(place - 1)
    // The blocks of an `if` are opened together.
    let block = tree.chains[place - 1]?.first { atomOf[$0] >= line.first } ?? place - 1
    return atoms[(atomOf[block] + 1)...].firstIndex { $0.lineEnds > 0 }
  }

  /// Returns the rank of a line break before an atom, the lowest being best; nil if a break is impossible or useless.
  private func rank(of index: Int, _ line: Line) -> Int? {
    let atom = atoms[index]
    guard index > line.first, !atom.isComment, tree.breaks[atom.place] != .none else { return nil }
    // The text between braces is broken only after the braces are opened, whatever their depth.
    let opens = tree.kind(atom.place - 1) == .leftBrace
    guard opens || indentation(index) < atom.column else { return nil }
    let depth = nesting.depths[atom.place]
    // A conditional is broken before its `?` first.
    if let question = tree.conditionals[atom.place], atomOf[question] > line.first { return nil }
    switch tree.breaks[atom.place] {
    case .part: return opens ? depth - 1 : depth
    case .value: return 1 << 40 + depth
    case .bracket: return 2 << 40 + depth
    case .word: return 3 << 40 + depth
    case .none: return nil
    }
  }
}
