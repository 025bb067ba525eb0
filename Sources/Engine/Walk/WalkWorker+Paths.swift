import Semantics

/// One walk again, step by step.
extension WalkWorker {
  /// The path of one walk, in steps of the reference evaluator; nil if its steps differ.
  ///
  /// After this, the worker searches for nothing more, and does no other walks.
  ///
  /// The steps are identified by their index among those of the same instance and rule: `react` lists them in the
  /// order of the plan.
  func path(of walk: Int) -> Path? {
    open = Array(repeating: 0, count: open.count)
    openProperties = []
    openRuns = openRuns.map { _ in 0 }
    record = []
    defer { record = nil }
    let start = start(WalkDraws.key(seed: seed, walk: walk))
    var path = Path(start: machine.layout.unpack(start), steps: [])
    _ = run(WalkChunk(first: walk, stride: 1, count: 1)) { false }
    for recorded in record ?? [] {
      let outcome = plan.outcomes[recorded.outcome]
      let steps = evaluator.react(to: machine.instances[outcome.instance], in: path.end).steps
        .filter { $0.rule == outcome.rule }
      guard steps.indices.contains(recorded.ordinal),
        machine.layout.pack(steps[recorded.ordinal].state) == recorded.words
      else { return nil }
      path.steps.append(steps[recorded.ordinal])
    }
    return path
  }

  /// The number of outcomes of the same event instance and rule that are possible before one, in the first row.
  func ordinal(of outcome: Int) -> Int {
    let own = plan.outcomes[outcome]
    guard let group = plan.groups.first(where: { $0.outcomes.range.contains(outcome) })
    else { return 0 }
    return group.outcomes.range.prefix { $0 < outcome }.count { other in
      let bit = group.firstBit + other - group.outcomes.first
      let isPossible =
        group.isAlwaysPossible || columns.column(plan.words[bit / 64])[0] >> (bit % 64) & 1 == 1
      return plan.outcomes[other].instance == own.instance && isPossible
    }
  }
}
