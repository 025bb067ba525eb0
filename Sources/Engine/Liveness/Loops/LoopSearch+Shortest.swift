/// The search for a shortest loop, breadth-first over positions and progress.
extension LoopSearch {
  /// A node of the search: its predecessor, and the progress of the tracked actions.
  struct Entry {
    var position: Position
    var progress = Progress()
    var parent = -1
    var step: NodeStep?
    var depth = 0
  }

  /// For each tracked action, whether it happened or, for weak fairness, was disabled, and whether it was enabled.
  struct Progress: Hashable {
    var done: UInt64 = 0
    var wasPossible: UInt64 = 0

    /// One step further.
    ///
    /// - Parameters:
    ///   - happening: the actions that the step is.
    ///   - possible: the actions enabled after it.
    ///   - weak: those with weak fairness.
    func advanced(by happening: UInt64, to possible: UInt64, weak: UInt64) -> Progress {
      // Progress that no longer matters must not distinguish paths.
      Progress(
        done: done | happening | weak & ~possible,
        wasPossible: wasPossible | (possible | weak | happening) & ~done)
    }
  }

  /// The steps from a position, and the tracked actions among them.
  struct Expansion {
    struct Move {
      var step: NodeStep
      var target: Position
      var happening: UInt64
      /// The actions enabled at the target.
      var possible: UInt64
    }

    /// The enabled actions.
    var possible: UInt64
    /// Filled when the position is expanded.
    var moves: [Move]?
  }

  struct Key: Hashable {
    var position: Position
    var progress: Progress
  }

  /// The result of the search for a shortest loop.
  enum Outcome {
    case loop([NodeStep])
    /// There is none within the limit.
    case none
    /// The limit of positions was reached.
    case tooFar
  }

  /// The shortest loop that is fair to some actions.
  func shortest(
    _ tracked: [Int], below limit: Int, _ budget: inout Int
  ) throws(LivenessFailure) -> Outcome {
    var weak: UInt64 = 0
    for (place, action) in tracked.enumerated() where !fairness.actions[action].isStrong {
      weak |= 1 << UInt64(place)
    }
    var expansions: [Position: Expansion] = [:]
    let first = Progress().advanced(
      by: 0, to: self.possible(of: tracked, at: start, &expansions), weak: weak)
    var entries = [Entry(position: start, progress: first)]
    var seen: Set<Key> = []
    var next = 0
    while next < entries.count {
      if next % 64 == 63 { try graph.space.requireTime() }
      let here = entries[next]
      if here.depth + 1 >= limit { return .none }
      let moves = moves(from: here.position, tracked, &expansions)
      budget -= moves.count
      if budget < 0 { return .tooFar }
      for move in moves {
        let reached = here.progress.advanced(by: move.happening, to: move.possible, weak: weak)
        let entry = Entry(
          position: move.target, progress: reached, parent: next, step: move.step,
          depth: here.depth + 1)
        if reached.wasPossible & ~reached.done == 0, isAtStart(move.target) {
          return .loop(Self.steps(to: entry, entries))
        }
        if seen.insert(Key(position: move.target, progress: reached)).inserted {
          entries.append(entry)
        }
      }
      next += 1
    }
    return .none
  }

  /// The tracked actions that are enabled at a position.
  private func possible(
    of tracked: [Int], at position: Position, _ expansions: inout [Position: Expansion]
  ) -> UInt64 {
    if let known = expansions[position] { return known.possible }
    let all = node(position.node).possible
    var possible: UInt64 = 0
    for (place, action) in tracked.enumerated()
    where all.contains(namings.nodeAction(action, position.naming)) {
      possible |= 1 << UInt64(place)
    }
    expansions[position] = Expansion(possible: possible)
    return possible
  }

  private func moves(
    from position: Position, _ tracked: [Int], _ expansions: inout [Position: Expansion]
  ) -> [Expansion.Move] {
    if let known = expansions[position]?.moves { return known }
    var moves: [Expansion.Move] = []
    for step in node(position.node).steps {
      var happening: UInt64 = 0
      if !tracked.isEmpty {
        for action in actions(of: step, at: position) {
          if let place = tracked.firstIndex(of: action) { happening |= 1 << UInt64(place) }
        }
      }
      let target = target(of: step, from: position)
      moves.append(
        Expansion.Move(
          step: step, target: target, happening: happening,
          possible: possible(of: tracked, at: target, &expansions)))
    }
    expansions[position]?.moves = moves
    return moves
  }
}
