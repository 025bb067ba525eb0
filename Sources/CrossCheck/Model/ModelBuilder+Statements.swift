import Semantics

/// Statements as in `Evaluator.perform` and `Execution`, in the code of other checkers.
extension ModelBuilder {
  mutating func run(_ statements: [Statement]) throws(ExportError) {
    for (index, statement) in statements.enumerated() {
      do throws(ExportError) {
        if case .bind(let slot, let value) = statement.node {
          try bind(slot, value, statement.range, before: statements[(index + 1)...])
        } else {
          try run(statement)
        }
      } catch {
        throw error.at(statement.range)
      }
    }
  }

  private mutating func run(_ statement: Statement) throws(ExportError) {
    switch statement.node {
    case .change(let place, let change, let operands):
      try withPlace(place) { (builder, target, type) throws(ExportError) in
        var values: [Operand] = []
        for operand in operands { values.append(try builder.evaluate(operand)) }
        try builder.apply(change, values, target, type, statement.range)
      }
    case .removeWhere(let binders, let place):
      try withPlace(place) { (builder, target, type) throws(ExportError) in
        try builder.removeWhere(binders, target, type)
      }
    case .bind: break
    case .branch(let branches): try run(branches)
    case .loop(let binders, let order, let body): try runLoop(binders, order, body, statement.range)
    case .choose(let binders): try choose(binders, statement.range)
    case .emit(let emission): try emit(emission)
    case .assert(let test):
      faultWhen(!(try self.test(test)), "the assertion does not hold", statement.range)
    case .call(let procedure, let arguments):
      var inner: [Int: Operand] = [:]
      for (slot, argument) in arguments.enumerated() {
        inner[slot] = try kept(evaluate(argument), argument.type, "argument")
      }
      var places: [Int: (Reference, Type)] = [:]
      swap(&frame, &inner)
      swap(&boundTypes, &places)
      defer {
        swap(&frame, &inner)
        swap(&boundTypes, &places)
      }
      try run(procedure.body)
    }
  }

  private mutating func run(_ branches: Branches<[Statement]>) throws(ExportError) {
    if let (slot, subject) = branches.subject {
      frame[slot] = try kept(evaluate(subject), subject.type, "subject")
    }
    try run(branches, from: 0)
  }

  private mutating func run(
    _ branches: Branches<[Statement]>, from index: Int
  ) throws(ExportError) {
    guard index < branches.branches.count else { return try run(branches.otherwise ?? []) }
    let each = branches.branches[index]
    let test = try hold(each.conditions[...])
    if test == .no { return try run(branches, from: index + 1) }
    // Names that conditions bind keep their values, even if the body changes the source.
    var kept: [(Int, Operand)] = []
    let then = try block { (builder) throws(ExportError) in
      for slot in each.conditions.flatMap(\.slots) {
        if let operand = builder.frame[slot] {
          kept.append((slot, operand))
          builder.frame[slot] = try builder.keptUntyped(operand)
        }
      }
      try builder.run(each.body)
    }.code
    for (slot, operand) in kept { frame[slot] = operand }
    if test == .yes {
      code += then
      return
    }
    let otherwise = try block { (builder) throws(ExportError) in
      try builder.run(branches, from: index + 1)
    }.code
    emit(.when(test, then, otherwise: otherwise))
  }

  /// A copy of the value, independent of later stores, with a type derived from its parts.
  mutating func keptUntyped(_ operand: Operand) throws(ExportError) -> Operand {
    switch operand {
    case .scalar(let scalar): return .scalar(stable(scalar))
    case .optional(let present, let inner):
      return .optional(present: stable(present, "present"), try keptUntyped(inner))
    case .record(let parts):
      var kept: [Operand] = []
      for part in parts { kept.append(try keptUntyped(part)) }
      return .record(kept)
    case .choice(let tag, let cases):
      var kept: [[Operand]] = []
      for each in cases {
        var parts: [Operand] = []
        for part in each { parts.append(try keptUntyped(part)) }
        kept.append(parts)
      }
      return .choice(tag: stable(tag, "tag"), kept)
    case .flags(_, let element): return try self.kept(operand, .set(element), "kept")
    case .entries(_, let key, let content):
      return try self.kept(operand, .map(key, content), "kept")
    case .table(_, let key, let content):
      return try self.kept(operand, .table(key, content), "kept")
    case .list(_, let element, let capacity):
      return try self.kept(operand, .list(element, maximum: capacity), "kept")
    case .keys(_, let key, _): return try self.kept(operand, .set(key), "kept")
    case .contents(_, _, let element), .reversed(_, let element, _):
      return try self.kept(operand, .list(element, maximum: operand.capacity), "kept")
    case .span(let first, let end): return .span(stable(first), stable(end))
    case .absent, .constant: return operand
    }
  }

  // MARK: Places

