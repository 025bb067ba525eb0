import Semantics

extension ViewCompiler {
  func arithmetic(
    _ operation: ArithmeticOperator, _ left: @escaping ViewCode, _ right: @escaping ViewCode,
    _ range: SourceRange
  ) -> ViewCode {
    { [scope] (frame) throws(ViewError) in
      let (left, right) = (try left(&frame), try right(&frame))
      // A lower bound of a number stays one after adding or subtracting a number.
      switch (operation, left.leastNumber, right.leastNumber) {
      case (.add, let least?, nil):
        return .atLeast(try Self.compute(.add, least, try scope.number(right, range), range))
      case (.add, nil, let least?):
        return .atLeast(try Self.compute(.add, try scope.number(left, range), least, range))
      case (.add, let least?, let other?):
        return .atLeast(try Self.compute(.add, least, other, range))
      case (.subtract, let least?, nil):
        return .atLeast(try Self.compute(.subtract, least, try scope.number(right, range), range))
      default:
        let (left, right) = (try scope.number(left, range), try scope.number(right, range))
        return .int(try Self.compute(operation, left, right, range))
      }
    }
  }

  static func compute(
    _ operation: ArithmeticOperator, _ left: Int, _ right: Int, _ range: SourceRange
  ) throws(ViewError) -> Int {
    do {
      return try Evaluator.compute(operation, left, right, range)
    } catch {
      throw .fault(error)
    }
  }

  func numbers(
    _ lower: @escaping ViewCode, _ upper: @escaping ViewCode, _ isClosed: Bool,
    _ range: SourceRange
  ) -> ViewCode {
    { [scope] (frame) throws(ViewError) in
      let (lower, upper) = (
        try scope.number(try lower(&frame), range), try scope.number(try upper(&frame), range)
      )
      if upper < lower { throw .fault(Fault(.emptyRange(lower: lower, upper: upper), range)) }
      guard upper - lower < 1 << 16 else {
        throw .outside(UnsupportedError("a range is too long", range))
      }
      return .list((lower..<upper + (isClosed ? 1 : 0)).map(Value.int))
    }
  }

  func connected(
    _ connective: Connective, _ left: @escaping ViewCode, _ right: @escaping ViewCode
  ) -> ViewCode {
    { (frame) throws(ViewError) in
      let left = try left(&frame)
      switch connective {
      case .and: return left.asBool ? try right(&frame) : .bool(false)
      case .or: return left.asBool ? .bool(true) : try right(&frame)
      case .implies: return left.asBool ? try right(&frame) : .bool(true)
      case .coalesce: return left == .none ? try right(&frame) : left
      }
    }
  }

  // MARK: Comparisons

  /// A comparison that is true, false, or decided by the oracle.
  func compare(
    _ expression: Expression, _ comparison: Comparison, _ left: Expression, _ right: Expression
  ) throws(UnsupportedError) -> ViewCode {
    let judge = try judgement(expression, comparison, left, right)
    let ask = question(expression)
    return { (frame) throws(ViewError) in
      switch try judge(&frame) {
      case .same: .bool(true)
      case .different: .bool(false)
      case .sameHere, .unknown: .bool(ask(&frame))
      }
    }
  }

  typealias Judgement = @Sendable (inout ViewFrame) throws(ViewError) -> NameScope.Equality

  /// Whether a comparison holds (`same`) or not (`different`), as far as the view shows.
  ///
  /// The operator distinguishes `sameHere` and its opposite: for `!=`, values that are the same here are `unknown`.
  func judgement(
    _ expression: Expression, _ comparison: Comparison, _ left: Expression, _ right: Expression
  ) throws(UnsupportedError) -> Judgement {
    let type = left.type.isOptional ? left.type : right.type.isOptional ? right.type : left.type
    let range = expression.range
    if case .sequence(let element, _) = type, scope.occurs(in: element) {
      throw UnsupportedError("collections of names are compared as a whole", range)
    }
    if scope.isPartial(left.type) != scope.isPartial(right.type) {
      throw UnsupportedError("a collection of names is compared with one of another kind", range)
    }
    let (left, right) = (try code(left, raw: true), try code(right, raw: true))
    return { [scope] (frame) throws(ViewError) in
      let (left, right) = (try left(&frame), try right(&frame))
      if left.leastNumber != nil || right.leastNumber != nil {
        return Self.judge(comparison, left, right)
      }
      switch comparison {
      case .equal: return scope.sameness(left, right, type)
      case .notEqual:
        switch scope.sameness(left, right, type) {
        case .different: return .same
        case .same: return .different
        case .sameHere, .unknown: return .unknown
        }
      case .less: return left < right ? .same : .different
      case .lessOrEqual: return right < left ? .different : .same
      }
    }
  }

  /// Compares numbers, one of which is known only by its lower bound.
  private static func judge(
    _ comparison: Comparison, _ left: Value, _ right: Value
  ) -> NameScope.Equality {
    switch (left, right, left.leastNumber, right.leastNumber) {
    case (_, .int(let number), let least?, nil):
      switch comparison {
      case .equal: return least > number ? .different : .unknown
      case .notEqual: return least > number ? .same : .unknown
      case .less: return least >= number ? .different : .unknown
      case .lessOrEqual: return least > number ? .different : .unknown
      }
    case (.int(let number), _, nil, let least?):
      switch comparison {
      case .equal: return least > number ? .different : .unknown
      case .notEqual: return least > number ? .same : .unknown
      case .less: return number < least ? .same : .unknown
      case .lessOrEqual: return number <= least ? .same : .unknown
      }
    default: return .unknown
    }
  }

