import Semantics

/// Checks that ranks decrease along steps, several at a time. For a `possible`, one step from each state is enough.
/// For an `eventually`, all of them count, so that no fair run continues forever without an answer.
final class RankCheck {
  private static let width = 16
  private static let noRank: UInt32 = 1 << 30 - 1

  /// One choice of the parameters of a property.
  private struct Entry {
    var name: String
    /// Nil for a `possible`.
    var ranking: Certificate.Ranking?
    /// The components that contain each one, and itself, the outermost first.
    var chains: [[Int]] = []
  }

  private let certifier: Certifier
  private var entries: [Entry] = []
  /// For each entry, the ranks in all states, with the answer in the two highest bits.
  private var columns: [[UInt32]] = []
  /// The same, with those of a state stored consecutively.
  private var marks: [UInt32] = []
  /// For each state, the entries that need its steps.
  private(set) var open: [UInt16]
  /// The entries of `possible`.
  private var distances: UInt16 = 0
  /// The entries that have components in components.
  private var nested: UInt16 = 0
  /// For each event, the entries that assume it does not happen infinitely often.
  private var excluded: [UInt16]
  /// For each state, the entries whose component there postpones an enabled action.
  private var putsOff: [UInt16] = []
  /// For each event instance, the entries in which some component postpones an action of it.
  private var acts: [UInt16]
  /// The states in which each fair action is enabled.
  private var isPossible: [Int: [Bool]] = [:]

  init(_ certifier: Certifier) {
    self.certifier = certifier
    open = Array(repeating: 0, count: certifier.set.count)
    excluded = Array(repeating: 0, count: certifier.machine.spec.events.count)
    acts = Array(repeating: 0, count: certifier.machine.instances.count)
  }

  var isFull: Bool { entries.count == Self.width }
  var isEmpty: Bool { entries.isEmpty }
  /// The fair actions that are postponed.
  var actions: Set<Int> {
    Set(entries.compactMap(\.ranking).flatMap(\.components).map(\.putsOff))
  }

  // MARK: Claims

  func add(_ ranks: [UInt32], _ claim: Certifier.Claim) {
    let bit = UInt16(1) << UInt16(entries.count)
    distances |= bit
    entries.append(Entry(name: name(claim)))
    columns.append(ranks.map { min($0, Self.noRank) })
    for place in ranks.indices where ranks[place] != Certificate.noRank && ranks[place] > 0 {
      open[place] |= bit
    }
  }

  /// - Parameter answers: whether there is an answer, in all states.
  func add(
    _ ranking: Certificate.Ranking, _ claim: Certifier.Claim, _ answers: [Truth]
  ) {
    let bit = UInt16(1) << UInt16(entries.count)
    for event in claim.excluded { excluded[event] |= bit }
    var chains: [[Int]] = []
    for (number, component) in ranking.components.enumerated() {
      if component.parent != nil { nested |= bit }
      chains.append((component.parent.map { chains[$0] } ?? []) + [number])
      acts[certifier.instancesOfActions[component.putsOff]] |= bit
    }
    entries.append(Entry(name: name(claim), ranking: ranking, chains: chains))
    var column: [UInt32] = []
    column.reserveCapacity(answers.count)
    for (place, answer) in answers.enumerated() {
      column.append(min(ranking.places[place], Self.noRank) | UInt32(answer.rawValue) << 30)
      if ranking.places[place] != Certificate.noRank { open[place] |= bit }
    }
    columns.append(column)
  }

  private func name(_ claim: Certifier.Claim) -> String {
    certifier.machine.spec.properties[claim.property].name
  }

  func note(_ isPossible: [Bool], of action: Int) { self.isPossible[action] = isPossible }

  /// Completes the set of claims that are checked together.
  func close() {
    marks = Array(repeating: 0, count: columns.count * open.count)
    for (entry, column) in columns.enumerated() {
      for (place, mark) in column.enumerated() { marks[place * columns.count + entry] = mark }
    }
    putsOff = Array(repeating: 0, count: open.count)
    for (entry, column) in columns.enumerated() {
      guard let components = entries[entry].ranking?.components else { continue }
      let isPossible = components.map { self.isPossible[$0.putsOff] ?? [] }
      for (place, mark) in column.enumerated() where mark & Self.noRank != Self.noRank {
        let possible = isPossible[Int(mark & Self.noRank)]
        if !possible.isEmpty, possible[place] { putsOff[place] |= 1 << UInt16(entry) }
      }
    }
    columns = columns.map { _ in [] }
  }

