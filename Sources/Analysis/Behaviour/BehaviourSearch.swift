import Semantics

/// Compares what two machines can do, breadth first: `BehaviourSearch(…).run()`.
///
/// It follows both at once, from what both can start in, along what looks alike: an event with its
/// arguments, the signals, and the variables that both have. After the same steps each machine is in
/// one of some states; where only one of them can go on in some way, that is a difference. Since it is
/// breadth first, the first one of each signature has a shortest path.
///
/// A machine may have several ways to go on that look alike, by `choose` or by variables that are not
/// compared. So a node holds sets of states, one for each machine, as in the subset construction
/// (Rabin & Scott 1959), and two specs differ exactly where one set has an outcome that looks like
/// none of the other's. Where everything is visible both sets have one state each, and there are as
/// many nodes as common states; at worst their number is exponential in the states that cannot be
/// told apart.
///
/// What only one of them can do is not followed further. It works on one thread.
final class BehaviourSearch {
  /// What both can be in after the same steps, and the step to there.
  struct Node {
    /// The place among `nodes` of the node that this one was first reached from; -1 for starts.
    var parent: Int32
    /// The place of the instance pair.
    ///
    /// It is a place in `Correspondence.instances`; -1 for starts.
    var pair: Int32
    /// The number of the signals of the step, as `number(of:_:)` gives it; -1 for none, and for starts.
    var signals: Int32
    var old: StateSet
    var new: StateSet
  }

  /// A continuation that looks different from every other one.
  struct Outcome {
    /// With `visible` what can be seen of the step: two outcomes with both the same are one.
    var signals: Int32
    /// The compared variables after it, in the common form and in the order of
    /// `Correspondence.variables`.
    var visible: [Value]
    /// The states after it.
    ///
    /// Numbers in the table of the machine; one may be there more than once.
    var states: [Int32]
    /// One of the steps, and the state that it is made from.
    var step: Step
    var from: Int32
  }

  /// A difference as the search finds it.
  ///
  /// Of a difference of one kind only, the side that offers nothing of its own lists all its
  /// outcomes, to be told as what happens there instead.
  struct Found {
    var kind: BehaviourDifference.Kind
    /// The node from whose states it happens, and the place of the instance pair.
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
  /// The sets of states that nodes have. A node that is come to again by another step is not added,
  /// so the first step there, which lies on a shortest path, is the one that is kept.
  private var known: Set<NodeKey> = []
  /// Collections of signals in the common form, sorted, with numbers from 0 in the order in which
  /// they came up.
  private var signalNumbers: [[EmittedSignal]: Int32] = [:]
  /// One difference for each signature, in the order of the search: none has a longer path than a
  /// later one.
  private(set) var found: [Found] = []
  private var signatures: Set<Signature> = []
  private(set) var differingSteps = 0
  /// What ended the search before everything was compared, or kept something from being.
  ///
  /// A limit of the tool at one reaction does not end the search, a limit of states does. What the
  /// watch ends is not noted here.
  private(set) var limit: Completion.Limit?
  private var ticks = WatchTicks()
  /// How many states the nodes hold; in each as many as the larger side has.
  ///
  /// Compared with the limit of states.
  private var size = 0
  /// The first starts that only one of them has.
  private(set) var onlyOldStart: [Value]?
  private(set) var onlyNewStart: [Value]?

  private struct NodeKey: Hashable {
    var old: StateSet
    var new: StateSet
  }

  /// Of differences that are alike in this, one is told.
  ///
  /// The event is that of the instance pair, arguments left out; the rules are those of the first
  /// outcomes that only one side has.
  private struct Signature: Hashable {
    var kind: BehaviourDifference.Kind
    var event: Int
    var oldRule: Int?
    var newRule: Int?
  }

  /// - Parameter correspondence: made of the same two machines; its places are those of their
  ///   instances.
  init(_ old: Machine, _ new: Machine, _ correspondence: Correspondence) {
    self.old = old
    self.new = new
    self.correspondence = correspondence
    oldEvaluator = ReferenceEvaluator(old.spec)
    newEvaluator = ReferenceEvaluator(new.spec)
    oldStates = StateTable(old.layout)
    newStates = StateTable(new.layout)
  }

  /// Searches until nothing new turns up, a limit is met, or the watch of the thread is over; to be
  /// called once.
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

  /// Makes a node of all starts that look alike, as long as both machines have some. Looks are taken
  /// in the order in which the starts have them, so that the search is the same each time.
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

  /// Follows every event instance from the states of a node. It may return in the middle once the
  /// watch is over.
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
  ///
  /// With equal texts, and states that are the same but for the order of variables, the new machine
  /// would come to the image of each state that the old one comes to. That spares half of the
  /// evaluation, and all of the comparison of outcomes.
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

  /// Pairs the outcomes that look alike and goes on with them; what is left on either side is a
  /// difference.
  ///
  /// - Parameters:
  ///   - place: that of the instance pair.
  ///   - parent: that of the node.
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

  /// All that can come of some instances in some states of one machine, grouped by how it looks. The
  /// states of a group are all those that look so, since nothing that is seen tells which of them it
  /// is.
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

  /// The reaction by the reference evaluator. It notes where the tool goes no further, since what
  /// else may happen there is not known.
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
  ///
  /// Signals of the new spec go by their numbers in the old one, with the arguments that both have.
  /// How often a signal is emitted counts. -1 stands for no signal.
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