  /// Runs code with a place; nothing if a `?` in its path meets nil.
  private mutating func withPlace(
    _ place: Place,
    _ body: (inout ModelBuilder, Reference, Type) throws(ExportError) -> Void
  ) throws(ExportError) {
    let root: Reference
    let type: Type
    switch place.root {
    case .variable(let index):
      (root, type) = (Reference(root: .now(index)), spec.variables[index].type)
    case .local(let slot):
      guard let bound = boundTypes[slot] else {
        throw ExportError("a change of this name", place.range)
      }
      root = bound.0
      // The bounds are those that the checker found; the place has room for any number.
      type = place.steps.isEmpty && bound.1.isScalar ? place.type : bound.1
    }
    try step(0, place, root, type, body)
  }

  private mutating func step(
    _ index: Int, _ place: Place, _ target: Reference, _ type: Type,
    _ body: (inout ModelBuilder, Reference, Type) throws(ExportError) -> Void
  ) throws(ExportError) {
    guard index < place.steps.count else { return try body(&self, target, type) }
    let isPresent = Scalar.read(target.part("present"), .flag)
    switch (place.steps[index], type) {
    case (.field(let field), .structure(let type)):
      try step(
        index + 1, place, target.part(type.partName(field)), type.fields[field].type, body)
    case (.element(let key, _), .map(let keyType, let content)):
      let (rank, valid) = try rank(of: evaluate(key), in: keyType)
      faultWhen(!valid, "a key is out of bounds", key.range)
      try step(index + 1, place, target.index(stable(rank, "key")), .optional(content), body)
    case (.element(let key, _), .table(let keyType, let content)):
      let (rank, valid) = try rank(of: evaluate(key), in: keyType)
      faultWhen(!valid, "there is no such key", place.range)
      try step(index + 1, place, target.index(stable(rank, "key")), content, body)
    case (.element(let key, _), .list(let element, let capacity?)):
      let position = stable(try number(key), "index")
      let count = Scalar.read(target.part("count"), .number(0...capacity))
      faultWhen(
        !(.lessOrEqual(.number(0), position) && .less(position, count)), "there is no such index",
        place.range)
      try step(index + 1, place, target.part("item").index(position), element, body)
    case (.unwrap, .optional(let inner)):
      faultWhen(!isPresent, "there is no value", place.range)
      try step(index + 1, place, target.part("value"), inner, body)
    case (.chain, .optional(let inner)):
      try when(isPresent) { (builder) throws(ExportError) in
        try builder.step(index + 1, place, target.part("value"), inner, body)
      }
    default: throw ExportError("this place", place.range)
    }
  }

  // MARK: Changes

  private mutating func apply(
    _ change: Statement.Change, _ operands: [Operand], _ place: Reference, _ type: Type,
    _ range: SourceRange
  ) throws(ExportError) {
    switch change {
    case .assign: return try store(operands[0], type, in: place)
    case .update(let operation):
      var old = Scalar.read(place, try type.shape())
      if case .local(let local) = place.root, place.steps.isEmpty {
        old = .read(place, local.shape)
      }
      let operators: [ArithmeticOperator: Scalar.Operation] = [
        .add: .add, .subtract: .subtract, .multiply: .multiply, .divide: .divide,
        .remainder: .remainder,
      ]
      if operation == .divide || operation == .remainder {
        faultWhen(.equal(operands[0].scalar, .number(0)), "division by zero", range)
      }
      let result = Scalar.compute(operators[operation]!, old, operands[0].scalar)
      // A small number can be added as often as a loop has passes.
      let isStep = operation == .add || operation == .subtract
      let isSmall = isStep && (-(1 << 14)...1 << 14).contains(operands[0].scalar.bounds)
      if type == .integer, !isSmall, !Shape.allNumbers.contains(result.bounds) {
        throw ExportError("numbers beyond \(Shape.allNumbers.upperBound)", range)
      }
      faultWhen(
        try boundsViolation(of: .scalar(result), in: type), "a value is out of bounds", range)
      return emit(.assign(place, result))
    case .start:
      guard case .timer(let maximum) = type else { throw ExportError("a timer") }
      faultWhen(
        try boundsViolation(of: operands[0], in: .range(lower: 0, upper: maximum)),
        "a value is out of bounds", range)
      return emit(.assign(place, operands[0].scalar))
    case .stop: return emit(.assign(place, .number(-1)))
    case .removeAll: return emit(.clear(place, try type.shape()))
    default: break
    }
    switch type {
    case .set(let element, nil):
      let (rank, valid) = try rank(of: operands[0], in: element)
      if case .insert = change {
        faultWhen(!valid, "a value is out of bounds", range)
        emit(.assign(place.index(rank), .yes))
      } else {
        try when(valid) { (builder) in builder.emit(.assign(place.index(rank), .no)) }
      }
    case .set(let element, let capacity?), .bag(let element, let capacity?),
      .list(let element, let capacity?):
      try applyToPlaces(change, operands, place, type, element, capacity, range)
    default: throw ExportError("this change", range)
    }
  }

