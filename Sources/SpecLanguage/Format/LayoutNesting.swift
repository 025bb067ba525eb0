import Semantics

/// The nesting of tokens: their depth, and the line from which each first token of a line is indented.
struct LayoutNesting {
  /// The indentation of a nested line, in columns.
  static let step = 4

  /// The token that determines the line to indent from; -1 for tokens outside of any span or bracket.
  private(set) var anchors: [Int]
  /// The indentation relative to that line, in columns.
  private(set) var indentations: [Int]
  /// The number of spans and brackets around each token.
  private(set) var depths: [Int]

  private struct Frame {
    var start: Int
    var end: Int
    /// The anchor of the lines inside.
    var anchor: Int
    var isBracket: Bool
  }

  init(_ tree: LayoutTree) {
    let count = tree.counterparts.count
    anchors = Array(repeating: -1, count: count)
    indentations = Array(repeating: 0, count: count)
    depths = Array(repeating: 0, count: count)
    let spans = tree.spans.sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }
    var (stack, next): ([Frame], Int) = ([], 0)
    for place in 0..<count {
      while let last = stack.last, last.end <= place { stack.removeLast() }
      let kind = tree.kind(place)
      depths[place] = stack.count
      if let frame = stack.last {
        anchors[place] = frame.anchor
        let isEdge =
          frame.isBracket
          ? tree.counterparts[place] == frame.start || tree.cases.contains(place)
          : kind == .leftBrace
        indentations[place] = isEdge ? 0 : Self.step
      }
      while next < spans.count, spans[next].start <= place {
        if spans[next].start == place {
          stack.append(
            Frame(start: place, end: spans[next].end, anchor: place, isBracket: false))
        }
        next += 1
      }
      guard tree.counterparts[place] > place else { continue }
      // Lines between braces are indented from the construct that owns the braces.
      let owner = stack.last { !$0.isBracket }
      let isInside = owner.map { tree.counterparts[place] < $0.end } ?? false
      stack.append(
        Frame(
          start: place, end: tree.counterparts[place] + 1,
          anchor: kind == .leftBrace && isInside ? owner?.start ?? place : place, isBracket: true))
    }
  }
}
