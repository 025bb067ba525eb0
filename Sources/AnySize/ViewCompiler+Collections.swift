import Semantics

/// A collection that is run over.
struct ViewSource: Sendable {
  /// The elements that the view has, and the keys where there are some.
  var elements: @Sendable (inout ViewFrame) throws(ViewError) -> (keys: [Value]?, values: [Value])
  /// There are more elements than the view has: those that have to do with other names.
  var isPartial: Bool
  /// How many names single out an element of a partial collection.
  var positions: Int
  /// The names that single it out are those of the element, or of the key where both are bound.
  var isKeyedByElement: Bool
}

/// Names that run over collections.
struct ViewBinders: Sendable {
  struct Level: Sendable {
    var slot: Int
    var valueSlot: Int?
    var source: ViewSource?
    var sharedWith: Int?
  }

  var levels: [Level]
  var isDistinct: Bool
  var filter: ViewCode?

  /// Some of the names run over more than a view has.
  var isPartial: Bool { levels.contains { $0.source?.isPartial == true } }
  /// How many names single out a choice of all of them.
  var positions: Int {
    levels.reduce(0) { sum, level in
      let source = level.sharedWith.flatMap { levels[$0].source } ?? level.source
      return sum + (source?.isPartial == true ? source?.positions ?? 0 : 0)
    }
  }

  /// Runs `body` for each choice that the view has and the filter lets pass.
  func forEach(
    _ frame: inout ViewFrame, _ body: (inout ViewFrame) throws(ViewError) -> Void
  ) throws(ViewError) {
    var elements: [(keys: [Value]?, values: [Value])] = Array(
      repeating: (nil, []), count: levels.count)
    var positions = Array(repeating: 0, count: levels.count)
    try visit(&frame, 0, &elements, &positions, body)
  }

  private func visit(
    _ frame: inout ViewFrame, _ index: Int,
    _ elements: inout [(keys: [Value]?, values: [Value])], _ positions: inout [Int],
    _ body: (inout ViewFrame) throws(ViewError) -> Void
  ) throws(ViewError) {
    guard index < levels.count else {
      if let filter, !(try filter(&frame).asBool) { return }
      return try body(&frame)
    }
    let level = levels[index]
    if let shared = level.sharedWith {
      elements[index] = elements[shared]
    } else if let source = level.source {
      elements[index] = try source.elements(&frame)
    }
    let (keys, values) = elements[index]
    let root = level.sharedWith ?? index
    for place in values.indices {
      if isDistinct,
        (0..<index).contains(where: {
          (levels[$0].sharedWith ?? $0) == root && positions[$0] == place
        })
      {
        continue
      }
      positions[index] = place
      if let valueSlot = level.valueSlot {
        frame.locals[level.slot] = keys?[place] ?? .none
        frame.locals[valueSlot] = values[place]
      } else {
        frame.locals[level.slot] = values[place]
      }
      try visit(&frame, index + 1, &elements, &positions, body)
    }
  }
}

extension ViewCompiler {
  /// What is run over.
  func source(_ expression: Expression) throws(UnsupportedError) -> ViewSource {
    let type = expression.type
    switch expression.node {
    case .domain:
      guard case .sequence(let element, _) = type, scope.occurs(in: element) else { break }
      let range = expression.range
      guard scope.values(of: element, names: 1) != nil else {
        throw UnsupportedError("it is run over all collections of names", range)
      }
      return ViewSource(
        elements: { [scope] (frame) throws(ViewError) in
          guard let values = scope.values(of: element, names: frame.names) else {
            throw .outside(UnsupportedError("it is run over too many values", range))
          }
          return (nil, values)
        }, isPartial: true, positions: scope.positions(element), isKeyedByElement: true)
    case .member(.values, let base, _):
      let partial = scope.isPartial(base.type)
      let base = (code: try code(base, raw: true), type: base.type)
      return ViewSource(
        elements: { (frame) throws(ViewError) in (nil, try base.code(&frame).elements) },
        isPartial: partial, positions: scope.keyPositions(base.type), isKeyedByElement: false)
    default: break
    }
    if case .sequence(let element, _) = type, scope.occurs(in: element) {
      // A range, or `indices`, has no names; what is left is a list in another order.
      guard case .member(.reversed, _, _) = expression.node else {
        throw UnsupportedError(
          "it is run over a collection of names that is not known here", expression.range)
      }
    }
    let code = try code(expression, raw: true)
    let scope = scope
    let isTable = if case .table = type.unwrapped { true } else { false }
    let isMap = if case .map = type.unwrapped { true } else { false }
    return ViewSource(
      elements: { (frame) throws(ViewError) in
        let value = try code(&frame)
        switch (type.unwrapped, value) {
        case (_, .map(let keys, let values)): return (keys, values)
        case (.table(let key, _), .table(let values)): return (key.allValues, values)
        default: return (nil, value.elements)
        }
      }, isPartial: scope.isPartial(type), positions: scope.keyPositions(type),
      isKeyedByElement: !isTable && !isMap)
  }

