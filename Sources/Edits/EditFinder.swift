import Platform
import Semantics
import SpecLanguage

/// All edits that the operators make of a spec: `EditFinder.edits(of: syntax)`.
///
/// The input is the syntax of a spec; the output is distinct edits of its own text, in the order of the text.
/// Behaviour is edited: events, rules, procedures and functions that they use, initial values, constants, fairness.
/// Properties, scenarios, worlds, params, types and libraries are unchanged, and so are ghosts with the statements
/// that change nothing else. The checker decides whether an edit is valid.
package struct EditFinder {
  let file: SourceFile
  let scope: EditScope
  let conditions: GuardConditions
  /// The names of the current event's or function's arguments.
  var parameters: [(name: String, type: String)] = []
  var owner = ""
  private(set) var edits: [SpecEdit] = []
  private var seen: Set<String> = []

  private init(_ syntax: SpecSyntax) {
    file = syntax.file
    scope = EditScope(syntax)
    conditions = GuardConditions(syntax)
  }

  /// The edits of the spec's own text.
  package static func edits(of syntax: SpecSyntax) -> [SpecEdit] {
    var finder = EditFinder(syntax)
    for declaration in syntax.declarations where finder.isOwn(declaration.range) {
      finder.visit(declaration)
    }
    return finder.edits.enumerated().sorted { left, right in
      (left.element.range.start, left.offset) < (right.element.range.start, right.offset)
    }.map(\.element)
  }

  func isOwn(_ range: SourceRange) -> Bool { file.usedPath(at: range) == nil }

  func text(_ range: SourceRange) -> String { file.text(range) }

  /// Records an edit, unless another operator gives the same text.
  mutating func add(
    _ kind: MutationOperator, _ range: SourceRange, _ replacement: String,
    shown: SourceRange? = nil
  ) {
    guard replacement != text(range), isOwn(range),
      seen.insert("\(range.start) \(range.end) \(replacement)").inserted
    else { return }
    edits.append(
      SpecEdit(
        kind: kind, range: range, replacement: replacement,
        shown: shown.map { SpecEdit.Shown(range: $0) }, owner: owner))
  }

  // MARK: Declarations

  private mutating func visit(_ declaration: DeclarationSyntax) {
    parameters = []
    switch declaration.kind {
    case .variable(let variable) where !variable.isGhost:
      owner = variable.name.text
      visit(variable.initial)
    case .constant(let binding) where scope.usedNames.contains(binding.name.text):
      owner = binding.name.text
      visit(binding.value)
    case .function(let function) where scope.usedNames.contains(function.name.text):
      visit(function)
    case .event(let event): visit(event, declaration.range)
    case .rule(let event, let rule):
      owner = event.text
      visit(rule, in: event.text)
    case .promise(_, let pattern):
      owner = pattern.event.text
      add(.weakenFair, declaration.range, "")
    case .use(let use):
      for replacement in use.changes.replacements { visit(replacement) }
    default: break
    }
  }

  /// A spec's replacements of a used library's parts are its own.
  private mutating func visit(_ replacement: ReplacementSyntax) {
    parameters = []
    owner = replacement.name.text
    switch replacement.kind {
    case .constant(let binding): visit(binding.value)
    case .function(let function): visit(function)
    case .variable(let variable) where !scope.ghosts.names.contains(variable.name.text):
      visit(variable.initial)
    case .event(let event): visit(event, replacement.range)
    case .eventGuard(_, let declared, let condition):
      note(declared)
      visitGuard(condition, declared, head: replacement.range)
    case .rule(let event, let rule): visit(rule, in: event.text)
    case .variable, .without, .withoutProperty: break
    }
  }

  private mutating func visit(_ initial: VariableSyntax.InitialSyntax?) {
    switch initial {
    case .value(let value): visit(value)
    case .anyWhere(let binders): visit(binders)
    case .any, nil: break
    }
  }

  private mutating func visit(_ function: FunctionSyntax) {
    owner = function.name.text
    note(function.parameters)
    switch function.body {
    case .function(_, let block): visit(block)
    case .procedure(let body): visit(body.elements)
    }
  }

  private mutating func note(_ declared: [ParameterSyntax]) {
    parameters = declared.map { ($0.name.text, text($0.type.range)) }
  }

  private mutating func visit(_ event: EventSyntax, _ range: SourceRange) {
    owner = event.name.text
    note(event.parameters)
    weaken(event.fairness, from: range.start, before: event.name.range.start, "on")
    visitGuard(of: event)
    switch event.body {
    case .statements(let body): visit(body.elements)
    case .rules(let bindings, let items):
      for binding in bindings { visit(binding.value) }
      visit(items.elements, in: event.name.text)
    }
  }

  /// Weakens the fairness; its keywords are somewhere before `end`.
  private mutating func weaken(
    _ fairness: FairnessSyntax, from start: Int, before end: Int, _ word: String
  ) {
    guard fairness != .none else { return }
    let words = fairness == .strong ? ["strongly", "fair"] : ["fair"]
    let head = text(SourceRange(start, end))
    // Documentation may precede it.
    guard let place = head.ranges(of: words[0]).last else { return }
    let offset = head[..<place.lowerBound].utf8.count
    let first = SourceRange(start + offset, start + offset + words[0].utf8.count)
    add(.weakenFair, first, "", shown: SourceRange(first.start, end))
    guard fairness == .strong, let fair = head.ranges(of: "fair").last else {
      return
    }
    let both = SourceRange(first.start, start + head[..<fair.upperBound].utf8.count)
    add(.weakenFair, both, "", shown: SourceRange(first.start, end))
  }

  private mutating func visit(_ items: [RuleItemSyntax], in event: String) {
    for item in items {
      switch item {
      case .rule(let rule): visit(rule, in: event)
      case .group(let condition, let bindings, let inner):
        owner = event
        add(.dropCondition, condition.range, "true")
        visitCondition(condition)
        for binding in bindings { visit(binding.value) }
        visit(inner.elements, in: event)
      }
    }
  }

  private mutating func visit(_ rule: RuleSyntax, in event: String) {
    owner = "\(event).\(rule.name.text)"
    weaken(
      rule.fairness, from: max(0, rule.keyword.start - 24), before: rule.keyword.start, "rule")
    if let condition = rule.condition {
      add(.dropRule, condition.range, "false")
      add(.dropCondition, condition.range, "true")
      visitCondition(condition)
    } else if rule.isOtherwise {
      add(
        .dropRule, SourceRange(rule.keyword.start, rule.body.braces.end), "",
        shown: SourceRange(rule.keyword.start, rule.name.range.end))
    }
    visit(rule.body.elements)
  }
}
