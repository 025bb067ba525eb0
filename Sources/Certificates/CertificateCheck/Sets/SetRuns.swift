import Basics
import Semantics

/// Decides properties of all runs through a set: something is possible from each state, or happens on each fair run.
///
/// A certificate contains nothing of that: it is computed again on the steps that the reference evaluator takes from
/// the set. A fair run that never reaches an answer eventually stays in some states, possibly by stopping. Each
/// weakly fair action is disabled in one of them or taken between them. Each strongly fair one is disabled in all of
/// them or taken between them. States that cannot satisfy this are removed until nothing changes (Kesten, Pnueli,
/// Raviv, "Algorithmic verification of linear temporal logic specifications", 1998). If none is left, there is no
/// such run.
final class SetRuns {
  typealias Node = SetStore.Node
  typealias Obstacle = SetRun.Obstacle

  private let judge: SetJudge
  private let starts: Node
  private var machine: Machine { judge.machine }
  private var store: SetStore { judge.store }

  /// The steps of an event instance, by one of its rules: a set over the states before and after.
  private struct Action {
    var instance: EventInstance
    var rule: Int?
    var pairs: Node
  }

  private let pairs: SetStore
  private var steps: [Action] = []
  /// The predecessors of a set, for pairs of nodes.
  private var known: [UInt64: Node] = [:]

  init(_ judge: SetJudge, starts: Node) throws(Obstacle) {
    self.judge = judge
    self.starts = starts
    let (run, before) = judge.remembering { _ in true }
    pairs = run.store
    for instance in judge.machine.instances {
      var byRule = SetParts<Int?>()
      for (label, part) in try run.react(to: instance, in: before).all {
        byRule.add(label.rule, part, pairs)
      }
      for (rule, part) in byRule.all {
        steps.append(Action(instance: instance, rule: rule, pairs: part))
      }
    }
  }

  // MARK: Properties

  /// Whether a `possible` or `eventually` holds; a fault counts as false. Runs are not followed beyond the bound of
  /// `explore while`, so nothing holds if a state is beyond it.
  func holds(_ property: Property) throws(Obstacle) -> Bool {
    if let goal = machine.spec.goalBeyondBound {
      judge.run.beginEvent()
      let beyond = try judge.run.triedSplit(
        judge.set, by: machine.spec.properties[goal].body.expression, SetRun.Frame(locals: []))
      if beyond.yes != SetStore.none || beyond.fault != SetStore.none { return false }
    }
    for arguments in property.tuples {
      let missing = max(0, property.body.frameSize - arguments.count)
      let frame = SetRun.Frame(locals: arguments + Array(repeating: .none, count: missing))
      judge.run.beginEvent()
      let body = try judge.run.triedSplit(judge.set, by: property.body.expression, frame)
      let holds =
        switch property.kind {
        case .possible: try isPossible(property.premise, body, frame)
        case .eventually(_, let premise, let excluded):
          try isBoundToHappen(premise, body, Set(excluded), frame)
        case .invariant, .transition, .reachable: false
        }
      if !holds { return false }
    }
    return true
  }

  private func isPossible(
    _ premise: Expression?, _ body: SetRun.Split, _ frame: SetRun.Frame
  ) throws(Obstacle) -> Bool {
    var asked = judge.set
    if let premise {
      let split = try judge.run.triedSplit(judge.set, by: premise, frame)
      if split.fault != SetStore.none { return false }
      asked = split.yes
    }
    if body.fault != SetStore.none { return false }
    let near = try leading(to: body.yes, within: judge.set, [])
    return store.isSubset(asked, of: near)
  }

  private func isBoundToHappen(
    _ premise: Expression?, _ body: SetRun.Split, _ excluded: Set<Int>, _ frame: SetRun.Frame
  ) throws(Obstacle) -> Bool {
    var open = starts
    if let premise {
      let split = try judge.run.triedSplit(judge.set, by: premise, frame)
      if split.fault != SetStore.none { return false }
      open = split.yes
    }
    var pending = SetStore.none
    while open != SetStore.none {
      if Deadline.isOver { throw .stopped }
      if store.intersection(open, body.fault) != SetStore.none { return false }
      open = store.difference(store.intersection(open, body.no), pending)
      pending = store.union(pending, open)
      var next = SetStore.none
      for instance in machine.instances {
        for (_, part) in try judge.run.react(to: instance, in: open).all {
          next = store.union(next, part)
        }
      }
      open = next
    }
    return try staying(in: pending, excluded) == SetStore.none
  }

  // MARK: Fair runs

  /// The states of a set in which some fair run may stay; an over-approximation.
  private func staying(in set: Node, _ excluded: Set<Int>) throws(Obstacle) -> Node {
    var left = set
    while left != SetStore.none {
      let before = left
      for action in machine.fairActions {
        var (enabled, taken) = (SetStore.none, SetStore.none)
        for each in steps
        where each.instance == action.instance && (action.rule ?? each.rule) == each.rule {
          enabled = store.union(enabled, sources(each.pairs, judge.set))
          // An event that does not happen infinitely often is not taken repeatedly.
          if excluded.contains(action.instance.event) { continue }
          taken = store.union(taken, sources(each.pairs, left))
        }
        let without = store.difference(left, enabled)
        taken = store.intersection(left, taken)
        left =
          if action.fairness == .strong {
            store.union(without, try leading(to: taken, within: left, excluded))
          } else {
            try leading(to: store.union(without, taken), within: left, excluded)
          }
      }
      if left == before { break }
    }
    return left
  }

  /// The states of a set from which steps inside lead to a part of it, and that part.
  private func leading(
    to goal: Node, within set: Node, _ excluded: Set<Int>
  ) throws(Obstacle) -> Node {
    var near = store.intersection(goal, set)
    while true {
      if Deadline.isOver { throw .stopped }
      let next = store.union(near, store.intersection(set, before(near, excluded)))
      if next == near { return near }
      near = next
    }
  }

  /// The states with some step to a state of a set.
  private func before(_ set: Node, _ excluded: Set<Int>) -> Node {
    var before = SetStore.none
    for each in steps where !excluded.contains(each.instance.event) {
      before = store.union(before, sources(each.pairs, set))
    }
    return before
  }

  /// The states from which one of some steps leads to a set.
  private func sources(_ steps: Node, _ set: Node) -> Node {
    if steps == SetStore.none || set == SetStore.none { return SetStore.none }
    if steps == SetStore.unit { return SetStore.unit }
    let key = UInt64(UInt32(bitPattern: steps)) << 32 | UInt64(UInt32(bitPattern: set))
    if let known = known[key] { return known }
    let begin = store.begin()
    for content in 0..<pairs.childCount(of: steps) {
      let behind = pairs.child(steps, content)
      var from = SetStore.none
      for next in 0..<pairs.childCount(of: behind) where behind != SetStore.none {
        from = store.union(from, sources(pairs.child(behind, next), store.child(set, next)))
      }
      store.push(from)
    }
    let found = store.pop(store.level(of: set), from: begin)
    known[key] = found
    return found
  }
}
