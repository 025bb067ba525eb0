import Engine
import SpecLanguage

/// Compares what two machines can do, breadth first: `BehaviourSearch(…).run()`.
///
/// It follows both at once, from what both can start in, along what looks alike: an event with its
/// arguments, the signals, and the variables that both have. After the same steps each machine is in
/// one of some states; where only one of them can go on in some way, that is a difference. Since it is
/// breadth first, the first one of each signature has a shortest path.
final class BehaviourSearch {
  /// What both can be in after the same steps, and the step to there.
  struct Node {
    var parent: Int32
    /// The place of the instance pair.
    var pair: Int32
    var signals: Int32
    var old: StateSet
    var new: StateSet
  }

  /// A continuation that looks different from every other one.
  struct Outcome {
    var signals: Int32
    var visible: [Value]
    /// The states after it.
    var states: [Int32]
    /// One of the steps, and the state that it is made from.
    var step: Step
    var from: Int32
  }

  /// A difference as the search finds it.
  struct Found {
    var kind: BehaviourDifference.Kind
    var node: Int
    var pair: Int
    var old: [Outcome]
    var new: [Outcome]
  }

  enum Side { case old, new }

  let old: Machine
  let new: Machine
  let correspondence: Correspondence
  private let oldEvaluator: ReferenceEvaluator
  private let newEvaluator: ReferenceEvaluator
  private(set) var oldStates: StateTable
  private(set) var newStates: StateTable
  private(set) var nodes: [Node] = []
  private var known: Set<NodeKey> = []
  private var signalNumbers: [[EmittedSignal]: Int32] = [:]
  private(set) var found: [Found] = []
  private var signatures: Set<Signature> = []
  private(set) var differingSteps = 0
  /// What ended the search before everything was compared, or kept something from being.
  private(set) var limit: Completion.Limit?
  private var ticks = WatchTicks()
  /// How many states the nodes hold; in each as many as the larger side has.
  private var size = 0
  /// The first starts that only one of them has.
  private(set) var onlyOldStart: [Value]?
  private(set) var onlyNewStart: [Value]?

  private struct NodeKey: Hashable {
    var old: StateSet
    var new: StateSet
  }

  /// Of differences that are alike in this, one is told.
  private struct Signature: Hashable {
    var kind: BehaviourDifference.Kind
    var event: Int
    var oldRule: Int?
    var newRule: Int?
  }

  init(_ old: Machine, _ new: Machine, _ correspondence: Correspondence) {
    self.old = old
    self.new = new
    self.correspondence = correspondence
    oldEvaluator = ReferenceEvaluator(old.spec)
    newEvaluator = ReferenceEvaluator(new.spec)
    oldStates = StateTable(old.layout)
    newStates = StateTable(new.layout)
  }

  func run(from oldStarts: [[Value]], _ newStarts: [[Value]], maximumStates: Int) {
    begin(oldStarts, newStarts)
    var next = 0
    while next < nodes.count, !Watch.isOver {
      if size > maximumStates {
        limit = .states(maximumStates)
        return
      }
      expand(next)
      next += 1
    }
  }

  // MARK: Starts

  private func begin(_ oldStarts: [[Value]], _ newStarts: [[Value]]) {
    var order: [[Value]] = []
    var groups: [[Value]: (old: [Int32], new: [Int32])] = [:]
    for start in oldStarts {
      let look = visible(start, .old)
      if groups[look] == nil { order.append(look) }
      groups[look, default: ([], [])].old.append(oldStates.number(of: start))
    }
    for start in newStarts {
      let look = visible(start, .new)
      if groups[look] == nil { order.append(look) }
      groups[look, default: ([], [])].new.append(newStates.number(of: start))
    }
    for look in order {
      guard let group = groups[look] else { continue }
      if let only = group.old.first, group.new.isEmpty {
        onlyOldStart = onlyOldStart ?? oldStates[only]
        differingSteps += 1
      } else if let only = group.new.first, group.old.isEmpty {
        onlyNewStart = onlyNewStart ?? newStates[only]
        differingSteps += 1
      } else {
        add(Node(parent: -1, pair: -1, signals: -1, old: .init(group.old), new: .init(group.new)))
      }
    }
  }

  private func add(_ node: Node) {
    let key = NodeKey(old: node.old, new: node.new)
    guard known.insert(key).inserted else { return }
    nodes.append(node)
    size += max(node.old.count, node.new.count)
  }

  // MARK: Steps

  private func expand(_ index: Int) {
    let node = nodes[index]
    let olds = node.old.numbers.map { ($0, oldStates[$0]) }
    let news = node.new.numbers.map { ($0, newStates[$0]) }
    for (place, pair) in correspondence.instances.enumerated() {
      if ticks.isOver() { return }
      if pair.isUnchanged, correspondence.isDirect, olds.count == 1, news.count == 1 {
        follow(pair, place, index, olds[0].1)
        continue
      }
      let ofOld = outcomes(olds, pair.old, .old)
      let ofNew = outcomes(news, pair.new, .new)
      if ofOld.isEmpty, ofNew.isEmpty { continue }
      compare(ofOld, ofNew, place, index)
    }
  }

