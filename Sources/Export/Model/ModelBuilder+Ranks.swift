import Semantics

/// Values and their places in the order of all values of a type, by which arrays are indexed.
extension ModelBuilder {
  /// Of sets, maps, tables and lists as keys, elements or parameters all values are written out.
  static let maximumListed = 256

  /// What is given for a parameter.
  mutating func value(of parameter: ModelParameter) throws(ExportError) -> Operand {
    let given = Scalar.read(
      Reference(root: .local(parameter.local)), parameter.local.shape)
    if parameter.declared.type.isScalar { return .scalar(given) }
    do throws(ExportError) {
      return try value(at: given, of: parameter.declared.type)
    } catch {
      throw error.at(parameter.declared.range)
    }
  }

  /// The value of a type at a place of the order of all its values.
  mutating func value(at place: Scalar, of type: Type) throws(ExportError) -> Operand {
    if let constant = place.constant, constant >= 0, !type.isScalar {
      let values = type.allValues
      if constant < values.count { return .constant(of: values[constant], type) }
    }
    switch type {
    case .bool: return .scalar(.equal(place, .number(1)))
    case .range(let lower, _): return .scalar(place + lower)
    case .timer: return .scalar(place - 1)
    case .symmetric: return .scalar(place)
    case .enumeration(let type) where type.isPlain:
      if let index = place.constant, type.cases.indices.contains(index) {
        return .scalar(.named(type.key(ofCase: index), index))
      }
      return .scalar(place)
    case .optional(let inner):
      return .optional(
        present: .less(.number(0), place), try value(at: place - 1, of: inner))
    case .structure(let type): return .record(try digits(of: place, type.fields))
    case .enumeration(let type):
      var tag = Scalar.number(type.cases.count - 1)
      var cases: [[Operand]] = []
      var begins: [Int] = []
      var begin = 0
      for each in type.cases {
        begins.append(begin)
        cases.append(try digits(of: place - begin, each.fields))
        var size = 1
        for field in each.fields { size *= try field.type.valueCount() }
        begin += size
      }
      for index in type.cases.indices.dropLast().reversed() {
        tag = .choose(.less(place, .number(begins[index + 1])), .number(index), tag)
      }
      return .choice(tag: tag, cases)
    default: return try listed(at: place, of: type)
    }
  }

  /// Digits of a number, one for each field, the first counting most.
  private mutating func digits(
    of place: Scalar, _ fields: [Field]
  ) throws(ExportError) -> [Operand] {
    var size = 1
    var parts: [Operand] = []
    for (index, field) in fields.enumerated().reversed() {
      let count = try field.type.valueCount()
      var digit = Scalar.compute(.divide, place, .number(size))
      if index > 0 { digit = .compute(.remainder, digit, .number(count)) }
      parts.append(try value(at: digit, of: field.type))
      size *= count
    }
    return parts.reversed()
  }

  /// The place among all values of a type, and whether it is one of them.
  mutating func rank(
    of operand: Operand, in type: Type
  ) throws(ExportError) -> (place: Scalar, isValue: Scalar) {
    switch (operand, type) {
    case (.scalar(let scalar), .bool): return (.choose(scalar, .number(1), .number(0)), .yes)
    case (.scalar(let scalar), .range(let lower, let upper)):
      let valid =
        Scalar.lessOrEqual(.number(lower), scalar) && .lessOrEqual(scalar, .number(upper))
      return (scalar - lower, valid)
    case (.scalar(let scalar), .timer(let maximum)):
      return (scalar + 1, .lessOrEqual(scalar, .number(maximum)))
    case (.scalar(let scalar), _) where type.isScalar: return (scalar, .yes)
    case (.absent, .optional): return (.number(0), .yes)
    case (.optional(let present, let inner), .optional(let type)):
      let (place, valid) = try rank(of: inner, in: type)
      return (.choose(present, place + 1, .number(0)), !present || valid)
    case (_, .optional(let type)):
      let (place, valid) = try rank(of: operand, in: type)
      return (place + 1, valid)
    case (.absent, _): return (.number(0), .no)
    case (.optional(let present, let inner), _):
      let (place, valid) = try rank(of: inner, in: type)
      return (place, present && valid)
    case (.record(let parts), .structure(let type)): return try rank(of: parts, type.fields)
    case (.choice(let tag, let cases), .enumeration(let type)):
      var result: (Scalar, Scalar) = (.number(0), .yes)
      var begin = 0
      for (index, each) in type.cases.enumerated() {
        var size = 1
        for field in each.fields { size *= try field.type.valueCount() }
        let isIt = Scalar.equal(tag, .number(index))
        if isIt != .no {
          let (place, valid) = try rank(of: cases[index], each.fields)
          result = (
            .choose(isIt, place + begin, result.0), (!isIt || valid) && result.1
          )
        }
        begin += size
      }
      return result
    case (.constant(let value, _), _):
      guard let rank = type.rank(of: value) else { return (.number(0), .no) }
      return (.number(rank), .yes)
    default: return try listedRank(of: operand, in: type)
    }
  }

  private mutating func rank(
    of parts: [Operand], _ fields: [Field]
  ) throws(ExportError) -> (Scalar, Scalar) {
    var place = Scalar.number(0)
    var valid = Scalar.yes
    for (part, field) in zip(parts, fields) {
      let (digit, isValue) = try rank(of: part, in: field.type)
      place = .compute(
        .add, .compute(.multiply, place, .number(try field.type.valueCount())), digit)
      valid = valid && isValue
    }
    return (place, valid)
  }

  // MARK: Values that are written out

  private func listedValues(of type: Type) throws(ExportError) -> [Value] {
    guard case .exactly(let count) = type.cardinality, count <= Self.maximumListed else {
      throw ExportError("\(type) as a key, an element or a parameter")
    }
    return type.allValues
  }

  private mutating func listed(at place: Scalar, of type: Type) throws(ExportError) -> Operand {
    let values = try listedValues(of: type)
    let value = Reference(root: .local(local("listed", try type.shape())))
    for (index, each) in values.enumerated() {
      try when(.equal(place, .number(index))) { (builder) throws(ExportError) in
        try builder.store(.constant(of: each, type), type, in: value)
      }
    }
    return try .load(value, type)
  }

  private mutating func listedRank(
    of operand: Operand, in type: Type
  ) throws(ExportError) -> (place: Scalar, isValue: Scalar) {
    let values = try listedValues(of: type)
    let shape = Shape.number(0...max(0, values.count - 1))
    let place = Reference(root: .local(local("place", shape)))
    let isValue = Reference(root: .local(local("isValue", .flag)))
    emit(.assign(place, .number(0)))
    emit(.assign(isValue, .no))
    for (index, each) in values.enumerated() {
      let isIt = try equal(operand, .constant(of: each, type), type)
      try when(isIt) { (builder) in
        builder.emit(.assign(place, .number(index)))
        builder.emit(.assign(isValue, .yes))
      }
    }
    return (.read(place, shape), .read(isValue, .flag))
  }
}
