import Semantics

/// All states that runs come to, in rows, with the steps between them.
struct StateGraph {
  /// A step to a state, by its place.
  struct Edge {
    var target: UInt32
    /// The event instance, by its place in the machine.
    var instance: UInt32
    /// -1 if the event has no rules.
    var rule: Int32
  }

  let evaluator: RowEvaluator
  private(set) var set: RowSet
  /// The places of the states that runs begin in.
  private(set) var starts: [Int] = []
  /// The steps from each state, one after the other.
  private(set) var edges: [Edge] = []
  /// Where the steps from each state begin, and where the last ones end.
  private(set) var firsts: [Int] = [0]
  /// From which state each was reached first; itself for a start.
  private(set) var parents: [UInt32] = []
  /// What goes wrong in some state.
  private(set) var wrong: Set<Certificate.Freedom> = []
  /// The transition properties that some step violates.
  private(set) var violated: Set<Int> = []

  /// More states than these are too many to be written down.
  static let maximumStates = 4_000_000

  /// - Throws: `CertificateMaker.Obstacle` if there are too many, or they cannot all be found.
  init(_ machine: Machine, _ beginnings: [[Value]]) throws(CertificateMaker.Obstacle) {
    evaluator = RowEvaluator(
      machine, ValueNumbers(StateParts(machine.spec.variables)),
      transitions: machine.spec.transitions(among: Set(machine.spec.properties.indices)),
      addsValues: true)
    set = RowSet(evaluator.layout)
    for state in beginnings {
      let row: [UInt32]
      do throws(InternalError) {
        row = try evaluator.added(state)
      } catch {
        throw .contradiction(error)
      }
      if evaluator.layout != set.layout { set.change(to: evaluator.layout) }
      let (place, isNew) = set.insert(set.layout.packed(row))
      if isNew {
        starts.append(place)
        parents.append(UInt32(place))
      }
    }
    var place = 0
    while place < set.count {
      try expand(place)
      if set.count > Self.maximumStates { throw .tooMany(Self.maximumStates) }
      if place & 0xFF == 0, Watch.isOver { throw .stopped }
      place += 1
    }
    do throws(InternalError) {
      try judgeSteps()
    } catch {
      throw .contradiction(error)
    }
    if Watch.isOver { throw .stopped }
  }

  private mutating func expand(_ place: Int) throws(CertificateMaker.Obstacle) {
    var row = set.packed(place)
    var next = row
    var canHappen = false
    for instance in evaluator.machine.instances.indices {
      let answer: Int
      do throws(InternalError) {
        answer = try evaluator.reaction(to: instance, in: row)
      } catch {
        throw .contradiction(error)
      }
      if evaluator.layout != set.layout {
        set.change(to: evaluator.layout)
        row = set.packed(place)
        next = row
      }
      let known = evaluator.known(of: instance)
      let reaction = Int(known.pointee.reactions[answer])
      let head = known.pointee.packed.heads[reaction]
      if !head.isPlain { try note(reaction, instance) }
      canHappen = canHappen || head.isPossible
      for step in head.steps {
        known.pointee.packed.take(Int(step), row, &next)
        let (target, isNew) = set.insert(next)
        if isNew { parents.append(UInt32(place)) }
        edges.append(
          Edge(
            target: UInt32(target), instance: UInt32(instance),
            rule: known.pointee.packed.rules[Int(step)]))
      }
    }
    firsts.append(edges.count)
    if !canHappen {
      switch evaluator.mayEnd(row) {
      case .yes: break
      case .no: wrong.insert(.deadlock)
      // Whether it may be an end is not known then.
      case .fault: wrong.formUnion([.deadlock, .fault])
      }
    }
  }

  private mutating func note(
    _ reaction: Int, _ instance: Int
  ) throws(CertificateMaker.Obstacle) {
    let packed = evaluator.known(of: instance).pointee.packed
    if packed.all[reaction].isCut { throw .cut(evaluator.machine.instances[instance].event) }
    wrong.formUnion(packed.all[reaction].wrong)
  }

  /// What transition properties say of the steps, now that all contents of columns are known.
  private mutating func judgeSteps() throws(InternalError) {
    var step = Array(repeating: UInt64(0), count: set.layout.wordCount * 2)
    for instance in evaluator.machine.instances.indices {
      let known = evaluator.known(of: instance)
      for place in 0..<set.count {
        if place & 0xFF == 0, Watch.isOver { return }
        let row = set.packed(place)
        let answer = try evaluator.reaction(to: instance, in: row)
        if evaluator.hasNoClaims(answer, of: known) { continue }
        violated.formUnion(try evaluator.violated(by: answer, to: instance, in: row, &step))
      }
    }
  }

  /// The steps from a state.
  func steps(from place: Int) -> ArraySlice<Edge> { edges[firsts[place]..<firsts[place + 1]] }

  /// What a question comes to in all states.
  func answers(
    to question: RowEvaluator.Question
  ) throws(CertificateMaker.Obstacle) -> [Truth] {
    let condition = evaluator.condition(of: question)
    do throws(InternalError) {
      return try set.find { (find) throws(InternalError) in
        try evaluator.truths(of: condition, find.words, set.count)
      }
    } catch {
      throw .contradiction(error)
    }
  }
}
