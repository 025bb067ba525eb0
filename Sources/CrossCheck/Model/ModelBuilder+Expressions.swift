import Basics
import Semantics

/// The meaning of expressions, as in `Evaluator`, in the code of other checkers.
extension ModelBuilder {
  /// A condition.
  mutating func test(_ expression: Expression) throws(ExportError) -> Scalar {
    let operand = try evaluate(expression)
    switch operand {
    case .scalar(let scalar): return scalar
    case .optional(let present, .scalar(let scalar)): return present && scalar
    case .absent: return .no
    default: throw ExportError("a condition", expression.range)
    }
  }

  mutating func number(_ expression: Expression) throws(ExportError) -> Scalar {
    try evaluate(expression).number(at: expression.range)
  }

  mutating func evaluate(_ expression: Expression) throws(ExportError) -> Operand {
    if Deadline.isOver { throw .limit }
    do throws(ExportError) {
      return try operand(of: expression)
    } catch {
      throw error.at(expression.range)
    }
  }

  private mutating func operand(of expression: Expression) throws(ExportError) -> Operand {
    switch expression.node {
    case .constant(let value):
      if value.hasLargeNumber {
        throw ExportError("numbers beyond \(Shape.allNumbers.upperBound)")
      }
      return .constant(of: value, expression.type)
    case .variable(let index):
      return try .load(
        Reference(root: isOld ? .before(index) : .now(index)), spec.variables[index].type)
    case .local(let slot):
      guard let operand = frame[slot] else { throw ExportError("a name") }
      return operand
    case .not(let inner): return .scalar(!(try test(inner)))
    case .arithmetic(let operation, let left, let right):
      return .scalar(try compute(operation, number(left), number(right), expression.range))
    case .comparison(let comparison, let left, let right):
      let one = try evaluate(left)
      let two = try evaluate(right)
      let type = left.type.isOptional ? left.type : right.type
      switch comparison {
      case .equal: return .scalar(try equal(one, two, type))
      case .notEqual: return .scalar(!(try equal(one, two, type)))
      case .less: return .scalar(try less(one, two))
      case .lessOrEqual: return .scalar(!(try less(two, one)))
      }
    case .connective(let connective, let left, let right):
      return try connect(connective, left, right, expression.type)
    case .isContained(let element, let collection):
      let value = try evaluate(element)
      return .scalar(try contains(value, in: evaluate(collection)))
    case .unwrap(let inner):
      switch try evaluate(inner) {
      case .absent:
        faultWhen(.yes, "there is no value", expression.range)
        return try absentValue(expression.type)
      case .optional(let present, let value):
        faultWhen(!present, "there is no value", expression.range)
        return value
      case let value: return value
      }
    case .field(let base, let index):
      return try chain(evaluate(base)) { (_, value) throws(ExportError) in
        guard case .record(let parts) = value else { throw ExportError("a field") }
        return parts[index]
      }
    case .element(let base, let key):
      return try chain(evaluate(base)) { (builder, whole) throws(ExportError) in
        let key = try builder.evaluate(key)
        return try builder.element(of: whole, base.type.unwrapped, key, expression.range)
      }
    case .construct(let construction, let parts):
      return try construct(construction, parts, expression)
    case .range(let lower, let upper, let isClosed):
      let (first, last) = (try number(lower), try number(upper))
      faultWhen(.less(last, first), "the range ends before it begins", expression.range)
      return .span(first, isClosed ? last + 1 : last)
    case .domain(let values):
      guard let element = expression.type.elementType else { throw ExportError("a type") }
      return .constant(.list(values), .list(element, maximum: values.count))
    case .quantifier(let quantifier, let binders, let body):
      return .scalar(try quantify(quantifier, binders, body))
    case .aggregate(let aggregate, let binders, let body):
      return try self.aggregate(aggregate, binders, body, expression)
    case .member(let member, let base, let arguments):
      return try chain(evaluate(base)) { (builder, value) throws(ExportError) in
        try builder.member(member, value, base.type.unwrapped, arguments)
      }
    case .call(let function, let arguments):
      var inner: [Int: Operand] = [:]
      for (slot, argument) in arguments.enumerated() { inner[slot] = try evaluate(argument) }
      swap(&frame, &inner)
      defer { swap(&frame, &inner) }
      return try evaluate(function.body)
    case .bind(let bindings, let body):
      for (slot, value) in bindings { frame[slot] = try evaluate(value) }
      return try evaluate(body)
    case .branch(let branches): return try branch(branches, expression.type)
    case .old(let inner):
      let wasOld = isOld
      isOld = true
      defer { isOld = wasOld }
      return try evaluate(inner)
    case .emitted(let pattern, let counted):
      let count = try countSent(pattern)
      return .scalar(counted ? count : .less(.number(0), count))
    case .bounded(let inner, let type):
      let value = try evaluate(inner)
      faultWhen(
        try boundsViolation(of: value, in: type), "a value is out of bounds", expression.range)
      return value
    }
  }

