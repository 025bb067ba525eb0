import Semantics

/// The origin of a violation: the step, and the statements in it, that made the property false.
package struct Origin: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// The property is already false at the start.
    case start
    /// Statements of the step made it false, or wrote the values that it reads.
    case statements
    /// Time passed.
    case time
    /// No statement of the step affects it.
    case noStatement
  }

  /// A statement of the step.
  package struct Cause: Sendable, Equatable {
    package enum Role: Sendable, Equatable {
      /// The property would hold if this statement had changed nothing.
      case madeFalse
      /// It wrote a value that the explanation shows.
      case lastWritten
      /// It emitted a signal that the explanation shows.
      case emitted
    }

    package var role: Role
    package var range: SourceRange
    /// The statement, on one line.
    package var statement: String
    /// The line of the statement in the text, such as `line 12`.
    package var line: String
    /// The calls to the function that contains the statement, the outermost one first; empty for a statement of the
    /// rule itself.
    package var calls: [Call] = []
  }

  /// A statement that calls a function.
  package struct Call: Sendable, Equatable {
    package var range: SourceRange
    /// The name of the function.
    package var name: String
    package var line: String
  }

  package var kind: Kind
  /// The number of the step, counted from 1; 0 for the start.
  package var step: Int
  package var event: String?
  package var rule: String?
  /// The statements that made the property false, followed by the others, each in the order of execution.
  package var causes: [Cause] = []
  /// The range of the rule that applied in the step, or of the event; nil for the start and for time.
  package var rulePlace: SourceRange?
  private var property: String
  /// Whether the step changed no variable and emitted no signal.
  private var isIdle = false

  /// The maximum number of statements that are shown; more are counted.
  private static let maximumCauses = 6

  /// Finds the origin of a property that is false at the end of a path; nil if it was already false before the last
  /// step.
  ///
  /// - Parameter evidence: the values that the explanation shows.
  init?(
    of property: Property, endOf path: Path, in spec: CheckedSpec, explainedBy evidence: [Evidence]
  ) {
    kind = .start
    step = path.steps.count
    self.property = property.name
    guard let last = path.steps.last else {
      if case .transition = property.kind { return nil }
      return
    }
    let event = spec.events[last.instance.event]
    self.event = event.name
    rule = last.rule.map { event.rules[$0].name }
    if event.isTick {
      kind = .time
      return
    }
    rulePlace = last.rule.map { event.rules[$0].range } ?? event.range
    let before = path.steps.dropLast().last?.state ?? path.start
    isIdle = last.state == before && last.signals.isEmpty
    let body = last.rule.map { event.rules[$0].body } ?? event.bodies.first ?? []
    let history = ReferenceEvaluator(spec).history(of: last, from: before)
    let judge = Judge(property: property, step: last, before: before)
    let suspects = Suspects(history: history, before: before, judge: judge, evidence: evidence)
    guard let found = suspects.culprits else { return nil }
    var shown: [SourceRange] = []
    func add(_ index: Int, _ role: Cause.Role) {
      let range = history[index].statement
      guard !shown.contains(range) else { return }
      shown.append(range)
      causes.append(
        Cause(
          role: role, range: range, statement: Explainer.condensed(spec.file.text(range)),
          line: spec.file.lineText(of: range),
          calls: CallChain(spec.file).calls(to: range, in: body) ?? []))
    }
    // A signal is either the subject of the property or a premise next to the writing statements.
    let writes = (found.indices + suspects.writers).contains { !suspects.emitsOnly($0) }
    for index in found.indices where !(found.isAlone && writes && suspects.emitsOnly(index)) {
      add(index, .madeFalse)
    }
    for index in suspects.writers where !suspects.emitsOnly(index) { add(index, .lastWritten) }
    for index in Set(found.indices + suspects.writers).sorted() { add(index, .emitted) }
    kind = causes.isEmpty ? .noStatement : .statements
  }

  /// The origin in words, one line for each statement.
  package var lines: [String] {
    let name = rule.map { "rule \($0)" } ?? "'\(event ?? "")'"
    switch kind {
    case .start: return ["false from the start"]
    case .time: return ["made false by the time that passes in step \(step)"]
    case .noStatement: return [nothing]
    case .statements: break
    }
    var lines = causes.allSatisfy { $0.role == .emitted } ? [nothing] : []
    for (index, cause) in causes.prefix(Self.maximumCauses).enumerated() {
      let word =
        switch cause.role {
        case .madeFalse: index == 0 ? "made false by" : "and by"
        case .lastWritten: "last written by"
        case .emitted: "emitted by"
        }
      lines.append("\(word): \(cause.statement)  (\(cause.placeText), \(name), step \(step))")
    }
    let rest = causes.count - Self.maximumCauses
    if rest > 0 { lines.append("and \(rest) more \(rest == 1 ? "statement" : "statements")") }
    return lines
  }

  private var nothing: String {
    let event = "event '\(event ?? "")'"
    let subject = rule.map { "rule '\($0)' of \(event)" } ?? event
    return isIdle
      ? "\(subject) changes nothing and emits nothing here"
      : "nothing in \(subject) makes property '\(property)' true"
  }
}

