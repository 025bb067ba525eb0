import Semantics
import SpecLanguage
import Synchronization
import Traces

/// Results of earlier rounds that are still valid: passing worlds, counterexamples that were as expected, and the
/// contents of files.
///
/// The meaning of a world depends only on the tokens of the text, without those of other worlds and of the view. So
/// only results without places are kept: no findings that need attention and no warnings. Other places are those of the
/// text that was checked.
package final class EarlierRounds: Sendable {
  private struct Known {
    var tokens: [UInt8]
    /// The result of the world; nil if it did not pass.
    var world: CacheEntry.World?
    var history: CacheEntry.History?
  }

  private struct Replayed {
    var tokens: [UInt8]
    var replay: CacheEntry.Replay
  }

  private let worlds = Mutex<[[String]: Known]>([:])
  private let replays = Mutex<[String: Replayed]>([:])
  private let counterexamples = Mutex<[String: (bytes: [UInt8], file: CounterexampleFile)]>([:])
  private let names = Mutex<[String: (bytes: [UInt8], name: String?)]>([:])

  /// Keeps the outcome of a world.
  func keep(_ outcome: WorldCheck.Outcome, named name: String, of compiled: CompiledSpec) {
    let isRight = outcome.diagnostics.isEmpty && !(outcome.verdict?.needsAttention ?? true)
    let world = outcome.verdict.flatMap {
      isRight
        ? CacheEntry.World(
          verdict: $0, counterexamples: outcome.report?.counterexampleNames ?? []) : nil
    }
    let known = Known(
      tokens: compiled.syntax.tokens(of: name), world: world,
      history: outcome.verdict.flatMap(CacheEntry.History.init))
    worlds.withLock { $0[[compiled.file.path, name]] = known }
  }

  /// The passing worlds of a spec whose meaning has not changed.
  func all(in compiled: CompiledSpec) -> [CacheEntry.World] {
    compiled.worlds.compactMap { spec in
      let name = spec.worldName
      guard let known = worlds.withLock({ $0[[compiled.file.path, name]] }),
        let world = known.world,
        known.tokens == compiled.syntax.tokens(of: name)
      else { return nil }
      return world
    }
  }

  /// Keeps a replay if it was as expected.
  func keep(_ replay: CacheEntry.Replay, of compiled: CompiledSpec) {
    let verdict = replay.verdict
    let isKept = verdict.judgement == .asExpected && !compiled.sink.hasErrors
    let tokens = compiled.syntax.tokens(of: verdict.world)
    replays.withLock {
      $0[verdict.path] = isKept ? Replayed(tokens: tokens, replay: replay) : nil
    }
  }

  /// The replay of a counterexample with these contents in an unchanged world.
  func replay(
    _ file: CounterexampleFile, _ contents: [UInt8], in compiled: CompiledSpec
  ) -> CacheEntry.Replay? {
    guard !compiled.sink.hasErrors, let known = replays.withLock({ $0[file.path] }),
      known.replay.verdict.specPath == compiled.file.path,
      known.replay.contents.utf8.elementsEqual(contents),
      known.tokens == compiled.syntax.tokens(of: known.replay.verdict.world)
    else { return nil }
    return known.replay
  }

  /// The counterexample in a file, read once for each version of its contents.
  func read(
    _ path: String, _ contents: [UInt8]
  ) -> Result<CounterexampleFile, CounterexampleFile.Unreadable> {
    if let known = counterexamples.withLock({ $0[path] }), known.bytes == contents {
      return .success(known.file)
    }
    let result = CounterexampleFile.read(path, contents)
    if case .success(let file) = result {
      counterexamples.withLock { $0[path] = (contents, file) }
    }
    return result
  }

  /// The name of the spec in a file, read once for each version of its text.
  func name(of file: SourceFile) -> String? {
    if let known = names.withLock({ $0[file.path] }), known.bytes == file.bytes {
      return known.name
    }
    let name = Parser.parse(file).0.name?.text
    names.withLock { $0[file.path] = (file.bytes, name) }
    return name
  }

  /// The history of a world's last search, for any text.
  func history(_ name: String, of path: String) -> CacheEntry.History? {
    worlds.withLock { $0[[path, name]]?.history }
  }
}

extension SpecSyntax {
  /// The tokens that determine a world, in order.
  fileprivate func tokens(of world: String) -> [UInt8] {
    let kept = Set(chain(of: world).map(\.name.text))
    var left = declarations.filter { declaration in
      switch declaration.kind {
      case .world(let other): !kept.contains(other.name.text)
      case .view: true
      default: false
      }
    }.map(\.range).sorted { $0.start < $1.start }[...]
    var bytes: [UInt8] = []
    for token in tokens.tokens where token.range.start < token.range.end {
      while let first = left.first, first.end <= token.range.start { left.removeFirst() }
      if let first = left.first, first.start <= token.range.start { continue }
      bytes.append(token.kind.rawValue)
      bytes.append((token.startsLine ? 1 : 0) + (token.hasSpaceBefore ? 2 : 0))
      bytes += file.bytes[token.range.start..<token.range.end]
      bytes.append(0)
    }
    return bytes
  }
}
