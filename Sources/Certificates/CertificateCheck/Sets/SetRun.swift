import Basics
import Semantics

/// Runs events from all states of a set at once: `try run.react(to: instance, in: set)`.
///
/// Statements and conditions are split as in the language. The reference evaluator evaluates each part in one state
/// for all states with equal read columns. So an event is enumerated over the columns of each part, and not over all
/// its columns together.
final class SetRun {
  typealias Node = SetStore.Node

  /// The reason why it does not complete.
  enum Obstacle: Error {
    /// The deadline of the thread is over.
    case stopped
    /// A limit stopped the tool in that event or property.
    case cut(Fault)
    case contradiction(InternalError)
    /// Some part is not supported here.
    case formless(UnrepresentableError)
    /// Passes of a loop cannot be run one by one.
    case entangled
    /// A content has no number.
    case leaves
    /// A column above the level is used, from which on a set is examined separately.
    case above(Int)
  }

  /// An unsupported part, and its place.
  struct UnrepresentableError: Error {
    var reason: String
    var range: SourceRange?
  }

  /// The data of a run besides its state.
  struct Frame: Hashable {
    var locals: [Value]
    /// In order of emission.
    var signals: [EmittedSignal] = []
    /// Expressions read the state before the step.
    var isOld = false
  }

  let machine: Machine
  let store: SetStore
  private(set) var numbers: ValueNumbers
  private let addsContents: Bool
  /// By the number of a column, as in footprints.
  let levels: [Int?]
  /// Whether emitted signals are kept; only step properties need them.
  let keepsSignals: Bool
  /// The violations in some state.
  var wrong: Set<Certificate.SafetyClaim> = []
  /// The columns that were read since this was emptied.
  var read: Set<Int> = []
  /// The written columns.
  var written: Set<Int> = []
  /// Sets are examined from this level on.
  var base = 0
  /// The contents of some state, used for the levels above the current set.
  private var example: [UInt32] = []
  private var ticks = DeadlineTicks()
  /// The maximum number of parts of the set that are evaluated for one event.
  private static let maximumCases = 1 << 20
  private var caseCount = 0

  /// - Parameter addsContents: whether new contents of columns get a number. If not, a step to them leaves the
  ///   states.
  init(
    _ machine: Machine, _ store: SetStore, _ numbers: ValueNumbers, addsContents: Bool,
    keepsSignals: Bool = false
  ) {
    self.machine = machine
    self.store = store
    self.numbers = numbers
    self.addsContents = addsContents
    self.keepsSignals = keepsSignals
    var levels = Array(repeating: Int?.none, count: 2 * numbers.parts.count)
    for (level, column) in store.columns.enumerated() { levels[column] = level }
    self.levels = levels
  }

  /// Resets the count.
  func beginEvent() { caseCount = 0 }

  func note(_ fault: Fault) throws(Obstacle) {
    if fault.isLimit { throw fault.cause == .stopped ? .stopped : .cut(fault) }
    wrong.insert(.fault)
  }

  // MARK: Cases

  /// The result in one state, for all states with equal reads.
  struct Case<Outcome> {
    var set: Node
    var outcome: Result<Outcome, Fault>
    var evaluator: Evaluator
    /// The contents of the state by the columns of the levels.
    var row: ArraySlice<UInt32>
  }

  /// Enumerates a set by the reads of an evaluation.
  ///
  /// - Throws: `Obstacle.contradiction` if its reads do not follow from its earlier reads.
  func forEachCase<Outcome>(
    of set: Node, _ frame: Frame, _ evaluate: (inout Evaluator) throws(Fault) -> Outcome,
    _ body: (Case<Outcome>) throws(Obstacle) -> Void
  ) throws(Obstacle) {
    try forEachCase(of: set, [], frame, evaluate, body)
  }