extension Origin.Cause {
  /// Its line, with the calls that lead there, such as `line 65 → show, line 49`.
  fileprivate var placeText: String {
    guard let first = calls.first else { return line }
    let places = calls.dropFirst().map(\.line) + [line]
    return first.line + zip(calls, places).map { " → \($0.name), \($1)" }.joined()
  }
}

/// Finds the calls from a rule to a statement of a function.
private struct CallChain {
  let file: SourceFile

  init(_ file: SourceFile) { self.file = file }

  /// The calls to a statement, the outermost one first; nil if there are none.
  func calls(to range: SourceRange, in body: [Statement]) -> [Origin.Call]? {
    for statement in body {
      if statement.range == range { return [] }
      for body in statement.bodies {
        if let found = calls(to: range, in: body) { return found }
      }
      guard case .call(let procedure, _) = statement.node,
        let found = calls(to: range, in: procedure.body)
      else { continue }
      let line = file.lineText(of: statement.range)
      return [Origin.Call(range: statement.range, name: procedure.name, line: line)] + found
    }
    return nil
  }
}

/// The statements of a step after which a property is false.
private final class Suspects {
  private let history: [IntermediateState]
  private let before: [Value]
  private let judge: Judge
  /// The statements that last changed a value of the explanation, in order.
  let writers: [Int]

  init(history: [IntermediateState], before: [Value], judge: Judge, evidence: [Evidence]) {
    (self.history, self.before, self.judge) = (history, before, judge)
    var writers: Set<Int> = []
    for item in evidence {
      let start = item.values(in: before, after: before, [])
      let values = [start] + history.map { item.values(in: $0.state, after: before, $0.signals) }
      if let last = history.indices.last(where: { values[$0] != values[$0 + 1] }) {
        writers.insert(last)
      }
    }
    self.writers = writers.sorted()
  }

  /// The statements that made the property false.
  struct Culprits {
    /// Their indices, in the order of execution.
    var indices: [Int]
    /// Whether the property would hold without each of them alone; otherwise, it would hold without all of them.
    var isAlone = false
  }

  /// The statements that made the property false: those whose removal makes it true, one at a time; if there are none,
  /// those whose joint removal does.
  ///
  /// The property may be false before and after each statement. Then the result is nil for a property of states,
  /// because the step did not make it false. For a transition property, it has the statements whose removal makes it
  /// true.
  var culprits: Culprits? {
    let lastTrue = history.lastIndex { judge.holds($0.state, $0.signals) }
    let start = (lastTrue ?? -1) + 1
    guard lastTrue != nil || judge.holds(before, []) else {
      // One statement alone may still spoil the effect of the others.
      let alone = history.indices.filter { holds(without: [$0]) }
      return judge.isTransition ? Culprits(indices: alone, isAlone: true) : nil
    }
    guard start < history.count else { return nil }
    let needed = history.indices.filter { isRelevant($0) && holds(without: [$0]) }
    if !needed.isEmpty { return Culprits(indices: needed, isAlone: true) }
    if holds(without: writers) { return Culprits(indices: writers) }
    return Culprits(indices: [writers.contains(start) ? start : latest(from: start)])
  }

  /// The last statement that changed a variable of the property. If all of them changed the same single variable, it is
  /// the first.
  private func latest(from start: Int) -> Int {
    let relevant = (start..<history.count).filter(isRelevant)
    let isOneVariable =
      Set(relevant.flatMap(changed)).count == 1 && !relevant.contains(where: emits)
    return (isOneVariable ? relevant.first : relevant.last) ?? start
  }

  /// Whether a statement emits signals and changes no variable.
  func emitsOnly(_ index: Int) -> Bool {
    signals(index - 1) != history[index].signals && state(index - 1) == history[index].state
  }

  private func isRelevant(_ index: Int) -> Bool { !changed(index).isEmpty || emits(index) }

  private func changed(_ index: Int) -> [Int] {
    judge.reads.variables.filter { state(index - 1)[$0] != history[index].state[$0] }
  }

  private func emits(_ index: Int) -> Bool {
    judge.reads.signals && signals(index - 1) != history[index].signals
  }

  /// Whether the property would hold at the end if some statements had changed nothing.
  private func holds(without indices: [Int]) -> Bool {
    guard let last = history.last, !indices.isEmpty else { return false }
    var (state, signals) = (last.state, last.signals)
    for index in indices.reversed() {
      for variable in state.indices where history[index].state[variable] == state[variable] {
        state[variable] = self.state(index - 1)[variable]
      }
      let added = history[index].signals.dropFirst(self.signals(index - 1).count)
      signals.removeAll { added.contains($0) }
    }
    return judge.holds(state, signals)
  }

  private func state(_ index: Int) -> [Value] { index < 0 ? before : history[index].state }

  private func signals(_ index: Int) -> [EmittedSignal] {
    index < 0 ? [] : history[index].signals
  }
}

/// Evaluates a property in the middle of a step.
private final class Judge {
  let property: Property
  let step: Step
  let before: [Value]

  init(property: Property, step: Step, before: [Value]) {
    (self.property, self.step, self.before) = (property, step, before)
  }

  var reads: Reads { property.body.expression.reads }

  var isTransition: Bool { if case .transition = property.kind { true } else { false } }

  /// Whether the property holds; false if it has no value.
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
