import Semantics

/// Quantifiers, comprehensions, and the parts and members of values.
extension ModelBuilder {
  mutating func quantify(
    _ quantifier: Quantifier, _ binders: Binders, _ body: Expression
  ) throws(ExportError) -> Scalar {
    let wish =
      switch quantifier {
      case .every: "allHold"
      case .some: "someHolds"
      case .no: "noneHolds"
      }
    let result = Reference(root: .local(local(wish, .flag)))
    emit(.assign(result, .flag(quantifier != .some)))
    try forEach(binders) { (builder, _) throws(ExportError) in
      let holds = try builder.test(body)
      try builder.when(quantifier == .every ? !holds : holds) { (builder) in
        builder.emit(.assign(result, .flag(quantifier == .some)))
      }
    }
    return .read(result, .flag)
  }

  mutating func aggregate(
    _ kind: Aggregate, _ binders: Binders, _ body: Expression?, _ expression: Expression
  ) throws(ExportError) -> Operand {
    switch kind {
    case .count:
      let capacity = capacity(of: binders)
      let most = capacity < Self.manyElements ? max(1, capacity) : 1 << 20
      let count = Reference(root: .local(local("count", .number(0...most))))
      let current = Scalar.read(count, .number(0...most))
      emit(.assign(count, .number(0)))
      try forEach(binders) { (builder, _) in builder.emit(.assign(count, current + 1)) }
      return .scalar(current)
    case .sum:
      guard case .range(let first, let last) = try held(.integer, by: body, over: binders) else {
        throw ExportError("a sum of these")
      }
      let count = capacity(of: binders)
      let (least, most) = (min(0, first.saturating(*, count)), max(0, last.saturating(*, count)))
      let isSmall = count < Self.manyElements && least >= -(1 << 29) && most <= 1 << 29
      let bounds = isSmall ? least...most : -(1 << 29)...1 << 29
      let sum = Reference(
        root: .local(local("sum", .number(isSmall ? bounds : Shape.allNumbers))))
      emit(.assign(sum, .number(0)))
      try forEach(binders) { (builder, _) throws(ExportError) in
        let value = try builder.value(of: body, or: binders).number(at: expression.range)
        builder.emit(.assign(sum, .binary(.add, .read(sum, .number(bounds)), value)))
      }
      return .scalar(.read(sum, .number(bounds)))
    case .min, .max:
      let element = try held(expression.type.unwrapped, by: body, over: binders)
      let type = Type.optional(element)
      let best = Reference(
        root: .local(local(kind == .min ? "least" : "greatest", try type.shape())))
      emit(.clear(best, try type.shape()))
      try forEach(binders) { (builder, _) throws(ExportError) in
        let value = try builder.value(of: body, or: binders)
        guard case .optional(let present, let inner) = try Operand.load(best, type) else { return }
        let isBetter = try kind == .min ? builder.less(value, inner) : builder.less(inner, value)
        try builder.when(!present || isBetter) { (builder) throws(ExportError) in
          try builder.store(value, type, in: best)
        }
      }
      return try .load(best, type)
    case .set, .list, .map, .table: return try collect(kind, binders, body, expression)
    }
  }

