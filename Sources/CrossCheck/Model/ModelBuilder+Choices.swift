import Semantics

/// Loops and statements with several outcomes: the target checker tries each.
extension ModelBuilder {
  /// All choices of the names of a loop or `choose`, in the state before the first one.
  private struct Passes {
    /// The values of the names of a pass.
    enum Names {
      /// By its position: for each level, the collection, which no longer changes, and its number of positions.
      case placed([(source: Operand, size: Int)])
      /// The passes are listed if a level depends on the names before it.
      case listed([(slot: Int, Reference, Type)])
    }
    var names: Names
    /// Whether there is such a pass, by the position of its elements in all levels.
    var isThere: Reference
    var count: Int
  }

  mutating func runLoop(
    _ binders: Binders, _ order: LoopOrder, _ body: [Statement], _ range: SourceRange
  ) throws(ExportError) {
    if order == .any { return try runInAnyOrder(binders, body, range) }
    let written = body.writtenRoots
    let readsWritten = binders.parts.contains { part in
      part.reads.variables.contains { written.contains(.variable($0)) }
        || part.reads.locals.contains { written.contains(.local($0)) }
    }
    let chooses = body.choosesSomething
    if !readsWritten, !chooses {
      return try forEach(binders) { (builder, _) throws(ExportError) in
        for slot in binders.slots {
          if let operand = builder.frame[slot] {
            builder.frame[slot] = try builder.keptIfChanged(operand, body)
          }
        }
        try builder.run(body)
      }
    }
    let passes = try self.passes(binders, range)
    if chooses {
      // Each pass chooses for itself.
      for index in 0..<passes.count {
        try pass(.number(index), binders, passes) { (builder) throws(ExportError) in
          try builder.run(body)
        }
      }
      return
    }
    try loop("pass", from: .number(0), through: .number(passes.count - 1)) {
      (builder, index) throws(ExportError) in
      try builder.pass(index, binders, passes) { (builder) throws(ExportError) in
        try builder.run(body)
      }
    }
  }

  /// An element keeps its value from the start of its pass.
  private mutating func keptIfChanged(
    _ operand: Operand, _ body: [Statement]
  ) throws(ExportError) -> Operand {
    let written = body.writtenRoots
    let moves = operand.reads { root in
      switch root {
      case .now(let index): written.contains(.variable(index))
      case .local:
        boundTypes.contains { $0.value.0.root == root && written.contains(.local($0.key)) }
      default: false
      }
    }
    return moves ? try keptUntyped(operand) : operand
  }

  /// Finds out which passes there are.
  private mutating func passes(
    _ binders: Binders, _ range: SourceRange
  ) throws(ExportError) -> Passes {
    if binders.levels.contains(where: {
      $0.sharedWith == nil && !$0.source.reads.locals.isDisjoint(with: binders.slots)
    }) {
      return try listedPasses(binders, range)
    }
    var levels: [(source: Operand, size: Int)] = []
    for level in binders.levels {
      if let shared = level.sharedWith {
        levels.append(levels[shared])
        continue
      }
      let source = try keptUntyped(evaluate(level.source))
      levels.append((source, max(1, source.placeCount)))
    }
    let count = levels.map(\.size).reduce(1, *)
    let isThere = try noPass(of: count, range)
    try forEach(binders, over: levels.map(\.source)) { (builder, places) throws(ExportError) in
      var index = Scalar.number(0)
      for (place, (source, size)) in zip(places, levels) {
        index = .compute(
          .add, .compute(.multiply, index, .number(size)), place - source.firstPlace)
      }
      builder.emit(.assign(isThere.index(index), .yes))
    }
    return Passes(names: .placed(levels), isThere: isThere, count: count)
  }

  /// A flag for each possible position of a pass, initially false.
  private mutating func noPass(
    of count: Int, _ range: SourceRange
  ) throws(ExportError) -> Reference {
    guard count <= 4096 else {
      throw ExportError("a loop or choice among \(count) places", range)
    }
    let shape = Shape.array(count, .flag)
    let isThere = Reference(root: .local(local("isThere", shape)))
    emit(.clear(isThere, shape))
    return isThere
  }

