/// The truth of an `eventually` (with values for its parameters) or a `possible` in single states, by the reference
/// evaluator.
package struct LeadsTo {
  private let premise: Expression?
  private let body: RootExpression
  private let arguments: [Value]

  package init(_ property: Property, _ arguments: [Value]) {
    premise = property.premise
    self.arguments = arguments
    body = property.body
  }

  private func evaluator(in state: [Value]) -> Evaluator {
    Evaluator(state: state, locals: arguments, frameSize: body.frameSize)
  }

  /// Whether the premise holds in a state; nil without a premise.
  package func holdsPremise(in state: [Value]) -> Result<Bool?, Fault> {
    guard let premise else { return .success(nil) }
    var evaluator = evaluator(in: state)
    do {
      return .success(try evaluator.holds(premise))
    } catch {
      return .failure(error)
    }
  }

  /// Whether the body holds in a state.
  package func holdsBody(in state: [Value]) -> Result<Bool, Fault> {
    var evaluator = evaluator(in: state)
    do {
      return .success(try evaluator.holds(body.expression))
    } catch {
      return .failure(error)
    }
  }

  /// The faults of the premise and the body in a state.
  package func faults(in state: [Value]) -> [Fault] {
    var faults: [Fault] = []
    if case .failure(let fault) = holdsPremise(in: state) { faults.append(fault) }
    if case .failure(let fault) = holdsBody(in: state) { faults.append(fault) }
    return faults
  }

  /// Whether an answer is pending in a state: the premise holds or held before, and the body does not hold. The body
  /// is evaluated only if needed.
  ///
  /// - Parameters:
  ///   - isStart: whether the state is the first of a run, where a property without premise begins.
  ///   - already: whether an answer was pending before.
  package func isPending(in state: [Value], isStart: Bool, already: Bool) -> Result<Bool, Fault> {
    if !already {
      switch holdsPremise(in: state) {
      case .success(let begins): guard begins ?? isStart else { return .success(false) }
      case .failure(let fault): return .failure(fault)
      }
    }
    return holdsBody(in: state).map { !$0 }
  }
}

extension Property {
  /// Whether it is an `eventually` about the starts only that already holds at each of them. Then it does not depend
  /// on the events.
  package func isMet(at starts: [[Value]]) -> Bool {
    if case .within(let deadline) = sentence {
      guard deadline.premise == nil else { return false }
      let choices = Type.combinations(deadline.parameters.map(\.type.allValues))
      return starts.allSatisfy { start in
        choices.allSatisfy { deadline.count(in: start, $0) == 0 }
      }
    }
    guard case .eventually = kind, premise == nil else { return false }
    let choices = tuples.map { LeadsTo(self, $0) }
    return starts.allSatisfy { start in
      choices.allSatisfy {
        if case .success(true) = $0.holdsBody(in: start) { true } else { false }
      }
    }
  }
}