  /// A collection of the body's values for each choice of names.
  private mutating func collect(
    _ kind: Aggregate, _ binders: Binders, _ body: Expression?, _ expression: Expression
  ) throws(ExportError) -> Operand {
    let slot = binders.levels[0].slot
    var type = expression.type
    let most = min(capacity(of: binders), 1 << 10)
    switch type {
    case .list(let element, let maximum):
      type = .list(try held(element, by: body, over: binders), maximum: maximum ?? most)
    case .sequence(let element, _):
      type = .list(try held(element, by: body, over: binders), maximum: most)
    case .set(let element, nil):
      let held = try held(element, by: body, over: binders)
      if held != element || element.unboundedPart != nil {
        let isSmall = (try? held.valueCount()).map { $0 <= Self.maximumListed } ?? false
        type = .set(held, maximum: isSmall ? nil : most)
      }
    case .map(let key, let content):
      type = .map(key, try held(content, by: body, over: binders))
    case .table(let key, let content):
      type = .table(key, try held(content, by: body, over: binders))
    default: break
    }
    let place = Reference(root: .local(local("collected", try type.shape())))
    emit(.clear(place, try type.shape()))
    let next = Reference(root: .local(local("next", .number(0...1 << 16))))
    if kind == .table { emit(.assign(next, .number(0))) }
    try forEach(binders) { (builder, _) throws(ExportError) in
      let key = builder.frame[slot] ?? .absent
      let value = try builder.value(of: body, or: binders)
      switch type {
      case .set(let element, nil):
        let (rank, valid) = try builder.rank(of: value, in: element)
        try builder.when(valid) { (builder) in builder.emit(.assign(place.index(rank), .yes)) }
      case .set(let element, let capacity?):
        try builder.insertInOrder(
          value, into: .list(place, element: element, capacity: capacity), unique: true)
      case .list(let element, let capacity?):
        let count = Scalar.read(place.part("count"), .number(0...capacity))
        try builder.store(value, element, in: place.part("item").index(count))
        builder.emit(.assign(place.part("count"), count + 1))
      case .map(let keyType, let content):
        let (rank, _) = try builder.rank(of: key, in: keyType)
        try builder.store(value, .optional(content), in: place.index(rank))
      case .table(_, let content):
        let index = Scalar.read(next, .number(0...1 << 16))
        try builder.store(value, content, in: place.index(index))
        builder.emit(.assign(next, index + 1))
      default: throw ExportError("the collected values")
      }
    }
    return try .load(place, type)
  }

  mutating func construct(
    _ construction: Construction, _ parts: [Expression], _ expression: Expression
  ) throws(ExportError) -> Operand {
    var values: [Operand] = []
    for part in parts { values.append(try evaluate(part)) }
    switch construction {
    case .enumCase(let index):
      guard case .enumeration(let type) = expression.type.unwrapped else {
        throw ExportError("a case")
      }
      let tag = Scalar.named(type.key(ofCase: index), index)
      if type.isPlain { return .scalar(tag) }
      return .choice(
        tag: tag, type.cases.indices.map { $0 == index ? values : [] })
    case .record: return .record(values)
    case .list, .set, .bag:
      let type = try expression.type.unwrapped.ofElements(values)
      let place = Reference(root: .local(local("written", try type.shape())))
      emit(.clear(place, try type.shape()))
      for (index, value) in values.enumerated() {
        switch type {
        case .set(let element, nil):
          let (rank, valid) = try rank(of: value, in: element)
          try when(valid) { (builder) in builder.emit(.assign(place.index(rank), .yes)) }
        case .set(let element, let capacity?), .bag(let element, let capacity?):
          try insertInOrder(
            value, into: .list(place, element: element, capacity: capacity), unique: !type.isBag)
        case .list(let element, _):
          try store(value, element, in: place.part("item").index(.number(index)))
        default: throw ExportError("a collection")
        }
      }
      if case .list = type { emit(.assign(place.part("count"), .number(values.count))) }
      return try .load(place, type)
    case .map: return try map(of: Self.entries(values), expression.type.unwrapped)
    case .table(let key):
      return try table(over: key, of: Self.entries(values), expression)
    case .filledTable(let key):
      guard case .table(_, let declared) = expression.type.unwrapped else {
        throw ExportError("a table")
      }
      let content = try declared.holding(values)
      let type = Type.table(key, content)
      let place = Reference(root: .local(local("written", try type.shape())))
      try loop("key", from: .number(0), through: .number(key.allValues.count - 1)) {
        (builder, index) throws(ExportError) in
        try builder.store(values[0], content, in: place.index(index))
      }
      return try .load(place, type)
    }
  }

