import Semantics

/// The possible conclusions about a step that the edited spec does not satisfy.
struct StepConclusions {
  private let templates: PropertyTemplates
  private let step: Step
  private var spec: CheckedSpec { templates.spec }
  private(set) var all: [(name: String, text: String)] = []

  init(_ templates: PropertyTemplates, _ step: Step) {
    self.templates = templates
    self.step = step
    let other =
      templates.edited.steps.first { $0.state != step.state } ?? templates.edited.steps.first
    for (index, variable) in templates.spec.variables.enumerated() where variable.monitor == nil {
      let (before, after) = (templates.state[index], step.state[index])
      if let other, other.state[index] != after {
        add(variable, before, after, other.state[index])
      } else if other == nil, before != after {
        add(variable, before, after, before)
      }
    }
    addSignals(other?.signals ?? [])
  }

  private mutating func add(_ name: String, _ text: String?) {
    if let text { all.append((name, text)) }
  }

  /// - Parameters:
  ///   - after: the value of the variable after the original's step.
  ///   - other: its value after that of the edited spec.
  private mutating func add(_ variable: Variable, _ before: Value, _ after: Value, _ other: Value) {
    let (name, type) = (variable.name, variable.type)
    let title = name.prefix(1).uppercased() + name.dropFirst()
    if before == after { add("Keeps\(title)", "unchanged(\(name))") }
    if type.isInteger, case .int(let old) = before, case .int(let new) = after {
      if new > old { add("Counts\(title)", "\(name) == old(\(name)) + \(new - old)") }
      if new < old { add("Counts\(title)", "\(name) == old(\(name)) - \(old - new)") }
      // At the end of the range, a bound is an equation.
      if case .int(let wrong) = other, !type.ends(at: new) {
        add("Limits\(title)", wrong > new ? "\(name) <= \(new)" : "\(name) >= \(new)")
      }
    }
    addParts(name, title, type, (before, after, other))
    add("Sets\(title)", templates.equation(name, type, after))
    if before != after, before == other { add("Changes\(title)", "!unchanged(\(name))") }
  }

  /// Conclusions about one element, entry or field.
  private mutating func addParts(
    _ name: String, _ title: String, _ type: Type,
    _ values: (before: Value, after: Value, other: Value)
  ) {
    switch (type, values.before, values.after, values.other) {
    case (.set(let element, _), .set(let before), .set(let after), .set(let other)):
      for value in after where !other.contains(value) {
        let text = templates.text(value, element)
        add("Has\(title)", text.map { "\($0) in \(name)" })
        if before.contains(value) {
          add("Keeps\(title)", text.map { "\($0) in old(\(name)) implies \($0) in \(name)" })
        }
      }
      for value in other where !after.contains(value) {
        let text = templates.text(value, element)
        add("Clears\(title)", text.map { "!(\($0) in \(name))" })
      }
      add("Keeps\(title)", "\(name).isSubset(of: old(\(name)))")
      add("Keeps\(title)", "old(\(name)).isSubset(of: \(name))")
    case (.map(let key, let content), _, .map(let keys, let entries), .map(let others, let wrong)):
      for each in Set(keys).union(others).sorted() {
        let right = keys.firstIndex(of: each).map { entries[$0] }
        let false_ = others.firstIndex(of: each).map { wrong[$0] }
        guard right != false_, let text = templates.text(each, key) else { continue }
        addEntry("\(name)[\(text)]", title, .optional(content), right ?? .none)
      }
    case (.table(let key, let content), _, .table(let right), .table(let wrong)):
      for (each, (value, other)) in zip(key.allValues, zip(right, wrong)) where value != other {
        guard let text = templates.text(each, key) else { continue }
        addEntry("\(name)[\(text)]", title, content, value)
      }
    case (.structure(let declared), .record, .record(let right), .record(let wrong)):
      for (field, (value, other)) in zip(declared.fields, zip(right, wrong)) where value != other {
        guard let label = field.name else { continue }
        addEntry("\(name).\(label)", title, field.type, value)
      }
    case (.list, .list(let before), .list(let after), .list) where before.count != after.count:
      let change = after.count - before.count
      add(
        "Counts\(title)",
        "\(name).count == old(\(name).count) \(change > 0 ? "+" : "-") \(abs(change))")
    default: break
    }
  }

  private mutating func addEntry(_ place: String, _ title: String, _ type: Type, _ value: Value) {
    add("Keeps\(title)", "\(place) == old(\(place))")
    add("Sets\(title)", templates.equation(place, type, value))
  }

  // MARK: Signals

  private mutating func addSignals(_ others: [EmittedSignal]) {
    for (index, signal) in spec.signals.enumerated() {
      let mine = step.signals.filter { $0.signal == index }
      let wrong = others.filter { $0.signal == index }
      if mine.sorted() == wrong.sorted() { continue }
      let title = signal.name.prefix(1).uppercased() + signal.name.dropFirst()
      if mine.isEmpty { add("EmitsNo\(title)", "!emitted(\(signal.name))") }
      if wrong.isEmpty { add("Emits\(title)", "emitted(\(signal.name))") }
      if mine.count != wrong.count {
        if mine.count < wrong.count, mine.count > 0 {
          let name = mine.count == 1 ? "Emits\(title)Once" : "Limits\(title)"
          add(name, "emissions(\(signal.name)) <= \(mine.count)")
        }
        add("Counts\(title)", "emissions(\(signal.name)) == \(mine.count)")
      }
      for each in mine where !wrong.contains(each) {
        add("Emits\(title)", text(each, signal).map { "emitted(\($0))" })
      }
      for each in wrong where !mine.contains(each) {
        add("EmitsNo\(title)", text(each, signal).map { "!emitted(\($0))" })
      }
    }
  }

  private func text(_ signal: EmittedSignal, _ declared: SignalDeclaration) -> String? {
    if declared.fields.isEmpty { return declared.name }
    var parts: [String] = []
    for (field, value) in zip(declared.fields, signal.arguments) {
      guard let label = field.name, let text = templates.text(value, field.type) else { return nil }
      parts.append("\(label): \(text)")
    }
    return "\(declared.name)(\(parts.joined(separator: ", ")))"
  }
}

extension Type {
  /// Whether a number is the lowest or highest of its range.
  fileprivate func ends(at number: Int) -> Bool {
    guard case .range(let lower, let upper) = self else { return false }
    return number == lower || number == upper
  }
}
