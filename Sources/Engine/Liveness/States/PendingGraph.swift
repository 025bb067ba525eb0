import Synchronization

/// The data of the fair-loop search for each *node*: a pair of a visited state and a choice of an `eventually`'s
/// parameters.
///
/// The choices are one orbit under permutations of names; without parameters there is one choice. A node's number is
/// the state's slot in the table of visited states times the number of choices, plus the index of the choice. Its
/// data is one word: the index in the depth-first search, or one of a few marks, and a bit for the premise. The index
/// has three meanings, one after the other: first in the search, then among the members of a component that is being
/// judged, and finally of the fair component. A component that is being judged is closed: no relevant step leads from
/// it to a node that still has an index.
///
/// If renaming leaves a state unchanged, several nodes may be one pair of a state and a choice. They have the same
/// properties, and each run from one is a run from all. So verdicts do not depend on which of them a step leads to.
///
/// Invariant: `marks` has an element for each node.
final class PendingGraph {
  typealias Mark = UInt32

  /// The body holds: nothing is pending.
  static let closed: Mark = 0
  /// The body does not hold; the node was not visited yet.
  static let open: Mark = 1
  /// The body has no value.
  static let faulty: Mark = 2
  /// No fair loop visits it.
  static let done: Mark = 3
  /// A fair loop visits it. After the search, such nodes have a mark of their component instead.
  static let fair: Mark = 4
  /// The body does not hold, but the node is currently removed.
  static let hidden: Mark = 5
  /// The first place in the depth-first search.
  static let firstPlace: Mark = 6
  /// The premise holds, or the state is a start and there is no premise.
  static let begins: Mark = 1 << 31

  let space: StateSpace
  let property: Int
  /// The choices, by their numbers among all.
  let choices: [Int]
  let images: TupleImages
  private let placeOfChoice: [Int]
  private let memory: Buffer<Mark>
  let marks: UnsafeMutablePointer<Mark>
  let nodeCount: Int
  /// Whether the body is evaluated in every state, and not only in pending ones.
  fileprivate let asksEverywhere: Bool
  /// For each event instance, whether loops in which it happens are excluded.
  private let excludedInstances: [Bool]
  /// States in which the premise or the body applies and faults.
  private(set) var faultySlots: Set<Int> = []
  /// Whether the body faults in some state.
  private(set) var hasFaultyNodes = false
  /// The number of nodes in which the body does not hold.
  private(set) var openCount = 0
  /// Whether the property begins in every open node.
  private(set) var isBegunEverywhere = false
  /// Whether the premise is true anywhere.
  private(set) var hasPremise = false

  /// Nil if there is no memory for that many nodes.
  ///
  /// - Parameter events: additional events whose loops are excluded.
  init?(
    _ space: StateSpace, _ property: Int, _ images: TupleImages, choices: [Int],
    excluding events: Set<Int> = []
  ) {
    let slots = space.visited.table.view.slotCount
    let (nodes, overflow) = slots.multipliedReportingOverflow(by: choices.count)
    // A word for each node, and a byte for each target of a path search.
    let bytes = nodes.multipliedReportingOverflow(by: MemoryLayout<Mark>.size + 1).partialValue
    guard !overflow, nodes < 1 << 40,
      bytes <= space.budget.availableMemory - space.visited.byteCount,
      let memory = Buffer<Mark>(reserving: nodes)
    else { return nil }
    self.space = space
    self.property = property
    self.images = images
    self.choices = choices
    marks = memory.base
    self.memory = memory
    nodeCount = nodes
    var places = Array(repeating: 0, count: images.tuples.count)
    for (place, choice) in choices.enumerated() { places[choice] = place }
    placeOfChoice = places
    var excluded = events
    if case .eventually(_, _, let assumed) = space.machine.spec.properties[property].kind {
      excluded.formUnion(assumed)
    }
    let declared = space.machine.spec.properties[property]
    asksEverywhere = declared.keyword == .possible && !declared.isOfStates
    excludedInstances = space.machine.instances.map { excluded.contains($0.event) }
  }

  /// The number of choices for each state.
  var width: Int { choices.count }

  /// Whether a loop in which an event instance happens is excluded.
  @inline(__always)
  func isExcluded(_ instance: Int) -> Bool { excludedInstances[instance] }

  /// Makes an expander that recomputes the steps from the states.
  ///
  /// - Parameter thread: the index of its thread in the space, whose remembered canonical forms it uses.
  func expander(rows: Int, thread: Int = 0) -> StateExpander {
    StateExpander(
      space.plan, space.referenceSteps, canonicalizer: space.workers[thread].canonicalizer,
      table: space.visited.table.view, codec: space.visited.codec.view, rows: rows, marks: marks,
      marksPerSlot: width)
  }

  func noteFault(node: Int) { faultySlots.insert(node / width) }

  @inline(__always)
  func mark(_ node: Int) -> Mark { marks[node] & ~Self.begins }

  /// Whether a fair loop contains a node.
  func isFair(_ node: Int) -> Bool {
    let mark = mark(node)
    return mark == Self.fair || mark >= Self.firstPlace
  }

  /// Whether the body does not hold, whatever the other data.
  @inline(__always)
  func isPending(_ node: Int) -> Bool {
    let mark = mark(node)
    return mark != Self.closed && mark != Self.faulty
  }

  /// Leaves all nodes out.
  func hideAll() {
    for node in 0..<nodeCount where mark(node) == Self.open { setMark(node, Self.hidden) }
  }

