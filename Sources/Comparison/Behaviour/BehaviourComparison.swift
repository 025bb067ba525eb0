import Semantics
import SpecLanguage

/// Compares the behaviour of two specs in one world: `BehaviourComparison(…).run(limits)`.
///
/// The input is both specs under the constants of the world. The output is the steps that only one of them allows,
/// each kind once and with a shortest path, in the words of the specs. Properties do not matter here.
///
/// `Correspondence` pairs variables, signals and event instances. `BehaviourSearch` follows both machines along them
/// with the fast engine. `DivergenceReplay` makes traces and reasons from its result with the reference evaluator. So
/// a difference is one in the meaning of the specs.
///
/// Only observable parts are compared: an event with its arguments, then the signals and the values of the variables
/// that both specs have. Renaming `tray` to `shown` is no difference. A variable that only one spec has is omitted,
/// with a note:
///
/// ```tray
/// var tray: Set<Kind> = []            // old
/// on open { tray = [] }
///
/// var shown: Set<Kind> = []           // new
/// var opened = 0                      // in one of the specs only: not compared
/// on open { shown = []; opened += 1 } // the same step, as far as both can see
/// ```
package struct BehaviourComparison: Sendable {
  /// A spec under the constants of a world, as a machine.
  ///
  /// The layout of the machine is used to store states; its instances are the events to follow.
  package struct Side: Sendable {
    package var machine: Machine
    /// All starts, each with a value for every variable of the spec, in order.
    package var starts: [[Value]]

    var spec: CheckedSpec { machine.spec }
  }

  let old: Side
  let new: Side
  let renames: Renames
  let unchanged: UnchangedBehaviour

  /// - Parameters:
  ///   - renames: the names of the old spec that differ in the new one.
  ///   - unchanged: the parts that certainly react alike, under the constants of the world.
  package init(_ old: Side, _ new: Side, renames: Renames, unchanged: UnchangedBehaviour) {
    self.old = old
    self.new = new
    self.renames = renames
    self.unchanged = unchanged
  }

  /// Explores all behaviour, up to a limit of states. If the deadline ends it, the result means nothing.
  ///
  /// It checks the deadline of its thread. If that is over, it returns early, and the completion may still be
  /// `exhaustive`: the owner of the deadline checks its limit before using the result.
  ///
  /// - Parameter maximumStates: the maximum number of compared pairs of states; the current node is completed, so
  ///   there may be a few more.
  package func run(maximumStates: Int = 1_000_000, threads: Int = 1) -> BehaviourResult {
    guard let search = search(maximumStates: maximumStates) else {
      return BehaviourResult(.sameText)
    }
    _ = search.advance(threads: threads)
    return search.result
  }

  /// Makes the search without running it; nil if the texts have the same meaning.
  package func search(maximumStates: Int) -> BehaviourSearch? {
    if unchanged.isEverything { return nil }
    let correspondence = Correspondence(
      old.machine, new.machine, renames, unchanged: unchanged)
    return BehaviourSearch(old, new, correspondence, maximumStates: maximumStates)
  }
}

extension UnchangedBehaviour {
  /// The same for one world: if a relevant param has another value, nothing is certain.
  ///
  /// The text of an event may be unchanged while a constant that it mentions changed. A `param` counts if it is among
  /// `params`, and so does a value from outside that is not declared as a param (the instance count of a symmetric
  /// type). Values are compared as text, because both specs may declare the type again.
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

  /// A value in the notation of the new spec.
  ///
  /// Words are compared, under any possible renaming. If a word became several names, the first is used; a value that
  /// then differs only makes the result less certain than possible.
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