  private func forEachCase<Outcome>(
    of set: Node, _ known: [Int], _ frame: Frame,
    _ evaluate: (inout Evaluator) throws(Fault) -> Outcome,
    _ body: (Case<Outcome>) throws(Obstacle) -> Void
  ) throws(Obstacle) {
    if set == SetStore.none { return }
    if ticks.isOver() { throw .stopped }
    caseCount += 1
    if caseCount > Self.maximumCases {
      throw .formless(
        .init(reason: "the variables that are read together have too many values", range: nil))
    }
    let top = store.level(of: set)
    let row = example.prefix(top) + store.member(of: set)
    if top == 0 { example = Array(row) }
    let footprint = Footprint(numbers.parts, tellsOldApart: true)
    var evaluator = evaluator(for: row, frame)
    evaluator.footprint = footprint
    footprint.isOld = frame.isOld
    let outcome = Result { () throws(Fault) in try evaluate(&evaluator) }
    let columns = footprint.read
    guard columns.starts(with: known) else {
      throw .contradiction(
        InternalError(
          Finding(.fault), "the reference evaluator does not always read the same of a state"))
    }
    read.formUnion(columns)
    var rest = set
    for (place, column) in columns.enumerated().dropFirst(known.count) {
      guard let level = levels[column] else {
        throw .formless(.init(reason: "it looks at the state before the step", range: nil))
      }
      if level < top { throw .above(level) }
      for content in store.contents(of: rest, level) where content != row[level] {
        try forEachCase(
          of: store.restricted(rest, level, to: content), Array(columns[...place]), frame, evaluate,
          body)
      }
      rest = store.restricted(rest, level, to: row[level])
    }
    try body(Case(set: rest, outcome: outcome, evaluator: evaluator, row: row))
  }

  /// An evaluator for one state. Columns of the state before the step that are not distinguished are those of the
  /// state.
  func evaluator(for row: ArraySlice<UInt32>, _ frame: Frame) -> Evaluator {
    let count = numbers.parts.count
    let state = state(of: row)
    var previous = state
    if store.depth > count {
      var contents = [Value?](repeating: nil, count: count)
      for column in 0..<count {
        let level = levels[count + column] ?? levels[column] ?? 0
        contents[column] = numbers.values[column][Int(row[level])]
      }
      previous = numbers.parts.joined(contents)
    }
    var evaluator = Evaluator(
      state: state, previous: previous, signals: frame.signals, locals: frame.locals)
    if frame.isOld { swap(&evaluator.state, &evaluator.previous) }
    return evaluator
  }

  // MARK: Rows

  /// The contents of a state by level, if all levels belong to the state itself; nil if a content has no number.
  func row(of state: [Value]) throws(Obstacle) -> [UInt32]? {
    guard let contents = numbers.parts.split(state) else { throw misfit() }
    var row: [UInt32] = []
    for column in store.columns {
      guard let number = number(of: contents[column], in: column) else { return nil }
      row.append(number)
    }
    return row
  }

  func state(of row: ArraySlice<UInt32>) -> [Value] {
    var contents = [Value?](repeating: nil, count: numbers.parts.count)
    for (level, column) in store.columns.enumerated() where column < contents.count {
      contents[column] = numbers.values[column][Int(row[level])]
    }
    return numbers.parts.joined(contents)
  }

  /// The number of a content; nil if it has none.
  func number(of content: Value?, in column: Int) -> UInt32? {
    addsContents
      ? numbers.added(content, in: column) : numbers.number(of: content, in: column)
  }

  func misfit() -> Obstacle {
    .contradiction(
      InternalError(Finding(.fault), "a state does not fit the types of its variables"))
  }
}

/// The parts of a set by a key, with one set for each: equal keys are merged.
struct SetParts<Key: Hashable> {
  private(set) var all: [(key: Key, set: SetStore.Node)] = []
  private var places: [Key: Int] = [:]

  init() {}

  init(_ key: Key, _ set: SetStore.Node) {
    all = [(key, set)]
    places = [key: 0]
  }

  mutating func add(_ key: Key, _ set: SetStore.Node, _ store: SetStore) {
    if set == SetStore.none { return }
    if let place = places[key] {
      all[place].set = store.union(all[place].set, set)
    } else {
      places[key] = all.count
      all.append((key, set))
    }
  }

  subscript(key: Key) -> SetStore.Node { places[key].map { all[$0].set } ?? SetStore.none }
}
