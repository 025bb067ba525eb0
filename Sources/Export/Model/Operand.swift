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

  /// The number, which nobody reads where it is absent.
  func number(at range: SourceRange) throws(ExportError) -> Scalar {
    switch self {
    case .scalar(let scalar): scalar
    case .optional(let present, .scalar(let scalar)): .choose(present, scalar, .number(0))
    default: throw ExportError("a number", range)
    }
  }
}

extension Operand {
  /// What is kept at a place.
  static func load(_ place: Reference, _ type: Type) throws(ExportError) -> Operand {
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
      for (each, names) in zip(type.cases, type.partNames) {
        var fields: [Operand] = []
        for (field, name) in zip(each.fields, names) {
          fields.append(try load(place.part(name), field.type))
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
      .scalar(.named(type.key(ofCase: index), index))
    case (.enumeration(let type), .enumCase(let index, let payload)):
      .choice(
        tag: .named(type.key(ofCase: index), index),
        type.cases.enumerated().map { place, each in
          place == index ? zip(each.fields, payload).map { constant(of: $1, $0.type) } : []
        })
    case (.structure(let type), .record(let values)):
      .record(zip(type.fields, values).map { constant(of: $1, $0.type) })
    default: .constant(value, type)
    }
  }
}
