/// What came of an evaluation, by the variables that it read and their values, in the order in which it read them: what
/// has read the same comes to the same.
struct ReadingTree<Answer> {
  private enum Node {
    /// Not evaluated yet.
    case open
    /// It reads that variable next.
    case reads(Int, [UInt32: Int])
    case answer(Int)
  }

  private var nodes: [Node] = [.open]
  private(set) var answers: [Answer] = []

  /// The answer for a row, if that is known.
  func answer(for row: ArraySlice<UInt32>) -> Answer? {
    var node = 0
    while true {
      switch nodes[node] {
      case .open: return nil
      case .answer(let place): return answers[place]
      case .reads(let variable, let children):
        guard let next = children[row[row.startIndex + variable]] else { return nil }
        node = next
      }
    }
  }

  /// Notes the answer of an evaluation that has read those variables.
  ///
  /// - Returns: false if it has not read what an earlier one of the same values did.
  mutating func note(_ answer: Answer, for row: ArraySlice<UInt32>, reading variables: [Int])
    -> Bool
  {
    var node = 0
    for variable in variables {
      let value = row[row.startIndex + variable]
      switch nodes[node] {
      case .open:
        nodes.append(.open)
        nodes[node] = .reads(variable, [value: nodes.count - 1])
        node = nodes.count - 1
      case .reads(variable, var children):
        if let next = children[value] {
          node = next
        } else {
          nodes.append(.open)
          nodes[node] = .open
          children[value] = nodes.count - 1
          nodes[node] = .reads(variable, children)
          node = nodes.count - 1
        }
      case .reads, .answer: return false
      }
    }
    guard case .open = nodes[node] else { return false }
    answers.append(answer)
    nodes[node] = .answer(answers.count - 1)
    return true
  }
}
