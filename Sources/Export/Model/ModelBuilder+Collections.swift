import Semantics

/// What runs over collections.
extension ModelBuilder {
  typealias Visit = (inout ModelBuilder, _ value: Operand, _ key: Operand?, _ place: Scalar)
    throws(ExportObstacle) -> Void

  /// Emits `body` for each element, in the order of the collection; a map's with its key.
  mutating func forEachElement(
    _ collection: Operand,
    _ body: (inout ModelBuilder, Operand, Operand?) throws(ExportObstacle) -> Void
  ) throws(ExportObstacle) {
    try visit(collection) { (builder, value, key, _) throws(ExportObstacle) in
      try body(&builder, value, key)
    }
  }

  /// The same, with the place of each element, which tells occurrences apart.
  mutating func visit(_ collection: Operand, _ body: Visit) throws(ExportObstacle) {
    switch collection {
    case .absent: break
    case .optional(let present, let inner):
      try when(present) { (builder) throws(ExportObstacle) in try builder.visit(inner, body) }
    case .flags(let place, let element):
      let count = try element.valueCount()
      try loop("each", from: .number(0), through: .number(count - 1)) {
        (builder, index) throws(ExportObstacle) in
        try builder.when(.read(place.index(index), .flag)) { (builder) throws(ExportObstacle) in
          try body(&builder, try .value(at: index, of: element), nil, index)
        }
      }
    case .entries(let place, let key, let content), .keys(let place, let key, let content),
      .contents(let place, let key, let content):
      let count = try key.valueCount()
      try loop("each", from: .number(0), through: .number(count - 1)) {
        (builder, index) throws(ExportObstacle) in
        let entry = place.index(index)
        try builder.when(.read(entry.part("present"), .flag)) { (builder) throws(ExportObstacle) in
          let keyValue = try Operand.value(at: index, of: key)
          let value = try Operand.load(entry.part("value"), content)
          if case .keys = collection {
            try body(&builder, keyValue, nil, index)
          } else {
            try body(&builder, value, keyValue, index)
          }
        }
      }
    case .table(let place, let key, let content):
      if key.cardinality == .exactly(0) { return }
      try loop("each", from: .number(0), through: .number(try key.valueCount() - 1)) {
        (builder, index) throws(ExportObstacle) in
        try body(
          &builder, try .load(place.index(index), content), try .value(at: index, of: key), index)
      }
    case .list(let place, let element, let capacity):
      let count = Scalar.read(place.part("count"), .number(0...capacity))
      if capacity == 0 { return }
      try loop("each", from: .number(0), through: count - 1) {
        (builder, index) throws(ExportObstacle) in
        try body(
          &builder, try .load(place.part("item").index(index), element), nil, index)
      }
    case .reversed(let place, let element, let capacity):
      let count = Scalar.read(place.part("count"), .number(0...capacity))
      if capacity == 0 { return }
      try loop("each", from: .number(0), through: count - 1) {
        (builder, index) throws(ExportObstacle) in
        let mirrored = Scalar.compute(.subtract, count - 1, index)
        try body(
          &builder, try .load(place.part("item").index(mirrored), element), nil, index)
      }
    case .span(let first, let end):
      try loop("each", from: first, through: end - 1) { (builder, index) throws(ExportObstacle) in
        try body(&builder, .scalar(index), nil, index)
      }
    case .constant(let value, let type): try visit(value, type, body)
    case .scalar, .record, .choice: throw ExportObstacle("what is run over here")
    }
  }

