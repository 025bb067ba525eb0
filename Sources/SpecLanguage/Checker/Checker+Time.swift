import Semantics

/// The property that every spec with timers gets: time continues.
extension Checker {
  /// The common name of these properties. If a property of the spec has this name, none are added.
  static let timeGoesOn = "timeGoesOn"

  /// The greatest number of choices of keys that get a property.
  private static let maximumTimers = 256

  /// Adds a property for each timer: if it is due, a state is reachable in which it is not. So time does not stop at
  /// a due timer.
  ///
  /// Searches check it only in states with a next step. Other states are deadlocks, or `terminal` allows them. Timers
  /// in tables and structs have properties of their own. Timers in lists, maps and optionals are omitted.
  mutating func checkThatTimeGoesOn() {
    guard names.properties[Self.timeGoesOn] == nil else { return }
    for (index, variable) in spec.variables.enumerated()
    where variable.monitor == nil && variable.type.containsTimer {
      let whole = Expression(.variable(index), variable.type, variable.range)
      ask(of: whole, called: variable.name, under: [], variable.range)
    }
  }

  private mutating func ask(
    of part: Expression, called name: String, under keys: [Parameter], _ range: SourceRange
  ) {
    switch part.type {
    case .timer:
      let count = keys.reduce(Cardinality.exactly(1)) { $0 * $1.type.cardinality }
      guard count <= .exactly(Self.maximumTimers) else { return }
      spec.properties.append(property(part, called: name, under: keys, range))
    case .table(let key, let content) where content.containsTimer:
      let parameter = Parameter(
        name: "key\(keys.isEmpty ? "" : "\(keys.count + 1)")", type: key, range: range)
      let element = Expression(
        .element(part, Expression(.local(keys.count), key, range)), content, range)
      ask(of: element, called: name, under: keys + [parameter], range)
    case .structure(let owner):
      for (index, field) in owner.fields.enumerated() where field.type.containsTimer {
        ask(
          of: Expression(.field(part, index), field.type, range),
          called: "\(name).\(field.name ?? "\(index)")", under: keys, range)
      }
    default: break
    }
  }

  private func property(
    _ timer: Expression, called name: String, under keys: [Parameter], _ range: SourceRange
  ) -> Property {
    let isDue = Expression(.member(.isDue, timer, []), .bool, range)
    let body = Expression(.not(isDue), .bool, range)
    var property = Property(
      name: "\(Self.timeGoesOn)(\(name))", family: Self.timeGoesOn, range: range,
      kind: .possible(parameters: keys, premise: isDue),
      body: RootExpression(expression: body, frameSize: keys.count))
    property.isImplied = true
    property.saysWhatIsWritten = false
    return property
  }
}
