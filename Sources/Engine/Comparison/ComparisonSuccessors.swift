import Basics
import CPrefetch
import Semantics

/// The steps of one of two compared machines in some states, for one thread: `begin(rows:)`, then `expand(states:)`.
///
/// Each state is a row, and has its steps in a list: in the order of the pairs of instances, of the instances of a
/// pair, and of the outcomes, which is that of the reference evaluator.
final class ComparisonSuccessors {
  /// A step from a row.
  struct Entry: BitwiseCopyable {
    /// The next of the row; -1 after the last.
    var next: Int32
    /// The next one with the same observation, once known.
    var mate: Int32 = -1
    var pair: Int32
    /// -1 for an event without rules.
    var rule: Int32
    /// The number of the signals in this thread; -1 for none.
    var signals: Int32
    /// The number of its target state; -1 if it has none yet.
    var target: Int32
  }

  /// A limit that stopped the tool, and the order in which it occurred.
  struct Limit {
    var row: Int
    var pair: Int32
    var fault: Fault
  }

  let side: ComparedSide
  private let machines: ComparedMachines
  private let states: PackedNumbers
  private let marks: NodeMarks
  /// For each row, whether its node has one state of each machine.
  private let isSingle = GrowingBuffer<Bool>()
  private let signals: SignalNumbers
  private let evaluator: ReferenceEvaluator
  private let columns: ColumnMachine
  private let rowCapacity: Int
  private let stride: Int
  private let lookStride: Int
  private let isShared: Bool
  /// The targets of one outcome, and their hashes.
  private let scratch: Buffer<UInt64>
  private let hashes: Buffer<UInt64>
  /// Row by row the first and the last step.
  let heads = GrowingBuffer<Int32>()
  private let tails = GrowingBuffer<Int32>()
  let entries = GrowingBuffer<Entry>()
  private let targets = GrowingBuffer<UInt64>()
  private let looks = GrowingBuffer<UInt64>()
  private(set) var limits: [Limit] = []
  /// The meaning of the last word of an observation: numbers of the bits, and of the values.
  private let lookBits: PackedNumbers
  private var lookNumbers: [Int32] = []
  private let lookValues: LookNumbers

  init(
    _ machines: ComparedMachines, _ side: ComparedSide, _ states: PackedNumbers,
    _ marks: NodeMarks, _ signals: SignalNumbers, _ looks: LookNumbers
  ) {
    (self.machines, self.side, self.states, self.marks) = (machines, side, states, marks)
    (self.signals, lookValues) = (signals, looks)
    evaluator = ReferenceEvaluator(side.machine.spec)
    stride = side.plan.wordCount
    lookStride = side.look.wordCount
    isShared = machines.isShared
    rowCapacity = max(16, min(128, (1 << 15) / max(1, side.plan.expansion.registerCount))) & ~7
    columns = ColumnMachine(side.plan.expansion, tables: side.plan.tables, rowCapacity: rowCapacity)
    scratch = Buffer(count: rowCapacity * stride)
    hashes = Buffer(count: rowCapacity)
    lookBits = PackedNumbers(stride: stride)
  }

