/// The steps of a machine, as several separate diagrams: `steps.closure(of: starts)`.
///
/// The steps of one event for many keys are one diagram, as long as it is smaller than the two that were joined. The
/// steps of several diagrams below a value are a list of these diagrams. The lists are few and recur often. A single
/// diagram of all would need a node for each of many combinations.
final class DiagramSteps {
  typealias Node = DiagramStore.Node

  /// Diagrams whose steps are applied together; none of them is the identity.
  private struct List {
    /// The first level that one of them changes or reads.
    var level: Int
    /// The levels below, once the list was expanded.
    var isOpen = false
    /// For each value, the number of the list of those that keep it; -1 until requested.
    var kept: [Int32]
    /// For each value, the diagrams that keep it, besides those that do not depend on the level.
    var keeping: [[Node]]
    var everywhere: [Node] = []
    /// The steps between values: the start of those from each value, and their targets.
    var firsts: [Int32]
    var moves: [(new: UInt16, rest: Node)]
  }

  let store: DiagramStore
  /// The diagrams, which hold all nodes below them.
  let parts: [Node]
  private var lists: [List] = []
  private var members: [[Node]] = []
  private var numbers: [[Node]: Int] = [:]
  /// The list of no steps.
  private static let noSteps = 0
  private var all = 0
  /// A number that separates its lists from those of other steps in the same store.
  private let firstList: Int

  /// The steps of an outcome, with the traits that distinguish it from the others of its event: its rule, arguments
  /// and choices.
  struct Outcome {
    var event: Int
    var traits: [Int]
    var steps: Node
  }

  init(_ store: DiagramStore, joining outcomes: [Outcome]) {
    self.store = store
    firstList = store.numbersOfLists()
    parts = Self.joined(outcomes, store)
    _ = number(of: [])
    all = number(of: parts)
  }

  private init(_ store: DiagramStore, parts: [Node]) {
    self.store = store
    firstList = store.numbersOfLists()
    self.parts = parts.filter { $0 != DiagramStore.none && $0 != DiagramStore.all }
    _ = number(of: [])
    all = number(of: parts)
  }

  /// The same steps backwards.
  func reversed() -> DiagramSteps {
    DiagramSteps(store, parts: parts.map(store.reversed))
  }

  /// Joins outcomes that differ in one trait only, such as a key argument, as long as that makes the diagrams of an
  /// event smaller.
  private static func joined(_ outcomes: [Outcome], _ store: DiagramStore) -> [Node] {
    var events: [Int: [Outcome]] = [:]
    for outcome in outcomes
    where outcome.steps != DiagramStore.none && outcome.steps != DiagramStore.all {
      events[outcome.event, default: []].append(outcome)
    }
    var parts: Set<Node> = []
    for (_, outcomes) in events.sorted(by: { $0.key < $1.key }) {
      var best = outcomes
      var size = outcomes.reduce(0) { $0 + store.size(of: $1.steps) }
      while true {
        var smaller: (outcomes: [Outcome], size: Int)?
        for trait in best[0].traits.indices {
          let joined = join(best, without: trait, store)
          if joined.count == best.count { continue }
          let joinedSize = joined.reduce(0) { $0 + store.size(of: $1.steps) }
          if joinedSize <= smaller?.size ?? size { smaller = (joined, joinedSize) }
        }
        guard let smaller, store.failure == nil else { break }
        (best, size) = smaller
      }
      parts.formUnion(best.map(\.steps))
    }
    // The identity leads to no new state.
    parts.remove(DiagramStore.all)
    return parts.sorted()
  }

  private static func join(
    _ outcomes: [Outcome], without trait: Int, _ store: DiagramStore
  ) -> [Outcome] {
    var joined: [Outcome] = []
    var places: [[Int]: Int] = [:]
    for outcome in outcomes {
      var outcome = outcome
      outcome.traits[trait] = 0
      if let place = places[outcome.traits] {
        joined[place].steps = store.joined(joined[place].steps, outcome.steps)
      } else {
        places[outcome.traits] = joined.count
        joined.append(outcome)
      }
    }
    return joined
  }

  // MARK: Lists

  private func number(of steps: [Node]) -> Int {
    if let known = numbers[steps] { return known }
    if lists.count == DiagramStore.maximumLists {
      store.fail(.work)
      return Self.noSteps
    }
    let level = steps.map(store.level).min() ?? DiagramStore.bottom
    lists.append(List(level: level, kept: [], keeping: [], firsts: [], moves: []))
    members.append(steps)
    numbers[steps] = lists.count - 1
    return lists.count - 1
  }

  /// Expands a list into the lists below the values of its level.
  private func open(_ number: Int) {
    let level = lists[number].level
    let width = store.widths[level]
    var kept: [[Node]] = Array(repeating: [], count: width)
    var moves: [[(new: UInt16, rest: Node)]] = Array(repeating: [], count: width)
    var everywhere: [Node] = []
    for steps in members[number] {
      if store.level(steps) > level {
        everywhere.append(steps)
        continue
      }
      let usual = usualRest(of: steps)
      for place in 0..<store.degree(steps) {
        let edge = store.edge(steps, place)
        let (key, rest) = (DiagramStore.key(edge), DiagramStore.target(edge))
        let (old, new) = (Int(DiagramStore.old(key)), Int(DiagramStore.new(key)))
        if old == new, usual == nil || rest == usual {
          if rest != DiagramStore.all { kept[old].append(rest) }
        } else {
          moves[old].append((UInt16(truncatingIfNeeded: new), rest))
        }
      }
    }
    lists[number].isOpen = true
    (lists[number].keeping, lists[number].everywhere) = (kept, everywhere)
    lists[number].kept = Array(repeating: -1, count: width)
    store.otherBytes +=
      width * 40 + kept.reduce(everywhere.count * 4) { $0 + $1.count * 4 }
      + moves.reduce(0) { $0 + $1.count * 8 }
    lists[number].firsts = [0]
    for here in moves {
      lists[number].moves += here.sorted { ($0.new, $0.rest) < ($1.new, $1.rest) }
      lists[number].firsts.append(Int32(truncatingIfNeeded: lists[number].moves.count))
    }
  }

