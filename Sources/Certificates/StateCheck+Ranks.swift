import Semantics

/// That no fair run goes on for ever without an answer.
extension StateCheck {
  mutating func check(
    _ ranking: Certificate.Ranking, _ claim: Certifier.Claim, _ choice: Int, _ place: Int,
    _ row: ArraySlice<UInt32>, _ steps: [Taken]
  ) throws(Certifier.Failure) {
    let name = machine.spec.properties[claim.property].name
    let isPending = ranking.places[place] != Certificate.noRank
    // Where it begins, the body is asked.
    if claim.hasPremise || starts.contains(place) {
      switch try answer(.premise(claim.property, choice: choice), row) {
      case .fault: throw rejected("'\(name)' has no value", row)
      case .no: break
      case .yes:
        switch try answer(.body(claim.property, choice: choice), row) {
        case .fault: throw rejected("'\(name)' has no value", row)
        case .no where !isPending: throw rejected("'\(name)' has no rank", row)
        case .yes, .no: break
        }
      }
    }
    if !isPending { return }
    // A run may go on without any step.
    try checkDescent(ranking, Taken(source: place, target: place), name, row)
    for step in steps {
      let next = certifier.set[step.target]
      switch try answer(.body(claim.property, choice: choice), next) {
      case .fault: throw rejected("'\(name)' has no value", next)
      case .yes: continue
      case .no: break
      }
      if ranking.places[step.target] == Certificate.noRank {
        throw rejected("'\(name)' has no rank", next)
      }
      // What does not go on for ever brings a run up as often as it likes.
      if let instance = step.instance,
        claim.excluded.contains(machine.instances[instance].event)
      {
        continue
      }
      try checkDescent(ranking, step, name, row)
    }
  }

  /// A step leads to a component with a smaller number, or within one, and then it puts off the fair action of it.
  private mutating func checkDescent(
    _ ranking: Certificate.Ranking, _ step: Taken, _ name: String, _ row: ArraySlice<UInt32>
  ) throws(Certifier.Failure) {
    let from = chain(ranking, step.source)
    let to = chain(ranking, step.target)
    for depth in 0... {
      guard depth < from.count, depth < to.count else { break }
      if from[depth] > to[depth] { return }
      if from[depth] < to[depth] { break }
      let action = ranking.components[from[depth]].putsOff
      if isStep(step, of: action) { break }
      let isPossible = try isPossible(action, step.source)
      if certifier.actions[action].fairness == .weak {
        if !isPossible { break }
        return
      }
      // Strongly fair: a run that stays has no more states in which it is possible, from some time on.
      if isPossible { return }
      if try self.isPossible(action, step.target) { return }
    }
    let how = step.instance.map { "by \(text($0))" } ?? "where nothing happens any more"
    throw rejected("the rank of '\(name)' does not go down \(how)", row)
  }

  /// The components that a state is in, the outermost first.
  private func chain(_ ranking: Certificate.Ranking, _ place: Int) -> [Int] {
    var chain = [Int(ranking.places[place])]
    while let first = chain.last, let parent = ranking.components[first].parent {
      chain.append(parent)
    }
    return chain.reversed()
  }

  private func isStep(_ step: Taken, of action: Int) -> Bool {
    certifier.instancesOfActions[action] == step.instance
      && (certifier.actions[action].rule == nil || certifier.actions[action].rule == step.rule)
  }

  private mutating func isPossible(
    _ action: Int, _ place: Int
  ) throws(Certifier.Failure) -> Bool {
    let reaction = try reaction(
      to: certifier.instancesOfActions[action], certifier.set[place])
    let rule = certifier.actions[action].rule
    return reaction.steps.contains { rule == nil || $0.rule == rule }
  }
}
