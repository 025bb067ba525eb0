import Commands
import Platform
import TrayKit

/// The programs that `traycheck cluster` writes, made from template files of this module.
enum ClusterProgram: String {
  case parallel, slurm, kubernetes, github

  /// The program that searches worlds on Apache Spark.
  static func spark(_ worlds: [ClusterWorld], _ arguments: ParsedArguments) -> String {
    let option = "--\(ExpandCommand.output.description.name)"
    let world = "--\(SpecOptions.world.description.name)"
    // Workers have other working folders.
    let words = ClusterCommand.spec(arguments, hasWorlds: false)
    let path = "os.path.abspath(\(json(Array(words.prefix(1))).dropFirst().dropLast()))"
    let more = words.dropFirst() + ClusterCommand.symmetry(arguments)
    let expand =
      (["\"\(ClusterCommand.description.name)\"", "\"\(ExpandCommand.description.name)\"", path]
      + more.map { String(json([$0]).dropFirst().dropLast()) }).joined(separator: ", ")
    let rows = worlds.map {
      "(\(json([world, $0.name])), \(json([$0.header]).dropFirst().dropLast()))"
    }
    return filled(
      PackageResources.spark_py,
      [
        "TOOL": String(json(["traycheck"]).dropFirst().dropLast()), "EXPAND": "[\(expand)]",
        "STARTS": json([option, ExpandRequest.Mode.starts.rawValue]),
        "STEPS": json([
          option, ExpandRequest.Mode.steps.rawValue, "--\(ExpandCommand.ahead.description.name)",
        ]),
        "WORLDS": "[\(rows.joined(separator: ", "))]",
        "REPORT": json(ClusterCommand.reportWords(arguments)),
      ])
  }

  /// The program that runs random walks in parts.
  ///
  /// - Parameter walk: the arguments of the tool, without the part.
  func text(walk: [String], parts: Int) -> String {
    let template =
      switch self {
      case .parallel: PackageResources.parallel_sh
      case .slurm: PackageResources.slurm_sh
      case .kubernetes: PackageResources.kubernetes_yaml
      case .github: PackageResources.github_yml
      }
    let walk = (["${TRAYCHECK:-traycheck}"] + walk.map(Self.quoted)).joined(separator: " ")
    let words = [
      "PARTS": "\(parts)", "WALK": walk,
      "MERGE":
        "${TRAYCHECK:-traycheck} \(WalkCommand.description.name) \(MergeCommand.description.name)",
      "LIST": (1...parts).map(String.init).joined(separator: ", "), "OPEN": "${{", "CLOSE": "}}",
    ]
    let part = Self.filled(PackageResources.part_sh, words)
    func indented(_ count: Int) -> String {
      part.split(separator: "\n").map { String(repeating: " ", count: count) + $0 }
        .joined(separator: "\n")
    }
    let parts = [
      "PART": indented(self == .parallel ? 2 : 0), "PART10": indented(10), "PART14": indented(14),
    ]
    return Self.filled(template, words.merging(parts) { first, _ in first })
  }

  /// A template file, with the names in double braces replaced.
  private static func filled(_ template: [UInt8], _ words: [String: String]) -> String {
    var text = ""
    var rest = Substring(decoding: template, as: UTF8.self)
    while let match = rest.firstMatch(of: /{{([A-Z0-9]+)}}/) {
      text += rest[..<match.range.lowerBound] + (words[String(match.1)] ?? String(match.0))
      rest = rest[match.range.upperBound...]
    }
    return text + rest
  }

  /// A word, quoted for a shell.
  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,".contains($0)) }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// A list of texts in a syntax that both JSON and Python accept.
  private static func json(_ words: [String]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let data = try? encoder.encode(words) else { return "[]" }
    return String(decoding: data, as: UTF8.self).replacing("\",\"", with: "\", \"")
  }
}
