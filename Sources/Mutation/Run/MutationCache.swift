import Files
import Platform
import Reports
import Semantics
import TrayKit

/// A folder that keeps the results of mutation testing between runs, by the contents of the spec:
/// `MutationCache(folder, for: request)`.
///
/// Files that are damaged or written by another build are ignored. Only decided results are kept.
struct MutationCache: Sendable {
  private struct Entry: Codable {
    var key: [String]
    var spec: SpecMutation
  }

  private static let maximumBytes = 64 << 20

  private let folder: String
  private let options: [String]

  /// Opens the cache for a request; nil if this build has no identity.
  init?(_ folder: String, for request: MutateRequest) {
    guard let build = BuildIdentity.current else { return nil }
    self.folder = folder
    var options = [build, "max-values \(request.maximumValues)"]
    if let sample = request.sample { options.append("sample \(sample) \(request.seed)") }
    if request.findsAllKillers { options.append("matrix") }
    self.options = options
  }

  /// The results for a spec.
  ///
  /// - Parameter confinement: the mutated parts of the spec.
  func spec(_ file: SourceFile, _ confinement: String) -> SpecMutation? {
    let path = "\(folder)/\(name(file, confinement))"
    guard let bytes = try? InputFile.read(path, atMost: Self.maximumBytes, noun: "entry"),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let part = Data(bytes[(end + 1)...])
    guard String(BuildIdentity.digest(of: part), radix: 16).utf8.elementsEqual(bytes[..<end]),
      let entry = try? JSONDecoder().decode(Entry.self, from: part),
      entry.key == key(file, confinement)
    else { return nil }
    var spec = entry.spec
    spec.isCached = true
    return spec
  }

  func store(_ spec: SpecMutation, _ file: SourceFile, _ confinement: String) {
    guard spec.isDecided else { return }
    let entry = Entry(key: key(file, confinement), spec: spec)
    guard let part = try? JSONEncoder().encode(entry), part.count <= Self.maximumBytes else {
      return
    }
    let name = name(file, confinement)
    let bytes = Array(String(BuildIdentity.digest(of: part), radix: 16).utf8) + "\n".utf8 + part
    // A cache that cannot be written only makes the next run slower.
    try? AtomicFile.makeFolder(folder, for: name)
    try? AtomicFile.replace(name, in: folder, with: bytes)
  }

  private func key(_ file: SourceFile, _ confinement: String) -> [String] {
    options + [file.path, file.digest, confinement]
  }

  private func name(_ file: SourceFile, _ confinement: String) -> String {
    let base = String(
      decoding: (file.path.split(separator: "/").last ?? "spec").utf8.prefix(60), as: UTF8.self)
    let digest = Fingerprint.of(
      ([file.path] + options.dropFirst()).joined(separator: "\u{0}") + confinement)
    return "\(base).mutate.\(digest.prefix(16)).json"
  }
}
