import Platform
import Semantics
import SpecLanguage
import Traces

/// The results of one part of distributed walks, complete enough to be merged with other parts. It is the key `shard`
/// of a part's JSON report.
package struct ShardDocument: Codable, Sendable {
  /// The request of the walks, which is equal in all parts.
  package struct Request: Codable, Sendable, Equatable {
    package struct Setting: Codable, Sendable, Equatable {
      package let name: String
      package let value: String

      package init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }

    package let version: String
    package let paths: [String]
    package let settings: [Setting]
    package let worlds: [String]
    package let properties: [String]
    package let maximumValues: Int

    package init(
      version: String, paths: [String], settings: [Setting], worlds: [String],
      properties: [String], maximumValues: Int
    ) {
      self.version = version
      self.paths = paths
      self.settings = settings
      self.worlds = worlds
      self.properties = properties
      self.maximumValues = maximumValues
    }
  }

  /// A finding with its location, as one object.
  package struct Found: Codable, Sendable {
    let finding: Finding
    let place: WalkPlace

    init(_ finding: Finding, at place: WalkPlace) { (self.finding, self.place) = (finding, place) }

    package init(from decoder: any Decoder) throws {
      finding = try Finding(from: decoder)
      place = try WalkPlace(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
      try finding.encode(to: encoder)
      try place.encode(to: encoder)
    }
  }

  /// The walks of one world.
  package struct World: Codable, Sendable {
    package let spec: String
    package let digest: String
    package let world: String
    package let seed: UInt64
    package let asked: Int?
    package let maximumSteps: Int
    package let ending: WalkResult.Completion.Kind
    package let seconds: Double?
    let bytes: Int?
    let limit: String?
    let walks: Int
    let steps: Int
    let deadEnds: Int
    let events: [Int]
    let rules: [[Int]]
    let found: [Found]
    let even: Data
    let odd: Data
  }

  /// The number of the part, or of the first of several merged parts, from 1.
  package let number: Int
  /// The numbers of all merged parts, ascending.
  private let merged: [Int]?
  package let count: Int
  package let request: Request
  package let worlds: [World]

  /// Creates the document of a report; nil if the report covers all walks.
  ///
  /// - Parameter merged: the numbers of the parts, if it covers several.
  package init?(_ report: CheckReport, request: Request, merged: [Int]? = nil) {
    let walked = report.specs.flatMap(\.worlds)
      .compactMap { world in world.result.walks.map { (world.spec, $0) } }
    guard let shard = walked.compactMap(\.1.shard).first else { return nil }
    number = shard.index + 1
    self.merged = merged.flatMap { $0.count > 1 ? $0 : nil }
    count = shard.count
    self.request = request
    worlds = walked.map { World($0, $1) }
  }
}

extension ShardDocument {
  /// The numbers of the parts, from 1.
  package var numbers: [Int] { merged ?? [number] }

  /// Whether the numbers of the parts are valid.
  package var isPossible: Bool {
    count >= 1 && numbers.first == number && numbers.allSatisfy { (1...count).contains($0) }
      && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
  }
}

extension ShardDocument.World {
  init(_ spec: CheckedSpec, _ summary: WalkSummary) {
    self.spec = spec.file.path
    digest = spec.file.digest
    world = spec.worldName
    seed = summary.seed
    asked = summary.walks
    maximumSteps = summary.steps
    let text = WalkCompletionText(summary.completion)
    (ending, seconds, bytes, limit) = (text.kind, text.seconds, text.bytes, text.limit)
    let tally = summary.tally
    walks = tally.walks
    steps = tally.steps
    deadEnds = tally.deadEnds
    events = tally.events
    rules = tally.rules
    found = tally.found.sorted {
      $0.value != $1.value
        ? $0.value < $1.value : $0.key < $1.key
    }.map { ShardDocument.Found($0, at: $1) }
    even = tally.even.bytes
    odd = tally.odd.bytes
  }

  /// The tally of the walks, for their spec; nil if it does not fit the spec.
  package func tally(for spec: CheckedSpec) -> WalkTally? {
    var tally = WalkTally(spec)
    // Larger numbers cannot come from a real run.
    let possible = 0...(1 << 53)
    let counts = [walks, steps, deadEnds] + events + rules.joined()
    guard counts.allSatisfy(possible.contains), possible.contains(maximumSteps),
      tally.events.count == events.count, tally.rules.map(\.count) == rules.map(\.count),
      let even = StateSketch(bytes: even), let odd = StateSketch(bytes: odd)
    else { return nil }
    tally.walks = walks
    tally.steps = steps
    tally.deadEnds = deadEnds
    tally.events = events
    tally.rules = rules
    tally.even = even
    tally.odd = odd
    for each in found {
      guard each.finding.fits(spec), possible.contains(each.place.walk),
        (0...maximumSteps).contains(each.place.step)
      else { return nil }
      tally.found[each.finding] = each.place
    }
    return tally
  }

  package var completion: WalkResult.Completion {
    switch ending {
    case .complete: .complete
    case .time: .time(.seconds(min(max(seconds ?? 0, 0), 1e9)))
    case .memory: .memory(bytes ?? 0)
    case .tool: .tool(limit ?? "a limit")
    case .interrupted: .interrupted
    }
  }
}