  /// The keys and values of a literal map or table, which alternate.
  private static func entries(_ parts: [Operand]) -> [(key: Operand, value: Operand)] {
    stride(from: 0, to: parts.count, by: 2).map { (parts[$0], parts[$0 + 1]) }
  }

  private mutating func map(
    of entries: [(key: Operand, value: Operand)], _ declared: Type
  ) throws(ExportError) -> Operand {
    guard case .map(var key, var content) = declared else { throw ExportError("a map") }
    key = try key.holding(entries.map(\.key))
    content = try content.holding(entries.map(\.value))
    let type = Type.map(key, content)
    let place = Reference(root: .local(local("written", try type.shape())))
    emit(.clear(place, try type.shape()))
    for entry in entries {
      let (rank, valid) = try rank(of: entry.key, in: key)
      try when(valid) { (builder) throws(ExportError) in
        try builder.store(entry.value, .optional(content), in: place.index(rank))
      }
    }
    return try .load(place, type)
  }

  private mutating func table(
    over key: Type, of entries: [(key: Operand, value: Operand)], _ expression: Expression
  ) throws(ExportError) -> Operand {
    guard case .table(_, let declared) = expression.type.unwrapped else {
      throw ExportError("a table")
    }
    let content = try declared.holding(entries.map(\.value))
    let type = Type.table(key, content)
    let place = Reference(root: .local(local("written", try type.shape())))
    let flags = Shape.array(try key.valueCount(), .flag)
    let isThere = Reference(root: .local(local("isThere", flags)))
    emit(.clear(isThere, flags))
    for entry in entries {
      let (rank, valid) = try rank(of: entry.key, in: key)
      try when(valid) { (builder) throws(ExportError) in
        try builder.store(entry.value, content, in: place.index(rank))
        builder.emit(.assign(isThere.index(rank), .yes))
      }
    }
    for index in key.allValues.indices {
      faultWhen(
        !.read(isThere.index(.number(index)), .flag), "a key has no value", expression.range)
    }
    return try .load(place, type)
  }

  mutating func member(
    _ member: Member, _ value: Operand, _ type: Type, _ arguments: [Expression]
  ) throws(ExportError) -> Operand {
    switch member {
    case .count: return .scalar(try count(of: value))
    case .isEmpty: return .scalar(try isEmpty(value))
    case .keys:
      switch value {
      case .entries(let place, let key, let content):
        return .keys(place, key: key, content: content)
      case .constant(.map(let keys, _), .map(let key, _)): return .constant(.set(keys), .set(key))
      default:
        guard case .table(let key, _) = type else { return .constant(.set([]), .set(.bool)) }
        return .constant(.set(key.allValues), .set(key))
      }
    case .values:
      switch value {
      case .entries(let place, let key, let content):
        return .contents(place, key: key, content: content)
      default: return value
      }
    case .first, .last, .reversed, .indices: return try listMember(member, value, type)
    case .isRunning: return .scalar(.lessOrEqual(.number(0), value.scalar))
    case .isDue: return .scalar(.equal(value.scalar, .number(0)))
    case .remaining:
      return .optional(present: .lessOrEqual(.number(0), value.scalar), value)
    case .contains:
      let element = try evaluate(arguments[0])
      if case .entries(let place, let key, let content) = value {
        return .scalar(try contains(element, in: .keys(place, key: key, content: content)))
      }
      if case .constant(.map(let keys, _), .map(let key, _)) = value {
        return .scalar(try contains(element, in: .constant(.set(keys), .set(key))))
      }
      return .scalar(try contains(element, in: value))
    case .union, .intersection, .subtracting, .symmetricDifference, .isSubset, .isSuperset,
      .isDisjoint:
      return try combine(member, value, evaluate(arguments[0]), type)
    }
  }