  @inline(__always)
  func setMark(_ node: Int, _ mark: Mark) { marks[node] = marks[node] & Self.begins | mark }

  /// The node that a step leads to.
  ///
  /// - Parameters:
  ///   - step: the index of the step among the computed ones.
  ///   - place: that of the choice at the state that the step is from.
  @inline(__always)
  func target(of step: Int, _ steps: StepBuffer, from place: Int) -> Int {
    let slot = steps.targets[step]
    if width == 1 { return slot }
    let image = images.image(of: choices[place], under: steps.permutation(step))
    return slot * width + placeOfChoice[image]
  }

  /// The index of a choice in the graph.
  func place(ofChoice choice: Int) -> Int { placeOfChoice[choice] }

  /// The node of a state and a choice.
  func node(slot: Int, choice: Int) -> Int { slot * width + placeOfChoice[choice] }

  /// Whether the premise holds and the body does not.
  @inline(__always)
  func isBegun(_ node: Int) -> Bool { marks[node] & Self.begins != 0 }

  // MARK: Filling

  /// Computes where an answer is pending.
  func fill(_ plan: PendingPlan) {
    let order = space.visited.order.base
    let count = space.visited.count
    let threads = space.threads(forStates: count)
    let parts = Parts(graph: self, plan: plan, order: order)
    space.pool.run(threads: threads) { thread in
      parts.fill(count * thread / threads..<count * (thread + 1) / threads)
    }
    faultySlots.formUnion(parts.faults.withLock { $0 })
    hasFaultyNodes = parts.hasFaultyNodes.load(ordering: .relaxed)
    openCount = parts.openCount.load(ordering: .relaxed)
    hasPremise = parts.hasPremise.load(ordering: .relaxed)
    isBegunEverywhere = !parts.hasUnbegun.load(ordering: .relaxed)
  }

  /// Lets a property without premise begin in the starts.
  func beginAtStarts() {
    let worker = space.workers[0]
    for start in space.starts {
      guard let key = worker.key(of: start, space.visited.codec.view),
        let slot = space.visited.table.view.find(key)
      else { continue }
      for place in 0..<width {
        let node = slot * width + place
        if mark(node) == Self.faulty { noteFault(node: node) }
        if mark(node) != Self.closed { marks[node] |= Self.begins }
      }
    }
  }
}

/// The data of threads that each examine a range of states.
private final class Parts: @unchecked Sendable {
  let graph: PendingGraph
  let plan: PendingPlan
  let order: UnsafePointer<UInt64>
  let faults = Mutex<[Int]>([])
  let hasFaultyNodes = Atomic<Bool>(false)
  let openCount = Atomic<Int>(0)
  let hasPremise = Atomic<Bool>(false)
  let hasUnbegun = Atomic<Bool>(false)

  init(graph: PendingGraph, plan: PendingPlan, order: UnsafePointer<UInt64>) {
    self.graph = graph
    self.plan = plan
    self.order = order
  }

  /// Marks the nodes of the states at some indices of the breadth-first order.
  func fill(_ places: Range<Int>) {
    let table = graph.space.visited.table.view
    let codec = graph.space.visited.codec.view
    let states = PendingStates(plan)
    let buffer = Buffer<UInt64>(count: PendingStates.rowCapacity * codec.wordCount)
    let words = buffer.base
    var faulty: [Int] = []
    var open = 0
    var isBegun = false
    var hasUnbegun = false
    for first in stride(
      from: places.lowerBound, to: places.upperBound, by: PendingStates.rowCapacity)
    {
      let count = min(PendingStates.rowCapacity, places.upperBound - first)
      for row in 0..<count {
        let key = order[first + row]
        table.prefetch(table.home(of: key))
        codec.decode(key, words: words + row * codec.wordCount)
        states.load(words + row * codec.wordCount, row: row)
      }
      states.evaluate(rows: count)
      for row in 0..<count {
        guard let slot = table.find(order[first + row]) else { continue }
        for (place, choice) in graph.choices.enumerated() {
          let flags = states.flags(
            row: row, words: words + row * codec.wordCount, tuple: choice)
          let (mark, faults) = mark(flags)
          graph.marks[slot * graph.width + place] = mark
          if mark & ~PendingGraph.begins == PendingGraph.open { open += 1 }
          if mark == PendingGraph.open { hasUnbegun = true }
          if flags.contains(.begins) { isBegun = true }
          if faults { faulty.append(slot) }
          if flags.contains(.bodyFaults) { hasFaultyNodes.store(true, ordering: .relaxed) }
        }
      }
    }
    openCount.add(open, ordering: .relaxed)
    if hasUnbegun { self.hasUnbegun.store(true, ordering: .relaxed) }
    if isBegun { hasPremise.store(true, ordering: .relaxed) }
    faults.withLock { $0 += faulty }
  }

  /// The data of a node, and whether a value is certainly missing there.
  private func mark(_ flags: PendingStates.Flags) -> (PendingGraph.Mark, Bool) {
    let begins = flags.contains(.begins) ? PendingGraph.begins : 0
    if flags.contains(.bodyFaults) {
      let isAsked = graph.asksEverywhere || !flags.isDisjoint(with: [.begins, .premiseFaults])
      return (PendingGraph.faulty | begins, isAsked)
    }
    let isOpen = flags.contains(.isOpen)
    return (
      isOpen ? PendingGraph.open | begins : PendingGraph.closed, flags.contains(.premiseFaults)
    )
  }
}
