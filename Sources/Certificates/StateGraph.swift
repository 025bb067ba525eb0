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
    let width = machine.spec.variables.count
    evaluator = RowEvaluator(
      machine, ValueNumbers(variableCount: width),
      transitions: machine.spec.transitions(among: Set(machine.spec.properties.indices)),
      addsValues: true)
    set = RowSet(evaluator.layout)
    for state in beginnings {
      let row = state.enumerated().map { evaluator.added($1, in: $0) }
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
  }

  private mutating func expand(_ place: Int) throws(CertificateMaker.Obstacle) {
    var row = set.packed(place)
    var next = row
    var canHappen = false
    for instance in evaluator.machine.instances.indices {
      let reaction: Int
      do throws(InternalError) {
        reaction = try evaluator.reaction(to: instance, in: row)
      } catch {
        throw .contradiction(error)
      }
      if evaluator.layout != set.layout {
        set.change(to: evaluator.layout)
        row = set.packed(place)
        next = row
      }
      let known = evaluator.known(of: instance)
      if !known.pointee.packed.heads[reaction].isPlain {
        try note(reaction, instance)
      }
      let head = known.pointee.packed.heads[reaction]
      if head.hasChecks { try check(reaction, instance, row) }
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
      switch try answer(evaluator.number(of: .termination), place) {
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
    violated.formUnion(packed.violated[reaction])
  }

  private mutating func check(
    _ reaction: Int, _ instance: Int, _ row: [UInt64]
  ) throws(CertificateMaker.Obstacle) {
    do throws(InternalError) {
      violated.formUnion(try evaluator.violated(by: reaction, to: instance, in: row))
    } catch {
      throw .contradiction(error)
    }
  }

  /// The steps from a state.
  func steps(from place: Int) -> ArraySlice<Edge> { edges[firsts[place]..<firsts[place + 1]] }

  /// A question by a number, to be asked by.
  mutating func number(of question: RowEvaluator.Question) -> Int {
    evaluator.number(of: question)
  }

  mutating func answer(
    _ question: Int, _ place: Int
  ) throws(CertificateMaker.Obstacle) -> RowEvaluator.Truth {
    do throws(InternalError) {
      return try set.find { (find) throws(InternalError) in
        try evaluator.answer(to: question, in: find.words + place * set.layout.wordCount)
      }
    } catch {
      throw .contradiction(error)
    }
  }
}