  /// The passes one after the other, with the values of their names: the collection of a level may differ for each
  /// pass of the levels before it.
  private mutating func listedPasses(
    _ binders: Binders, _ range: SourceRange
  ) throws(ExportError) -> Passes {
    let count = capacity(of: binders)
    let isThere = try noPass(of: count, range)
    var values: [(slot: Int, Reference, Type)] = []
    for level in binders.levels {
      let source = level.sharedWith.map { binders.levels[$0].source } ?? level.source
      for (slot, declared) in try level.types(over: source.type) {
        let type = try held(declared, over: binders) { (builder) in
          builder.frame[slot] ?? .absent
        }
        let shape = Shape.array(count, try type.shape())
        let place = Reference(root: .local(local(level.name, shape)))
        emit(.clear(place, shape))
        values.append((slot, place, type))
      }
    }
    let next = Reference(root: .local(local("passes", .number(0...count))))
    let index = Scalar.read(next, .number(0...count))
    emit(.assign(next, .number(0)))
    try forEach(binders) { (builder, _) throws(ExportError) in
      for (slot, place, type) in values {
        guard let value = builder.frame[slot] else { continue }
        try builder.store(value, type, in: place.index(index))
      }
      builder.emit(.assign(isThere.index(index), .yes))
      builder.emit(.assign(next, index + 1))
    }
    return Passes(names: .listed(values), isThere: isThere, count: count)
  }

  /// Emits `body` for one pass, if it exists.
  private mutating func pass(
    _ index: Scalar, _ binders: Binders, _ passes: Passes,
    _ body: (inout ModelBuilder) throws(ExportError) -> Void
  ) throws(ExportError) {
    try when(.read(passes.isThere.index(index), .flag)) { (builder) throws(ExportError) in
      try builder.bind(pass: index, binders, passes)
      try body(&builder)
    }
  }

  private mutating func bind(
    pass index: Scalar, _ binders: Binders, _ passes: Passes
  ) throws(ExportError) {
    switch passes.names {
    case .listed(let values):
      for (slot, place, type) in values { frame[slot] = try .load(place.index(index), type) }
    case .placed(let levels):
      var behind = 1
      for (number, (source, size)) in levels.enumerated().reversed() {
        var place = Scalar.compute(.divide, index, .number(behind))
        if number > 0 { place = .compute(.remainder, place, .number(size)) }
        let (value, key) = try element(of: source, at: place + source.firstPlace)
        bind(binders.levels[number], value, key)
        behind *= size
      }
    }
  }

  /// One outcome for each possible element; an empty choice is a fault.
  mutating func choose(_ binders: Binders, _ range: SourceRange) throws(ExportError) {
    if loopDepth > 0 { throw ExportError("a choice within this loop", range) }
    let passes = try self.passes(binders, range)
    var none = Scalar.yes
    for index in 0..<passes.count {
      none = none && !.read(passes.isThere.index(.number(index)), .flag)
    }
    faultWhen(none, "there is nothing to choose from", range)
    let chosen = pick(binders.levels[0].name, passes.count)
    emit(
      .when(
        !.read(passes.isThere.index(chosen), .flag), [.leave(.impossible)], otherwise: []))
    try bind(pass: chosen, binders, passes)
  }

  /// A number below a count, each of which is tried.
  private mutating func pick(_ wish: String, _ count: Int) -> Scalar {
    let shape = Shape.number(0...count - 1)
    if count == 1 { return .number(0) }
    let local = Local(name: name("chosen_\(wish)"), shape: shape)
    picks.append(local)
    emit(.pick(local))
    return .read(Reference(root: .local(local)), shape)
  }

  /// Each order of the passes is a possible outcome.
  private mutating func runInAnyOrder(
    _ binders: Binders, _ body: [Statement], _ range: SourceRange
  ) throws(ExportError) {
    if loopDepth > 0 { throw ExportError("a loop in any order within this loop", range) }
    let passes = try self.passes(binders, range)
    guard passes.count <= 16 else {
      throw ExportError("a loop in any order over \(passes.count) places", range)
    }
    let isOpen = passes.isThere
    for turn in 0..<passes.count {
      // While some pass is left, one of these is next.
      var some = Scalar.no
      for index in 0..<passes.count { some = some || .read(isOpen.index(.number(index)), .flag) }
      try when(some) { (builder) throws(ExportError) in
        let next = builder.pick("turn\(turn + 1)", passes.count)
        builder.emit(
          .when(!.read(isOpen.index(next), .flag), [.leave(.impossible)], otherwise: []))
        builder.emit(.assign(isOpen.index(next), .no))
        try builder.bind(pass: next, binders, passes)
        try builder.run(body)
      }
    }
  }
}

extension Operand {
  /// The number of positions in `visit`, and the first of them.
  fileprivate var placeCount: Int {
    if case .constant(_, let type) = self, case .table(let key, _) = type {
      return key.allValues.count
    }
    return capacity
  }

