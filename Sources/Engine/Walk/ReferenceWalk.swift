import Semantics

/// A walk by the reference evaluator: it defines the meaning of walks, and runs them if the plan is incomplete. It
/// draws the same numbers as `WalkWorker` for the same purposes, so both take the same walks; tests compare them.
struct ReferenceWalk {
  private let machine: Machine
  private let starts: [[Value]]
  private let seed: UInt64
  private let maximumSteps: Int
  private let evaluator: ReferenceEvaluator
  private let properties: PropertyEvaluator
  /// Properties of states, and those of steps.
  private let ofStates: [Int]
  private let ofSteps: [Int]
  private let runs: [RunQuestion]
  private let lasso: LassoWitness

  init(
    _ machine: Machine, starts: [[Value]], seed: UInt64, steps: Int, properties chosen: Set<Int>,
    runs: [RunQuestion] = []
  ) {
    self.runs = runs
    lasso = LassoWitness(machine)
    self.machine = machine
    self.starts = starts
    self.seed = seed
    maximumSteps = steps
    evaluator = ReferenceEvaluator(machine.spec)
    properties = PropertyEvaluator(spec: machine.spec)
    let transitions = machine.spec.transitions(among: chosen)
    ofSteps = transitions
    ofStates = chosen.subtracting(transitions).sorted()
  }

  /// The number of times a walk took each event, and each rule of it.
  ///
  /// For the whole walk, in any phase: the choice between two events uses it.
  private struct Taken {
    var events: [Int]
    var rules: [[Int]]
  }

  /// Does one walk; returns false if it was stopped, and `tally` then has the findings so far.
  ///
  /// The state after the last step is checked as well, including its possible steps.
  ///
  /// - Parameters:
  ///   - walk: its number, counted from 0 over all parts.
  ///   - tally: gets the findings at once, and counts the walk at its end.
  ///   - path: receives its steps; unchanged if it is nil.
  ///   - mustStop: called before each state.
  func run(
    _ walk: Int, tally: inout WalkTally, path: inout Path?, mustStop: () -> Bool = { false }
  ) -> Bool {
    let key = WalkDraws.key(seed: seed, walk: walk)
    let events = machine.spec.events
    let period = WalkDraws.period(key)
    var taken = Taken(
      events: events.map { _ in 0 }, rules: events.map { $0.rules.map { _ in 0 } })
    let draw = WalkDraws.draw(key, step: 0, WalkDraws.start)
    var state = starts[WalkDraws.low(draw, of: starts.count)]
    if path != nil { path = Path(start: state, steps: []) }
    var ranks = (walk & 1 == 0 ? tally.even : tally.odd).ranks
    defer {
      let sketch = StateSketch(ranks: ranks)
      if walk & 1 == 0 { tally.even = sketch } else { tally.odd = sketch }
    }
    sketch(state, &ranks)
    var pending = PendingRuns(runs, of: machine.spec)
    for step in 0...maximumSteps {
      if mustStop() { return false }
      let place = WalkPlace(walk: walk, step: step)
      let reactions = look(at: state, place, &tally)
      pending.look(at: state, isStart: step == 0)
      let swarm = WalkDraws.swarm(
        key, events: events.count, phase: WalkDraws.phase(step + 1, period))
      guard let next = choose(reactions, key, step + 1, swarm, &taken) else {
        tally.deadEnds += 1
        noteStop(pending, in: state, place, &tally)
        break
      }
      if step == maximumSteps {
        noteStop(pending, in: state, place, &tally)
        break
      }
      tally.steps += 1
      tally.count(next.instance.event, rule: next.rule, times: 1)
      path?.steps.append(next)
      state = next.state
      sketch(state, &ranks)
    }
    tally.walks += 1
    return true
  }

  /// Records each `eventually` that is violated if the walk stays in its last state forever.
  private func noteStop(
    _ pending: PendingRuns, in state: [Value], _ place: WalkPlace, _ tally: inout WalkTally
  ) {
    let properties = pending.properties
    guard !properties.isEmpty, lasso.mayStop(in: state) else { return }
    for property in properties { tally.note(Finding(.eventually, property: property), at: place) }
  }

