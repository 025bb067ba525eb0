import Foundation
import TestSupport

/// Specs to spoil, small ones mostly: `SpecSource().spec(&random)`.
struct SpecSource {
  /// The specs of the repository, and those that use the whole language.
  private let large: [String]
  private let small: [String]
  /// The specs in the references of the language and the commands.
  private let tiny: [String]
  /// For each spec its text in pieces, to take lines from.
  let donors: [[[UInt8]]]

  init() throws {
    large = try Self.texts(in: RepositoryFolder.root.appending(path: "Specs"))
    small = try Self.texts(
      in: RepositoryFolder.tests("EngineTests").appending(path: "KnownAnswers"))
    tiny = try ["Specs/Language.md", "Sources/TrayKit/TrayKit.docc/Commands.md"].flatMap {
      try Self.examples(in: RepositoryFolder.root.appending(path: $0))
    }
    donors = (large + small + tiny).map { text in
      text.split(separator: "\n").map { Array($0.utf8) + [0x0A] }
    }
  }

  private static func texts(in folder: URL) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".tray") }.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }

  /// The specs between the fences of a document.
  private static func examples(in document: URL) throws -> [String] {
    try String(contentsOf: document, encoding: .utf8).components(separatedBy: "\n```tray")
      .dropFirst().map { block in
        let body = block.drop { $0 != "\n" }.dropFirst()
        return String(body.prefix(upTo: body.firstRange(of: "```")?.lowerBound ?? body.endIndex))
      }
  }

  /// The lamp, or occasionally another spec; nil for one that takes long.
  func smallSpec(_ random: inout SplitMix64, otherIn times: Int) -> String? {
    let text = random.oneIn(times) ? spec(&random) : Self.lamp
    return text.utf8.count < 6_000 ? text : nil
  }

  /// A spec, which has no mistakes unless it shows one.
  func spec(_ random: inout SplitMix64) -> String {
    switch random.number(below: 64) {
    case 0: random.pick(large) ?? ""
    case 1..<7: random.pick(small) ?? ""
    case 7..<11: RandomSpec(seed: random.next() % 1_000_000).text
    case 11..<15: RandomFairSpec(seed: random.next() % 1_000_000).text
    default: random.pick(tiny) ?? ""
    }
  }

  /// The spec of the fewest lines that has an invariant, a goal and a loop.
  static let lamp = """
    spec Lamp
    param top: 1...3 = 2
    var lit = false
    var n: 0...3 = 0
    on press { lit = !lit }
    fair on count when n < top { n += 1 }
    invariant dark { !lit }
    invariant low { n <= top }
    reachable bright { lit }
    eventually ends { n == top }
    transition steady after press { unchanged(n) }
    scenario twice { press; press; expect !lit }
    world high { top = 3 } violates dark
    """
}