  /// Changes of a list, or of a value with the same shape.
  private mutating func applyToPlaces(
    _ change: Statement.Change, _ operands: [Operand], _ place: Reference, _ type: Type,
    _ element: Type, _ capacity: Int, _ range: SourceRange
  ) throws(ExportError) {
    let list = Operand.list(place, element: element, capacity: capacity)
    let count = Scalar.read(place.part("count"), .number(0...capacity))
    let shape = try element.shape()
    let items = place.part("item")
    let value = try operands.first.map { (first) throws(ExportError) in
      try kept(first, element, "operand")
    }
    func gone(_ builder: inout ModelBuilder) throws(ExportError) -> Reference {
      let all = Shape.array(max(1, capacity), .flag)
      let gone = Reference(root: .local(builder.local("gone", all)))
      builder.emit(.clear(gone, all))
      return gone
    }
    switch change {
    case .insert, .append, .insertAt:
      guard let value else { return }
      var index = count
      if case .insertAt = change {
        index = stable(operands[1].scalar, "index")
        faultWhen(
          !(.lessOrEqual(.number(0), index) && .less(index, count + 1)), "there is no such index",
          range)
      }
      let isNew: Scalar
      if case .insert = change, !type.isBag {
        isNew = !(try contains(value, in: list))
      } else {
        isNew = .yes
      }
      faultWhen(isNew && .lessOrEqual(.number(capacity), count), "the collection is full", range)
      faultWhen(try boundsViolation(of: value, in: element), "a value is out of bounds", range)
      if capacity == 0 { return }
      if case .insert = change { return try insertInOrder(value, into: list, unique: !type.isBag) }
      if case .insertAt = change { try openGap(place, element, capacity, at: index) }
      try store(value, element, in: items.index(index))
      emit(.assign(place.part("count"), count + 1))
    case .remove:
      guard let value, capacity > 0 else { return }
      let flags = try gone(&self)
      let isBag = type.isBag
      let one = Reference(root: .local(local("removed", .flag)))
      if isBag { emit(.assign(one, .no)) }
      try visit(list) { (builder, each, _, index) throws(ExportError) in
        var isIt = try builder.equal(each, value, element)
        if isBag { isIt = isIt && !.read(one, .flag) }
        try builder.when(isIt) { (builder) in
          builder.emit(.assign(flags.index(index), .yes))
          if isBag { builder.emit(.assign(one, .yes)) }
        }
      }
      try compact(place, element, capacity, without: flags)
    case .removeAt, .removeFirst, .removeLast:
      let index: Scalar
      switch change {
      case .removeAt:
        index = stable(operands[0].scalar, "index")
        faultWhen(
          !(.lessOrEqual(.number(0), index) && .less(index, count)), "there is no such index",
          range)
      default:
        faultWhen(.equal(count, .number(0)), "the list is empty", range)
        if case .removeFirst = change {
          index = .number(0)
        } else {
          index = stable(count - 1, "index")
        }
      }
      if capacity == 0 { return }
      for position in 1..<max(1, capacity) {
        try when(.less(index, .number(position))) { (builder) in
          builder.emit(
            .copy(
              to: items.index(.number(position - 1)), from: items.index(.number(position)), shape))
        }
      }
      emit(.clear(items.index(count - 1), shape))
      emit(.assign(place.part("count"), count - 1))
    default: throw ExportError("this change", range)
    }
  }

  /// Removes all at once: each element is tested in the state before.
  private mutating func removeWhere(
    _ binders: Binders, _ place: Reference, _ type: Type
  ) throws(ExportError) {
    guard let level = binders.levels.first else { return }
    let collection = try Operand.load(place, type)
    let count = max(1, collection.capacity)
    let all = Shape.array(count, .flag)
    let gone = Reference(root: .local(local("gone", all)))
    emit(.clear(gone, all))
    try visit(collection) { (builder, value, key, index) throws(ExportError) in
      builder.bind(level, value, key)
      let test = try binders.filter.map { (filter) throws(ExportError) in
        try builder.test(filter)
      }
      try builder.when(test ?? .yes) { (builder) in
        builder.emit(.assign(gone.index(index), .yes))
      }
    }
    switch type {
    case .set(_, nil), .map:
      try loop("each", from: .number(0), through: .number(count - 1)) {
        (builder, index) throws(ExportError) in
        try builder.when(.read(gone.index(index), .flag)) { (builder) throws(ExportError) in
          if case .map(_, let content) = type {
            builder.emit(.clear(place.index(index), try Type.optional(content).shape()))
          } else {
            builder.emit(.assign(place.index(index), .no))
          }
        }
      }
    case .set(let element, let capacity?), .bag(let element, let capacity?),
      .list(let element, let capacity?):
      if capacity > 0 { try compact(place, element, capacity, without: gone) }
    default: throw ExportError("the removed elements")
    }
  }

  private mutating func emit(_ emission: Emission) throws(ExportError) {
    let fields = spec.signals[emission.signal].fields
    var values: [Operand] = []
    for (_, value) in emission.arguments { values.append(try evaluate(value)) }
    guard keptSignals.contains(emission.signal) else { return }
    let (rank, _) = try rank(
      of: .record(values), in: .structure(StructType(name: "signal", fields: fields)))
    let place = Reference(root: .sent(emission.signal)).index(stable(rank, "signal"))
    emit(.assign(place, .compute(.add, .read(place, .sendings), .number(1))))
  }
}
