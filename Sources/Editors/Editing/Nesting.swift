import Semantics
import SpecLanguage

extension Understanding {
  /// The ranges that can be folded: braces over several lines, and comments of several lines.
  package var folds: [(range: SourceRange, isComment: Bool)] {
    var folds: [(range: SourceRange, isComment: Bool)] = []
    var open: [Int] = []
    for token in syntax.tokens.tokens where token.range.end <= own.end {
      if token.kind == .leftBrace { open.append(token.range.start) }
      if token.kind == .rightBrace, let start = open.popLast() {
        let range = SourceRange(start, token.range.start)
        if file.hasLineEnd(in: range) { folds.append((range, false)) }
      }
    }
    var blocks: [SourceRange] = []
    for comment in syntax.tokens.comments where comment.range.end <= own.end {
      if let last = blocks.last, file.isOneLineEnd(between: last.end, comment.range.start) {
        blocks[blocks.count - 1] = last.union(comment.range)
      } else {
        blocks.append(comment.range)
      }
    }
    folds += blocks.filter(file.hasLineEnd).map { ($0, true) }
    return folds.sorted { $0.range.precedes($1.range) }
  }

  /// The selections around a place, from the word outwards: each contains the previous one.
  package func selections(at offset: Int) -> [SourceRange] {
    var ranges: [SourceRange] = []
    func add(_ range: SourceRange) {
      guard range.start <= offset, offset <= range.end else { return }
      if let last = ranges.last {
        guard range != last, range.start <= last.start, last.end <= range.end else { return }
      }
      ranges.append(range)
    }
    let tokens = syntax.tokens.tokens
    let place = tokens.partition(behind: offset)
    for index in [place, place + 1] where tokens.indices.contains(index) && ranges.isEmpty {
      if tokens[index].range.contains(offset), tokens[index].kind == .identifier {
        add(tokens[index].range)
      }
    }
    add(file.rangeOfWords(at: offset))
    var open: [Int] = []
    var pairs: [SourceRange] = []
    for token in tokens {
      switch token.kind {
      case .leftBrace, .leftParen, .leftBracket: open.append(token.range.start)
      case .rightBrace, .rightParen, .rightBracket:
        if let start = open.popLast(), start <= offset, offset <= token.range.end {
          pairs.append(SourceRange(start, token.range.end))
        }
      default: break
      }
    }
    for pair in pairs.sorted(by: { $0.end - $0.start < $1.end - $1.start }) {
      add(SourceRange(pair.start + 1, pair.end - 1))
      add(pair)
    }
    for declaration in syntax.declarations { add(declaration.range) }
    add(own)
    return ranges
  }
}

extension SourceFile {
  fileprivate func hasLineEnd(in range: SourceRange) -> Bool {
    bytes[range.start..<range.end].contains(UInt8(ascii: "\n"))
  }

  fileprivate func isOneLineEnd(between start: Int, _ end: Int) -> Bool {
    let between = bytes[start..<end]
    return between.allSatisfy { " \t\r\n".utf8.contains($0) }
      && between.count { $0 == UInt8(ascii: "\n") } == 1
  }

  /// The line of a place without surrounding whitespace.
  fileprivate func rangeOfWords(at offset: Int) -> SourceRange {
    var range = rangeOfLine(at: offset)
    while range.start < min(offset, range.end), bytes[range.start] == UInt8(ascii: " ") {
      range.start += 1
    }
    return range
  }
}
