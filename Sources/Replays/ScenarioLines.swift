import Semantics
import Traces

/// The lines of a scenario that follows a path, with unused names for its declarations.
///
/// A scenario follows all outcomes. Where the path takes one of several, a `given` selects it. Facts that a scenario
/// cannot express become comments.
struct ScenarioLines {
  let spec: CheckedSpec
  private let evaluator: ReferenceEvaluator
  private(set) var lines: [String] = []
  /// The names of this and earlier scenarios and worlds.
  private(set) var taken: Set<String>

  /// The declarations, with a line end after each line.
  var text: String { lines.joined(separator: "\n") + "\n" }

  init(_ spec: CheckedSpec, taken: Set<String>) {
    self.spec = spec
    self.taken = taken
    evaluator = ReferenceEvaluator(spec)
  }

  mutating func add(_ line: String) { lines.append(line) }

  /// Turns all lines into comments, after a comment with the reason.
  mutating func commentOut(_ reason: String) {
    lines = ["// \(SourceFile.onOneLine(reason))"] + lines.map { $0.isEmpty ? $0 : "// \($0)" }
  }

  /// An unused name based on a wanted one.
  mutating func freeName(_ wanted: String) -> String {
    var (name, number) = (wanted, 1)
    while taken.contains(name) || spec.file.mentions(name) {
      number += 1
      name = "\(wanted)\(number)"
    }
    taken.insert(name)
    return name
  }

  /// A name in the spec, such as that of a property, reduced to valid characters.
  static func subject(_ name: String) -> String {
    let name = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return (name.first?.isNumber ?? true ? "of" : "") + name
  }

  /// Declares a world with the constants of this one.
  mutating func addWorld(_ wanted: String, documentation: String) -> String {
    let name = freeName(wanted)
    let settings = spec.params.map { "\($0.name) = \($0.type.text($0.value))" }
    add("/// \(documentation)")
    let base = spec.world.flatMap { $0.replaces.isEmpty ? nil : ": \($0.name)" } ?? ""
    add("world \(name)\(base) { \(settings.joined(separator: "; ")) }")
    add("")
    return name
  }

  /// Starts a scenario in a world; nil for the default one.
  mutating func begin(_ wanted: String, in world: String?) {
    add("scenario \(freeName(wanted))\(world.map { " in \($0)" } ?? "") {")
  }

  /// Follows the path.
  ///
  /// - Parameters:
  ///   - comments: the comments before the steps at some indices.
  ///   - last: the lines before the last step.
  mutating func go(
    _ path: Path, from starts: [[Value]], comments: [Int: String] = [:],
    beforeLast last: [String] = []
  ) {
    keep(path.start, among: starts)
    var state = path.start
    for (index, step) in path.steps.enumerated() {
      if let comment = comments[index] { add("    // \(comment)") }
      if index == path.steps.count - 1 { lines += last }
      add("    \(spec.text(step.instance))")
      keep(step.state, among: evaluator.react(to: step.instance, in: state).steps.map(\.state))
      state = step.state
    }
  }

  /// Selects one of several states by the variables in which it differs from the others.
  private mutating func keep(_ state: [Value], among states: [[Value]]) {
    var tests: [String] = []
    for (index, variable) in spec.variables.enumerated()
    where variable.monitor == nil && states.contains(where: { $0[index] != state[index] }) {
      if let words = Self.equations(variable.name, variable.type, state[index]) {
        tests += words
      } else {
        add("    // here \(variable.name) is \(variable.type.text(state[index]))")
      }
    }
    if !tests.isEmpty { add("    given \(tests.joined(separator: " && "))") }
  }

  /// Conditions that fix a value, with one for each timer in it; nil if a timer is in a value without named parts, such
  /// as a list.
  private static func equations(_ name: String, _ type: Type, _ value: Value) -> [String]? {
    guard type.containsTimer else { return ["\(name) == \(type.text(value))"] }
    let parts: [[String]?]
    switch (type, value) {
    case (.timer, .timer(let due)): return ["\(name) == \(due < 0 ? ".off" : "due in \(due)")"]
    case (.table(let key, let content), .table(let values)):
      parts = zip(key.allValues, values).map { equations("\(name)[\(key.text($0))]", content, $1) }
    case (.structure(let owner), .record(let values)):
      parts = zip(owner.fields, values).map { field, value in
        field.name.flatMap { equations("\(name).\($0)", field.type, value) }
      }
    default: return nil
    }
    return parts.contains(nil) ? nil : parts.flatMap { $0 ?? [] }
  }

  /// Expects a condition.
  mutating func expect(_ test: String) { add("    expect \(test)") }

  mutating func end() { add("}") }

  // MARK: Conditions

  /// The condition of a property in the syntax of scenarios; nil if it cannot be expressed.
  func condition(_ property: Property) -> String? {
    property.saysWhatIsWritten ? spec.file.expressionText(property.body.expression) : nil
  }

  /// A condition for some parameter values; nil if such values cannot be enumerated by name.
  func bound(_ condition: String, _ parameters: [Parameter], _ arguments: [Value]) -> String? {
    zip(parameters, arguments).reversed().reduce(condition as String?) { condition, parameter in
      switch parameter.0.type {
      case .symmetric, .enumeration, .range, .bool: break
      default: return nil
      }
      let (name, type) = (parameter.0.name, parameter.0.type)
      return condition.map {
        "every \(name) in \(type) where \(name) == \(type.text(parameter.1)): (\($0))"
      }
    }
  }

  /// The values of the variables in a state, without timers, which scenarios cannot express.
  func values(_ state: [Value]) -> String {
    let tests = tests(state)
    return tests.isEmpty ? "true" : tests.joined(separator: " && ")
  }

  /// The outcome of the last step, in a form that a scenario can test.
  func outcome(of path: Path) -> String {
    var tests = tests(path.end)
    let emitted = Set(path.steps.last?.signals.map(\.signal) ?? [])
    for (index, signal) in spec.signals.enumerated() {
      tests.append("\(emitted.contains(index) ? "" : "!")emitted(\(signal.name))")
    }
    return tests.isEmpty ? "true" : tests.joined(separator: " && ")
  }

  private func tests(_ state: [Value]) -> [String] {
    spec.shown(state).filter { !$0.variable.type.containsTimer }.map {
      "\($0.variable.name) == \($0.variable.type.text($0.value))"
    }
  }
}

extension SourceFile {
  package func mentions(_ name: String) -> Bool {
    bytes.firstRange(of: Array(name.utf8)) != nil
  }

  /// An expression as a line of a scenario; nil for one with `let` lines of its own.
  fileprivate func expressionText(_ expression: Semantics.Expression) -> String? {
    if case .bind = expression.node { return nil }
    return Self.scenarioText(text(expression.range))
  }

  /// A condition as a line of a scenario.
  static func scenarioText(_ text: String) -> String {
    guard !text.contains("//"), !text.contains("/*") else { return "(\n\(text)\n    )" }
    let line = Self.onOneLine(text)
    return line.contains("{") ? "(\(line))" : line
  }
}
