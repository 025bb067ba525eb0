/// What came of an evaluation, by the columns that it read and their values, in the order in which it read them: what
/// has read the same comes to the same.
///
/// Answers are numbers, in the order in which they were noted.
struct ReadingTree {
  private struct Node {
    /// The column that is read next, or `open`, or -2 less the number of the answer.
    var column: Int32
    /// Where the nodes begin in `children` that it goes on with, by the value that is read.
    var first: Int32 = 0
    /// How many of them are there: those of other values are in `others`.
    var count: Int32 = 0
  }

  private static let open: Int32 = -1
  /// The root is never a child, so that 0 is none.
  private var nodes = [Node(column: open)]
  private var children: [Int32] = []
  /// By node and value.
  private var others: [UInt64: Int32] = [:]
  /// A column with more values than these has not all of them in `children`.
  private static let maximumChildren = 64
  private(set) var answerCount = 0

  private var layout: RowLayout

  init(_ layout: RowLayout) { self.layout = layout }

  /// For rows that are packed in another way.
  mutating func change(to other: RowLayout) { layout = other }

  /// The answers for rows that come one after the other, up to one that is not known, or is to be tried.
  ///
  /// - Returns: how many there are.
  func answers(
    _ rows: UnsafePointer<UInt64>, _ count: Int, _ pace: inout TrialPace,
    _ answers: UnsafeMutablePointer<Int32>
  ) -> Int {
    let wanted = min(count, max(0, pace.left - 1))
    let found = finder { finder in
      for place in 0..<wanted {
        let answer = finder.found(rows + place * layout.wordCount)
        if answer < 0 { return place }
        answers[place] = answer
      }
      return wanted
    }
    pace.give(found < count ? found + 1 : found)
    return found
  }

  /// The answer for a row, if it is known.
  func found(for row: UnsafePointer<UInt64>) -> Int? {
    var node = nodes[0]
    while node.column >= 0 {
      let child = child(of: node, layout.columns[Int(node.column)].value(in: row))
      if child == 0 { return nil }
      node = nodes[Int(child)]
    }
    return node.column == Self.open ? nil : -2 - Int(node.column)
  }

  /// Goes down the tree in a loop.
  private struct Finder {
    let nodes: UnsafeBufferPointer<Node>
    let children: UnsafeBufferPointer<Int32>
    let columns: UnsafeBufferPointer<RowLayout.Column>
    let others: [UInt64: Int32]

    /// -1 if it is not known.
    @inline(__always)
    func found(_ row: UnsafePointer<UInt64>) -> Int32 {
      var node = nodes[0]
      while node.column >= 0 {
        let value = columns[Int(node.column)].value(in: row)
        let child =
          value < node.count
          ? children[Int(node.first) + Int(value)] : others[ReadingTree.key(node, value)] ?? 0
        if child == 0 { return -1 }
        node = nodes[Int(child)]
      }
      return node.column == ReadingTree.open ? -1 : -2 - node.column
    }
  }

  @inline(__always)
  private func finder<R>(_ body: (Finder) -> R) -> R {
    nodes.withUnsafeBufferPointer { nodes in
      children.withUnsafeBufferPointer { children in
        layout.columns.withUnsafeBufferPointer { columns in
          body(Finder(nodes: nodes, children: children, columns: columns, others: others))
        }
      }
    }
  }

  /// Notes the answer of an evaluation that has read those columns.
  ///
  /// - Returns: its number; nil if it has not read what an earlier one of the same values did.
  mutating func note(_ row: UnsafePointer<UInt64>, reading columns: [Int]) -> Int? {
    var node = 0
    for column in columns {
      if nodes[node].column == Self.open {
        let count = min(layout.capacity(of: column), Self.maximumChildren)
        nodes[node] = Node(
          column: Int32(column), first: Int32(children.count), count: Int32(count))
        children += repeatElement(0, count: count)
      }
      guard nodes[node].column == column else { return nil }
      node = added(node, layout.columns[column].value(in: row))
    }
    guard nodes[node].column == Self.open else { return nil }
    nodes[node].column = Int32(-2 - answerCount)
    answerCount += 1
    return answerCount - 1
  }

  // MARK: Going through it

  /// Where a way through the tree has come to.
  enum Place {
    /// Nothing is known of what comes next.
    case open
    case column(Int)
    case answer(Int)
  }

  subscript(node: Int) -> Place {
    switch nodes[node].column {
    case Self.open: .open
    case let column where column >= 0: .column(Int(column))
    case let answer: .answer(-2 - Int(answer))
    }
  }

  /// The node behind one that reads a column, with a value in it.
  mutating func node(behind node: Int, _ value: UInt32) -> Int { added(node, value) }

  /// The columns that were read to come to what is known of a row.
  func reading(of row: UnsafePointer<UInt64>) -> [Int] {
    var columns: [Int] = []
    var node = nodes[0]
    while node.column >= 0 {
      columns.append(Int(node.column))
      let child = child(of: node, layout.columns[Int(node.column)].value(in: row))
      if child == 0 { break }
      node = nodes[Int(child)]
    }
    return columns
  }

  /// The node behind one with a value; 0 if there is none.
  private func child(of node: Node, _ value: UInt32) -> Int32 {
    value < node.count
      ? children[Int(node.first) + Int(value)] : others[Self.key(node, value)] ?? 0
  }

  private static func key(_ node: Node, _ value: UInt32) -> UInt64 {
    UInt64(node.first) << 32 | UInt64(value)
  }

  private mutating func added(_ node: Int, _ value: UInt32) -> Int {
    let known = child(of: nodes[node], value)
    if known != 0 { return Int(known) }
    let child = Int32(nodes.count)
    nodes.append(Node(column: Self.open))
    if value < nodes[node].count {
      children[Int(nodes[node].first) + Int(value)] = child
    } else {
      others[Self.key(nodes[node], value)] = child
    }
    return Int(child)
  }
}
