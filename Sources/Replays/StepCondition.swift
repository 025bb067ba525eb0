import Semantics

/// The condition of a transition property on the last step of a path, in the syntax of scenarios.
///
/// A scenario has no `old`. The values before the step become constants, and a `given` requires that the state before
/// the step has them. So the scenario passes only if the property holds for the step.
struct StepCondition {
  /// The lines before the step: names for values, and `given` conditions.
  private(set) var before: [String] = []
  /// The condition on the state and the signals after the step.
  private(set) var condition = ""

  private let spec: CheckedSpec
  private var evaluator: Evaluator
  /// The names bound by the patterns of `after`.
  private var bound: Set<Int> = []
  private var lets: [String] = []
  private var givens: [String] = []
  /// The existing lines.
  private var known: Set<String> = []
  /// The names of variables and other values before the step, by their text.
  private var names: [String: String] = [:]
  private var edits: [Edit] = []
  /// The parts of each `unchanged`, by its range.
  private var unchanged: [SourceRange: [SourceRange: String]] = [:]

  /// A replacement of a text range.
  private struct Edit: Hashable {
    var range: SourceRange
    var text: String
  }

  /// Creates the condition.
  ///
  /// - Parameter freeName: returns an unused name based on a wanted one.
  /// - Returns: nil if the property does not apply to the step, or if a scenario cannot express it.
  init?(
    of property: Property, on path: Path, in spec: CheckedSpec, freeName: (String) -> String
  ) {
    guard property.saysWhatIsWritten, case .transition(let patterns, let filter) = property.kind,
      let step = path.steps.last
    else { return nil }
    self.spec = spec
    evaluator = Evaluator(
      state: step.state, previous: path.steps.dropLast().last?.state ?? path.start,
      signals: step.signals, frameSize: property.body.frameSize)
    guard (try? evaluator.matches(step, patterns)) == true else { return nil }
    let parts = (filter.map { [$0] } ?? []) + [property.body.expression]
    bound = parts.reduce(into: []) { $0.formUnion($1.reads.locals) }
    var texts: [String] = []
    for part in parts {
      guard let text = text(of: part, freeName) else { return nil }
      texts.append(text)
    }
    before = lets + givens
    condition = texts.count == 1 ? texts[0] : "(\(texts[0])) implies (\(texts[1]))"
  }

  /// The text of an expression without `old` and `unchanged`; nil if it cannot be expressed.
  private mutating func text(
    of expression: Expression, _ freeName: (String) -> String
  ) -> String? {
    if case .bind = expression.node { return nil }
    edits = []
    unchanged = [:]
    guard collect(expression, freeName) else { return nil }
    var whole = expression.range
    for (range, parts) in unchanged {
      guard let text = text(ofUnchanged: range, parts) else { return nil }
      edits.append(Edit(range: range, text: text))
      whole = whole.union(range)
    }
    return edited(whole).map(SourceFile.scenarioText)
  }

  /// The text of a range with all edits applied; nil if two of them overlap.
  private func edited(_ whole: SourceRange) -> String? {
    var text = ""
    var end = whole.start
    for edit in Set(edits).sorted(by: { $0.range.precedes($1.range) }) {
      guard edit.range.start >= end, edit.range.end <= whole.end else { return nil }
      text += spec.file.text(SourceRange(end, edit.range.start)) + edit.text
      end = edit.range.end
    }
    return text + spec.file.text(SourceRange(end, whole.end))
  }

  // MARK: Parts

  /// Collects the edits of an expression; returns false if a scenario cannot express a part.
  private mutating func collect(
    _ expression: Expression, _ freeName: (String) -> String
  ) -> Bool {
    switch expression.node {
    case .comparison(.equal, let left, let right):
      guard case .old(let part) = left.node, part === right else { break }
      return collect(unchanged: part, left, freeName)
    case .old(let inner):
      guard spec.file.text(expression.range).hasPrefix("old") else { return false }
      return inner.reads.locals.isSubset(of: bound)
        ? collect(fixed: expression, inner, freeName) : collect(open: expression, inner, freeName)
    case .local(let slot) where bound.contains(slot): return name(expression, slot)
    case .call(let function, _) where function.reads.old: return false
    default: break
    }
    return expression.node.children.allSatisfy { collect($0, freeName) }
  }

  /// Collects a part of an `unchanged`.
  private mutating func collect(
    unchanged part: Expression, _ old: Expression, _ freeName: (String) -> String
  ) -> Bool {
    guard part.reads.locals.isSubset(of: bound), nameLocals(of: part),
      let range = Self.unchanged(around: part.range, in: spec.file),
      let value = reference(to: old, part, freeName)
    else { return false }
    unchanged[range, default: [:]][part.range] = value
    return true
  }

  /// Collects an `old` with a single value in this step.
  private mutating func collect(
    fixed old: Expression, _ inner: Expression, _ freeName: (String) -> String
  ) -> Bool {
    guard nameLocals(of: inner), let value = reference(to: old, inner, freeName) else {
      return false
    }
    edits.append(Edit(range: old.range, text: value))
    return true
  }

