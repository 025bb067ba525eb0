import Semantics

/// Operations on the affected part of a set, instead of from the root.
///
/// Code that reads and writes nothing above a level has the same result after each node of that level, whatever leads
/// there.
extension SetRun {
  /// The parts that `body` makes of a set; computed locally if it reads and writes only lower levels.
  func locally<Key>(
    _ set: Node, _ body: (Node) throws(Obstacle) -> SetParts<Key>
  ) throws(Obstacle) -> SetParts<Key> {
    if set == SetStore.none { return SetParts() }
    let top = store.level(of: set)
    var base = max(top, try reach(of: set, body))
    while base > top {
      let outer = self.base
      self.base = base
      defer { self.base = outer }
      do throws(Obstacle) {
        return try replaced(set, base, body)
      } catch {
        guard case .above(let level) = error, level >= outer else { throw error }
        base = max(top, level)
      }
    }
    return try body(set)
  }

  /// The first level that `body` uses in one of the states.
  private func reach<Key>(
    of set: Node, _ body: (Node) throws(Obstacle) -> SetParts<Key>
  ) throws(Obstacle) -> Int {
    let (read, written) = (read, written)
    defer {
      self.read.formUnion(read)
      self.written.formUnion(written)
    }
    self.read = []
    self.written = []
    let level = store.level(of: set)
    _ = try body(store.single(store.member(of: set), from: level))
    return self.read.union(self.written).compactMap { levels[$0] }.min() ?? store.depth - 1
  }

  private func replaced<Key>(
    _ set: Node, _ base: Int, _ body: (Node) throws(Obstacle) -> SetParts<Key>
  ) throws(Obstacle) -> SetParts<Key> {
    var keys: [Key] = []
    var known: Set<Key> = []
    var replacements: [Node: SetParts<Key>] = [:]
    for node in store.nodes(of: set, base) {
      let parts = try body(node)
      for (key, _) in parts.all where known.insert(key).inserted { keys.append(key) }
      replacements[node] = parts
    }
    var result = SetParts<Key>()
    for key in keys {
      result.add(key, store.replaced(set, base) { replacements[$0]?[key] ?? SetStore.none }, store)
    }
    return result
  }
}
