import Basics
import Semantics
import SpecLanguage
import Traces

/// Compiles specs with the constants of counterexamples, each combination once.
///
/// The counterexamples of one spec mostly share a world and its constants, so few compilations are needed. Specs
/// compiled after a deadline ended must not be cached, so a caller with a deadline keeps an earlier copy.
struct ReplaySpecs {
  /// The limits of the semantic checker.
  let bounds: Checker.Limits

  /// A spec compiled for a counterexample.
  enum Compiled {
    case ready(Ready)
    /// The constants of the file no longer fit; the spec is compiled without them.
    case unfit(Ready, reason: String)
    /// The spec does not have the world or the constants; it is compiled without them.
    case gone(
      Ready, ReplayResult.MissingDeclarationError, others: [ReplayResult.MissingDeclarationError])
    case broken([Diagnostic], suppressed: Int)
  }

  /// A machine with its initial states, with the constants of the file.
  typealias Ready = ResolvedWorld

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

  init(_ bounds: Checker.Limits) { self.bounds = bounds }

  /// The spec in the world and with the constants of a counterexample.
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

  /// Compiles with the constants of the file, and if that fails, without them. If the spec itself has no errors, the
  /// constants are the cause; otherwise its own errors are reported.
  private mutating func compileAnew(
    _ file: SourceFile, _ document: CounterexampleDocument
  ) -> Compiled {
    let parsed = parse(file)
    guard !parsed.sink.hasErrors else {
      return .broken(parsed.sink.inTextOrder, suppressed: parsed.sink.suppressed)
    }
    let gone = parsed.syntax.lacks(document)
    let world =
      document.world == CheckedSpec.defaultWorldName || gone.first?.kind == .world
      ? nil : document.world
    var reason = ""
    if gone.isEmpty {
      do throws(ResolvedWorld.Problem) {
        return .ready(
          try ResolvedWorld(
            parsed.syntax, world: world, settings: document.settings, limits: bounds))
      } catch {
        reason = error.reason
      }
    }
    // Compiling without the constants shows whether they are the cause.
    do throws(ResolvedWorld.Problem) {
      let plain = try ResolvedWorld(parsed.syntax, world: world, limits: bounds)
      return gone.first.map { .gone(plain, $0, others: Array(gone.dropFirst())) }
        ?? .unfit(plain, reason: reason)
    } catch {
      return .broken(error.diagnostics, suppressed: error.suppressed)
    }
  }
}

extension SpecSyntax {
  /// The world and the constants of a counterexample that the spec does not have.
  fileprivate func lacks(_ document: CounterexampleDocument) -> [ReplayResult
    .MissingDeclarationError]
  {
    var gone: [ReplayResult.MissingDeclarationError] = []
    let worlds = [CheckedSpec.defaultWorldName] + worldNames
    if !worlds.contains(document.world) {
      gone.append(
        .init(
          .world, "world", document.world,
          nearest: NearestName.propose(document.world, among: worlds)))
    }
    let known = settableNames
    for name in document.constants.keys.sorted() where !known.contains(name) {
      let what = symmetricNames.contains(name) ? "number of names to be set for" : "param"
      gone.append(
        .init(.constant, what, name, nearest: NearestName.propose(name, among: known)))
    }
    return gone
  }

  private var symmetricNames: [String] {
    declarations.compactMap {
      if case .symmetric(let name, _) = $0.kind { name.text } else { nil }
    }
  }
}
