import Semantics

/// A spec in one of its worlds, with settings that win over the world's, ready to be run:
/// `ResolvedWorld(syntax, world: "small", settings: [("subjects", "2")])`.
package struct ResolvedWorld: Sendable {
  /// Values of params, and numbers of names of symmetric types, in the notation of specs; the last
  /// of several for one name counts, and names that the spec does not know are passed over.
  package typealias Settings = [(name: String, value: String)]

  /// Why there is no such world.
  package struct Problem: Error, Sendable {
    /// In a sentence, seen from the settings.
    package var reason: String
    package var diagnostics: [Diagnostic] = []
    package var suppressed = 0
  }

  package let machine: Machine
  package let starts: [[Value]]
  package var spec: CheckedSpec { machine.spec }

  /// - Parameter world: the name of the world; nil for the default one.
  package init(
    _ syntax: SpecSyntax, world: String?, settings: Settings = [],
    limits: Checker.Limits = .init()
  ) throws(Problem) {
    let spec = try Self.check(syntax, world: world, settings: settings, limits: limits)
    guard let machine = try? Machine(spec), let starts = try? machine.starts() else {
      let range = spec.variables.first?.range ?? SourceRange(0, 0)
      let reason = "there are no states to start from"
      throw Problem(
        reason: reason, diagnostics: [Diagnostic(.noStart, reason, in: spec.file, at: range)])
    }
    self.machine = machine
    self.starts = starts
  }

  /// The spec alone, without the states that it starts from.
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
        throw Problem(reason: "the constant \(name) is '\(value)', no value")
      }
    }
    let result = Checker.check(
      world.map(syntax.confined) ?? syntax, world: world, settings: parsed, limits: limits)
    if let spec = result.spec { return spec }
    let first = result.sink.diagnostics.first { $0.severity == .error }
    throw Problem(
      reason: "with its constants the spec has an error: \(first?.message ?? "")",
      diagnostics: result.sink.inTextOrder, suppressed: result.sink.suppressed)
  }
}
