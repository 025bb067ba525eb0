extension RandomSpecWriter {
  /// A value of a type, or nil if it needs a symmetric name and none is available.
  mutating func value(_ kind: RandomKind, _ depth: Int = 2) -> String? {
    if depth > 0, !random.oneIn(3), let text = composed(kind, depth - 1) { return text }
    return simpleValue(kind)
  }

  private mutating func simpleValue(_ kind: RandomKind) -> String? {
    let read = random.pick(readable.filter { $0.kind == kind })?.text
    if let read, types.needsName(kind) || random.oneIn(2) { return read }
    if let literal = written(kind) { return literal }
    return read ?? anyRead(kind)
  }

  /// A literal value, with available names for symmetric parts.
  private mutating func written(_ kind: RandomKind) -> String? {
    switch kind {
    case .structure(let index):
      return structureText(index)
    case .table(let key, let content):
      let name = freshName()
      return value(content, 0).map { "table(\(name) in \(types.text(key)): \($0))" }
    case .enumeration(let index):
      return random.pick(types.enums[index]).flatMap { item in
        let values = item.fields.map { value($0.kind, 0) }
        guard !values.contains(nil) else { return nil }
        var rest = values.compactMap { $0 }[...]
        return ".\(item.name)" + arguments(item.fields) { _, _ in rest.popFirst() ?? "" }
      } ?? plainLiteral(kind)
    default: return plainLiteral(kind)
    }
  }

  private mutating func structureText(_ index: Int) -> String? {
    let fields = types.structs[index]
    let values = fields.map { value($0.kind, 0) }
    guard !values.contains(nil) else { return nil }
    var rest = values.compactMap { $0 }[...]
    return "S\(index)" + arguments(fields) { _, _ in rest.popFirst() ?? "" }
  }

  /// A part of something larger that has the type.
  private mutating func anyRead(_ kind: RandomKind) -> String? { random.pick(reads(of: kind)) }

  /// Parts of available names with the type.
  private mutating func reads(of kind: RandomKind) -> [String] {
    var found: [String] = []
    for name in readable {
      if name.kind == kind { found.append(name.text) }
      switch name.kind {
      case .structure(let index):
        for field in types.structs[index] where field.kind == kind {
          found.append("\(name.text).\(field.label ?? "")")
        }
      case .optional(.structure(let index)):
        for field in types.structs[index] where .optional(field.kind) == kind {
          found.append("\(name.text)?.\(field.label ?? "")")
        }
      case .table(let key, let content) where content == kind:
        if let key = key == kind ? plainLiteral(key) : value(key, 0) {
          found.append("\(name.text)[\(key)]")
        }
      case .map(let key, let content) where .optional(content) == kind:
        if let key = value(key, 0) { found.append("\(name.text)[\(key)]") }
      case .list(let element, _) where .optional(element) == kind:
        found += ["\(name.text).first", "\(name.text).last"]
      case .list(let element, _) where element == kind && random.oneIn(12):
        found.append("\(name.text)[\(random.number(below: 2))]")
      case .optional(let inner) where inner == kind && random.oneIn(12):
        found.append("\(name.text)!")
      default: break
      }
    }
    return found
  }

  private mutating func composed(_ kind: RandomKind, _ depth: Int) -> String? {
    switch random.number(below: 9) {
    case 0: return anyRead(kind)
    case 1:
      guard let first = value(kind, depth), let second = value(kind, depth) else { return nil }
      return "(\(condition(depth)) ? \(first) : \(second))"
    case 2:
      guard let first = value(kind, depth), let second = value(kind, depth) else { return nil }
      return "(if \(condition(depth)) { \(first) } else { \(second) })"
    case 3: return call(resultOf: kind)
    case 4:
      guard let optional = random.pick(reads(of: .optional(kind))), let other = value(kind, depth)
      else { return nil }
      return "(\(optional) ?? \(other))"
    default: return special(kind, depth)
    }
  }

  private mutating func call(resultOf kind: RandomKind) -> String? {
    guard let function = random.pick(functions.filter { $0.result == kind }) else { return nil }
    return callText(function)
  }

  mutating func callText(_ callable: Callable) -> String? {
    let values = callable.parameters.map { value($0, 0) }
    guard !values.contains(nil) else { return nil }
    return "\(callable.name)(\(values.compactMap { $0 }.joined(separator: ", ")))"
  }

  private mutating func special(_ kind: RandomKind, _ depth: Int) -> String? {
    switch kind {
    case .bool: return "(\(condition(depth)))"
    case .range(let index):
      let bounds = types.ranges[index]
      let number = integer(depth)
      return random.oneIn(10)
        ? number : "max(\(bounds.lowerBound), min(\(bounds.upperBound), \(number)))"
    case .enumeration(let index) where index == 0 && random.oneIn(2):
      return matchValue(kind, depth)
    case .set(let element), .members(let element, _, isBag: false):
      return setValue(kind, element, depth)
    case .members(let element, let maximum, isBag: true):
      let elements = (0..<random.number(below: maximum + 1)).map { _ in value(element, 0) }
      return elements.contains(nil)
        ? nil : "[\(elements.compactMap { $0 }.joined(separator: ", "))]"
    case .list(let element, _):
      guard let name = readable.filter({ $0.kind == kind }).first?.text else { return nil }
      if random.oneIn(2), isOrdered(kind) { return "\(name).reversed" }
      return inScope { writer in
        let item = writer.bindLocal(element)
        return "list(\(item) in \(name) where \(writer.condition(depth)))"
      }
    case .table(let key, let content):
      return inScope { writer in
        let name = writer.bindLocal(key)
        return writer.value(content, depth).map {
          "table(\(name) in \(writer.types.text(key)): \($0))"
        }
      }
    default: return nil
    }
  }

  private func isOrdered(_ kind: RandomKind) -> Bool {
    if case .list = kind { true } else { false }
  }

  private mutating func setValue(
    _ kind: RandomKind, _ element: RandomKind, _ depth: Int
  ) -> String? {
    if random.oneIn(2) {
      // A type with too many values to enumerate is collected from existing ones.
      let source =
        types.holdsWide(element)
        ? random.pick(readable.filter { $0.kind == kind })?.text : types.text(element)
      guard let source else { return nil }
      return inScope { writer in
        let name = writer.bindLocal(element)
        return "set(\(name) in \(source) where \(writer.condition(depth)))"
      }
    }
    guard let left = random.pick(readable.filter { $0.kind == kind })?.text,
      let right = value(kind, 0)
    else { return nil }
    let operation = random.pick([
      "union", "intersection", "subtracting", "symmetricDifference",
    ])!
    return "\(left).\(operation)(\(right))"
  }

  private mutating func matchValue(_ kind: RandomKind, _ depth: Int) -> String? {
    guard let subject = random.pick(reads(of: .enumeration(0))), let other = value(kind, 0)
    else { return nil }
    return "(switch \(subject) { case .red: .green; default: \(other) })"
  }

  /// Declares a local name that cannot be changed, and returns it.
  mutating func bindLocal(_ kind: RandomKind) -> String {
    let name = freshName()
    locals.append(Name(text: name, kind: kind, isMutable: false))
    return name
  }

  // MARK: Numbers and conditions

  /// A number of any size.
  mutating func integer(_ depth: Int) -> String {
    if depth > 0 {
      switch random.number(below: 9) {
      case 0: return "(\(integer(depth - 1)) + \(integer(depth - 1)))"
      case 1: return "(\(integer(depth - 1)) - \(integer(depth - 1)))"
      case 2: return "(\(integer(depth - 1)) * \(integer(0)))"
      case 3: return "(\(integer(depth - 1)) % \(random.number(below: 2) + 2))"
      case 4 where random.oneIn(3): return "(\(integer(depth - 1)) / \(integer(0)))"
      case 5: return "(-\(integer(0)))"
      case 6, 7: return folded(depth - 1)
      default: break
      }
    }
    let numbers = readable.filter {
      switch $0.kind {
      case .range, .wide: true
      default: false
      }
    }
    if !random.oneIn(3), let read = random.pick(numbers) { return read.text }
    let counted = readable.filter { Self.hasCount($0.kind) }
    if random.oneIn(3), let read = random.pick(counted) { return "\(read.text).count" }
    return random.oneIn(4) ? "limit" : "\(random.number(below: 4))"
  }

  private mutating func folded(_ depth: Int) -> String {
    inScope { writer in
      let (source, element) = writer.collection()
      let name = writer.bindLocal(element)
      let clause = writer.random.oneIn(2) ? " where \(writer.condition(depth))" : ""
      let text = "\(name) in \(source)\(clause)"
      switch writer.random.number(below: 4) {
      case 0: return "sum(\(text): \(writer.integer(depth)))"
      case 1: return "(min(\(text): \(writer.integer(depth))) ?? 0)"
      case 2: return "(max(\(text): \(writer.integer(depth))) ?? 1)"
      default: return "count(\(name) in \(source) where \(writer.condition(depth)))"
      }
    }
  }

  private static func hasCount(_ kind: RandomKind) -> Bool {
    switch kind {
    case .set, .members, .map, .list: true
    default: false
    }
  }

  /// A collection to iterate over with one name, and its element type.
  mutating func collection() -> (text: String, element: RandomKind) {
    var found: [(String, RandomKind)] = []
    for name in readable {
      switch name.kind {
      case .set(let element), .list(let element, _), .members(let element, _, _):
        found.append((name.text, element))
      case .map(let key, let content), .table(let key, let content):
        if !types.holdsTimer(content) { found.append(("\(name.text).values", content)) }
        found.append(("\(name.text).keys", key))
      default: break
      }
    }
    if !random.oneIn(3), let pick = random.pick(found) { return pick }
    let kind = random.pick([
      RandomKind.bool, .range(0), .enumeration(0), .symmetric(0), .enumeration(1),
    ])!
    return (types.text(kind), kind)
  }

  /// Something that is true or false.
  mutating func condition(_ depth: Int = 2) -> String {
    guard depth > 0 else { return simpleCondition() }
    switch random.number(below: 10) {
    case 0: return "(\(condition(depth - 1)) && \(condition(depth - 1)))"
    case 1: return "(\(condition(depth - 1)) || \(condition(depth - 1)))"
    case 2: return "(\(condition(depth - 1)) implies \(condition(depth - 1)))"
    case 3: return "!(\(condition(depth - 1)))"
    case 4, 5: return quantified(depth - 1)
    case 6:
      let op = random.pick(["<", "<=", ">", ">=", "==", "!="])!
      return "\(integer(depth)) \(op) \(integer(depth - 1))"
    default: return simpleCondition()
    }
  }

  private mutating func quantified(_ depth: Int) -> String {
    inScope { writer in
      let quantifier = writer.random.pick(["every", "some", "no"])!
      let (source, element) = writer.collection()
      if let pattern = writer.laterPattern(element) {
        let test = writer.random.pick([
          "(some \(pattern) in \(source))", "(no \(pattern) in \(source) where isOn)",
          "(\(quantifier) \(pattern) in \(source): \(writer.condition(depth)))",
          "count(\(pattern) in \(source)) > 1",
        ])!
        return test
      }
      let first = writer.bindLocal(element)
      if writer.random.oneIn(3) {
        let second = writer.bindLocal(element)
        return "(\(quantifier) distinct \(first), \(second) in \(source): "
          + "\(writer.condition(depth)))"
      }
      return "(\(quantifier) \(first) in \(source): \(writer.condition(depth)))"
    }
  }

  private mutating func simpleCondition() -> String {
    if random.oneIn(12) { return random.pick(["isOn", "!isOn", "limit > 0", "limit < 2"])! }
    guard let name = random.pick(readable) else { return random.oneIn(2) ? "true" : "false" }
    return question(name.text, name.kind)
  }

  /// A question about something that can be read.
  mutating func question(_ text: String, _ kind: RandomKind) -> String {
    switch kind {
    case .bool: return random.oneIn(2) ? text : "!\(text)"
    case .timer where later.oneIn(3):
      if later.oneIn(3) {
        return "\(text) \(later.oneIn(2) ? "==" : "!=") due in \(later.number(below: 3))"
      }
      return later.oneIn(2) ? "(\(text).remaining ?? 2) > 1" : "\(text).remaining == 1"
    case .timer: return "\(text).\(random.oneIn(2) ? "isRunning" : "isDue")"
    case .range: return "\(text) \(random.pick(["<", "==", ">=", "!="])!) \(integer(0))"
    case .wide:
      return "\(text) \(random.pick(["<", "==", ">=", "!="])!) \(plainLiteral(kind) ?? "0")"
    case .set(let element), .members(let element, _, _):
      if random.oneIn(2), let value = value(element, 0) {
        return random.oneIn(2) ? "\(text).contains(\(value))" : "\(value) in \(text)"
      }
      return "\(text).isEmpty"
    case .list: return "\(text).isEmpty"
    case .map(let key, _):
      guard !random.oneIn(3), let key = value(key, 0) else { return "\(text).count > 1" }
      return "\(text)[\(key)] \(random.oneIn(2) ? "==" : "!=") nil"
    case .table(let key, .wide) where random.oneIn(2):
      let name = freshName()
      return "sum(\(name) in \(types.text(key)): \(text)[\(name)]) > \(random.number(below: 2))"
    case .table(let key, let content):
      guard let key = value(key, 0) else { return "\(text).count > 1" }
      return question("\(text)[\(key)]", content)
    case .optional(let inner):
      if !random.oneIn(3), let other = value(inner, 0) { return "\(text) == \(other)" }
      return "\(text) \(random.oneIn(2) ? "==" : "!=") nil"
    case .enumeration(0) where later.oneIn(3): return "\(text) is .red"
    case .enumeration where types.isComparable(kind) && random.oneIn(3):
      return "\(text) <= \(value(kind, 0) ?? ".red")"
    case .enumeration, .structure, .symmetric:
      let asked = inScope { $0.laterPattern(kind, binds: false) }
      if let asked { return "\(text) is \(asked)" }
      guard let other = value(kind, 0) else { return "true" }
      return "\(text) \(random.oneIn(3) ? "!=" : "==") \(other)"
    }
  }
}
