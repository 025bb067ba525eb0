import Basics
import Commands
import Files
import TrayKit

/// A tool that an assistant can call: a command with its arguments and options, or the explanations of `help`.
struct ContextTool: Sendable {
  /// The options that need a person or never end, and those that the server decides.
  private static let omitted: Set = [
    "color", "format", "memory", "quiet", "step", "time-limit", "verbose", "watch",
  ]

  /// An argument of a tool: an option of the command, or an argument without a name.
  private struct Argument {
    var name: String
    var value: ValueDescription?
    var isList: Bool
    var isRequired = false
    var isOption = false
    var help: String
  }

  let name: String
  private let abstract: String
  /// The words before the arguments.
  private let words: [String]
  private let arguments: [Argument]

  /// The tools for the commands of an executable.
  ///
  /// - Parameter limits: the options that limit each of the commands.
  static func all(of tool: CommandDescription, limits: [String]) -> [ContextTool] {
    let forms = ["check": "json", "replay": "json", "explore": "jsonl", "mutate": "json"]
    return tool.subcommands.compactMap { command in
      forms[command.name].map {
        ContextTool(command, named: command.name, ["--format=\($0)"] + limits)
      }
    } + [ContextTool(explain, named: "explain", [])]
  }

  private static let explain = CommandDescription(
    name: "help", abstract: "Explain the language, or the code of an error.",
    positionals: [
      Positional<String>(
        "topic", isRequired: true,
        help: "'language' for a summary of the language, or a code such as unknown-event.")
    ])

  private init(_ command: CommandDescription, named name: String, _ words: [String]) {
    self.name = name
    abstract = "\(command.abstract) \(command.discussion)".trimmed
    self.words = [command.name] + words
    let options = command.options.filter { option in
      option.replacement == nil && !Self.omitted.contains(option.name)
    }
    arguments =
      command.positionals.map {
        Argument(
          name: $0.value.name, value: $0.value, isList: $0.isRepeatable,
          isRequired: $0.isRequired, help: $0.help)
      }
      + options.map {
        Argument(
          name: $0.name, value: $0.value, isList: $0.isRepeatable, isOption: true, help: $0.help)
      }
  }

  // MARK: The definition

  /// The entry of the list of tools.
  var definition: JSONMembers {
    let input: JSONMembers = [
      "type": "object", "properties": JSONTree.object(arguments.map { ($0.name, schema(of: $0)) }),
      "required": arguments.filter(\.isRequired).map(\.name), "additionalProperties": false,
    ]
    return ["name": name, "description": abstract, "inputSchema": input]
  }

  private func schema(of argument: Argument) -> JSONTree {
    var type: [(key: String, value: JSONTree)] = [("type", .string("string"))]
    switch argument.value?.expectation {
    case nil: type = [("type", .string("boolean"))]
    case .wholeNumber: type = [("type", .string("integer"))]
    case .choice(let words): type.append(("enum", .array(words.map { .string($0) })))
    default: break
    }
    if argument.isList { type = [("type", .string("array")), ("items", .object(type))] }
    return .object(type + [("description", .string(argument.help))])
  }

  // MARK: A call

  /// The command line of a call.
  ///
  /// - Throws: if an argument is unknown, missing or of another type. The command itself reads the values.
  func command(_ given: JSONPart?) throws(LanguageServer.Refusal) -> [String] {
    var rest: [String: JSONPart] = [:]
    switch given?.node {
    case nil: break
    case .object(let members):
      rest = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    default: throw .invalid("\"arguments\" has to be an object")
    }
    var command = words
    var plain: [String] = []
    for argument in arguments {
      let name = argument.name
      guard let part = rest.removeValue(forKey: name) else {
        if argument.isRequired { throw .invalid("'\(self.name)' requires \"\(name)\"") }
        continue
      }
      switch (argument.value, part.node) {
      case (nil, .boolean(let isOn)): command += isOn ? ["--\(name)"] : []
      case (nil, _): throw .invalid("\"\(name)\" has to be true or false")
      default:
        let texts = try Self.texts(part, name, isList: argument.isList)
        if argument.isOption {
          command += texts.map { "--\(name)=\($0)" }
        } else {
          plain += texts
        }
      }
    }
    if let other = rest.keys.min() {
      let hint = NearestName.hint(other, among: arguments.map(\.name), quote: "\"")
      throw .invalid("'\(name)' has no argument \"\(other)\"\(hint)")
    }
    // After `--`, no path is an option.
    command += plain.contains { $0.hasPrefix("-") && $0 != "-" } ? ["--"] + plain : plain
    return command
  }

  private static func texts(
    _ part: JSONPart, _ name: String, isList: Bool
  ) throws(LanguageServer.Refusal) -> [String] {
    switch part.node {
    // A word of a command line ends at a null character.
    case .string(let text) where !isList && !text.contains("\0"): return [text]
    case .number(let digits) where !isList: return [digits]
    case .array(let parts) where isList:
      var texts: [String] = []
      for part in parts { texts += try Self.texts(part, name, isList: false) }
      return texts
    default: throw .invalid("\"\(name)\" has to be \(isList ? "an array of strings" : "a string")")
    }
  }
}
