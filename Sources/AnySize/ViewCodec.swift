import Semantics

/// A state of some names as numbers: one for its facts without names, one for the facts about each name, and one for
/// the facts about each pair. Equal numbers mean equal facts, whatever the names.
struct ViewParts: Sendable {
  var whole: Int
  var names: [Int]
  /// For each ordered pair of places, row by row; for a name with itself 0.
  var pairs: [Int]

  func pair(_ first: Int, _ second: Int) -> Int { pairs[first * names.count + second] }

  /// The parts for some of the names, in order.
  func selecting(_ places: [Int]) -> ViewParts {
    ViewParts(
      whole: whole, names: places.map { names[$0] },
      pairs: places.flatMap { first in places.map { pair(first, $0) } })
  }

  /// All numbers, in one array.
  var key: [Int] { hasPairs ? [whole] + names + pairs : [whole] + names }

  /// Whether some names are related.
  var hasPairs: Bool { pairs.contains { $0 != 0 } }

  /// The key of some unrelated names in their canonical order.
  func simpleKey(_ places: [Int]) -> [Int] {
    var key: [Int] = [whole]
    key.reserveCapacity(places.count + 1)
    for place in places { key.append(names[place]) }
    key[1...].sort()
    return key
  }
}

/// The facts of a state, by variable.
struct ViewFacts {
  /// The existence of a part at a path, its content, and up to two names; -1 for no name.
  fileprivate struct Fact {
    var path: Int
    var fact: Int
    var first: Int
    var second: Int
  }

  fileprivate let state: [Value]
  fileprivate let ofVariables: [[Fact]]
}

/// Gives parts their numbers.
///
/// A state is split into facts, each with the names that it concerns: an entry, a member, the name at a place, and
/// the existence of a name. A view loses the facts about other names.
struct ViewCodec {
  private struct Path: Hashable {
    var parent: Int
    var step: Int
    var value: Int
  }

  private let types: [Type]
  private let scope: NameScope
  private var paths: [Path: Int] = [:]
  private var values: [Value: Int] = [:]
  private var parts: [[Int]: Int] = [[]: 0]
  /// For the number of a pair, that of the swapped pair.
  private var turned: [Int: Int] = [0: 0]
  /// The facts of the current variable.
  private var facts: [ViewFacts.Fact] = []

  init(_ spec: CheckedSpec, _ scope: NameScope) {
    types = spec.variables.map(\.type)
    self.scope = scope
  }

  /// - Parameter other: the facts of a state that shares many values with it.
  mutating func facts(of state: [Value], beside other: ViewFacts? = nil) -> ViewFacts {
    var ofVariables: [[ViewFacts.Fact]] = []
    ofVariables.reserveCapacity(state.count)
    for index in state.indices {
      if let other, other.state[index] == state[index] {
        ofVariables.append(other.ofVariables[index])
      } else {
        facts.removeAll(keepingCapacity: true)
        walk(state[index], types[index], path(0, 1, index), -1, -1)
        ofVariables.append(facts)
      }
    }
    return ViewFacts(state: state, ofVariables: ofVariables)
  }

  mutating func parts(of state: [Value], names: Int) -> ViewParts {
    parts(of: facts(of: state), names: names)
  }

  mutating func parts(of facts: ViewFacts, names: Int) -> ViewParts {
    var whole: [Int] = []
    var single: [[Int]] = Array(repeating: [], count: names)
    var paired: [Int: [[Int]]] = [:]
    for facts in facts.ofVariables {
      for fact in facts {
        let (first, second) = (fact.first, fact.second)
        if first < 0 {
          whole.append(fact.path)
          whole.append(fact.fact)
        } else if second < 0 || second == first {
          single[first].append(fact.path)
          single[first].append(second < 0 ? fact.fact : -3 - fact.fact)
        } else {
          let place = min(first, second) * names + max(first, second)
          paired[place, default: []].append([fact.path, first < second ? 0 : 1, fact.fact])
        }
      }
    }
    var pairs = Array(repeating: 0, count: names * names)
    for (place, facts) in paired.sorted(by: { $0.key < $1.key }) {
      let number = self.number(ofPair: facts)
      pairs[place] = number
      pairs[place % names * names + place / names] = turned[number] ?? 0
    }
    return ViewParts(
      whole: number(of: whole), names: single.map { number(of: $0) }, pairs: pairs)
  }

  private mutating func number(of facts: [Int]) -> Int {
    if let known = parts[facts] { return known }
    let number = parts.count
    parts[facts] = number
    return number
  }

