import Platform
import Semantics
import SpecLanguage

/// Edits of statements.
extension EditFinder {
  mutating func visit(_ statements: [StatementSyntax]) {
    for statement in statements { visit(statement) }
  }

  private mutating func visit(_ statement: StatementSyntax) {
    if scope.ghosts.contains(statement) { return }
    switch statement.kind {
    case .binding, .choose, .assert, .emit: break
    default: add(.dropStatement, statement.range, "")
    }
    switch statement.kind {
    case .assign(let place, let sign, let value):
      visitKeys(of: place)
      if let sign, let other = Self.opposite(sign) {
        replace(sign.rawValue + "=", between: place.range, value.range, with: other + "=")
      }
      visit(value)
    case .insert(let value, let index, let target):
      visit(value)
      if let index { visit(index) } else { swapVerb(statement, "insert", "into", "remove", "from") }
      visitKeys(of: target)
    case .remove(let value, let target):
      visit(value)
      swapVerb(statement, "remove", "from", "insert", "into")
      visitKeys(of: target)
    case .append(let value, let target):
      visit(value)
      add(.swapWord, statement.range, "insert \(text(value.range)) at 0 into \(text(target.range))")
      visitKeys(of: target)
    case .removeWhere(let binders), .choose(let binders): visit(binders)
    case .branch(let branches, let otherwise): visit(branches, otherwise, statement.range)
    case .match(let subject, let cases):
      visit(subject)
      for each in cases {
        for pattern in each.patterns { visit(pattern) }
        if let filter = each.filter { visitCondition(filter) }
        visit(each.body)
      }
    case .loop(let binders, let body):
      visit(binders)
      visit(body.elements)
    case .binding(let binding): visit(binding.value)
    case .emit(let signals): visit(signals, statement.range)
    case .assert: break
    case .start(let timer, let time):
      visitKeys(of: timer)
      visit(time)
    case .stop(let timer): visitKeys(of: timer)
    case .call(let call): visitCall(call)
    }
  }

  /// In the target of a store, only keys and indices are read.
  private mutating func visitKeys(of place: ExpressionSyntax) {
    switch place.kind {
    case .element(let base, let key):
      visitKeys(of: base)
      visit(key)
    case .member(let base, _), .chain(let base), .forceUnwrap(let base): visitKeys(of: base)
    default: break
    }
  }

  private mutating func visitCall(_ call: ExpressionSyntax) {
    guard case .call(let callee, let arguments) = call.kind else { return }
    if case .member(let base, let name) = callee.kind {
      visitKeys(of: base)
      let others = ["removeFirst": "removeLast", "removeLast": "removeFirst"]
      if let other = others[name.text] { add(.swapWord, name.range, other, shown: call.range) }
    }
    visit(arguments, of: call)
  }

  private static func opposite(_ sign: BinaryOperator) -> String? {
    switch sign {
    case .add: "-"
    case .subtract: "+"
    case .multiply: "+"
    default: nil
    }
  }

  private mutating func swapVerb(
    _ statement: StatementSyntax, _ verb: String, _ word: String, _ newVerb: String,
    _ newWord: String
  ) {
    let old = text(statement.range)
    guard old.hasPrefix(verb + " "), let place = old.ranges(of: " \(word) ").last
    else { return }
    let new =
      newVerb + old[old.index(old.startIndex, offsetBy: verb.count)..<place.lowerBound]
      + " \(newWord) " + old[place.upperBound...]
    add(.swapWord, statement.range, new)
  }

  private mutating func visit(
    _ branches: [ConditionalStatementsSyntax], _ otherwise: BracedSyntax<StatementSyntax>?,
    _ range: SourceRange
  ) {
    for branch in branches {
      for condition in branch.conditions { visit(condition) }
      if branch.conditions.count == 1, case .test(let test) = branch.conditions[0] {
        let head = SourceRange(test.range.start, test.range.end)
        add(.dropCondition, head, "true")
        if branches.count > 1 || otherwise != nil { add(.neverTrue, head, "false") }
      }
      visit(branch.body.elements)
    }
    if let otherwise {
      if !otherwise.elements.isEmpty {
        add(
          .dropStatement, otherwise.braces, "{}",
          shown: SourceRange(otherwise.braces.start, otherwise.braces.end))
      }
      visit(otherwise.elements)
    }
  }

  mutating func visit(_ condition: ConditionSyntax) {
    switch condition {
    case .test(let test): visitCondition(test)
    case .unwrap(_, let value): visit(value)
    case .pattern(let pattern, let value):
      visit(pattern)
      visit(value)
    }
  }

  // MARK: Signals

  private mutating func visit(_ signals: [SignalPatternSyntax], _ range: SourceRange) {
    let words = pieces(signals, range)
    for (index, signal) in signals.enumerated() {
      var others = words
      others.remove(at: index)
      add(.dropEmit, range, others.isEmpty ? "" : "emit " + others.joined(separator: ", "))
      add(.repeatEmit, range, "emit " + (words + [words[index]]).joined(separator: ", "))
      if let other = scope.neighbour(ofSignal: signal.name.text) {
        add(.swapSignal, signal.name.range, other, shown: range)
      }
      for argument in signal.arguments ?? [] { visit(argument.value) }
    }
  }

  /// The text of each signal of an `emit`.
  private func pieces(_ signals: [SignalPatternSyntax], _ range: SourceRange) -> [String] {
    signals.indices.map { index in
      let start = signals[index].name.range.start
      let end =
        index + 1 < signals.count ? signals[index + 1].name.range.start : range.end
      var piece = text(SourceRange(start, end))
      while let last = piece.last, last.isWhitespace || last == "," { piece.removeLast() }
      return piece
    }
  }
}
