import Files
import Platform
import Reports
import Traces

/// A folder that keeps results between runs, with one file for each spec and set of options:
/// `VerdictCache(folder, for: request)`.
///
/// A file that is unreadable, damaged or written by another build is ignored. A cache that does not work is never an
/// error: the work is done again.
///
/// A file has four lines of JSON: the digest of a brief entry, the brief entry without traces and documentation, the
/// digest of the full entry, and the full entry. A reader of the brief entry need not decode the rest. A run writes
/// both atomically, so readers see either the old file or the new one.
struct VerdictCache: Sendable {
  /// The maximum size of an entry in bytes; larger entries are neither written nor read.
  private static let maximumBytes = 64 << 20

  private let folder: String
  private let build: String
  /// The inputs that results depend on, besides build, path and text. They are part of the file names.
  private let options: [String]
  /// The types of the results that guests add to worlds.
  private let additions: [any WorldAddition.Type]

  /// Opens the cache for a request; nil if this build has no identity, because nothing could be trusted then.
  init?(_ folder: String, for request: CheckRequest) {
    guard let build = BuildIdentity.current else { return nil }
    self.folder = folder
    self.build = build
    options = request.cacheOptions
    additions = request.extensions.compactMap { type(of: $0).additionType }
  }

  /// The entry of a spec, whose text may have been different; nil if there is no valid entry.
  ///
  /// The key is compared in full, because the file name contains only a digest of it.
  ///
  /// - Parameter isFull: whether traces and documentation are included.
  func entry(of path: String, isFull: Bool) -> CacheEntry? {
    let file = "\(folder)/\(name(of: path))"
    guard let bytes = try? InputFile.read(file, atMost: Self.maximumBytes, noun: "entry")
    else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count == 4 else { return nil }
    let (digest, part) = (lines[isFull ? 2 : 0], Data(lines[isFull ? 3 : 1]))
    let decoder = JSONDecoder()
    if let key = WorldVerdict.additionTypes { decoder.userInfo[key] = additions }
    guard digest.elementsEqual(Self.digest(part)),
      let entry = try? decoder.decode(CacheEntry.self, from: part),
      entry.key.isSame(as: key(of: path))
    else { return nil }
    return entry
  }

  private static func digest(_ part: Data) -> some Sequence<UInt8> {
    String(BuildIdentity.digest(of: part), radix: 16).utf8
  }

  /// Stores the entry of a spec.
  ///
  /// - Returns: the reason if the entry cannot be stored; nil on success.
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

  /// The key of an entry with this build, this path and these options.
  func key(of path: String) -> CacheEntry.Key {
    CacheEntry.Key(build: build, path: path, options: options)
  }

  /// Whether a file of that name is a cache entry.
  static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 2 && parts.last == "json" && parts[parts.count - 2].count == 16
      && parts[parts.count - 2].allSatisfy(\.isHexDigit)
  }

  /// The file name of an entry: the last part of the path, for people, and 16 hexadecimal digits of path and options,
  /// as in `lamp.tray.….json`. Entries of another build have the same name and are overwritten.
  private func name(of path: String) -> String {
    let base = String(
      decoding: (path.split(separator: "/").last ?? "spec").utf8.prefix(60), as: UTF8.self)
    let digest = Fingerprint.of(([path] + options).joined(separator: "\u{0}"))
    return "\(base).\(digest.prefix(16)).json"
  }
}

extension CheckRequest {
  /// All inputs that results depend on besides the text of the spec, each with its name. The number of threads and the
  /// time limit are not among them: they decide whether there is a result, but not which.
  fileprivate var cacheOptions: [String] {
    var options = settings.map { "set \($0.name)=\($0.value)" }
    options += worlds.sorted().map { "world \($0)" }
    options += properties.sorted().map { "property \($0)" }
    if let maximumStates { options.append("max-states \(maximumStates)") }
    if let maximumDepth { options.append("max-depth \(maximumDepth)") }
    if engine != .auto { options.append("engine \(engine.rawValue)") }
    if !reducesSymmetry { options.append("no-symmetry") }
    if explainsEngine { options.append("explain-engine") }
    options += extensions.flatMap(\.cacheOptions)
    if explainsSize { options.append("explain-size") }
    options.append("max-values \(maximumValues)")
    options.append("counterexamples \(counterexampleFolder ?? "")")
    return options
  }
}
