import Foundation

/// A fault that may be planted in the tool's own sources, and the test that has to find it: `PlantedFault.all()`.
///
/// The faults are in the lists of the folder `Tests/Faults/Lists`. The README of `Tests/Faults` describes the format.
public struct PlantedFault: Sendable {
  /// Its name, by which it is selected.
  public var name = ""
  /// The mistake, in a sentence.
  public var summary = ""
  /// The name of its list, which is a part of the tool.
  public var part: String
  /// The file in which it is planted, from the root of the repository.
  public var file = ""
  /// The suite that has to find it, or one function of it: `KeyTableTests`, `KeyTableTests/full`.
  public var test = ""
  /// The seeds of random specs for that; nil for the usual ones.
  public var seeds: String?
  /// The lines that are replaced, without their indentation.
  public var original: [String] = []
  /// The replacement text; the word `FAULT` in it is true if this fault is selected.
  public var replacement: [String] = []

  /// The reason why a list cannot be read.
  public struct Unreadable: Error, CustomStringConvertible {
    /// The mistake.
    public var description: String
  }

  /// The word in a replacement that is true if its fault is selected.
  public static let condition = "FAULT"
  /// The ending of lists.
  static let ending = "faults"

  /// The faults of all lists, sorted by the names of these.
  ///
  /// - Throws: `Unreadable`, or why a file cannot be read.
  public static func all(in root: URL = RepositoryFolder.root) throws -> [PlantedFault] {
    let folder = root.appending(path: "Tests/Faults/Lists")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".\(ending)") }.sorted().flatMap { name in
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return try read(text, part: String(name.dropLast(ending.count + 1)))
    }
  }

  /// The faults of a list.
  public static func read(_ text: String, part: String) throws -> [PlantedFault] {
    var faults: [PlantedFault] = []
    for line in text.components(separatedBy: "\n") {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("fault: ") { faults.append(PlantedFault(part: part)) }
      guard let last = faults.indices.last, faults[last].take(line) else {
        throw Unreadable(description: "\(part).\(ending): cannot read '\(line)'")
      }
    }
    return faults
  }

  /// Parses a line of a list; returns false if it has no meaning.
  private mutating func take(_ line: String) -> Bool {
    let trimmed = line.dropFirst().trimmingCharacters(in: .whitespaces)
    switch line.first {
    case "-": original.append(trimmed)
    case "+": replacement.append(trimmed)
    default:
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2 else { return false }
      switch parts[0] {
      case "fault": name = parts[1]
      case "what": summary = parts[1]
      case "file": file = parts[1]
      case "test": test = parts[1]
      case "seeds": seeds = parts[1]
      default: return false
      }
    }
    return true
  }

  /// The suite of its test.
  public var suite: String { String(test.prefix { $0 != "/" }) }

  /// The function of its test; nil for the whole suite.
  public var function: String? {
    test.contains("/") ? String(test.drop { $0 != "/" }.dropFirst()) : nil
  }

  /// The number that activates it, computed from its name: FNV-1a of 32 bits (Fowler, Noll, Vo), and never 0. So
  /// adding or removing other faults does not change the text with this one.
  public var number: UInt32 {
    max(1, name.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
  }

  /// The test's identifier for `swift test --filter`.
  public var filter: String { "\\.\(suite)/" + (function.map { "\($0)\\(" } ?? "") }

  /// The line indices at which the original occurs in a text.
  public func places(in lines: [String]) -> [Int] {
    let trimmed = lines.map { $0.trimmingCharacters(in: .whitespaces) }
    guard !original.isEmpty, trimmed.count >= original.count else { return [] }
    return (0...trimmed.count - original.count).filter {
      Array(trimmed[$0..<$0 + original.count]) == original
    }
  }

  /// A text with the fault in it, wherever the condition is true.
  ///
  /// - Throws: `Unreadable` unless the original occurs exactly once there.
  public func planted(in text: String, condition: String) throws -> String {
    var lines = text.components(separatedBy: "\n")
    let places = places(in: lines)
    guard places.count == 1 else {
      throw Unreadable(
        description: "\(name): its original stands \(places.count) times in \(file), not once")
    }
    lines.replaceSubrange(
      places[0]..<places[0] + original.count,
      with: replacement.map { $0.replacing(Self.condition, with: condition) })
    return lines.joined(separator: "\n")
  }
}
