import Semantics

/// The outcomes of a machine as functions, over those values alone that a level may come to have, whatever the
/// others are.
///
/// Most codes of several fields together are no value that any event writes, and functions of all of them would be
/// much larger than what is asked. So it begins with the values of the starts, and goes on with those that
/// something writes, until there are no others; a level that goes on to grow gets all of its values.
struct DiagramDraft {
  typealias Node = DiagramStore.Node

  /// Where an outcome happens, and what it writes.
  struct Outcome {
    var happens: Node
    /// For each level that is written the code that it gets, by the level.
    var codes: [(level: Int, code: Node)]
  }

  /// After so many rounds levels that have grown get all of their values.
  private static let narrowRounds = 40

  let levels: DiagramLevels
  let store: DiagramStore
  private(set) var functions: DiagramFunctions
  private(set) var outcomes: [Outcome] = []

  /// - Parameters:
  ///   - wide: the levels with all values.
  ///   - memory: how many bytes the diagrams may take.
  ///   - pace: how much may be done.
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

  /// What levels get beside some codes where something happens.
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
