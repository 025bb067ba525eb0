import Platform
import Semantics
import SpecLanguage

/// Edits of values and conditions.
extension EditFinder {
  /// A value that decides something: it is also inverted as a whole.
  mutating func visitCondition(_ condition: ExpressionSyntax) {
    switch condition.kind {
    case .not, .boolean: break
    case .binary(let sign, _, _, _) where Self.negations[sign] != nil: break
    default: add(.negate, condition.range, "!(\(text(condition.range)))")
    }
    visit(condition)
  }

  static let negations: [BinaryOperator: BinaryOperator] = [
    .equal: .notEqual, .notEqual: .equal, .less: .greaterOrEqual, .lessOrEqual: .greater,
    .greater: .lessOrEqual, .greaterOrEqual: .less,
  ]
  private static let shifts: [BinaryOperator: BinaryOperator] = [
    .less: .lessOrEqual, .lessOrEqual: .less, .greater: .greaterOrEqual, .greaterOrEqual: .greater,
    .closedRange: .halfOpenRange, .halfOpenRange: .closedRange,
  ]
  private static let arithmetic: [BinaryOperator: BinaryOperator] = [
    .add: .subtract, .subtract: .add, .multiply: .add, .divide: .multiply, .remainder: .divide,
  ]

  mutating func visit(_ value: ExpressionSyntax) {
    switch value.kind {
    case .integer(let number):
      add(.changeConstant, value.range, String(number + 1))
      if number > 0 { add(.changeConstant, value.range, String(number - 1)) }
    case .boolean(let flag): add(.changeConstant, value.range, String(!flag))
    case .name(let name):
      if let other = scope.neighbour(of: name, among: parameters) {
        add(.swapName, value.range, other)
      }
    case .implicitMember(let name, let arguments):
      swapCase(name)
      for argument in arguments ?? [] { visit(argument.value) }
    case .member(let base, let name): visitMember(base, name, value.range)
    case .element(let base, let key):
      visit(base)
      visit(key)
    case .chain(let inner), .forceUnwrap(let inner), .negate(let inner): visit(inner)
    case .call(let callee, let arguments): visit(callee, arguments, value)
    case .not(let inner):
      add(.negate, value.range, text(inner.range))
      visit(inner)
    case .binary(let sign, let place, let left, let right):
      visit(sign, place, left, right, value.range)
    case .fits(let inner, let pattern):
      visit(inner)
      visit(pattern)
    case .conditional(let test, let first, let second):
      add(
        .swapOperands, SourceRange(first.range.start, second.range.end),
        "\(text(second.range)) : \(text(first.range))", shown: value.range)
      visitCondition(test)
      visit(first)
      visit(second)
    case .list(let elements): visit(elements, value.range)
    case .dictionary(let entries):
      for entry in entries { visit(entry.value) }
    case .quantifier(let word, let binders, let body):
      swapQuantifier(word, value.range)
      visit(binders)
      if let body { visitCondition(body) }
    case .aggregate(let word, let binders, let body):
      swapWord(word.rawValue, at: value.range)
      visit(binders)
      if let body { visit(body) }
    case .branch(let blocks, let otherwise):
      for block in blocks {
        for condition in block.conditions { visit(condition) }
        visit(block.body)
      }
      if let otherwise { visit(otherwise) }
    case .match(let subject, let cases):
      visit(subject)
      for each in cases {
        for pattern in each.patterns { visit(pattern) }
        if let filter = each.filter { visitCondition(filter) }
        visit(each.body)
      }
    case .nilLiteral, .symmetricName, .old, .unchanged, .enabled, .emitted, .type, .error: break
    }
  }

  mutating func visit(_ block: BlockSyntax) {
    for binding in block.bindings { visit(binding.value) }
    visitValue(block.value)
  }

  /// The value of a function may be a condition.
  private mutating func visitValue(_ value: ExpressionSyntax) {
    switch value.kind {
    case .binary(.and, _, _, _), .binary(.or, _, _, _), .binary(.implies, _, _, _),
      .binary(.contained, _, _, _), .quantifier, .fits:
      visitCondition(value)
    default: visit(value)
    }
  }

  // MARK: Operators

  private mutating func visit(
    _ sign: BinaryOperator, _ place: SourceRange, _ left: ExpressionSyntax,
    _ right: ExpressionSyntax, _ range: SourceRange
  ) {
    switch sign {
    case .and, .or:
      add(.dropPart, range, text(right.range))
      add(.dropPart, range, text(left.range))
      add(.swapConnective, place, sign == .and ? "||" : "&&", shown: range)
      visitCondition(left)
      visitCondition(right)
      return
    case .implies:
      add(.dropPart, range, text(right.range))
      visitCondition(left)
      visitCondition(right)
      return
    case .coalesce: add(.dropPart, range, text(right.range))
    case .subtract:
      add(.swapOperands, range, "\(text(right.range)) - \(text(left.range))")
    default: break
    }
    if let other = Self.negations[sign] {
      add(
        sign == .equal || sign == .notEqual ? .swapOperator : .negate, place, other.rawValue,
        shown: range)
    }
    if let other = Self.shifts[sign] { add(.shiftBound, place, other.rawValue, shown: range) }
    if let other = Self.arithmetic[sign] { add(.swapOperator, place, other.rawValue, shown: range) }
    visit(left)
    visit(right)
  }

