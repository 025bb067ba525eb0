import Semantics

/// The variables that a spec reads, and the signals that it sends and observes.
struct UnreadNames {
  private let spec: CheckedSpec
  private var read: Set<Int> = []
  private var emitted: Set<Int> = []
  private var askedFor: Set<Int> = []

  init(_ spec: CheckedSpec) {
    self.spec = spec
    var all = spec.conditions
    read = all.variables
    // A variable that is read only for the next value of another one counts as read if that one does.
    var readFor: [Int: Set<Int>] = [:]
    for statement in spec.statements {
      if case .emit(let emission) = statement.node { emitted.insert(emission.signal) }
      let variables = statement.expressions.variables
      if case .variable(let index)? = statement.target?.root {
        readFor[index, default: []].formUnion(variables)
      } else {
        read.formUnion(variables)
      }
      all += statement.expressions
    }
    askedFor = all.emittedSignals
    for property in spec.properties where property.sentence?.word == .same {
      // The comparison reads all effects of both events.
      read.formUnion(spec.variables.indices)
      askedFor.formUnion(spec.signals.indices)
    }
    var isDone = false
    while !isDone {
      let known = read.count
      for (variable, others) in readFor where read.contains(variable) { read.formUnion(others) }
      isDone = read.count == known
    }
  }

  /// The questions about each variable and signal in the text of the spec itself, with their answers.
  var questions: [(question: CoverageGap, isAsked: Bool)] {
    var result: [(CoverageGap, Bool)] = []
    for (index, variable) in spec.variables.enumerated()
    where variable.monitor == nil && spec.file.usedPath(at: variable.range) == nil {
      result.append(
        (
          CoverageGap(.variableIsNeverRead(variable.name), variable.range),
          read.contains(index) || variable.type.containsTimer
        ))
    }
    for (index, signal) in spec.signals.enumerated()
    where spec.file.usedPath(at: signal.range) == nil {
      result.append(
        (CoverageGap(.signalIsNeverEmitted(signal.name), signal.range), emitted.contains(index)))
      var question = CoverageGap(.signalIsNeverChecked(signal.name), signal.range)
      question.aspect = 1
      result.append((question, askedFor.contains(index) || !emitted.contains(index)))
    }
    return result
  }
}