  /// A collection that is the same always: by a loop where its elements are numbers one after the other.
  private mutating func visit(
    _ value: Value, _ type: Type, _ body: Visit
  ) throws(ExportObstacle) {
    if case .map(let keys, let values) = value, case .map(let key, let content) = type {
      for (index, each) in keys.enumerated() {
        try body(
          &self, .constant(of: values[index], content), .constant(of: each, key), .number(index))
      }
      return
    }
    if case .table(let values) = value, case .table(let key, let content) = type {
      for (index, each) in key.allValues.enumerated() {
        try body(
          &self, .constant(of: values[index], content), .constant(of: each, key), .number(index))
      }
      return
    }
    guard let element = type.elementType else { throw ExportObstacle("what is run over here") }
    let elements = value.elements
    if elements.count > 2, element.isScalar, let first = Self.firstOfRun(elements) {
      try loop("each", from: .number(first), through: .number(first + elements.count - 1)) {
        (builder, index) throws(ExportObstacle) in
        try body(&builder, .scalar(index), nil, index)
      }
      return
    }
    if elements.count > 8, elements == (try? element.valueCount()).map({ _ in element.allValues }) {
      try loop("each", from: .number(0), through: .number(elements.count - 1)) {
        (builder, index) throws(ExportObstacle) in
        try body(&builder, try .value(at: index, of: element), nil, index)
      }
      return
    }
    for (index, each) in elements.enumerated() {
      try body(&self, .constant(of: each, element), nil, .number(index))
    }
  }

  /// The first of numbers that follow each other.
  static func firstOfRun(_ elements: [Value]) -> Int? {
    guard let first = elements.first.flatMap(number),
      elements.enumerated().allSatisfy({ number($1) == first + $0 })
    else { return nil }
    return first
  }

  private static func number(_ value: Value) -> Int? {
    switch value {
    case .int(let number), .name(let number), .timer(let number): number
    case .enumCase(let index, let payload) where payload.isEmpty: index
    default: nil
    }
  }

  // MARK: Binders

  /// Emits `body` for each choice of the names, which are in the frame then; it is told the place of each element.
  ///
  /// - Parameter sources: what the first levels run over, if that is known already.
  mutating func forEach(
    _ binders: Binders, over sources: [Operand] = [],
    _ body: (inout ModelBuilder, [Scalar]) throws(ExportObstacle) -> Void
  ) throws(ExportObstacle) {
    try level(0, binders, sources, [], body)
  }

  private mutating func level(
    _ index: Int, _ binders: Binders, _ sources: [Operand], _ places: [Scalar],
    _ body: (inout ModelBuilder, [Scalar]) throws(ExportObstacle) -> Void
  ) throws(ExportObstacle) {
    guard index < binders.levels.count else {
      guard let filter = binders.filter else { return try body(&self, places) }
      let test = try self.test(filter)
      return try when(test) { (builder) throws(ExportObstacle) in try body(&builder, places) }
    }
    let level = binders.levels[index]
    var sources = sources
    if index == sources.count {
      if let shared = level.sharedWith {
        sources.append(sources[shared])
      } else {
        sources.append(try evaluate(level.source))
      }
    }
    try visit(sources[index]) { (builder, value, key, place) throws(ExportObstacle) in
      builder.bind(level, value, key)
      var differs = Scalar.yes
      if binders.isDistinct {
        let root = level.sharedWith ?? index
        for earlier in 0..<index where (binders.levels[earlier].sharedWith ?? earlier) == root {
          differs = differs && !Scalar.equal(places[earlier], place)
        }
      }
      try builder.when(differs) { (builder) throws(ExportObstacle) in
        try builder.level(index + 1, binders, sources, places + [place], body)
      }
    }
  }

  /// Gives the names of a level their values.
  mutating func bind(_ level: Binders.Level, _ value: Operand, _ key: Operand?) {
    if let valueSlot = level.valueSlot {
      frame[level.slot] = key ?? .absent
      frame[valueSlot] = value
    } else {
      frame[level.slot] = value
    }
  }

  /// How many passes there are at most.
  func capacity(of binders: Binders) -> Int {
    binders.levels.reduce(1) { product, level in
      let source = level.sharedWith.map { binders.levels[$0].source } ?? level.source
      return product * max(1, source.staticCapacity)
    }
  }

  // MARK: Sets and lists

