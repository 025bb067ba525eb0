import Semantics

/// How values are compared: whether they are equal, and which comes first.
extension ModelBuilder {
  /// Whether two values are equal; the type is needed where both are constants or kept in two ways.
  mutating func equal(
    _ left: Operand, _ right: Operand, _ type: Type?
  ) throws(ExportError) -> Scalar {
    switch (left, right) {
    case (.scalar(let one), .scalar(let two)): return .equal(one, two)
    case (.absent, .absent): return .yes
    case (.absent, .optional(let present, _)), (.optional(let present, _), .absent):
      return !present
    case (.absent, _), (_, .absent): return .no
    case (.optional(let one, let left), .optional(let two, let right)):
      return .equal(one, two) && (!one || (try equal(left, right, type?.unwrapped)))
    case (.optional(let present, let inner), let other),
      (let other, .optional(let present, let inner)):
      return present && (try equal(inner, other, type?.unwrapped))
    case (.record(let ones), .record(let twos)):
      var result = Scalar.yes
      for (one, two) in zip(ones, twos) { result = result && (try equal(one, two, nil)) }
      return result
    case (.choice(let one, let ones), .choice(let two, let twos)):
      var result = Scalar.equal(one, two)
      for index in ones.indices where !ones[index].isEmpty && !twos[index].isEmpty {
        var same = Scalar.yes
        for (left, right) in zip(ones[index], twos[index]) {
          same = same && (try equal(left, right, nil))
        }
        result = result && (!Scalar.equal(one, .number(index)) || same)
      }
      return result
    case (.flags(let one, let type), .flags(let two, let other)) where type == other:
      return try sameParts(one, two, type.valueCount()) { (one, two) in
        .equal(.read(one, .flag), .read(two, .flag))
      }
    case (.entries(let one, let key, let content), .entries(let two, let other, let content2))
    where key == other:
      return try pairwise(
        one, two, key.valueCount(), .optional(content), .optional(content2))
    case (.table(let one, let key, let content), .table(let two, let other, let content2))
    where key == other:
      return try pairwise(one, two, key.valueCount(), content, content2)
    case (.list(let one, let type, let capacity), .list(let two, let other, let capacity2)):
      let count = Scalar.read(one.part("count"), .number(0...capacity))
      var result = Scalar.equal(count, .read(two.part("count"), .number(0...capacity2)))
      for index in 0..<min(capacity, capacity2) {
        let left = try Operand.load(one.part("item").index(.number(index)), type)
        let right = try Operand.load(two.part("item").index(.number(index)), other)
        let same = try equal(left, right, nil)
        result = result && (.lessOrEqual(count, .number(index)) || same)
      }
      return result
    case (.constant(let one, _), .constant(let two, _)): return .flag(one == two)
    case (.constant, _): return try equal(right, left, type)
    case (_, .constant(let value, let type)):
      if value.elements.isEmpty { return try isEmpty(left) }
      if let same = try equal(left, value, type) { return same }
      return try equalInOneType(left, right, type)
    default:
      guard let type else { throw ExportError("a comparison of collections") }
      return try equalInOneType(left, right, type)
    }
  }

  /// Whether two collections are equal that are kept in two ways.
  private mutating func equalInOneType(
    _ left: Operand, _ right: Operand, _ type: Type
  ) throws(ExportError) -> Scalar {
    let kind = try type.holding(left, right)
    return try equal(
      left.isKept(as: kind) ? left : copied(left, kind, "left"),
      right.isKept(as: kind) ? right : copied(right, kind, "right"), nil)
  }

  /// Whether a collection is just a constant, part by part; nil where it is not kept so that this can be asked.
  private mutating func equal(
    _ collection: Operand, _ value: Value, _ type: Type
  ) throws(ExportError) -> Scalar? {
    var result = Scalar.yes
    switch (collection, value) {
    case (.flags(let place, let element), .set(let elements)):
      let ranks = elements.compactMap { element.rank(of: $0) }
      if ranks.count < elements.count { return .no }
      for index in 0..<(try element.valueCount()) {
        let flag = Scalar.read(place.index(.number(index)), .flag)
        result = result && (ranks.contains(index) ? flag : !flag)
      }
    case (.table(let place, let key, let content), .table(let values)):
      guard case .table(key, let kind) = type else { return nil }
      for (index, each) in values.enumerated() {
        let part = try Operand.load(place.index(.number(index)), content)
        result = result && (try equal(part, .constant(of: each, kind), kind))
      }
    case (.list(_, _, let capacity), _) where value.elements.count > capacity: return .no
    default: return nil
    }
    return result
  }

