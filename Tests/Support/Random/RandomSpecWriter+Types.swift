extension RandomSpecWriter {
  mutating func declareTypes() {
    for _ in 0..<2 {
      let lower = random.oneIn(3) ? -1 : 0
      types.ranges.append(lower...lower + 1 + random.number(below: 2))
    }
    types.symmetric = [random.oneIn(10) ? 4 : 2 + random.number(below: 2)]
    types.wide = wideRange()
    let colours = ["red", "green", "blue"].prefix(2 + random.number(below: 2))
    types.enums.append(colours.map { ($0, []) })
    let payload: RandomKind = random.pick([.bool, .range(0), .enumeration(0), .symmetric(0)])!
    types.enums.append([
      ("empty", []), ("full", [(random.oneIn(2) ? "part" : nil, payload)]),
    ])
    types.structs.append([
      ("first", random.pick([.bool, .range(1), .enumeration(0)])!),
      ("second", random.pick([.bool, .optional(.enumeration(0)), .symmetric(0)])!),
    ])
  }

  /// Bounds of a type of 8 to 63 bits, or such that a sum of three values may exceed 64 bits in one order and not in
  /// another.
  private mutating func wideRange() -> ClosedRange<Int> {
    let unit = hasLargeNumbers ? 3_000_000_000_000_000_000 : 30_000_000
    if random.oneIn(2) { return -2 * unit...unit }
    let bits = 8 + random.number(below: 55) % (hasLargeNumbers ? 55 : 16)
    let lower = random.pick([0, 0, -1, 5, -(1 << (bits - 1))])!
    return lower...lower + (1 << bits) - 1 - random.number(below: 3)
  }

  /// A type that parameters, results and local names have; its values are few if it is an event's.
  mutating func passedKind(ofEvent: Bool = false) -> RandomKind {
    if !random.oneIn(3) { return scalarKind() }
    for _ in 0..<4 {
      let kind = storedKind()
      if types.holdsTimer(kind) { continue }
      if ofEvent, types.cardinality(kind) > 9 || types.holdsWide(kind) { continue }
      return kind
    }
    return scalarKind()
  }

  /// A type without parts.
  mutating func scalarKind() -> RandomKind {
    random.pick([.bool, .range(0), .range(1), .enumeration(0), .symmetric(0)])!
  }

  /// A type of any sort that a variable may have.
  mutating func storedKind() -> RandomKind {
    switch random.number(below: 14) {
    case 12: return .wide
    case 13: return .table(.symmetric(0), .wide)
    case 0, 1: return scalarKind()
    case 2: return .enumeration(1)
    case 3: return .structure(0)
    case 4: return .optional(random.pick([scalarKind(), .structure(0), .enumeration(1)])!)
    case 5:
      let element = scalarKind()
      return later.oneIn(2) ? .set(element) : membersKind(element)
    case 6:
      let content = random.pick([RandomKind.bool, .range(0), .enumeration(0), .structure(0)])!
      return .map(scalarKind(), content)
    case 7, 8: return .table(scalarKind(), scalarKind())
    case 9: return .list(scalarKind(), 2)
    case 10: return random.oneIn(2) ? .timer(2) : .table(.bool, .timer(1))
    default: return .table(.bool, .set(.enumeration(0)))
    }
  }

  /// Returns a bounded set or bag, possibly of elements with parts.
  private mutating func membersKind(_ scalar: RandomKind) -> RandomKind {
    let element = later.pick([
      scalar, .structure(0), .enumeration(1), .optional(scalar), .wide, .table(.bool, scalar),
      .list(scalar, 1),
    ])!
    return .members(
      element, 1 + later.number(below: 3), isBag: later.oneIn(2))
  }

  mutating func variableLines() -> [String] {
    var product = 1.0
    var lines: [String] = []
    let wanted = 3 + random.number(below: 3)
    let first: RandomKind? = random.oneIn(4) ? .wide : nil
    for _ in 0..<20 where variables.count < wanted {
      let kind = variables.isEmpty ? first ?? storedKind() : storedKind()
      let cardinality = types.cardinality(kind)
      guard product * cardinality <= 3_000, cardinality <= 100 else { continue }
      product *= cardinality
      let name = "v\(variables.count)"
      let isAny =
        types.needsName(kind)
        || random.oneIn(6) && !types.holdsTimer(kind) && !types.holdsWide(kind)
      let initial =
        types.holdsTimer(kind) ? "" : isAny ? " = any" : " = \(plainLiteral(kind) ?? "any")"
      lines.append("var \(name): \(types.text(kind))\(initial)")
      variables.append(Name(text: name, kind: kind, isMutable: true))
    }
    return lines
  }

  mutating func signalLines() -> [String] {
    signals = [("ping", nil), ("say", scalarKind())]
    return ["signal ping, say(what: \(types.text(signals[1].field!)))"]
  }

  /// Returns a literal; nil if that needs a symmetric name.
  mutating func plainLiteral(_ kind: RandomKind) -> String? {
    switch kind {
    case .bool: return random.oneIn(2) ? "true" : "false"
    case .range(let index):
      let bounds = types.ranges[index]
      return "\(bounds.lowerBound + random.number(below: bounds.count))"
    case .wide: return types.wideValues.map(\.description)[random.number(below: 3)]
    case .enumeration(let index):
      let cases = types.enums[index].filter { $0.fields.allSatisfy { !types.needsName($0.kind) } }
      return random.pick(cases).map { item in
        ".\(item.name)" + arguments(item.fields) { $0.plainLiteral($1) ?? "" }
      }
    case .structure(let index):
      guard !types.needsName(kind) else { return nil }
      return "S\(index)" + arguments(types.structs[index]) { $0.plainLiteral($1) ?? "" }
    case .symmetric, .timer: return nil
    case .optional(let inner): return random.oneIn(2) ? "nil" : plainLiteral(inner) ?? "nil"
    case .set(let element), .list(let element, _), .members(let element, _, _):
      return random.oneIn(2) ? "[]" : plainLiteral(element).map { "[\($0)]" } ?? "[]"
    case .map(let key, let value):
      guard !random.oneIn(2), let key = plainLiteral(key), let value = plainLiteral(value)
      else { return "[:]" }
      return "[\(key): \(value)]"
    case .table(_, let value): return plainLiteral(value)
    }
  }

  mutating func arguments(
    _ fields: [RandomTypes.Field], _ value: (inout Self, RandomKind) -> String
  ) -> String {
    guard !fields.isEmpty else { return "" }
    let parts = fields.map { field in
      (field.label.map { "\($0): " } ?? "") + value(&self, field.kind)
    }
    return "(\(parts.joined(separator: ", ")))"
  }
}
