import Semantics

/// The search that the engine's is tested against: state by state, with nothing but the reference
/// evaluator and collections of values.
///
/// Equal findings of one level count once: the one on the least path. Of a fault's kinds, those about events come
/// before those about steps, deadlocks and states.
package struct ReferenceSearch {
  private let machine: Machine
  private let spec: CheckedSpec
  private let reactions: Reactions
  private var result = SearchResult()

  private struct Node {
    var state: [Value]
    var path: Path
    /// The place of the start and of each step among all of its state.
    var order: [Int]
  }

  /// Findings with equal keys are reported once.
  private enum Key: Hashable {
    case gap(event: Int)
    case overlap(event: Int, rules: [Int])
    case fault(SourceRange)
    case deadlock
    case violated(Int)
  }

  private struct Candidate {
    var rank: Int
    var order: [Int]
    var violation: Violation

    /// The order of findings in one state: by property, which need not be the order of the faulting places.
    var tie: [Int] { [rank, violation.finding.property ?? -1, violation.faultStart] }
  }

  private var told: [Key: Candidate] = [:]
  private var found: [Key: Candidate] = [:]
  private var faulted: Set<Int> = []
  private var goalDepths: [Int: Int] = [:]
  private var matchedSteps: [Int: Int] = [:]
  /// Properties that were decided before the current level.
  private var decided: Set<Int> = []
  private var seenEvents: Set<Int> = []
  private var seenRules: Set<[Int]> = []
  private var orderDependent: Set<SourceRange> = []

  private init(_ machine: Machine, _ reactions: Reactions) {
    self.machine = machine
    spec = machine.spec
    self.reactions = reactions
  }

  /// Searches everything, or gives up beyond a limit of states.
  package static func run(
    _ machine: Machine, from starts: [[Value]], maximumStates: Int, reactions: Reactions? = nil
  ) -> SearchResult? {
    var search = ReferenceSearch(machine, reactions ?? Reactions(machine))
    return search.run(starts, maximumStates)
  }

  private mutating func run(_ starts: [[Value]], _ maximumStates: Int) -> SearchResult? {
    var seen: Set<[Value]> = []
    var level: [Node] = []
    for (index, start) in starts.enumerated() where seen.insert(start).inserted {
      level.append(Node(state: start, path: Path(start: start, steps: []), order: [index]))
    }
    for node in level { visit(node) }
    endLevel()
    result.statistics.starts = starts.count
    while !level.isEmpty {
      guard seen.count <= maximumStates else { return nil }
      var next: [Node] = []
      for node in level { expand(node, &seen, &next) }
      for node in next { visit(node) }
      endLevel()
      if !next.isEmpty { result.statistics.depth = (result.statistics.depth ?? 0) + 1 }
      level = next
    }
    result.statistics.states = seen.count
    finish()
    return result
  }

  // MARK: States and steps

  private mutating func expand(_ node: Node, _ seen: inout Set<[Value]>, _ next: inout [Node]) {
    var canHappen = false
    for (place, reaction) in reactions(node.state).enumerated() {
      let instance = machine.instances[place]
      if reaction.isPossible || !reaction.problems.isEmpty { canHappen = true }
      orderDependent.formUnion(reaction.orderDependent)
      for (number, problem) in reaction.problems.enumerated() {
        let order = [place, number - reaction.problems.count]
        let violation = Violation(problem, of: instance, after: node.path)
        note(problem, reaction, violation, node.order + order)
      }
      for (number, step) in reaction.steps.enumerated() {
        var after = node
        after.state = step.state
        after.path.steps.append(step)
        after.order += [place, number]
        take(step, node, after)
        if seen.insert(step.state).inserted { next.append(after) }
      }
    }
    if !canHappen { checkDeadlock(node) }
  }

  private mutating func note(
    _ problem: Reaction.Problem, _ reaction: Reaction, _ violation: Violation, _ order: [Int]
  ) {
    let finding = problem.finding
    guard let event = finding.event else { return }
    var key = Key.gap(event: event)
    if let rules = finding.rules { key = .overlap(event: event, rules: rules) }
    if let fault = problem.fault {
      if reaction.isPossible {
        seenEvents.insert(event)
        if let rule = finding.rule { seenRules.insert([event, rule]) }
      }
      key = .fault(fault.range)
    }
    note(key, 0, violation, order: order)
  }

  private mutating func take(_ step: Step, _ node: Node, _ after: Node) {
    result.statistics.transitions += 1
    seenEvents.insert(step.instance.event)
    if let rule = step.rule { seenRules.insert([step.instance.event, rule]) }
    for (index, property) in spec.properties.enumerated() {
      guard case .transition(let patterns, let filter) = property.kind else { continue }
      var evaluator = Evaluator(
        state: step.state, previous: node.state, signals: step.signals,
        locals: Array(repeating: .none, count: property.body.frameSize))
      do {
        guard try evaluator.matches(step, patterns) else { continue }
        if let filter, try !evaluator.holds(filter) { continue }
        matchedSteps[index, default: 0] += 1
        if decided.contains(index) { continue }
        if try !evaluator.holds(property.body.expression) {
          let violation = Violation(Finding(.transition, property: index), after: after.path)
          note(.violated(index), 1, violation, order: after.order)
        }
      } catch  where decided.contains(index) {
        continue
      } catch {
        faulted.insert(index)
        let finding = Finding(.stepFault, property: index, at: error.range)
        note(error, 1, finding, after)
      }
    }
  }

  private mutating func visit(_ node: Node) {
    var evaluator = Evaluator(state: node.state)
    for (index, property) in spec.properties.enumerated() where !decided.contains(index) {
      do {
        switch property.kind {
        case .invariant:
          if try !PropertyEvaluator(spec: spec).holds(property, in: node.state).get() {
            let violation = Violation(Finding(.invariant, property: index), after: node.path)
            note(.violated(index), 3, violation, order: node.order)
          }
        case .reachable:
          if try evaluator.evaluate(root: property.body).asBool, goalDepths[index] == nil {
            goalDepths[index] = node.path.steps.count
          }
        case .transition, .possible, .eventually: break
        }
      } catch {
        faulted.insert(index)
        note(error, 3, Finding(.propertyFault, property: index, at: error.range), node)
      }
    }
  }

  private mutating func checkDeadlock(_ node: Node) {
    var evaluator = Evaluator(state: node.state)
    for terminal in spec.terminals {
      do {
        if try evaluator.evaluate(root: terminal).asBool { return }
      } catch {
        return note(error, 2, Finding(.terminalFault, at: error.range), node)
      }
    }
    note(.deadlock, 2, Violation(Finding(.deadlock), after: node.path), order: node.order)
  }

  // MARK: Findings

  private mutating func note(_ fault: Fault, _ rank: Int, _ finding: Finding, _ node: Node) {
    let violation = Violation(finding, after: node.path, fault: fault)
    note(.fault(fault.range), rank, violation, order: node.order)
  }

  private mutating func note(
    _ key: Key, _ rank: Int, _ violation: Violation, order: [Int]
  ) {
    if told[key] != nil { return }
    if let other = found[key] {
      guard rank < other.rank || rank == other.rank && order.lexicographicallyPrecedes(other.order)
      else { return }
    }
    found[key] = Candidate(rank: rank, order: order, violation: violation)
  }

  private mutating func endLevel() {
    told.merge(found) { old, _ in old }
    found = [:]
    decided.formUnion(goalDepths.keys)
    for case .violated(let property) in told.keys { decided.insert(property) }
  }

  private mutating func finish() {
    result.generalViolations = told.filter { if case .violated = $0.key { false } else { true } }
      .values.sorted { left, right in
        if left.violation.length != right.violation.length {
          return left.violation.length < right.violation.length
        }
        if left.order != right.order { return left.order.lexicographicallyPrecedes(right.order) }
        return left.tie.lexicographicallyPrecedes(right.tie)
      }.map(\.violation)
    result.properties = spec.properties.indices.map { index in
      var verdict = PropertyVerdict(property: index, status: status(index))
      verdict.violation = told[.violated(index)]?.violation
      verdict.goalDepth = goalDepths[index]
      if case .transition = spec.properties[index].kind {
        verdict.matchedSteps = matchedSteps[index, default: 0]
      }
      return verdict
    }
    result.orderDependentLoops = orderDependent.sorted { $0.start < $1.start }
    result.unseenEvents = spec.events.indices.filter { !seenEvents.contains($0) }
    result.unseenRules = spec.events.enumerated().flatMap { event, declared in
      declared.rules.indices.filter { !seenRules.contains([event, $0]) }.map { (event, $0) }
    }
  }

  private func status(_ index: Int) -> PropertyStatus {
    if told[.violated(index)] != nil { return .violated }
    switch spec.properties[index].kind {
    case .possible, .eventually: return .undecided
    case .reachable:
      return goalDepths[index] != nil ? .holds : faulted.contains(index) ? .faulted : .notReached
    case .invariant, .transition: return faulted.contains(index) ? .faulted : .holds
    }
  }
}

extension Violation {
  /// The start of a fault in the text, 0 for other violations.
  fileprivate var faultStart: Int { fault?.range.start ?? 0 }
}
