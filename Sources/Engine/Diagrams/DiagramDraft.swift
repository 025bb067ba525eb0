import Basics
import Semantics

/// The outcomes of a machine as functions, only over values that a level may reach, independent of the others.
///
/// Most combined codes of several fields are never written, and functions over all of them would be much larger than
/// needed. So it starts with the values of the starts, and adds those that some outcome writes, until there are no
/// others. A level that keeps growing gets all of its values.
struct DiagramDraft {
  typealias Node = DiagramStore.Node

  /// The condition of an outcome, and its writes.
  struct Outcome {
    var happens: Node
    /// For each written level, the code that it gets.
    var codes: [(level: Int, code: Node)]
  }

  /// The number of rounds after which growing levels get all of their values.
  private static let narrowRounds = 40

  let levels: DiagramLevels
  let store: DiagramStore
  private(set) var functions: DiagramFunctions
  private(set) var outcomes: [Outcome] = []

  /// - Parameters:
  ///   - wide: the levels with all values.
  ///   - memory: the memory limit of the diagrams, in bytes.
  ///   - pace: the work limit.
  init(
    _ source: DiagramSource, _ wide: DiagramLevels, _ starts: [[Value]], memory: Int,
    pace: DiagramPace
  ) throws(DiagramObstacle) {
    var codes = wide.codes(of: starts.map(source.layout.pack))
    var round = 0
    while true {
      round += 1
      let draft = try DiagramDraft(source, wide.confined(to: codes), memory: memory, pace: pace)
      let more = draft.newCodes(beside: codes)
      if more.isEmpty {
        self = draft
        return
      }
      for (level, new) in more {
        codes[level].formUnion(
          round < Self.narrowRounds ? new : Set(wide.levels[level].codes))
      }
      if Deadline.isOver { throw .stopped }
    }
  }

  private init(
    _ source: DiagramSource, _ levels: DiagramLevels, memory: Int, pace: DiagramPace
  ) throws(DiagramObstacle) {
    self.levels = levels
    do throws(DiagramStore.Failure) {
      store = try DiagramStore(widths: levels.widths, memory: memory, pace: pace)
    } catch {
      throw DiagramObstacle(error)
    }
    functions = DiagramFunctions(store, levels, source.circuit)
    for (_, outcome) in source.outcomes {
      let happens = functions.node(of: outcome.happens)
      let writes = source.writes(of: outcome).map { (field: $0, new: functions.node(of: $1)) }
      outcomes.append(
        Outcome(
          happens: happens, codes: happens == DiagramStore.none ? [] : functions.codes(of: writes)))
      if let failure = store.failure { throw DiagramObstacle(failure) }
    }
  }

  /// The new codes of levels, in addition to known ones, where an outcome happens.
  private func newCodes(beside known: [Set<Int>]) -> [(level: Int, codes: Set<Int>)] {
    var found: [Int: Set<Int>] = [:]
    var seen: Set<[Node]> = []
    let nothing = store.number(-1)
    for outcome in outcomes {
      for (level, code) in outcome.codes {
        let here = store.select(outcome.happens, code, nothing)
        guard seen.insert([Node(level), here]).inserted else { continue }
        for number in store.numbers(of: here) {
          let code = store.value(number)
          if code >= 0, !known[level].contains(code) { found[level, default: []].insert(code) }
        }
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension DiagramLevels {
  /// The codes that levels have in some packed states.
  fileprivate func codes(of states: [[UInt64]]) -> [Set<Int>] {
    levels.map { level in Set(states.map(level.code)) }
  }
}
