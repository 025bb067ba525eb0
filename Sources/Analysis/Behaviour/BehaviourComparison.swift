import Engine
import SpecLanguage
import Traces

/// Compares what two specs can do in one world: `BehaviourComparison(…).run(limits)`.
///
/// In go both specs under the constants of the world, out come the steps that only one of them allows,
/// each kind once and with a shortest path, in the words of the specs. Properties do not matter here.
package struct BehaviourComparison: Sendable {
  /// A spec under the constants of a world, as a machine.
  package struct Side: Sendable {
    package var machine: Machine
    package var starts: [[Value]]

    package init(machine: Machine, starts: [[Value]]) {
      self.machine = machine
      self.starts = starts
    }

    var spec: CheckedSpec { machine.spec }
  }

  let old: Side
  let new: Side
  let renames: Renames
  let unchanged: UnchangedBehaviour

  /// - Parameters:
  ///   - renames: which names of the old spec are others in the new one.
  ///   - unchanged: what certainly reacts alike, under the constants of the world.
  package init(_ old: Side, _ new: Side, renames: Renames, unchanged: UnchangedBehaviour) {
    self.old = old
    self.new = new
    self.renames = renames
    self.unchanged = unchanged
  }

  /// Looks at everything that can happen, up to so many states. If the watch ends that, what was looked
  /// at tells nothing.
  package func run(maximumStates: Int = 1_000_000) -> BehaviourResult {
    if unchanged.isEverything { return BehaviourResult(.sameText) }
    let correspondence = Correspondence(
      old.machine, new.machine, renames, unchanged: unchanged)
    let search = BehaviourSearch(old.machine, new.machine, correspondence)
    search.run(from: old.starts, new.starts, maximumStates: maximumStates)
    var result = BehaviourResult(search.limit.map { .stopped($0) } ?? .exhaustive)
    result.states = search.nodes.count
    result.differingSteps = search.differingSteps
    result.notes = correspondence.notes
    let words = DifferenceWords(search)
    result.differences = words.starts.map { [$0] } ?? []
    result.differences += search.found.map(words.difference)
    return result
  }
}

extension UnchangedBehaviour {
  /// The same for one world: where a param that matters has another value, nothing is certain.
  package func confined(
    toParamsOf old: CheckedSpec, _ new: CheckedSpec, _ renames: Renames
  ) -> UnchangedBehaviour {
    let values = Dictionary(new.params.map { ($0.name, $0.type.text($0.value)) }) { $1 }
    for param in old.params {
      let isRelevant = params.contains(param.name) || !declaredParams.contains(param.name)
      guard isRelevant else { continue }
      let text = renamed(param.type.text(param.value), renames)
      if values[renames.name(of: .param, param.name)] != text { return .nothing }
    }
    return self
  }

  /// A value as the new spec would write it.
  private func renamed(_ text: String, _ renames: Renames) -> String {
    let file = SourceFile(path: "value", text: text)
    var result = ""
    for token in Lexer(file).tokens where token.kind != .endOfFile {
      let word = file.text(token.range)
      result += token.hasSpaceBefore && !result.isEmpty ? " " : ""
      result += renames.words[word]?.first ?? word
    }
    return result
  }
}
