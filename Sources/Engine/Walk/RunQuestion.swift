import Semantics

/// An `eventually` with values for its parameters, for walks.
package struct RunQuestion: Sendable {
  package var property: Int
  package var arguments: [Value]
  /// Without a premise, it begins at the start of a walk.
  package var hasPremise: Bool

  /// The maximum number of questions; later properties are left to searches.
  private static let maximumCount = 1_024

  /// Returns the questions of some properties, in order.
  package static func all(of properties: Set<Int>, in spec: CheckedSpec) -> [RunQuestion] {
    var questions: [RunQuestion] = []
    for index in properties.sorted() {
      let property = spec.properties[index]
      guard case .eventually(let parameters, let premise, _) = property.kind else { continue }
      let count = parameters.reduce(1.0) { $0 * Double($1.type.allValues.count) }
      guard Double(questions.count) + count <= Double(maximumCount) else { continue }
      questions += property.tuples.map {
        RunQuestion(property: index, arguments: $0, hasPremise: premise != nil)
      }
    }
    return questions
  }
}

/// The pending questions along a path, by the reference evaluator.
package struct PendingRuns {
  private let questions: [(judge: LeadsTo, property: Int)]
  /// For each question, whether its answer is pending.
  private var pending: [Bool]
  /// A question without a value somewhere is not decided on this path.
  private var isFaulted: [Bool]

  package init(_ questions: [RunQuestion], of spec: CheckedSpec) {
    self.questions = questions.map {
      (LeadsTo(spec.properties[$0.property], $0.arguments), $0.property)
    }
    pending = questions.map { _ in false }
    isFaulted = pending
  }

  /// Takes the next state of the path into account.
  ///
  /// - Parameter isStart: whether it is the first state.
  package mutating func look(at state: [Value], isStart: Bool) {
    for (place, question) in questions.enumerated() where !isFaulted[place] {
      switch question.judge.isPending(in: state, isStart: isStart, already: pending[place]) {
      case .success(let isPending): pending[place] = isPending
      case .failure: (pending[place], isFaulted[place]) = (false, true)
      }
    }
  }

  /// The properties with a pending answer.
  package var properties: Set<Int> {
    Set(questions.indices.filter { pending[$0] }.map { questions[$0].property })
  }
}