  /// Facts are triples: the path, which of the two names comes first in it, and the content.
  private mutating func number(ofPair facts: [[Int]]) -> Int {
    func flat(_ facts: [[Int]]) -> [Int] {
      facts.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    }
    let number = self.number(of: flat(facts))
    if turned[number] == nil {
      let other = self.number(of: flat(facts.map { [$0[0], 1 - $0[1], $0[2]] }))
      turned[number] = other
      turned[other] = number
    }
    return number
  }

  private mutating func path(_ parent: Int, _ step: Int, _ value: Int) -> Int {
    let path = Path(parent: parent, step: step, value: value)
    if let known = paths[path] { return known }
    let number = paths.count + 1
    paths[path] = number
    return number
  }

  private mutating func number(of value: Value) -> Int {
    if let known = values[value] { return known }
    let number = values.count
    values[value] = number
    return number
  }

  private mutating func note(_ path: Int, _ fact: Int, _ first: Int, _ second: Int) {
    facts.append(ViewFacts.Fact(path: path, fact: fact, first: first, second: second))
  }

  private mutating func walk(
    _ value: Value, _ type: Type, _ path: Int, _ first: Int, _ second: Int
  ) {
    guard scope.occurs(in: type) else {
      return note(path, number(of: value), first, second)
    }
    switch (type, value) {
    case (.symmetric, .name(let name)):
      note(path, -1, first, second)
      if name >= 0 {
        let link = self.path(path, 2, 0)
        first < 0 ? note(link, 0, name, -1) : note(link, 0, first, name)
      }
    case (.optional, .none): note(path, -2, first, second)
    case (.optional(let inner), _): walk(value, inner, self.path(path, 3, 0), first, second)
    case (.structure(let type), .record(let parts)):
      for (index, field) in type.fields.enumerated() {
        walk(parts[index], field.type, self.path(path, 4, index), first, second)
      }
    case (.enumeration(let type), .enumCase(let index, let parts)):
      note(path, index, first, second)
      for (place, field) in type.cases[index].fields.enumerated() {
        walk(parts[place], field.type, self.path(path, 5 + index, place), first, second)
      }
    case (.set(let element, _), .set(let values)):
      for value in values { _ = key(value, element, path, first, second) }
    case (.map(let keyType, let content), .map(let keys, let values)),
      (.table(let keyType, let content), .map(let keys, let values)):
      for (key, value) in zip(keys, values) {
        let entry = self.key(key, keyType, path, first, second)
        walk(value, content, entry.path, entry.first, entry.second)
      }
    case (.table(_, let content), .table(let values)):
      for (index, value) in values.enumerated() {
        walk(value, content, self.path(path, 4, index), first, second)
      }
    case (.list(let element, _), .list(let values)):
      note(path, values.count, first, second)
      for (index, value) in values.enumerated() {
        walk(value, element, self.path(path, 4, index), first, second)
      }
    case (.bag(let element, _), .bag(let values)):
      bag(values, element, path, first, second)
    default: note(path, number(of: value), first, second)
    }
  }

  /// Records the existence of such a key or element, and returns the path to its content.
  private mutating func key(
    _ key: Value, _ type: Type, _ path: Int, _ first: Int, _ second: Int
  ) -> (path: Int, first: Int, second: Int) {
    var names: [Int] = []
    let shape = scope.map(key, type) {
      names.append($0)
      return 0
    }
    let inner = self.path(path, 0, number(of: shape))
    let all = [first, second].filter { $0 >= 0 } + names
    let (one, two) = (all.first ?? -1, all.count > 1 ? all[1] : -1)
    note(inner, 0, one, two)
    return (inner, one, two)
  }

  /// The number of occurrences of each shape of an element, in total and with each name.
  private mutating func bag(
    _ values: [Value], _ type: Type, _ path: Int, _ first: Int, _ second: Int
  ) {
    var shapes: [Int: Int] = [:]
    var named: [Int: [Int: Int]] = [:]
    for value in values {
      var name = -1
      let shape = number(
        of: scope.map(value, type) {
          name = $0
          return 0
        })
      shapes[shape, default: 0] += 1
      if name >= 0 { named[shape, default: [:]][name, default: 0] += 1 }
    }
    for shape in shapes.keys.sorted() {
      let inner = self.path(path, 0, shape)
      note(inner, shapes[shape] ?? 0, first, second)
      let link = self.path(inner, 2, 0)
      for (name, count) in (named[shape] ?? [:]).sorted(by: { $0.key < $1.key }) {
        first < 0 ? note(link, count, name, -1) : note(link, count, first, name)
      }
    }
  }
}
