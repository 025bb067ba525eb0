import Foundation
import Guests
import TestSupport
import TrayKit

/// The interface that other programs rely on, one line each: public declarations, commands and their options, file
/// formats, and keys of JSON.
enum Promises {
  /// The lines of the sources and of the tool as they are now, in order.
  static func current() throws -> [String] {
    let all = try declarations() + commands(ofAll: []) + keys()
    return Set(all + tool.formats.map { "form \($0.name) \($0.version)" }).sorted()
  }

  // MARK: Swift

  /// The rooms whose public declarations are those of the library.
  private static let rooms = [
    "TrayKit", "Reports", "Traces", "Semantics", "Basics", "AnySize", "Certificates",
    "Comparison", "Mutation", "Conformance", "CrossCheck", "Cluster",
  ]

  private static func declarations() throws -> [String] {
    try rooms.flatMap { room in
      let folder = RepositoryFolder.root.appending(path: "Sources/\(room)")
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }
        .flatMap {
          declarations(in: try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }
  }

  /// The public declarations of a text that `swift format` has indented, as `swift Type.Inner: var name: Int`.
  static func declarations(in text: String) -> [String] {
    var found: [String] = []
    // The types around a line.
    var types: [(indent: Int, name: String, keyword: String, isPublic: Bool)] = []
    var lines = text.split(separator: "\n")[...]
    while let line = lines.popFirst() {
      let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      var text = String(line.utf8.dropFirst(indent)) ?? ""
      if text.hasPrefix("@Boxed ") { text.removeFirst(7) }
      // Patterns would take seconds for that many lines.
      let parts = text.split(maxSplits: 6) { " (:<".contains($0) }.map(String.init)
      guard let first = parts.first, modifiers.union(declarators).contains(first) else { continue }
      while let last = types.last, indent <= last.indent { types.removeLast() }
      let path = types.map(\.name).joined(separator: ".")
      let isPublic = first == "public"
      let declarator = parts.first { !modifiers.contains($0) } ?? ""
      var isRequirement = false
      if let type = types.last, type.isPublic, indent == type.indent + 2 {
        isRequirement = requirements[type.keyword]?.contains(declarator) ?? false
      }
      if let place = parts.firstIndex(of: declarator), typeDeclarators.contains(declarator),
        place + 1 < parts.count
      {
        types.append((indent, parts[place + 1], declarator, isPublic || declarator == "extension"))
      }
      guard isPublic || isRequirement else { continue }
      while text.count(where: { $0 == "(" }) > text.count(where: { $0 == ")" }),
        let next = lines.popFirst()
      {
        text += " " + next.trimmingPrefix(while: { $0 == " " })
      }
      let declaration = head(of: text.trimmingPrefix("public "))
        .replacing("( ", with: "(").replacing(" )", with: ")")
      found.append("swift \(path): \(declaration)")
    }
    return found
  }

  /// A declaration without its body and its value.
  private static func head(of text: some StringProtocol) -> String {
    var depth = 0
    let end = text.indices.first { place in
      switch text[place] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{": return depth == 0
      case "=": return depth == 0 && text[text.index(before: place)] == " "
      default: break
      }
      return false
    }
    return String(text[..<(end ?? text.endIndex)]).trimmingCharacters(in: .whitespaces)
  }

  private static let typeDeclarators: Set = [
    "struct", "enum", "class", "actor", "protocol", "extension",
  ]
  private static let declarators = typeDeclarators.union(["case", "func", "var", "init"])
  private static let modifiers: Set = [
    "public", "package", "private", "fileprivate", "final", "indirect", "static", "mutating",
    "nonisolated", "nonsending)",
  ]
  /// Implicitly public members of a public type.
  private static let requirements = ["enum": ["case"], "protocol": ["func", "var", "init"]]

  // MARK: The command line

  /// A command with all below it, and their options; without names, all commands.
  private static func commands(ofAll words: [String]) throws -> [String] {
    let help = try BuiltTool.run(["help"] + (words.isEmpty ? ["--all"] : words)).stdout
    let options = help.matches(of: /\n  (?:-\w, )?(--[a-z-]+)/).map { String($0.1) }
    // The groups of all commands are between these lines.
    let list =
      help.firstMatch(of: /\nSUBCOMMANDS:\n(.*?)\n\n/.dotMatchesNewlines())
      ?? help.firstMatch(of: /\nEVERY DAY:\n(.*?)\nGENERAL:/.dotMatchesNewlines())
    let names = ("\n" + (list?.1 ?? "")).matches(of: /\n  ([a-z][a-z-]*)(?= |\n|$)/)
      .map { words + [String($0.1)] }
    let command = words.joined(separator: " ")
    var lines = Set(options).subtracting(["--help", "--version"]).map { "option \(command) \($0)" }
    for name in names {
      lines.append("command \(name.joined(separator: " "))")
      lines += try commands(ofAll: name)
    }
    return lines
  }

  // MARK: JSON

  /// The keys that schemas and the page about JSON reports name.
  private static func keys() throws -> [String] {
    let root = RepositoryFolder.root
    let catalog = "Sources/TrayKit/TrayKit.docc/"
    let page = try String(
      contentsOf: root.appending(path: catalog + "JSONReport.md"), encoding: .utf8)
    let items = page.split(separator: "\n").filter { $0.hasPrefix("- `") }
    let documented = items.flatMap { item in
      (item.split(separator: ":").first ?? "").matches(of: /`([A-Za-z]+)`/).map {
        "key of reports: \($0.1)"
      }
    }
    let schemas = ["counterexample.schema.json": catalog, "events.schema.json": schemaFolder]
    return try documented
      + schemas.sorted { $0.key < $1.key }.flatMap { name, folder in
        let data = try Data(contentsOf: root.appending(path: folder + name))
        return properties(in: try JSONSerialization.jsonObject(with: data))
          .map { "key of \(name.prefix { $0 != "." }): \($0)" }
      }
  }

  private static let schemaFolder = "Tests/ReportsTests/Schemas/"

  private static func properties(in schema: Any) -> [String] {
    if let list = schema as? [Any] { return list.flatMap(properties) }
    guard let object = schema as? [String: Any] else { return [] }
    let own = (object["properties"] as? [String: Any]).map { Array($0.keys) } ?? []
    return own + object.values.flatMap(properties)
  }
}
