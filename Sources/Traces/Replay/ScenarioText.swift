import Engine
import SpecLanguage

/// A counterexample as a scenario to paste into its spec: `ScenarioText(result, …).text`.
///
/// A scenario follows everything that can happen; where the trace takes one of several ways, a
/// `given` keeps that one. What has no words in a scenario is said in a comment.
package struct ScenarioText {
  private let spec: CheckedSpec
  private let document: CounterexampleDocument
  private let evaluator: ReferenceEvaluator
  private var lines: [String] = []

  /// The declarations, each line ended.
  package var text: String { lines.joined(separator: "\n") + "\n" }

  package init(
    _ result: ReplayResult, of document: CounterexampleDocument, path: String, in spec: CheckedSpec,
    starts: [[Value]]
  ) {
    self.spec = spec
    self.document = document
    evaluator = ReferenceEvaluator(spec)
    let world = home(path)
    lines.append("/// The counterexample \(path).")
    let name = freeName(document.property.name + "Replay")
    lines.append("scenario \(name)\(world.map { " in \($0)" } ?? "") {")
    keep(result.path.start, among: starts)
    var state = result.path.start
    for step in result.path.steps {
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
    let isDeclared = spec.worldName == document.world
    let known = Set(spec.params.map(\.name))
    let changed = spec.params.filter { param in
      isDeclared ? param.isChanged(by: document, of: spec) : document.constants[param.name] != nil
    }
    for name in document.constants.keys.sorted() where !known.contains(name) {
      lines.append("// \(name) is \(document.constants[name] ?? "") in the counterexample.")
    }
    guard !changed.isEmpty else { return spec.world?.name }
    let name = freeName(
      "replayed" + document.property.name.prefix(1).uppercased()
        + document.property.name.dropFirst())
    let settings = spec.params.map { "\($0.name) = \($0.type.text($0.value))" }
    lines.append("/// The constants of \(path).")
    lines.append("world \(name) { \(settings.joined(separator: "; ")) }")
    lines.append("")
    return name
  }

  private func freeName(_ wish: String) -> String {
    let taken = Set(
      spec.properties.map(\.name) + spec.scenarios.map(\.name) + spec.worlds.map(\.name))
    if !taken.contains(wish), !spec.file.mentions(wish) { return wish }
    var number = 2
    while spec.file.mentions("\(wish)\(number)") { number += 1 }
    return "\(wish)\(number)"
  }

  /// Keeps one of several states, by the variables in which it differs from others.
  private mutating func keep(_ state: [Value], among states: [[Value]]) {
    var tests: [String] = []
    for (index, variable) in spec.variables.enumerated()
    where states.contains(where: { $0[index] != state[index] }) {
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
    let property = spec.properties.first { $0.name == document.property.name }
    guard let property, case .invariant = property.kind, document.property.kind == .invariant,
      let test = spec.file.expressionText(property.body.expression)
    else {
      lines.append("    // \(summary)")
      return
    }
    lines.append("    expect \(test)")
  }

  private var summary: String {
    "\(document.property.name): \(SourceFile.onOneLine(document.summary ?? "violated here"))"
  }
}

extension Param {
  /// Whether the file gives it another value than its world does. The spec at hand has the file's
  /// values, so what tells is whether the world's declaration would give the same.
  fileprivate func isChanged(by document: CounterexampleDocument, of spec: CheckedSpec) -> Bool {
    guard document.constants[name] != nil else { return false }
    let (syntax, _) = Parser.parse(spec.file)
    guard let plain = Checker.check(syntax, world: spec.world?.name).spec else { return true }
    return plain.params.first { $0.name == name }?.value != value
  }
}

extension SourceFile {
  fileprivate func mentions(_ name: String) -> Bool {
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