  /// The words of a step's target state.
  func target(_ entry: Int32) -> UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(start: targets.base + Int(entry) * stride, count: stride)
  }

  /// Computes the steps from some states. Steps that one machine takes for both are omitted if they lead to a known
  /// node.
  ///
  /// - Parameter singles: for each state, whether its node has one state of each machine.
  func expand(_ numbers: [Int32], singles: [Bool]) {
    isSingle.removeAll()
    for single in singles { isSingle.append(single) }
    heads.removeAll()
    tails.removeAll()
    entries.removeAll()
    targets.removeAll()
    looks.removeAll()
    limits.removeAll()
    heads.append(repeating: -1, count: numbers.count)
    tails.append(repeating: -1, count: numbers.count)
    var first = 0
    while first < numbers.count, !Deadline.isOver {
      let count = min(rowCapacity, numbers.count - first)
      for row in 0..<count {
        columns.load(states.row(numbers[first + row]), row: row)
      }
      let all = columns.allRows(count)
      columns.run(0, all)
      react(all, first)
      first += count
    }
  }

  private func react(_ all: ColumnMachine.Selection, _ first: Int) {
    var values: [[Value]] = []
    for call in side.calls {
      if call.planned >= 0 {
        react(call, all, first)
        continue
      }
      if values.isEmpty {
        values = (0..<all.count).map { side.machine.layout.unpack(columns.words(row: $0)) }
      }
      for row in 0..<all.count where !Deadline.isOver {
        reactByReference(call, values[row], first + row)
      }
    }
  }

  private func react(_ call: ComparedSide.Call, _ all: ColumnMachine.Selection, _ first: Int) {
    let plan = side.plan
    let instance = plan.instances[call.planned]
    // If nodes have several states, both machines are expanded.
    let asked =
      call.isFollowed && machines.lead != side.side
      ? columns.rows(all.count, depth: 3) { !isSingle[first + $0] } : all
    let possible = columns.begin(instance, in: asked)
    if possible.count == 0 { return }
    for number in instance.outcomes.range {
      let outcome = plan.outcomes[number]
      let taken = columns.take(outcome, in: possible)
      if taken.count == 0 { continue }
      findTargets(outcome, taken)
      let rule = plan.outcomeRules[number].rule.map { Int32(truncatingIfNeeded: $0) } ?? -1
      let isSilent = plan.signals[number].isEmpty
      for index in 0..<taken.count {
        let target = scratch.base + index * stride
        let known = states.find(target, hash: hashes[index]) ?? -1
        let row = Int(taken.rows[index])
        let isFollowed = call.isFollowed && isSingle[first + row]
        if isFollowed, known >= 0, marks.isNode(known) { continue }
        let isMute = isSilent || isFollowed
        let sent = isMute ? -1 : signals.number(side, columns, outcome: number, row: row)
        append(target, known, call.pair, rule, sent, first + row)
      }
    }
  }

  /// Computes the targets of an outcome from some rows, and prefetches their slots.
  private func findTargets(_ outcome: Plan.Outcome, _ taken: ColumnMachine.Selection) {
    for index in 0..<taken.count {
      columns.copy(row: Int(taken.rows[index]), to: scratch.base + index * stride)
    }
    for number in outcome.changes.range {
      let change = side.plan.changes[number]
      let column = columns.column(change.register)
      for index in 0..<taken.count {
        scratch.base[index * stride + change.word] ^= UInt64(
          UInt(bitPattern: column[Int(taken.rows[index])]))
      }
    }
    for index in 0..<taken.count {
      hashes[index] = PackedNumbers.hash(scratch.base + index * stride, stride)
      states.prefetch(hash: hashes[index])
    }
  }

  private func reactByReference(_ call: ComparedSide.Call, _ state: [Value], _ row: Int) {
    if call.isFollowed, machines.lead != side.side, isSingle[row] { return }
    let reaction = evaluator.react(to: side.machine.instances[call.instance], in: state)
    if let fault = reaction.limit { limits.append(Limit(row: row, pair: call.pair, fault: fault)) }
    for step in reaction.steps {
      let sent = signals.number(of: machines.signals(side.side, step.signals))
      let rule = step.rule.map { Int32(truncatingIfNeeded: $0) } ?? -1
      side.machine.layout.pack(step.state).withUnsafeBufferPointer { target in
        guard let target = target.baseAddress else { return }
        append(target, states.find(target) ?? -1, call.pair, rule, sent, row)
      }
    }
  }

  private func append(
    _ target: UnsafePointer<UInt64>, _ known: Int32, _ pair: Int32, _ rule: Int32, _ sent: Int32,
    _ row: Int
  ) {
    let place = Int32(truncatingIfNeeded: entries.count)
    entries.append(Entry(next: -1, pair: pair, rule: rule, signals: sent, target: known))
    targets.makeRoom(for: stride).update(from: target, count: stride)
    if !isShared { appendLook(target) }
    if heads[row] < 0 { heads[row] = place } else { entries.base[Int(tails[row])].next = place }
    tails[row] = place
  }

  // MARK: Looks

  private func appendLook(_ target: UnsafePointer<UInt64>) {
    let look = looks.makeRoom(for: lookStride)
    side.look.write(target, to: look)
    if side.look.numbered.isEmpty { return }
    let bits = (0..<stride).map { target[$0] & side.look.numberedBits[$0] }
    let (number, isNew) = lookBits.number(of: bits)
    if isNew {
      let state = side.machine.layout.unpack(bits)
      lookNumbers.append(
        lookValues.number(of: machines.look(side.side, side.look.numbered, state)))
    }
    look[lookStride - 1] = UInt64(lookNumbers[Int(number)])
  }

  /// The words of the compared parts of a step's target state.
  func look(_ entry: Int32) -> UnsafePointer<UInt64> {
    UnsafePointer(looks.base + Int(entry) * lookStride)
  }

  /// Whether a step of this machine and a step of either have the same observation.
  @inline(__always)
  func looksLike(_ entry: Int32, _ other: Int32, of side: ComparisonSuccessors) -> Bool {
    if entries[Int(entry)].signals != side.entries[Int(other)].signals { return false }
    let count = isShared ? stride : lookStride
    let first = (isShared ? targets.base : looks.base) + Int(entry) * count
    let second = (isShared ? side.targets.base : side.looks.base) + Int(other) * count
    for word in 0..<count where first[word] != second[word] { return false }
    return true
  }

  /// Links a step to the last one with the same observation.
  func join(_ entry: Int32, behind last: Int32) { entries.base[Int(last)].mate = entry }

  func setTarget(_ entry: Int32, _ target: Int32) { entries.base[Int(entry)].target = target }
}