  /// The steps below most of the values that they keep; nil if there are none.
  ///
  /// The steps below the few other values are then not part of lists, which would be as many as there are
  /// combinations of these.
  private func usualRest(of steps: Node) -> Node? {
    var counts: [Node: Int] = [:]
    var total = 0
    for place in 0..<store.degree(steps) {
      let edge = store.edge(steps, place)
      let key = DiagramStore.key(edge)
      guard DiagramStore.old(key) == DiagramStore.new(key) else { continue }
      counts[DiagramStore.target(edge), default: 0] += 1
      total += 1
    }
    return counts.first { $0.value > 2 && $0.value * 2 > total }?.key
  }

  /// The list of the diagrams that keep a value.
  private func kept(_ value: Int, in number: Int) -> Int {
    let known = lists[number].kept[value]
    if known >= 0 { return Int(known) }
    var all = (lists[number].everywhere + lists[number].keeping[value]).sorted()
    var count = 0
    for place in all.indices where place == 0 || all[place] != all[count - 1] {
      all[count] = all[place]
      count += 1
    }
    all.removeSubrange(count...)
    let kept = self.number(of: all)
    lists[number].kept[value] = Int32(truncatingIfNeeded: kept)
    return kept
  }

  // MARK: States

  /// The successors of a set, after one step; the set is held.
  func image(of set: Node) -> Node {
    store.sweeping {
      let held = store.heldMark
      store.hold(DiagramStore.none)
      for steps in parts { store.addToHeld(held, store.image(set, steps)) }
      let result = store.held(held)
      store.release(to: held)
      return result
    }
  }

  /// All states that are reachable from a set: the least superset that no step leaves.
  ///
  /// At each level, the set below a value is closed under the steps that keep the value, first and whenever other
  /// steps lead to it. So steps in lower levels only are applied there once, for all values above. (After Ciardo,
  /// Marmorstein, Siminiscalco, "The saturation algorithm for symbolic state-space exploration", 2006.)
  ///
  /// - Parameters:
  ///   - set: must be held, and so must the bound.
  ///   - bound: a superset of the wanted states: others are omitted; `all` for all states.
  func closure(of set: Node, within bound: Node = DiagramStore.all) -> Node {
    store.sweeping { closure(set, all, bound) }
  }

  private func closure(_ set: Node, _ number: Int, _ bound: Node) -> Node {
    if set == DiagramStore.none || number == Self.noSteps || store.failure != nil { return set }
    let list = Node(truncatingIfNeeded: firstList + number)
    if let known = store.known(.closure, set, list, bound) { return known }
    let level = store.level(set)
    let result: Node
    if lists[number].level > level {
      let mark = store.mark
      for place in 0..<store.degree(set) {
        let edge = store.edge(set, place)
        let value = Int(DiagramStore.key(edge))
        let rest = store.cofactor(bound, level, value)
        store.push(
          DiagramStore.key(edge), closure(DiagramStore.target(edge), number, rest))
      }
      result = store.node(level, from: mark)
    } else {
      if !lists[number].isOpen { open(number) }
      result = closedNode(set, number, level, bound)
    }
    store.note(.closure, set, list, bound, result: result)
    return result
  }

  private func closedNode(_ set: Node, _ number: Int, _ level: Int, _ bound: Node) -> Node {
    let width = store.widths[level]
    let first = store.heldMark
    // After the set of each value, a second place holds whether its steps are still to be applied.
    guard store.holdPlaces(2 * width) else { return DiagramStore.none }
    for place in 0..<store.degree(set) {
      let edge = store.edge(set, place)
      let value = Int(DiagramStore.key(edge))
      store.setHeld(first + value, DiagramStore.target(edge))
      close(value, number, level, bound, first)
      store.setHeld(first + width + value, DiagramStore.all)
    }
    var isOpen = true
    while isOpen, store.failure == nil {
      isOpen = false
      for value in 0..<width where store.held(first + width + value) == DiagramStore.all {
        store.setHeld(first + width + value, DiagramStore.none)
        let moves = lists[number].firsts[value]..<lists[number].firsts[value + 1]
        for place in moves {
          let (new, rest) = lists[number].moves[Int(place)]
          let target = first + Int(new)
          let before = store.held(target)
          var states = store.image(store.held(first + value), rest)
          if bound != DiagramStore.all {
            store.hold(states)
            states = store.intersection(states, store.cofactor(bound, level, Int(new)))
            store.release(to: store.heldMark - 1)
          }
          store.addToHeld(target, states)
          if store.held(target) == before { continue }
          close(Int(new), number, level, bound, first)
          store.setHeld(first + width + Int(new), DiagramStore.all)
          if Int(new) <= value { isOpen = true }
        }
      }
    }
    store.release(to: first + width)
    return store.nodeOfHeld(level, from: first)
  }

  /// Closes the set below a value under the steps that keep the value.
  private func close(_ value: Int, _ number: Int, _ level: Int, _ bound: Node, _ first: Int) {
    let rest = store.cofactor(bound, level, value)
    let kept = kept(value, in: number)
    store.setHeld(first + value, closure(store.held(first + value), kept, rest))
  }
}
