import Engine
import Semantics

/// Compares the behaviour of two machines: `BehaviourSearch(…)`, `advance(…)`, and then `result`.
///
/// `PairSearch` finds the differences and the paths to them. Here the reference evaluator judges each of them, so a
/// difference is one in the meaning of the specs. A place without a difference, or without a path, is a mistake of
/// the tool.
package final class BehaviourSearch: @unchecked Sendable {
  typealias Side = ComparedMachines.Side

  /// A continuation with a unique observation.
  struct Outcome {
    /// Together with `visible`, the observable part of the step: two outcomes with equal parts are one.
    var signals: [EmittedSignal]
    /// The compared variables after it, in the common form and in the order of
    /// `Correspondence.variables`.
    var visible: [Value]
    /// The states after it, possibly with duplicates.
    var states: [[Value]]
    /// One of the steps, and its source state.
    var step: Step
    var from: [Value]
  }

  /// The outcomes of both for a pair of instances at a node.
  struct Comparison {
    var node: Int
    /// The place of the pair.
    var pair: Int
    var old: [Outcome]
    var new: [Outcome]
    /// The outcomes with equal observations.
    var common: [(old: Outcome, new: Outcome)] = []
    var onlyOld: [Outcome] = []
    var onlyNew: [Outcome] = []
  }

  /// A result that the reference evaluator does not confirm, in a sentence.
  struct UnconfirmedDifferenceError: Error { var message: String }

  let old: Machine
  let new: Machine
  let correspondence: Correspondence
  let pairs: PairSearch
  private let oldEvaluator: ReferenceEvaluator
  private let newEvaluator: ReferenceEvaluator
  /// The first starts that only one of them has, and the number of observations of such starts.
  private(set) var onlyOldStart: [Value]?
  private(set) var onlyNewStart: [Value]?
  private var differingStarts = 0

  /// - Parameters:
  ///   - correspondence: made for the same two machines; its indices are those of their instances.
  ///   - maximumStates: the maximum number of compared pairs of states; the current node is completed, so there may
  ///     be a few more.
  init(
    _ old: BehaviourComparison.Side, _ new: BehaviourComparison.Side,
    _ correspondence: Correspondence, maximumStates: Int
  ) {
    (self.old, self.new, self.correspondence) = (old.machine, new.machine, correspondence)
    oldEvaluator = ReferenceEvaluator(old.spec)
    newEvaluator = ReferenceEvaluator(new.spec)
    pairs = PairSearch(
      correspondence.compared(old.machine, new.machine), maximumStates: maximumStates)
    begin(old.starts, new.starts)
  }

  /// Searches until nothing new appears, a limit is reached, or the deadline of the thread is over, and returns whether
  /// it is done; false if the wanted number of nodes is exceeded before.
  package func advance(threads: Int, untilNodes wanted: Int = .max) -> Bool {
    pairs.advance(threads: threads, untilNodes: wanted)
  }

  /// The result.
  package var result: BehaviourResult {
    let limit = pairs.limit ?? correspondence.incomparable.map { .tool($0) }
    var result = BehaviourResult(limit.map { .stopped($0) } ?? .exhaustive)
    result.states = pairs.nodeCount
    result.differingSteps = differingStarts + pairs.differingSteps
    result.notes = correspondence.notes
    let words = DivergenceReplay(self)
    result.differences = words.starts.map { [$0] } ?? []
    for found in pairs.found {
      do throws(UnconfirmedDifferenceError) {
        result.differences.append(try words.difference(found))
      } catch {
        result.internalErrors.append(error.message)
      }
    }
    return result
  }

  /// Makes a node of all starts with equal observations, if both machines have some. Observations are processed in
  /// the order of the starts, so the search is deterministic.
  private func begin(_ oldStarts: [[Value]], _ newStarts: [[Value]]) {
    var order: [[Value]] = []
    var groups: [[Value]: (old: [[Value]], new: [[Value]])] = [:]
    for (starts, side) in [(oldStarts, Side.old), (newStarts, .new)] {
      for start in starts {
        let look = visible(start, side)
        if groups[look] == nil { order.append(look) }
        if side == .old {
          groups[look, default: ([], [])].old.append(start)
        } else {
          groups[look, default: ([], [])].new.append(start)
        }
      }
    }
    var common: [(old: [[Value]], new: [[Value]])] = []
    for look in order {
      guard let group = groups[look] else { continue }
      if let only = group.old.first, group.new.isEmpty {
        onlyOldStart = onlyOldStart ?? only
        differingStarts += 1
      } else if let only = group.new.first, group.old.isEmpty {
        onlyNewStart = onlyNewStart ?? only
        differingStarts += 1
      } else {
        common.append(group)
      }
    }
    pairs.begin(old: oldStarts, new: newStarts, common: common)
  }

  // MARK: By the reference evaluator

  /// The outcomes of both at a node, and their common observations.
  func comparison(at node: Int, by place: Int) -> Comparison {
    let pair = correspondence.instances[place]
    var comparison = Comparison(
      node: node, pair: place, old: outcomes(pairs.states(of: node, .old), pair.old, .old),
      new: outcomes(pairs.states(of: node, .new), pair.new, .new))
    var isMatched = Array(repeating: false, count: comparison.new.count)
    for outcome in comparison.old {
      let partner = comparison.new.firstIndex {
        $0.signals == outcome.signals && $0.visible == outcome.visible
      }
      guard let partner else {
        comparison.onlyOld.append(outcome)
        continue
      }
      isMatched[partner] = true
      comparison.common.append((outcome, comparison.new[partner]))
    }
    comparison.onlyNew = comparison.new.indices.filter { !isMatched[$0] }.map { comparison.new[$0] }
    return comparison
  }

  /// All outcomes of some instances in some states of one machine, grouped by observation.
  private func outcomes(_ states: [[Value]], _ instances: [Int], _ side: Side) -> [Outcome] {
    var outcomes: [Outcome] = []
    for state in states {
      for instance in instances {
        for step in react(instance, state, side).steps {
          let (signals, look) = (common(step.signals, side), visible(step.state, side))
          let place = outcomes.firstIndex { $0.signals == signals && $0.visible == look }
          if let place {
            outcomes[place].states.append(step.state)
          } else {
            outcomes.append(
              Outcome(
                signals: signals, visible: look, states: [step.state], step: step, from: state))
          }
        }
      }
    }
    return outcomes
  }

  func react(_ instance: Int, _ state: [Value], _ side: Side) -> Reaction {
    switch side {
    case .old: oldEvaluator.react(to: old.instances[instance], in: state)
    case .new: newEvaluator.react(to: new.instances[instance], in: state)
    }
  }

  /// The variables that both have, in the common form.
  private func visible(_ state: [Value], _ side: Side) -> [Value] {
    correspondence.visible(Array(correspondence.variables.indices), state, side)
  }

  func common(_ signals: [EmittedSignal], _ side: Side) -> [EmittedSignal] {
    correspondence.common(signals, side)
  }
}

