/// Makes the diagram of the steps of one outcome: `builder.steps(of: outcome)`.
final class DiagramStepBuilder {
  typealias Node = DiagramStore.Node

  let store: DiagramStore
  let levels: DiagramLevels
  private var levelsWritten: [Int] = []
  /// The size of a dictionary entry besides its key.
  private static let bytesPerEntry = 96
  private var known: [[Node]: Node] = [:]
  private var filters: [Node: Node] = [:]
  /// The states in which a step leads to invalid values, which must not occur.
  private(set) var lost = DiagramStore.none

  init(_ store: DiagramStore, _ levels: DiagramLevels) {
    self.store = store
    self.levels = levels
  }

  /// The steps that change some levels where a condition holds.
  ///
  /// - Parameters:
  ///   - happens: where they happen, as a function.
  ///   - codes: the new codes of levels, ascending by level.
  func steps(where happens: Node, _ codes: [(level: Int, code: Node)]) -> Node {
    if happens == DiagramStore.none { return DiagramStore.none }
    known = [:]
    store.otherBytes = 0
    levelsWritten = codes.map(\.level)
    let targets = codes.map { level, code in
      var mapped: [Node: Node] = [:]
      return valued(code, levels.levels[level], &mapped)
    }
    for target in targets {
      let isLost = store.and(happens, store.equals(target, store.number(-1)))
      lost = store.or(lost, isLost)
    }
    return build(0, happens, targets)
  }

  /// The value of a level for a code; -1 if no state has it.
  private func valued(
    _ function: Node, _ level: DiagramLevels.Level, _ mapped: inout [Node: Node]
  ) -> Node {
    if let known = mapped[function] { return known }
    let result: Node
    if store.isNumber(function) {
      result = store.number(level.place(of: store.value(function)) ?? -1)
    } else {
      let here = store.level(function)
      let children = (0..<store.widths[here]).map {
        valued(store.cofactor(function, here, $0), level, &mapped)
      }
      let mark = store.mark
      for (value, child) in children.enumerated() {
        store.push(UInt32(truncatingIfNeeded: value), child)
      }
      result = store.function(here, from: mark)
    }
    mapped[function] = result
    return result
  }

  /// The steps from the first level on that is written or read.
  ///
  /// - Parameters:
  ///   - place: the number of written levels above.
  ///   - condition: where the step happens, by the remaining levels.
  ///   - targets: the values that levels get, by the remaining levels; those above are done.
  private func build(_ place: Int, _ condition: Node, _ targets: [Node]) -> Node {
    if condition == DiagramStore.none || store.failure != nil { return DiagramStore.none }
    if place == levelsWritten.count { return filter(condition) }
    let key = [Node(truncatingIfNeeded: place), condition] + targets[place...]
    if let known = known[key] { return known }
    var level = min(store.level(condition), levelsWritten[place])
    for target in targets[place...] { level = min(level, store.level(target)) }
    let isWritten = level == levelsWritten[place]
    let dependsOnLevel =
      store.level(condition) == level
      || targets[(isWritten ? place + 1 : place)...].contains { store.level($0) == level }
    let mark = store.mark
    if isWritten {
      let target = targets[place]
      var onlyRest: Node?
      for value in 0..<store.widths[level] {
        let new = store.cofactor(target, level, value)
        if store.isNumber(new), !dependsOnLevel {
          let rest = onlyRest ?? build(place + 1, condition, targets)
          onlyRest = rest
          push(value, store.value(new), rest)
          continue
        }
        let here = store.cofactor(condition, level, value)
        let others = targets.map { store.cofactor($0, level, value) }
        for number in store.numbers(of: new).sorted(by: { store.value($0) < store.value($1) }) {
          let isThis = store.isNumber(new) ? here : store.and(here, store.equals(new, number))
          push(value, store.value(number), build(place + 1, isThis, others))
        }
      }
    } else {
      for value in 0..<store.widths[level] {
        let rest = build(
          place, store.cofactor(condition, level, value),
          targets.map { store.cofactor($0, level, value) })
        push(value, value, rest)
      }
    }
    let result = store.step(level, from: mark)
    known[key] = result
    store.otherBytes += Self.bytesPerEntry + key.count * MemoryLayout<Node>.stride
    return result
  }

  private func push(_ old: Int, _ new: Int, _ rest: Node) {
    if new >= 0 { store.push(DiagramStore.key(old, new), rest) }
  }

  /// The steps that change nothing, where a condition holds.
  private func filter(_ condition: Node) -> Node {
    if store.isNumber(condition) { return condition }
    if let known = filters[condition] { return known }
    let level = store.level(condition)
    let mark = store.mark
    for place in 0..<store.degree(condition) {
      let edge = store.edge(condition, place)
      let value = Int(DiagramStore.key(edge))
      push(value, value, filter(DiagramStore.target(edge)))
    }
    let result = store.step(level, from: mark)
    filters[condition] = result
    return result
  }
}
