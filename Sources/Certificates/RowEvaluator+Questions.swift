import Semantics

/// What states say of properties.
extension RowEvaluator {
  /// A question by a number, to be asked by.
  func number(of question: Question) -> Int {
    if let number = questions[question] { return number }
    questions[question] = answers.count
    answers.append(Known(KnownTruths(question: question, tree: ReadingTree(layout))))
    return answers.count - 1
  }

  /// The answers to a question in rows that come one after the other, packed by `layout`.
  ///
  /// - Throws: `InternalError` if what was evaluated before, with the same values, came to something else.
  func answers(
    to question: Int, _ rows: UnsafePointer<UInt64>, _ truths: inout ArraySlice<Truth>
  ) throws(InternalError) {
    let known = answers[question].content
    let count = truths.count
    var numbers = Array(repeating: Int32(0), count: count)
    var done = 0
    while done < count {
      let found = known.pointee.tree.answers(
        rows + done * layout.wordCount, count - done, &known.pointee.pace, &numbers)
      for place in 0..<found {
        truths[truths.startIndex + done + place] = known.pointee.truths[Int(numbers[place])]
      }
      done += found
      if done == count { return }
      truths[truths.startIndex + done] = try evaluatedAnswer(
        to: question, in: rows + done * layout.wordCount)
      done += 1
    }
  }

  /// The answer to a question in a row.
  func answer(
    to question: Int, in row: UnsafePointer<UInt64>
  ) throws(InternalError) -> Truth {
    var number: Int32 = 0
    let known = answers[question].content
    if known.pointee.tree.answers(row, 1, &known.pointee.pace, &number) == 1 {
      return known.pointee.truths[Int(number)]
    }
    return try evaluatedAnswer(to: question, in: row)
  }

  private func evaluatedAnswer(
    to question: Int, in row: UnsafePointer<UInt64>
  ) throws(InternalError) -> Truth {
    let asked = answers[question].content.pointee.question
    let known = answers[question].content
    let number = known.pointee.tree.found(for: row)
    if let number, !known.pointee.pace.isDue { return known.pointee.truths[number] }
    let (answer, reading) = evaluated(asked, layout.unpacked(row))
    if let number {
      known.pointee.pace.tried()
      if known.pointee.truths[number] != answer { throw mistake(asked) }
      return answer
    }
    guard known.pointee.tree.note(row, reading: reading) != nil else { throw mistake(asked) }
    known.pointee.truths.append(answer)
    return answer
  }

  private func mistake(_ question: Question) -> InternalError {
    let property: Int? =
      switch question {
      case .property(let property), .premise(let property, _), .body(let property, _): property
      case .termination: nil
      }
    return InternalError(
      property.map { Finding(.invariant, property: $0) } ?? Finding(.deadlock),
      "the reference evaluator does not always say the same of a state")
  }

  private func evaluated(
    _ question: Question, _ row: [UInt32]
  ) -> (answer: Truth, reading: [Int]) {
    let state = numbers.state(of: row)
    let footprint = Footprint(variableCount: state.count)
    let answer: Truth
    switch question {
    case .property(let index):
      let property = machine.spec.properties[index]
      if case .same = property.sentence {
        footprint.noteAll()
        answer = Self.truth(properties.holds(property, in: state))
      } else {
        answer = Self.truth(properties.holds(property.body, in: state, footprint: footprint))
      }
    case .premise(let index, let choice):
      let property = machine.spec.properties[index]
      guard let premise = property.premise else { return (.yes, []) }
      answer = truth(premise, property, choices[index][choice], state, footprint)
    case .body(let index, let choice):
      let property = machine.spec.properties[index]
      answer = truth(
        property.body.expression, property, choices[index][choice], state, footprint)
    case .termination:
      footprint.noteAll()
      answer =
        switch properties.termination(in: state) {
        case .right: .yes
        case .deadlock: .no
        case .fault: .fault
        }
    }
    return (answer, footprint.read)
  }

  private func truth(
    _ expression: Expression, _ property: Property, _ arguments: [Value], _ state: [Value],
    _ footprint: Footprint
  ) -> Truth {
    var evaluator = Evaluator(
      state: state, locals: arguments, frameSize: property.body.frameSize)
    evaluator.footprint = footprint
    do throws(Fault) {
      return try evaluator.holds(expression) ? .yes : .no
    } catch {
      return .fault
    }
  }

  private static func truth(_ result: Result<Bool, Fault>) -> Truth {
    switch result {
    case .success(true): .yes
    case .success(false): .no
    case .failure: .fault
    }
  }
}
