/// A random spec with interchangeable names, `symmetric ID(3)`, in all places where names may occur: keys, members,
/// fields, lists, bags, pairs, other entries.
///
/// Its text usually checks without errors; the caller skips a spec with errors.
package struct RandomParametrisedSpec {
  private var random: SplitMix64
  private var variables: Set<Variable> = []
  /// The number of bound names so far, so that each is unique.
  private var bound = 0
  private var hasFunction = false

  private enum Variable: String, CaseIterable {
    case map, table, set, pointer, list, bag, relation, pairs, number, flag, kind, sets, timer,
      timers
  }

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func chance(_ percent: Int) -> Bool { random.number(below: 100) < percent }
  private mutating func pick<T>(_ items: [T]) -> T { items[random.number(below: items.count)] }
  private mutating func name() -> String {
    bound += 1
    return "x\(bound)"
  }

  /// Text such as `spec Names …`.
  package mutating func text() -> String {
    for variable in Variable.allCases
    where chance(variable == .timer || variable == .timers ? 10 : 38) {
      variables.insert(variable)
    }
    if variables.isDisjoint(with: [.map, .table, .set, .relation, .pairs]) {
      variables.insert(pick([.map, .table, .set]))
    }
    var lines = [
      "spec Names", "symmetric ID(3)", "enum Kind { a, b }",
      "struct Card { kind: Kind, owner: ID? = nil, n: 0...2 = 0 }",
      "struct Push { id: ID, kind: Kind }", "struct Pair { x: ID, y: ID }",
      "signal ring(id: ID), tone",
    ]
    lines += Variable.allCases.filter(variables.contains).map(declaration)
    lines.append(function())
    for index in 0..<(2 + random.number(below: 4)) { lines.append(event("e\(index)")) }
    for index in 0..<(3 + random.number(below: 3)) {
      lines.append("invariant i\(index) { \(claim([])) }")
    }
    for index in 0..<random.number(below: 3) {
      lines.append(
        "transition s\(index) after any { \(chance(50) ? "old(\(condition([], 1))) implies " : "")\(claim([])) }"
      )
    }
    if chance(15) {
      lines.append(
        "invariant u0(x: ID) { \(condition(["x"], 1)) } until { \(condition(["x"], 1)) }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func declaration(_ variable: Variable) -> String {
    switch variable {
    case .map: "var map: Map<ID, Kind> = [:]"
    case .table: "var table: Table<ID, Card> = Card(kind: .a)"
    case .set: "var set: Set<ID> = []"
    case .pointer: "var pointer: ID? = nil"
    case .list: "var list: List<ID, 2> = []"
    case .bag: "var bag: Bag<Push, 2> = []"
    case .relation: "var relation: Map<ID, ID> = [:]"
    case .pairs: "var pairs: Set<Pair> = []"
    case .number: "var number: 0...3 = 0"
    case .flag: "var flag = false"
    case .kind: "var kind: Kind = .a"
    case .sets: "var sets: Table<Kind, Set<ID>> = []"
    case .timer: "var timer: Timer<2>"
    case .timers: "var timers: Table<ID, Timer<1>>"
    }
  }

  private mutating func function() -> String {
    let body = condition(["y"], 1)
    hasFunction = true
    return "func holds(_ y: ID) -> Bool { \(body) }"
  }

  // MARK: Events

  private mutating func event(_ name: String) -> String {
    let parameters = pick([[], ["id"], ["id"], ["id"], ["id", "to"]])
    var scope = parameters
    var list = parameters.map { "\($0): ID" }
    if chance(25) { list.append("k: Kind") }
    let hasKind = list.last == "k: Kind"
    let when = chance(75) ? " when \(condition(scope, 2))" : ""
    let head = "on \(name)\(list.isEmpty ? "" : "(\(list.joined(separator: ", ")))")\(when) {"
    if chance(20) {
      let test = condition(scope, 1)
      let other = chance(70) ? "!(\(test))" : condition(scope, 1)
      return [
        head, "  rule one when \(test) {", block(&scope, 1, hasKind), "  }",
        "  rule two when \(other) {", block(&scope, 1, hasKind), "  }", "}",
      ].joined(separator: "\n")
    }
    return "\(head)\n\(block(&scope, 2, hasKind))\n}"
  }

  private mutating func block(_ scope: inout [String], _ depth: Int, _ hasKind: Bool) -> String {
    var inner = scope
    return (0..<(1 + random.number(below: 3))).map { _ in statement(&inner, depth, hasKind) }
      .joined(separator: "\n")
  }

  private mutating func statement(_ scope: inout [String], _ depth: Int, _ hasKind: Bool) -> String
  {
    if depth > 0, chance(30) {
      switch random.number(below: 5) {
      case 0:
        var (left, right) = (scope, scope)
        return
          "if \(condition(scope, 1)) {\n\(block(&left, depth - 1, hasKind))\n} else {\n\(block(&right, depth - 1, hasKind))\n}"
      case 1:
        let name = name()
        var inner = scope + [name]
        let filter = chance(60) ? " where \(condition(inner, 1))" : ""
        return "for \(name) in \(source())\(filter) {\n\(own(name, &inner, depth - 1))\n}"
      case 2:
        let name = name()
        let filter = chance(50) ? " where \(condition(scope + [name], 1))" : ""
        let text = "choose \(name) in \(source())\(filter)"
        scope.append(name)
        return text
      case 3:
        guard let value = nilOrName(scope) else { break }
        let name = name()
        var inner = scope + [name]
        return "if let \(name) = \(value) {\n\(block(&inner, depth - 1, hasKind))\n}"
      default:
        let value = identity(scope)
        let name = name()
        scope.append(name)
        if let value { return "let \(name) = \(value)" }
        scope.removeLast()
      }
    }
    return change(scope, hasKind)
  }

  /// The statements of a pass: mostly on its own data.
  private mutating func own(_ name: String, _ scope: inout [String], _ depth: Int) -> String {
    var choices: [String] = []
    if variables.contains(.map) {
      choices += ["map[\(name)] = \(kind(scope))", "map[\(name)] = nil"]
    }
    if variables.contains(.table) {
      choices += ["table[\(name)].kind = \(kind(scope))", "table[\(name)] = Card(kind: .a)"]
      choices.append("table[\(name)].n = \(number(scope))")
    }
    if variables.contains(.set) {
      choices += ["insert \(name) into set", "remove \(name) from set"]
    }
    if variables.contains(.relation) {
      choices.append("relation[\(name)] = \(identity(scope) ?? name)")
    }
    if variables.contains(.pairs), let other = identity(scope) {
      choices.append("insert Pair(x: \(name), y: \(other)) into pairs")
    }
    if choices.isEmpty || chance(15) { return statement(&scope, depth, false) }
    return pick(choices)
  }

  private mutating func source() -> String {
    var choices = ["ID", "ID"]
    if variables.contains(.set) { choices += ["set", "set"] }
    if variables.contains(.map) { choices.append("map.keys") }
    if variables.contains(.list) { choices.append("list") }
    if variables.contains(.relation) { choices.append("relation.keys") }
    if variables.contains(.sets) { choices.append("sets[.a]") }
    return pick(choices)
  }

  private mutating func change(_ scope: [String], _ hasKind: Bool) -> String {
    let id = identity(scope)
    let kind = hasKind && chance(50) ? "k" : self.kind(scope)
    var choices: [String] = []
    func has(_ variable: Variable) -> Bool { variables.contains(variable) }
    if has(.number) { choices += ["number = \(number(scope))", "number = min(number + 1, 3)"] }
    if has(.flag) { choices.append("flag = \(condition(scope, 1))") }
    if has(.kind) { choices.append("kind = \(kind)") }
    if has(.pointer) { choices += ["pointer = nil", "pointer = \(optionalName(scope))"] }
    if has(.timer) { choices += ["start timer for 2", "stop timer"] }
    if has(.list), chance(50) { choices.append("list = []") }
    if has(.set), chance(30) { choices += ["set = []", "set = \(setValue(scope))"] }
    if has(.table), chance(20) { choices.append("table = Card(kind: .b)") }
    if has(.map), chance(30) { choices.append("remove c in map where c == \(kind)") }
    if has(.bag), chance(50) {
      let name = name()
      choices.append("remove \(name) in bag where \(name).kind == .a")
    }
    guard let id else { return choices.isEmpty ? "emit tone" : pick(choices) }
    if has(.map) { choices += ["map[\(id)] = \(kind)", "map[\(id)] = nil"] }
    if has(.table) {
      choices += ["table[\(id)].kind = \(kind)", "table[\(id)].owner = \(optionalName(scope))"]
      choices.append("table[\(id)] = Card(kind: \(kind), owner: \(optionalName(scope)))")
    }
    if has(.set) { choices += ["insert \(id) into set", "remove \(id) from set"] }
    if has(.pointer) { choices.append("pointer = \(id)") }
    if has(.list) {
      choices += ["if list.count < 2 { append \(id) to list }", "remove \(id) from list"]
      choices.append("if !list.isEmpty { list.removeFirst() }")
    }
    if has(.bag) {
      let push = "Push(id: \(id), kind: \(kind))"
      choices += ["if bag.count < 2 { insert \(push) into bag }", "remove \(push) from bag"]
    }
    if has(.relation) {
      choices += ["relation[\(id)] = \(identity(scope) ?? id)", "relation[\(id)] = nil"]
    }
    if has(.pairs) {
      let pair = "Pair(x: \(id), y: \(identity(scope) ?? id))"
      choices += ["insert \(pair) into pairs", "remove \(pair) from pairs"]
    }
    if has(.sets) { choices += ["insert \(id) into sets[\(kind)]", "remove \(id) from sets[.b]"] }
    if has(.timers) { choices += ["start timers[\(id)] for 1", "stop timers[\(id)]"] }
    choices.append("emit ring(id: \(id))")
    return pick(choices)
  }

  // MARK: Values

  private mutating func identity(_ scope: [String]) -> String? {
    guard !scope.isEmpty else { return nil }
    let name = pick(scope)
    if variables.contains(.relation), chance(12) { return "(relation[\(pick(scope))] ?? \(name))" }
    if variables.contains(.pointer), chance(12) { return "(pointer ?? \(name))" }
    if variables.contains(.table), chance(8) { return "(table[\(pick(scope))].owner ?? \(name))" }
    if variables.contains(.list), chance(8) { return "(list.first ?? \(name))" }
    return name
  }

  /// An optional expression; nil if there is none.
  private mutating func nilOrName(_ scope: [String]) -> String? {
    var choices: [String] = []
    if variables.contains(.pointer) { choices.append("pointer") }
    if variables.contains(.list) { choices.append("list.first") }
    if let id = identity(scope) {
      if variables.contains(.table) { choices.append("table[\(id)].owner") }
      if variables.contains(.relation) { choices.append("relation[\(id)]") }
    }
    return choices.isEmpty ? nil : pick(choices)
  }

  /// A value for an optional.
  private mutating func optionalName(_ scope: [String]) -> String {
    let value = nilOrName(scope)
    if let id = identity(scope), value == nil || chance(40) { return id }
    return value ?? "nil"
  }

  private mutating func kind(_ scope: [String]) -> String {
    if variables.contains(.kind), chance(20) { return "kind" }
    if let id = identity(scope), chance(30) {
      if variables.contains(.table), chance(50) { return "table[\(id)].kind" }
      if variables.contains(.map) { return "(map[\(id)] ?? .a)" }
    }
    return pick([".a", ".b"])
  }

  private mutating func number(_ scope: [String]) -> String {
    if variables.contains(.table), let id = identity(scope), chance(30) { return "table[\(id)].n" }
    if chance(12) { return "min(\(count(scope)), 2)" }
    return "\(random.number(below: 3))"
  }

  private mutating func count(_ scope: [String]) -> String {
    if variables.contains(.set), chance(40) { return "set.count" }
    if variables.contains(.list), chance(30) { return "list.count" }
    if variables.contains(.bag), chance(30) { return "bag.count" }
    let name = name()
    return "count(\(name) in \(source()) where \(condition(scope + [name], 0)))"
  }

  private mutating func setValue(_ scope: [String]) -> String {
    let name = name()
    let made = "set(\(name) in ID where \(condition(scope + [name], 0)))"
    if variables.contains(.map), chance(30) { return "map.keys" }
    if variables.contains(.set), chance(40) {
      return "set.\(pick(["union", "subtracting", "intersection"]))(\(made))"
    }
    return made
  }

  // MARK: Conditions

  /// The condition of a property: weaker than an arbitrary one, so that it holds more often.
  private mutating func claim(_ scope: [String]) -> String {
    switch random.number(below: 5) {
    case 0:
      let (a, b) = (name(), name())
      return
        "every \(a) in ID, \(b) in ID where \(a) != \(b): \(condition([a, b], 1)) implies \(condition([a, b], 1))"
    case 1:
      let a = name()
      return "every \(a) in \(source()): \(condition([a], 1)) || \(condition([a], 1))"
    case 2: return "\(count([])) <= \(1 + random.number(below: 2))"
    case 3:
      let (a, b) = (name(), name())
      if variables.contains(.table) {
        return
          "no distinct \(a), \(b) in table.values: \(a).kind == .b && \(b).kind == .b && \(a).n == 2"
      }
      return
        "no \(a) in ID, \(b) in \(source()) where \(a) != \(b): \(condition([a, b], 1)) && \(condition([a, b], 1))"
    default: return "\(condition(scope, 2)) || \(condition(scope, 1))"
    }
  }

  private mutating func condition(_ scope: [String], _ depth: Int) -> String {
    if depth > 0, chance(55) {
      switch random.number(below: 9) {
      case 0: return "(\(condition(scope, depth - 1)) && \(condition(scope, depth - 1)))"
      case 1: return "(\(condition(scope, depth - 1)) || \(condition(scope, depth - 1)))"
      case 2: return "!(\(condition(scope, depth - 1)))"
      case 3, 4, 5:
        let name = name()
        let filter = chance(30) ? " where \(condition(scope + [name], 0))" : ""
        return
          "(\(pick(["every", "some", "no"])) \(name) in \(source())\(filter): \(condition(scope + [name], depth - 1)))"
      case 6: return "\(count(scope)) \(pick(["<", "<=", "==", ">"])) \(random.number(below: 3))"
      case 7: return scope.isEmpty || !hasFunction ? "true" : "holds(\(pick(scope)))"
      default: return "(\(condition(scope, depth - 1)) implies \(condition(scope, depth - 1)))"
      }
    }
    return atom(scope)
  }

  private mutating func atom(_ scope: [String]) -> String {
    var choices: [String] = []
    func has(_ variable: Variable) -> Bool { variables.contains(variable) }
    if has(.number) {
      choices.append("number \(pick(["<", "==", ">"])) \(random.number(below: 3))")
    }
    if has(.flag) { choices.append("flag") }
    if has(.kind) { choices.append("kind == .a") }
    if has(.pointer) { choices.append("pointer == nil") }
    if has(.set) { choices.append("set.isEmpty") }
    if has(.map) { choices.append("map.isEmpty") }
    if has(.list) { choices.append("list.isEmpty") }
    if has(.timer) { choices.append("timer.isDue") }
    if has(.set), has(.map) { choices.append("set.isSubset(of: map.keys)") }
    if has(.set), has(.sets) { choices.append("set == sets[.a]") }
    guard let id = identity(scope) else { return choices.isEmpty ? "true" : pick(choices) }
    let other = identity(scope) ?? id
    if has(.map) { choices += ["map[\(id)] == .a", "map[\(id)] == nil", "\(id) in map.keys"] }
    if has(.table) {
      choices += [
        "table[\(id)].kind == .b", "table[\(id)].owner == \(other)", "table[\(id)].n > 0",
      ]
      choices.append("table[\(id)].owner == nil")
    }
    if has(.set) { choices += ["\(id) in set", "\(id) in set"] }
    if has(.pointer) { choices += ["pointer == \(id)", "pointer == \(nilOrName(scope) ?? id)"] }
    if has(.list) { choices += ["\(id) in list", "list.first == \(id)"] }
    if has(.bag) { choices.append("(some p in bag: p.id == \(id))") }
    if has(.relation) { choices += ["relation[\(id)] == \(other)", "relation[\(id)] == nil"] }
    if has(.pairs) { choices.append("Pair(x: \(id), y: \(other)) in pairs") }
    if has(.sets) { choices.append("\(id) in sets[.a]") }
    if has(.timers) { choices.append("timers[\(id)].isRunning") }
    if scope.count > 1 { choices.append("\(id) == \(other)") }
    return pick(choices)
  }
}
