import Semantics

/// The distinct views up to renaming, and the states with more names whose views are all among them.
struct ViewSet {
  /// The number of names in a view.
  let size: Int
  private(set) var views: [ViewParts] = []
  /// A state of each view, its names in the order of the parts.
  private(set) var states: [[Value]] = []
  private var places: [[Int]: Int] = [:]
  /// The neighbours of a name, under the same whole: their number, and those of the pair in both directions.
  private var neighbours: [[Int]: [[Int]]] = [:]
  private var known: Set<[Int]> = []
  private let scope: NameScope
  /// The variables that contain names. Other variables are the same in all views of one whole.
  private let named: [(place: Int, type: Type)]

  init(size: Int, _ variables: [Variable], _ scope: NameScope) {
    self.size = size
    self.scope = scope
    named = variables.indices.filter { scope.occurs(in: variables[$0].type) }
      .map { ($0, variables[$0].type) }
  }

  static let orders: [[[Int]]] = [
    [[]], [[0]], [[0, 1], [1, 0]],
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
  ]

  /// The least key of the parts in any order of the names, and that order.
  static func canonical(_ parts: ViewParts) -> (key: [Int], order: [Int]) {
    if parts.pairs.allSatisfy({ $0 == 0 }) {
      let order = parts.names.indices.sorted { parts.names[$0] < parts.names[$1] }
      return (parts.selecting(order).key, order)
    }
    var best: (key: [Int], order: [Int]) = ([], [])
    for order in orders[parts.names.count] {
      let key = parts.selecting(order).key
      if best.key.isEmpty || key.lexicographicallyPrecedes(best.key) { best = (key, order) }
    }
    return best
  }

  func contains(_ parts: ViewParts) -> Bool { places[Self.canonical(parts).key] != nil }

  func contains(key: [Int]) -> Bool { places[key] != nil }

  /// Adds a view if it is new. `state` makes the state with its names in a given order of the parts.
  mutating func insert(_ parts: ViewParts, _ state: ([Int]) -> [Value]) -> Bool {
    let (key, order) = Self.canonical(parts)
    if places[key] != nil { return false }
    places[key] = views.count
    views.append(parts.selecting(order))
    states.append(state(order))
    return true
  }

  // MARK: States of more names

  /// Makes `extensions` include a view.
  mutating func activate(_ place: Int) {
    let view = views[place]
    for first in 0..<size {
      if size == 1 { add([view.names[0], 0, 0], to: [view.whole]) }
      for second in 0..<size where second != first {
        add(
          [view.names[second], view.pair(first, second), view.pair(second, first)],
          to: [view.whole, view.names[first]])
      }
    }
  }

  private mutating func add(_ entry: [Int], to key: [Int]) {
    if known.insert(key + [-1] + entry).inserted { neighbours[key, default: []].append(entry) }
  }

  /// The states with that many names that have a view, as parts, and only active views: those up to `place`.
  func forEachExtension(of place: Int, to count: Int, _ body: (ViewParts) -> Bool) -> Bool {
    extend(views[place], place, count, body)
  }

  private func extend(
    _ parts: ViewParts, _ place: Int, _ count: Int, _ body: (ViewParts) -> Bool
  ) -> Bool {
    let names = parts.names.count
    if names == count { return body(parts) }
    let key = size == 1 ? [parts.whole] : [parts.whole, parts.names[0]]
    for entry in neighbours[key] ?? [] {
      // Names after those of the view are in order, so each choice of them occurs once.
      if names > size, entry[0] < parts.names[names - 1] { continue }
      var column = [(entry[1], entry[2])]
      if !addPairs(entry[0], parts, place, count, &column, body) { return false }
    }
    return true
  }

  /// Tries all possible relations of a new name to each of the others.
  private func addPairs(
    _ name: Int, _ parts: ViewParts, _ place: Int, _ count: Int, _ column: inout [(Int, Int)],
    _ body: (ViewParts) -> Bool
  ) -> Bool {
    let names = parts.names.count
    if column.count == names {
      let larger = parts.adding(name, column)
      return isKnown(larger, place) ? extend(larger, place, count, body) : true
    }
    if size == 1 {
      column.append((0, 0))
      defer { column.removeLast() }
      return addPairs(name, parts, place, count, &column, body)
    }
    for entry in neighbours[[parts.whole, parts.names[column.count]]] ?? []
    where entry[0] == name {
      column.append((entry[1], entry[2]))
      defer { column.removeLast() }
      if !addPairs(name, parts, place, count, &column, body) { return false }
    }
    return true
  }

  /// Whether all views with the last name are active.
  private func isKnown(_ parts: ViewParts, _ place: Int) -> Bool {
    let last = parts.names.count - 1
    func isActive(_ places: [Int]) -> Bool {
      guard let found = self.places[Self.canonical(parts.selecting(places)).key] else {
        return false
      }
      return found <= place
    }
    switch size {
    case 1: return isActive([last])
    case 2: return (0..<last).allSatisfy { isActive([$0, last]) }
    default:
      return (0..<last).allSatisfy { first in
        (first + 1..<last).allSatisfy { isActive([first, $0, last]) }
      }
    }
  }

  /// The state of some parts, merged from its views; nil if they do not match.
  func state(of parts: ViewParts) -> [Value]? {
    var result: [Value]?
    for chosen in Self.choices(parts.names.count, size) {
      let (key, order) = Self.canonical(parts.selecting(chosen))
      guard let place = places[key] else { return nil }
      let names = order.map { chosen[$0] }
      var state = result ?? states[place]
      for variable in named {
        let piece = states[place][variable.place].renamed(variable.type, scope) { names[$0] }
        if result == nil {
          state[variable.place] = piece
        } else if let both = scope.merged(state[variable.place], piece, variable.type) {
          state[variable.place] = both
        } else {
          return nil
        }
      }
      result = state
    }
    return result
  }

  /// All ascending selections of that many of the first numbers.
  static func choices(_ count: Int, _ size: Int) -> [[Int]] {
    if size == 0 { return [[]] }
    if count < size { return [] }
    return choices(count - 1, size) + choices(count - 1, size - 1).map { $0 + [count - 1] }
  }
}

extension ViewParts {
  /// Adds a name, with its relation to each of the others in both directions.
  fileprivate func adding(_ name: Int, _ column: [(Int, Int)]) -> ViewParts {
    let count = names.count
    var result = ViewParts(whole: whole, names: names + [name], pairs: [])
    result.pairs.reserveCapacity((count + 1) * (count + 1))
    for first in 0..<count {
      result.pairs += pairs[first * count..<(first + 1) * count]
      result.pairs.append(column[first].0)
    }
    result.pairs += column.map(\.1) + [0]
    return result
  }
}

/// A closed set of views, for queries about states.
final class ViewCover {
  let spec: CheckedSpec
  let scope: NameScope
  let views: ViewSet
  private var codec: ViewCodec

  init(spec: CheckedSpec, scope: NameScope, views: ViewSet, codec: ViewCodec) {
    self.spec = spec
    self.scope = scope
    self.views = views
    self.codec = codec
  }

  /// Whether all views of a state with that many names are in the set.
  func contains(_ state: [Value], names: Int) -> Bool {
    let viewed = zip(spec.variables, state).map { variable, value in
      scope.viewed(value, variable.type, names: names)
    }
    let parts = codec.parts(of: viewed, names: names)
    return ViewSet.choices(names, views.size).allSatisfy { views.contains(parts.selecting($0)) }
  }
}
