/// The results of an evaluation, by the columns that it read and their values, in the order of reading: equal reads
/// give equal results.
///
/// Answers are numbers, in the order in which they were recorded.
struct ReadSetTrie: ~Copyable {
  private struct Node {
    /// The column that is read next, or `open`, or -2 minus the number of the answer.
    var column: Int32
    /// The start of its children in `children`, by the value that is read.
    var first: Int32 = 0
    /// The number of them: children for other values are in `others`.
    var count: Int32 = 0
  }

  private static let open: Int32 = -1
  /// The root is never a child, so 0 means none.
  private var nodes = GrowingBuffer<Node>()
  private var children = GrowingBuffer<Int32>()
  /// By node and value.
  private var others: [UInt64: Int32] = [:]
  /// A column with more values has only some of them in `children`.
  private static let maximumChildren = 64
  private(set) var answerCount = 0

  private let layout: RowLayout
  /// The last row with its answer, and the bits that were read for it: a row with equal bits has the same answer.
  private var last = GrowingBuffer<UInt64>()
  private var mask = GrowingBuffer<UInt64>()
  private var lastAnswer: Int32 = -1
  /// The number of words of a row that may be read: those of the state before a step only if some answer depends on
  /// them.
  private var reach: Int

  init(_ layout: RowLayout) {
    self.layout = layout
    reach = layout.wordCount
    last.append(0, times: 2 * reach)
    mask.append(0, times: 2 * reach)
    nodes.append(Node(column: Self.open))
  }

  /// The answers for consecutive rows, up to one that is unknown, or due for a trial.
  ///
  /// - Returns: how many there are.
  mutating func answers(
    _ rows: UnsafePointer<UInt64>, _ count: Int, _ pace: inout RecheckSchedule,
    _ answers: UnsafeMutablePointer<Int32>
  ) -> Int {
    let wanted = min(count, max(0, pace.left - 1))
    let wordCount = layout.wordCount
    var found = 0
    while found < wanted {
      let answer = nextAnswer(for: rows + found * wordCount)
      if answer < 0 { break }
      answers[found] = answer
      found += 1
    }
    pace.give(found < count ? found + 1 : found)
    return found
  }

  /// The answer for a row, if it is known.
  func found(for row: UnsafePointer<UInt64>) -> Int? {
    let answer = answer(for: row)
    return answer < 0 ? nil : Int(answer)
  }

  /// The same, if many rows equal the previous one; -1 if it is unknown.
  @inline(__always)
  private mutating func nextAnswer(for row: UnsafePointer<UInt64>) -> Int32 {
    if lastAnswer >= 0 {
      var difference: UInt64 = 0
      for word in 0..<reach {
        difference |= (row[word] ^ last.base[word]) & mask.base[word]
      }
      if difference == 0 { return lastAnswer }
    }
    for word in 0..<reach {
      last.base[word] = row[word]
      mask.base[word] = 0
    }
    let columns = layout.table.base
    var node = nodes.base[0]
    lastAnswer = -1
    while node.column >= 0 {
      let column = columns[Int(node.column)]
      mask.base[column.word] |= column.bits
      let child = child(of: node, column.value(in: row))
      if child == 0 { return -1 }
      node = nodes.base[Int(child)]
    }
    if node.column != Self.open { lastAnswer = -2 - node.column }
    return lastAnswer
  }

  /// -1 if it is not known.
  private func answer(for row: UnsafePointer<UInt64>) -> Int32 {
    let columns = layout.table.base
    var node = nodes.base[0]
    while node.column >= 0 {
      let child = child(of: node, columns[Int(node.column)].value(in: row))
      if child == 0 { return -1 }
      node = nodes.base[Int(child)]
    }
    return node.column == Self.open ? -1 : -2 - node.column
  }

  /// Stores the answer of an evaluation that has read those columns.
  ///
  /// - Returns: its number; nil if its reads differ from those of an earlier one with the same values.
  mutating func note(_ row: UnsafePointer<UInt64>, reading columns: [Int]) -> Int? {
    var node = 0
    for column in columns {
      if column >= layout.width, reach == layout.wordCount {
        reach = 2 * layout.wordCount
        lastAnswer = -1
      }
      if nodes[node].column == Self.open {
        let count = min(layout.capacity(of: column), Self.maximumChildren)
        nodes[node] = Node(
          column: Int32(column), first: Int32(children.count), count: Int32(count))
        children.append(0, times: count)
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

  /// The position of a path through the tree.
  enum Place {
    /// The continuation is unknown.
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

  /// The child of a node that reads a column, for a value in it.
  mutating func node(behind node: Int, _ value: UInt32) -> Int { added(node, value) }

  /// The columns that were read for the answer of a row.
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

  /// The child of a node for a value; 0 if there is none.
  @inline(__always)
  private func child(of node: Node, _ value: UInt32) -> Int32 {
    value < node.count ? children.base[Int(node.first) + Int(value)] : other(node, value)
  }

  private func other(_ node: Node, _ value: UInt32) -> Int32 { others[Self.key(node, value)] ?? 0 }

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
