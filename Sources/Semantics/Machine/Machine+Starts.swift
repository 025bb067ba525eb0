import Basics

/// The starts of a machine: `machine.starts()`.
///
/// In `var level: Level = any` and `var other = any l in Level where l != level`, the second depends on the first. So
/// variables get their values in order, and each can read the earlier ones.
extension Machine {
  /// The maximum number of starts.
  ///
  /// The limit also applies to intermediate combinations. It bounds the memory that is used before a later variable
  /// drops most of them.
  package static let maximumStarts = 1 << 24

  /// The reason why a spec has no starts. All but `none` concern one variable. A `fault` that is a limit means that
  /// the starts are unknown.
  package enum StartFailure: Error, Sendable {
    case fault(Fault)
    /// No combination of initial values is left.
    case none
    /// The values of this variable make more than `maximumStarts`; by its index.
    case tooMany(variable: Int)
  }

  /// Returns all starts: the combinations of the initial values, in order, without those in which a variable has
  /// none. The first variable is the most significant in that order.
  ///
  /// - Throws: `StartFailure`. If the deadline of the thread is over, that is a `fault` as well, so an incomplete list
  ///   is never returned.
  package func starts() throws(StartFailure) -> [[Value]] {
    var starts: [[Value]] = [[]]
    var ticks = DeadlineTicks()
    for (index, variable) in spec.variables.enumerated() {
      Deadline.note("its starts (variable '\(variable.name)')")
      var extended: [[Value]] = []
      extended.reserveCapacity(starts.count)
      for place in starts.indices {
        if ticks.isOver() { throw .fault(Fault(.stopped, variable.range)) }
        // After it is removed from the array, a start with one value to add grows in place.
        var start: [Value] = []
        swap(&start, &starts[place])
        let values: [Value]
        do {
          values = try Self.initialValues(variable, after: start)
        } catch {
          throw .fault(error)
        }
        guard extended.count + values.count <= Self.maximumStarts else {
          throw .tooMany(variable: index)
        }
        for value in values.dropLast() where !ticks.isOver() { extended.append(start + [value]) }
        if let last = values.last {
          start.append(last)
          extended.append(start)
        }
      }
      starts = extended
    }
    if starts.isEmpty { throw .none }
    return starts
  }

  /// Returns the possible initial values of a variable, given those before it. An empty result drops the start.
  private static func initialValues(
    _ variable: Variable, after start: [Value]
  ) throws(Fault) -> [Value] {
    switch variable.initial {
    case .any(let values): return values
    case .value(let root):
      var evaluator = Evaluator(state: start)
      // A monitor without a value is a fault of its property, and no reason to drop the start.
      if variable.monitor != nil {
        return [(try? evaluator.evaluate(root: root)) ?? variable.type.nothingSeen]
      }
      return [try evaluator.evaluate(root: root)]
    case .anyOf(let binders, let frameSize):
      var evaluator = Evaluator(state: start, frameSize: frameSize)
      var values: [Value] = []
      try evaluator.forEach(binders) { (evaluator) throws(Fault) in
        let value = evaluator.locals[binders.levels[0].slot]
        if let cause = variable.type.boundsViolation(of: value) {
          throw Fault(cause, variable.range)
        }
        values.append(value)
      }
      return values
    }
  }
}
