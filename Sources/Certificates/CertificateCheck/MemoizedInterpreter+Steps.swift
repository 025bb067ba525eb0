import Semantics

/// Evaluates transition properties in steps.
extension MemoizedInterpreter {
  /// The number of answers that are examined for all rows of a reaction, before the condition is evaluated in each
  /// row; and for rows with equal reads.
  private static let maximumAnswers = (reaction: 24, reading: 24)
  /// The cost of an evaluation relative to a cached answer.
  private static let evaluationCost = 3

  /// The transition properties that an answer's step in a row violates, or that fault.
  ///
  /// - Parameters:
  ///   - answer: the result of `react` for the event instance in the row.
  ///   - rows: a buffer for the rows of steps: the one after the step, followed by the one before it.
  func violated(
    by answer: Int, to instance: Int, in row: UnsafePointer<UInt64>,
    _ rows: UnsafeMutablePointer<UInt64>
  ) throws(InternalError) -> [Int] {
    let known = known(of: instance)
    if known.pointee.openClaims(of: answer) == nil {
      let claims = try claims(of: answer, to: instance, in: row).map {
        OpenClaim(
          property: Int32($0.property), step: Int32($0.step),
          part: Int32(parts.compound($0.condition)))
      }
      known.pointee.note(claims, of: answer)
    }
    guard let range = known.pointee.openClaims(of: answer) else { return [] }
    (rows + layout.wordCount).update(from: row, count: layout.wordCount)
    let first = known.pointee.packed.heads[Int(known.pointee.reactions[answer])].steps.lowerBound
    var taken: Int32 = -1
    var violated: [Int] = []
    for place in range {
      let claim = known.pointee.claims[Int(place)]
      if claim.step != taken {
        known.pointee.packed.take(Int(first + claim.step), row, rows)
        taken = claim.step
      }
      let truth = try self.answer(of: Int(claim.part), in: rows)
      if truth != .yes { violated.append(Int(claim.property)) }
    }
    return violated
  }

  /// The claims about an answer's steps in each of its rows.
  private func claims(
    of answer: Int, to instance: Int, in row: UnsafePointer<UInt64>
  ) throws(InternalError) -> [StepClaim] {
    let known = known(of: instance)
    let reaction = Int(known.pointee.reactions[answer])
    let steps = known.pointee.packed.all[reaction].steps
    if known.pointee.open[reaction] == nil {
      var all: [StepClaim] = []
      for (number, step) in steps.enumerated() {
        for claim in judge.claims(of: step, by: instance, &parts) {
          all.append(
            .init(
              property: claim.property, step: number, condition: claim.condition,
              rests: claim.rests))
        }
      }
      known.pointee.open[reaction] = try open(all, steps, row)
    }
    let claims = known.pointee.open[reaction] ?? []
    if claims.isEmpty || known.pointee.isHopeless { return claims }
    let reading = known.pointee.tree.reading(of: row)
    var rows = StepRows(layout)
    var rest: [StepClaim] = []
    for claim in claims {
      rows.begin(row, known: reading, steps[claim.step].writes)
      var left = Self.maximumAnswers.reading
      if try truths(of: claim.condition, &rows, &left) != .yes { rest.append(claim) }
    }
    known.pointee.lookedFor.answers += 1
    if rest.count < claims.count { known.pointee.lookedFor.found += 1 }
    return rest
  }

  /// The remaining claims in all rows of a reaction.
  private func open(
    _ claims: [StepClaim], _ steps: [Step], _ row: UnsafePointer<UInt64>
  ) throws(InternalError) -> [StepClaim] {
    var open: [StepClaim] = []
    var rows = StepRows(layout)
    for claim in claims {
      let writes = steps[claim.step].writes
      if claim.rests.rest(behind: writes) == nil {
        rows.begin(row, known: [], writes)
        let rest = try claim.condition.rest { (condition) throws(InternalError) in
          var left = Self.maximumAnswers.reaction
          return try truths(of: condition, &rows, &left)
        }
        claim.rests.note(rest.condition.conjuncts, behind: writes, rows.consulted)
      }
      open += (claim.rests.rest(behind: writes) ?? [claim.condition]).map {
        StepClaim(
          property: claim.property, step: claim.step, condition: $0, rests: claim.rests)
      }
    }
    return open
  }

  // MARK: Whatever is not known

  /// Whether a column of an optional part has a content exactly if that part is present.
  private func fits(_ column: Int, _ rows: inout StepRows) -> Bool {
    let place = column % layout.width
    guard let whole = numbers.parts.wholes[place] else { return true }
    let other = whole + column - place
    rows.consult(other)
    guard rows.isKnown[other] else { return true }
    let isThere = numbers.values[whole][Int(rows.value(in: other))] == .bool(true)
    return isThere == (numbers.values[place][Int(rows.value(in: column))] != nil)
  }

  /// The reason why the value of a condition is unknown.
  private enum UnknownTruthError: Error {
    /// It depends on that column.
    case column(Int)
    case contradiction(InternalError)
  }

  /// The possible values of a condition in all rows that match the known columns.
  private func truths(
    of condition: Condition, _ rows: inout StepRows, _ left: inout Int
  ) throws(InternalError) -> ThreeValued {
    let column: Int
    do throws(UnknownTruthError) {
      let truth = try condition.truth { (part) throws(UnknownTruthError) in
        try settled(part, &rows, &left)
      }
      left -= 1
      return left < 0 ? .any : ThreeValued(truth)
    } catch {
      switch error {
      case .column(let open): column = open
      case .contradiction(let error): throw error
      }
    }
    let count = numbers.values[column % layout.width].count
    if count > left { return .any }
    return try rows.suppose(column) { (rows, put) throws(InternalError) in
      var truths: ThreeValued = []
      for value in 0..<UInt32(count) {
        put(value, &rows)
        if !fits(column, &rows) { continue }
        truths.formUnion(try self.truths(of: condition, &rows, &left))
        if left < 0 || truths == .any { return .any }
      }
      return truths.isEmpty ? .any : truths
    }
  }

  /// The value of a part, if it depends only on known columns.
  private func settled(
    _ part: Int, _ rows: inout StepRows, _ left: inout Int
  ) throws(UnknownTruthError) -> Truth {
    let known = known(part)
    var node = 0
    while case .column(let column) = known.pointee.tree[node] {
      rows.consult(column)
      if !rows.isKnown[column] { throw UnknownTruthError.column(column) }
      node = known.pointee.tree.node(behind: node, rows.value(in: column))
    }
    known.pointee.pace.give(1)
    if case .answer(let answer) = known.pointee.tree[node], !known.pointee.pace.isDue {
      return known.pointee.truths[answer]
    }
    // Unknown values are evaluated in some matching rows.
    left -= Self.evaluationCost
    let answer: Truth
    do throws(InternalError) {
      answer = try evaluatedAnswer(of: part, in: rows.rows)
    } catch {
      throw UnknownTruthError.contradiction(error)
    }
    let reading = known.pointee.tree.reading(of: rows.rows)
    for column in reading { rows.consult(column) }
    if let column = reading.first(where: { !rows.isKnown[$0] }) {
      throw UnknownTruthError.column(column)
    }
    return answer
  }
}
