/// Shows which of some properties follow from others of their kind, as far as a truth table proves it.
///
/// Each property is prepared once, and then compared with the others.
package struct PropertyImplications {
  private var properties: [Int: Prepared] = [:]
  private var table = TruthTable()

  private struct Prepared {
    /// Only properties of the same form are compared: those of the same kind, about the same steps.
    var form: Int
    var variables: Set<Int>
    /// The condition; nil if properties of the same form have the same one.
    var claim: Claim?
  }

  /// A condition, with the parts from which implications also follow.
  private final class Claim {
    let tokens: TreeTokens
    let statement: TruthTable.Statement
    let mayLackValue: Bool
    let conjuncts: (left: Claim, right: Claim)?
    let quantified: (binders: TreeTokens, isDistinct: Bool, matrix: Claim)?

    init(
      _ tokens: TreeTokens, _ statement: TruthTable.Statement, mayLackValue: Bool,
      conjuncts: (left: Claim, right: Claim)?,
      quantified: (binders: TreeTokens, isDistinct: Bool, matrix: Claim)?
    ) {
      self.tokens = tokens
      self.statement = statement
      self.mayLackValue = mayLackValue
      self.conjuncts = conjuncts
      self.quantified = quantified
    }
  }

  /// Prepares some properties of a spec, by their indices.
  package init(of indices: [Int], in spec: CheckedSpec) {
    var forms: [TreeTokens: Int] = [:]
    for index in indices {
      let property = spec.properties[index]
      guard let tokens = property.form else { continue }
      let form = forms[tokens] ?? forms.count
      forms[tokens] = form
      let isComparable: Bool =
        switch property.kind {
        case .invariant, .transition: true
        case .reachable, .possible, .eventually: false
        }
      properties[index] = Prepared(
        form: form, variables: property.body.expression.reads.variables,
        claim: isComparable ? claim(property.filteredBody, in: TruthTable.Scope()) : nil)
    }
  }

  /// The first of some properties that implies another one. If both imply each other, only the earlier one does.
  package func premise(of index: Int, among others: [Int]) -> Int? {
    others.first { other in
      other != index && isImplied(index, by: other)
        && !(other > index && isImplied(other, by: index))
    }
  }

  /// Whether a property holds wherever another one holds.
  private func isImplied(_ index: Int, by other: Int) -> Bool {
    guard let property = properties[index], let premise = properties[other],
      property.form == premise.form
    else { return false }
    guard let conclusion = property.claim, let given = premise.claim else { return true }
    // Without a common variable, only a contradiction implies it, or else it is true regardless of the rules.
    if !property.variables.isEmpty, !premise.variables.isEmpty,
      property.variables.isDisjoint(with: premise.variables)
    {
      return false
    }
    return implies(given, conclusion)
  }

  // MARK: Claims

  /// The first slot for names of quantifiers, which have the same slots in all claims.
  private static let firstSlot = 1 << 20

  private mutating func claim(_ expression: Expression, in scope: TruthTable.Scope) -> Claim {
    var conjuncts: (left: Claim, right: Claim)?
    var quantified: (binders: TreeTokens, isDistinct: Bool, matrix: Claim)?
    switch expression.node {
    case .connective(.and, let left, let right):
      conjuncts = (claim(left, in: scope), claim(right, in: scope))
    case .quantifier(let quantifier, let binders, let body) where quantifier != .some:
      var inner = scope
      for slot in binders.slots { inner.names[slot] = Self.firstSlot + inner.names.count }
      inner.add(binders)
      var tokens = TreeTokens()
      // Later levels may read the names of earlier ones.
      for level in binders.levels {
        tokens.add(TreeTokens(of: level.source, names: inner.names))
        tokens.add(level.sharedWith ?? -1)
        tokens.add(level.valueSlot == nil ? 0 : 1)
      }
      quantified = (
        tokens, binders.isDistinct, claim(binders.matrix(body, quantifier), in: inner)
      )
    default: break
    }
    return Claim(
      TreeTokens(of: expression, names: scope.names), table.statement(expression, in: scope),
      mayLackValue: expression.mayLackValue, conjuncts: conjuncts, quantified: quantified)
  }

  private func implies(_ premise: Claim, _ conclusion: Claim) -> Bool {
    // The same tokens may have other bounds, outside of which one has no value.
    if conclusion.mayLackValue { return false }
    if premise.tokens == conclusion.tokens { return true }
    if let (left, right) = conclusion.conjuncts {
      return implies(premise, left) && implies(premise, right)
    }
    if let given = premise.quantified, let asked = conclusion.quantified,
      given.binders == asked.binders, asked.isDistinct || !given.isDistinct
    {
      return implies(given.matrix, asked.matrix)
    }
    if table.implies(premise.statement, conclusion.statement) { return true }
    if let (left, right) = premise.conjuncts {
      return implies(left, conclusion) || implies(right, conclusion)
    }
    return false
  }
}

extension Property {
  /// Its body where its filter holds.
  package var filteredBody: Expression {
    let body = body.expression
    return filter.map { Expression(.connective(.implies, $0, body), .bool, body.range) } ?? body
  }

  /// The parts that it must have in common with each property that implies it; nil if none can imply it.
  fileprivate var form: TreeTokens? {
    var tokens = TreeTokens()
    tokens.add(keyword.rawValue)
    switch kind {
    case .invariant: break
    case .transition(let patterns, _): for pattern in patterns { tokens.add(pattern) }
    case .reachable: tokens.add(TreeTokens(of: body.expression))
    case .possible(let parameters, let premise):
      guard parameters.isEmpty else { return nil }
      for part in [body.expression] + (premise.map { [$0] } ?? []) {
        tokens.add(TreeTokens(of: part))
      }
    case .eventually(let parameters, let premise, let excluded):
      guard parameters.isEmpty else { return nil }
      for event in excluded { tokens.add(event) }
      for part in [body.expression] + (premise.map { [$0] } ?? []) {
        tokens.add(TreeTokens(of: part))
      }
    }
    return tokens
  }
}

extension TreeTokens {
  /// Adds the steps of a transition property, and the names that it binds.
  fileprivate mutating func add(_ pattern: EventPattern) {
    add("after")
    for number in [pattern.event ?? -1, pattern.rule ?? -1] { add(number) }
    for (parameter, argument) in pattern.arguments {
      add(parameter)
      add(argument)
    }
    add("binds")
    for (parameter, slot) in pattern.parameterSlots {
      add(parameter)
      add(slot)
    }
  }
}
