import Semantics

/// Explains why an expression is false or true: the responsible parts, elements and values.
package struct Explainer {
  /// The maximum number of lines.
  private static let maximumLines = 24
  /// The maximum number of elements that are shown as the cause.
  private static let maximumElements = 3

  let file: SourceFile
  let spec: CheckedSpec
  var evaluator = Evaluator()
  private var lines: [Reason] = []
  /// The values that the lines show.
  private(set) var evidence: [Evidence] = []

  package init(file: SourceFile, spec: CheckedSpec) {
    self.file = file
    self.spec = spec
  }

  /// Explains why a property of states is false in a state.
  package mutating func explain(
    _ property: Property, in state: [Value]
  ) -> [Reason] {
    evaluator = Evaluator(state: state, frameSize: property.body.frameSize)
    explain(property.body.expression, holds: false, depth: 0)
    return lines
  }

  /// Explains why a transition property is false for the last step.
  package mutating func explain(
    _ property: Property, _ patterns: [EventPattern], lastStepOf path: Path
  ) -> [Reason] {
    guard let step = path.steps.last else { return [] }
    let before = path.steps.dropLast().last?.state ?? path.start
    evaluator = Evaluator(
      state: step.state, previous: before, signals: step.signals,
      frameSize: property.body.frameSize)
    _ = try? evaluator.matches(step, patterns)
    explain(property.body.expression, holds: false, depth: 0)
    return lines
  }

  /// Explains why a condition is false or true, in a state after some signals.
  mutating func explain(
    _ condition: Expression, holds: Bool, state: [Value], signals: [EmittedSignal] = [],
    locals: [Value] = [], frameSize: Int = 0
  ) -> [Reason] {
    evaluator = Evaluator(
      state: state, previous: state, signals: signals, locals: locals, frameSize: frameSize)
    explain(condition, holds: holds, depth: 0)
    return lines
  }

  /// Describes a fault, and the values of the variables and parameters that it mentions.
  package func explain(
    _ fault: Fault, at instance: EventInstance?, in state: [Value]
  ) -> [Reason] {
    let text = Self.condensed(file.text(fault.range))
    var reasons = [Reason(depth: 0, text: text)]
    let words = Set(
      file.text(fault.range).split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    if let instance {
      for (parameter, value) in zip(spec.events[instance.event].parameters, instance.arguments)
      where words.contains(parameter.name) {
        reasons.append(
          .init(depth: 1, text: "\(parameter.name) is \(parameter.type.text(value))"))
      }
    }
    for (variable, value) in spec.shown(state) where words.contains(variable.name) {
      reasons.append(.init(depth: 1, text: "\(variable.name) is \(variable.type.text(value))"))
    }
    return reasons
  }

  /// Lists the rules of an event that apply, and the reasons why the others do not.
  package mutating func explainRules(
    of event: Event, _ instance: EventInstance, in state: [Value], applying: [Int]
  ) -> [Reason] {
    evaluator = Evaluator(
      state: state, previous: state, locals: instance.arguments, frameSize: event.frameSize)
    if case .rules(let bindings, _) = event.body { evaluator.bindKnown(bindings) }
    for (index, rule) in event.rules.enumerated() where !rule.isOtherwise {
      let applies = applying.contains(index)
      guard applies || applying.isEmpty else { continue }
      add(0, applies ? "rule \(rule.name) applies:" : "rule \(rule.name) does not apply:")
      if rule.conditions.isEmpty { add(1, "it has no condition") }
      explain(rule.conditions, holds: applies)
    }
    return lines
  }

  /// Explains why a rule of an event that is possible does not apply.
  package mutating func explainRule(
    _ rule: Int, of instance: EventInstance, in state: [Value]
  ) -> [Reason] {
    let event = spec.events[instance.event]
    evaluator = Evaluator(
      state: state, previous: state, locals: instance.arguments, frameSize: event.frameSize)
    if case .rules(let bindings, _) = event.body { evaluator.bindKnown(bindings) }
    explain(event.rules[rule].conditions, holds: false, depth: 0)
    return lines
  }

  private mutating func explain(_ conditions: [RuleCondition], holds: Bool, depth: Int = 1) {
    for condition in conditions {
      switch condition {
      case .bind(let bindings): evaluator.bindKnown(bindings)
      case .test(let test):
        let value = (try? evaluator.holds(test)) ?? false
        if holds || !value { explain(test, holds: value, depth: depth) }
        if !value { return }
      }
    }
  }

  mutating func add(_ depth: Int, _ text: String) {
    if lines.count == Self.maximumLines { lines.append(.init(depth: 0, text: "…")) }
    guard lines.count < Self.maximumLines else { return }
    let line = Reason(depth: depth, text: text)
    // An explanation of the same whole is not repeated.
    let siblings = lines.reversed().prefix { $0.depth >= depth }
    if !siblings.contains(line) { lines.append(line) }
  }

  /// Records a value that the next line shows.
  mutating func record(_ source: Evidence.Source) {
    guard lines.count < Self.maximumLines else { return }
    evidence.append(Evidence(source: source, locals: evaluator.locals))
  }

  // MARK: Conditions

  mutating func explain(_ expression: Expression, holds: Bool, depth: Int) {
    switch expression.node {
    case .connective(.and, let left, let right), .connective(.or, let left, let right):
      explainParts(left, right, holds: holds, depth: depth)
    case .connective(.implies, let left, let right):
      if holds { return explainValue(expression, depth) }
      explain(left, holds: true, depth: depth)
      explain(right, holds: false, depth: depth)
    case .not(let inner): explain(inner, holds: !holds, depth: depth)
    case .bounded(let inner, _): explain(inner, holds: holds, depth: depth)
    case .quantifier(let quantifier, let binders, let body):
      explainQuantifier(quantifier, binders, body, expression, holds: holds, depth)
    case .comparison(let comparison, let left, let right):
      explainComparison(comparison, left, right, expression, depth)
    case .call(let function, let arguments):
      explainCall(function, arguments, expression, holds: holds, depth)
    case .bind(let bindings, let body):
      evaluator.bindKnown(bindings)
      explain(body, holds: holds, depth: depth)
    case .branch(let branches):
      if let (_, subject) = branches.subject {
        explainCases(of: subject, branches, expression, holds: holds, depth)
      } else {
        explain(branches, holds: holds, depth)
      }
    case .emitted(let pattern, counted: false):
      record(.value(expression))
      add(depth, "\(text(pattern)) was \(holds ? "" : "not ")emitted")
    default: explainValue(expression, depth)
    }
  }

  /// Explains the responsible sides of `&&` or `||`. A side that was not evaluated may have no value, so it is left
  /// out.
  private mutating func explainParts(
    _ left: Expression, _ right: Expression, holds: Bool, depth: Int
  ) {
    for part in [left, right] {
      guard let partHolds = try? evaluator.holds(part), partHolds == holds else { continue }
      explain(part, holds: holds, depth: depth)
    }
  }

  private mutating func explainQuantifier(
    _ quantifier: Quantifier, _ binders: Binders, _ body: Expression, _ expression: Expression,
    holds: Bool, _ depth: Int
  ) {
    let elements = elements(binders, body)
    let text = Self.condensed(file.text(expression.range))
    // The responsible elements: those with a false body for `every`, and with a true body otherwise.
    let wanted = quantifier != .every
    guard holds == (quantifier == .some) else {
      record(.value(expression))
      let who = quantifier == .every ? "all \(elements.count) do" : "none of \(elements.count) does"
      add(depth, "\(text): \(elements.isEmpty ? "there is no element" : who)")
      if quantifier == .some {
        explain(elements, of: binders, body, holds: false, depth + 1)
      }
      return
    }
    let deciding = elements.filter { $0.holds == wanted }
    let shown = binders.isDistinct ? Self.withoutMirrors(deciding) : deciding
    explain(shown, of: binders, body, holds: wanted, depth)
    let rest = shown.count - Self.maximumElements
    if rest > 0 { add(depth, "and \(rest) more") }
  }

  /// An element of a quantifier's collection, or several elements for several names.
  private struct Element {
    /// The names, each with its index and value.
    var names: [String]
    var locals: [Value]
    /// Whether the body of the quantifier holds for it.
    var holds: Bool
  }

  private mutating func elements(_ binders: Binders, _ body: Expression) -> [Element] {
    var elements: [Element] = []
    let labels = occurrenceLabels(binders)
    let wording = self
    try? evaluator.forEachOccurrence(binders) { (evaluator, positions) throws(Fault) in
      let names = binders.levels.indices.map { index in
        wording.text(binders.levels[index], labels[index]?[positions[index]], evaluator.locals)
      }
      let locals = evaluator.locals
      elements.append(Element(names: names, locals: locals, holds: try evaluator.holds(body)))
    }
    return elements
  }

  /// Explains for the first of some elements why the body holds or does not hold.
  private mutating func explain(
    _ elements: [Element], of binders: Binders, _ body: Expression, holds: Bool, _ depth: Int
  ) {
    let saved = evaluator.locals
    for element in elements.prefix(Self.maximumElements) {
      evaluator.locals = element.locals
      for (level, name) in zip(binders.levels, element.names) {
        record(.element(level))
        add(depth, name)
      }
      explain(body, holds: holds, depth: depth + 1)
    }
    evaluator.locals = saved
  }

  /// Removes one of the pairs (a, b) and (b, a).
  private static func withoutMirrors(_ elements: [Element]) -> [Element] {
    var seen: Set<[String]> = []
    return elements.filter { element in
      seen.insert(element.names.map { String($0.drop { $0 != "=" }) }.sorted()).inserted
    }
  }

  /// The labels of elements in the values of a map or table, or in a list: the key or index of each.
  private mutating func occurrenceLabels(_ binders: Binders) -> [[String]?] {
    binders.levels.map { level in
      switch level.source.node {
      case .member(.values, let base, _):
        let name = Self.condensed(file.text(base.range))
        guard let keys = try? evaluator.occurrences(of: base).keys else { return nil }
        switch base.type {
        case .map(let key, _), .table(let key, _): return keys.map { "\(name)[\(key.text($0))]" }
        default: return nil
        }
      case .variable, .field:
        guard case .list = level.source.type,
          let count = try? evaluator.occurrences(of: level.source).values.count
        else { return nil }
        let name = Self.condensed(file.text(level.source.range))
        return (0..<count).map { "\(name)[\($0)]" }
      default: return nil
      }
    }
  }

  /// Whether the text is a name or a pair of names, and not a pattern.
  static func isName(_ text: String) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isNumber || "_(), ".contains($0) }
      && (text.hasPrefix("(") || !text.contains("("))
  }

  private func text(
    _ level: Binders.Level, _ label: String?, _ locals: [Value]
  ) -> String {
    let value = locals[level.slot]
    // The source of an identity contains the cards before the step without an 'old' in the text.
    var time = ""
    if case .old(let now) = level.source.node, now.range == level.source.range {
      time = "before the step, "
    }
    /// An element with its name, or with the pattern that it matches.
    func told(_ element: String) -> String {
      time
        + (Self.isName(level.name)
          ? "\(level.name) = \(element)" : "\(element) fits \(level.name)")
    }
    switch level.source.type {
    case .map(let key, let content), .table(let key, let content):
      guard let valueSlot = level.valueSlot else { return told(content.text(value)) }
      let place = Self.condensed(file.text(level.source.range)) + "[\(key.text(value))]"
      return told("\(place) = \(content.text(locals[valueSlot]))")
    case .set(let element, _), .bag(let element, _), .list(let element, _),
      .sequence(let element, _):
      return told("\(label.map { "\($0) = " } ?? "")\(element.text(value))")
    default: return level.name
    }
  }

  private mutating func explainComparison(
    _ comparison: Comparison, _ left: Expression, _ right: Expression,
    _ expression: Expression, _ depth: Int
  ) {
    if case .old(let before) = left.node, before === right || before.range == right.range {
      record(.value(right))
      let (old, new) = (text(left), text(right))
      let name = name(of: right)
      return add(depth, old == new ? "\(name) stays \(new)" : "\(name): \(old) → \(new)")
    }
    for side in [left, right] where !side.isConstant { record(.value(side)) }
    // An identity compares the values of one text for two cards.
    if left.range == right.range, !left.isConstant, !right.isConstant {
      let (first, second, name) = (text(left), text(right), name(of: right))
      return add(
        depth,
        first == second
          ? "\(name) is \(first) for both"
          : "\(name) is \(first) for one, and \(second) for the other")
    }
    if comparison == .equal, explainDifference(left, right, expression, depth) { return }
    var parts = expression.range == right.range ? [] : [Self.condensed(file.text(expression.range))]
    let values = [left, right].compactMap { side in
      let (name, value) = (Self.condensed(file.text(side.range)), self.text(side))
      // A literal is its own value.
      return side.isConstant && name.hasSuffix(value) ? nil : "\(name) is \(value)"
    }
    if !values.isEmpty { parts.append(values.joined(separator: ", ")) }
    add(depth, parts.joined(separator: ": "))
  }

  /// The text of a value. A part of a value whose whole appears in the text, such as the result of 'except', is named
  /// by field, key or element.
  private mutating func name(of part: Expression) -> String {
    let text = Self.condensed(file.text(part.range))
    switch part.node {
    case .field(let whole, let index) where whole.range == part.range:
      guard case .structure(let owner) = whole.type else { return text }
      return text + (owner.fields[index].name.map { ".\($0)" } ?? "")
    case .element(let whole, let key) where whole.range == part.range:
      return "\(text)[\(self.text(key))]"
    case .isContained(let element, let whole) where whole.range == part.range:
      return "\(self.text(element)) in \(text)"
    default: return text
    }
  }

  /// Explains which parts of two structured values differ; false if that is no shorter.
  private mutating func explainDifference(
    _ left: Expression, _ right: Expression, _ expression: Expression, _ depth: Int
  ) -> Bool {
    guard left.type.unwrapped == right.type.unwrapped, let old = try? evaluator.evaluate(left),
      let new = try? evaluator.evaluate(right), old != .none, new != .none
    else { return false }
    switch left.type.unwrapped {
    case .structure, .map, .table: break
    default: return false
    }
    var changes: [Trace.Change] = []
    let name = Self.condensed(file.text(left.range))
    left.type.unwrapped.changes(from: old, to: new, at: name, into: &changes)
    guard !changes.isEmpty else { return false }
    add(depth, "\(Self.condensed(file.text(expression.range))): they differ")
    for change in changes.prefix(Self.maximumElements) {
      let values =
        switch change.element {
        case nil: "\(change.old), not \(change.new)"
        case .added: "missing, not \(change.new)"
        case .removed: "\(change.old), not missing"
        }
      add(depth + 1, "\(change.place) is \(values)")
    }
    return true
  }

  private mutating func explainCall(
    _ function: FunctionDefinition, _ arguments: [Expression], _ expression: Expression,
    holds: Bool, _ depth: Int
  ) {
    guard depth < 4 else { return explainValue(expression, depth) }
    // The lines of its body show the values.
    addValue(expression, depth)
    var frame = Array(repeating: Value.none, count: function.frameSize)
    for (slot, argument) in arguments.enumerated() {
      guard let value = try? evaluator.evaluate(argument) else { return }
      frame[slot] = value
    }
    let saved = evaluator.locals
    evaluator.locals = frame
    explain(function.body, holds: holds, depth: depth + 1)
    evaluator.locals = saved
  }

  mutating func explainValue(_ expression: Expression, _ depth: Int) {
    // An element that matches a pattern was already shown.
    if case .local = expression.node, !Self.isName(file.text(expression.range)) { return }
    record(.value(expression))
    addValue(expression, depth)
  }

  private mutating func addValue(_ expression: Expression, _ depth: Int) {
    add(depth, "\(Self.condensed(file.text(expression.range))) is \(text(expression))")
  }

  /// A signal pattern with its required values.
  private mutating func text(_ pattern: Emission) -> String {
    let signal = spec.signals[pattern.signal]
    if pattern.arguments.isEmpty { return signal.name }
    let values = pattern.arguments.map { field, value in
      "\(signal.fields[field].name ?? "_"): \(text(value))"
    }
    return "\(signal.name)(\(values.joined(separator: ", ")))"
  }

  /// The value of an expression, or the reason why it has none.
  mutating func text(_ expression: Expression) -> String {
    do {
      return expression.type.text(try evaluator.evaluate(expression))
    } catch {
      return "without value: \(error.message)"
    }
  }

  /// Source text on one line, truncated if it is long.
  package static func condensed(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= 100 ? words : words.prefix(97) + "…"
  }
}
