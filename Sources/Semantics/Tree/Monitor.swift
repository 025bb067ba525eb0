/// How a variable is kept that remembers for a property what was before, and that is shown to nobody.
///
/// Behind each step the variable gets the value of an expression in the state to which the step leads, in which
/// it has its former value. Where that has no value, which is a fault of the property, it stays as it is.
package struct Monitor: Sendable {
  /// Behind an event.
  package var onEvent: RootExpression
  /// Behind a `tick`.
  package var onTick: RootExpression

  package init(onEvent: RootExpression, onTick: RootExpression) {
    self.onEvent = onEvent
    self.onTick = onTick
  }
}

/// What an invariant stands for that is more than a condition: most read a monitor.
package enum PropertyPattern: Sendable {
  case within(ResponseBound)
  case until(Ending)
  case same(EventEquivalence)

  package var word: SentenceWord {
    switch self {
    case .within: .within
    case .until: .until
    case .same: .same
    }
  }
}

/// `invariant n(x: T) { p } until { q }`: in each state up to the first in which the end comes, the condition holds.
///
/// A monitor remembers for each choice of the parameters whether the end has come.
package struct Ending: Sendable {
  package var parameters: [Parameter]
  package var condition: RootExpression
  package var end: RootExpression
  /// The place of the monitor among the variables.
  package var variable: Int

  package init(
    parameters: [Parameter], condition: RootExpression, end: RootExpression, variable: Int
  ) {
    self.parameters = parameters
    self.condition = condition
    self.end = end
    self.variable = variable
  }
}

/// `eventually n(x: T) whenever p within 3 ticks { q }`: once the premise holds, the body does before more ticks, or
/// steps, have passed than that.
///
/// A monitor counts for each choice of the parameters: 0 while nothing is missing, else one more than have passed,
/// up to `late`. The property is the invariant that none is late.
package struct ResponseBound: Sendable {
  package enum Unit: String, Sendable { case ticks, steps }

  package var parameters: [Parameter]
  package var premise: RootExpression?
  package var body: RootExpression
  package var limit: Int
  package var unit: Unit
  /// The place of the monitor among the variables.
  package var variable: Int

  package init(
    parameters: [Parameter], premise: RootExpression?, body: RootExpression, limit: Int, unit: Unit,
    variable: Int
  ) {
    self.parameters = parameters
    self.premise = premise
    self.body = body
    self.limit = limit
    self.unit = unit
    self.variable = variable
  }

  /// What the monitor has where it is too late. Of steps the last one may still bring it; what comes after
  /// the last tick and before the next one is in time.
  package var late: Int { unit == .steps ? limit + 1 : limit + 2 }

  /// What the monitor has counted for some values of the parameters.
  package func count(in state: [Value], _ arguments: [Value]) -> Int {
    state[variable].element(zip(parameters.map(\.type), arguments)).asInt
  }

  /// Whether the monitor waits for the body in a state, for some values of the parameters.
  package func waits(in state: [Value]) -> Bool { state[variable].hasPositiveElement }

  /// Such as `3 ticks`.
  package var text: String {
    "\(limit) \(limit == 1 ? String(unit.rawValue.dropLast()) : unit.rawValue)"
  }
}

extension CheckedSpec {
  /// A state to which a step leads, with what monitors make of it.
  ///
  /// - Parameter footprint: notes which columns are read, and written by its last step.
  package func monitored(
    _ state: [Value], behindTick: Bool, footprint: Footprint? = nil
  ) -> [Value] {
    var result = state
    for (index, variable) in variables.enumerated() {
      guard let monitor = variable.monitor else { continue }
      let root = behindTick ? monitor.onTick : monitor.onEvent
      var evaluator = Evaluator(state: state)
      evaluator.footprint = footprint
      if let value = try? evaluator.evaluate(root: root) {
        footprint?.noteWritten(index)
        result[index] = value
      }
    }
    return result
  }

  /// The variables that people know.
  package var shownVariables: [Variable] { variables.filter { $0.monitor == nil } }

  /// The variables that people know, with their values in a state.
  package func shown(_ state: [Value]) -> [(variable: Variable, value: Value)] {
    zip(variables, state).filter { $0.0.monitor == nil }.map { ($0, $1) }
  }
}

extension Ending {
  /// Whether the end has come for some values of the parameters.
  package func hasCome(in state: [Value], _ arguments: [Value]) -> Bool {
    state[variable].element(zip(parameters.map(\.type), arguments)).asBool
  }
}

extension Value {
  /// Whether some number in a table of tables is positive.
  fileprivate var hasPositiveElement: Bool {
    if case .table(let values) = self { return values.contains(where: \.hasPositiveElement) }
    return asInt > 0
  }

  /// What a table of tables has for keys of these types.
  fileprivate func element(_ keys: some Sequence<(Type, Value)>) -> Value {
    keys.reduce(self) { value, key in
      guard case .table(let values) = value, let place = key.0.allValues.firstIndex(of: key.1)
      else { return value }
      return values[place]
    }
  }
}

extension Type {
  /// What a monitor of this type has while nothing was seen.
  var nothingSeen: Value {
    switch self {
    case .table(let key, let content): .table(key.allValues.map { _ in content.nothingSeen })
    case .bool: .bool(false)
    default: .int(0)
    }
  }
}