  /// An arbitrary value in place of an absent one.
  func absentValue(_ type: Type) throws(ExportError) -> Operand {
    switch type {
    case .bool: return .scalar(.no)
    case _ where type.isScalar: return .scalar(.number(try type.shape().least))
    default:
      guard let value = type.allValues.first else { throw ExportError("no value") }
      return .constant(of: value, type)
    }
  }

  /// The rest of an optional chain: absent if the value is.
  private mutating func chain(
    _ base: Operand,
    _ access: (inout ModelBuilder, Operand) throws(ExportError) -> Operand
  ) throws(ExportError) -> Operand {
    switch base {
    case .absent: return .absent
    case .optional(let present, let inner):
      let (code, value) = try block { (builder) throws(ExportError) in
        try access(&builder, inner)
      }
      if !code.isEmpty { emit(.when(present, code, otherwise: [])) }
      switch value {
      case .absent: return .absent
      case .optional(let second, let value): return .optional(present: present && second, value)
      default: return .optional(present: present, value)
      }
    default: return try access(&self, base)
    }
  }

  private mutating func compute(
    _ operation: ArithmeticOperator, _ left: Scalar, _ right: Scalar, _ range: SourceRange
  ) throws(ExportError) -> Scalar {
    let result: Scalar
    switch operation {
    case .add: result = .compute(.add, left, right)
    case .subtract: result = .compute(.subtract, left, right)
    case .multiply: result = .compute(.multiply, left, right)
    case .divide, .remainder:
      faultWhen(.equal(right, .number(0)), "division by zero", range)
      result = .compute(operation == .divide ? .divide : .remainder, left, right)
    }
    let bounds = result.bounds
    if bounds.lowerBound < Shape.allNumbers.lowerBound
      || bounds.upperBound > Shape.allNumbers.upperBound
    {
      throw ExportError("numbers beyond \(Shape.allNumbers.upperBound)", range)
    }
    return result
  }

  /// The right side is evaluated only where the left one does not decide.
  private mutating func connect(
    _ connective: Connective, _ left: Expression, _ right: Expression, _ type: Type
  ) throws(ExportError) -> Operand {
    if connective == .coalesce {
      switch try evaluate(left) {
      case .absent: return try evaluate(right)
      case .optional(let present, let inner):
        return try either(
          present, { (_) in inner },
          { (builder) throws(ExportError) in
            try builder.evaluate(right)
          }, type)
      case let value: return value
      }
    }
    // The right side is used if the left one does not decide.
    let one = try test(left)
    let isOpen = connective == .or ? !one : one
    let result = try both(isOpen) { (builder) throws(ExportError) in
      let two = try builder.test(right)
      return connective == .and ? two : !two
    }
    return .scalar(connective == .and ? result : !result)
  }

  /// One of two values.
  mutating func either(
    _ test: Scalar, _ then: (inout ModelBuilder) throws(ExportError) -> Operand,
    _ otherwise: (inout ModelBuilder) throws(ExportError) -> Operand, _ type: Type
  ) throws(ExportError) -> Operand {
    if case .flag(let flag) = test { return flag ? try then(&self) : try otherwise(&self) }
    let (code1, one) = try block(then)
    let (code2, two) = try block(otherwise)
    if let merged = Self.merged(test, one, two) {
      if !(code1.isEmpty && code2.isEmpty) { emit(.when(test, code1, otherwise: code2)) }
      return merged
    }
    // Collections are copied to one place.
    let type = try type.holding(one, two)
    let place = Reference(root: .local(local("value", try type.shape())))
    let store1 = try block { (builder) throws(ExportError) in
      try builder.store(one, type, in: place)
    }.code
    let store2 = try block { (builder) throws(ExportError) in
      try builder.store(two, type, in: place)
    }.code
    emit(.when(test, code1 + store1, otherwise: code2 + store2))
    return try .load(place, type)
  }