  private mutating func listMember(
    _ member: Member, _ value: Operand, _ type: Type
  ) throws(ExportError) -> Operand {
    var list = value
    if case .list = value {} else { list = try copied(value, type, "elements") }
    guard case .list(let place, let element, let capacity) = list else {
      throw ExportError("a list")
    }
    let count = Scalar.read(place.part("count"), .number(0...capacity))
    if capacity == 0, member == .first || member == .last { return .absent }
    switch member {
    case .indices: return .span(.number(0), count)
    case .reversed: return .reversed(place, element: element, capacity: capacity)
    case .first:
      return .optional(
        present: .less(.number(0), count),
        try .load(place.part("item").index(.number(0)), element)
      ).flattened
    default:
      let index = Scalar.choose(.less(.number(0), count), count - 1, .number(0))
      return .optional(
        present: .less(.number(0), count),
        try .load(place.part("item").index(index), element)
      ).flattened
    }
  }

  /// Combines two collections.
  private mutating func combine(
    _ member: Member, _ left: Operand, _ right: Operand, _ type: Type
  ) throws(ExportError) -> Operand {
    func flags(
      _ value: Bool, _ source: Operand, notIn other: Operand?, isIn: Bool, _ result: Reference,
      _ builder: inout ModelBuilder
    ) throws(ExportError) {
      try builder.forEachElement(source) { (builder, each, _) throws(ExportError) in
        var test = Scalar.yes
        if let other {
          let found = try builder.contains(each, in: other)
          test = isIn ? found : !found
        }
        try builder.when(test) { (builder) in builder.emit(.assign(result, .flag(value))) }
      }
    }
    switch member {
    case .isSubset, .isSuperset, .isDisjoint:
      let result = Reference(root: .local(local("holds", .flag)))
      emit(.assign(result, .yes))
      let (source, other) = member == .isSuperset ? (right, left) : (left, right)
      try flags(false, source, notIn: other, isIn: member == .isDisjoint, result, &self)
      return .scalar(.read(result, .flag))
    default: break
    }
    // Elements that the left side cannot hold are in a union as well.
    let adds = member == .union || member == .symmetricDifference
    var kind = try adds ? type.holding(left, right) : type.holding(left)
    guard case .set(let element, let maximum) = kind else { throw ExportError("a set") }
    if maximum != nil || (try? element.valueCount()) == nil {
      kind = .set(element, maximum: left.capacity + right.capacity)
    }
    let place = Reference(root: .local(local("combined", try kind.shape())))
    emit(.clear(place, try kind.shape()))
    func add(
      _ source: Operand, _ other: Operand?, isIn: Bool, _ builder: inout ModelBuilder
    ) throws(ExportError) {
      try builder.forEachElement(source) { (builder, each, _) throws(ExportError) in
        var test = Scalar.yes
        if let other {
          let found = try builder.contains(each, in: other)
          test = isIn ? found : !found
        }
        try builder.when(test) { (builder) throws(ExportError) in
          if case .set(_, let maximum?) = kind {
            try builder.insertInOrder(
              each, into: .list(place, element: element, capacity: maximum), unique: true)
          } else {
            let (rank, valid) = try builder.rank(of: each, in: element)
            try builder.when(valid) { (builder) in
              builder.emit(.assign(place.index(rank), .yes))
            }
          }
        }
      }
    }
    switch member {
    case .union:
      try add(left, nil, isIn: true, &self)
      try add(right, nil, isIn: true, &self)
    case .intersection: try add(left, right, isIn: true, &self)
    case .subtracting: try add(left, right, isIn: false, &self)
    default:
      try add(left, right, isIn: false, &self)
      try add(right, left, isIn: false, &self)
    }
    return try .load(place, kind)
  }
}

extension Operand {
  /// Merges two levels of optionals into one.
  var flattened: Operand {
    if case .optional(let one, .optional(let two, let inner)) = self {
      return .optional(present: one && two, inner)
    }
    return self
  }
}
