import Basics
import Semantics

/// Constants: params, `let`s, and every bound in a type.
extension Checker {
  /// Evaluates an expression that has to be known before the search.
  ///
  /// - Parameter storing: whether the value is stored in a place of that type, so that its bounds have to fit.
  mutating func constantValue(
    _ syntax: ExpressionSyntax, expecting type: Type?, storing: Bool = false, _ what: String
  ) -> Value? {
    inContext(Context(stateRefusal: .init(why: "\(what) is fixed before the search begins"))) {
      checker in
      let expression = checker.expression(syntax, expecting: type)
      return checker.evaluateConstant(checker.convert(expression, to: type, storing: storing))
    }
  }

  /// Returns the value of a checked constant expression, and reports a fault in it as an error of the spec.
  ///
  /// Returns nil without a report if the expression already has a mistake, or reads state or a step.
  mutating func evaluateConstant(_ expression: Expression) -> Value? {
    let reads = expression.reads
    if expression.type.isError || reads.hasMistake || !reads.variables.isEmpty || reads.old
      || reads.signals
    {
      return nil
    }
    for type in expression.namesRunOver where spec.namesInConstants[type.name] == nil {
      spec.namesInConstants[type.name] = expression.range
    }
    var evaluator = Evaluator(frameSize: max(context.frameSize, 1))
    do {
      return try evaluator.evaluate(expression)
    } catch {
      let code: Diagnostic.Code =
        switch error.cause {
        case .outOfBounds, .full: .outOfBounds
        default: .constant
        }
      report(code, error.message, error.range)
      return nil
    }
  }