  // MARK: Steps

  /// A step with the indices of its source and target states.
  private struct Step {
    var source: Int
    var target: Int
    /// Nil for a run that stops.
    var instance: Int?
    /// -1 if the event has no rules.
    var rule: Int32 = -1
  }

  func take(
    _ block: StepBlock, of instance: Int, _ check: StateCheck
  ) -> Certifier.Failure? {
    let count = entries.count
    let excluded = excluded[certifier.machine.instances[instance].event]
    // A run that stays in such a component postpones its action in these steps, if it is enabled.
    let stays = ~nested & ~acts[instance]
    var open: [UInt16] = []
    swap(&open, &self.open)
    defer { swap(&open, &self.open) }
    return open.withUnsafeMutableBufferPointer { open in
      marks.withUnsafeBufferPointer { marks in
        for taken in block.steps {
          let source = Int(taken.source)
          let target = Int(taken.target)
          var rest = open[source]
          while rest != 0 {
            let entry = rest.trailingZeroBitCount
            let bit = rest & (0 &- rest)
            rest &= rest - 1
            let from = marks[source * count + entry] & Self.noRank
            let mark = marks[target * count + entry]
            let to = mark & Self.noRank
            if distances & bit != 0 {
              if to < from { open[source] &= ~bit }
              continue
            }
            if mark >> 30 == UInt32(Truth.yes.rawValue) { continue }
            if mark >> 30 == UInt32(Truth.no.rawValue) {
              if to < from, nested & bit == 0 { continue }
              if to == from, stays & putsOff[source] & bit != 0 { continue }
            }
            let step = Step(
              source: source, target: target, instance: instance, rule: taken.rule)
            if let failure = failure(step, entry, excluded & bit != 0, check) { return failure }
          }
        }
        return nil
      }
    }
  }

  private func failure(
    _ step: Step, _ entry: Int, _ isExcluded: Bool, _ check: StateCheck
  ) -> Certifier.Failure? {
    let name = entries[entry].name
    let mark = marks[step.target * entries.count + entry]
    if mark >> 30 == UInt32(Truth.fault.rawValue) {
      return check.rejected("'\(name)' has no value", step.target)
    }
    if mark & Self.noRank == Self.noRank {
      return check.rejected("'\(name)' has no rank", step.target)
    }
    // An event that does not happen infinitely often can raise the rank only finitely often.
    if isExcluded || goesDown(step, entry) { return nil }
    let how = step.instance.map { "by \(check.text($0))" } ?? "where nothing happens any more"
    return check.rejected("the rank of '\(name)' does not go down \(how)", step.source)
  }

  /// Whether a step leads to a component with a smaller number, or stays in one and postpones its fair action.
  private func goesDown(_ step: Step, _ entry: Int) -> Bool {
    let from = Int(marks[step.source * entries.count + entry] & Self.noRank)
    let to = Int(marks[step.target * entries.count + entry] & Self.noRank)
    guard let ranking = entries[entry].ranking else { return false }
    for (from, to) in zip(entries[entry].chains[from], entries[entry].chains[to]) {
      if from != to { return from > to }
      let action = ranking.components[from].putsOff
      if isStep(step, of: action) { return false }
      guard let isPossible = isPossible[action] else { return false }
      if certifier.actions[action].fairness == .weak { return isPossible[step.source] }
      // Strongly fair: a run that stays eventually has no more states in which it is enabled.
      if isPossible[step.source] || isPossible[step.target] { return true }
    }
    return false
  }

  private func isStep(_ step: Step, of action: Int) -> Bool {
    guard certifier.instancesOfActions[action] == step.instance else { return false }
    guard let rule = certifier.actions[action].rule else { return true }
    return Int32(rule) == step.rule
  }

  /// A run may continue without any step.
  func checkStaying(_ check: StateCheck) -> Certifier.Failure? {
    for place in open.indices {
      var rest = open[place] & ~distances
      while rest != 0 {
        let staying = Step(source: place, target: place)
        let entry = rest.trailingZeroBitCount
        if !goesDown(staying, entry) { return failure(staying, entry, false, check) }
        rest &= rest - 1
      }
    }
    return nil
  }

  /// All steps were taken.
  func checkEnd(_ check: StateCheck) -> Certifier.Failure? {
    for place in open.indices where open[place] & distances != 0 {
      let entry = (open[place] & distances).trailingZeroBitCount
      return check.rejected(
        "no step comes nearer to the goal of '\(entries[entry].name)'", place)
    }
    return nil
  }
}