  /// The names of binders. What is inside is compiled with `depth` raised: the caller does so for the body.
  func binders(
    _ binders: Binders, filter: ((Expression) throws(UnsupportedError) -> ViewCode)? = nil
  ) throws(UnsupportedError) -> ViewBinders {
    var result = ViewBinders(levels: [], isDistinct: binders.isDistinct)
    for (index, level) in binders.levels.enumerated() {
      var source: ViewSource?
      if level.sharedWith == nil {
        let outer = result.positions
        source =
          index == 0
          ? try self.source(level.source)
          : try inside(outer) { () throws(UnsupportedError) in try self.source(level.source) }
      }
      result.levels.append(
        .init(
          slot: level.slot, valueSlot: level.valueSlot, source: source,
          sharedWith: level.sharedWith))
    }
    if let part = binders.filter {
      result.filter = try inside(result.positions) { () throws(UnsupportedError) in
        if let filter { return try filter(part) }
        return try code(part)
      }
    }
    return result
  }

  // MARK: Quantifiers

  /// A quantifier that is true, false, or asked of the oracle.
  func quantified(
    _ expression: Expression, _ quantifier: Quantifier, _ binders: Binders, _ body: Expression
  ) throws(UnsupportedError) -> ViewCode {
    let binders = try self.binders(binders)
    let body = try inside(binders.positions) { () throws(UnsupportedError) in try code(body) }
    let ask = question(expression)
    let isWitnessed = hasWitnesses && depth == 0 && binders.isPartial
    if isWitnessed { touchWitness(binders.positions, of: expression) }
    let isPartial = binders.isPartial && !isWitnessed
    return { (frame) throws(ViewError) in
      var (sawTrue, sawFalse) = (false, false)
      try binders.forEach(&frame) { (frame) throws(ViewError) in
        if try body(&frame).asBool { sawTrue = true } else { sawFalse = true }
      }
      switch quantifier {
      case .every: return .bool(!sawFalse && (!isPartial || ask(&frame)))
      case .some: return .bool(sawTrue || isPartial && !ask(&frame))
      case .no: return .bool(!sawTrue && (!isPartial || ask(&frame)))
      }
    }
  }

  /// `count` of what a view has a part of is known by its least value; sets and maps lose what a view lacks, if the
  /// names of each element are those that single it out.
  func aggregated(
    _ expression: Expression, _ kind: Aggregate, _ binders: Binders, _ body: Expression?
  ) throws(UnsupportedError) -> ViewCode {
    let (type, range) = (expression.type, expression.range)
    let slot = binders.levels.first?.slot ?? 0
    let compiled = try self.binders(binders)
    var value: ViewCode?
    if let body {
      value = try inside(compiled.positions) { () throws(UnsupportedError) in
        try code(body, raw: true)
      }
    }
    let isPartial = compiled.isPartial
    if isPartial {
      let source = compiled.levels[0].source
      let isOfElement = body.map { if case .local(slot) = $0.node { true } else { false } } ?? true
      let isKeyed =
        compiled.levels.count == 1 && source?.isKeyedByElement == true
        && compiled.levels[0].valueSlot == nil
      switch kind {
      case .count: break
      case .set where isKeyed && isOfElement && scope.isPartial(type): break
      case .map where isKeyed && scope.isPartial(type): break
      case .table where isKeyed && scope.isPartial(type): break
      default: throw UnsupportedError("'\(kind.rawValue)' runs over all names", range)
      }
    }
    return { [scope, value] (frame) throws(ViewError) in
      var (count, keys, values) = (0, [Value](), [Value]())
      try compiled.forEach(&frame) { (frame) throws(ViewError) in
        count += 1
        if kind == .count { return }
        keys.append(frame.locals[slot])
        let value = try value?(&frame) ?? frame.locals[slot]
        if value.leastNumber != nil {
          throw .outside(UnsupportedError("a number of names is stored", range))
        }
        values.append(value)
      }
      switch kind {
      case .count: return isPartial ? .atLeast(count) : .int(count)
      case .min: return values.min() ?? .none
      case .max: return values.max() ?? .none
      case .sum:
        let total = values.reduce(Int128(0)) { $0 + Int128($1.asInt) }
        guard let sum = Int(exactly: total) else { throw .fault(Fault(.overflow, range)) }
        return .int(sum)
      case .set: return scope.makeSet(values, type)
      case .list: return .list(values)
      case .table:
        if scope.isPartial(type) { return Self.makeMap(keys, values) }
        return .table(values)
      case .map: return Self.makeMap(keys, values)
      }
    }
  }
}