  private func sameParts(
    _ one: Reference, _ two: Reference, _ count: Int, _ same: (Reference, Reference) -> Scalar
  ) throws(ExportError) -> Scalar {
    (0..<count).reduce(.yes) { result, index in
      result && same(one.index(.number(index)), two.index(.number(index)))
    }
  }

  private mutating func pairwise(
    _ one: Reference, _ two: Reference, _ count: Int, _ type: Type, _ other: Type
  ) throws(ExportError) -> Scalar {
    var result = Scalar.yes
    for index in 0..<count {
      result =
        result
        && (try equal(
          .load(one.index(.number(index)), type), .load(two.index(.number(index)), other), nil))
    }
    return result
  }

  /// Whether a value comes before another one in the canonical order.
  mutating func less(_ left: Operand, _ right: Operand) throws(ExportError) -> Scalar {
    switch (left, right) {
    case (.scalar(let one), .scalar(let two)): return .less(one, two)
    case (_, .absent): return .no
    case (.absent, .optional(let present, _)): return present
    case (.absent, _): return .yes
    case (.optional(let one, let left), .optional(let two, let right)):
      return two && (!one || (try less(left, right)))
    case (.optional(let present, let inner), _): return !present || (try less(inner, right))
    case (_, .optional(let present, let inner)): return present && (try less(left, inner))
    case (.record(let ones), .record(let twos)): return try precedes(ones, twos)
    case (.choice(let one, let ones), .choice(let two, let twos)):
      var result = Scalar.less(one, two)
      for index in ones.indices where !ones[index].isEmpty && !twos[index].isEmpty {
        let both = Scalar.equal(one, .number(index)) && .equal(two, .number(index))
        result = result || both && (try precedes(ones[index], twos[index]))
      }
      return result
    case (.list(let one, let type, let capacity), .list(let two, let other, let capacity2)):
      // Of two lists the shorter one is first.
      let count = Scalar.read(one.part("count"), .number(0...capacity))
      let count2 = Scalar.read(two.part("count"), .number(0...capacity2))
      var result = Scalar.less(count, count2)
      for index in (0..<min(capacity, capacity2)).reversed() {
        let left = try Operand.load(one.part("item").index(.number(index)), type)
        let right = try Operand.load(two.part("item").index(.number(index)), other)
        let differs = try less(left, right) || equal(left, right, nil) && result
        result = .less(.number(index), count) && differs
      }
      return .less(count, count2) || .equal(count, count2) && result
    case (.table(let one, let key, let content), .table(let two, let other, let content2))
    where key == other:
      return try precedes(
        elements(one, key.valueCount(), content), elements(two, key.valueCount(), content2))
    case (.list(_, _, let capacity), .constant(.list(let elements), _))
    where elements.count > capacity:
      return .yes
    case (.constant(.list(let elements), _), .list(_, _, let capacity))
    where elements.count > capacity:
      return .no
    case (.constant(_, let type), _) where type.isKeptInPlaces:
      return try less(copied(left, type, "constant"), right)
    case (_, .constant(_, let type)) where type.isKeptInPlaces:
      return try less(left, copied(right, type, "constant"))
    default: throw ExportError("an order of collections")
    }
  }

  private func elements(
    _ place: Reference, _ count: Int, _ type: Type
  ) throws(ExportError) -> [Operand] {
    var parts: [Operand] = []
    for index in 0..<count { parts.append(try .load(place.index(.number(index)), type)) }
    return parts
  }

  private mutating func precedes(
    _ ones: [Operand], _ twos: [Operand]
  ) throws(ExportError) -> Scalar {
    var result = Scalar.no
    for (one, two) in zip(ones, twos).reversed() {
      let before = try less(one, two)
      let same = try equal(one, two, nil)
      result = before || same && result
    }
    return result
  }
}

extension Type {
  fileprivate var isKeptInPlaces: Bool {
    switch self {
    case .list, .table: true
    default: false
    }
  }
}

extension Operand {
  /// Whether it can be compared, part by part, with what is kept as values of a type are.
  fileprivate func isKept(as type: Type) -> Bool {
    switch (self, type) {
    case (.list, .list), (.list, .bag), (.list, .set(_, _?)): true
    default: source(as: type) != nil
    }
  }
}