  /// What reacts alike in both is asked of one of them.
  private func follow(
    _ pair: Correspondence.InstancePair, _ place: Int, _ parent: Int, _ state: [Value]
  ) {
    let reaction = react(pair.old[0], state, .old)
    for step in reaction.steps {
      let (before, after) = (
        oldStates.number(of: step.state), newStates.number(of: image(step.state))
      )
      add(
        Node(
          parent: Int32(parent), pair: Int32(place), signals: number(of: step.signals, .old),
          old: .one(before), new: .one(after)))
    }
  }

  /// The state of the new machine that looks like one of the old; only where that is but the order of
  /// the variables.
  private func image(_ state: [Value]) -> [Value] {
    var image = state
    for pair in correspondence.variables { image[pair.new] = state[pair.old] }
    return image
  }

  private func compare(_ ofOld: [Outcome], _ ofNew: [Outcome], _ place: Int, _ parent: Int) {
    var onlyOld: [Outcome] = []
    var isMatched = Array(repeating: false, count: ofNew.count)
    for outcome in ofOld {
      let partner = ofNew.firstIndex {
        $0.signals == outcome.signals && $0.visible == outcome.visible
      }
      guard let partner else {
        onlyOld.append(outcome)
        continue
      }
      isMatched[partner] = true
      add(
        Node(
          parent: Int32(parent), pair: Int32(place), signals: outcome.signals,
          old: .init(outcome.states), new: .init(ofNew[partner].states)))
    }
    let onlyNew = ofNew.indices.filter { !isMatched[$0] }.map { ofNew[$0] }
    if onlyOld.isEmpty, onlyNew.isEmpty { return }
    differingSteps += onlyOld.count + onlyNew.count
    let kind: BehaviourDifference.Kind =
      onlyOld.isEmpty ? .onlyNew : onlyNew.isEmpty ? .onlyOld : .both
    let signature = Signature(
      kind: kind, event: correspondence.instances[place].event, oldRule: onlyOld.first?.step.rule,
      newRule: onlyNew.first?.step.rule)
    guard signatures.insert(signature).inserted else { return }
    found.append(
      Found(
        kind: kind, node: parent, pair: place,
        old: kind == .onlyNew ? ofOld : onlyOld, new: kind == .onlyOld ? ofNew : onlyNew))
  }

  private func outcomes(
    _ states: [(Int32, [Value])], _ instances: [Int], _ side: Side
  ) -> [Outcome] {
    var outcomes: [Outcome] = []
    for (number, state) in states {
      for instance in instances {
        for step in react(instance, state, side).steps {
          let signals = self.number(of: step.signals, side)
          let look = visible(step.state, side)
          let after =
            side == .old ? oldStates.number(of: step.state) : newStates.number(of: step.state)
          let place = outcomes.firstIndex { $0.signals == signals && $0.visible == look }
          if let place {
            outcomes[place].states.append(after)
          } else {
            outcomes.append(
              Outcome(signals: signals, visible: look, states: [after], step: step, from: number))
          }
        }
      }
    }
    return outcomes
  }

  // MARK: What can be seen

  func react(_ instance: Int, _ state: [Value], _ side: Side) -> Reaction {
    let reaction =
      switch side {
      case .old: oldEvaluator.react(to: old.instances[instance], in: state)
      case .new: newEvaluator.react(to: new.instances[instance], in: state)
      }
    if limit == nil, let fault = reaction.limit {
      limit = .tool(fault.limitText(in: (side == .old ? old : new).spec.file))
    }
    return reaction
  }

  /// The variables that both have, in the common form.
  func visible(_ state: [Value], _ side: Side) -> [Value] {
    switch side {
    case .old: correspondence.variables.map { $0.oldMap(state[$0.old]) }
    case .new: correspondence.variables.map { $0.newMap(state[$0.new]) }
    }
  }

  /// The number of some signals, whatever their order.
  func number(of signals: [EmittedSignal], _ side: Side) -> Int32 {
    if signals.isEmpty { return -1 }
    let common = signals.map { signal in
      switch side {
      case .old:
        EmittedSignal(
          signal: signal.signal,
          arguments: correspondence.oldSignalArguments[signal.signal](signal.arguments))
      case .new:
        EmittedSignal(
          signal: correspondence.newSignals[signal.signal],
          arguments: correspondence.newSignalArguments[signal.signal](signal.arguments))
      }
    }.sorted()
    if let known = signalNumbers[common] { return known }
    let number = Int32(signalNumbers.count)
    signalNumbers[common] = number
    return number
  }
}
