/// What an `eventually` with values for its parameters, or a `possible`, says of single states, by the
/// reference evaluator.
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

  /// Whether the premise holds in a state; nil if there is none.
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

  /// Where premise and body have no value in a state, of whatever it is asked there.
  package func faults(in state: [Value]) -> [Fault] {
    var faults: [Fault] = []
    if case .failure(let fault) = holdsPremise(in: state) { faults.append(fault) }
    if case .failure(let fault) = holdsBody(in: state) { faults.append(fault) }
    return faults
  }

  /// Whether an answer is missing in a state: the premise holds here, or did before, and the body does
  /// not hold. The body is evaluated only where it matters.
  ///
  /// - Parameters:
  ///   - isStart: the state is the first of a run, where a property without premise begins.
  ///   - already: an answer was missing before.
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