  /// Whether an element is in a collection.
  mutating func contains(
    _ element: Operand, in collection: Operand
  ) throws(ExportObstacle) -> Scalar {
    switch collection {
    case .absent: return .no
    case .optional(let present, let inner): return present && (try contains(element, in: inner))
    case .flags(let place, let type):
      let (rank, valid) = try element.rank(in: type)
      return valid && .read(place.index(rank), .flag)
    case .keys(let place, let type, _):
      let (rank, valid) = try element.rank(in: type)
      return valid && .read(place.index(rank).part("present"), .flag)
    case .span(let first, let end):
      return .lessOrEqual(first, element.scalar) && .less(element.scalar, end)
    case .constant(let value, let type) where value.elements.count <= 8:
      guard let elementType = type.elementType else { break }
      var found = Scalar.no
      for each in value.elements {
        found = found || (try equal(element, .constant(of: each, elementType), elementType))
      }
      return found
    default: break
    }
    let found = local("found", .flag)
    let place = Reference(root: .local(found))
    emit(.assign(place, .no))
    try forEachElement(collection) { (builder, each, _) throws(ExportObstacle) in
      let isIt = try builder.equal(each, element, nil)
      try builder.when(isIt) { (builder) throws(ExportObstacle) in
        builder.emit(.assign(place, .yes))
      }
    }
    return .read(place, .flag)
  }

  /// Inserts a value where it belongs among elements that ascend; those that come behind make room.
  mutating func insertInOrder(
    _ value: Operand, into list: Operand, unique: Bool
  ) throws(ExportObstacle) {
    guard case .list(let place, let element, let capacity) = list, capacity > 0 else { return }
    let value = try kept(value, element, "inserted")
    let count = Scalar.read(place.part("count"), .number(0...capacity))
    let position = Reference(root: .local(local("position", .number(0...capacity))))
    emit(.assign(position, .number(0)))
    let isThere = Reference(root: .local(local("isThere", .flag)))
    emit(.assign(isThere, .no))
    try visit(list) { (builder, each, _, _) throws(ExportObstacle) in
      let before = try builder.less(each, value)
      let current = Scalar.read(position, .number(0...capacity))
      try builder.when(before) { (builder) throws(ExportObstacle) in
        builder.emit(.assign(position, current + 1))
      }
      if unique {
        let same = try builder.equal(each, value, element)
        try builder.when(same) { (builder) throws(ExportObstacle) in
          builder.emit(.assign(isThere, .yes))
        }
      }
    }
    let at = Scalar.read(position, .number(0...capacity))
    try when(!.read(isThere, .flag)) { (builder) throws(ExportObstacle) in
      try builder.openGap(place, element, capacity, at: at)
      try builder.store(value, element, in: place.part("item").index(at))
      builder.emit(.assign(place.part("count"), count + 1))
    }
  }

  /// Moves the elements from a place on one place further.
  mutating func openGap(
    _ place: Reference, _ element: Type, _ capacity: Int, at position: Scalar
  ) throws(ExportObstacle) {
    let shape = try element.shape()
    if capacity < 2 { return }
    for index in (1..<capacity).reversed() {
      let test = Scalar.less(position, .number(index))
      try when(test) { (builder) throws(ExportObstacle) in
        builder.emit(
          .copy(
            to: place.part("item").index(.number(index)),
            from: place.part("item").index(.number(index - 1)), shape))
      }
    }
  }

  /// Keeps the elements of a list whose flags are not set, in their order.
  mutating func compact(
    _ place: Reference, _ element: Type, _ capacity: Int, without gone: Reference
  ) throws(ExportObstacle) {
    let shape = try element.shape()
    let count = Scalar.read(place.part("count"), .number(0...capacity))
    let next = Reference(root: .local(local("next", .number(0...capacity))))
    let position = Scalar.read(next, .number(0...capacity))
    emit(.assign(next, .number(0)))
    try loop("each", from: .number(0), through: count - 1) {
      (builder, index) throws(ExportObstacle) in
      try builder.when(!.read(gone.index(index), .flag)) { (builder) throws(ExportObstacle) in
        try builder.when(.less(position, index)) { (builder) throws(ExportObstacle) in
          builder.emit(
            .copy(
              to: place.part("item").index(position), from: place.part("item").index(index), shape))
        }
        builder.emit(.assign(next, position + 1))
      }
    }
    try loop("each", from: position, through: count - 1) {
      (builder, index) throws(ExportObstacle) in
      builder.emit(.clear(place.part("item").index(index), shape))
    }
    emit(.assign(place.part("count"), position))
  }

  // MARK: Comparing

