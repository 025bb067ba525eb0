import Platform
import Semantics

/// A dependency of a search besides its states, such as the text of the spec: its name for people, and its content.
package struct CheckpointTrait: Codable, Sendable, Equatable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The reason why a checkpoint is not resumed.
package struct CheckpointRefusal: Error, Sendable, Equatable {
  /// The file of the checkpoint.
  package var path: String
  /// A clause that continues the name of the file.
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

/// The content of a checkpoint, except the states.
///
/// States are identified by their indices: in the order of the file, of their level, or by fingerprints. So it does
/// not depend on the machine, the number of threads, or where the states were stored.
struct CheckpointHead: Codable, Sendable {
  /// A range of words in the file of the states.
  struct Extent: Codable, Sendable, Equatable {
    var start, count: Int
  }

  /// A finding, and the fingerprints of the states that show it.
  struct Met: Codable, Sendable {
    var finding: Finding
    /// As in `FindingLog`.
    var level: Int
    var keys: Extent
  }

  struct Counts: Codable, Sendable {
    struct Rule: Codable, Sendable {
      var event: Int
      var rule: Int?
      var count: Int
    }

    var transitions, expanded, states: Int
    var matches: [Int]
    var rules: [Rule]
    var orderDependent: [SourceRange]
  }

  /// A limit of the tool that was reached.
  struct Limit: Codable, Sendable, Hashable {
    var kind: String
    var number: Int
    var range: SourceRange
  }

  var traits: [CheckpointTrait]
  /// The number of words in a state.
  var wordCount: Int
  /// Whether states were identified by fingerprints, so that some may be missing.
  var isByFingerprint: Bool
  /// Whether states were stored one by one, in the order that a limit on states requires.
  var isInOrder: Bool
  /// The number of valid words in the file of states, and their digest.
  var words = 0
  var digest: [UInt64] = []
  /// The locations of the states, in the order in which they were stored, level by level.
  var states: [Extent] = []
  /// The number of states in each level; the last may be the level after the expanded one, as far as it is known.
  var levels: [Int]
  /// The level being expanded.
  var level: Int
  /// The indices of the level's unexpanded states.
  var rest: [Extent]
  var counts: Counts
  /// The search time of all runs so far.
  var seconds: Double
  /// The findings of earlier levels.
  var met: [Met] = []
  /// The findings of this level so far.
  var open: [Met] = []
  var limits: [Limit]

  /// The number of states.
  var count: Int { levels.reduce(0, +) }
  /// The level was begun.
  var isWithinLevel: Bool { levels.count == level + 2 }

  /// The locations of the states of all complete levels.
  var statesOfWholeLevels: [Extent] {
    var left = levels[...level].reduce(0, +) * wordCount
    return states.compactMap { extent in
      let count = min(left, extent.count)
      left -= count
      return count == 0 ? nil : Extent(start: extent.start, count: count)
    }
  }

  // MARK: As a file

  private static let magic = "traycheck-checkpoint"
  /// The version of the format, raised with every change: no other version is readable.
  private static let version = 2
  /// Larger heads are not written, and not read.
  static let maximumBytes = 256 << 20

  /// The bytes of the file: a header line with the digest of the rest, and the rest in JSON.
  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = Array(try encoder.encode(self)) + "\n".utf8
    return Array(Self.firstLine(of: body[...]).utf8) + body
  }

  private static func firstLine(of body: ArraySlice<UInt8>) -> String {
    "\(magic) \(version) \(Fingerprint.of(bytes: body))\n"
  }

  /// Reads the bytes of a file.
  ///
  /// - Returns: the reason why it is invalid, or the head.
  static func read(_ bytes: [UInt8]) -> Result<CheckpointHead, Unreadable> {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end < 100 else {
      return .failure(Unreadable("it is no checkpoint, or cut"))
    }
    let line = String(decoding: bytes[...end], as: UTF8.self)
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == magic else {
      return .failure(Unreadable("it is no checkpoint, or damaged in its first line"))
    }
    guard words[1] == "\(version)" else {
      return .failure(
        Unreadable("it has the form \(words[1]) of another traycheck, this one reads \(version)"))
    }
    let body = bytes[(end + 1)...]
    guard line == firstLine(of: body) else {
      return .failure(
        Unreadable("it is damaged or truncated: its digest differs from that of its contents"))
    }
    guard let head = try? JSONDecoder().decode(CheckpointHead.self, from: Data(body)),
      head.isSound
    else { return .failure(Unreadable("it contradicts itself")) }
    return .success(head)
  }

  struct Unreadable: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// Whether all numbers are in their bounds, so that readers never access missing data.
  private var isSound: Bool {
    func areInside(_ extents: [Extent], _ end: Int) -> Bool {
      extents.allSatisfy { $0.start >= 0 && $0.count >= 0 && $0.start <= end - $0.count }
    }
    let keys = (met + open).map(\.keys)
    let (perLevel, stored) = (levels.reduce(0) { $0.addingClamped($1) }, states.map(\.count))
    return wordCount > 0 && words >= 0 && digest.count == 2 && level >= 0
      && levels.allSatisfy { $0 >= 0 } && [level + 1, level + 2].contains(levels.count)
      && areInside(states, words) && areInside(keys, words) && areInside(rest, levels[level])
      && stored.reduce(0) { $0.addingClamped($1) } == perLevel.multipliedClamped(by: wordCount)
      && (met + open).allSatisfy { (-1...level).contains($0.level) }
      && counts.expanded >= 0 && counts.transitions >= 0 && (0..<1e12).contains(seconds)
  }
}

extension CheckpointHead.Counts {
  init(_ counts: SearchCounts, _ plan: Plan) {
    (transitions, expanded, states) = (counts.transitions, counts.expanded, counts.states)
    matches = counts.matches
    rules = counts.byRule(plan).map { Rule(event: $0.event, rule: $0.rule, count: $1) }
      .sorted { ($0.event, $0.rule ?? -1) < ($1.event, $1.rule ?? -1) }
    orderDependent = counts.orderDependent.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// Converts the counts to those of a resumed search. Steps are stored by rule, because a plan may number them
  /// differently.
  func restored(_ plan: Plan, _ spec: CheckedSpec) -> SearchCounts {
    var counts = SearchCounts(plan, spec)
    (counts.transitions, counts.expanded, counts.states) = (transitions, expanded, states)
    counts.matches = matches
    for rule in rules {
      counts.byReference[RulePlace(event: rule.event, rule: rule.rule)] = rule.count
    }
    counts.orderDependent = Set(orderDependent)
    return counts
  }
}

extension CheckpointHead.Limit {
  /// Nil if the state at the fault may not be complete.
  init?(_ fault: Fault) {
    switch fault.cause {
    case .tooManyValues(let count): (kind, number) = ("values", count)
    case .tooManyOutcomes(let limit): (kind, number) = ("outcomes", limit)
    case .tooMuchWork(let limit): (kind, number) = ("work", limit)
    default: return nil
    }
    range = fault.range
  }

  var fault: Fault {
    switch kind {
    case "values": Fault(.tooManyValues(number), range)
    case "outcomes": Fault(.tooManyOutcomes(limit: number), range)
    default: Fault(.tooMuchWork(limit: number), range)
    }
  }
}
