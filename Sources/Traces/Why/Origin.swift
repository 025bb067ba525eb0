import Engine
import SpecLanguage

/// Where a property became false: in which step, and by which of its statements.
package struct Origin: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// It is false in the start already.
    case start
    /// It is false from this statement of the step on.
    case statement(SourceRange)
    /// Time passed.
    case time
    /// It is false before the first statement of the step, and behind each of them.
    case noStatement
  }

  package var kind: Kind
  /// The number of the step, counted from 1; 0 for the start.
  package var step: Int
  package var event: String?
  package var rule: String?
  /// The statement, on one line.
  package var statement: String?
  /// The line of the statement in the text, counted from 1.
  package var line: Int?

  /// Finds out where a property became false that is false at the end of a path; nil if it was so
  /// before the last step.
  package init?(of property: Property, endOf path: Path, in spec: CheckedSpec) {
    kind = .start
    step = path.steps.count
    guard let last = path.steps.last else {
      if case .transition = property.kind { return nil }
      return
    }
    let event = spec.events[last.instance.event]
    self.event = event.name
    rule = last.rule.map { event.rules[$0].name }
    let before = path.steps.dropLast().last?.state ?? path.start
    let judge = Judge(property: property, step: last, before: before)
    let history = ReferenceEvaluator(spec).history(of: last, from: before)
    let wasTrue = judge.holds(before, [])
    let lastTrue = history.lastIndex { judge.holds($0.state, $0.signals) }
    if case .tick = event.body {
      kind = .time
    } else if wasTrue || lastTrue != nil {
      let next = (lastTrue ?? -1) + 1
      guard next < history.count else { return nil }
      let range = history[next].statement
      kind = .statement(range)
      statement = Explainer.condensed(spec.file.text(range))
      line = spec.file.location(of: range.start).line
    } else {
      guard case .transition = property.kind else { return nil }
      kind = .noStatement
    }
  }

  /// In a sentence.
  package var text: String {
    let name = rule.map { "rule \($0)" } ?? "'\(event ?? "")'"
    return switch kind {
    case .start: "false from the start"
    case .statement: "made false by: \(statement ?? "")  (line \(line ?? 0), \(name), step \(step))"
    case .time: "made false by the time that passes in step \(step)"
    case .noStatement: "no statement of \(name) makes it true"
    }
  }
}

/// Judges a property in the middle of a step.
private struct Judge {
  let property: Property
  let step: Step
  let before: [Value]

  /// Whether it holds; something without value does not.
  func holds(_ state: [Value], _ signals: [EmittedSignal]) -> Bool {
    var evaluator = Evaluator(
      state: state, previous: before, signals: signals,
      locals: Array(repeating: .none, count: property.body.frameSize))
    if case .transition(let patterns, _) = property.kind {
      _ = try? evaluator.matches(step, patterns)
    }
    return (try? evaluator.holds(property.body.expression)) ?? false
  }
}