  /// Replaces the sign between two places.
  mutating func replace(
    _ old: String, between left: SourceRange, _ right: SourceRange, with new: String
  ) {
    let gap = SourceRange(left.end, right.start)
    guard let place = text(gap).firstRange(of: old) else { return }
    let start = gap.start + text(gap)[..<place.lowerBound].utf8.count
    add(
      .swapOperator, SourceRange(start, start + old.utf8.count), new, shown: left.union(right))
  }

  // MARK: Words and names

  private mutating func swapCase(_ name: NameSyntax) {
    for others in scope.siblings[name.text] ?? [] {
      if let next = others.first { add(.swapCase, name.range, next, shown: name.range) }
    }
  }

  private static let words = [
    "min": "max", "max": "min", "first": "last", "last": "first", "union": "intersection",
    "intersection": "union", "subtracting": "intersection", "isDue": "isRunning",
    "isRunning": "isDue", "isSubset": "isSuperset", "isSuperset": "isSubset", "keys": "values",
    "values": "keys",
  ]

  private mutating func visitMember(
    _ base: ExpressionSyntax, _ name: NameSyntax, _ range: SourceRange
  ) {
    if case .name(let type) = base.kind, scope.siblings[name.text] != nil,
      type.first?.isUppercase == true
    {
      return swapCase(name)
    }
    if let other = Self.words[name.text] { add(.swapWord, name.range, other, shown: range) }
    visit(base)
  }

  private mutating func swapWord(_ word: String, at range: SourceRange) {
    guard let other = Self.words[word], text(range).hasPrefix(word) else { return }
    add(
      .swapWord, SourceRange(range.start, range.start + word.utf8.count), other, shown: range)
  }

  private mutating func swapQuantifier(_ word: Quantifier, _ range: SourceRange) {
    guard text(range).hasPrefix(word.rawValue) else { return }
    let place = SourceRange(range.start, range.start + word.rawValue.utf8.count)
    let others: [String] =
      switch word {
      case .every: ["some", "no"]
      case .some: ["every", "no"]
      case .no: ["some"]
      }
    for other in others {
      add(other == "no" || word == .no ? .negate : .swapWord, place, other, shown: range)
    }
  }

  private mutating func visit(
    _ callee: ExpressionSyntax, _ arguments: [ArgumentSyntax], _ call: ExpressionSyntax
  ) {
    switch callee.kind {
    case .name(let name): swapWord(name, at: callee.range)
    case .member(let base, let name):
      if let other = Self.words[name.text] { add(.swapWord, name.range, other, shown: call.range) }
      visit(base)
    default: visit(callee)
    }
    visit(arguments, of: call)
  }

  /// Arguments, and swaps of two adjacent ones.
  mutating func visit(_ arguments: [ArgumentSyntax], of call: ExpressionSyntax) {
    for (first, second) in zip(arguments, arguments.dropFirst()) {
      let (left, right) = (first.value.range, second.value.range)
      let between = text(SourceRange(left.end, right.start))
      add(
        .swapOperands, left.union(right), text(right) + between + text(left), shown: call.range)
    }
    for argument in arguments { visit(argument.value) }
  }

  // MARK: Collections and patterns

  private mutating func visit(_ elements: [ExpressionSyntax], _ range: SourceRange) {
    for index in elements.indices {
      var others = elements.map { text($0.range) }
      others.remove(at: index)
      add(.dropElement, range, "[\(others.joined(separator: ", "))]")
      visit(elements[index])
    }
  }

  mutating func visit(_ binders: BindersSyntax) {
    for group in binders.groups {
      for pattern in group.patterns {
        switch pattern {
        case .single(.fitting(let pattern)), .pair(_, .fitting(let pattern)): visit(pattern)
        case .single(.name), .pair(_, .name): break
        }
      }
      visit(group.source)
    }
    if let filter = binders.filter {
      add(.dropCondition, filter.range, "true")
      visitCondition(filter)
    }
  }

  mutating func visit(_ pattern: PatternSyntax) {
    switch pattern.kind {
    case .enumCase(_, let name, let fields):
      swapCase(name)
      visit(fields ?? [])
    case .structure(_, let fields): visit(fields)
    case .some(let inner): visit(inner)
    case .expression(let value): visit(value)
    case .wildcard, .binding, .nilLiteral: break
    }
  }

  /// The value of a field's pattern may be anything, unless it only binds a name.
  private mutating func visit(_ fields: [PatternSyntax.Field]) {
    for field in fields {
      switch field.pattern.kind {
      case .wildcard, .binding: break
      default: add(.dropElement, field.pattern.range, "_")
      }
      visit(field.pattern)
    }
  }
}
