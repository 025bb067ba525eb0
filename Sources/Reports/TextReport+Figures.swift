import Semantics

/// Renders the size of a search, and advice to reduce it.
extension TextReport {
  func statistics(_ world: WorldVerdict, _ vocabulary: RequestVocabulary) -> String {
    let statistics = world.statistics
    if let walks = world.walks {
      return WalkText(style: style).lines(walks, world.duration).joined(separator: "\n    ")
    }
    var parts = [
      Wording.states(statistics),
      Wording.transitions(statistics),
    ]
    if let depth = statistics.depth { parts.append("depth \(Wording.number(depth))") }
    parts.append(
      Wording.seconds(world.duration, earlier: .seconds(statistics.earlierSeconds ?? 0)))
    // In a small search, the tables are mostly empty, so their size is meaningless.
    if world.foundBy != .diagrams, world.storedStates >= 100_000 {
      parts.append("\(Wording.fixed(statistics.bytesPerState, digits: 1)) bytes a stored state")
    }
    if let engine = Wording.engine(world) { parts.append(engine) }
    if world.isCached ?? false { parts.append("from the cache") }
    let figures = parts.joined(separator: ", ") + storage(world)
    guard let reason = world.completion.reason else { return figures }
    let found =
      world.isFailure ? "" : "no violation found in \(Wording.states(statistics)), "
    return figures + "\n    " + style.yellow("\(found)not exhaustive: \(reason.printable)")
      + advice(world, vocabulary)
  }

  /// The storage of the states, if it was not memory.
  private func storage(_ world: WorldVerdict) -> String {
    let bytes = Wording.bytes(world.statistics.diskBytes)
    return switch world.storage {
    case .fingerprints:
      "\n    by fingerprints of 63 bits, "
        + (world.judgement.mayMiss ? missed(world) : "exact, for states of one word")
        + ", \(bytes) on disk for traces"
    case .disk: "\n    exact, \(bytes) on disk"
    case .memory: ""
    }
  }

  /// Advice for continuing a search that ran out of memory.
  private func advice(_ world: WorldVerdict, _ vocabulary: RequestVocabulary) -> String {
    guard world.completion.limit == .memory else { return "" }
    let frontier = Wording.count(world.statistics.frontier, "state")
    let choice =
      world.storage == .memory
      ? ", or choose with \(vocabulary.onMemoryLimit) how to continue" : ""
    return "\n    "
      + style.dim(
        "\(frontier) still to be followed: allow more with \(vocabulary.memoryLimit)\(choice)")
  }
}
