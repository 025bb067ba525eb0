import Basics
import Semantics
import Synchronization

/// Explains the number of states from the states that a search has stored: `SizeSurvey(space, of: places).run()`.
///
/// Every variable of a state gives a pseudorandom number. Their sum represents the state, and the sum without a
/// variable represents the state without it. So one pass over the states counts the values of each variable, and the
/// states without it.
final class SizeSurvey {
  private let space: StateSpace
  /// The number of examined states, starting with the first one.
  private let count: Int
  private let leaves: [SizeLeaf]
  private let pieces: [[SizePiece]]

  /// The number of states in which pairs of variables are compared before all are.
  private static let sample = 4096
  /// The number of states that a thread examines between checks of its deadline.
  private static let portion = 1 << 12
  /// The maximum number of renamings of states without a variable.
  private static let mostRenamings = 1 << 23

  init(_ space: StateSpace, first count: Int) {
    self.space = space
    self.count = min(count, space.visited.count)
    leaves = SizeLeaves(space.machine).leaves
    pieces = space.machine.layout.nodes.map(\.fields.pieces)
  }

  private var variables: [Variable] { space.machine.spec.variables }

  /// Nil if the deadline of the thread was over before.
  func run() -> SizeExplanation? {
    let variables = variables
    let reader = StoredReader(space)
    let isRenamed = isRenamed
    let tally = tally(reader, isRenamed)
    if Deadline.isOver { return nil }
    var result = SizeExplanation(states: count, stored: space.visited.count)
    for index in variables.indices {
      let bits = pieces[index].reduce(0) { $0 + $1.mask.nonzeroBitCount }
      var variable = SizeExplanation.Variable(
        variable: index, bits: bits, values: tally.own[index].result,
        others: tally.others[index].result)
      variable.isBound = space.symmetry != nil && !isRenamed[index]
      result.variables.append(variable)
    }
    result.fields = tally.fields()
    findDeterminers(&result, reader)
    return Deadline.isOver ? nil : result
  }

  /// The variable that multiplies the states most, and its factor; on this thread, while others may add states.
  func widest() -> (variable: Int, factor: Double)? {
    var tally = SizeTally(pieces, [], variables.map { _ in false }, nil)
    StoredReader(space).forEach(in: 0..<count, every: Self.portion) { tally.add($0) }
    let factors = tally.others.map { Double(count) / Double(max(1, $0.result.value)) }
    return factors.indices.max { factors[$0] < factors[$1] }.map { ($0, factors[$0]) }
  }

  /// Counts with all threads together.
  private func tally(_ reader: StoredReader, _ isRenamed: [Bool]) -> SizeTally {
    let total = Mutex(SizeTally(pieces, leaves, isRenamed, space.symmetry))
    let threads = count < 1 << 18 ? 1 : space.pool.count
    let (leaves, pieces, count, symmetry) = (leaves, pieces, count, space.symmetry)
    space.pool.run(threads: threads) { thread in
      let share = (count + threads - 1) / threads
      let places = thread * share..<max(thread * share, min(count, (thread + 1) * share))
      var tally = SizeTally(pieces, leaves, isRenamed, symmetry)
      reader.forEach(in: places, every: Self.portion) { tally.add($0) }
      let done = tally
      total.withLock { $0.add(done) }
    }
    return total.withLock { $0 }
  }

  /// For each variable, whether states without it are brought into canonical form, so that states which a search
  /// without it would merge are one. The condition: the zero value that replaces it contains none of the names.
  private var isRenamed: [Bool] {
    guard let symmetry = space.symmetry else { return variables.map { _ in false } }
    let types = symmetry.groups.map(\.type)
    let isCheap = count.multipliedClamped(by: variables.count) <= Self.mostRenamings
    return variables.map { isCheap && $0.type.isNameless(atZero: types) }
  }

  // MARK: Derivable variables

  /// Records which variables determine the values of others.
  private func findDeterminers(_ result: inout SizeExplanation, _ reader: StoredReader) {
    let types = space.symmetry?.groups.map(\.type) ?? []
    let candidates = variables.indices.filter { index in
      let values = result.variables[index].values
      return values.value > 1 && variables[index].monitor == nil
        && !variables[index].type.symmetricTypes.contains(where: types.contains)
    }
    let step = max(1, count / Self.sample)
    var rows: [[UInt64]] = []
    for place in stride(from: 0, to: count, by: step) {
      reader.forEach(in: place..<place + 1, every: 1) { words in
        rows.append(pieces.map { SizeTally.key($0, words) })
      }
    }
    for told in candidates {
      for teller in candidates where teller != told {
        // If two determine each other, the first is kept.
        let isMutual = result.variables[teller].determiners == [told]
        if isMutual || !isFunction(told, of: teller, rows) { continue }
        if result.variables[teller].values.isExact, isFunction(told, of: teller, reader) {
          result.variables[told].determiners = [teller]
          break
        }
        if Deadline.isOver { return }
      }
    }
  }

  private func isFunction(_ told: Int, of teller: Int, _ rows: [[UInt64]]) -> Bool {
    var known: [UInt64: UInt64] = [:]
    return rows.allSatisfy { row in
      let value = known[row[teller]]
      known[row[teller]] = row[told]
      return value == nil || value == row[told]
    }
  }

  private func isFunction(_ told: Int, of teller: Int, _ reader: StoredReader) -> Bool {
    var known: [UInt64: UInt64] = [:]
    var holds = true
    var place = 0
    while holds, place < count, !Deadline.isOver {
      let end = min(count, place + Self.portion)
      reader.forEach(in: place..<end, every: Self.portion) { words in
        let (key, value) = (
          SizeTally.key(pieces[teller], words), SizeTally.key(pieces[told], words)
        )
        if known.updateValue(value, forKey: key).map({ $0 != value }) ?? false { holds = false }
      }
      place = end
    }
    return holds
  }
}

extension Type {
  /// Whether the value whose bits are all zero contains none of some types' names.
  fileprivate func isNameless(atZero types: [SymmetricType]) -> Bool {
    switch self {
    case .symmetric(let type): !types.contains(type)
    case .enumeration(let owner):
      owner.cases.first?.fields.allSatisfy { $0.type.isNameless(atZero: types) } ?? true
    case .structure(let owner): owner.fields.allSatisfy { $0.type.isNameless(atZero: types) }
    case .table(_, let content): content.isNameless(atZero: types)
    default: true
    }
  }
}

extension StoredReader {
  /// Calls a function with the words of the states at some places. Stops early if the deadline is over, which is
  /// checked after each portion.
  func forEach(
    in places: Range<Int>, every portion: Int, _ body: (UnsafeMutablePointer<UInt64>) -> Void
  ) {
    let words = Buffer<UInt64>(count: wordCount)
    for place in places {
      read(place, into: words.base)
      body(words.base)
      if (place + 1) % portion == 0, Deadline.isOver { return }
    }
  }
}
