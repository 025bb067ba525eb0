import Foundation
import Reports
import SpecLanguage
import Traces

/// A folder that keeps what was found out from one run to the next, a file for each spec and set of
/// options: `VerdictCache(folder, for: request)`.
///
/// A file that cannot be read, or was written by another build, counts for nothing. Nobody is stopped
/// by a cache that does not work: what it would spare is done.
struct VerdictCache: Sendable {
  private let folder: String
  private let build: String
  private let options: [String]

  /// Nil if nothing tells this build from others, so that nothing could be trusted.
  init?(_ folder: String, for request: CheckRequest) {
    guard let build = BuildIdentity.current else { return nil }
    self.folder = folder
    self.build = build
    options = request.cacheOptions
  }

  /// What is known of a spec; its text may have been another.
  ///
  /// - Parameter isFull: with traces and documentation.
  func entry(of path: String, isFull: Bool) -> CacheEntry? {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(name(of: path))"),
      let end = data.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let part = isFull ? data[data.index(after: end)...] : data[..<end]
    guard let entry = try? JSONDecoder().decode(CacheEntry.self, from: Data(part)),
      entry.key == key(of: path)
    else { return nil }
    return entry
  }

  /// Keeps what is known of a spec.
  ///
  /// - Returns: why that is not possible, if it is not.
  func store(_ entry: CacheEntry) -> String? {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let lines = try encoder.encode(entry.brief) + Data("\n".utf8) + encoder.encode(entry)
      try lines.write(
        to: URL(filePath: "\(folder)/\(name(of: entry.key.path))"), options: .atomic)
      return nil
    } catch {
      return error.localizedDescription
    }
  }

  func key(of path: String) -> CacheEntry.Key {
    CacheEntry.Key(build: build, path: path, options: options)
  }

  private func name(of path: String) -> String {
    let base = String(
      decoding: (path.split(separator: "/").last ?? "spec").utf8.prefix(60), as: UTF8.self)
    let digest = Fingerprint.of(([path] + options).joined(separator: "\u{0}").utf8)
    return "\(base).\(digest.prefix(16)).json"
  }
}

extension CheckRequest {
  /// All that results depend on beside the text of the spec, each with its name. How many threads
  /// search, and for how long, is not among it: they decide whether there is a result, not which.
  fileprivate var cacheOptions: [String] {
    var options = settings.map { "set \($0.name)=\($0.value)" }
    options += worlds.sorted().map { "world \($0)" }
    options += properties.sorted().map { "property \($0)" }
    if let maximumStates { options.append("max-states \(maximumStates)") }
    if let maximumDepth { options.append("max-depth \(maximumDepth)") }
    if !reducesSymmetry { options.append("no-symmetry") }
    if explainsEngine { options.append("explain-engine") }
    options.append("max-values \(maximumValues)")
    options.append("counterexamples \(counterexampleFolder ?? "")")
    return options
  }
}
