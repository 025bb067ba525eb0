import Basics
import Semantics

/// Expands states from any source, and writes the results as lines of text: `Expansion(machine, …)`, `take(state)`
/// for each, `finish()`.
///
/// It is a piece of a search whose visited set is elsewhere. States of one level are expanded as in `SearchWorker`,
/// portion by portion, and new successors are written out instead of stored. The table of known successors is as
/// large as memory allows. When it is full, it is emptied, and the owner of the complete set removes repeated states.
/// Findings are those of a search that knows the results of earlier levels. It runs only on the caller's thread, so
/// the same states give the same lines.
package final class Expansion {
  /// The output for the states.
  package enum Mode: Sendable {
    /// Their successors, findings and counts.
    case successors
    /// Their steps, one by one.
    case steps
  }

  /// The options of the expansion.
  package struct Options: Sendable {
    package var mode = Mode.successors
    /// The properties to check; nil for all.
    package var properties: Set<Int>?
    package var reducesSymmetry = true
    /// The memory for states and their data, in bytes.
    package var memory = 256 << 20
    /// The number of states that are expanded at once, and of new ones that are collected; for tests.
    package var portion = 1 << 12

    package init() {}
  }

  /// The number of states that the reference evaluator validates before the first expansion.
  private static let proofCount = 16

  package let text: StateText
  private let machine: Machine
  private let options: Options
  private let space: StateSpace
  private let worker: SearchWorker
  private let memory: PassingStates
  private var lines: ExpansionLines
  private var known: Set<Finding> = []
  /// The target states for which steps are wanted, by fingerprint; nil if there are too many to store.
  private var ahead: [UInt64]? = []
  private var filter: KeyFilter?
  private var isAhead: KeyFilter.View?
  /// The number of states in the portion, and in total.
  private var count = 0
  private var taken = 0
  private var startsDone = 0

  /// - Parameter put: receives bytes; false if it cannot write them.
  /// - Throws: `ExpansionFailure` if there is no memory.
  package init(
    _ machine: Machine, _ options: Options = Options(),
    put: @escaping (UnsafeRawBufferPointer) -> Bool
  ) throws(ExpansionFailure) {
    (self.machine, self.options) = (machine, options)
    var limits = SearchLimits(memory: options.memory)
    limits.reducesSymmetry = options.reducesSymmetry
    limits.witnesses = options.mode == .steps ? .none : .all
    let properties = machine.spec.checkedProperties(options.properties)
    space = StateSpace(machine, limits: limits, threads: 1) {
      PlanBuilder.plan(machine, properties: properties)
    }
    worker = space.workers[0]
    text = StateText(machine.layout)
    lines = ExpansionLines(text, put)
    let memory = PassingStates(
      space, isExact: true, portionPlaces: options.portion, segmentPlaces: 2 * options.portion,
      tableBytes: options.memory, doneAtForgetting: -1)
    guard let memory else { throw .memory }
    self.memory = memory
  }

  private var portion: UnsafeMutablePointer<UInt64> { memory.portion.base }

  deinit { space.pool.finish() }

  /// Starts with the findings of earlier levels.
  package func begin(known: Set<Finding>) {
    self.known = known
    worker.begin(known: known, wanted: nil)
    if let states = ahead, !states.isEmpty, let made = KeyFilter(states) {
      isAhead = made.view
      filter = consume made
    }
    ahead = nil
  }

  // MARK: Input

  /// Restricts the output to steps to this state and others passed to this function, with few extra steps. If memory
  /// runs out, the targets are dropped and all steps are written.
  ///
  /// - Throws: `ExpansionFailure` if it is not the text of a state.
  package func lookAhead(to digits: UnsafeBufferPointer<UInt8>) throws(ExpansionFailure) {
    let words = worker.batch.words(0)
    guard digits.count == text.length, let first = digits.baseAddress, text.read(first, into: words)
    else { throw foreign(digits) }
    guard let count = ahead?.count, count < options.memory / 16 else {
      ahead = nil
      return
    }
    ahead?.append(space.visited.codec.view.fingerprint(of: words))
  }

  /// Takes the text of a state.
  ///
  /// - Throws: `ExpansionFailure` if it is no state, or not the representative of its orbit.
  package func take(_ digits: UnsafeBufferPointer<UInt8>) throws(ExpansionFailure) {
    let wordCount = machine.layout.wordCount
    let words = portion + count * wordCount
    guard digits.count == text.length, let first = digits.baseAddress,
      text.read(first, into: words)
    else { throw foreign(digits) }
    if taken < Self.proofCount,
      !text.isPacked(Array(UnsafeBufferPointer(start: words, count: wordCount)))
    {
      throw foreign(digits)
    }
    count += 1
    taken += 1
    if count == options.portion { try expandPortion() }
  }

  private func foreign(_ digits: UnsafeBufferPointer<UInt8>) -> ExpansionFailure {
    .foreign(String(decoding: digits.prefix(80), as: UTF8.self))
  }

  /// Takes the starts instead of states, and writes them as successors of nothing.
  package func take(starts: [[Value]]) throws(ExpansionFailure) {
    var rest = starts[...]
    while !rest.isEmpty {
      let phase = memory.phase(0..<0, cursor: 0)
      rest = rest.dropFirst(worker.insert(rest, phase))
      startsDone = starts.count - rest.count
      try close(phase)
      if !rest.isEmpty { try makeRoom(phase, isStuck: true) }
    }
  }

  /// Expands the remaining states, and writes the last lines.
  package func finish() throws(ExpansionFailure) -> ExpansionCounts {
    try expandPortion()
    if let limit = Deadline.current?.look() { throw limit == .memory ? .memory : .stopped }
    var counts = ExpansionCounts(
      space.counts, space.plan, limits: worker.limitFaults, in: machine.spec)
    // In this mode, only the read states are counted.
    counts.read = taken
    try lines.end(counts)
    return counts
  }

  // MARK: Portions

  private func expandPortion() throws(ExpansionFailure) {
    if count == 0 { return }
    try requireCanonical()
    if options.mode == .steps { try writeSteps() } else { try expand() }
    count = 0
  }

  /// States that are not canonical would be counted incorrectly.
  private func requireCanonical() throws(ExpansionFailure) {
    guard let canonicalizer = worker.canonicalizer else { return }
    let wordCount = machine.layout.wordCount
    let copy = Buffer<UInt64>(count: count * wordCount)
    copy.base.update(from: portion, count: count * wordCount)
    canonicalizer.canonicalize(copy.base, count: count)
    for place in 0..<count {
      let words = portion + place * wordCount
      for word in 0..<wordCount where words[word] != copy[place * wordCount + word] {
        let state = Array(UnsafeBufferPointer(start: words, count: wordCount))
        throw .foreign("\(text.text(state)), which does not represent its orbit")
      }
    }
  }

  private func expand() throws(ExpansionFailure) {
    var cursor = 0
    while true {
      let phase = memory.phase(0..<count, cursor: cursor)
      worker.expand(phase) {}
      cursor = min(count, phase.cursor.load(ordering: .relaxed))
      try close(phase)
      if Deadline.isOver { throw .stopped }
      if cursor == count, !worker.isInterrupted { return }
      try makeRoom(phase, isStuck: worker.isInterrupted)
    }
  }

  /// Writes the findings of a phase.
  private func close(_ phase: SearchPhase) throws(ExpansionFailure) {
    memory.close(phase)
    try writeFindings()
    let wordCount = machine.layout.wordCount
    for place in 0..<space.visited.count {
      try lines.successor(space.visited.order.base + place * wordCount)
    }
    space.visited.removeOrder()
  }

  private func writeFindings() throws(ExpansionFailure) {
    let found = worker.findings
    worker.findings = Findings()
    if found.isEmpty { return }
    let wanted = Set(found.keys.values.joined())
    let (wordCount, codec) = (machine.layout.wordCount, space.visited.codec.view)
    var words: [UInt64: UnsafeMutablePointer<UInt64>] = [:]
    func look(_ base: UnsafeMutablePointer<UInt64>, _ count: Int) {
      for place in 0..<count {
        let state = base + place * wordCount
        let key = codec.fingerprint(of: state)
        if wanted.contains(key) { words[key] = state }
      }
    }
    look(portion, count)
    look(space.visited.order.base, space.visited.count)
    for (finding, keys) in found.keys.sorted(by: { $0.key < $1.key }) {
      for key in Set(keys).sorted() {
        guard let state = words[key] else {
          throw .unexplained(
            InternalError(finding, "its evidence is neither an input state nor a successor")
          )
        }
        try write(finding, state)
      }
    }
  }

  private func write(
    _ finding: Finding, _ state: UnsafeMutablePointer<UInt64>
  ) throws(ExpansionFailure) {
    let spec = machine.spec
    if finding.kind == .goal, let property = finding.property, !spec.properties[property].isGoal {
      return
    }
    guard let event = finding.openOverlap else { return try lines.finding(finding, state) }
    let values = machine.layout.unpack(
      Array(UnsafeBufferPointer(start: state, count: machine.layout.wordCount)))
    let overlaps = worker.properties.overlaps(of: event, machine, worker.evaluator, in: values) {
      worker.limitFaults.insert($0)
    }
    if overlaps.isEmpty, worker.limitFaults.isEmpty {
      throw .unexplained(InternalError(Finding(.overlap, event: event), spec, after: nil))
    }
    for exact in overlaps.sorted() where !known.contains(exact) { try lines.finding(exact, state) }
  }

  private func writeSteps() throws(ExpansionFailure) {
    let (wordCount, codec) = (machine.layout.wordCount, space.visited.codec.view.byFingerprint)
    for first in stride(from: 0, to: count, by: worker.batchRows) {
      let places = first..<min(first + worker.batchRows, count)
      let phase = SearchPhase(space, places, codec: codec, portion: portion)
      guard worker.loadWords(places, phase) else { throw .memory }
      var steps: [Set<[UInt64]>] = Array(repeating: [], count: places.count)
      let isThrough = worker.forEachStep(rowCount: places.count) { row, words in
        if isAhead?.mayHave(codec.fingerprint(of: words)) ?? true {
          steps[row].insert(Array(UnsafeBufferPointer(start: words, count: wordCount)))
        }
      }
      if !isThrough || Deadline.isOver { throw .stopped }
      for (row, successors) in steps.enumerated() {
        let state = portion + (first + row) * wordCount
        let own = Array(UnsafeBufferPointer(start: state, count: wordCount))
        for successor in successors.sorted(by: { $0.lexicographicallyPrecedes($1) })
        where successor != own {
          try lines.step(to: successor, from: own)
        }
      }
    }
  }

  private func makeRoom(_ phase: SearchPhase, isStuck: Bool) throws(ExpansionFailure) {
    let done = worker.counts.expanded + startsDone
    if !memory.makeRoom(phase, isStuck: isStuck, done: done, write: {}) { throw .memory }
  }
}
