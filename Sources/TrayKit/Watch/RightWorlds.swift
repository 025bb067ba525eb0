import SpecLanguage
import Synchronization

/// The worlds that were right when they were last checked, by what they say.
///
/// What a world says are the tokens of the text, without those of other worlds and of the view: the tree that the checker
/// makes depends on nothing else, but for places in the text. So nothing is kept that people are told the place of: what
/// needs attention or was warned of. Places of the others are those of the text as it was checked.
package final class RightWorlds: Sendable {
  private struct Known {
    var tokens: [UInt8]
    /// Nil if it was not right.
    var world: CacheEntry.World?
    var history: CacheEntry.History?
  }

  private let worlds = Mutex<[[String]: Known]>([:])

  /// Keeps what came of a world.
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

  /// The worlds of a spec that were right, and say what they said then.
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

  /// How the last search of a world was, whatever it says now.
  func history(_ name: String, of path: String) -> CacheEntry.History? {
    worlds.withLock { $0[[path, name]]?.history }
  }
}

extension SpecSyntax {
  /// The tokens that a world is read from, one behind the other.
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
    for token in tokens.tokens {
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
