/// The starts of a machine: `machine.starts()`.
///
/// In `var level: Level = any` and `var other = any l in Level where l != level` the second depends
/// on the first: variables get their values in their order, each knowing those above it.
extension Machine {
  /// More starts than this are refused.
  ///
  /// Also while they are being combined: it bounds the memory that is taken before a later variable
  /// drops most of them.
  package static let maximumStarts = 1 << 24

  /// Why a spec has no starts. All but `none` are told of one variable; a `fault` that is a limit
  /// means that nobody knows them.
  package enum StartFailure: Error, Sendable {
    case fault(Fault)
    /// No combination of initial values is left.
    case none
    /// There are more than `maximumStarts` once this variable is given its values; by its index.
    case tooMany(variable: Int)
  }

  /// All starts: the combinations of the initial values, in order, those dropped in which a
  /// variable has none. The first variable counts most in that order, then the second.
  ///
  /// - Throws: `StartFailure`; that the deadline of the thread is over is a `fault` as well, so that
  ///   no list that was cut short is ever returned.
  package func starts() throws(StartFailure) -> [[Value]] {
    var starts: [[Value]] = [[]]
    var ticks = DeadlineTicks()
    for (index, variable) in spec.variables.enumerated() {
      Deadline.note("its starts (variable '\(variable.name)')")
      var extended: [[Value]] = []
      extended.reserveCapacity(starts.count)
      for place in starts.indices {
        if ticks.isOver() { throw .fault(Fault(.stopped, variable.range)) }
        // Taken out of the array, a start that has one value to add grows in place.
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

  /// The values that a variable may begin with after those above it; none drops the start.
  private static func initialValues(
    _ variable: Variable, after start: [Value]
  ) throws(Fault) -> [Value] {
    switch variable.initial {
    case .any(let values): return values
    case .value(let root):
      var evaluator = Evaluator(state: start)
      // What keeps a property from having a value is a fault of that, and no reason not to start.
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
