import Files
import Platform
import Reports
import Semantics
import Traces

/// The sum of the parts of distributed walks: `MergedWalks(reports: paths)`.
package struct MergedWalks: Sendable {
  /// The walks of one world.
  package struct Walks: Sendable {
    var options: WalkOptions
    var tally: WalkTally
    var completion: WalkResult.Completion
  }

  private struct Key: Hashable {
    var path: String
    var world: String
  }

  private let parts: [ShardDocument]
  /// The numbers of the parts, from 1.
  package let numbers: [Int]
  private var worlds: [Key: Walks] = [:]

  /// Reads the reports of all parts.
  ///
  /// - Parameters:
  ///   - isPartial: whether parts may be missing and are added later.
  ///   - vocabulary: the names that messages use for requests.
  /// - Throws: `RequestError` if a file is unreadable or not the report of a part, if the parts belong to different
  ///   walks, or if a part is missing or duplicated.
  package init(
    reports paths: [String], isPartial: Bool = false,
    vocabulary: RequestVocabulary = RequestVocabulary()
  ) throws(RequestError) {
    var parts: [(path: String, document: ShardDocument)] = []
    for path in paths { parts.append((path, try Self.read(path, vocabulary))) }
    guard let first = parts.first else { throw RequestError(path: nil, reason: "nothing to merge") }
    guard first.document.request.version == Traycheck.version else {
      throw RequestError(
        path: first.path, reason: "it was made by version \(first.document.request.version)")
    }
    var seen: [Int: String] = [:]
    for (path, part) in parts {
      guard part.request == first.document.request, part.count == first.document.count,
        part.worlds.map(\.walk) == first.document.worlds.map(\.walk)
      else {
        throw RequestError(path: path, reason: "it is of other walks than \(first.path)")
      }
      for number in part.numbers {
        if let other = seen[number] {
          throw RequestError(
            path: path, reason: "part \(number) of \(part.count) is also in \(other)")
        }
        seen[number] = path
      }
    }
    for number in 1...max(1, first.document.count) where seen[number] == nil && !isPartial {
      throw RequestError(
        path: nil, reason: "part \(number) of \(first.document.count) is missing")
    }
    numbers = seen.keys.sorted()
    self.parts = parts.map(\.document).sorted { $0.number < $1.number }
  }

  /// The maximum size of a report in bytes.
  private static let maximumBytes = 1 << 30

  private static func read(
    _ path: String, _ vocabulary: RequestVocabulary
  ) throws(RequestError) -> ShardDocument {
    struct Report: Decodable {
      let shard: ShardDocument?
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try InputFile.read(path, atMost: maximumBytes, noun: "report")
    } catch {
      throw RequestError(path: path, reason: error.reason)
    }
    guard let report = try? JSONDecoder().decode(Report.self, from: Data(bytes)) else {
      throw RequestError(path: path, reason: "it is no report of '\(vocabulary.walkReport)'")
    }
    guard let shard = report.shard, shard.isPossible else {
      throw RequestError(
        path: path, reason: "it is no report of a part, made with \(vocabulary.shard)")
    }
    return shard
  }

  /// The request of the walks, which is equal in all parts.
  package var request: ShardDocument.Request { parts[0].request }

  /// The number of all parts if some are missing; nil if none are.
  package var incompleteCount: Int? { numbers.count < parts[0].count ? parts[0].count : nil }

  /// Adds up the parts for their specs.
  ///
  /// - Throws: `RequestError` if a spec has changed since the walks.
  package mutating func add(up specs: [CompiledSpec]) throws(RequestError) {
    for spec in specs.flatMap(\.worlds)
    where request.worlds.isEmpty || request.worlds.contains(spec.worldName) {
      let isWalked = parts[0].worlds.contains {
        $0.spec == spec.file.path && $0.world == spec.worldName
      }
      guard isWalked else {
        throw RequestError(
          path: spec.file.path, reason: "the world '\(spec.worldName)' was not walked")
      }
    }
    for (place, asked) in parts[0].worlds.enumerated() {
      guard let compiled = specs.first(where: { $0.file.path == asked.spec }),
        compiled.file.digest == asked.digest,
        let spec = compiled.worlds.first(where: { $0.worldName == asked.world })
      else {
        throw RequestError(
          path: asked.spec, reason: "it is not the spec that was walked; merge next to a copy of it"
        )
      }
      var walks = Walks(
        options: WalkOptions(
          seed: asked.seed, walks: asked.asked, steps: asked.maximumSteps,
          shard: incompleteCount.map { (index: numbers[0] - 1, count: $0) }),
        tally: WalkTally(spec), completion: .complete)
      for part in parts {
        guard let tally = part.worlds[place].tally(for: spec) else {
          throw RequestError(
            path: nil, reason: "part \(part.number) has an invalid entry for \(asked.spec)")
        }
        walks.tally.add(tally)
        let completion = part.worlds[place].completion
        if walks.completion == .complete || completion == .interrupted {
          walks.completion = completion
        }
      }
      worlds[Key(path: asked.spec, world: asked.world)] = walks
    }
  }

  /// The walks of a world.
  package func walks(of spec: CheckedSpec) -> Walks? {
    worlds[Key(path: spec.file.path, world: spec.worldName)]
  }
}

extension RequestError {
  /// Creates the error of a file.
  fileprivate init(path: String?, reason: String) {
    self.init((path.map { "\($0): " } ?? "") + reason)
  }
}

extension ShardDocument.World {
  /// The values that are equal in all parts of the same walks.
  fileprivate var walk: [String] {
    [spec, digest, world, "\(seed)", "\(asked ?? -1)", "\(maximumSteps)"]
  }
}
