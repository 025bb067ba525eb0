import Engine
import Semantics

/// Compares what two machines can do: `BehaviourSearch(…)`, `advance(…)`, and then `result`.
///
/// `PairSearch` says where they differ and on which ways that is reached. Here each of these places is judged by the
/// reference evaluator, so that a difference is one of what the specs mean: a place that shows none, or to which no
/// way leads, is a mistake of the tool.
package final class BehaviourSearch: @unchecked Sendable {
  typealias Side = ComparedMachines.Side

  /// A continuation that looks different from every other one.
  struct Outcome {
    /// With `visible` what can be seen of the step: two outcomes with both the same are one.
    var signals: [EmittedSignal]
    /// The compared variables after it, in the common form and in the order of
    /// `Correspondence.variables`.
    var visible: [Value]
    /// The states after it; one may be there more than once.
    var states: [[Value]]
    /// One of the steps, and the state that it is made from.
    var step: Step
    var from: [Value]
  }

  /// What both do by a pair of instances at a node.
  struct Comparison {
    var node: Int
    /// The place of the pair.
    var pair: Int
    var old: [Outcome]
    var new: [Outcome]
    /// Those that look alike.
    var common: [(old: Outcome, new: Outcome)] = []
    var onlyOld: [Outcome] = []
    var onlyNew: [Outcome] = []
  }

  /// Something that was found and that the reference evaluator does not show, in a sentence.
  struct UnconfirmedDifferenceError: Error { var message: String }

  let old: Machine
  let new: Machine
  let correspondence: Correspondence
  let pairs: PairSearch
  private let oldEvaluator: ReferenceEvaluator
  private let newEvaluator: ReferenceEvaluator
  /// The first starts that only one of them has, and how many looks of starts only one has.
  private(set) var onlyOldStart: [Value]?
  private(set) var onlyNewStart: [Value]?
  private var differingStarts = 0

  /// - Parameters:
  ///   - correspondence: made of the same two machines; its places are those of their instances.
  ///   - maximumStates: how many pairs of states may be compared; the node that is being expanded when that many
  ///     are known is finished, so that a few more may be.
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

  /// Searches until nothing new turns up, a limit is met, or the deadline of the thread is over, and says whether it did;
  /// false if there are more nodes than wanted before.
  package func advance(threads: Int, untilNodes wanted: Int = .max) -> Bool {
    pairs.advance(threads: threads, untilNodes: wanted)
  }

  /// What was found.
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

  /// Makes a node of all starts that look alike, as long as both machines have some. Looks are taken
  /// in the order in which the starts have them, so that the search is the same each time.
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

  /// What both do at a node, and what of it looks alike.
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

  /// All that can come of some instances in some states of one machine, grouped by how it looks.
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
  /// What a search of pairs is asked.
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

  /// Signals in canonical order, whatever theirs was.
  ///
  /// Signals of the new spec go by their numbers in the old one, with the arguments that both have.
  /// How often a signal is emitted counts.
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
