/// What was told at length of the worlds of a spec, so that what is the same in several is told once.
struct ReportDeduplicator {
  /// A violation with its trace, say.
  struct Block {
    /// What it is about.
    var name: String
    var lines: [String]
    /// Blocks that have the same need not be told again.
    var key: [String]
  }

  /// The worlds in which blocks were told, by their keys.
  private var worlds: [[String]: String] = [:]
  /// All that is wrong in a world that was told.
  private var keysOfWorlds: [String: Set<[String]>] = [:]
  /// Worlds of which nothing else is to be told, in their order, with the one in which it was.
  private var same: [(world: String, told: String)] = []

  /// Notes a world of which all was told in another one; false if that is not so.
  mutating func notesAll(_ blocks: [Block], in world: WorldVerdict) -> Bool {
    let keys = Set(blocks.map(\.key))
    guard let told = keys.first.flatMap({ worlds[$0] }), keys == keysOfWorlds[told] else {
      return false
    }
    same.append((world.name, told))
    return true
  }

  /// The lines of some blocks; of those that were told before only where.
  mutating func lines(
    _ blocks: [Block], in world: WorldVerdict, _ style: TextStyle
  ) -> [String] {
    keysOfWorlds[world.name] = Set(blocks.map(\.key))
    return blocks.flatMap { block in
      if let told = worlds[block.key] {
        return ["", "    \(style.bold(block.name)): the same as in the world \(told)"]
      }
      worlds[block.key] = world.name
      return block.lines
    }
  }

  /// A line for all worlds of which nothing else was told.
  func sameWorlds(_ style: TextStyle) -> [String] {
    var order: [String] = []
    for one in same where !order.contains(one.told) { order.append(one.told) }
    return order.flatMap { told in
      let names = same.filter { $0.told == told }.map(\.world)
      let worlds = names.count == 1 ? "the world" : "\(names.count) other worlds"
      return [
        "  \(style.red("✗")) as in \(style.bold(told)), so in \(worlds) \(Wording.list(names))"
      ]
    }
  }
}

extension WorldVerdict {
  /// There is nothing to be told of it.
  var isRightAndUnasked: Bool {
    !needsAttention && engine == nil && askedSize == nil && anySize == nil
  }

  /// All that is wrong are violations and scenarios, each told with its trace.
  var isWrongByBlocksAlone: Bool {
    !judgement.unexpected.isEmpty && engine == nil && askedSize == nil && anySize == nil
      && judgement.complaints.count == (judgement.failedScenarios.isEmpty ? 1 : 2)
      && !properties.contains { $0.status == .notReached && !$0.announced && !excludes($0) }
  }
}

extension SpecReport {
  /// There is nothing to be told of any of its worlds.
  var isRightAndUnasked: Bool {
    !hasErrors && !verdicts.isEmpty && verdicts.allSatisfy(\.isRightAndUnasked)
  }
}