  fileprivate var firstPlace: Int {
    switch self {
    case .span(let first, _): first.bounds.lowerBound
    case .constant(let value, let type):
      // As `visit` iterates over consecutive numbers.
      if value.elements.count > 2, let element = type.elementType, element.isScalar {
        ModelBuilder.firstOfRun(value.elements) ?? 0
      } else {
        0
      }
    default: 0
    }
  }
}

extension Binders.Level {
  /// The slots of its names, and their types if it iterates over a collection.
  fileprivate func types(over collection: Type) throws(ExportError) -> [(slot: Int, Type)] {
    switch collection.unwrapped {
    case .map(let key, let content), .table(let key, let content):
      if let valueSlot { return [(slot, key), (valueSlot, content)] }
      return [(slot, content)]
    case let type:
      guard let element = type.elementType, valueSlot == nil else {
        throw ExportError("the collection to choose from")
      }
      return [(slot, element)]
    }
  }
}

extension ModelBuilder {
  /// The element at a position from `visit`.
  fileprivate mutating func element(
    of collection: Operand, at place: Scalar
  ) throws(ExportError) -> (Operand, Operand?) {
    switch collection {
    case .flags(_, let element): return (try value(at: place, of: element), nil)
    case .keys(_, let key, _): return (try value(at: place, of: key), nil)
    case .entries(let source, let key, let content), .contents(let source, let key, let content):
      return (
        try .load(source.index(place).part("value"), content), try value(at: place, of: key)
      )
    case .table(let source, let key, let content):
      return (try .load(source.index(place), content), try value(at: place, of: key))
    case .list(let source, let element, _):
      return (try .load(source.part("item").index(place), element), nil)
    case .span: return (.scalar(place), nil)
    case .constant(let value, let type):
      guard let element = type.elementType else {
        throw ExportError("the collection to choose from")
      }
      let elements = value.elements
      // After a fault, it has any value.
      if elements.isEmpty { return (try absentValue(element), nil) }
      if let index = place.constant,
        elements.count <= 2 || !element.isScalar || Self.firstOfRun(elements) == nil
      {
        return (.constant(of: elements[index], element), nil)
      }
      if element.isScalar, elements.count > 2, Self.firstOfRun(elements) != nil {
        return (.scalar(place), nil)
      }
      if elements == element.allValues { return (try self.value(at: place, of: element), nil) }
      guard element.isScalar, let last = elements.last else {
        throw ExportError("a choice among these")
      }
      var result = Operand.constant(of: last, element).scalar
      for (index, each) in elements.enumerated().dropLast().reversed() {
        result = .choose(
          .equal(place, .number(index)), Operand.constant(of: each, element).scalar, result)
      }
      return (.scalar(result), nil)
    default: throw ExportError("the collection to choose from")
    }
  }
}

extension Sequence<Statement> {
  /// The roots that are stored to in them.
  var writtenRoots: Set<Place.Root> {
    var seen: Set<ObjectIdentifier> = []
    return writtenRoots(&seen)
  }

  /// - Parameter seen: the visited procedures.
  private func writtenRoots(_ seen: inout Set<ObjectIdentifier>) -> Set<Place.Root> {
    var roots: Set<Place.Root> = []
    for statement in self {
      switch statement.node {
      case .change(let place, _, _), .removeWhere(_, let place): roots.insert(place.root)
      case .branch(let branches):
        for body in branches.bodies { roots.formUnion(body.writtenRoots(&seen)) }
      case .loop(_, _, let body): roots.formUnion(body.writtenRoots(&seen))
      case .call(let procedure, _):
        guard seen.insert(ObjectIdentifier(procedure)).inserted else { continue }
        roots.formUnion(
          procedure.body.writtenRoots(&seen).filter {
            if case .variable = $0 { true } else { false }
          })
      case .bind, .choose, .emit, .assert: break
      }
    }
    return roots
  }

  /// The type of a local that is stored to as a whole, if it is.
  func storedType(ofLocal slot: Int) -> Type? {
    for statement in self {
      switch statement.node {
      case .change(let place, _, _) where place.root == .local(slot) && place.steps.isEmpty:
        return place.type
      case .branch(let branches):
        for body in branches.bodies {
          if let type = body.storedType(ofLocal: slot) { return type }
        }
      case .loop(_, _, let body):
        if let type = body.storedType(ofLocal: slot) { return type }
      default: break
      }
    }
    return nil
  }

  /// Whether they may have several outcomes.
  var choosesSomething: Bool {
    Array(self).withNested.contains { statement in
      switch statement.node {
      case .choose, .loop(_, .any, _): true
      default: false
      }
    }
  }
}
