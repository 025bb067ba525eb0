import Semantics
import SpecLanguage

/// Compares what two specs can do in one world: `BehaviourComparison(…).run(limits)`.
///
/// In go both specs under the constants of the world, out come the steps that only one of them allows,
/// each kind once and with a shortest path, in the words of the specs. Properties do not matter here.
///
/// `Correspondence` pairs variables, signals and event instances, `BehaviourSearch` follows both
/// machines along them with the fast engine, and `DivergenceReplay` makes traces and reasons of what that
/// finds, by the reference evaluator: so a difference is one of what the specs mean.
///
/// What is compared is what can be observed: an event with its arguments, then the signals and the
/// values of the variables that both specs have. Renaming `tray` to `shown` is no difference, and a
/// variable that only one spec has is left out, with a note:
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
  /// The layout of the machine is used to store states; its instances are the events that are
  /// followed.
  package struct Side: Sendable {
    package var machine: Machine
    /// All states in which a run may begin, each with a value for every variable of the spec, in its
    /// order.
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

  /// Looks at everything that can happen, up to so many states. If the deadline ends that, what was looked
  /// at tells nothing.
  ///
  /// It asks the deadline of its thread. If that is over, it returns early and the completion may still
  /// read `exhaustive`: who set the deadline looks at its limit before the result is used.
  ///
  /// - Parameter maximumStates: how many pairs of states may be compared; the node that is being
  ///   expanded when that many are known is finished, so that a few more may be.
  package func run(maximumStates: Int = 1_000_000, threads: Int = 1) -> BehaviourResult {
    guard let search = search(maximumStates: maximumStates) else {
      return BehaviourResult(.sameText)
    }
    _ = search.advance(threads: threads)
    return search.result
  }

  /// The same as a search that is yet to be run; nil if the texts say the same.
  package func search(maximumStates: Int) -> BehaviourSearch? {
    if unchanged.isEverything { return nil }
    let correspondence = Correspondence(
      old.machine, new.machine, renames, unchanged: unchanged)
    return BehaviourSearch(old, new, correspondence, maximumStates: maximumStates)
  }
}

extension UnchangedBehaviour {
  /// The same for one world: where a param that matters has another value, nothing is certain.
  ///
  /// The text of an event may be the same while a constant that it mentions is not. A `param` decides
  /// if it is among `params`, and so does what is set from outside without being declared as a param
  /// (the number of names of a symmetric type). Values are compared as text, since both specs may
  /// declare the type anew.
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
  ///
  /// Word by word, by what any name may have become: if a word became several names, the first of
  /// them is taken, and a value that then differs only makes less certain than could be.
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
