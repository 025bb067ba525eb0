import Basics
import Commands
import Files
import TrayKit

/// A tool that an assistant can call: a command with its arguments and options, or the explanations of `help`.
struct ContextTool: Sendable {
  /// The command that a call runs.
  struct Words: Sendable {
    var words: [String]
    /// The text for standard input.
    var input: String?
  }

  /// The options that need a person or never end, and those that the server decides.
  private static let omitted: Set = [
    "color", "format", "memory", "quiet", "step", "time-limit", "verbose", "watch",
  ]

  let name: String
  private let abstract: String
  /// The words before the arguments.
  private let words: [String]
  private let options: [OptionDescription]
  private let positionals: [PositionalDescription]
  /// Whether a text can replace the paths of files.
  private let takesText: Bool

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
    options = command.options.filter { $0.replacement == nil && !Self.omitted.contains($0.name) }
    positionals = command.positionals
    takesText = name == CheckCommand.description.name
  }

  // MARK: The definition

  /// The entry of the list of tools.
  var definition: JSONTree {
    var properties: [(key: String, value: JSONTree)] = positionals.map {
      (
        $0.value.name,
        Self.schema(of: $0.value, isRepeatable: $0.isRepeatable, $0.help, $0.defaultText)
      )
    }
    if takesText {
      let help = JSONTree.string("The text of a spec, instead of a path.")
      properties.append(("text", .object([("type", .string("string")), ("description", help)])))
    }
    properties += options.map {
      ($0.name, Self.schema(of: $0.value, isRepeatable: $0.isRepeatable, $0.help, $0.defaultText))
    }
    let required = positionals.filter(\.isRequired).map { JSONTree.string($0.value.name) }
    let schema: [(key: String, value: JSONTree)] = [
      ("type", .string("object")), ("properties", .object(properties)),
      ("required", .array(required)), ("additionalProperties", .boolean(false)),
    ]
    return .object([
      ("name", .string(name)), ("description", .string(abstract)), ("inputSchema", .object(schema)),
    ])
  }

  private static func schema(
    of value: ValueDescription?, isRepeatable: Bool, _ help: String, _ defaultText: String?
  ) -> JSONTree {
    var type: [(key: String, value: JSONTree)] = [("type", .string("string"))]
    var words: [String] = []
    switch value?.expectation {
    case nil: type = [("type", .string("boolean"))]
    case .wholeNumber: type = [("type", .string("integer"))]
    case .choice(let choices): type.append(("enum", .array(choices.map { .string($0) })))
    case let other?: words = other.spellings(of: value?.name ?? "")
    }
    if isRepeatable { type = [("type", .string("array")), ("items", .object(type))] }
    let notes =
      (words.isEmpty ? [] : ["values: \(words.joined(separator: ", "))"])
      + (defaultText.map { ["default: \($0)"] } ?? [])
    let text = notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
    return .object(type + [("description", .string(text))])
  }

  // MARK: A call

  /// The command line of a call.
  ///
  /// - Throws: if an argument is unknown, missing or of another type. The command itself reads the values.
  func command(_ arguments: JSONPart?) throws(LanguageServer.Refusal) -> Words {
    var rest: [String: JSONPart] = [:]
    switch arguments?.node {
    case nil: break
    case .object(let members):
      rest = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    default: throw .invalid("\"arguments\" has to be an object")
    }
    var command = Words(words: words)
    for option in options {
      guard let part = rest.removeValue(forKey: option.name) else { continue }
      if option.value == nil {
        guard case .boolean(let isOn) = part.node else {
          throw .invalid("\"\(option.name)\" has to be true or false")
        }
        if isOn { command.words.append("--\(option.name)") }
      } else {
        for text in try Self.texts(part, option.name, isList: option.isRepeatable) {
          command.words.append("--\(option.name)=\(text)")
        }
      }
    }
    var plain: [String] = []
    for positional in positionals {
      let name = positional.value.name
      if let part = rest.removeValue(forKey: name) {
        plain += try Self.texts(part, name, isList: positional.isRepeatable)
      } else if positional.isRequired {
        throw .invalid("'\(self.name)' requires \"\(name)\"")
      }
    }
    if takesText, let part = rest.removeValue(forKey: "text") {
      command.input = try Self.texts(part, "text", isList: false)[0]
      plain.append("-")
    }
    if let other = rest.keys.min() {
      let known = options.map(\.name) + positionals.map(\.value.name)
      let hint = NearestName.hint(other, among: known, quote: "\"")
      throw .invalid("'\(name)' has no argument \"\(other)\"\(hint)")
    }
    // After `--`, no path is an option.
    command.words += plain.contains { $0.hasPrefix("-") && $0 != "-" } ? ["--"] + plain : plain
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
