import Semantics

/// Iteration over collections.
extension ModelBuilder {
  typealias Visit = (inout ModelBuilder, _ value: Operand, _ key: Operand?, _ place: Scalar)
    throws(ExportError) -> Void

  /// Emits `body` for each element, in the order of the collection; a map's with its key.
  mutating func forEachElement(
    _ collection: Operand,
    _ body: (inout ModelBuilder, Operand, Operand?) throws(ExportError) -> Void
  ) throws(ExportError) {
    try visit(collection) { (builder, value, key, _) throws(ExportError) in
      try body(&builder, value, key)
    }
  }

  /// The same, with the position of each element, which distinguishes occurrences.
  mutating func visit(_ collection: Operand, _ body: Visit) throws(ExportError) {
    switch collection {
    case .absent: break
    case .optional(let present, let inner):
      try when(present) { (builder) throws(ExportError) in try builder.visit(inner, body) }
    case .flags(let place, let element):
      let count = try element.valueCount()
      try loop("each", from: .number(0), through: .number(count - 1)) {
        (builder, index) throws(ExportError) in
        try builder.when(.read(place.index(index), .flag)) { (builder) throws(ExportError) in
          try body(&builder, try builder.value(at: index, of: element), nil, index)
        }
      }
    case .entries(let place, let key, let content), .keys(let place, let key, let content),
      .contents(let place, let key, let content):
      let count = try key.valueCount()
      try loop("each", from: .number(0), through: .number(count - 1)) {
        (builder, index) throws(ExportError) in
        let entry = place.index(index)
        try builder.when(.read(entry.part("present"), .flag)) { (builder) throws(ExportError) in
          let keyValue = try builder.value(at: index, of: key)
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
        (builder, index) throws(ExportError) in
        try body(
          &builder, try .load(place.index(index), content), try builder.value(at: index, of: key),
          index)
      }
    case .list(let place, let element, let capacity):
      let count = Scalar.read(place.part("count"), .number(0...capacity))
      if capacity == 0 { return }
      try loop("each", from: .number(0), through: count - 1) {
        (builder, index) throws(ExportError) in
        try body(
          &builder, try .load(place.part("item").index(index), element), nil, index)
      }
    case .reversed(let place, let element, let capacity):
      let count = Scalar.read(place.part("count"), .number(0...capacity))
      if capacity == 0 { return }
      try loop("each", from: .number(0), through: count - 1) {
        (builder, index) throws(ExportError) in
        let mirrored = Scalar.compute(.subtract, count - 1, index)
        try body(
          &builder, try .load(place.part("item").index(mirrored), element), nil, index)
      }
    case .span(let first, let end):
      try loop("each", from: first, through: end - 1) { (builder, index) throws(ExportError) in
        try body(&builder, .scalar(index), nil, index)
      }
    case .constant(let value, let type): try visit(value, type, body)
    case .scalar, .record, .choice: throw ExportError("the collection of this loop")
    }
  }

  /// A constant collection: by a loop if its elements are consecutive numbers.
  private mutating func visit(
    _ value: Value, _ type: Type, _ body: Visit
  ) throws(ExportError) {
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
    guard let element = type.elementType else { throw ExportError("the collection of this loop") }
    let elements = value.elements
    if elements.count > 2, element.isScalar, let first = Self.firstOfRun(elements) {
      try loop("each", from: .number(first), through: .number(first + elements.count - 1)) {
        (builder, index) throws(ExportError) in
        try body(&builder, .scalar(index), nil, index)
      }
      return
    }
    if elements.count > 8, elements == (try? element.valueCount()).map({ _ in element.allValues }) {
      try loop("each", from: .number(0), through: .number(elements.count - 1)) {
        (builder, index) throws(ExportError) in
        try body(&builder, try builder.value(at: index, of: element), nil, index)
      }
      return
    }
    for (index, each) in elements.enumerated() {
      try body(&self, .constant(of: each, element), nil, .number(index))
    }
  }

  /// The first of consecutive numbers.
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

  /// Emits `body` for each choice of the names, which are then in the frame; it receives the position of each
  /// element.
  ///
  /// - Parameter sources: the collections of the first levels, if they are already known.
  mutating func forEach(
    _ binders: Binders, over sources: [Operand] = [],
    _ body: (inout ModelBuilder, [Scalar]) throws(ExportError) -> Void
  ) throws(ExportError) {
    try level(0, binders, sources, [], body)
  }

  private mutating func level(
    _ index: Int, _ binders: Binders, _ sources: [Operand], _ places: [Scalar],
    _ body: (inout ModelBuilder, [Scalar]) throws(ExportError) -> Void
  ) throws(ExportError) {
    guard index < binders.levels.count else {
      guard let filter = binders.filter else { return try body(&self, places) }
      let test = try self.test(filter)
      return try when(test) { (builder) throws(ExportError) in try body(&builder, places) }
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
    try visit(sources[index]) { (builder, value, key, place) throws(ExportError) in
      builder.bind(level, value, key)
      var differs = Scalar.yes
      if binders.isDistinct {
        let root = level.sharedWith ?? index
        for earlier in 0..<index where (binders.levels[earlier].sharedWith ?? earlier) == root {
          differs = differs && !Scalar.equal(places[earlier], place)
        }
      }
      try builder.when(differs) { (builder) throws(ExportError) in
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

  // MARK: Sets and lists

  /// Whether an element is in a collection.
  mutating func contains(
    _ element: Operand, in collection: Operand
  ) throws(ExportError) -> Scalar {
    switch collection {
    case .absent: return .no
    case .optional(let present, let inner): return present && (try contains(element, in: inner))
    case .flags(let place, let type):
      let (rank, valid) = try rank(of: element, in: type)
      return valid && .read(place.index(rank), .flag)
    case .keys(let place, let type, _):
      let (rank, valid) = try rank(of: element, in: type)
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
    try forEachElement(collection) { (builder, each, _) throws(ExportError) in
      let isIt = try builder.equal(each, element, nil)
      try builder.when(isIt) { (builder) throws(ExportError) in
        builder.emit(.assign(place, .yes))
      }
    }
    return .read(place, .flag)
  }

  /// Inserts a value into ascending elements, and moves later ones back.
  mutating func insertInOrder(
    _ value: Operand, into list: Operand, unique: Bool
  ) throws(ExportError) {
    guard case .list(let place, let element, let capacity) = list, capacity > 0 else { return }
    let value = try kept(value, element, "inserted")
    let count = Scalar.read(place.part("count"), .number(0...capacity))
    let position = Reference(root: .local(local("position", .number(0...capacity))))
    emit(.assign(position, .number(0)))
    let isThere = Reference(root: .local(local("isThere", .flag)))
    emit(.assign(isThere, .no))
    try visit(list) { (builder, each, _, _) throws(ExportError) in
      let before = try builder.less(each, value)
      let current = Scalar.read(position, .number(0...capacity))
      try builder.when(before) { (builder) throws(ExportError) in
        builder.emit(.assign(position, current + 1))
      }
      if unique {
        let same = try builder.equal(each, value, element)
        try builder.when(same) { (builder) throws(ExportError) in
          builder.emit(.assign(isThere, .yes))
        }
      }
    }
    let at = Scalar.read(position, .number(0...capacity))
    try when(!.read(isThere, .flag)) { (builder) throws(ExportError) in
      try builder.openGap(place, element, capacity, at: at)
      try builder.store(value, element, in: place.part("item").index(at))
      builder.emit(.assign(place.part("count"), count + 1))
    }
  }

  /// Moves the elements from a position on by one position.
  mutating func openGap(
    _ place: Reference, _ element: Type, _ capacity: Int, at position: Scalar
  ) throws(ExportError) {
    let shape = try element.shape()
    if capacity < 2 { return }
    for index in (1..<capacity).reversed() {
      let test = Scalar.less(position, .number(index))
      try when(test) { (builder) throws(ExportError) in
        builder.emit(
          .copy(
            to: place.part("item").index(.number(index)),
            from: place.part("item").index(.number(index - 1)), shape))
      }
    }
  }

  /// Keeps the elements of a list whose flags are not set, in order.
  mutating func compact(
    _ place: Reference, _ element: Type, _ capacity: Int, without gone: Reference
  ) throws(ExportError) {
    let shape = try element.shape()
    let count = Scalar.read(place.part("count"), .number(0...capacity))
    let next = Reference(root: .local(local("next", .number(0...capacity))))
    let position = Scalar.read(next, .number(0...capacity))
    emit(.assign(next, .number(0)))
    try loop("each", from: .number(0), through: count - 1) {
      (builder, index) throws(ExportError) in
      try builder.when(!.read(gone.index(index), .flag)) { (builder) throws(ExportError) in
        try builder.when(.less(position, index)) { (builder) throws(ExportError) in
          builder.emit(
            .copy(
              to: place.part("item").index(position), from: place.part("item").index(index), shape))
        }
        builder.emit(.assign(next, position + 1))
      }
    }
    try loop("each", from: position, through: count - 1) {
      (builder, index) throws(ExportError) in
      builder.emit(.clear(place.part("item").index(index), shape))
    }
    emit(.assign(place.part("count"), position))
  }

  /// The number of elements.
  mutating func count(of collection: Operand) throws(ExportError) -> Scalar {
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

  mutating func isEmpty(_ collection: Operand) throws(ExportError) -> Scalar {
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

extension Type {
  /// The element type of a collection.
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
