import Semantics

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
  /// The line of the statement in the text, such as `line 12`.
  package var line: String?

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
      let start = (lastTrue ?? -1) + 1
      guard start < history.count else { return nil }
      let suspects = Suspects(history: history, before: before, from: start)
      let range = history[suspects.culprit(judge)].statement
      kind = .statement(range)
      statement = Explainer.condensed(spec.file.text(range))
      line = spec.file.lineText(of: range)
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
    case .statement: "made false by: \(statement ?? "")  (\(line ?? ""), \(name), step \(step))"
    case .time: "made false by the time that passes in step \(step)"
    case .noStatement: "no statement of \(name) makes it true"
    }
  }
}

/// The statements of a step from the one that made a property false on. A rule may make it false for a
/// while and set it right by its next statement, or fail to.
private struct Suspects {
  let history: [IntermediateState]
  let before: [Value]
  let from: Int

  /// The last statement without which the property would hold at the end of the step. If there is none, the last
  /// one that changed what the property is about: what made it false may have had to be followed by that. Where
  /// all of them changed one and the same variable, it is the first.
  func culprit(_ judge: Judge) -> Int {
    func changed(_ index: Int) -> [Int] {
      judge.reads.variables.filter { state(index - 1)[$0] != history[index].state[$0] }
    }
    func emits(_ index: Int) -> Bool {
      judge.reads.signals && signals(index - 1) != history[index].signals
    }
    let relevant = (from..<history.count).filter { !changed($0).isEmpty || emits($0) }
    let needed = relevant.last { index in
      var (state, signals) = (history[history.count - 1].state, history[history.count - 1].signals)
      for variable in state.indices where history[index].state[variable] == state[variable] {
        state[variable] = self.state(index - 1)[variable]
      }
      let added = history[index].signals.dropFirst(self.signals(index - 1).count)
      signals.removeAll { added.contains($0) }
      return judge.holds(state, signals)
    }
    let isOneVariable =
      Set(relevant.flatMap(changed)).count == 1 && !relevant.contains(where: emits)
    return needed ?? (isOneVariable ? relevant.first : relevant.last) ?? from
  }

  private func state(_ index: Int) -> [Value] { index < 0 ? before : history[index].state }

  private func signals(_ index: Int) -> [EmittedSignal] {
    index < 0 ? [] : history[index].signals
  }
}

/// Judges a property in the middle of a step.
private struct Judge {
  let property: Property
  let step: Step
  let before: [Value]

  var reads: Reads { property.body.expression.reads }

  /// Whether it holds; something without value does not.
  func holds(_ state: [Value], _ signals: [EmittedSignal]) -> Bool {
    var evaluator = Evaluator(
      state: state, previous: before, signals: signals,
      frameSize: property.body.frameSize)
    if case .transition(let patterns, _) = property.kind {
      _ = try? evaluator.matches(step, patterns)
    }
    return (try? evaluator.holds(property.body.expression)) ?? false
  }
}
