import Basics
import Semantics

/// All states that a search has found, in rows, with the steps between them.
struct StateGraph {
  let evaluator: MemoizedInterpreter
  let set: RowSet
  /// The values of the variables, and the states by their indices, as in a certificate.
  let values: [[Value]]
  let rows: [UInt32]
  private let found: ReachedGraph

  init(_ machine: Machine, _ found: ReachedGraph) throws(CertificateMaker.Obstacle) {
    self.found = found
    var numbers = found.layout.nodes.indices.map { VariableNumbers($0, in: found.layout) }
    var rows: [UInt32] = []
    rows.reserveCapacity(found.count * numbers.count)
    for place in 0..<found.count {
      if place & 0xFFF == 0, Deadline.isOver { throw .stopped }
      for variable in numbers.indices {
        rows.append(numbers[variable].number(in: found, place))
      }
    }
    self.rows = rows
    values = numbers.map(\.values)
    let parts = StateParts(machine.spec.variables)
    guard let columns = ValueColumns(values, parts),
      let set = columns.set(of: rows, count: found.count)
    else {
      throw .contradiction(
        InternalError(Finding(.fault), "a state that was found is not of this spec")
      )
    }
    self.set = set
    evaluator = MemoizedInterpreter(machine, columns.numbers, transitions: [])
  }

  var starts: [Int] { found.starts }
  var count: Int { found.count }

  /// The steps from a state.
  func steps(from place: Int) -> ArraySlice<ReachedGraph.Edge> { found.steps(from: place) }

  /// The steps from all states, one after the other, and the start of those of each state.
  var edges: [ReachedGraph.Edge] { found.edges }
  var firsts: [Int] { found.firsts }

  /// The kinds of mistakes that occur in some state.
  var wrong: Set<Certificate.SafetyClaim> {
    found.found.reduce(into: []) { wrong, finding in
      switch finding.kind {
      case .gap: wrong.insert(.gap)
      case .overlap: wrong.insert(.overlap)
      case .guardFault, .fault: wrong.insert(.fault)
      case .deadlock: wrong.insert(.deadlock)
      // It is then unknown whether it may be an end.
      case .terminalFault: wrong.formUnion([.deadlock, .fault])
      case .transition, .matched, .stepFault, .invariant, .goal, .propertyFault, .possible,
        .eventually:
        break
      }
    }
  }

  /// Whether some step violates a transition property, or makes it fault.
  func isViolated(_ property: Int) -> Bool {
    found.found.contains {
      $0.property == property && ($0.kind == .transition || $0.kind == .stepFault)
    }
  }

  /// The states on a shortest path to one, by index.
  func path(to goal: Int) -> [Int] {
    var parents = Array(repeating: -1, count: count)
    for start in starts { parents[start] = start }
    var queue = starts
    var next = 0
    while parents[goal] < 0, next < queue.count {
      let place = queue[next]
      next += 1
      for edge in steps(from: place) where parents[Int(edge.target)] < 0 {
        parents[Int(edge.target)] = place
        queue.append(Int(edge.target))
      }
    }
    var path = [goal]
    while let first = path.last, parents[first] >= 0, parents[first] != first {
      path.append(parents[first])
    }
    return path.reversed()
  }

  /// The answer to a question in all states.
  func answers(
    to question: MemoizedInterpreter.StateQuery
  ) throws(CertificateMaker.Obstacle) -> [Truth] {
    let condition = evaluator.condition(of: question)
    let block = 4096
    var answers: [Truth] = []
    answers.reserveCapacity(count)
    while answers.count < count {
      if Deadline.isOver { throw .stopped }
      let rows = min(block, count - answers.count)
      do throws(InternalError) {
        answers += try set.find { (find) throws(InternalError) in
          try evaluator.truths(
            of: condition, find.words + answers.count * set.layout.wordCount, rows)
        }
      } catch {
        throw .contradiction(error)
      }
    }
    return answers
  }
}

/// The values of a variable in states, by numbers. The mapping from bits to values is computed once.
private struct VariableNumbers {
  private struct Key: Hashable {
    /// The number of the bits in the words before; 0 in the first word.
    var before: UInt32
    var bits: UInt64
  }

  private let variable: Int
  /// The words of the variable, except the last, with its bits there.
  private var masks: [(word: Int, bits: UInt64)] = []
  private var last: (word: Int, bits: UInt64) = (0, 0)
  /// The numbers of the bits outside the last word, from 1 on.
  private var beginnings: [Key: UInt32] = [:]
  private var numbers: [Key: UInt32] = [:]
  private(set) var values: [Value] = []

  init(_ variable: Int, in layout: StateLayout) {
    self.variable = variable
    var bits: [Int: UInt64] = [:]
    for field in layout.nodes[variable].fields where field.width > 0 {
      bits[field.word, default: 0] |= field.mask << UInt64(field.shift)
    }
    masks = bits.sorted { $0.key < $1.key }.map { (word: $0.key, bits: $0.value) }
    if let last = masks.popLast() { self.last = last }
  }

  /// The number of the value in a state.
  mutating func number(in graph: ReachedGraph, _ place: Int) -> UInt32 {
    let offset = place * graph.layout.wordCount
    var before: UInt32 = 0
    for (word, bits) in masks {
      let key = Key(before: before, bits: graph.words[offset + word] & bits)
      if let number = beginnings[key] {
        before = number
        continue
      }
      before = UInt32(beginnings.count + 1)
      beginnings[key] = before
    }
    let key = Key(before: before, bits: graph.words[offset + last.word] & last.bits)
    if let number = numbers[key] { return number }
    let number = UInt32(values.count)
    numbers[key] = number
    values.append(graph.layout.value(of: variable, in: graph.words, at: offset))
    return number
  }
}
