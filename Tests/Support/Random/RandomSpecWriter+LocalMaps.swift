/// Maps inside of a rule. Their entries are written in any order, and iterated in the order of their keys.
extension RandomSpecWriter {
  /// A local map, perhaps changed, and an iteration over it that stores a result in a variable; empty if no variable
  /// fits.
  mutating func localMap(_ indent: String) -> [String] {
    let targets = readable.filter { $0.isMutable && !types.holdsTimer($0.kind) }
    guard let target = random.pick(targets) else { return [] }
    let content = target.kind.element ?? target.kind
    if case .optional = content { return [] }
    let key = random.pick([RandomKind.range(0), .range(1), .enumeration(0), .bool])!
    var lines: [String] = []
    let name = freshName()
    guard let entries = entries(key, content) else { return [] }
    lines.append("var \(name): Map<\(types.text(key)), \(types.text(content))> = \(entries)")
    if random.oneIn(3), let more = value(key, 1), let other = value(content, 1) {
      let change = random.oneIn(4) ? "\(name)[\(more)] = nil" : "\(name)[\(more)] = \(other)"
      lines.append(random.oneIn(2) ? change : "if \(condition(1)) { \(change) }")
    }
    lines.append(observation(of: name, key, in: target))
    return lines.map { indent + $0 }
  }

  /// Returns a map literal; nil if no value can be written.
  private mutating func entries(_ key: RandomKind, _ content: RandomKind) -> String? {
    var keys: [String] = []
    for _ in 0..<1 + random.number(below: 4) {
      if let text = plainLiteral(key), !keys.contains(text) { keys.append(text) }
    }
    let entries = keys.compactMap { text in value(content, 1).map { "\(text): \($0)" } }
    return entries.isEmpty ? nil : "[\(entries.joined(separator: ", "))]"
  }

  /// A statement that depends on the order of the entries.
  private mutating func observation(of name: String, _ key: RandomKind, in target: Name) -> String {
    switch target.kind {
    case .list(_, let maximum):
      return random.oneIn(2)
        ? "if \(name).count <= \(maximum) { \(target.text) = list(v in \(name).values) }"
        : "for v in \(name).values { if \(target.text).count < \(maximum) "
          + "{ append v to \(target.text) } }"
    case .set, .members: return "for v in \(name).values { \(target.text) = [v] }"
    case .optional: return "\(target.text) = \(name).values.\(random.pick(["first", "last"])!)"
    default:
      return random.oneIn(2)
        ? "\(target.text) = \(name).values.\(random.pick(["first", "last"])!) ?? \(target.text)"
        : "for (k, v) in \(name) where \(question("k", key)) { \(target.text) = v }"
    }
  }
}

extension RandomKind {
  /// The element type of a list, a set or an optional.
  fileprivate var element: RandomKind? {
    switch self {
    case .list(let element, _), .set(let element), .members(let element, _, _),
      .optional(let element):
      element
    default: nil
    }
  }
}