  /// Adds the state to the sketch, with the same hash of its packed words as in `WalkWorker`.
  private func sketch(_ state: [Value], _ ranks: inout [UInt8]) {
    let words = machine.layout.pack(state)
    var hash = SlotHash.mix(words[0])
    for word in words.dropFirst() { hash = SlotHash.mix(hash ^ word) }
    ranks.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { StateSketch.add(hash, to: base) }
    }
  }

  /// Records the findings of a state; returns the possible steps, by event.
  private func look(
    at state: [Value], _ place: WalkPlace, _ tally: inout WalkTally
  ) -> [[Step]] {
    var steps: [[Step]] = machine.spec.events.map { _ in [] }
    var isAlive = false
    for instance in machine.instances {
      let reaction = evaluator.react(to: instance, in: state)
      if reaction.isPossible || !reaction.problems.isEmpty { isAlive = true }
      for problem in reaction.problems {
        if let fault = problem.fault, note(limit: fault, place, &tally) { continue }
        tally.note(problem.finding, at: place)
      }
      for step in reaction.steps { check(step, from: state, place, &tally) }
      steps[instance.event] += reaction.steps
    }
    var found = properties.findings(ofStates, in: state) { _ = note(limit: $0, place, &tally) }
    if !isAlive {
      let deadlock = properties.deadlock(in: state) { _ = note(limit: $0, place, &tally) }
      if let deadlock { found.append(deadlock) }
    }
    for finding in found { tally.note(finding, at: place) }
    return steps
  }

  /// Records a limit of the tool; returns false if the fault is none.
  private func note(limit fault: Fault, _ place: WalkPlace, _ tally: inout WalkTally) -> Bool {
    if fault.isLimit { tally.note(limit: fault.limitText(in: machine.spec.file), at: place) }
    return fault.isLimit
  }

  /// Records the violations of a step, whether the walk takes it or not.
  private func check(
    _ step: Step, from state: [Value], _ place: WalkPlace, _ tally: inout WalkTally
  ) {
    for property in ofSteps {
      let verdict = properties.check(property, step, from: state)
      if verdict.isViolated { tally.note(Finding(.transition, property: property), at: place) }
      if let fault = verdict.fault, !note(limit: fault, place, &tally) {
        tally.note(Finding(.stepFault, property: property, at: fault.range), at: place)
      }
    }
  }

  /// Chooses the step that a walk takes, as documented in "WalkWorker"; nil if none is possible.
  private func choose(
    _ steps: [[Step]], _ key: UInt64, _ number: Int, _ swarm: UInt64, _ taken: inout Taken
  ) -> Step? {
    var possible = steps.indices.filter { !steps[$0].isEmpty }
    if possible.isEmpty { return nil }
    let preferred = possible.filter { $0 >= 64 || swarm >> UInt64($0) & 1 == 1 }
    if !preferred.isEmpty { possible = preferred }
    let event = Self.seldom(
      possible, WalkDraws.draw(key, step: number, WalkDraws.event), taken.events)
    taken.events[event] += 1
    var outcomes = steps[event]
    if taken.rules[event].count > 1 {
      let rules = Set(outcomes.compactMap(\.rule)).sorted()
      let rule = Self.seldom(
        rules, WalkDraws.draw(key, step: number, WalkDraws.rule), taken.rules[event])
      taken.rules[event][rule] += 1
      outcomes.removeAll { $0.rule != rule }
    }
    let draw = WalkDraws.draw(key, step: number, WalkDraws.outcome)
    return outcomes[WalkDraws.low(draw, of: outcomes.count)]
  }

  /// Draws two of the possible ones, by the halves of one draw. Returns the one that was taken less often, or the
  /// first if both were taken equally often.
  private static func seldom(_ possible: [Int], _ draw: UInt64, _ taken: [Int]) -> Int {
    let first = possible[WalkDraws.low(draw, of: possible.count)]
    let second = possible[WalkDraws.high(draw, of: possible.count)]
    return taken[second] < taken[first] ? second : first
  }
}
