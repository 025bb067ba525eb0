import Semantics

/// A spec in one of its worlds, ready to run. Settings override those of the world: `ResolvedWorld(syntax, world:
/// "small", settings: [("subjects", "2")])`.
package struct ResolvedWorld: Sendable {
  /// Values of params, and numbers of names of symmetric types, in the notation of specs. If a name has several, the
  /// last counts. Names that are unknown to the spec are ignored.
  package typealias Settings = [(name: String, value: String)]

  /// The reason why a world cannot be resolved.
  package struct Problem: Error, Sendable {
    /// The reason in a sentence, in terms of the settings.
    package var reason: String
    package var diagnostics: [Diagnostic] = []
    package var suppressed = 0
  }

  package let machine: Machine
  package let starts: [[Value]]
  package var spec: CheckedSpec { machine.spec }

  /// Resolves and checks a world.
  ///
  /// - Parameter world: the name of the world; nil for the default one.
  package init(
    _ syntax: SpecSyntax, world: String?, settings: Settings = [],
    limits: Checker.Limits = .init()
  ) throws(Problem) {
    let spec = try Self.check(syntax, world: world, settings: settings, limits: limits)
    guard let machine = try? Machine(spec), let starts = try? machine.starts() else {
      let range = spec.variables.first?.range ?? SourceRange(0, 0)
      let reason = "the spec has no initial state"
      throw Problem(
        reason: reason, diagnostics: [Diagnostic(.noStart, reason, in: spec.file, at: range)])
    }
    self.machine = machine
    self.starts = starts
  }

  /// Checks the spec without its initial states.
  package static func check(
    _ syntax: SpecSyntax, world: String?, settings: Settings = [],
    limits: Checker.Limits = .init()
  ) throws(Problem) -> CheckedSpec {
    let known = Set(syntax.settableNames)
    var parsed: [Setting] = []
    for (name, value) in settings where known.contains(name) {
      do throws(Setting.Unreadable) {
        parsed.append(try Setting(name, value, path: name))
      } catch {
        throw Problem(reason: "the constant \(name) is '\(value)', which is not a value")
      }
    }
    let result = Checker.check(
      world.map(syntax.confined) ?? syntax, world: world, settings: parsed, limits: limits)
    if let spec = result.spec { return spec }
    let first = result.sink.diagnostics.first { $0.severity == .error }
    throw Problem(
      reason: "the spec has an error with these constants: \(first?.message ?? "")",
      diagnostics: result.sink.inTextOrder, suppressed: result.sink.suppressed)
  }
}
