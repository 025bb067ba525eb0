import Engine
import Reports
import SpecLanguage
import Traces

/// Compiles specs under the constants of counterexamples, each once.
struct ReplaySpecs {
  let maximumValues: Int

  /// A spec as a counterexample needs it.
  enum Compiled {
    case ready(Ready)
    /// The constants of the file no longer fit; the spec without them.
    case unfit(Ready, reason: String)
    case broken([Diagnostic], suppressed: Int)
  }

  struct Ready {
    var spec: CheckedSpec
    var machine: Machine
    var starts: [[Value]]
    var notes: [String]
  }

  private struct Key: Hashable {
    var path: String
    var world: String
    var constants: [String: String]
  }

  private struct Parsed {
    var syntax: SpecSyntax
    var sink: DiagnosticSink
  }

  private var parsed: [String: Parsed] = [:]
  private var compiled: [Key: Compiled] = [:]

  init(maximumValues: Int) { self.maximumValues = maximumValues }

  /// The spec in the world and under the constants of a counterexample.
  mutating func compile(_ file: SourceFile, for document: CounterexampleDocument) -> Compiled {
    let key = Key(path: file.path, world: document.world, constants: document.constants)
    if let known = compiled[key] { return known }
    let result = compileAnew(file, document)
    compiled[key] = result
    return result
  }

  /// The name of the spec in a file.
  mutating func name(of file: SourceFile) -> String? { parse(file).syntax.name?.text }

  private mutating func parse(_ file: SourceFile) -> Parsed {
    if let known = parsed[file.path] { return known }
    let (syntax, sink) = Parser.parse(file)
    parsed[file.path] = Parsed(syntax: syntax, sink: sink)
    return Parsed(syntax: syntax, sink: sink)
  }

  private mutating func compileAnew(
    _ file: SourceFile, _ document: CounterexampleDocument
  ) -> Compiled {
    let parsed = parse(file)
    guard !parsed.sink.hasErrors else {
      return .broken(parsed.sink.inTextOrder, suppressed: parsed.sink.suppressed)
    }
    var notes: [String] = []
    var world: String?
    if document.world != CheckedSpec.defaultWorldName {
      if parsed.syntax.worldNames.contains(document.world) {
        world = document.world
      } else {
        notes.append(
          "the spec has no world '\(document.world)' any more: replayed in the default one")
      }
    }
    let syntax = world.map(parsed.syntax.confined) ?? parsed.syntax
    let names = Set(syntax.paramNames + syntax.symmetricNames)
    for name in document.constants.keys.sorted() where !names.contains(name) {
      notes.append("the spec has no param '\(name)' any more")
    }
    switch check(syntax, world, document.constants, notes) {
    case .success(let ready): return .ready(ready)
    case .failure(let problem):
      // Without the constants it shows whose fault it is.
      switch check(syntax, world, [:], notes) {
      case .success(let ready): return .unfit(ready, reason: problem.reason)
      case .failure(let problem):
        return .broken(problem.diagnostics, suppressed: problem.suppressed)
      }
    }
  }

  private struct Problem: Error {
    var reason: String
    var diagnostics: [Diagnostic]
    var suppressed = 0
  }

  private func check(
    _ syntax: SpecSyntax, _ world: String?, _ constants: [String: String], _ notes: [String]
  ) -> Result<Ready, Problem> {
    var syntax = syntax
    let params = Set(syntax.paramNames)
    var settings: [Setting] = []
    for (name, value) in constants.sorted(by: { $0.key < $1.key }) {
      if params.contains(name) {
        let file = SourceFile(path: name, text: value)
        let (expression, sink) = Parser.parseExpression(file)
        guard let expression, !sink.hasErrors else {
          return .failure(
            Problem(reason: "the constant \(name) is '\(value)', no value", diagnostics: []))
        }
        settings.append(Setting(name: name, expression: expression, file: file))
      } else if let count = Int(value) {
        syntax.setCount(of: name, to: count)
      }
    }
    let limits = Checker.Limits(maximumValues: maximumValues)
    let result = Checker.check(syntax, world: world, settings: settings, limits: limits)
    guard let spec = result.spec else {
      let first = result.sink.diagnostics.first { $0.severity == .error }
      return .failure(
        Problem(
          reason: "with its constants the spec has an error: \(first?.message ?? "")",
          diagnostics: result.sink.inTextOrder, suppressed: result.sink.suppressed))
    }
    guard let machine = try? Machine(spec), let starts = try? machine.starts() else {
      let range = spec.variables.first?.range ?? SourceRange(0, 0)
      let reason = "there are no states to start from"
      return .failure(
        Problem(
          reason: reason, diagnostics: [Diagnostic(.noStart, reason, in: spec.file, at: range)]))
    }
    return .success(Ready(spec: spec, machine: machine, starts: starts, notes: notes))
  }
}

extension SpecSyntax {
  var symmetricNames: [String] {
    declarations.compactMap {
      if case .symmetric(let name, _) = $0.kind { name.text } else { nil }
    }
  }

  /// Gives a symmetric type another number of names.
  fileprivate mutating func setCount(of type: String, to count: Int) {
    for index in declarations.indices {
      guard case .symmetric(let name, let old) = declarations[index].kind, name.text == type
      else { continue }
      var literal = old
      literal.kind = .integer(count)
      declarations[index].kind = .symmetric(name, literal)
    }
  }
}
