import Semantics

/// What each token stands in: how deep, and on whose line it hangs where it begins one.
struct LayoutNesting {
  /// How much a line is indented against the one on which it hangs.
  static let step = 4

  /// The token on whose line another one hangs; -1 for those that stand in nothing.
  private(set) var anchors: [Int]
  /// How much it is indented against that line.
  private(set) var indentations: [Int]
  /// In how many spans and brackets it stands.
  private(set) var depths: [Int]

  private struct Frame {
    var start: Int
    var end: Int
    /// On what lines inside hang.
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
      // What stands between braces hangs on what the braces belong to.
      let owner = stack.last { !$0.isBracket }
      let isInside = owner.map { tree.counterparts[place] < $0.end } ?? false
      stack.append(
        Frame(
          start: place, end: tree.counterparts[place] + 1,
          anchor: kind == .leftBrace && isInside ? owner?.start ?? place : place, isBracket: true))
    }
  }
}
