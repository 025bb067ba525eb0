import Semantics

/// Checks states of a certificate one by one; each thread has one.
struct StateCheck {
  typealias Row = ArraySlice<UInt32>

  let certifier: Certifier
  let starts: Set<Int>
  private var evaluator: RowEvaluator
  var machine: Machine { certifier.machine }
  private let claimedTransitions: Set<Int>

  init(_ certifier: Certifier, _ starts: Set<Int>) {
    self.certifier = certifier
    self.starts = starts
    claimedTransitions = Set(
      certifier.claims.map(\.property).filter {
        certifier.machine.spec.properties[$0].keyword == .transition
      })
    evaluator = RowEvaluator(
      certifier.machine, certifier.numbers, transitions: claimedTransitions.sorted())
  }

  /// A step with the states that it leads from and to, by their places.
  struct Taken {
    var source: Int
    var target: Int
    /// Nil if nothing happens.
    var instance: Int?
    var rule: Int?
  }

  /// Checks a state; returns how many steps lead from it.
  mutating func check(_ place: Int) throws(Certifier.Failure) -> Int {
    let row = certifier.set[place]
    var steps: [Taken] = []
    var canHappen = false
    for instance in machine.instances.indices {
      let reaction = try reaction(to: instance, row)
      canHappen = canHappen || reaction.isPossible
      try check(reaction, of: instance, row)
      for step in reaction.steps {
        steps.append(try taken(step, instance, place, row))
      }
    }
    if !canHappen { try checkEnd(row) }
    for claim in certifier.claims { try check(claim, place, row, steps) }
    return steps.count
  }

  func rejected(_ reason: String, _ row: Row) -> Certifier.Failure {
    .rejected(.init("\(reason), in the state \(certifier.text(certifier.numbers.state(of: row)))"))
  }

  func text(_ instance: Int) -> String { machine.spec.text(machine.instances[instance]) }

  mutating func reaction(
    to instance: Int, _ row: Row
  ) throws(Certifier.Failure) -> RowEvaluator.Reaction {
    do throws(InternalError) {
      return try evaluator.reaction(to: instance, in: row)
    } catch {
      throw .contradiction(error)
    }
  }

  mutating func answer(
    _ question: RowEvaluator.Question, _ row: Row
  ) throws(Certifier.Failure) -> RowEvaluator.Truth {
    do throws(InternalError) {
      return try evaluator.answer(to: question, in: row)
    } catch {
      throw .contradiction(error)
    }
  }

  // MARK: Steps

  private func check(
    _ reaction: RowEvaluator.Reaction, of instance: Int, _ row: Row
  ) throws(Certifier.Failure) {
    if reaction.isCut {
      throw rejected("the tool goes no further in \(text(instance))", row)
    }
    for freedom in certifier.certificate.freedoms where reaction.wrong.contains(freedom) {
      throw rejected("there is a \(freedom.rawValue) in \(text(instance))", row)
    }
    if let property = reaction.steps.lazy.flatMap(\.violated).first {
      throw rejected(
        "'\(machine.spec.properties[property].name)' does not hold of \(text(instance))", row)
    }
  }

  private func taken(
    _ step: RowEvaluator.Step, _ instance: Int, _ place: Int, _ row: Row
  ) throws(Certifier.Failure) -> Taken {
    var next = Array(row)
    for write in step.writes { next[write.variable] = write.value }
    guard !step.isUnknown, let target = certifier.set.place(of: next[...]) else {
      throw rejected("\(text(instance)) leads out of the states", row)
    }
    return Taken(source: place, target: target, instance: instance, rule: step.rule)
  }

  /// What nothing leads on from has to be an end.
  private mutating func checkEnd(_ row: Row) throws(Certifier.Failure) {
    let freedoms = certifier.certificate.freedoms
    switch try answer(.termination, row) {
    case .no where freedoms.contains(.deadlock):
      throw rejected("nothing can happen", row)
    case .fault where freedoms.contains(.fault) || freedoms.contains(.deadlock):
      throw rejected("'terminal' has no value", row)
    case .yes, .no, .fault: break
    }
  }

  // MARK: Claims

  private mutating func check(
    _ claim: Certifier.Claim, _ place: Int, _ row: Row, _ steps: [Taken]
  ) throws(Certifier.Failure) {
    let name = machine.spec.properties[claim.property].name
    switch claim.proof {
    case .everywhere:
      // Transitions were asked of the steps.
      if claimedTransitions.contains(claim.property) { return }
      if try answer(.property(claim.property), row) != .yes {
        throw rejected("'\(name)' does not hold", row)
      }
    case .path(let path): try check(path, claim, place, row, steps)
    case .distances(let all):
      for (choice, distances) in all.enumerated() {
        try check(distances, claim, choice, place, row, steps)
      }
    case .ranks(let all):
      for (choice, ranking) in all.enumerated() {
        try check(ranking, claim, choice, place, row, steps)
      }
    }
  }

  /// A path is checked where it goes through a state.
  private mutating func check(
    _ path: [Int], _ claim: Certifier.Claim, _ place: Int, _ row: Row, _ steps: [Taken]
  ) throws(Certifier.Failure) {
    let name = machine.spec.properties[claim.property].name
    guard let first = path.first, starts.contains(first), let last = path.last else {
      throw .rejected(.init("the path to '\(name)' does not begin at a start"))
    }
    if place == last, try answer(.property(claim.property), row) != .yes {
      throw rejected("'\(name)' is not so where its path ends", row)
    }
    for (source, target) in zip(path, path.dropFirst()) where source == place {
      if !steps.contains(where: { $0.target == target }) {
        throw rejected("the path to '\(name)' goes on by no step", row)
      }
    }
  }

  private mutating func check(
    _ distances: [UInt32], _ claim: Certifier.Claim, _ choice: Int, _ place: Int, _ row: Row,
    _ steps: [Taken]
  ) throws(Certifier.Failure) {
    let name = machine.spec.properties[claim.property].name
    let body = try answer(.body(claim.property, choice: choice), row)
    let premise = try answer(.premise(claim.property, choice: choice), row)
    if body == .fault || premise == .fault { throw rejected("'\(name)' has no value", row) }
    let distance = distances[place]
    if distance == Certificate.noRank {
      if premise == .yes { throw rejected("'\(name)' has no rank", row) }
      return
    }
    if distance == 0 {
      if body != .yes { throw rejected("'\(name)' is not satisfied, as its rank says", row) }
    } else if !steps.contains(where: { distances[$0.target] < distance }) {
      throw rejected("no step comes nearer to what is possible by '\(name)'", row)
    }
  }
}
