/// Makes the records of a few states for `PendingSteps`: `read(steps, slots)`, then `write(records, from: 7, starts)`.
///
/// Invariant: every buffer by index has an element for each row and choice; `kept` and `excluded` have room for
/// `capacity` steps.
final class PendingStepsWriter {
  typealias Word = PendingSteps.Word

  private struct Step: BitwiseCopyable {
    /// The index of its source node.
    var from: Word
    /// Its target node.
    var to: Word
  }

  private let graph: PendingGraph
  private let isFair: [Bool]
  private let fairness: FairnessPlan
  private let indexCount: Int
  /// The open nodes, by row and choice; -1 for others.
  private let nodes: Buffer<Int>
  private let heads: Buffer<Word>
  private let counts: Buffer<Int>
  private let excludedCounts: Buffer<Int>
  private var kept: Room
  private var excluded: Room

  /// The kept steps.
  private final class Room {
    let capacity: Int
    let steps: Buffer<Step>
    var count = 0

    init(_ capacity: Int) {
      self.capacity = capacity
      steps = Buffer(count: capacity)
    }
  }

  init(_ graph: PendingGraph, _ fairness: FairnessPlan, rowCapacity: Int) {
    self.graph = graph
    self.fairness = fairness
    isFair = fairness.areFair
    indexCount = rowCapacity * graph.width
    nodes = Buffer(count: indexCount)
    heads = Buffer(count: indexCount)
    counts = Buffer(count: indexCount)
    excludedCounts = Buffer(count: indexCount)
    kept = Room(1 << 10)
    excluded = Room(1 << 10)
  }

  /// Takes the steps from some states; returns the size of their records in words.
  func read(_ steps: StepBuffer, _ slots: ArraySlice<Int>) -> Int {
    begin(slots)
    let most = steps.count * graph.width
    if kept.capacity < most { kept = Room(2 * most) }
    if excluded.capacity < most { excluded = Room(2 * most) }
    let (graph, width) = (graph, graph.width)
    let (nodes, heads) = (nodes.base, heads.base)
    let (counts, excludedCounts) = (counts.base, excludedCounts.base)
    let (keptSteps, excludedSteps) = (kept.steps.base, excluded.steps.base)
    var (keptCount, excludedCount) = (0, 0)
    for step in 0..<steps.count {
      let (instance, row) = (Int(steps.instances[step]), Int(steps.rows[step]))
      let isFair = isFair[instance] && fairness.isFair(instance, rule: Int(steps.rules[step]))
      let isExcluded = graph.isExcluded(instance)
      for place in 0..<width {
        let index = row * width + place
        let node = nodes[index]
        if node < 0 { continue }
        if isFair { heads[index] |= PendingSteps.fair }
        let target = graph.target(of: step, steps, from: place)
        let mark = graph.mark(target)
        guard mark == PendingGraph.open || mark >= PendingGraph.firstPlace else { continue }
        let kept = Step(
          from: Word(truncatingIfNeeded: index), to: Word(truncatingIfNeeded: target))
        if isExcluded {
          if mark != PendingGraph.open || graph.isBegun(target) { continue }
          excludedCounts[index] &+= 1
          excludedSteps[excludedCount] = kept
          excludedCount &+= 1
        } else if target == node {
          heads[index] |= PendingSteps.selfLoop
        } else {
          counts[index] &+= 1
          keptSteps[keptCount] = kept
          keptCount &+= 1
        }
      }
    }
    (kept.count, excluded.count) = (keptCount, excludedCount)
    return (0..<indexCount).reduce(0) { sum, index in
      nodes[index] < 0
        ? sum
        : sum + 1 + counts[index] + (excludedCounts[index] > 0 ? 1 + excludedCounts[index] : 0)
    }
  }

  /// Records which nodes of some states are open.
  private func begin(_ slots: ArraySlice<Int>) {
    for index in 0..<indexCount {
      (nodes[index], heads[index]) = (-1, 0)
      (counts[index], excludedCounts[index]) = (0, 0)
    }
    for (row, slot) in slots.enumerated() {
      for place in 0..<graph.width {
        let node = slot * graph.width + place
        if graph.mark(node) == PendingGraph.open { nodes[row * graph.width + place] = node }
      }
    }
  }

  /// Writes the records of the last batch.
  ///
  /// - Parameters:
  ///   - first: the start of the records.
  ///   - starts: gets for each node the start of its record, plus one.
  func write(
    _ records: UnsafeMutablePointer<Word>, from first: Int, _ starts: UnsafeMutablePointer<Word>
  ) {
    var next = first
    for index in 0..<indexCount where nodes[index] >= 0 {
      starts[nodes[index]] = Word(truncatingIfNeeded: next + 1)
      let (count, others) = (counts[index], excludedCounts[index])
      let more = others > 0 ? PendingSteps.hasExcluded : 0
      records[next] =
        Word(truncatingIfNeeded: count) << PendingSteps.flagBits | heads[index] | more
      counts[index] = next + 1
      next += 1 + count
      guard others > 0 else { continue }
      records[next] = Word(truncatingIfNeeded: others)
      excludedCounts[index] = next + 1
      next += 1 + others
    }
    place(kept, records, counts.base)
    place(excluded, records, excludedCounts.base)
  }

  /// Writes steps to the next free position of their nodes.
  private func place(
    _ room: Room, _ records: UnsafeMutablePointer<Word>, _ places: UnsafeMutablePointer<Int>
  ) {
    let steps = room.steps.base
    for number in 0..<room.count {
      let step = steps[number]
      records[places[Int(step.from)]] = step.to
      places[Int(step.from)] &+= 1
    }
  }
}
