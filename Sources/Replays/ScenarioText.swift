import Semantics
import SpecLanguage
import Traces

/// A counterexample as a scenario to paste into its spec: `ScenarioText(result, …).text`.
///
/// A scenario follows everything that can happen; where the trace takes one of several paths, a
/// `given` keeps that one. What has no words in a scenario is said in a comment.
package struct ScenarioText {
  private let spec: CheckedSpec
  private let document: CounterexampleDocument
  private let evaluator: ReferenceEvaluator
  private var lines: [String] = []
  /// The names of this and earlier scenarios and worlds, which are not to be used again.
  package private(set) var taken: Set<String>

  /// The declarations, each line ended.
  package var text: String { lines.joined(separator: "\n") + "\n" }

  package init(
    _ result: ReplayResult, of document: CounterexampleDocument, path: String, in spec: CheckedSpec,
    starts: [[Value]], taken: Set<String> = []
  ) {
    self.taken = taken
    self.spec = spec
    self.document = document
    evaluator = ReferenceEvaluator(spec)
    let world = home(path)
    lines.append("/// The counterexample \(path).")
    let name = freeName(subject + "Replay")
    lines.append("scenario \(name)\(world.map { " in \($0)" } ?? "") {")
    keep(result.path.start, among: starts)
    var state = result.path.start
    for (index, step) in result.path.steps.enumerated() {
      if index == result.loop { lines.append("    // the loop begins here") }
      lines.append("    \(spec.text(step.instance))")
      keep(step.state, among: evaluator.react(to: step.instance, in: state).steps.map(\.state))
      state = step.state
    }
    end(result)
    lines.append("}")
  }

  /// The world of the scenario, declared first if the spec has none with these constants; nil for
  /// the default one.
  private mutating func home(_ path: String) -> String? {
    let known = Set(spec.params.map(\.name))
    for name in document.constants.keys.sorted() where !known.contains(name) {
      let value = document.constants[name] ?? ""
      lines.append("// \(SourceFile.onOneLine("\(name) is \(value)")) in the counterexample.")
    }
    guard isChanged else { return spec.world?.name }
    let name = freeName(
      "replayed" + subject.prefix(1).uppercased() + subject.dropFirst())
    let settings = spec.params.map { "\($0.name) = \($0.type.text($0.value))" }
    lines.append("/// The constants of \(path).")
    let base = spec.world.flatMap { $0.replaces.isEmpty ? nil : ": \($0.name)" } ?? ""
    lines.append("world \(name)\(base) { \(settings.joined(separator: "; ")) }")
    lines.append("")
    return name
  }

  /// Whether the file gives one of the constants another value than the world does. The spec at hand has
  /// the file's values, so what tells is whether the world alone would give the same.
  private var isChanged: Bool {
    let given = spec.params.filter { document.constants[$0.name] != nil }
    guard !given.isEmpty, spec.worldName == document.world else { return !given.isEmpty }
    let world = try? SettledWorld.check(Parser.parse(spec.file).0, world: spec.world?.name)
    guard let world else { return true }
    return given.contains { param in
      (world.params + world.nameCounts).first { $0.name == param.name }?.value != param.value
    }
  }

  private mutating func freeName(_ wanted: String) -> String {
    var (name, number) = (wanted, 1)
    while taken.contains(name) || spec.file.mentions(name) {
      number += 1
      name = "\(wanted)\(number)"
    }
    taken.insert(name)
    return name
  }

  /// Keeps one of several states, by the variables in which it differs from others.
  private mutating func keep(_ state: [Value], among states: [[Value]]) {
    var tests: [String] = []
    for (index, variable) in spec.variables.enumerated()
    where variable.monitor == nil && states.contains(where: { $0[index] != state[index] }) {
      let test = "\(variable.name) == \(variable.type.text(state[index]))"
      if variable.type.containsTimer {
        lines.append("    // here \(variable.name) is \(variable.type.text(state[index]))")
      } else {
        tests.append(test)
      }
    }
    if !tests.isEmpty { lines.append("    given \(tests.joined(separator: " && "))") }
  }

  private mutating func end(_ result: ReplayResult) {
    if let attempt = result.attempt {
      lines.append("    // \(summary)")
      lines.append("    \(spec.text(attempt))")
      return
    }
    let name = document.property.inside ?? document.property.name
    let property = spec.properties.first { $0.name == name }
    switch property?.kind {
    case .eventually(let parameters, _, _):
      guard let loop = result.loop else { break }
      let body = property.flatMap { spec.file.expressionText($0.body.expression) }
      return endLoop(result.path, loop, body.flatMap { bound($0, parameters, result) })
    case .invariant, .reachable:
      if let property, property.saysWhatIsWritten,
        let test = spec.file.expressionText(property.body.expression)
      {
        lines.append("    expect \(test)")
        return
      }
    case .transition:
      lines.append("    // \(summary)")
      lines.append("    expect !(\(outcome(of: result.path)))")
      return
    default: break
    }
    lines.append("    // \(summary), which no 'expect' can say")
  }

  /// A scenario sees no more than one round of a loop. It is fixed for sure if what has to come has
  /// come at its end, or if that is another state than the one in which it began.
  private mutating func endLoop(_ path: Path, _ loop: Int, _ body: String?) {
    lines.append("    // \(summary)")
    lines.append("    // what is 'fair' may mend it as well, which no 'expect' can say")
    let isStop = loop == path.steps.count
    let tests = (isStop ? [] : ["!(\(values(path.end)))"]) + (body.map { ["(\($0))"] } ?? [])
    if !tests.isEmpty { lines.append("    expect \(tests.joined(separator: " || "))") }
  }

  /// A condition in which parameters have the values with which the property is violated; nil where
  /// such values cannot be run through by name.
  private func bound(
    _ body: String, _ parameters: [Parameter], _ result: ReplayResult
  ) -> String? {
    if parameters.isEmpty { return body }
    guard case .stillViolates(let violation) = result.verdict,
      violation.finding.kind == .eventually
    else { return nil }
    return zip(parameters, violation.arguments).reversed().reduce(body as String?) {
      body, parameter in
      switch parameter.0.type {
      case .symmetric, .enumeration, .range, .bool: break
      default: return nil
      }
      let (name, type) = (parameter.0.name, parameter.0.type)
      return body.map {
        "every \(name) in \(type) where \(name) == \(type.text(parameter.1)): (\($0))"
      }
    }
  }

  /// The values of the variables in a state, but for timers, which have no words.
  private func values(_ state: [Value]) -> String {
    let tests = spec.shown(state).filter { !$0.variable.type.containsTimer }.map {
      "\($0.variable.name) == \($0.variable.type.text($0.value))"
    }
    return tests.isEmpty ? "true" : tests.joined(separator: " && ")
  }

  /// What came of the last step, in a form that a scenario can test.
  private func outcome(of path: Path) -> String {
    var tests = spec.shown(path.end).filter { !$0.variable.type.containsTimer }.map {
      "\($0.variable.name) == \($0.variable.type.text($0.value))"
    }
    let emitted = Set(path.steps.last?.signals.map(\.signal) ?? [])
    for (index, signal) in spec.signals.enumerated() {
      tests.append("\(emitted.contains(index) ? "" : "!")emitted(\(signal.name))")
    }
    return tests.isEmpty ? "true" : tests.joined(separator: " && ")
  }

  private var summary: String {
    SourceFile.onOneLine("\(document.property.name): \(document.summary ?? "violated here")")
  }

  /// The property, as far as a name in a spec can hold it.
  private var subject: String {
    let name = document.property.name.filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
    }
    return (name.first?.isNumber ?? true ? "of" : "") + name
  }
}

extension SourceFile {
  package func mentions(_ name: String) -> Bool {
    text(SourceRange(0, bytes.count)).contains(name)
  }

  /// An expression as a line of a scenario can hold it; nil for one with `let` lines of its own.
  fileprivate func expressionText(_ expression: Expression) -> String? {
    if case .bind = expression.node { return nil }
    let text = text(expression.range)
    guard !text.contains("//"), !text.contains("/*") else { return "(\n\(text)\n    )" }
    let line = Self.onOneLine(text)
    return line.contains("{") ? "(\(line))" : line
  }
}
