/// The blocks already rendered for the worlds of a spec, so that repeated ones are shown once.
struct ReportDeduplicator {
  /// A block of text, such as a violation with its trace.
  struct Block {
    /// The subject of the block.
    var name: String
    var lines: [String]
    /// The key of the block; blocks with equal keys are not repeated.
    var key: [String]
  }

  /// The world in which each block was rendered first, by key.
  private var worlds: [[String]: String] = [:]
  /// The keys of all blocks, by world.
  private var keysOfWorlds: [String: Set<[String]>] = [:]
  /// The worlds whose blocks all repeat those of one other world, in order.
  private var same: [(world: String, told: String)] = []

  /// Records a world whose blocks all appeared in another one; returns false if that is not so.
  mutating func notesAll(_ blocks: [Block], in world: WorldVerdict) -> Bool {
    let keys = Set(blocks.map(\.key))
    guard let told = keys.first.flatMap({ worlds[$0] }), keys == keysOfWorlds[told] else {
      return false
    }
    same.append((world.name, told))
    return true
  }

  /// The lines of some blocks; a repeated one only refers to the first.
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

  /// A line for all worlds with only repeated blocks.
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
  /// Whether the world passes and nothing else is requested.
  var isRightAndUnasked: Bool {
    !needsAttention && !isExplained
  }

  /// Whether all findings of the world are violations and scenarios with traces.
  var isWrongByBlocksAlone: Bool {
    !judgement.unexpected.isEmpty && !isExplained
      && judgement.complaints.count == (judgement.failedScenarios.isEmpty ? 1 : 2)
      && !properties.contains { $0.status == .notReached && !$0.announced && !excludes($0) }
  }
}

extension SpecReport {
  /// Whether all worlds pass and nothing else is requested.
  var isRightAndUnasked: Bool {
    !hasErrors && !verdicts.isEmpty && verdicts.allSatisfy(\.isRightAndUnasked)
  }
}
