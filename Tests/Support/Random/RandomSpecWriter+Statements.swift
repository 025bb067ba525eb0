extension RandomSpecWriter {
  /// A few statements in a scope of their own, each line indented; at least one.
  mutating func block(_ depth: Int, _ indent: String) -> [String] {
    inScope { writer in
      var lines: [String] = []
      for _ in 0..<1 + writer.random.number(below: 3) { lines += writer.statement(depth, indent) }
      if writer.hasLocalMaps, writer.later.oneIn(8) {
        lines += writer.aside { $0.localMap(indent) }
      }
      if writer.hasLocalMaps, writer.branching == 0, writer.later.oneIn(8) {
        lines += writer.aside { $0.dependentNames(indent) }
      }
      if writer.hasOpenValues, writer.later.oneIn(6) {
        lines += writer.aside { $0.openValues(indent) }
      }
      return lines.isEmpty ? ["\(indent)emit ping"] : lines
    }
  }

  private mutating func statement(_ depth: Int, _ indent: String) -> [String] {
    if depth > 0, random.oneIn(2) {
      switch random.number(below: 5) {
      case 0: return ifStatement(depth - 1, indent)
      case 1: return switchStatement(depth - 1, indent) ?? []
      case 2, 3: return loop(depth - 1, indent)
      default: return choice(depth - 1, indent)
      }
    }
    switch random.number(below: 12) {
    case 0:
      let said = random.oneIn(2) ? value(signals[1].field!, 0) : nil
      return ["\(indent)emit " + (said.map { "say(what: \($0))" } ?? "ping")]
    case 1: return localName(indent)
    case 2 where random.oneIn(3): return ["\(indent)assert \(condition(1))"]
    case 3:
      guard let procedure = random.pick(procedures), let call = callText(procedure) else {
        return change(indent)
      }
      return ["\(indent)\(call)"]
    default: return change(indent)
    }
  }

  private mutating func localName(_ indent: String) -> [String] {
    let kind = passedKind()
    guard let value = value(kind, 1) else { return change(indent) }
    let name = freshName()
    let isMutable = random.oneIn(2)
    locals.append(Name(text: name, kind: kind, isMutable: isMutable))
    return ["\(indent)\(isMutable ? "var" : "let") \(name): \(types.text(kind)) = \(value)"]
  }

  // MARK: Changes

  /// A change of a variable or of a mutable local name.
  mutating func change(_ indent: String) -> [String] {
    guard let target = random.pick(readable.filter(\.isMutable)) else { return [] }
    return change(target.text, target.kind).map { [indent + $0] } ?? []
  }

  private mutating func change(_ text: String, _ kind: RandomKind) -> String? {
    switch kind {
    case .timer(let maximum):
      return random.oneIn(3)
        ? "stop \(text)" : "start \(text) for \(random.number(below: maximum + 1))"
    case .table(let key, let content) where !random.oneIn(5) || types.holdsTimer(kind):
      guard let key = value(key, 1) else { return nil }
      return change("\(text)[\(key)]", content)
    case .map(let key, let content) where !random.oneIn(6): return mapChange(text, key, content)
    case .set(let element) where !random.oneIn(4): return setChange(text, element)
    case .members(let element, let maximum, _) where !random.oneIn(4):
      guard let change = setChange(text, element) else { return nil }
      return !change.hasPrefix("insert") || later.oneIn(8)
        ? change : "if \(text).count < \(maximum) { \(change) }"
    case .list(let element, let maximum) where !random.oneIn(5):
      return listChange(text, element, maximum)
    case .range where random.oneIn(3):
      return random.oneIn(2)
        ? "if \(text) < 1 { \(text) += 1 }" : "if \(text) > 0 { \(text) -= 1 }"
    case .range where random.oneIn(10): return "\(text) += 1"
    case .structure(let index) where random.oneIn(2):
      guard let field = random.pick(types.structs[index]), let value = value(field.kind, 1)
      else { return nil }
      return "\(text).\(field.label ?? "") = \(value)"
    case .optional(.structure(let index)) where random.oneIn(2):
      guard let field = random.pick(types.structs[index]), let value = value(field.kind, 1)
      else { return nil }
      return "\(text)?.\(field.label ?? "") = \(value)"
    default: return value(kind).map { "\(text) = \($0)" }
    }
  }

  private mutating func mapChange(
    _ text: String, _ key: RandomKind, _ content: RandomKind
  ) -> String? {
    if random.oneIn(4) {
      return inScope { writer in
        let name = writer.bindLocal(content)
        return "remove \(name) in \(text) where \(writer.condition(1))"
      }
    }
    guard let key = value(key, 1) else { return nil }
    if random.oneIn(3) { return "\(text)[\(key)] = nil" }
    return value(content, 1).map { "\(text)[\(key)] = \($0)" }
  }

  private mutating func setChange(_ text: String, _ element: RandomKind) -> String? {
    if random.oneIn(4) {
      return inScope { writer in
        let name = writer.bindLocal(element)
        return "remove \(name) in \(text) where \(writer.condition(1))"
      }
    }
    guard let value = value(element, 1) else { return nil }
    return random.oneIn(2) ? "insert \(value) into \(text)" : "remove \(value) from \(text)"
  }

  private mutating func listChange(
    _ text: String, _ element: RandomKind, _ maximum: Int
  ) -> String? {
    switch random.number(below: 6) {
    case 0: return "if !\(text).isEmpty { \(text).removeFirst() }"
    case 1: return "if !\(text).isEmpty { \(text).removeLast() }"
    case 2 where random.oneIn(4): return "\(text).removeLast()"
    case 3:
      return value(element, 1).map {
        "if \(text).count < \(maximum) { insert \($0) at 0 into \(text) }"
      }
    default:
      return value(element, 1).map {
        random.oneIn(8)
          ? "append \($0) to \(text)" : "if \(text).count < \(maximum) { append \($0) to \(text) }"
      }
    }
  }

  // MARK: Branches, loops and choices

  private mutating func ifStatement(_ depth: Int, _ indent: String) -> [String] {
    let inner = indent + "  "
    let optionals = readable.filter { if case .optional = $0.kind { true } else { false } }
    var lines: [String] = []
    if random.oneIn(3), let optional = random.pick(optionals) {
      lines = inScope { writer in
        let name = writer.bindLocal(optional.kind.unwrapped)
        return ["\(indent)if let \(name) = \(optional.text), \(writer.condition(1)) {"]
          + writer.block(depth, inner)
      }
    } else {
      lines = ["\(indent)if \(condition()) {"] + block(depth, inner)
    }
    while random.oneIn(3) {
      lines += ["\(indent)} else if \(condition()) {"] + block(depth, inner)
    }
    if random.oneIn(2) { lines += ["\(indent)} else {"] + block(depth, inner) }
    return lines + ["\(indent)}"]
  }

  private mutating func switchStatement(_ depth: Int, _ indent: String) -> [String]? {
    let subjects = readable.filter {
      if case .enumeration = $0.kind.unwrapped { true } else { false }
    }
    guard let subject = random.pick(subjects), case .enumeration(let index) = subject.kind.unwrapped
    else { return nil }
    let inner = indent + "  "
    var lines = ["\(indent)switch \(subject.text) {"]
    if subject.kind.unwrapped != subject.kind {
      lines += ["\(indent)case nil:"] + block(depth, inner)
    }
    for (place, item) in types.enums[index].enumerated() {
      if place > 0, random.oneIn(4) {
        return lines + ["\(indent)default:"] + block(depth, inner) + ["\(indent)}"]
      }
      lines += inScope { writer in
        let bound = item.fields.map { "let \(writer.bindLocal($0.kind))" }
        let payload = bound.isEmpty ? "" : "(\(bound.joined(separator: ", ")))"
        return ["\(indent)case .\(item.name)\(payload):"] + writer.block(depth, inner)
      }
    }
    return lines + ["\(indent)}"]
  }

  private mutating func loop(_ depth: Int, _ indent: String) -> [String] {
    guard branching + choices < (types.symmetric[0] > 3 ? 1 : 2) else { return change(indent) }
    branching += 1
    defer { branching -= 1 }
    return inScope { writer in
      let maps = writer.readable.filter {
        if case .map = $0.kind { true } else { false }
      }
      let head: String
      var last: Name?
      if writer.branching == 1, writer.random.oneIn(4), let map = writer.random.pick(maps),
        case .map(let key, let content) = map.kind
      {
        head = "(\(writer.bindLocal(key)), \(writer.bindLocal(content))) in \(map.text)"
      } else {
        let (source, element) =
          writer.branching > 1
          ? writer.orderedValues()
          : writer.random.oneIn(3) ? ("N0", .symmetric(0)) : writer.collection()
        let name = writer.bindLocal(element)
        head = "\(name) in \(source)"
        last = writer.locals.last
      }
      let clause = writer.random.oneIn(3) ? " where \(writer.condition(1))" : ""
      let keeping = writer.random.oneIn(2) ? last.flatMap { writer.keeping($0) } : nil
      let body = keeping.map { ["\(indent)  \($0)"] } ?? writer.block(min(depth, 1), indent + "  ")
      return ["\(indent)for \(head)\(clause) {"] + body + ["\(indent)}"]
    }
  }

  /// The collection of a loop inside a loop: nested unordered loops have too many orders to follow.
  private mutating func orderedValues() -> (text: String, element: RandomKind) {
    let kind = random.pick([RandomKind.bool, .range(0), .enumeration(0)])!
    return (types.text(kind), kind)
  }

  /// A change that remembers the element of a pass, so that the order of the passes may show.
  private mutating func keeping(_ element: Name) -> String? {
    random.pick(keepers(of: element))
  }

  func keepers(of element: Name) -> [String] {
    readable.filter(\.isMutable).compactMap { target -> String? in
      switch target.kind {
      case element.kind, .optional(element.kind): "\(target.text) = \(element.text)"
      case .set(element.kind): "insert \(element.text) into \(target.text)"
      case .members(element.kind, let maximum, _):
        "if \(target.text).count < \(maximum) { insert \(element.text) into \(target.text) }"
      case .list(element.kind, let maximum):
        "if \(target.text).count < \(maximum) { append \(element.text) to \(target.text) }"
      default: nil
      }
    }
  }

  /// A choice, which may be empty, and its use.
  private mutating func choice(_ depth: Int, _ indent: String) -> [String] {
    guard choices < (branching == 0 ? 3 : types.symmetric[0] < 4 ? 1 : 0) else {
      return change(indent)
    }
    choices += 1
    let (source, kind) = chosenFrom()
    let name = bindLocal(kind)
    let clause = random.oneIn(2) ? " where \(choiceCondition(name, kind))" : ""
    let rest = random.oneIn(3) ? statement(depth, indent) : change(indent)
    return ["\(indent)choose \(name) in \(source)\(clause)"] + rest
  }

  /// A type, numbers up to one that the world or the event sets, or a collection.
  private mutating func chosenFrom() -> (text: String, element: RandomKind) {
    let kind = random.pick([RandomKind.bool, .enumeration(0), .symmetric(0)])!
    switch random.number(below: 4) {
    case 0:
      let numbers = locals.filter { $0.kind == .range(0) || $0.kind == .range(1) }.map(\.text)
      return ("0..<\(random.pick(numbers + ["2", "limit"])!)", .range(0))
    case 1:
      let found = collection()
      return types.holdsWide(found.element) ? (types.text(kind), kind) : found
    default: return (types.text(kind), kind)
    }
  }

  private mutating func choiceCondition(_ name: String, _ kind: RandomKind) -> String {
    let parameter = locals.dropLast().last { $0.kind == kind }
    if let parameter, !random.oneIn(3) {
      return "\(name) \(random.pick(["!=", "=="])!) \(parameter.text)"
    }
    if case .range = kind, random.oneIn(2) { return "\(name) < limit" }
    if random.oneIn(5) { return random.pick(["limit > 3", "limit < 1", "isOn"])! }
    return condition(1)
  }
}
