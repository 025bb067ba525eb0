import Semantics

/// The arguments of an event's equivalent instances, parameter by parameter.
struct SharedArguments {
  /// For each parameter, the values that occur, in order; nil if all values of the type occur.
  let values: [[Value]?]
  /// Whether every combination of these values occurs, and their number is small enough to read.
  let isTold: Bool
  private static let mostToBeRead = 8

  /// Groups the instances of an event.
  ///
  /// - Parameter instances: distinct instances of one event.
  init(_ instances: [EventInstance], of event: Event) {
    var sets = event.parameters.map { _ in Set<Value>() }
    for instance in instances {
      for (place, value) in instance.arguments.enumerated() { sets[place].insert(value) }
    }
    let isProduct = sets.reduce(1.0) { $0 * Double($1.count) } == Double(instances.count)
    let values = zip(event.parameters, sets).map { parameter, set in
      let all = parameter.type.allValues
      return set.count == all.count && set.count > 1 ? nil : all.filter(set.contains)
    }
    self.values = values
    isTold = isProduct && values.allSatisfy { ($0?.count ?? 0) <= Self.mostToBeRead }
  }

  /// The event with its arguments as text.
  ///
  /// - Parameter any: the text for a parameter with all values; nil to omit such parameters.
  func text(of event: Event, any: String?) -> String {
    let words = zip(event.parameters, values).compactMap { parameter, values -> String? in
      let text = values.map { $0.map(parameter.type.text).joined(separator: " or ") } ?? any
      return text.map { "\(parameter.name): \($0)" }
    }
    return words.isEmpty ? event.name : "\(event.name)(\(words.joined(separator: ", ")))"
  }
}
