import Semantics

/// A value of the spec in a model, as far as it is made of its parts: only these are numbers, flags and places.
indirect enum Operand {
  case scalar(Scalar)
  /// nil
  case absent
  case optional(present: Scalar, Operand)
  case record([Operand])
  /// The number of a case, and the fields of each; of none where it is known to be another case.
  case choice(tag: Scalar, [[Operand]])
  /// A set, by a flag for each value of its elements' type.
  case flags(Reference, element: Type)
  case entries(Reference, key: Type, content: Type)
  case table(Reference, key: Type, content: Type)
  /// A list, or a set or bag that is kept by its elements.
  case list(Reference, element: Type, capacity: Int)
  /// The numbers from the one to before the other.
  case span(Scalar, Scalar)
  /// A collection that is the same always.
  case constant(Value, Type)
  /// The keys of a map.
  case keys(Reference, key: Type, content: Type)
  /// The values of a map, in the order of its keys.
  case contents(Reference, key: Type, content: Type)
  /// The elements of a list from the last to the first.
  case reversed(Reference, element: Type, capacity: Int)

  var scalar: Scalar {
    if case .scalar(let scalar) = self { scalar } else { .no }
  }
}

extension Operand {
  /// What is kept at a place.
  static func load(_ place: Reference, _ type: Type) throws(ExportObstacle) -> Operand {
    switch type {
    case .optional(let inner):
      return .optional(
        present: .read(place.part("present"), .flag), try load(place.part("value"), inner))
    case .structure(let type):
      var parts: [Operand] = []
      for (index, field) in type.fields.enumerated() {
        parts.append(try load(place.part(type.partName(index)), field.type))
      }
      return .record(parts)
    case .enumeration(let type) where !type.isPlain:
      var cases: [[Operand]] = []
      for each in type.cases {
        var fields: [Operand] = []
        for (index, field) in each.fields.enumerated() {
          fields.append(try load(place.part(each.partName(index)), field.type))
        }
        cases.append(fields)
      }
      let tag = Shape.number(0...max(0, type.cases.count - 1))
      return .choice(tag: .read(place.part("tag"), tag), cases)
    case .set(let element, nil): return .flags(place, element: element)
    case .set(let element, let maximum?), .bag(let element, let maximum?),
      .list(let element, let maximum?):
      return .list(place, element: element, capacity: maximum)
    case .map(let key, let content): return .entries(place, key: key, content: content)
    case .table(let key, let content): return .table(place, key: key, content: content)
    default: return .scalar(.read(place, try type.shape()))
    }
  }

  /// A constant.
  static func constant(of value: Value, _ type: Type) -> Operand {
    switch (type, value) {
    case (_, .none): .absent
    case (.optional(let inner), _): constant(of: value, inner)
    case (_, .bool(let flag)): .scalar(.flag(flag))
    case (_, .int(let number)), (_, .timer(let number)): .scalar(.number(number))
    case (_, .name(let place)): .scalar(.number(place))
    case (.enumeration(let type), .enumCase(let index, _)) where type.isPlain:
      .scalar(.named("\(type.name)_\(type.cases[index].name)", index))
    case (.enumeration(let type), .enumCase(let index, let payload)):
      .choice(
        tag: .named("\(type.name)_\(type.cases[index].name)", index),
        type.cases.enumerated().map { place, each in
          place == index ? zip(each.fields, payload).map { constant(of: $1, $0.type) } : []
        })
    case (.structure(let type), .record(let values)):
      .record(zip(type.fields, values).map { constant(of: $1, $0.type) })
    default: .constant(value, type)
    }
  }

  /// The value of a type at a place of the order of all its values.
  static func value(at place: Scalar, of type: Type) throws(ExportObstacle) -> Operand {
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
        return .scalar(.named("\(type.name)_\(type.cases[index].name)", index))
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
    default: throw ExportObstacle("\(type) as a key, an element or a parameter")
    }
  }

  /// Digits of a number, one for each field, the first counting most.
  private static func digits(
    of place: Scalar, _ fields: [Field]
  ) throws(ExportObstacle) -> [Operand] {
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
  func rank(in type: Type) throws(ExportObstacle) -> (place: Scalar, isValue: Scalar) {
    switch (self, type) {
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
      let (place, valid) = try inner.rank(in: type)
      return (.choose(present, place + 1, .number(0)), !present || valid)
    case (_, .optional(let type)):
      let (place, valid) = try rank(in: type)
      return (place + 1, valid)
    case (.absent, _): return (.number(0), .no)
    case (.optional(let present, let inner), _):
      let (place, valid) = try inner.rank(in: type)
      return (place, present && valid)
    case (.record(let parts), .structure(let type)): return try Self.rank(of: parts, type.fields)
    case (.choice(let tag, let cases), .enumeration(let type)):
      var result: (Scalar, Scalar) = (.number(0), .yes)
      var begin = 0
      for (index, each) in type.cases.enumerated() {
        var size = 1
        for field in each.fields { size *= try field.type.valueCount() }
        let isIt = Scalar.equal(tag, .number(index))
        if isIt != .no {
          let (place, valid) = try Self.rank(of: cases[index], each.fields)
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
    default: throw ExportObstacle("\(type) as a key, an element or a parameter")
    }
  }

  private static func rank(
    of parts: [Operand], _ fields: [Field]
  ) throws(ExportObstacle) -> (Scalar, Scalar) {
    var place = Scalar.number(0)
    var valid = Scalar.yes
    for (part, field) in zip(parts, fields) {
      let (digit, isValue) = try part.rank(in: field.type)
      place = .compute(
        .add, .compute(.multiply, place, .number(try field.type.valueCount())), digit)
      valid = valid && isValue
    }
    return (place, valid)
  }
}