  /// A choice between the parts of two values, if these are numbers and flags.
  private static func merged(_ test: Scalar, _ one: Operand, _ two: Operand) -> Operand? {
    switch (one, two) {
    case (.scalar(let one), .scalar(let two)): return .scalar(.choose(test, one, two))
    case (.absent, .absent): return .absent
    case (.absent, .optional(let present, let inner)):
      return .optional(present: !test && present, inner)
    case (.optional(let present, let inner), .absent):
      return .optional(present: test && present, inner)
    case (.absent, let inner): return .optional(present: !test, inner)
    case (let inner, .absent): return .optional(present: test, inner)
    case (.optional(let first, let one), .optional(let second, let two)):
      return merged(test, one, two).map { .optional(present: .choose(test, first, second), $0) }
    case (.optional(let present, let one), let two):
      return merged(test, one, two).map { .optional(present: .choose(test, present, .yes), $0) }
    case (let one, .optional(let present, let two)):
      return merged(test, one, two).map { .optional(present: .choose(test, .yes, present), $0) }
    case (.record(let ones), .record(let twos)):
      var parts: [Operand] = []
      for (one, two) in zip(ones, twos) {
        guard let part = merged(test, one, two) else { return nil }
        parts.append(part)
      }
      return .record(parts)
    case (.choice(let one, let ones), .choice(let two, let twos)):
      var cases: [[Operand]] = []
      for (left, right) in zip(ones, twos) {
        if left.isEmpty || right.isEmpty {
          cases.append(left.isEmpty ? right : left)
          continue
        }
        var parts: [Operand] = []
        for (one, two) in zip(left, right) {
          guard let part = merged(test, one, two) else { return nil }
          parts.append(part)
        }
        cases.append(parts)
      }
      return .choice(tag: .choose(test, one, two), cases)
    default: return nil
    }
  }

  /// The value under a key of a map or table, or at an index of a list.
  private mutating func element(
    of whole: Operand, _ type: Type, _ key: Operand, _ range: SourceRange
  ) throws(ExportError) -> Operand {
    switch whole {
    case .entries(let place, let keyType, let content):
      let (rank, valid) = try rank(of: key, in: keyType)
      if valid == .no { return .absent }
      let entry = place.index(valid == .yes ? rank : .choose(valid, rank, .number(0)))
      return .optional(
        present: valid && .read(entry.part("present"), .flag),
        try .load(entry.part("value"), content))
    case .table(let place, let keyType, let content):
      let (rank, valid) = try rank(of: key, in: keyType)
      faultWhen(!valid, "there is no such key", range)
      return try .load(place.index(rank), content)
    case .list(let place, let element, let capacity):
      let count = Scalar.read(place.part("count"), .number(0...capacity))
      let index = key.scalar
      faultWhen(
        !(.lessOrEqual(.number(0), index) && .less(index, count)), "there is no such index", range)
      return try .load(place.part("item").index(index), element)
    case .constant:
      return try element(of: copied(whole, type, "constant"), type, key, range)
    case .contents, .reversed, .span, .flags, .keys:
      return try element(of: copied(whole, type, "elements"), type, key, range)
    default: throw ExportError("an element of this")
    }
  }

  /// The number of such signals that were sent.
  private mutating func countSent(_ pattern: Emission) throws(ExportError) -> Scalar {
    let fields = spec.signals[pattern.signal].fields
    var wanted: [Int: Operand] = [:]
    for (field, value) in pattern.arguments { wanted[field] = try evaluate(value) }
    let place = Reference(root: .sent(pattern.signal))
    let all = try StructType(name: "signal", fields: fields).valueCount()
    if wanted.count == fields.count {
      let (rank, valid) = try rank(
        of: .record(fields.indices.map { wanted[$0]! }),
        in: .structure(StructType(name: "signal", fields: fields)))
      return .choose(
        valid, .read(place.index(.choose(valid, rank, .number(0))), .sendings), .number(0))
    }
    let count = Reference(root: .local(local("sendings", .number(0...1 << 16))))
    let current = Scalar.read(count, .number(0...1 << 16))
    emit(.assign(count, .number(0)))
    try loop("each", from: .number(0), through: .number(all - 1)) {
      (builder, index) throws(ExportError) in
      guard
        case .record(let parts) = try builder.value(
          at: index, of: .structure(StructType(name: "signal", fields: fields)))
      else { return }
      var isIt = Scalar.yes
      for (field, value) in wanted.sorted(by: { $0.key < $1.key }) {
        isIt = isIt && (try builder.equal(parts[field], value, fields[field].type))
      }
      try builder.when(isIt) { (builder) throws(ExportError) in
        builder.emit(
          .assign(count, .compute(.add, current, .read(place.index(index), .sendings))))
      }
    }
    return current
  }
}

extension Value {
  /// Whether it contains a number beyond the range of models.
  fileprivate var hasLargeNumber: Bool {
    switch self {
    case .int(let number): !Shape.allNumbers.contains(number)
    case .enumCase(_, let parts): parts.contains(where: \.hasLargeNumber)
    case .map(let keys, let values): (keys + values).contains(where: \.hasLargeNumber)
    default: elements.contains(where: \.hasLargeNumber)
    }
  }
}

extension Shape {
  /// The number of times that a signal was sent with some values.
  static let sendings = Shape.number(0...255)
}

extension StructType {
  func valueCount() throws(ExportError) -> Int { try Type.structure(self).valueCount() }
}
