import TrayKit

/// A command: its name and help, and its action. A type that conforms has no instances.
package protocol Command: Sendable {
  /// The arguments that it accepts, and the text of its help.
  static var description: CommandDescription { get }

  /// The commands under it; their descriptions are part of its own.
  static var subcommands: [any Command.Type] { get }

  /// Does the work, and prints results and errors; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32
}

extension Command {
  package static var subcommands: [any Command.Type] { [] }
}

/// The options that a guest adds to a command of the core or of another guest.
package struct CommandExtension: Sendable {
  /// The name of the command.
  var command: String
  /// The option of the command after which the help lists the new ones.
  var predecessor: String
  var options: [OptionDescription]
  /// The new options whose values a settings file can give.
  var settings: Set<String>
  var changes: [OptionChange]
  /// The sentence that replaces the overview of the command; nil to keep it.
  var abstract: String?
  /// The text that the discussion of the command's help goes on with.
  var discussion: String
  /// The exit statuses that have another meaning, or one more.
  var statuses: [Int: String]
  var examples: KeyValuePairs<String, String>
  /// Adds the values of the options to the request of `check`.
  var request: @Sendable (ParsedArguments, inout CheckRequest) -> Void
  /// Does the work in place of the command; nil if the options do not ask for it.
  var run: @Sendable (ParsedArguments) async -> Int32?

  /// Describes the options, and the request or the work that they ask for.
  package init(
    of command: String, after predecessor: String = "", options: [any OptionDeclaration] = [],
    settings: Set<String> = [], changes: [OptionChange] = [], abstract: String? = nil,
    discussion: String = "", statuses: [Int: String] = [:],
    examples: KeyValuePairs<String, String> = [:],
    request: @escaping @Sendable (ParsedArguments, inout CheckRequest) -> Void = { _, _ in },
    run: @escaping @Sendable (ParsedArguments) async -> Int32? = { _ in nil }
  ) {
    self.command = command
    self.predecessor = predecessor
    self.options = options.map(\.description)
    self.settings = settings
    self.changes = changes
    self.abstract = abstract
    self.discussion = discussion
    self.statuses = statuses
    self.examples = examples
    self.request = request
    self.run = run
  }

  /// Adds the options and texts to the help of the command.
  func extend(_ description: inout CommandDescription) {
    for group in description.optionGroups.indices {
      for change in changes { change.apply(to: &description.optionGroups[group].options) }
      let place = description.optionGroups[group].options.firstIndex { $0.name == predecessor }
      guard let place else { continue }
      description.optionGroups[group].options.insert(contentsOf: options, at: place + 1)
    }
    description.settingKeys.formUnion(settings)
    description.abstract = abstract ?? description.abstract
    if !discussion.isEmpty { description.discussion += " " + discussion }
    description.examples += examples.map(HelpRow.init)
    description.statuses.merge(statuses) { $1 }
  }
}

/// A change of an option that another module declares: more keys before the equals sign, and the help with them.
package struct OptionChange: Sendable {
  var option: String
  var keys: [String]
  var help: String

  package init(_ option: String, keys: [String] = [], help: String) {
    (self.option, self.keys, self.help) = (option, keys, help)
  }

  func apply(to options: inout [OptionDescription]) {
    for index in options.indices where options[index].name == option {
      options[index].help = help
      if let old = options[index].value,
        case .keyed(let words, let known, let value) = old.expectation
      {
        options[index].value = ValueDescription(
          name: old.name, expectation: .keyed(words: words, keys: known + keys, value: value),
          origin: old.origin)
      }
    }
  }
}