extension Correspondence {
  /// The input for a search of pairs.
  fileprivate func compared(_ old: Machine, _ new: Machine) -> ComparedMachines {
    ComparedMachines(
      old, new,
      instances: instances.map {
        .init(event: $0.event, old: $0.old, new: $0.new, isAlike: $0.isUnchanged)
      },
      variables: variables.map {
        .init(old: $0.old, new: $0.new, isIdentity: $0.oldMap.isIdentity && $0.newMap.isIdentity)
      }, hidesParts: hidesParts
    ) { side, places, state in
      visible(places, state, side)
    } signals: { side, signals in
      common(signals, side)
    }
  }

  /// Some of the variables that both have, in the common form.
  fileprivate func visible(
    _ places: [Int], _ state: [Value], _ side: ComparedMachines.Side
  ) -> [Value] {
    places.map { place in
      let pair = variables[place]
      return side == .old ? pair.oldMap(state[pair.old]) : pair.newMap(state[pair.new])
    }
  }

  /// Converts signals to canonical order.
  ///
  /// Signals of the new spec have their numbers in the old one, with the common arguments. The number of emissions
  /// counts.
  fileprivate func common(
    _ signals: [EmittedSignal], _ side: ComparedMachines.Side
  ) -> [EmittedSignal] {
    signals.map { signal in
      switch side {
      case .old:
        EmittedSignal(
          signal: signal.signal, arguments: oldSignalArguments[signal.signal](signal.arguments))
      case .new:
        EmittedSignal(
          signal: newSignals[signal.signal],
          arguments: newSignalArguments[signal.signal](signal.arguments))
      }
    }.sorted()
  }
}