  /// Whether two values are equal; the type is needed where both are constants or kept in two ways.
  mutating func equal(
    _ left: Operand, _ right: Operand, _ type: Type?
  ) throws(ExportObstacle) -> Scalar {
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
      return try equal(left, copied(right, left.comparable(to: type), "constant"), nil)
    default:
      guard let type else { throw ExportObstacle("a comparison of collections") }
      let kind = type.bounded(by: left.capacity > right.capacity ? left : right)
      return try equal(copied(left, kind, "left"), copied(right, kind, "right"), nil)
    }
  }

  private func sameParts(
    _ one: Reference, _ two: Reference, _ count: Int, _ same: (Reference, Reference) -> Scalar
  ) throws(ExportObstacle) -> Scalar {
    (0..<count).reduce(.yes) { result, index in
      result && same(one.index(.number(index)), two.index(.number(index)))
    }
  }

  private mutating func pairwise(
    _ one: Reference, _ two: Reference, _ count: Int, _ type: Type, _ other: Type
  ) throws(ExportObstacle) -> Scalar {
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
  mutating func less(_ left: Operand, _ right: Operand) throws(ExportObstacle) -> Scalar {
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
    default: throw ExportObstacle("an order of collections")
    }
  }

  private mutating func precedes(
    _ ones: [Operand], _ twos: [Operand]
  ) throws(ExportObstacle) -> Scalar {
    var result = Scalar.no
    for (one, two) in zip(ones, twos).reversed() {
      let before = try less(one, two)
      let same = try equal(one, two, nil)
      result = before || same && result
    }
    return result
  }

  /// How many elements there are.
  mutating func count(of collection: Operand) throws(ExportObstacle) -> Scalar {
    switch collection {
    case .constant(let value, let type):
      if case .table(let key, _) = type { return .number(key.allValues.count) }
      return .number(value.elements.count)
    case .list(let place, _, let capacity), .reversed(let place, _, let capacity):
      return .read(place.part("count"), .number(0...capacity))
    case .table(_, let key, _): return .number(key.allValues.count)
    case .span(let first, let end): return .compute(.subtract, end, first)
    default: break
    }
    let count = Reference(
      root: .local(local("count", .number(0...max(1, collection.capacity)))))
    let current = Scalar.read(count, .number(0...max(1, collection.capacity)))
    emit(.assign(count, .number(0)))
    try visit(collection) { (builder, _, _, _) in builder.emit(.assign(count, current + 1)) }
    return current
  }

  mutating func isEmpty(_ collection: Operand) throws(ExportObstacle) -> Scalar {
    switch collection {
    case .flags(let place, let element):
      return (0..<(try element.valueCount())).reduce(.yes) {
        $0 && !.read(place.index(.number($1)), .flag)
      }
    case .entries(let place, let key, _), .keys(let place, let key, _),
      .contents(let place, let key, _):
      return (0..<(try key.valueCount())).reduce(.yes) {
        $0 && !.read(place.index(.number($1)).part("present"), .flag)
      }
    default: return .equal(try count(of: collection), .number(0))
    }
  }
}

extension Operand {
  /// The type of a constant as it is compared with this collection.
  func comparable(to type: Type) -> Type {
    switch self {
    case .flags(_, let element): .set(element)
    case .entries(_, let key, let content): .map(key, content)
    case .table(_, let key, let content): .table(key, content)
    case .list(_, let element, let capacity):
      .list(element, maximum: capacity)
    default: type
    }
  }
}

extension Type {
  /// Of what the elements of a collection are.
  var elementType: Type? {
    switch self {
    case .set(let element, _), .bag(let element, _), .list(let element, _),
      .sequence(let element, _):
      element
    case .optional(let inner): inner.elementType
    default: nil
    }
  }
}

extension Expression {
  /// How many elements it has at most, as far as its type tells.
  var staticCapacity: Int {
    func values(_ type: Type) -> Int {
      if case .exactly(let count) = type.cardinality { return count }
      return 1 << 16
    }
    switch node {
    case .constant(let value): return value.elements.count
    case .domain(let values): return values.count
    case .construct(_, let parts): return parts.count
    default: break
    }
    switch type.unwrapped {
    case .set(_, let maximum?), .bag(_, let maximum?), .list(_, let maximum?): return maximum
    case .set(let element, nil): return values(element)
    case .map(let key, _), .table(let key, _): return values(key)
    case .sequence(let element, _), .list(let element, nil): return values(element)
    default: return 1 << 16
    }
  }
}