  // MARK: Containment

  func contained(
    _ expression: Expression, _ element: Expression, in collection: Expression
  ) throws(UnsupportedError) -> ViewCode {
    let range = expression.range
    if case .range(let lower, let upper, let isClosed) = collection.node {
      let (element, lower, upper) = (try code(element), try code(lower), try code(upper))
      return { [scope] (frame) throws(ViewError) in
        let number = try scope.number(try element(&frame), range)
        let (lower, upper) = (
          try scope.number(try lower(&frame), range), try scope.number(try upper(&frame), range)
        )
        if upper < lower { throw .fault(Fault(.emptyRange(lower: lower, upper: upper), range)) }
        return .bool(number >= lower && (isClosed ? number <= upper : number < upper))
      }
    }
    let element = try code(element)
    let source = try self.source(collection)
    let ask = question(expression)
    return { (frame) throws(ViewError) in
      let element = try element(&frame)
      let values = try source.elements(&frame).values
      if element.leastNumber != nil {
        throw .outside(UnsupportedError("a number of names is looked for", range))
      }
      if element.hasElsewhere {
        // Only an element that exists elsewhere as well can be it.
        let isPossible = source.isPartial || values.contains(where: \.hasElsewhere)
        return .bool(isPossible && ask(&frame))
      }
      if values.contains(element) { return .bool(true) }
      // For a partial collection, the view has all elements with its own names, if the element determines them.
      return .bool(source.isPartial && !source.isKeyedByElement && ask(&frame))
    }
  }

  // MARK: Construction

  func construct(
    _ construction: Construction, _ parts: [Expression], _ expression: Expression
  ) throws(UnsupportedError) -> ViewCode {
    let (type, range) = (expression.type, expression.range)
    let parts = try parts.map { (part) throws(UnsupportedError) in try code(part) }
    @Sendable func each(_ values: [Value], from first: Int) -> [Value] {
      stride(from: first, to: values.count, by: 2).map { values[$0] }
    }
    if case .table(let key) = construction, scope.occurs(in: key) {
      throw UnsupportedError("a table of names is written out", range)
    }
    return { [scope] (frame) throws(ViewError) in
      let values = try parts.values(&frame)
      if values.contains(where: { $0.leastNumber != nil }) {
        throw .outside(UnsupportedError("a number of names is stored", range))
      }
      switch construction {
      case .enumCase(let index): return .enumCase(index, values)
      case .record: return .record(values)
      case .list: return .list(values)
      case .set: return scope.makeSet(values, type)
      case .bag: return .bag(values.sorted())
      case .filledTable(let key): return try scope.filled(key, values[0], frame.names, range)
      case .map:
        return Self.makeMap(each(values, from: 0), each(values, from: 1))
      case .table(let key):
        let entries = Dictionary(
          zip(each(values, from: 0), each(values, from: 1)), uniquingKeysWith: { $1 })
        var table: [Value] = []
        for key in key.allValues {
          guard let value = entries[key] else { throw .fault(Fault(.missingKey(key, type), range)) }
          table.append(value)
        }
        return .table(table)
      }
    }
  }

  /// For equal keys the last value counts. A value of nil omits its key, and so does a name elsewhere in the key.
  static func makeMap(_ keys: [Value], _ values: [Value]) -> Value {
    var entries: [Value: Value] = [:]
    for (key, value) in zip(keys, values) where !key.hasElsewhere {
      entries[key] = value == .none ? nil : value
    }
    let sorted = entries.sorted { $0.key < $1.key }
    return .map(keys: sorted.map(\.key), values: sorted.map(\.value))
  }

  // MARK: Signals

  /// Signals with names that a view may lack are not supported.
  func emitted(
    _ emission: Emission, _ counted: Bool, _ range: SourceRange
  ) throws(UnsupportedError) -> ViewCode {
    if partialSignals.contains(emission.signal) {
      throw UnsupportedError("it depends on a signal that a loop over names sends", range)
    }
    var wanted: [(field: Int, value: ViewCode)] = []
    for argument in emission.arguments {
      wanted.append((argument.field, try code(argument.value)))
    }
    return { [wanted] (frame) throws(ViewError) in
      var fields: [(Int, Value)] = []
      for (field, value) in wanted { fields.append((field, try value(&frame))) }
      var count = 0
      for signal in frame.signals where signal.signal == emission.signal {
        let pairs = fields.map { (signal.arguments[$0.0], $0.1) }
        if pairs.contains(where: { $0.0.hasElsewhere || $0.1.hasElsewhere }) {
          throw .outside(UnsupportedError("a signal has a name that no view holds", range))
        }
        if pairs.allSatisfy({ $0.0 == $0.1 }) { count += 1 }
      }
      return counted ? .int(count) : .bool(count > 0)
    }
  }
}
