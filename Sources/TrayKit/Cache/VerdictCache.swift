import Files
import Platform
import Reports
import Traces

/// A folder that keeps what was found out from one run to the next, a file for each spec and set of
/// options: `VerdictCache(folder, for: request)`.
///
/// A file that cannot be read, is damaged, or was written by another build, counts for nothing. Nobody
/// is stopped by a cache that does not work: what it would spare is done.
///
/// A file has four lines: the digest of a brief entry and that entry, without traces and
/// documentation, then the digest of the full entry and the full one, each in JSON. Whoever wants the
/// brief one need not decode the rest. A run writes both at once, in one step, so that readers see
/// the old file or the new one.
struct VerdictCache: Sendable {
  /// Larger entries are not kept, and not read.
  private static let maximumBytes = 64 << 20

  private let folder: String
  private let build: String
  /// What results depend on beside build, path and text; part of the names of files.
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
  /// Nil if there is none that counts. The key is compared as a whole, since the name of the file has
  /// only a digest of it.
  ///
  /// - Parameter isFull: with traces and documentation.
  func entry(of path: String, isFull: Bool) -> CacheEntry? {
    let file = "\(folder)/\(name(of: path))"
    guard let bytes = try? InputFile.read(file, atMost: Self.maximumBytes, noun: "entry")
    else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count == 4 else { return nil }
    let (digest, part) = (lines[isFull ? 2 : 0], Data(lines[isFull ? 3 : 1]))
    guard digest.elementsEqual(Self.digest(part)),
      let entry = try? JSONDecoder().decode(CacheEntry.self, from: part),
      entry.key.isSame(as: key(of: path))
    else { return nil }
    return entry
  }

  private static func digest(_ part: Data) -> some Sequence<UInt8> {
    String(BuildIdentity.digest(of: part), radix: 16).utf8
  }

  /// Keeps what is known of a spec.
  ///
  /// - Returns: why that is not possible, if it is not.
  func store(_ entry: CacheEntry) -> String? {
    do {
      let name = name(of: entry.key.path)
      try AtomicFile.makeFolder(folder, for: name)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      var bytes: [UInt8] = []
      for part in [try encoder.encode(entry.brief), try encoder.encode(entry)] {
        bytes += Array(Self.digest(part)) + "\n".utf8 + part + "\n".utf8
      }
      if bytes.count > Self.maximumBytes { return nil }
      try AtomicFile.replace(name, in: folder, with: bytes)
      return nil
    } catch let problem as FileError {
      return problem.reason
    } catch {
      return "\(error)"
    }
  }

  /// What an entry of this build, path and set of options is known by.
  func key(of path: String) -> CacheEntry.Key {
    CacheEntry.Key(build: build, path: path, options: options)
  }

  /// Whether a file of that name is an entry.
  static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 2 && parts.last == "json" && parts[parts.count - 2].count == 16
      && parts[parts.count - 2].allSatisfy(\.isHexDigit)
  }

  /// The last part of the path, for people, and 16 hexadecimal digits of path and options:
  /// `lamp.tray.….json`. Entries of another build have the same name and are written over.
  private func name(of path: String) -> String {
    let base = String(
      decoding: (path.split(separator: "/").last ?? "spec").utf8.prefix(60), as: UTF8.self)
    let digest = Fingerprint.of(([path] + options).joined(separator: "\u{0}"))
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
    if engine != .auto { options.append("engine \(engine.rawValue)") }
    if !reducesSymmetry { options.append("no-symmetry") }
    if explainsEngine { options.append("explain-engine") }
    if showsAnySize { options.append("any-size") }
    if let maximumViews, showsAnySize { options.append("max-views \(maximumViews)") }
    if explainsSize { options.append("explain-size") }
    options.append("max-values \(maximumValues)")
    options.append("counterexamples \(counterexampleFolder ?? "")")
    return options
  }
}
