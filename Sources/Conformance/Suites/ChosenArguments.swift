import Semantics

/// The features of the arguments of an event, such as `kind: .info` and `card.urgent: true`.
///
/// Names are interchangeable and have no features. Large ranges of numbers have only their bounds as features, and
/// collections only whether they are empty.
package struct ChosenArguments {
  private static let maximumNumbers = 8

  /// All properties of the arguments of an event, as texts.
  static func texts(of instance: EventInstance, in spec: CheckedSpec) -> [String] {
    zip(spec.events[instance.event].parameters, instance.arguments).flatMap { parameter, value in
      texts(of: value, parameter.type, parameter.name)
    }
  }

  private static func texts(of value: Value, _ type: Type, _ place: String) -> [String] {
    switch (type, value) {
    case (.optional, .none): return ["\(place): nil"]
    case (.optional(let inner), _):
      let parts = texts(of: value, inner, place)
      return parts.isEmpty ? ["\(place): not nil"] : parts
    case (.bool, _): return ["\(place): \(type.text(value))"]
    case (.range(let lower, let upper), .int(let number)):
      let (span, isHuge) = upper.subtractingReportingOverflow(lower)
      let isFew = !isHuge && span < maximumNumbers
      return isFew || number == lower || number == upper ? ["\(place): \(number)"] : []
    case (.enumeration(let type), .enumCase(let index, let payload)):
      let name = type.cases[index].name
      return ["\(place): .\(name)"]
        + texts(of: payload, type.cases[index].fields, "\(place).\(name)")
    case (.structure(let type), .record(let values)):
      return texts(of: values, type.fields, place)
    case (.set, _), (.bag, _), (.list, _), (.map, _):
      return ["\(place): \(value.elements.isEmpty ? "empty" : "not empty")"]
    default: return []
    }
  }

  private static func texts(of values: [Value], _ fields: [Field], _ place: String) -> [String] {
    zip(fields, values).enumerated().flatMap { index, part in
      texts(of: part.1, part.0.type, "\(place).\(part.0.name ?? String(index))")
    }
  }
}