/// The states of the leading machine that are nodes, with the observationally equal state of the other one.
///
/// One thread adds while no other reads.
final class NodeMarks: @unchecked Sendable {
  private let marks = GrowingBuffer<Bool>()
  /// All numbered states are.
  private let isWhole: Bool

  init(isWhole: Bool) { self.isWhole = isWhole }

  @inline(__always)
  func isNode(_ state: Int32) -> Bool { isWhole || Int(state) < marks.count && marks[Int(state)] }

  func mark(_ state: Int32) {
    if isWhole { return }
    let missing = Int(state) + 1 - marks.count
    if missing > 0 { marks.append(repeating: false, count: missing) }
    marks[Int(state)] = true
  }
}

/// Numbers for values of variables in the common form, for one thread.
final class LookNumbers {
  private var numbers: [[Value]: Int32] = [:]

  func number(of values: [Value]) -> Int32 {
    if let known = numbers[values] { return known }
    let number = Int32(truncatingIfNeeded: numbers.count)
    numbers[values] = number
    return number
  }
}

/// Numbers for the signals of steps, in the common form, for one thread.
final class SignalNumbers {
  private let machines: ComparedMachines
  private var numbers: [[EmittedSignal]: Int32] = [:]
  /// For each side and outcome, the last contents of its signals' registers.
  private var known: [[Known?]]
  private var row: [UInt64] = []

  private final class Known {
    let bits: PackedNumbers
    var numbers: [Int32] = []

    init(stride: Int) { bits = PackedNumbers(stride: stride) }
  }

  init(_ machines: ComparedMachines, _ sides: [ComparedSide]) {
    self.machines = machines
    known = sides.map { Array(repeating: nil, count: $0.plan.outcomeCount) }
  }

  /// -1 for no signal at all.
  func number(of signals: [EmittedSignal]) -> Int32 {
    if signals.isEmpty { return -1 }
    if let known = numbers[signals] { return known }
    let number = Int32(truncatingIfNeeded: numbers.count)
    numbers[signals] = number
    return number
  }

  /// The signals of an outcome of a plan in a row.
  func number(
    _ side: ComparedSide, _ columns: borrowing ColumnMachine, outcome: Int, row index: Int
  ) -> Int32 {
    let sent = side.plan.signals[outcome]
    if sent.isEmpty { return -1 }
    row.removeAll(keepingCapacity: true)
    for signal in sent {
      for register in signal.registers {
        row.append(UInt64(UInt(bitPattern: columns.column(register)[index])))
      }
    }
    let ofOutcome = known[side.side.rawValue][outcome] ?? Known(stride: row.count)
    known[side.side.rawValue][outcome] = ofOutcome
    let (number, isNew) = ofOutcome.bits.number(of: row)
    if isNew {
      let common = machines.signals(side.side, signals(sent))
      ofOutcome.numbers.append(self.number(of: common))
    }
    return ofOutcome.numbers[Int(number)]
  }

  /// The signals in the current row.
  private func signals(_ sent: [Plan.Signal]) -> [EmittedSignal] {
    var place = 0
    var signals: [EmittedSignal] = []
    for signal in sent {
      if row[place] != 0 {
        signals.append(
          EmittedSignal(
            signal: signal.signal, arguments: signal.layout.unpack(row, at: place + 1)))
      }
      place += signal.registers.count
    }
    return signals
  }
}
