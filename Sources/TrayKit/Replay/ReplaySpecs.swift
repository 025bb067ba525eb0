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
    var world: SettledWorld
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
    let symmetric = Set(parsed.syntax.symmetricNames)
    let settable = Set(parsed.syntax.settableNames)
    for name in document.constants.keys.sorted() where !settable.contains(name) {
      notes.append(
        symmetric.contains(name)
          ? "the spec does not leave the number of names of '\(name)' to be set any more"
          : "the spec has no param '\(name)' any more")
    }
    let limits = Checker.Limits(maximumValues: maximumValues)
    do throws(SettledWorld.Problem) {
      let settled = try SettledWorld(
        parsed.syntax, world: world, settings: document.settings, limits: limits)
      return .ready(Ready(world: settled, notes: notes))
    } catch let unfit {
      // Without the constants it shows whose fault it is.
      do throws(SettledWorld.Problem) {
        let plain = try SettledWorld(parsed.syntax, world: world, limits: limits)
        return .unfit(Ready(world: plain, notes: notes), reason: unfit.reason)
      } catch {
        return .broken(error.diagnostics, suppressed: error.suppressed)
      }
    }
  }
}

extension SpecSyntax {
  fileprivate var symmetricNames: [String] {
    declarations.compactMap {
      if case .symmetric(let name, _) = $0.kind { name.text } else { nil }
    }
  }
}
