import Semantics

/// A text about a moment of a run that a person types: an expression, or a pattern of events.
///
/// `Question("tray.count", .expression, about: spec, seesStep: false)` checks the text with all names of the spec. The
/// text may also name a value of a symmetric type, such as `ID#1`. It becomes the last part of the file, so that its
/// places have their own lines and columns.
package struct Question: Sendable {
  /// The expected kind of text.
  package enum Form: Sendable { case expression, condition, event }

  /// The meaning of the text.
  package enum Subject: Sendable {
    case expression(RootExpression)
    case events([EventPattern], frameSize: Int)
  }

  /// The spec, checked again, with the text as the last part of its file. The types in the subject are types of this
  /// spec.
  package let spec: CheckedSpec
  package let subject: Subject

  /// Checks a text.
  ///
  /// - Parameters:
  ///   - spec: the spec in its world, without errors.
  ///   - seesStep: whether the text is about a step, so that it may use `old` and `emitted`.
  /// - Throws: the errors in the text.
  package init(
    _ text: String, _ form: Form, about spec: CheckedSpec, seesStep: Bool
  ) throws(ResolvedWorld.Problem) {
    let file = spec.file.adding(text, path: "<typed>")
    let part = file.parts[file.parts.count - 1]
    var checker = Checker(again: spec)
    checker.file = file
    checker.sink = DiagnosticSink()
    let context = Context(
      allowsOld: seesStep, allowsEmitted: seesStep, allowsEnabled: true, allowsSymmetricNames: true)
    var hasMistake = false
    if form == .event {
      let pattern = try Self.parsed(Parser.parseEventPattern(file, part))
      subject = checker.inContext(context) { checker in
        guard case .transition(let patterns, _) = checker.steps([pattern], where: nil) else {
          return .events([], frameSize: 0)
        }
        return .events(patterns, frameSize: checker.context.frameSize)
      }
    } else {
      let syntax = try Self.parsed(Parser.parseExpression(file, part))
      let root = checker.inContext(context) { checker in
        checker.root {
          form == .condition ? $0.condition(syntax) : $0.expression(syntax, expecting: nil)
        }
      }
      hasMistake = root.expression.reads.hasMistake || root.expression.type.isError
      subject = .expression(root)
    }
    if checker.sink.hasErrors || hasMistake { throw Self.problem(checker.sink) }
    checker.spec.file = file
    self.spec = CheckedSpec(checker.spec)
  }

  private static func parsed<Syntax>(
    _ result: (Syntax?, DiagnosticSink)
  ) throws(ResolvedWorld.Problem) -> Syntax {
    guard let syntax = result.0, !result.1.hasErrors else { throw problem(result.1) }
    return syntax
  }

  private static func problem(_ sink: DiagnosticSink) -> ResolvedWorld.Problem {
    let errors = sink.inTextOrder.filter { $0.severity == .error }
    return ResolvedWorld.Problem(
      reason: errors.first?.message ?? "the text has no value", diagnostics: errors)
  }
}

extension Checker {
  /// Checks a spec again, with the constants that it has, so that more text can be checked after it.
  fileprivate init(again spec: CheckedSpec) {
    let syntax = Parser.parse(spec.file, provesHelp: false).spec
    let world = spec.world?.name
    let text = WorldOverlay(world.map(syntax.confined) ?? syntax, world: world)
    let settings = spec.constants.compactMap {
      try? Setting($0.name, $0.type.text($0.value), path: $0.name)
    }
    self.init(text, ParameterBindings(text, settings: settings), limits: Limits())
    run()
  }
}
