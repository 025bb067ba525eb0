import Semantics

/// The resolution of names, and a record of their declarations.
///
/// `local`, `global`, `event` and `signal` record the declaration of the name that they resolve. For cases, fields,
/// labels, rules, properties and worlds, callers of the resolution use `note`.
extension Checker {
  /// Records the declaration of a name.
  mutating func note(_ name: NameSyntax, declaredAt declaration: SourceRange?) {
    guard references != nil, let declaration else { return }
    // The text of a setting is a separate file, and the events of `any except` have no place in the text.
    guard file === syntax.file, name.range.start < name.range.end else { return }
    var range = name.range
    if range.end - range.start > name.text.utf8.count {
      // The range of a name in parentheses includes them.
      let tokens = syntax.tokens.tokens[syntax.tokens.places(in: range)]
      range = tokens.first { $0.kind == .identifier }?.range ?? range
    }
    if earlierReferences.has(range, declaredAt: declaration) { return }
    references?.note(range, declaredAt: declaration)
  }

  /// Records a name at its own declaration.
  ///
  /// - Parameter type: the type of its values.
  mutating func noteDeclaration(_ name: NameSyntax, _ type: Type? = nil) {
    note(name, declaredAt: name.range)
    if let type, !type.isError, !earlierReferences.hasType(of: name.range) {
      references?.note(name.range, type)
    }
  }

  /// Returns the local name in scope, if there is one. A parameter that several events share is declared at each of
  /// them.
  mutating func local(_ name: NameSyntax) -> Context.Local? {
    guard let local = context.lookUp(name.text) else { return nil }
    note(name, declaredAt: local.range)
    for other in local.others { note(name, declaredAt: other) }
    requireOneMeaning(name, local)
    return local
  }

  /// Reports a name with two meanings in a rule that is added to an event of a library: one in the file of the rule,
  /// one in the event.
  private mutating func requireOneMeaning(_ name: NameSyntax, _ local: Context.Local) {
    guard file === syntax.file, let global = names.globals[name.text], global.kind != .function,
      file.isUsed(local.range, butNot: global.name.range),
      file.isUsed(local.range, butNot: name.range)
    else { return }
    report(
      .shadowing,
      "'\(name.text)' is a \(global.kind.noun) here, and a \(local.what) of the library's event",
      name.range, fix: "give the \(global.kind.noun) another name",
      notes: [
        .init(range: global.name.range, message: "the \(global.kind.noun) is declared here"),
        .init(range: local.range, message: "the \(local.what) is declared here"),
      ])
  }

  /// Returns the top-level declaration of a name, anywhere in the text.
  mutating func global(_ name: NameSyntax) -> DeclaredNames.Global? {
    let global = names.globals[name.text]
    note(name, declaredAt: global?.name.range)
    return global
  }

  /// Returns the index of an event. `tick` has no declaration.
  mutating func event(_ name: NameSyntax) -> Int? {
    let index = names.events[name.text]
    if let index, names.eventSyntax.indices.contains(index) {
      note(name, declaredAt: names.eventSyntax[index].syntax.name.range)
    }
    return index
  }

  /// Returns the index of a signal in the spec.
  mutating func signal(_ name: NameSyntax) -> Int? {
    let index = names.signals[name.text]
    note(name, declaredAt: index.map { spec.signals[$0].range })
    return index
  }

  // MARK: Values by name

  /// Checks a name as a value. Local names take precedence over those of the spec. A type stands for the collection of
  /// its values, a constant for its value.
  mutating func nameExpression(_ name: NameSyntax, _ expected: Type?) -> Expression {
    if let local = local(name) {
      return Expression(.local(local.slot), local.type, name.range)
    }
    if name.text == "Bool" { return domain(.bool, name.range) }
    guard let global = global(name) else {
      let known = context.names + names.globals.keys + ["true", "false", "nil"]
      propose("name", name.range, known)
      if !reportMisused(name, .value, name.range) {
        reportUnknown(.unknownName, "name", name, among: known.filter { !$0.isEmpty }) {
          $0.valueHelp(name, among: known)
        }
      }
      return mistake(name.range)
    }
    switch global.kind {
    case .param, .constant:
      guard let typed = globalConstant(name), !typed.type.isError else {
        return mistake(name.range)
      }
      if global.kind == .param, spec.constantUses[name.text] == nil {
        spec.constantUses[name.text] = name.range
      }
      return constant(typed.value, typed.type, name.range)
    case .variable: return variableExpression(name)
    case .type: return domain(resolveName(name), name.range)
    case .function:
      guard case .function(let function) = syntax.declarations[global.declaration].kind else {
        break
      }
      let labels = function.parameters.map { "\($0.name.text): …" }.joined(separator: ", ")
      report(
        .missingParentheses, "'\(name.text)' is a func and needs parentheses", name.range,
        fix: "write '\(name.text)(\(labels))'",
        edits: labels.isEmpty ? [Edit(name.range.tail, "()")] : [])
    }
    return mistake(name.range)
  }

  /// Checks a variable. It is an error if state has no value yet: in constants, and in initial values of earlier
  /// variables.
  private mutating func variableExpression(_ name: NameSyntax) -> Expression {
    if let refusal = context.stateRefusal {
      if refusal.isReported { return mistake(name.range) }
      context.stateRefusal?.isReported = true
      return refuse(
        .noStateHere, "the variable '\(name.text)' cannot be read here", name.range,
        why: refusal.why, fix: refusal.fix, edits: refusal.edits)
    }
    declareVariables()
    guard let index = variables.indices[name.text] else { return mistake(name.range) }
    if index >= context.variableLimit ?? .max {
      return refuse(
        .declaredLater, "'\(name.text)' is read before its declaration",
        name.range, fix: "move the declaration of '\(name.text)' above this one")
    }
    if variables.untyped.contains(index) {
      return refuse(
        .missingContext, "the type of '\(name.text)' is unknown here",
        name.range, fix: "write the type: 'var \(name.text): T = …'")
    }
    let variable = spec.variables[index]
    if variable.type.isError { return mistake(name.range) }
    return Expression(.variable(index), variable.type, name.range)
  }
}
