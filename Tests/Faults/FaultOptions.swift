import Foundation
import TestSupport

/// The options of `faults`.
struct FaultOptions {
  /// The names of faults or of their lists; none for all.
  var names: [String] = []
  /// The folder of the package, in which `swift run` starts programs.
  static let root = URL(filePath: FileManager.default.currentDirectoryPath)
  /// The folder with the copy of the tool.
  var folder = "\(Self.root.path)/.build/faults"
  /// The shortest time that a test has, in seconds.
  var patience = 60.0
  var lists = false
  var showsHelp = false

  static let help = """
    OVERVIEW: Plant faults in a copy of the tool, and look whether the tests find them.

    USAGE: faults [<name> ...] [--folder <folder>] [--patience <s>] [--list]

    ARGUMENTS:
      <name>             A fault, or a list of them, such as 'store'. (default: all)

    OPTIONS:
      --folder <folder>  Where the copy of the tool is, which stays there for the next time.
                         (default: .build/faults)
      --patience <s>     A test that takes longer hangs, unless it takes a quarter of that without a
                         fault. (default: 60)
      --list             Say what there is, and run nothing.
      -h, --help         Show this help.

    The status is 0 if each fault was found, and 1 if not.

    """

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--list": lists = true
      case "-h", "--help": showsHelp = true
      case "--folder": folder = try OptionWords.value(of: word, &rest) { $0 }
      case "--patience": patience = try OptionWords.value(of: word, &rest) { Double($0) }
      default:
        if word.hasPrefix("-") { throw OptionWords.UsageError("unknown option '\(word)'") }
        names.append(word)
      }
    }
  }

  /// The selected faults.
  func chosen(of faults: [PlantedFault]) throws -> [PlantedFault] {
    for name in names where !faults.contains(where: { $0.name == name || $0.part == name }) {
      throw OptionWords.UsageError("there is no fault '\(name)', and no list of faults")
    }
    return faults.filter { names.isEmpty || names.contains($0.name) || names.contains($0.part) }
  }
}