  /// Checks all types, params and `let`s, including unused ones.
  mutating func checkTypesAndConstants() {
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .enumeration(let name, _), .structure(let name, _), .typeAlias(let name, _),
        .symmetric(let name, _):
        guard names.globals[name.text]?.name.range == name.range else { continue }
        noteNameCount(resolveName(name), of: declaration)
      case .param(let binding), .constant(let binding):
        let typed = globalConstant(binding.name)
        if case .param = declaration.kind, let typed {
          spec.params.append(
            Param(
              name: binding.name.text, type: typed.type, value: typed.value,
              documentation: declaration.documentation, range: binding.name.range))
        }
      default: break
      }
    }
  }

  /// Records a literal number of names: like a param, it can be set, and is shown if it is set.
  private mutating func noteNameCount(_ type: Type, of declaration: DeclarationSyntax) {
    guard case .symmetric(let name, let count) = declaration.kind, case .integer = count.kind,
      case .symmetric(let symmetric) = type
    else { return }
    spec.nameCounts.append(
      Param(
        name: name.text, type: .range(lower: 0, upper: 1 << 20), value: .int(symmetric.count),
        documentation: declaration.documentation, range: name.range))
    if given.hasValue(of: name.text), let count = spec.nameCounts.last {
      spec.params.append(count)
    }
  }

  /// Records the number of names of a type: its place, and the setting that determines it, if there is one.
  mutating func noteNameNumber(_ name: NameSyntax, _ syntax: ExpressionSyntax) {
    if spec.nameNumbers.contains(where: { $0.type == name.text }) { return }
    let setting: String? =
      switch syntax.kind {
      case .integer: name.text
      case .name(let param) where names.globals[param]?.kind == .param: param
      default: nil
      }
    spec.nameNumbers.append(NameNumber(type: name.text, setting: setting, range: syntax.range))
  }

  /// Returns the type and value of a param or `let`, evaluated at first use.
  mutating func globalConstant(_ name: NameSyntax) -> Definitions.TypedValue? {
    guard let global = names.globals[name.text], global.kind == .param || global.kind == .constant
    else { return nil }
    return definition(
      name, \.constants, isPart: false, ifTooLong: .init(type: .error, value: .none),
      ifCyclic: { checker in
        checker.report(
          .recursion, "the value of '\(name.text)' depends on itself", name.range,
          notes: [.init(range: global.name.range, message: "'\(name.text)' is declared here")])
      },
      {
        Deadline.note("the value of '\(name.text)'")
        return $0.defineConstant(global) ?? .init(type: .error, value: .none)
      })
  }

  /// Evaluates a constant. The value in the text is checked even if a world or a setting overrides it.
  private mutating func defineConstant(_ global: DeclaredNames.Global) -> Definitions.TypedValue? {
    let declaration = syntax.declarations[global.declaration]
    let isParam = global.kind == .param
    let binding: BindingSyntax
    switch declaration.kind {
    case .param(let syntax), .constant(let syntax): binding = syntax
    default: return nil
    }
    let type =
      binding.type.map { source($0.range) } ?? (binding.value.isTruth ? "Bool" : nil)
    let head = "func \(binding.name.text)() -> \(type ?? "T") { "
    let start = declaration.range.start
    let refusal = Context.StateRefusal(
      why: "a constant is fixed before the search begins",
      fix: isParam
        ? "write a value without variables"
        : "declare a func for a value that changes: '\(head)… }'",
      edits: isParam || type == nil
        ? []
        : [
          Edit(SourceRange(start, binding.value.range.start), head),
          Edit(binding.value.range.tail, " }"),
        ])
    return inContext(Context(stateRefusal: refusal)) { checker in
      let declared =
        binding.type.map { checker.resolve($0) }
        ?? binding.replaced.flatMap { value in
          let type = checker.quietly { $0.expression(value, expecting: nil).type }
          switch type {
          case .error, .sequence, .list(_, maximum: nil): return nil
          default: return type
          }
        }
      if declared?.isError == true { return nil }
      let expression =
        declared.map { checker.stored(binding.value, in: $0) }
        ?? checker.expression(binding.value, expecting: nil)
      let type = declared ?? checker.typeOfUntyped(expression, isParam: isParam)
      checker.noteDeclaration(binding.name, type)
      guard let value = checker.evaluateConstant(expression) else { return nil }
      let own = Definitions.TypedValue(type: type, value: value)
      if case .sequence = type { return own }
      let name = binding.name
      guard isParam, checker.given.hasValue(of: name.text) else { return own }
      return checker.overridden(name, type, "the param '\(name.text)' is declared here")
        .map { Definitions.TypedValue(type: type, value: $0) }
    }
  }

  /// Returns the type of a constant that declares none: the type of its value.
  ///
  /// A param with a number may be set to any number, so it is an `Int`.
  private func typeOfUntyped(_ expression: Expression, isParam: Bool) -> Type {
    isParam && expression.type.isInteger ? .integer : expression.type
  }

  /// Returns the value that a setting or the world gives a param or a number of names; nil if there is none, or after a
  /// report.
  ///
  /// - Parameter declared: the note that points at the bounds of the type.
  mutating func overridden(_ name: NameSyntax, _ type: Type, _ declared: String) -> Value? {
    if let setting = given.settings[name.text] { return settingValue(setting, type, name) }
    return given.worldValue(of: name.text).flatMap {
      bounded($0, type, Diagnostic.Note(range: name.range, message: declared))
    }
  }

  /// Returns a value within the type of a param, or reports both places.
  private mutating func bounded(
    _ syntax: ExpressionSyntax, _ type: Type, _ note: Diagnostic.Note
  ) -> Value? {
    let before = sink.diagnostics.count
    guard let value = constantValue(syntax, expecting: type, "the value of a param") else {
      return nil
    }
    guard sink.diagnostics.count == before else { return nil }
    if let cause = type.boundsViolation(of: value) {
      report(.outOfBounds, Fault(cause, syntax.range).message, syntax.range, notes: [note])
      return nil
    }
    return value
  }

  /// Returns the value of a setting, and reports mistakes at the name that it sets.
  ///
  /// The text of the setting is a separate file, and ranges refer to that file during the check.
  private mutating func settingValue(
    _ setting: Setting, _ type: Type, _ name: NameSyntax
  ) -> Value? {
    let saved = file
    file = setting.file
    let value = constantValue(setting.expression, expecting: type, "the value of a param")
    file = saved
    guard let value else { return nil }
    if let cause = type.boundsViolation(of: value) {
      report(
        .outOfBounds,
        "'\(limits.words.settings) \(setting.name)="
          + "\(setting.file.text(SourceRange(0, .max)))' does not fit: "
          + Fault(cause, name.range).message, name.range)
      return nil
    }
    return value
  }
}

extension ExpressionSyntax {
  /// Whether the outermost operator gives a condition.
  fileprivate var isTruth: Bool {
    switch kind {
    case .not, .fits, .quantifier: true
    case .binary(let op, _, _, _): op.precedence <= .comparison
    default: false
    }
  }
}