  /// Collects an `old` whose expression depends on names of a quantifier, by the variables in it.
  private mutating func collect(
    open old: Expression, _ inner: Expression, _ freeName: (String) -> String
  ) -> Bool {
    let start = old.range.start
    edits.append(Edit(range: SourceRange(start, start + "old".utf8.count), text: ""))
    return collectVariables(of: inner, freeName)
  }

  private mutating func collectVariables(
    of expression: Expression, _ freeName: (String) -> String
  ) -> Bool {
    switch expression.node {
    case .variable(let index):
      let old = Expression(.old(expression), expression.type, expression.range)
      guard spec.file.text(expression.range) == spec.variables[index].name,
        let value = reference(to: old, expression, freeName)
      else { return false }
      edits.append(Edit(range: expression.range, text: value))
      return true
    case .local(let slot) where bound.contains(slot): return name(expression, slot)
    case .call(let function, _) where !function.reads.variables.isEmpty: return false
    default: return expression.node.children.allSatisfy { collectVariables(of: $0, freeName) }
    }
  }

  /// A word for the value of an `old`; a `given` fixes the value before the step.
  private mutating func reference(
    to old: Expression, _ inner: Expression, _ freeName: (String) -> String
  ) -> String? {
    let text = SourceFile.onOneLine(spec.file.text(inner.range))
    guard !inner.type.containsTimer, !Self.hasComment(spec.file.text(inner.range)),
      let value = try? evaluator.evaluate(old)
    else { return nil }
    if let known = names[text] { return known }
    let literal = inner.type.text(value)
    var word = literal
    switch inner.type {
    case .bool: break
    case .integer, .range: if literal.hasPrefix("-") { word = "(\(literal))" }
    default:
      let head = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      word = freeName((head.first?.isLetter ?? false ? String(head) : "value") + "Before")
      lets.append("    let \(word): \(inner.type) = \(literal)")
    }
    names[text] = word
    let isWord = text.allSatisfy { $0.isLetter || $0.isNumber || "_.[]".contains($0) }
    givens.append("    given \(isWord ? text : "(\(text))") == \(word)")
    return word
  }

  // MARK: Names

  private mutating func nameLocals(of expression: Expression) -> Bool {
    expression.withParts.allSatisfy { part in
      if case .local(let slot) = part.node, bound.contains(slot) { name(part, slot) } else { true }
    }
  }

  /// Declares a name for a value that a pattern of the property binds.
  private mutating func name(_ expression: Expression, _ slot: Int) -> Bool {
    let name = spec.file.text(expression.range)
    guard !expression.type.containsTimer, name.first?.isLetter ?? false,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return false }
    let value = expression.type.text(evaluator.locals[slot])
    let line = "    let \(name): \(expression.type) = \(value)"
    if known.insert(line).inserted { lets.insert(line, at: known.count - 1) }
    return true
  }

  // MARK: Texts

  /// The range of the `unchanged(…)` that contains one of its parts.
  private static func unchanged(around part: SourceRange, in file: SourceFile) -> SourceRange? {
    let word = Array("unchanged".utf8)
    let bytes = file.bytes
    for start in stride(from: part.start - word.count, through: 0, by: -1)
    where bytes[start..<start + word.count].elementsEqual(word) {
      var (place, depth) = (start + word.count, 0)
      while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
      guard place < bytes.count, bytes[place] == UInt8(ascii: "(") else { continue }
      while place < bytes.count {
        if bytes[place] == UInt8(ascii: "(") { depth += 1 }
        if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
        place += 1
        if depth == 0 { break }
      }
      return depth == 0 && place > part.end ? SourceRange(start, place) : nil
    }
    return nil
  }

  /// The text for an `unchanged(…)`: each part equals its old value. Nil if the parentheses contain more than the
  /// parts.
  private func text(ofUnchanged range: SourceRange, _ parts: [SourceRange: String]) -> String? {
    let sorted = parts.sorted { $0.key.precedes($1.key) }
    guard let first = sorted.first, let last = sorted.last else { return nil }
    var gaps = zip(sorted, sorted.dropFirst()).map {
      spec.file.text(SourceRange($0.key.end, $1.key.start))
    }
    guard gaps.allSatisfy({ $0.filter { !$0.isWhitespace } == "," }) else { return nil }
    gaps = [
      spec.file.text(SourceRange(range.start, first.key.start)),
      spec.file.text(SourceRange(last.key.end, range.end)),
    ].map { $0.filter { !$0.isWhitespace } }
    guard gaps == ["unchanged(", ")"] else { return nil }
    let tests = sorted.map { "\(spec.file.text($0.key)) == \($0.value)" }
    return "(" + tests.joined(separator: " && ") + ")"
  }

  private static func hasComment(_ text: String) -> Bool {
    text.contains("//") || text.contains("/*")
  }
}
