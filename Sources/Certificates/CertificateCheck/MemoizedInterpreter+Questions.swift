import Semantics

/// Evaluates properties in states.
extension MemoizedInterpreter {
  /// A question as a condition.
  func condition(of question: StateQuery) -> Condition {
    switch question {
    case .property(let index):
      let property = machine.spec.properties[index]
      if case .same(let steps) = property.sentence {
        return parts.condition(steps)
      }
      return parts.condition(
        property.body.expression, Self.frame([], property.body))
    case .premise(let index, let choice):
      let property = machine.spec.properties[index]
      guard let premise = property.premise else { return .constant(.yes) }
      return parts.condition(premise, Self.frame(choices[index][choice], property.body))
    case .body(let index, let choice):
      let body = machine.spec.properties[index].body
      return parts.condition(body.expression, Self.frame(choices[index][choice], body))
    }
  }

  private static func frame(_ arguments: [Value], _ root: RootExpression) -> [Value] {
    arguments + Array(repeating: .none, count: max(0, root.frameSize - arguments.count))
  }

  /// The values of a condition in consecutive rows, packed by `layout`.
  ///
  /// - Throws: `InternalError` if an earlier evaluation with the same contents had another result.
  func truths(
    of condition: Condition, _ rows: UnsafePointer<UInt64>, _ count: Int
  ) throws(InternalError) -> [Truth] {
    func both(
      _ left: Condition, _ right: Condition, _ combine: (Truth, Truth) -> Truth
    ) throws(InternalError) -> [Truth] {
      var truths = try self.truths(of: left, rows, count)
      let others = try self.truths(of: right, rows, count)
      for place in truths.indices { truths[place] = combine(truths[place], others[place]) }
      return truths
    }
    switch condition {
    case .constant(let truth): return Array(repeating: truth, count: count)
    case .part(let part): return try answers(of: part, rows, count)
    case .not(let inner): return try truths(of: inner, rows, count).map(\.negated)
    case .and(let left, let right): return try both(left, right) { $0 == .yes ? $1 : $0 }
    case .or(let left, let right): return try both(left, right) { $0 == .no ? $1 : $0 }
    case .same(let left, let right):
      return try both(left, right) { Condition.same($0, $1) }
    case .every(let all):
      var result = Array(repeating: Truth.yes, count: count)
      for each in all {
        let truths = try truths(of: each, rows, count)
        for place in result.indices { result[place] = max(result[place], truths[place]) }
      }
      return result
    }
  }

  /// The same for one row.
  func truth(
    of condition: Condition, in row: UnsafePointer<UInt64>
  ) throws(InternalError) -> Truth {
    try condition.truth { (part) throws(InternalError) in try answer(of: part, in: row) }
  }

  /// Whether a state without enabled events may be an end.
  func mayEnd(_ row: UnsafePointer<UInt64>) -> Truth {
    switch properties.termination(in: numbers.state(of: layout.unpacked(row))) {
    case .right: .yes
    case .deadlock: .no
    case .fault: .fault
    }
  }

  // MARK: Parts

  private func answers(
    of part: Int, _ rows: UnsafePointer<UInt64>, _ count: Int
  ) throws(InternalError) -> [Truth] {
    let known = known(part)
    var truths = Array(repeating: Truth.yes, count: count)
    var numbers = Array(repeating: Int32(0), count: count)
    var done = 0
    while done < count {
      let found = known.pointee.tree.answers(
        rows + done * layout.wordCount, count - done, &known.pointee.pace, &numbers)
      for place in 0..<found {
        truths[done + place] = known.pointee.truths[Int(numbers[place])]
      }
      done += found
      if done == count { break }
      truths[done] = try evaluatedAnswer(of: part, in: rows + done * layout.wordCount)
      done += 1
    }
    return truths
  }

  /// The value of a part in a row, or in those of a step.
  func answer(
    of part: Int, in row: UnsafePointer<UInt64>
  ) throws(InternalError) -> Truth {
    var number: Int32 = 0
    let known = known(part)
    if known.pointee.tree.answers(row, 1, &known.pointee.pace, &number) == 1 {
      return known.pointee.truths[Int(number)]
    }
    return try evaluatedAnswer(of: part, in: row)
  }

  func evaluatedAnswer(
    of part: Int, in row: UnsafePointer<UInt64>
  ) throws(InternalError) -> Truth {
    let known = known(part)
    let number = known.pointee.tree.found(for: row)
    if let number, !known.pointee.pace.isDue { return known.pointee.truths[number] }
    let (truth, reading) = try evaluated(known.pointee.part, row)
    if case .compound = known.pointee.part, known.pointee.isFull { return truth }
    if let number {
      known.pointee.pace.tried()
      if known.pointee.truths[number] != truth { throw contradiction() }
      return truth
    }
    guard known.pointee.tree.note(row, reading: reading) != nil else { throw contradiction() }
    known.pointee.truths.append(truth)
    return truth
  }

  private func contradiction() -> InternalError {
    InternalError(
      Finding(.invariant), "the reference evaluator does not always say the same of a state")
  }

  /// A part that reads the state before the step needs the rows of a step.
  private func evaluated(
    _ part: ConditionPart, _ row: UnsafePointer<UInt64>
  ) throws(InternalError) -> (truth: Truth, reading: [Int]) {
    switch part {
    case .expression(let expression, let locals, let signals):
      let footprint = Footprint(numbers.parts, tellsOldApart: true)
      let hasOld = expression.reads.old
      var evaluator = Evaluator(
        state: numbers.state(of: layout.unpacked(row)),
        previous: hasOld ? numbers.state(of: layout.unpacked(row + layout.wordCount)) : [],
        signals: signals, locals: locals)
      evaluator.footprint = footprint
      do throws(Fault) {
        return (try evaluator.holds(expression) ? .yes : .no, footprint.read)
      } catch {
        return (.fault, footprint.read)
      }
    case .sameSteps(let same, let arguments):
      let footprint = Footprint(numbers.parts)
      let state = numbers.state(of: layout.unpacked(row))
      return (truth(of: same, arguments, state, footprint), footprint.read)
    case .compound(let condition):
      var reading: [Int] = []
      let truth = try condition.truth { (part) throws(InternalError) in
        let truth = try answer(of: part, in: row)
        for column in known(part).pointee.tree.reading(of: row) where !reading.contains(column) {
          reading.append(column)
        }
        return truth
      }
      return (truth, reading)
    }
  }

  private func truth(
    of same: EventEquivalence, _ arguments: [Value], _ state: [Value], _ footprint: Footprint
  ) -> Truth {
    do throws(Fault) {
      let difference = try same.difference(
        for: arguments, in: state, of: machine.spec, footprint: footprint)
      return difference == nil ? .yes : .no
    } catch {
      return .fault
    }
  }
}
